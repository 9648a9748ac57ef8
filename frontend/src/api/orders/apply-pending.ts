import type { Order, OrderStatus } from "@/api/types";
import { zurichToUtc } from "@/lib/dates";
import type { Action } from "@/offline/db";

type Fields = Readonly<Record<string, unknown>>;

function stepped(order: Order, status: OrderStatus, at: string): Order {
  const next = order.timeline.findIndex((step) => step.status === status) + 1;
  return {
    ...order,
    status,
    timeline: order.timeline.map((step) => (step.status === status ? { ...step, at } : step)),
    // The timeline tells which stage follows; whether it may be reached the server decides when it hears of it.
    allowedTransitions: order.timeline.slice(next, next + 1).map((step) => step.status),
  };
}

function applied(order: Order, { type, url, data, timestamp }: Action): Order {
  const fields = data as Fields;
  switch (type) {
    case "rate":
    case "create_review":
      return { ...order, rating: fields["rating"] as Order["rating"], reviewable: false };
    case "update_order":
      return { ...order, ...(fields["updates"] as Partial<Order>) };
    case "reschedule":
      return { ...order, pickupTime: zurichToUtc(String(fields["newDate"]), String(fields["newTime"])), pickupUntil: null };
    case "generic":
      return url.endsWith("/status") ? stepped(order, fields["status"] as OrderStatus, new Date(timestamp).toISOString()) : order;
  }
}

/** An order as its person left it: with what was done and is still to be sent. */
export function applyPending(order: Order, pending: readonly Action[]): Order {
  return pending.filter(({ entityId, error }) => entityId === order.id && error === null).reduce(applied, order);
}
