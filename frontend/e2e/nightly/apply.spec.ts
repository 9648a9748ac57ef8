import type { Locator, Page } from "@playwright/test";

import type { Person } from "../fixtures/person.ts";
import { DESKTOP } from "../fixtures/screens.ts";
import { expect, test } from "../fixtures/test.ts";
import {
  clickContinue,
  decide,
  expectStep,
  field,
  openApplication,
  PDF,
  PNG,
  uploadDocument,
} from "../support/applying.ts";
import { expectNoOverflow } from "../support/overflow.ts";
import { toast, words } from "../support/page.ts";

const UPLOAD = "/api/provider-application/documents";

/** The accessible description of a field (its error or hint). */
const descriptionOf = async (control: Locator): Promise<string> =>
  words(control.page().locator(`[id="${(await control.getAttribute("aria-describedby"))?.split(" ").at(-1) ?? ""}"]`));

async function sayWho(page: Page): Promise<void> {
  await page.goto("/profile");
  await page.getByRole("link", { name: /Become a Service Provider/ }).click();
  await page.getByRole("link", { name: "Start application" }).click();
  await expectStep(page, "Personal Information");
  await expect(field(page, "First Name")).toHaveValue("Bruno");

  await field(page, "Phone").fill("+49 30 123456");
  await clickContinue(page);
  await expect
    .poll(() => descriptionOf(field(page, "Phone")))
    .toBe("Enter a Swiss phone number, for example +41 79 123 45 67.");
  await field(page, "Phone").fill("079 555 01 10");
  await clickContinue(page);
}

async function sayWhatBusiness({ page, pageErrors }: Person): Promise<void> {
  await expectStep(page, "Business Details");
  await expect(page).toHaveURL("/provider/apply?step=2");
  await page.getByRole("radio", { name: /Company/ }).check();
  await field(page, "Business Name").fill("Brunos Waschsalon GmbH");
  await field(page, "UID").fill("CHE-107.787.578");
  await field(page, "Service Areas").fill("9008");
  await page.getByRole("button", { name: "Add 9008 St. Gallen" }).click();
  await field(page, "Service Areas").fill("Winterthur");
  await page.getByRole("button", { name: "Add 8400 Winterthur" }).click();
  pageErrors.expectResponse(400, "/api/provider-application");
  await clickContinue(page);
  await expect
    .poll(() => descriptionOf(field(page, "UID")))
    .toBe("This UID is not right. It reads like CHE-107.787.577.");
  await expect(field(page, "UID")).toBeFocused();
  await field(page, "UID").fill("che107787577");
  await clickContinue(page);
}

async function sendDocuments({ page, pageErrors }: Person): Promise<void> {
  await expectStep(page, "Document Upload");
  pageErrors.expectResponse(400, `${UPLOAD}/idDocument`);
  const idDocument = await uploadDocument(
    page,
    "ID Document",
    "passport.pdf",
    "application/pdf",
    Buffer.from("no PDF at all"),
  );
  await expect(idDocument.getByRole("alert")).toHaveText("Please choose a PDF, JPEG or PNG file.", {
    useInnerText: true,
  });
  await uploadDocument(page, "ID Document", "scan.png", "image/png", Buffer.alloc(11 * 1024 * 1024));
  await expect(idDocument.getByRole("alert")).toHaveText("The file is larger than 10 MB.", { useInnerText: true });
  await uploadDocument(page, "ID Document", "passport.png", "image/png", PNG);
  await expect(idDocument.getByRole("link", { name: "Open passport.png" }).first()).toBeVisible();

  const registration = await uploadDocument(page, "Business Registration", "register.pdf", "application/pdf", PDF);
  await expect(registration.getByRole("link", { name: "Open register.pdf" }).first()).toBeVisible();
  await clickContinue(page);
  await expect(page.getByRole("group", { name: "Insurance Certificate" }).getByRole("alert")).toHaveText(
    "Insurance Certificate is required",
    { useInnerText: true },
  );
}

/** Continues on another device: removes a document, and replaces another. */
async function continueOnAnotherDevice(page: Page): Promise<void> {
  await page.goto("/provider/apply");
  await expectStep(page, "Document Upload");
  await expect(page).toHaveURL("/provider/apply?step=3");
  const references = await uploadDocument(page, "References", "letters.pdf", "application/pdf", PDF);
  await references.getByRole("button", { name: "Remove References" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Remove document" }).click();
  await expect(references.getByRole("link").first()).toBeHidden();
  await uploadDocument(page, "ID Document", "card.png", "image/png", PNG);
  await expect(page.getByRole("link", { name: "Open card.png" }).first()).toBeVisible();
  const insurance = await uploadDocument(page, "Insurance Certificate", "policy.pdf", "application/pdf", PDF);
  await expect(insurance.getByRole("link", { name: "Open policy.pdf" }).first()).toBeVisible();
  await clickContinue(page);
}

async function submit(page: Page): Promise<void> {
  await expectStep(page, "Review & Submit");
  await expect(page.getByText("9008 St. Gallen, 8400 Winterthur").first()).toBeVisible();
  await expect(page.getByText("CHE-107.787.577").first()).toBeVisible();
  await page.getByRole("link", { name: "Change Document Upload" }).click();
  await expectStep(page, "Document Upload");
  await page.goBack();
  await page.getByRole("button", { name: "Submit Application" }).click();
  await expect(toast(page, "Application Submitted")).toContainText("5-7 business days", { useInnerText: true });
  await expect(page).toHaveURL("/profile");
  await expect(
    page.getByRole("link", { name: /Become a Service Provider Application submitted/ }).first(),
  ).toBeVisible();
}

/** Others cannot download a document, even with its URL. */
async function expectPrivate(owner: Person, stranger: Person): Promise<void> {
  const { documents } = await owner.call<{ documents: { idDocument: { id: string } } }>(
    "GET",
    "/api/provider-application",
  );
  const address = `${UPLOAD}/${documents.idDocument.id}`;
  expect((await owner.context.request.get(address)).status()).toBe(200);
  expect((await stranger.context.request.get(address)).status()).toBe(404);
}

test("somebody applies to be a provider, answers what is asked, and opens the workspace when they are approved", async ({
  make,
  users,
}) => {
  test.setTimeout(120_000);
  // Operators search the application by name, so it must be unique.
  const lastName = `Keller-${crypto.randomUUID().slice(0, 8)}`;
  const { users: made } = await make({
    users: [
      { ref: "bruno", firstName: "Bruno", lastName, addresses: [{}] },
      { ref: "chiara", firstName: "Chiara" },
      { ref: "dora", firstName: "Dora", operator: "all" },
    ],
  });
  const phone = await users.signedIn(made.bruno);
  await sayWho(phone.page);
  await sayWhatBusiness(phone);
  await sendDocuments(phone);

  const desktop = await users.visitor({ viewport: DESKTOP });
  const { page } = desktop;
  await desktop.signIn(made.bruno.email);
  await continueOnAnotherDevice(page);
  await expectStep(page, "Review & Submit");
  await expectNoOverflow(
    page,
    [1, 2, 3, 4].map((step) => `/provider/apply?step=${step}`),
  );
  await submit(page);
  await expectPrivate(desktop, await users.signedIn(made.chiara));

  await page.goto("/provider/apply");
  await expect(page.getByRole("heading", { name: "Your application is submitted" })).toBeVisible();
  const dora = await users.signedIn(made.dora, { viewport: DESKTOP });
  await openApplication(dora, `Bruno ${lastName}`);
  await decide(dora, "Ask for changes", "Please name your experience.");
  await expect(page.getByText("Please name your experience.").first()).toBeVisible();
  await page.getByRole("link", { name: "Change Business Details" }).click();
  await field(page, "Experience (Optional)").fill("Three years in a hotel laundry");
  await clickContinue(page);
  await expectStep(page, "Document Upload");
  await clickContinue(page);
  await page.getByRole("button", { name: "Submit Application" }).click();
  await expect(page).toHaveURL("/profile");

  await page.goto("/provider/apply");
  await expect(page.getByRole("heading", { name: "Your application is submitted" })).toBeVisible();
  await openApplication(dora, `Bruno ${lastName}`);
  await expect(dora.page.getByText("Three years in a hotel laundry").first()).toBeVisible();
  await decide(dora, "Approve");
  await page.getByRole("link", { name: "Open your workspace" }).click();
  await expect(page.getByRole("heading", { name: "Your jobs" }).first()).toBeVisible();
});
