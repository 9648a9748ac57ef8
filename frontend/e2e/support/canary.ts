import type { Page } from "playwright-core";
import { expect } from "vitest";

import { CARDS } from "./cards";
import { cancelsUnpaid, freeHours, pays, placesOrder, savesCard, type Order } from "./orders";
import { DEMO, type Person } from "./person";
import { swissDay, swissInstant } from "./swiss-time";

/** An account that nobody else's test uses, and what would give it away wherever it stood. */
export const CANARY = "vera.ammann@example.com";
const SONG = /ammann|kanarienweg|spisergasse|every \w+ at 11:00|ending in 4444|iban ending in|\+41795550116/i;
/** What is typed where the account has nothing of its own to show. */
export const TYPED = "kanarienweg-7";
const STREET = "Kanarienweg 7, Zurich 8001";
/** A provider whom no other test books, near to where the canary is then fetched from. */
export const KEEPER = "urs.keel@example.com";
const STREET_NEAR_KEEPER = "Kanarienweg 7, St. Gallen 9000";
const AT_ONCE_MS = 2000;

/** What the account has, so that each of its pages has something to hide. */
export type Nest = { paid: Order; unpaid: Order; providerId: string };
/** The orders whose numbers must not be read by others. */
export type Known = Pick<Nest, "paid" | "unpaid">;

/** Orders, paid and not, and a pickup that repeats, all with the demo provider; a card; a notice. */
export async function builds(person: Person): Promise<Nest> {
  const { providerId } = await person.signsIn(DEMO.provider);
  const provider = { id: providerId ?? "" };
  const { id: customerId } = await person.signsIn(CANARY);
  const own = { customerId, providerId: provider.id, serviceType: "standard", weight: "10.0", pickupAddress: STREET, deliveryAddress: STREET };
  const places = async (daysAhead: number): Promise<Order> => {
    const [slot] = await freeHours(person, provider.id, daysAhead, daysAhead + 6);
    if (slot === undefined) throw new Error("No hour is free.");
    const pickupTime = swissInstant(slot.date, slot.startTime).toISOString();
    return person.call<Order>("POST", "/api/orders", { ...own, pickupTime, specialInstructions: "" });
  };
  await cancelsUnpaid(person, customerId);
  const paid = await pays(person, await places(2));
  const unpaid = await places(3);
  await savesCard(person, CARDS.another);
  const known = await person.call<{ isActive: boolean }[]>("GET", `/api/recurring-bookings/customer/${customerId}`);
  if (!known.some(({ isActive }) => isActive)) {
    const plan = { recurringPattern: "weekly", dayOfWeek: new Date(Date.now() + 6 * 86_400_000).getUTCDay(), preferredTime: "11:00" };
    await person.call("POST", "/api/recurring-bookings", { ...own, ...plan });
  }
  // A notice that says something of the account.
  await person.signsIn(DEMO.provider);
  await person.call("POST", `/api/orders/${paid.id}/messages`, { body: "Is it Kanarienweg 7?" });
  await person.signsIn(CANARY);
  return { paid, unpaid, providerId: provider.id };
}

/** What the keeper knows: a paid order of the canary's with its address and phone, what they have written, where the keeper's money goes, and a note of their own about days off. */
export async function buildsJob(person: Person): Promise<Known> {
  const { providerId } = await person.signsIn(KEEPER);
  const daysOff = await person.call<{ note: string }[]>("GET", "/api/provider/days-off");
  if (!daysOff.some(({ note }) => note === STREET)) {
    await person.call("POST", "/api/provider/days-off", { startDate: swissDay(60), endDate: swissDay(60), note: STREET });
  }
  const { id: customerId } = await person.signsIn(CANARY);
  const known = await person.call<Order[]>("GET", `/api/orders/customer/${customerId}`);
  const job =
    known.find((order) => order.providerId === providerId && order.status === "confirmed") ??
    (await pays(person, await placesOrder(person, { id: providerId ?? "" }, 2, "", STREET_NEAR_KEEPER)));
  await person.call("POST", `/api/orders/${job.id}/messages`, { body: `It is ${STREET_NEAR_KEEPER}.` });
  return { paid: job, unpaid: job };
}

/** Everything that a person sees or hears of a page: its title, its fields, and the tree that screen readers read, without addresses but those that call. */
async function everything(page: Page): Promise<string> {
  const fields = await page.locator("input, textarea, select").evaluateAll((controls) => controls.map((control) => (control as HTMLInputElement).value));
  const tree = (await page.locator("body").ariaSnapshot()).split("\n").filter((line) => !line.includes("- /url:") || line.includes("tel:"));
  return [await page.title(), ...tree, ...fields].join("\n");
}

/** What gives the account away on a page; null for nothing. */
export async function song(page: Page, { paid, unpaid }: Known): Promise<string | null> {
  const text = await everything(page);
  // What stands in the address is known to whoever looks.
  const numbers = [paid, unpaid].map(({ id }) => id.slice(-8)).filter((number) => text.includes(number) && !page.url().includes(number));
  return SONG.exec(text)?.[0] ?? numbers[0] ?? null;
}

/** The page shows something of the account, to begin with. */
export async function sings(page: Page, nest: Known): Promise<void> {
  await expect.poll(async () => (await song(page, nest)) !== null, { message: `${page.url()} shows something of the account` }).toBe(true);
}

/** Two seconds from now on at the latest, nothing gives the account away. */
export async function fallsSilent(page: Page, nest: Known): Promise<void> {
  await expect.poll(() => song(page, nest), { timeout: AT_ONCE_MS, message: `${page.url()} shows nothing of the account` }).toBeNull();
}
