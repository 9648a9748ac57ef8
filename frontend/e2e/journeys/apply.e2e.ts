import type { Locator, Page } from "playwright-core";
import { expect } from "vitest";

import { decides, field, goesOn, isAtStep, opensApplication, PDF, PNG, sends } from "../support/applying";
import { DEMO, type Person } from "../support/person";
import { hasRoom } from "../support/room";
import { arrivesAt, becomes, sees, seesNoMore, toast, words } from "../support/seeing";
import { DESK, test } from "../support/stage";

const FABIAN = "fabian.eugster@example.com";
const UPLOAD = "/api/provider-application/documents";

const said = async (control: Locator): Promise<string> => words(control.page().locator(`[id="${(await control.getAttribute("aria-describedby"))?.split(" ").at(-1) ?? ""}"]`));

async function saysWho(page: Page): Promise<void> {
  await page.goto("/profile");
  await page.getByRole("link", { name: /Become a Service Provider/ }).click();
  await page.getByRole("link", { name: "Start application" }).click();
  await isAtStep(page, "Personal Information");
  expect(await field(page, "First Name").inputValue()).toBe("Fabian");

  await field(page, "Phone").fill("+49 30 123456");
  await goesOn(page);
  await becomes(() => said(field(page, "Phone")), "Enter a Swiss phone number, for example +41 79 123 45 67.");
  await field(page, "Phone").fill("079 555 01 10");
  await goesOn(page);
}

async function saysWhatBusiness({ page, watch }: Person): Promise<void> {
  await isAtStep(page, "Business Details");
  await arrivesAt(page, "/provider/apply?step=2");
  await page.getByRole("radio", { name: /Company/ }).check();
  await field(page, "Business Name").fill("Fabians Waschsalon GmbH");
  await field(page, "UID").fill("CHE-107.787.578");
  await field(page, "Service Areas").fill("9008");
  await page.getByRole("button", { name: "Add 9008 St. Gallen" }).click();
  await field(page, "Service Areas").fill("Winterthur");
  await page.getByRole("button", { name: "Add 8400 Winterthur" }).click();
  watch.expectAnswer(400, "/api/provider-application");
  await goesOn(page);
  await becomes(() => said(field(page, "UID")), "This UID is not right. It reads like CHE-107.787.577.");
  expect(await field(page, "UID").evaluate((control) => control === document.activeElement)).toBe(true);
  await field(page, "UID").fill("che107787577");
  await goesOn(page);
}

async function sendsDocuments({ page, watch }: Person): Promise<void> {
  await isAtStep(page, "Document Upload");
  watch.expectAnswer(400, `${UPLOAD}/idDocument`);
  const idDocument = await sends(page, "ID Document", "passport.pdf", "application/pdf", Buffer.from("no PDF at all"));
  await becomes(() => words(idDocument.getByRole("alert")), "Please choose a PDF, JPEG or PNG file.");
  await sends(page, "ID Document", "scan.png", "image/png", Buffer.alloc(11 * 1024 * 1024));
  await becomes(() => words(idDocument.getByRole("alert")), "The file is larger than 10 MB.");
  await sends(page, "ID Document", "passport.png", "image/png", PNG);
  await sees(idDocument.getByRole("link", { name: "Open passport.png" }));

  const registration = await sends(page, "Business Registration", "register.pdf", "application/pdf", PDF);
  await sees(registration.getByRole("link", { name: "Open register.pdf" }));
  await goesOn(page);
  await becomes(() => words(page.getByRole("group", { name: "Insurance Certificate" }).getByRole("alert")), "Insurance Certificate is required");
}

/** Goes on where the other browser stopped; a document is removed, and another replaced. */
async function goesOnElsewhere(page: Page): Promise<void> {
  await page.goto("/provider/apply");
  await isAtStep(page, "Document Upload");
  await arrivesAt(page, "/provider/apply?step=3");
  const references = await sends(page, "References", "letters.pdf", "application/pdf", PDF);
  await references.getByRole("button", { name: "Remove References" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Remove document" }).click();
  await seesNoMore(references.getByRole("link"));
  await sends(page, "ID Document", "card.png", "image/png", PNG);
  await sees(page.getByRole("link", { name: "Open card.png" }));
  const insurance = await sends(page, "Insurance Certificate", "policy.pdf", "application/pdf", PDF);
  await sees(insurance.getByRole("link", { name: "Open policy.pdf" }));
  await goesOn(page);
}

async function submits(page: Page): Promise<void> {
  await isAtStep(page, "Review & Submit");
  await sees(page.getByText("9008 St. Gallen, 8400 Winterthur"));
  await sees(page.getByText("CHE-107.787.577"));
  await page.getByRole("link", { name: "Change Document Upload" }).click();
  await isAtStep(page, "Document Upload");
  await page.goBack();
  await page.getByRole("button", { name: "Submit Application" }).click();
  expect(await toast(page, "Application Submitted")).toContain("5-7 business days");
  await arrivesAt(page, "/profile");
  await sees(page.getByRole("link", { name: /Become a Service Provider Application submitted/ }));
}

/** Knowing its address opens a document to nobody else. */
async function isPrivate(owner: Person, stranger: Person): Promise<void> {
  const { documents } = await owner.call<{ documents: { idDocument: { id: string } } }>("GET", "/api/provider-application");
  const address = `${UPLOAD}/${documents.idDocument.id}`;
  expect((await owner.context.request.get(address)).status()).toBe(200);
  expect((await stranger.context.request.get(address)).status()).toBe(404);
}

test("a neighbour applies, answers what is asked, and opens the workspace when they are approved", { timeout: 120_000 }, async ({ stage }) => {
  const phone = await stage.enters();
  await phone.signsIn(FABIAN);
  await saysWho(phone.page);
  await saysWhatBusiness(phone);
  await sendsDocuments(phone);

  const desk = await stage.enters({ viewport: DESK });
  const fabian = desk.page;
  await desk.signsIn(FABIAN);
  await goesOnElsewhere(fabian);
  await isAtStep(fabian, "Review & Submit");
  await hasRoom(fabian, [1, 2, 3, 4].map((step) => `/provider/apply?step=${step}`));
  await submits(fabian);
  const anna = await stage.enters();
  await anna.signsIn(DEMO.customer);
  await isPrivate(desk, anna);

  await fabian.goto("/provider/apply");
  await sees(fabian.getByRole("heading", { name: "Your application is submitted" }));
  const olivia = await stage.enters({ viewport: DESK });
  await olivia.signsIn(DEMO.operator);
  await opensApplication(olivia, "Fabian Eugster");
  await decides(olivia, "Ask for changes", "Please name your experience.");
  await sees(fabian.getByText("Please name your experience."));
  await fabian.getByRole("link", { name: "Change Business Details" }).click();
  await field(fabian, "Experience (Optional)").fill("Three years in a hotel laundry");
  await goesOn(fabian);
  await isAtStep(fabian, "Document Upload");
  await goesOn(fabian);
  await fabian.getByRole("button", { name: "Submit Application" }).click();
  await arrivesAt(fabian, "/profile");

  await fabian.goto("/provider/apply");
  await sees(fabian.getByRole("heading", { name: "Your application is submitted" }));
  await opensApplication(olivia, "Fabian Eugster");
  await sees(olivia.page.getByText("Three years in a hotel laundry"));
  await decides(olivia, "Approve");
  await fabian.getByRole("link", { name: "Open your workspace" }).click();
  await sees(fabian.getByRole("heading", { name: "Your jobs" }));
});
