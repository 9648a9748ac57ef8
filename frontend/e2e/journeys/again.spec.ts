import type { Locator, Page } from "@playwright/test";

import { CARDS } from "../fixtures/cards.ts";
import { ADDRESS_LINE, type Order, payOrder, placeOrder, setStatus } from "../fixtures/orders.ts";
import { DEMO, type Person } from "../fixtures/person.ts";
import { swissDay } from "../fixtures/swiss-time.ts";
import { expect, test } from "../fixtures/test.ts";
import type { Users } from "../fixtures/users.ts";
import { pathOf, toast } from "../support/page.ts";
import { answerBank, fillCard } from "../support/paying.ts";

// Each has a past of their own in the demo, and none that another test looks at.
const RETURNING = { katrin: "katrin.wyss@example.com", remo: "remo.lustenberger@example.com", manon: "manon.girard@example.com" };
/** The same booking again takes no more than this. */
const MOST_TAPS = 3;
const PAY = { name: "Pay CHF 27.50", exact: true };

type Habit = { orderId: string; pickupTime: string; provider: { id: string } };
type Slot = { date: string; startTime: string; endTime: string; maxBookings: number; currentBookings: number };

class Taps {
  count = 0;

  async on(what: Locator): Promise<void> {
    await what.click();
    this.count += 1;
  }
}

/** The demo provider, who accepts at once. */
async function brunoOf(users: Users): Promise<{ bruno: Person; providerId: string }> {
  const bruno = await users.visitor();
  const { providerId } = await bruno.signIn(DEMO.provider);
  return { bruno, providerId: providerId ?? "" };
}

async function saveCard({ page }: Person, number: string): Promise<void> {
  await page.goto("/profile/payment-methods");
  await page.getByRole("button", { name: "Add card" }).click();
  await fillCard(page, number);
  await page.getByRole("button", { name: "Save card" }).click();
  if (number !== CARDS.succeeds) await answerBank(page, "Complete authentication");
  await expect(toast(page, "Card saved")).toBeVisible();
}

/** Somebody who has booked the demo provider before and whose card is saved. */
async function returningCustomer(users: Users, email: string, card = CARDS.succeeds): Promise<{ alice: Person; bruno: Person; order: Order }> {
  const { bruno, providerId } = await brunoOf(users);
  const alice = await users.visitor();
  await alice.signIn(email);
  const order = await payOrder(alice, await placeOrder(alice, { id: providerId }, 2));
  await saveCard(alice, card);
  return { alice, bruno, order };
}

/** The card of the last order, on home. */
const again = (page: Page): Locator => page.getByRole("region", { name: "Book again" }).getByRole("button", { name: /^Again: .*CHF 27\.50$/ }).first();
const sheetOf = (page: Page): Locator => page.getByRole("dialog", { name: /^Again: / });

async function expectPaid(person: Person, order: Order): Promise<Order> {
  const { page } = person;
  await expect(page).toHaveURL(/\/tracking\//);
  await expect(toast(page, "Payment Successful")).toBeVisible();
  const id = pathOf(page).split("/")[2] ?? "";
  expect(id).not.toBe(order.id);
  const placed = await person.call<Order & { pickupAddress: string }>("GET", `/api/orders/${id}`);
  expect(placed).toMatchObject({ paymentStatus: "paid", totalAmount: "27.50", providerId: order.providerId, pickupAddress: ADDRESS_LINE });
  return placed;
}

test.describe("a returning person", () => {
  test("has the same again, paid, in three taps: from home, and from the history", async ({ users }) => {
    const { alice, bruno, order } = await returningCustomer(users, RETURNING.katrin);
    const { page } = alice;
    await setStatus(bruno, order, "pickup", "washing", "delivery", "completed");

    await page.goto("/");
    const fromHome = new Taps();
    await expect(again(page)).toBeVisible();
    await fromHome.on(again(page));
    await expect(sheetOf(page).getByText("Visa •••• 4242").first()).toBeVisible();
    await fromHome.on(sheetOf(page).getByRole("button", PAY));
    await expectPaid(alice, order);
    expect(fromHome.count).toBeLessThanOrEqual(MOST_TAPS);

    await page.goto("/history");
    const fromHistory = new Taps();
    const entry = page.getByRole("tabpanel").getByRole("listitem").filter({ hasText: order.id.slice(-8) });
    await fromHistory.on(entry.getByRole("link", { name: "Reorder" }));
    await expect(page).toHaveURL(new RegExp(`again=${order.id}`));
    await fromHistory.on(page.getByRole("button", { name: "Confirm Booking" }));
    await expect(page).toHaveURL(/\/checkout\//);
    await expect(page.getByRole("radio", { name: /Visa •••• 4242/, checked: true }).first()).toBeVisible();
    await fromHistory.on(page.getByRole("button", { name: "Pay 27.50 CHF", exact: true }));
    await expectPaid(alice, order);
    expect(fromHistory.count).toBeLessThanOrEqual(MOST_TAPS);
  });

  test("whose bank wants to be asked answers it on home: a no is said in the sheet, a yes pays the same order", async ({ users }) => {
    const { alice, order } = await returningCustomer(users, RETURNING.remo, CARDS.alwaysAsksTheBank);
    const { page } = alice;
    const { id } = await alice.signIn(RETURNING.remo);
    const known = (await alice.call<Order[]>("GET", `/api/orders/customer/${id}`)).length;

    await page.goto("/");
    await again(page).click();
    await sheetOf(page).getByRole("button", PAY).click();
    await answerBank(page, "Fail authentication");
    await expect(sheetOf(page).getByText("Payment Failed").first()).toBeVisible();
    await expect(sheetOf(page).getByRole("link", { name: "Pay another way" }).first()).toBeVisible();

    await sheetOf(page).getByRole("button", PAY).click();
    await answerBank(page, "Complete authentication");
    await expectPaid(alice, order);
    expect(await alice.call<Order[]>("GET", `/api/orders/customer/${id}`)).toHaveLength(known + 1);
  });

  test("whose hour went in the meantime is told so, chooses another, and nothing was charged before", async ({ users }) => {
    const { alice, bruno, order } = await returningCustomer(users, RETURNING.manon);
    const { page } = alice;
    await page.goto("/");
    await again(page).click();
    const sheet = sheetOf(page);
    await expect(sheet.getByRole("button", PAY)).toBeVisible();
    const habit = (await alice.call<Habit[]>("GET", "/api/orders/again")).find(({ provider }) => provider.id === order.providerId);
    if (habit === undefined) throw new Error("There is no habit.");
    const slot = await fill(bruno, alice, habit);
    try {
      alice.pageErrors.expectResponse(409, "/api/orders");
      await sheet.getByRole("button", PAY).click();
      await expect(sheet.getByText(/Please choose another time\./).first()).toBeVisible();
      await expect(sheet.getByRole("radio", { checked: true })).toHaveCount(0);
      await expect(page).toHaveURL("/");
      await sheet.getByRole("button", PAY).click();
      await expect(sheet.getByText("Please choose a pickup time.").first()).toBeVisible();

      const free = sheet.getByRole("radio");
      await expect.poll(() => free.evaluateAll((inputs, gone) => inputs.some((input) => (input as HTMLInputElement).value === gone), habit.pickupTime)).toBe(false);
      await free.first().check();
      await sheet.getByRole("button", PAY).click();
      await expectPaid(alice, order);
      await expect(page.getByText("Order Confirmed").first()).toBeVisible();
    } finally {
      await bruno.call("POST", "/api/time-slots", slot);
    }
  });
});

/** Somebody else takes the last place of a habit's hour. Answers how to offer the hour as before. */
async function fill(bruno: Person, alice: Person, { pickupTime, provider }: Habit): Promise<unknown> {
  const at = new Date(pickupTime);
  const clock = (options: Intl.DateTimeFormatOptions, locale: string): string => new Intl.DateTimeFormat(locale, { timeZone: "Europe/Zurich", ...options }).format(at);
  const [date, startTime] = [clock({}, "en-CA"), clock({ hour: "2-digit", minute: "2-digit" }, "en-GB")];
  const query = new URLSearchParams({ providerId: provider.id, startDate: date, endDate: date });
  const slotNow = async (): Promise<Slot> => {
    const slot = (await alice.call<Slot[]>("GET", `/api/time-slots?${query.toString()}`)).find((one) => one.startTime === startTime);
    if (slot === undefined) throw new Error(`There is no slot at ${date} ${startTime}, today being ${swissDay()}.`);
    return slot;
  };
  const before = await slotNow();
  const offered = { providerId: provider.id, date, startTime, endTime: before.endTime };
  const booking = { providerId: provider.id, serviceType: "standard", weight: "10.0", pickupAddress: ADDRESS_LINE, deliveryAddress: ADDRESS_LINE, pickupTime, specialInstructions: "" };
  if (before.currentBookings === 0) await bruno.call("POST", "/api/orders", booking);
  await bruno.call("POST", "/api/time-slots", { ...offered, maxBookings: (await slotNow()).currentBookings });
  return { ...offered, maxBookings: before.maxBookings };
}
