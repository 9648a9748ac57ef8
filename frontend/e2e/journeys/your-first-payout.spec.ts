import { randomUUID } from "node:crypto";

import type { Locator, Page } from "@playwright/test";

import { setStatus } from "../fixtures/orders.ts";
import { PASSWORD, type Person } from "../fixtures/person.ts";
import { DESKTOP } from "../fixtures/screens.ts";
import { swissDay } from "../fixtures/swiss-time.ts";
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
import { toast } from "../support/page.ts";
import { navigate } from "../support/sign-out.ts";

/** Zurich main station. */
const NEAR = { latitude: 47.378177, longitude: 8.540192, accuracy: 12 };
const DAYS_UNTIL_PAID = 9;
const DAY_MS = 24 * 60 * 60_000;
const WEEKDAYS = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];

async function apply(page: Page): Promise<void> {
  await page.goto("/provider/apply");
  await page.getByRole("link", { name: "Start application" }).click();
  await expectStep(page, "Personal Information");
  await field(page, "Phone").fill("079 555 01 44");
  await clickContinue(page);
  await expectStep(page, "Business Details");
  await page.getByRole("radio", { name: /Individual/ }).check();
  await field(page, "Business Name").fill("Brunos Waschküche");
  await field(page, "Service Areas").fill("8001");
  await page.getByRole("button", { name: /^Add 8001 Z/ }).click();
  await clickContinue(page);
  await expectStep(page, "Document Upload");
  await expect(
    (await uploadDocument(page, "ID Document", "passport.png", "image/png", PNG)).getByRole("link").first(),
  ).toBeVisible();
  await expect(
    (await uploadDocument(page, "Insurance Certificate", "policy.pdf", "application/pdf", PDF))
      .getByRole("link")
      .first(),
  ).toBeVisible();
  await clickContinue(page);
  await expectStep(page, "Review & Submit");
  await page.getByRole("button", { name: "Submit Application" }).click();
  await expect(toast(page, "Application Submitted")).toBeVisible();
}

/** Sets working hours and the payout account. */
async function prepareWorkspace(page: Page): Promise<void> {
  await navigate(page, "/provider/schedule");
  const weekday = WEEKDAYS[new Date(`${swissDay(1)}T12:00:00Z`).getUTCDay()] ?? "";
  await page.getByRole("button", { name: `Add hours on ${weekday}` }).click();
  const hours = page.getByRole("dialog", { name: "Add hours" });
  await hours.getByLabel("From").selectOption("08:00");
  await hours.getByLabel("To").selectOption("18:00");
  await hours.getByRole("button", { name: "Save hours" }).click();
  await expect(
    page.getByRole("button", { name: new RegExp(`^Change ${weekday}, 08:00 to 18:00`) }).first(),
  ).toBeVisible();
  await page.getByRole("navigation", { name: "Workspace" }).getByRole("link", { name: "Earnings" }).click();
  await field(page, "Name on the account").fill("Bruno Keller");
  await field(page, "IBAN").fill("CH9300762011623852957");
  await page.getByLabel("Your Suuber password").last().fill(PASSWORD);
  await page.getByRole("button", { name: "Save account" }).click();
  await expect(toast(page, "Account saved")).toBeVisible();
}

/** Books with the saved card; returns the order's id. */
async function book({ page }: Person, providerId: string): Promise<string> {
  await page.goto(`/booking?providerId=${providerId}`);
  await page.getByRole("button", { name: "Confirm Booking" }).click();
  await expect(page).toHaveURL(/\/checkout\/[0-9a-f-]{36}$/);
  await page.getByRole("button", { name: /^Pay \d+\.\d\d CHF$/ }).click();
  await expect(page).toHaveURL(/\/tracking\/[0-9a-f-]{36}$/);
  return new URL(page.url()).pathname.split("/").at(-1) ?? "";
}

/** Bruno shows where he is, counts the bags, takes a photo, and begins to wash with the code that alice reads to him. */
async function handOver({ alice, bruno, id }: { alice: Person; bruno: Person; id: string }): Promise<void> {
  const job = bruno.page.locator("li").filter({ hasText: id.slice(-8) });
  await alice.page.getByRole("switch", { name: "Ask for a code at handover" }).click();
  await setStatus(bruno, { id }, "pickup");

  await bruno.context.grantPermissions(["geolocation"]);
  await bruno.context.setGeolocation(NEAR);
  await job.getByRole("button", { name: "Share my position" }).click();
  const question = bruno.page.getByRole("dialog", { name: "Share your position?" });
  await question.getByRole("button", { name: "Share my position" }).click();
  await expect(alice.page.getByText(/is about 5 min away$/).first()).toBeVisible();
  await expect(alice.page.getByRole("region", { name: /^Map with .+ and 8001 Zurich$/ })).toBeVisible();

  await job.getByRole("button", { name: "Photo and bags" }).click();
  const proof = bruno.page.getByRole("dialog", { name: "Photo and bags" });
  await proof.getByRole("button", { name: "One bag more" }).click();
  await proof.getByLabel("Take a photo").setInputFiles({ name: "bag.png", mimeType: "image/png", buffer: PNG });
  await expect(proof.getByRole("img", { name: "Your photo" })).toBeVisible();
  await proof.getByRole("button", { name: "Save" }).click();
  await expect(alice.page.getByRole("button", { name: "Photo of the pickup" })).toBeVisible();

  await handOverWithCode({ alice, job, step: "Start washing" });
  // What was shared for the way is over with it.
  await expect(alice.page.getByRole("heading", { name: /^Where .+ is$/ })).toHaveCount(0);
  await expect(alice.page.getByText("Confirmed with code").first()).toBeVisible();
  await setStatus(bruno, { id }, "delivery");
  await handOverWithCode({ alice, job, step: "Complete order" });
}

type Door = { alice: Person; job: Locator; step: string };

/** Takes the step that ends a handover, with the four digits on alice's page. */
async function handOverWithCode({ alice, job, step }: Door): Promise<void> {
  const code = (await alice.page.getByText(/^\d \d \d \d$/).textContent())?.replaceAll(" ", "") ?? "";
  await job.getByRole("button", { name: step }).click();
  const asks = job.page().getByRole("dialog", { name: "Code from" });
  await asks.getByRole("textbox", { name: "Code" }).fill(code);
  await asks.getByRole("button", { name: step }).click();
  await expect(asks).toBeHidden();
}

/** Creates last week's payouts, and marks this provider's as sent. */
async function payOut({ page }: Person, email: string): Promise<void> {
  await page.goto("/admin/orders/payout/");
  await page.getByRole("link", { name: "Make last week's payouts" }).click();
  await page.getByRole("button", { name: "Make them" }).click();
  await expect(page.getByText(/are being made\. They stand here in a moment\./).first()).toBeVisible();
  await expect
    .poll(async () => {
      await page.goto(`/admin/orders/payout/?queue=due&q=${encodeURIComponent(email)}`);
      return page.locator("input.action-select").count();
    })
    .toBe(1);
  await page.locator("input.action-select").check();
  await page.locator("select[name=action]").selectOption({ label: "Mark as paid" });
  await page.getByRole("button", { name: "Run" }).click();
  await page.getByRole("button", { name: "Mark as paid" }).click();
  await expect(
    page.getByText("CHF 25.00 to Bruno Keller, CH9300762011623852957. The provider is told.").first(),
  ).toBeVisible();
}

test("from the application to the first order that is done and paid out", async ({ make, users, clock }) => {
  test.setTimeout(150_000);
  // A unique name, because the operators' list may hold applications of other tests.
  const lastName = `Keller-${randomUUID().slice(0, 8)}`;
  const { users: made } = await make({
    users: [
      { ref: "alice", addresses: [{}], cards: ["visa"] },
      { ref: "bruno", firstName: "Bruno", lastName, addresses: [{}] },
      { ref: "dora", firstName: "Dora", operator: "all" },
    ],
  });
  const alice = await users.signedIn(made.alice);
  const bruno = await users.signedIn(made.bruno);
  const dora = await users.signedIn(made.dora, { viewport: DESKTOP });

  await apply(bruno.page);
  await openApplication(dora, `Bruno ${lastName}`);
  await decide(dora, "Approve");
  await bruno.page.goto("/provider/apply");
  await bruno.page.getByRole("link", { name: "Open your workspace" }).click();
  await expect(bruno.page.getByRole("heading", { name: "Your jobs" }).first()).toBeVisible();
  await prepareWorkspace(bruno.page);

  const { providerId } = (await bruno.call<{ user: { providerId: string } }>("GET", "/api/auth/session")).user;
  const id = await book(alice, providerId);
  await navigate(bruno.page, "/provider");
  // New providers accept at once, so nothing is to be confirmed.
  await expect(
    bruno.page
      .locator("li")
      .filter({ hasText: id.slice(-8) })
      .getByRole("button", { name: "Start pickup" }),
  ).toBeVisible();
  await handOver({ alice, bruno, id });
  await expect(alice.page.getByRole("radio", { name: /Excellent/ }).first()).toBeVisible();

  await clock.set(new Date(Date.now() + DAYS_UNTIL_PAID * DAY_MS), dora);
  await payOut(dora, made.bruno.email);
  await bruno.page.goto("/provider/earnings");
  await expect(bruno.page.getByText("CHF 25.00").first()).toBeVisible();
  await expect(bruno.page.getByText(/^Paid (?!every week)/).first()).toBeVisible();
});
