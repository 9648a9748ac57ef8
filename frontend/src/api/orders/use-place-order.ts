import { ApiError } from "@/api/http/api-error";
import { idempotencyKey } from "@/api/http/client";
import { isPaid } from "@/api/payments/payment-return";
import type { ExistingPickup, Order, OrderCreate } from "@/api/types";
import { draftName } from "@/lib/drafts";
import { fingerprintOf } from "@/lib/fingerprint";
import { lastSent, savedSent, saveSent, type SentDraft } from "@/lib/sent-drafts";
import { now } from "@/lib/server-clock";

import { useOrderPlacing, type OrderPlacing } from "./use-orders";

/** The result of confirming a draft: a new order, or the one placed before. */
export type Placed = {
  order: Order;
  /** `again`: the earlier order ended unpaid, so a new one was placed. */
  outcome: "new" | "open" | "again" | "paid";
};

/** The pickup time of a draft whose order still waits for payment; null for none. */
export function heldTime(providerId: string, customerId: string | null, now: number): string | null {
  if (customerId === null) return null;
  const held = lastSent(draftName.booking(providerId)).find(
    ({ owner, result }) => owner === customerId && typeof result?.until === "string" && Date.parse(result.until) > now,
  );
  return held?.result?.at ?? null;
}

function isOver(order: Order): boolean {
  return (
    order.status === "cancelled" ||
    (!isPaid(order) && order.holdExpiresAt !== null && Date.parse(order.holdExpiresAt) <= now())
  );
}

/**
 * Tells whether an hour is taken only by an order that this form has placed before, and that is not paid: a changed
 * form is no second pickup.
 */
async function isOwnDraft(error: unknown, { before = [] }: SentDraft, find: OrderPlacing["find"]): Promise<boolean> {
  if (!(error instanceof ApiError) || error.code !== "pickup_exists") return false;
  const { orderId } = error.body["existingPickup"] as ExistingPickup;
  if (orderId === null || !before.includes(orderId)) return false;
  const order = await find(orderId);
  return order !== null && !isPaid(order);
}

/** Places an order; an hour for which there is one already is refused, unless the customer wants both. */
async function placeAsked(
  order: OrderCreate,
  sent: SentDraft,
  takesSecond: boolean,
  { place, find }: OrderPlacing,
): Promise<Order> {
  // A key of its own: the server refuses one that it knows with another body.
  const placeAs = (isSecond: boolean): Promise<Order> =>
    place({ ...order, refuseSecondPickup: !isSecond }, isSecond ? `${sent.key}-second` : sent.key);
  try {
    return await placeAs(takesSecond);
  } catch (error) {
    if (!(await isOwnDraft(error, sent, find))) throw error;
    return placeAs(true);
  }
}

/** The orders that a form has placed so far. */
function placedBy(name: string): string[] {
  return lastSent(name).flatMap(({ before = [], result }) => [...before, ...(result === null ? [] : [result.id])]);
}

async function send(
  order: OrderCreate,
  known: SentDraft | null,
  takesSecond: boolean,
  orders: OrderPlacing,
): Promise<Order> {
  const name = draftName.booking(order.providerId);
  const sent = known ?? {
    fingerprint: fingerprintOf(order),
    owner: order.customerId ?? "",
    key: idempotencyKey(),
    before: [...new Set(placedBy(name))],
    result: null,
  };
  saveSent(name, sent);
  const placed = await placeAsked(order, sent, takesSecond, orders);
  saveSent(name, { ...sent, result: { id: placed.id, at: order.pickupTime, until: placed.holdExpiresAt } });
  return placed;
}

/**
 * One draft gives one order, however often it is confirmed: after a lost response, after Back, in a second tab. A
 * changed draft is a new one, and so is one whose order ended unpaid.
 */
async function placeOrderOnce(order: OrderCreate, takesSecond: boolean, orders: OrderPlacing): Promise<Placed> {
  const sent = savedSent(draftName.booking(order.providerId), fingerprintOf(order));
  if (sent === null) return { order: await send(order, null, takesSecond, orders), outcome: "new" };
  // A response that was lost comes once more, with the order as it was when it was placed: it may have ended since.
  const id = sent.result?.id ?? (await send(order, sent, takesSecond, orders)).id;
  const before = await orders.find(id);
  if (before === null || isOver(before))
    return { order: await send(order, null, takesSecond, orders), outcome: "again" };
  if (isPaid(before)) return { order: before, outcome: "paid" };
  return { order: before, outcome: sent.result === null ? "new" : "open" };
}

/**
 * Places an order, and shows it. An hour for which the customer has a pickup already is refused (`pickup_exists`)
 * unless `takesSecond`.
 */
export function usePlaceOrder(): (order: OrderCreate, takesSecond?: boolean) => Promise<Placed> {
  const orders = useOrderPlacing();
  return async (order, takesSecond = false) => {
    const placed = await placeOrderOnce(order, takesSecond, orders);
    await orders.show(placed.order);
    return placed;
  };
}
