import type { Page } from "playwright-core";

import { decides, field, goesOn, isAtStep, opensApplication, PDF, PNG, sends } from "../support/applying";
import { CARDS } from "../support/cards";
import { clockIsRight, itIs } from "../support/clock";
import { goes } from "../support/leaving";
import { moves, savesCard } from "../support/orders";
import { DEMO, PASSWORD, type Person } from "../support/person";
import { arrivesAt, becomes, sees, toast } from "../support/seeing";
import { DESK, test } from "../support/stage";
import { swissDay } from "../support/swiss-time";

// The last of the files by name, as it moves the clock on by days.

const DAVID = "david.moser@example.com";
const DAYS_UNTIL_PAID = 9;
const DAY_MS = 24 * 60 * 60_000;
const WEEKDAYS = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];

async function applies(page: Page): Promise<void> {
  await page.goto("/provider/apply");
  await page.getByRole("link", { name: "Start application" }).click();
  await isAtStep(page, "Personal Information");
  await field(page, "Phone").fill("079 555 01 44");
  await goesOn(page);
  await isAtStep(page, "Business Details");
  await page.getByRole("radio", { name: /Individual/ }).check();
  await field(page, "Business Name").fill("Davids Waschküche");
  await field(page, "Service Areas").fill("8001");
  await page.getByRole("button", { name: /^Add 8001 Z/ }).click();
  await goesOn(page);
  await isAtStep(page, "Document Upload");
  await sees((await sends(page, "ID Document", "passport.png", "image/png", PNG)).getByRole("link"));
  await sees((await sends(page, "Insurance Certificate", "policy.pdf", "application/pdf", PDF)).getByRole("link"));
  await goesOn(page);
  await isAtStep(page, "Review & Submit");
  await page.getByRole("button", { name: "Submit Application" }).click();
  await toast(page, "Application Submitted");
}

/** Says when there is room, and where the money goes. */
async function isReady(page: Page): Promise<void> {
  await goes(page, "/provider/schedule");
  const weekday = WEEKDAYS[new Date(`${swissDay(1)}T12:00:00Z`).getUTCDay()] ?? "";
  await page.getByRole("button", { name: `Add hours on ${weekday}` }).click();
  const hours = page.getByRole("dialog", { name: "Add hours" });
  await hours.getByLabel("From").selectOption("08:00");
  await hours.getByLabel("To").selectOption("18:00");
  await hours.getByRole("button", { name: "Save hours" }).click();
  await sees(page.getByRole("button", { name: new RegExp(`^Change ${weekday}, 08:00 to 18:00`) }));
  await page.getByRole("navigation", { name: "Workspace" }).getByRole("link", { name: "Earnings" }).click();
  await field(page, "Name on the account").fill("David Moser");
  await field(page, "IBAN").fill("CH9300762011623852957");
  await page.getByLabel("Your Suuber password").last().fill(PASSWORD);
  await page.getByRole("button", { name: "Save account" }).click();
  await toast(page, "Account saved");
}

/** Books with the card that is kept; answers the order's id. */
async function books(anna: Person, providerId: string): Promise<string> {
  const { page } = anna;
  await savesCard(anna, CARDS.succeeds);
  await page.goto(`/booking?providerId=${providerId}`);
  await page.getByRole("button", { name: "Confirm Booking" }).click();
  await arrivesAt(page, /^\/checkout\/[0-9a-f-]{36}$/);
  await page.getByRole("button", { name: /^Pay \d+\.\d\d CHF$/ }).click();
  await arrivesAt(page, /^\/tracking\/[0-9a-f-]{36}$/);
  return new URL(page.url()).pathname.split("/").at(-1) ?? "";
}

/** Makes the payouts of the week that is over, and says that the bank has sent David's. */
async function paysOut({ page }: Person): Promise<void> {
  await page.goto("/admin/orders/payout/");
  await page.getByRole("link", { name: "Make last week's payouts" }).click();
  await page.getByRole("button", { name: "Make them" }).click();
  await sees(page.getByText(/are being made\. They stand here in a moment\./));
  await becomes(async () => {
    await page.goto("/admin/orders/payout/?queue=due&q=david");
    return page.locator("input.action-select").count();
  }, 1);
  await page.locator("input.action-select").check();
  await page.locator("select[name=action]").selectOption({ label: "Mark as paid" });
  await page.getByRole("button", { name: "Run" }).click();
  await page.getByRole("button", { name: "Mark as paid" }).click();
  await sees(page.getByText("CHF 25.00 to David Moser, CH9300762011623852957. The provider is told."));
}

test("from the application to the first order that is done and paid out", { timeout: 150_000 }, async ({ stage }) => {
  const david = await stage.enters();
  const olivia = await stage.enters({ viewport: DESK });
  const anna = await stage.enters();
  await david.signsIn(DAVID);
  await olivia.signsIn(DEMO.operator);
  await anna.signsIn(DEMO.customer);

  await applies(david.page);
  await opensApplication(olivia, "David Moser");
  await decides(olivia, "Approve");
  await david.page.goto("/provider/apply");
  await david.page.getByRole("link", { name: "Open your workspace" }).click();
  await sees(david.page.getByRole("heading", { name: "Your jobs" }));
  await isReady(david.page);

  const { providerId } = (await david.call<{ user: { providerId: string } }>("GET", "/api/auth/session")).user;
  const id = await books(anna, providerId);
  await goes(david.page, "/provider");
  const job = david.page.locator("li").filter({ hasText: id.slice(-8) });
  const confirm = job.getByRole("button", { name: "Confirm" });
  await sees(job);
  if (await confirm.isVisible()) await confirm.click();
  await moves(david, { id }, "pickup", "washing", "delivery", "completed");
  await sees(anna.page.getByRole("radio", { name: /Excellent/ }));

  try {
    await itIs(new Date(Date.now() + DAYS_UNTIL_PAID * DAY_MS), olivia);
    await paysOut(olivia);
    await david.page.goto("/provider/earnings");
    await sees(david.page.getByText("CHF 25.00"));
    await sees(david.page.getByText(/^Paid (?!every week)/));
  } finally {
    clockIsRight();
  }
});
