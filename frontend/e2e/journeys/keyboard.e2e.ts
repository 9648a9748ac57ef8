import type { Locator, Page } from "playwright-core";
import { expect } from "vitest";

import { CARDS } from "../support/cards";
import { ADDRESS, moves, nameOf, providersNear } from "../support/orders";
import { DEMO } from "../support/person";
import { arrivesAt, becomes, pathOf, sees, toast } from "../support/seeing";
import { test } from "../support/stage";

const MOST_STOPS = 120;

/** Presses Tab until the focus is where it shall be. */
async function tabsTo(page: Page, target: Locator): Promise<void> {
  await sees(target);
  for (let stop = 0; stop < MOST_STOPS; stop += 1) {
    if (await target.evaluate((element) => element.ownerDocument.hasFocus() && element === element.ownerDocument.activeElement)) return;
    await page.keyboard.press("Tab");
  }
  throw new Error(`Tab never reaches ${String(target)}.`);
}

test("the keyboard alone can book, pay and rate", async ({ stage }) => {
  const alice = await stage.enters({ viewport: { width: 1280, height: 800 } });
  const bruno = await stage.enters();
  const dora = await stage.enters();
  const { page } = alice;
  const { keyboard } = page;
  await alice.registers();
  await dora.signsIn(DEMO.operator);
  const { providerId } = await bruno.signsIn(DEMO.provider);
  const provider = (await providersNear(alice)).find(({ id }) => id === providerId);
  if (provider === undefined) throw new Error("The demo provider is not on home.");

  await page.goto("/");
  await tabsTo(page, page.getByRole("link", { name: `Book Now with ${nameOf(provider)}` }));
  await keyboard.press("Enter");
  await arrivesAt(page, /^\/booking/);

  await tabsTo(page, page.getByRole("radio", { name: /Standard Wash and Fold/ }));
  await keyboard.press("ArrowDown");
  await tabsTo(page, page.getByRole("slider"));
  await keyboard.press("End");
  await tabsTo(page, page.getByLabel("Street address"));
  await keyboard.type(ADDRESS.street);
  const dates = page.getByRole("group", { name: "Preferred pickup date" });
  await tabsTo(page, dates.locator("input:checked"));
  if (!(await dates.getByRole("radio").nth(1).isChecked())) await keyboard.press("ArrowRight");
  await becomes(() => dates.getByRole("radio").nth(1).isChecked(), true);
  await tabsTo(page, page.getByRole("group", { name: "Preferred pickup time" }).locator("input:checked"));
  await keyboard.press("ArrowRight");
  await tabsTo(page, page.getByRole("button", { name: "Confirm Booking" }));
  await keyboard.press("Enter");
  await arrivesAt(page, /^\/checkout\//);
  const orderId = pathOf(page).split("/")[2] ?? "";

  const form = page.frameLocator('iframe[title="Secure payment input frame"]');
  await tabsTo(page, form.getByLabel("Card number"));
  await keyboard.type(CARDS.succeeds);
  await tabsTo(page, form.getByLabel("Expiry (MM / YY)"));
  await keyboard.type("1240");
  await tabsTo(page, form.getByLabel("CVC"));
  await keyboard.type("123");
  // 15 kg with premium care: 30.00 + 5 × 3.50 + 2.50.
  await tabsTo(page, page.getByRole("button", { name: "Pay 50.00 CHF" }));
  await keyboard.press("Enter");
  await arrivesAt(page, `/tracking/${orderId}`);
  await toast(page, "Payment Successful");

  await moves(dora, { id: orderId }, "pickup", "washing", "delivery", "completed");
  await tabsTo(page, page.getByRole("link", { name: "History" }));
  await keyboard.press("Enter");
  await arrivesAt(page, "/history");
  await tabsTo(page, page.getByRole("button", { name: "Rate Service" }));
  await keyboard.press("Enter");
  const dialog = page.getByRole("dialog");
  await tabsTo(page, dialog.getByRole("radio", { name: /^1 of 5/ }));
  await keyboard.press("Space");
  for (let star = 1; star < 5; star += 1) await keyboard.press("ArrowRight");
  expect(await dialog.getByRole("radio", { name: "5 of 5 stars, Excellent" }).isChecked()).toBe(true);
  await tabsTo(page, dialog.getByRole("button", { name: "Submit Rating" }));
  await keyboard.press("Enter");
  await toast(page, "Review Submitted");
  await becomes(() => dialog.count(), 0);
});
