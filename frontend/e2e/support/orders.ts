import { CARDS } from "./cards";
import type { Person } from "./person";
import { swissDay, swissInstant } from "./swiss-time";

export type Provider = {
  id: string;
  rating: number;
  reviewCount: number;
  businessName: string;
  user: { firstName: string; lastName: string };
};
export type Slot = { date: string; startTime: string; isAvailable: boolean; maxBookings: number; currentBookings: number };
export type Order = {
  id: string;
  status: string;
  paymentStatus: string;
  totalAmount: string;
  pickupTime: string;
  providerId: string;
};
type Config = { stripePublishableKey: string; stripeScriptUrl: string };

export const ADDRESS = { street: "Limmatquai 12", city: "Zurich", postalCode: "8001" };
export const ADDRESS_LINE = "Limmatquai 12, Zurich 8001";

/** What a card says of its provider's name: "Bruno K." */
export function nameOf({ user }: Pick<Provider, "user">): string {
  return `${user.firstName} ${user.lastName}.`;
}

/** Providers near 8001, nearest first. */
export function providersNear(person: Person): Promise<Provider[]> {
  return person.call<Provider[]>("GET", "/api/providers/8001");
}

/** Hours that can be booked between 09:00 and 17:00, the emptiest first, in days counted from today. */
export async function freeHours(person: Person, providerId: string, from = 1, to = 1): Promise<Slot[]> {
  const query = new URLSearchParams({ providerId, startDate: swissDay(from), endDate: swissDay(to) });
  const slots = await person.call<Slot[]>("GET", `/api/time-slots?${query.toString()}`);
  const left = (slot: Slot): number => slot.maxBookings - slot.currentBookings;
  return slots
    .filter(({ isAvailable, startTime }) => isAvailable && startTime >= "09:00" && startTime <= "17:00")
    .sort((one, other) => left(other) - left(one));
}

/** A day, three to six days from today, on which a provider is free at this hour: not everybody works every day. */
export async function dayFreeAt(person: Person, provider: Provider, hour: string): Promise<string> {
  const slot = (await freeHours(person, provider.id, 3, 6)).find(({ startTime }) => startTime === hour);
  if (slot === undefined) throw new Error(`${nameOf(provider)} is not free at ${hour} in three to six days.`);
  return slot.date;
}

/** Somebody nearby with free hours tomorrow. `nth` lets tests that run on one server choose different people. */
export async function providerWithHours(person: Person, nth = 0): Promise<Provider> {
  const found: Provider[] = [];
  for (const provider of (await providersNear(person)).slice(0, 8)) {
    if ((await freeHours(person, provider.id)).length > 0) found.push(provider);
    if (found.length > nth) break;
  }
  const chosen = found[nth] ?? found[0];
  if (chosen === undefined) throw new Error("Nobody near 8001 has a free hour tomorrow.");
  return chosen;
}

/** Somebody whom a provider can book: no one books themselves. */
export async function providerOtherThan(person: Person, ownId: string | null, nth = 0): Promise<Provider> {
  const chosen = await providerWithHours(person, nth);
  return chosen.id === ownId ? providerWithHours(person, nth + 1) : chosen;
}

/** Somebody near 8001 with free hours this week who confirms orders by hand. */
export async function providerWhoAnswersLater(person: Person): Promise<Provider> {
  for (const provider of (await providersNear(person)).toReversed()) {
    const { acceptsInstantly } = await person.call<{ acceptsInstantly: boolean }>("GET", `/api/providers/details/${provider.id}`);
    if (!acceptsInstantly && (await freeHours(person, provider.id, 1, 7)).length > 0) return provider;
  }
  throw new Error("Everybody accepts instantly.");
}

/** Places an order by the API, for a test whose subject is what comes after. Unpaid as yet. */
export async function placesOrder(person: Person, provider: Pick<Provider, "id">, daysAhead = 1, note = "", address = ADDRESS_LINE): Promise<Order> {
  const [slot] = await freeHours(person, provider.id, daysAhead, daysAhead + 6);
  if (slot === undefined) throw new Error("No hour is free.");
  return booksHour(person, provider, slot, note, address);
}

/** The same in an hour that was chosen. */
export function booksHour(person: Person, provider: Pick<Provider, "id">, slot: Pick<Slot, "date" | "startTime">, note = "", address = ADDRESS_LINE): Promise<Order> {
  return person.call<Order>("POST", "/api/orders", {
    providerId: provider.id,
    serviceType: "standard",
    weight: "10.0",
    pickupAddress: address,
    deliveryAddress: address,
    pickupTime: swissInstant(slot.date, slot.startTime).toISOString(),
    specialInstructions: note,
  });
}

/** Cancels what somebody has not paid, as another test may have left it: three may wait for their payment. */
export async function cancelsUnpaid(person: Person, customerId: string): Promise<void> {
  for (const { id, status, paymentStatus } of await person.call<Order[]>("GET", `/api/orders/customer/${customerId}`)) {
    if (status === "pending" && paymentStatus === "unpaid") await person.call("POST", `/api/orders/${id}/cancellation`);
  }
}

/** Gives a card to the payment provider, as the payment form does in its frame; answers the intent's id. */
async function givesCard(person: Person, kind: "payment" | "setup", clientSecret: string, number: string): Promise<string> {
  const config = await person.call<Config>("GET", "/api/config");
  const base = config.stripeScriptUrl.replace(/\/v3\.js$/, "");
  const id = clientSecret.split("_secret_")[0] ?? "";
  const answer = await person.context.request.post(`${base}/v1/${kind}_intents/${id}/confirm`, {
    headers: { Authorization: `Bearer ${config.stripePublishableKey}` },
    form: {
      client_secret: clientSecret,
      return_url: person.baseUrl,
      "payment_method_data[type]": "card",
      "payment_method_data[card][number]": number,
      "payment_method_data[card][exp_month]": "12",
      "payment_method_data[card][exp_year]": "2040",
      "payment_method_data[card][cvc]": "123",
    },
  });
  if (!answer.ok()) throw new Error(`The card was refused: ${await answer.text()}`);
  return id;
}

/** Pays an order as the payment form would: the card goes to the payment provider, then the server looks. */
export async function pays(person: Person, order: Order): Promise<Order> {
  const amount = Number(order.totalAmount);
  const { clientSecret } = await person.call<{ clientSecret: string }>("POST", "/api/create-payment-intent", { amount, orderId: order.id });
  await givesCard(person, "payment", clientSecret, CARDS.succeeds);
  return person.call<Order>("POST", `/api/orders/${order.id}/payment-return`);
}

/** Saves a card with the account, as its payment methods would; one that is there already is enough. */
export async function savesCard(person: Person, number: string): Promise<void> {
  const known = await person.call<{ last4: string }[]>("GET", "/api/payment-methods");
  if (known.some(({ last4 }) => number.endsWith(last4))) return;
  const { clientSecret } = await person.call<{ clientSecret: string }>("POST", "/api/payment-methods/setup");
  await person.call("POST", "/api/payment-methods", { setupIntentId: await givesCard(person, "setup", clientSecret, number) });
}

/** Moves an order on, stage after stage, as somebody who may (the provider or an operator). */
export async function moves(person: Person, order: Pick<Order, "id">, ...stages: string[]): Promise<void> {
  for (const status of stages) await person.call("POST", `/api/orders/${order.id}/status`, { status });
}

/** Has pickups of somebody's repeat every week, five days from now on, with a provider who works then. */
export function repeats(person: Person, customerId: string, providerId: string | null, time: string): Promise<{ id: string }> {
  return person.call("POST", "/api/recurring-bookings", {
    ...{ customerId, providerId, serviceType: "standard", weight: "10.0", pickupAddress: ADDRESS_LINE, deliveryAddress: ADDRESS_LINE },
    ...{ recurringPattern: "weekly", dayOfWeek: new Date(swissDay(5)).getUTCDay(), preferredTime: time },
  });
}

/** Does something while a provider takes no bookings. */
export async function whilePaused(provider: Person, act: () => Promise<void>): Promise<void> {
  await provider.call("POST", "/api/provider/pause", { until: swissDay(20) });
  try {
    await act();
  } finally {
    await provider.call("POST", "/api/provider/resume");
  }
}
