import type { Locator, Page } from "@playwright/test";

import { zurichDate } from "../../src/lib/dates.ts";
import { CARDS } from "../fixtures/cards.ts";
import { ADDRESS_LINE, type Order, placeOrderAt } from "../fixtures/orders.ts";
import type { Person } from "../fixtures/person.ts";
import { expect, test } from "../fixtures/test.ts";
import { pathOf, toast } from "../support/page.ts";
import { fillCard, finishChallenge } from "../support/paying.ts";

/** The limit of taps to book again. */
const MOST_TAPS = 3;
const COMPLETED = {
  ref: "before",
  customer: "alice",
  provider: "salon",
  status: "completed",
  pickup: { days: -2, time: "10:00" },
} as const;
const PAY = { name: "Pay CHF 27.50", exact: true };

class Taps {
  count = 0;

  async on(what: Locator): Promise<void> {
    await what.click();
    this.count += 1;
  }
}

async function saveCardThatAsksTheBank({ page }: Person): Promise<void> {
  await page.goto("/profile/payment-methods");
  await page.getByRole("button", { name: "Add card" }).click();
  await fillCard(page, CARDS.alwaysAsksTheBank);
  await page.getByRole("button", { name: "Save card" }).click();
  await finishChallenge(page, "Complete authentication");
  await expect(toast(page, "Card saved")).toBeVisible();
}

/** The suggestion's card on home. */
const suggestionOn = (page: Page): Locator =>
  page.getByRole("region", { name: "Book again" }).getByRole("button", { name: /^Again: .*CHF 27\.50$/ });
const sheetOf = (page: Page): Locator => page.getByRole("dialog", { name: /^Again: / });

async function expectPaid(person: Person, before: Pick<Order, "id" | "providerId">): Promise<void> {
  const { page } = person;
  await expect(page).toHaveURL(/\/tracking\//);
  await expect(toast(page, "Payment Successful")).toBeVisible();
  const id = pathOf(page).split("/")[2] ?? "";
  expect(id).not.toBe(before.id);
  const placed = await person.call<Order & { pickupAddress: string }>("GET", `/api/orders/${id}`);
  expect(placed).toMatchObject({
    paymentStatus: "paid",
    totalAmount: "27.50",
    providerId: before.providerId,
    pickupAddress: ADDRESS_LINE,
  });
}

test.describe("a returning person", () => {
  test("has the same again, paid, in three taps: from home, and from the history", async ({ make, users }) => {
    const made = await make({
      users: [{ ref: "alice", cards: ["visa"] }],
      providers: [{ ref: "salon" }],
      orders: [COMPLETED],
    });
    const order = made.orders.before;
    const alice = await users.signedIn(made.users.alice);
    const { page } = alice;

    await page.goto("/");
    const fromHome = new Taps();
    await expect(suggestionOn(page)).toBeVisible();
    await fromHome.on(suggestionOn(page));
    await expect(sheetOf(page).getByText("Visa •••• 4242").first()).toBeVisible();
    await fromHome.on(sheetOf(page).getByRole("button", PAY));
    await expectPaid(alice, order);
    expect(fromHome.count).toBeLessThanOrEqual(MOST_TAPS);

    await page.goto("/history");
    const fromHistory = new Taps();
    const entry = page
      .getByRole("tabpanel")
      .getByRole("listitem")
      .filter({ hasText: order.id.slice(-8) });
    await fromHistory.on(entry.getByRole("link", { name: "Reorder" }));
    await expect(page).toHaveURL(new RegExp(`again=${order.id}`));
    await fromHistory.on(page.getByRole("button", { name: "Confirm Booking" }));
    await expect(page).toHaveURL(/\/checkout\//);
    await expect(page.getByRole("radio", { name: /Visa •••• 4242/, checked: true })).toBeVisible();
    await fromHistory.on(page.getByRole("button", { name: "Pay 27.50 CHF", exact: true }));
    await expectPaid(alice, order);
    expect(fromHistory.count).toBeLessThanOrEqual(MOST_TAPS);
  });

  test("whose bank wants to be asked answers it on home: a no is said in the sheet, a yes pays the same order", async ({
    make,
    users,
  }) => {
    const made = await make({
      users: [{ ref: "alice" }],
      providers: [{ ref: "salon" }],
      orders: [COMPLETED],
    });
    const alice = await users.signedIn(made.users.alice);
    const { page } = alice;
    await saveCardThatAsksTheBank(alice);

    await page.goto("/");
    await suggestionOn(page).click();
    await sheetOf(page).getByRole("button", PAY).click();
    await finishChallenge(page, "Fail authentication");
    await expect(sheetOf(page).getByText("Payment Failed").first()).toBeVisible();
    await expect(sheetOf(page).getByRole("link", { name: "Pay another way" })).toBeVisible();

    await sheetOf(page).getByRole("button", PAY).click();
    await finishChallenge(page, "Complete authentication");
    await expectPaid(alice, made.orders.before);
    expect(await alice.call<Order[]>("GET", `/api/orders/customer/${made.users.alice.id}`)).toHaveLength(2);
  });

  test("whose hour went in the meantime is told so, chooses another, and nothing was charged before", async ({
    make,
    users,
  }) => {
    const made = await make({
      users: [
        { ref: "alice", cards: ["visa"] },
        { ref: "chiara", firstName: "Chiara" },
      ],
      providers: [{ ref: "salon", hours: [{ capacity: 1 }] }],
      orders: [{ ref: "before", customer: "alice", provider: "salon", pickup: { days: 2, time: "10:00" } }],
    });
    const alice = await users.signedIn(made.users.alice);
    const chiara = await users.signedIn(made.users.chiara);
    const { page } = alice;
    await page.goto("/");
    await suggestionOn(page).click();
    const sheet = sheetOf(page);
    await expect(sheet.getByRole("button", PAY)).toBeVisible();
    const gone = await sheet.getByRole("radio", { checked: true }).inputValue();
    await placeOrderAt(chiara, made.providers.salon, { date: zurichDate(gone), startTime: "10:00" });

    alice.pageErrors.expectResponse(409, "/api/orders");
    await sheet.getByRole("button", PAY).click();
    await expect(sheet.getByText(/Please choose another time\./).first()).toBeVisible();
    await expect(sheet.getByRole("radio", { checked: true })).toHaveCount(0);
    await expect(page).toHaveURL("/");
    await sheet.getByRole("button", PAY).click();
    await expect(sheet.getByText("Please choose a pickup time.").first()).toBeVisible();

    const free = sheet.getByRole("radio");
    await expect
      .poll(() => free.evaluateAll((inputs) => inputs.map((input) => (input as HTMLInputElement).value)))
      .not.toContain(gone);
    await free.first().check();
    await sheet.getByRole("button", PAY).click();
    await expectPaid(alice, made.orders.before);
    await expect(page.getByText("Order Confirmed").first()).toBeVisible();
  });
});
