import type { Page } from "@playwright/test";

import { CARDS } from "../fixtures/cards.ts";
import { cancelUnpaid, freeHours, type Order, payOrder, placeOrder, saveCard } from "../fixtures/orders.ts";
import { DEMO, type Person } from "../fixtures/person.ts";
import { swissDay, swissInstant } from "../fixtures/swiss-time.ts";
import { expect } from "../fixtures/test.ts";

/** An account that nobody else's test uses, and what would give it away wherever it stood. */
export const OWNER = "vera.ammann@example.com";
const LEAK = /ammann|kanarienweg|spisergasse|every \w+ at 11:00|ending in 4444|iban ending in|\+41795550116/i;
/** What is typed where the account has nothing of its own to show. */
export const TYPED = "kanarienweg-7";
const STREET = "Kanarienweg 7, Zurich 8001";
/** A provider whom no other test books, near to where the owner is then fetched from. */
export const PROVIDER = "urs.keel@example.com";
const STREET_NEAR_PROVIDER = "Kanarienweg 7, St. Gallen 9000";
const AT_ONCE_MS = 2000;

/** What the account has, so that each of its pages has something to hide. */
export type LeakFixture = { paid: Order; unpaid: Order; providerId: string };
/** The orders whose numbers must not be read by others. */
export type Known = Pick<LeakFixture, "paid" | "unpaid">;

/** Orders, paid and not, and a pickup that repeats, all with the demo provider; a card; a notice. */
export async function buildFixture(person: Person): Promise<LeakFixture> {
  const { providerId } = await person.signIn(DEMO.provider);
  const provider = { id: providerId ?? "" };
  const { id: customerId } = await person.signIn(OWNER);
  const own = { customerId, providerId: provider.id, serviceType: "standard", weight: "10.0", pickupAddress: STREET, deliveryAddress: STREET };
  const places = async (daysAhead: number): Promise<Order> => {
    const [slot] = await freeHours(person, provider.id, daysAhead, daysAhead + 6);
    if (slot === undefined) throw new Error("No hour is free.");
    const pickupTime = swissInstant(slot.date, slot.startTime).toISOString();
    return person.call<Order>("POST", "/api/orders", { ...own, pickupTime, specialInstructions: "" });
  };
  await cancelUnpaid(person, customerId);
  const paid = await payOrder(person, await places(2));
  const unpaid = await places(3);
  await saveCard(person, CARDS.another);
  const known = await person.call<{ isActive: boolean }[]>("GET", `/api/recurring-bookings/customer/${customerId}`);
  if (!known.some(({ isActive }) => isActive)) {
    const plan = { recurringPattern: "weekly", dayOfWeek: new Date(Date.now() + 6 * 86_400_000).getUTCDay(), preferredTime: "11:00" };
    await person.call("POST", "/api/recurring-bookings", { ...own, ...plan });
  }
  // A notice that says something of the account.
  await person.signIn(DEMO.provider);
  await person.call("POST", `/api/orders/${paid.id}/messages`, { body: "Is it Kanarienweg 7?" });
  await person.signIn(OWNER);
  return { paid, unpaid, providerId: provider.id };
}

/** What the provider knows: a paid order of the owner's with its address and phone, what they have written, where the provider's money goes, and a note of their own about days off. */
export async function buildJob(person: Person): Promise<Known> {
  const { providerId } = await person.signIn(PROVIDER);
  const daysOff = await person.call<{ note: string }[]>("GET", "/api/provider/days-off");
  if (!daysOff.some(({ note }) => note === STREET)) {
    await person.call("POST", "/api/provider/days-off", { startDate: swissDay(60), endDate: swissDay(60), note: STREET });
  }
  const { id: customerId } = await person.signIn(OWNER);
  const known = await person.call<Order[]>("GET", `/api/orders/customer/${customerId}`);
  const job =
    known.find((order) => order.providerId === providerId && order.status === "confirmed") ??
    (await payOrder(person, await placeOrder(person, { id: providerId ?? "" }, 2, "", STREET_NEAR_PROVIDER)));
  await person.call("POST", `/api/orders/${job.id}/messages`, { body: `It is ${STREET_NEAR_PROVIDER}.` });
  return { paid: job, unpaid: job };
}

/** Everything that a person sees or hears of a page: its title, its fields, and the tree that screen readers read, without addresses but those that call. */
async function visibleText(page: Page): Promise<string> {
  const fields = await page.locator("input, textarea, select").evaluateAll((controls) => controls.map((control) => (control as HTMLInputElement).value));
  const tree = (await page.locator("body").ariaSnapshot()).split("\n").filter((line) => !line.includes("- /url:") || line.includes("tel:"));
  return [await page.title(), ...tree, ...fields].join("\n");
}

/** What gives the account away on a page; null for nothing. */
export async function findLeak(page: Page, { paid, unpaid }: Known): Promise<string | null> {
  const text = await visibleText(page);
  // What stands in the address is known to whoever looks.
  const numbers = [paid, unpaid].map(({ id }) => id.slice(-8)).filter((number) => text.includes(number) && !page.url().includes(number));
  return LEAK.exec(text)?.[0] ?? numbers[0] ?? null;
}

/** The page shows something of the account, to begin with. */
export async function expectShown(page: Page, fixture: Known): Promise<void> {
  // A page that is loaded anew meanwhile is asked again.
  await expect(async () => expect(await findLeak(page, fixture), `${page.url()} shows something of the account`).not.toBeNull()).toPass();
}

/** Two seconds from now on at the latest, nothing gives the account away. */
export async function expectNothingShown(page: Page, fixture: Known): Promise<void> {
  await expect(async () => expect(await findLeak(page, fixture), `${page.url()} shows nothing of the account`).toBeNull()).toPass({ timeout: AT_ONCE_MS });
}
