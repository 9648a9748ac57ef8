import { useCallback, useMemo } from "react";

import { below, keys } from "@/api/cache/keys";
import { useShow } from "@/api/cache/offline-fallback";
import { useRead, type Reading } from "@/api/cache/use-read";
import { ApiError } from "@/api/http/api-error";
import { call } from "@/api/http/client";
import { filled } from "@/api/http/url";
import { useWrite } from "@/api/http/use-write";
import type {
  CancellationPreview,
  ListedProvider,
  Order,
  OrderCreate,
  OrderStatus,
  RebookSuggestion,
} from "@/api/types";
import { zurichToUtc } from "@/lib/dates";
import type { Action } from "@/offline/db";
import { usePendingActions } from "@/offline/pending-actions";

type Fields = Readonly<Record<string, unknown>>;

function stepped(order: Order, status: OrderStatus, at: string): Order {
  const next = order.timeline.findIndex((step) => step.status === status) + 1;
  return {
    ...order,
    status,
    timeline: order.timeline.map((step) => (step.status === status ? { ...step, at } : step)),
    // The next stage by the timeline; the server checks it when the step is sent.
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
      return { ...order, pickupTime: zurichToUtc(String(fields["newDate"]), String(fields["newTime"])) };
    case "generic":
      return url.endsWith("/status")
        ? stepped(order, fields["status"] as OrderStatus, new Date(timestamp).toISOString())
        : order;
  }
}

/** An order with its pending actions applied. */
function applyPending(order: Order, pending: readonly Action[]): Order {
  return pending.filter(({ entityId, error }) => entityId === order.id && error === null).reduce(applied, order);
}

const ORDERS = below("/api/orders");
const SLOTS = below("/api/time-slots");

type Named<Name extends string, T> = Omit<Reading<T>, "data"> & Record<Name, T | undefined>;

/** One order with its pending actions applied; live events revalidate it. Null fetches nothing. */
export function useOrder(orderId: string | null): Named<"order", Order> {
  const { data, ...reading } = useRead(orderId === null ? null : keys.order(orderId), "checked");
  const pending = usePendingActions();
  return { order: useMemo(() => data && applyPending(data, pending), [data, pending]), ...reading };
}

/**
 * Fetches an order's current state, for decisions that must not use cached data, and shows it. Throws as `call` does.
 */
export function useOrderCheck(orderId: string): () => Promise<Order> {
  const show = useShow();
  return useCallback(async () => {
    const response = await call("get", "/api/orders/{order_id}", { path: { order_id: orderId } });
    await show(keys.order(orderId), response);
    return response.data;
  }, [show, orderId]);
}

/** The orders of an account, newest first. Null fetches nothing. */
export function useOrders(customerId: string | null): Named<"orders", Order[]> {
  const { data, ...reading } = useRead(customerId === null ? null : keys.ordersOf(customerId), "checked");
  const pending = usePendingActions();
  return { orders: useMemo(() => data?.map((order) => applyPending(order, pending)), [data, pending]), ...reading };
}

/** Earlier bookings of the account to repeat: one per provider and service. A visitor has none. */
export function useRebookSuggestions(isWanted: boolean): Named<"suggestions", RebookSuggestion[]> {
  const { data: suggestions, ...reading } = useRead(isWanted ? keys.rebookSuggestions : null, "checked");
  return { suggestions, ...reading };
}

/** One order of the account as a booking to repeat. Null fetches nothing. */
export function useRebookSuggestion(orderId: string | null): Named<"suggestion", RebookSuggestion> {
  const { data: suggestion, ...reading } = useRead(orderId === null ? null : keys.rebookSuggestion(orderId), "checked");
  return { suggestion, ...reading };
}

/** The orders of the signed-in provider, by pickup time. */
export function useJobs(isWanted = true): Named<"jobs", Order[]> {
  const { data, ...reading } = useRead(isWanted ? keys.providerOrders : null, "checked");
  const pending = usePendingActions();
  return { jobs: useMemo(() => data?.map((order) => applyPending(order, pending)), [data, pending]), ...reading };
}

/** What a cancellation costs. It changes with time, so it is fetched each time the dialog opens. */
export function useCancellation(orderId: string): Named<"preview", CancellationPreview> {
  const { data: preview, ...reading } = useRead(keys.cancellation(orderId), "checked");
  return { preview, ...reading };
}

/**
 * Other providers for an order that ended without the customer's doing, same time and address. Null fetches nothing.
 */
export function useAlternatives(orderId: string | null): Named<"alternatives", ListedProvider[]> {
  const { data: alternatives, ...reading } = useRead(orderId === null ? null : keys.alternatives(orderId), "checked");
  return { alternatives, ...reading };
}

/** URL of the .ics file with an order's pickup and return. */
export function calendarAddress(orderId: string): string {
  return filled("/api/orders/{order_id}/calendar.ics", { path: { order_id: orderId } });
}

export type OrderPlacing = {
  /** Places an order; `idempotencyKey` is stored with the draft, so it outlives the page. */
  place: (order: OrderCreate, idempotencyKey: string) => Promise<Order>;
  /** The current order; null if this account has none with the id. */
  find: (orderId: string) => Promise<Order | null>;
  /** Shows an order without a request. */
  show: (order: Order) => Promise<unknown>;
};

export function useOrderPlacing(): OrderPlacing {
  const write = useWrite();
  const show = useShow();
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
    show: (order) => show(keys.order(order.id), { data: order, etag: null }),
  };
}
