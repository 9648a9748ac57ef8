import { useCallback } from "react";
import { useSWRConfig } from "swr";

import { filled } from "./address";
import { ApiError } from "./api-error";
import { call } from "./client";
import { below, keys } from "./keys";
import type { CancellationPreview, Habit, ListedProvider, Message, Order, OrderCreate, OrderHistory, OrderStatus } from "./types";
import { useRead, type Reading } from "./use-read";
import { useWrite } from "./use-write";

const ORDERS = below("/api/orders");
const SLOTS = below("/api/time-slots");
const JOBS = below(keys.providerOrders);

type Named<Name extends string, T> = Omit<Reading<T>, "data"> & Record<Name, T | undefined>;

/** One order as it stands, and as it changes: live events fetch it anew. Null asks nothing. */
export function useOrder(orderId: string | null): Named<"order", Order> {
  const { data: order, ...reading } = useRead(orderId === null ? null : keys.order(orderId), "checked");
  return { order, ...reading };
}

/**
 * Asks how an order stands now, for what must not be decided by what was heard before; the screens show the answer.
 * Throws as `call` does.
 */
export function useOrderCheck(orderId: string): () => Promise<Order> {
  const { mutate } = useSWRConfig();
  return useCallback(async () => {
    const answer = await call("get", "/api/orders/{order_id}", { path: { order_id: orderId } });
    await mutate(keys.order(orderId), answer, { revalidate: false });
    return answer.data;
  }, [mutate, orderId]);
}

/** The orders of an account, the newest first. Null asks nothing. */
export function useOrders(customerId: string | null): Named<"orders", Order[]> {
  const { data: orders, ...reading } = useRead(customerId === null ? null : keys.ordersOf(customerId), "checked");
  return { orders, ...reading };
}

/** What the account has booked before, as it could be booked next: one entry a provider and service. A visitor has none. */
export function useHabits(isWanted: boolean): Named<"habits", Habit[]> {
  const { data: habits, ...reading } = useRead(isWanted ? keys.habits : null, "checked");
  return { habits, ...reading };
}

/** One order of the account's as it could be booked again. Null asks nothing. */
export function useOrderAgain(orderId: string | null): Named<"habit", Habit> {
  const { data: habit, ...reading } = useRead(orderId === null ? null : keys.orderAgain(orderId), "checked");
  return { habit, ...reading };
}

/** The orders of the provider that the account is, in the order of their pickups. */
export function useJobs(isWanted = true): Named<"jobs", Order[]> {
  const { data: jobs, ...reading } = useRead(isWanted ? keys.providerOrders : null, "checked");
  return { jobs, ...reading };
}

/** One page of the orders that a provider is done with, from the one before which it begins. */
export async function jobsBefore(orderId: string): Promise<OrderHistory> {
  return (await call("get", "/api/provider/orders/history", { query: { before: orderId } })).data;
}

/** What a cancellation costs; it changes with time, so it is asked for anew at every opening. */
export function useCancellation(orderId: string): Named<"preview", CancellationPreview> {
  const { data: preview, ...reading } = useRead(keys.cancellation(orderId), "checked");
  return { preview, ...reading };
}

/** Who could do an order that its customer did not end, at its hour and address. Null asks nothing. */
export function useAlternatives(orderId: string | null): Named<"alternatives", ListedProvider[]> {
  const { data: alternatives, ...reading } = useRead(orderId === null ? null : keys.alternatives(orderId), "checked");
  return { alternatives, ...reading };
}

/** The file that puts an order's pickup and return into a calendar. */
export function calendarAddress(orderId: string): string {
  return filled("/api/orders/{order_id}/calendar.ics", { path: { order_id: orderId } });
}

type OrderChanges = {
  /** `expectedFee`: the fee that was seen, in CHF; another one is refused (`fee_changed`). */
  cancel: (expectedFee: string) => Promise<Order>;
  /** Date and time as the clock in Zurich says them. */
  reschedule: (newPickupDate: string, newPickupTime: string) => Promise<Order>;
  edit: (changes: Partial<Record<"pickupAddress" | "deliveryAddress" | "specialInstructions", string>>) => Promise<Order>;
};

/** True where an order is not any more as it was seen when it was to be changed; nothing was done. */
export function isOvertaken(error: unknown): boolean {
  return error instanceof ApiError && error.code === "version_conflict";
}

/** What a customer changes about an order that is on the screen: only as it is seen there. */
export function useOrderChanges({ id, etag: ifMatch }: Order): OrderChanges {
  const write = useWrite();
  const path = { order_id: id };
  return {
    cancel: (expectedFee) => write("post", "/api/orders/{order_id}/cancellation", { path, body: { expectedFee }, ifMatch }, [ORDERS, SLOTS]),
    reschedule: (newPickupDate, newPickupTime) =>
      write("patch", "/api/orders/{order_id}/reschedule", { path, body: { newPickupDate, newPickupTime }, ifMatch }, [ORDERS, SLOTS]),
    edit: (body) => write("patch", "/api/orders/{order_id}", { path, body, ifMatch }, [ORDERS]),
  };
}

/** Moves a job on, as it is seen on the screen: to its next status, or declines it. */
export function useJobStep({ id, etag: ifMatch }: Order): (status: OrderStatus) => Promise<Order> {
  const write = useWrite();
  return (status) => write("post", "/api/orders/{order_id}/status", { path: { order_id: id }, body: { status }, ifMatch }, [JOBS, ORDERS]);
}

/** Rates a completed order, 1 to 5 stars. */
export function useRateOrder(orderId: string): (rating: 1 | 2 | 3 | 4 | 5, comment: string) => Promise<unknown> {
  const write = useWrite();
  return (rating, comment) => write("post", "/api/reviews", { body: { orderId, rating, comment } }, [ORDERS, below("/api/providers")]);
}

export type OrderPlacing = {
  /** Places an order; `idempotencyKey` is that of the draft, which outlives the page. */
  place: (order: OrderCreate, idempotencyKey: string) => Promise<Order>;
  /** An order as it stands now; null where there is none for this account. */
  find: (orderId: string) => Promise<Order | null>;
  /** Has an order shown as it is known, without asking again. */
  show: (order: Order) => Promise<unknown>;
};

export function useOrderPlacing(): OrderPlacing {
  const write = useWrite();
  const { mutate } = useSWRConfig();
  return {
    place: (body, idempotencyKey) => write("post", "/api/orders", { body, idempotencyKey }, [ORDERS, SLOTS]),
    find: async (orderId) => {
      try {
        return (await call("get", "/api/orders/{order_id}", { path: { order_id: orderId } })).data;
      } catch (error) {
        if (error instanceof ApiError && error.status === 404) return null;
        throw error;
      }
    },
    show: (order) => mutate(keys.order(order.id), { data: order, etag: null }, { revalidate: false }),
  };
}

type Conversation = Named<"messages", Message[]> & {
  send: (body: string) => Promise<unknown>;
  /** Says that what is on the screen was read. */
  markRead: () => Promise<unknown>;
};

/** What the customer and the provider of an order have written to each other, the oldest first. */
export function useConversation(orderId: string): Conversation {
  const { data: messages, ...reading } = useRead(keys.messages(orderId), "checked");
  const write = useWrite();
  const path = { order_id: orderId };
  return {
    messages,
    ...reading,
    send: (body) => write("post", "/api/orders/{order_id}/messages", { path, body: { body } }, [below(keys.messages(orderId))]),
    markRead: useCallback(() => write("post", "/api/orders/{order_id}/messages/read", { path: { order_id: orderId } }), [write, orderId]),
  };
}
