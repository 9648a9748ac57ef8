import { useSyncExternalStore } from "react";

import type { Action } from "@/offline/db";
import { zurichToUtc } from "@/lib/dates";

import type { Message, Order, OrderStatus } from "./types";

// What the account did and the server does not know yet, as the store's reader tells it: screens show it as done.
let actions: readonly Action[] = [];
const listeners = new Set<() => void>();

/** To be called by whoever reads the store. */
export function setPendingActions(changed: readonly Action[]): void {
  actions = changed;
  for (const listener of listeners) listener();
}

const store = {
  subscribe: (listener: () => void): (() => void) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  },
  get: (): readonly Action[] => actions,
};

/** The account's acts that are not sent yet, in their order, and those that wait for a decision. */
export function usePendingActions(): readonly Action[] {
  return useSyncExternalStore(store.subscribe, store.get, store.get);
}

/** True where something that was done to the order before is still to be sent. */
export function hasPendingAction(orderId: string | null): boolean {
  return actions.some(({ entityId, error }) => entityId === orderId && (error === null || error.kind === "conflict"));
}

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

export type ShownMessage = Message & { /** Written, and still to be sent. */ isPending?: boolean };

/** What was written in a conversation and is still to be sent. */
export function pendingMessages(orderId: string, pending: readonly Action[]): ShownMessage[] {
  const own = pending.filter(({ entityId, url, error }) => entityId === orderId && url.endsWith("/messages") && error === null);
  return own.map(({ id, data, timestamp }): ShownMessage => {
    const body = String((data as Fields)["body"]);
    return { id, body, photoUrl: null, mine: true, senderName: "", sentAt: new Date(timestamp).toISOString(), isPending: true };
  });
}
