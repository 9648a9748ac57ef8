import { stepTo } from "@/offline/ops";

import { ApiError } from "./api-error";
import { below, keys } from "./keys";
import type { Order, OrderStatus } from "./types";
import { useSend, type Delivery } from "./use-send";
import { useWrite } from "./use-write";

const ORDERS = below("/api/orders");
const SLOTS = below("/api/time-slots");
const JOBS = below(keys.providerOrders);

type OrderChanges = {
  /** `expectedFee`: the fee that was seen, in CHF; another one is refused (`fee_changed`). */
  cancel: (expectedFee: string) => Promise<Order>;
  /** Date and time as the clock in Zurich says them. */
  reschedule: (newDate: string, newTime: string) => Promise<Delivery>;
  edit: (changes: Partial<Record<"pickupAddress" | "deliveryAddress" | "specialInstructions", string>>) => Promise<Delivery>;
};

/** True where an order is not any more as it was seen when it was to be changed; nothing was done. */
export function isOvertaken(error: unknown): boolean {
  return error instanceof ApiError && error.code === "version_conflict";
}

/** What a customer changes about an order that is on the screen: only as it is seen there. */
export function useOrderChanges({ id, etag: ifMatch }: Order): OrderChanges {
  const write = useWrite();
  const send = useSend();
  const path = { order_id: id };
  return {
    cancel: (expectedFee) => write("post", "/api/orders/{order_id}/cancellation", { path, body: { expectedFee }, ifMatch }, [ORDERS, SLOTS]),
    reschedule: (newDate, newTime) => send({ type: "reschedule", data: { orderId: id, newDate, newTime } }, [ORDERS, SLOTS], { ifMatch }),
    edit: (updates) => send({ type: "update_order", data: { orderId: id, updates } }, [ORDERS], { ifMatch }),
  };
}

type JobSteps = {
  /** To its next status, reached at `at` (milliseconds, server's clock); it may wait for a connection. */
  move: (status: OrderStatus, at: number) => Promise<Delivery>;
  decline: () => Promise<Order>;
};

/** Moves a job on, as it is seen on the screen, or declines it. */
export function useJobStep({ id, etag: ifMatch }: Order): JobSteps {
  const write = useWrite();
  const send = useSend();
  return {
    move: (status, at) => send(stepTo(id, status, new Date(at).toISOString()), [JOBS, ORDERS], { ifMatch }),
    decline: () => write("post", "/api/orders/{order_id}/status", { path: { order_id: id }, body: { status: "cancelled" }, ifMatch }, [JOBS, ORDERS]),
  };
}

/** Rates a completed order, 1 to 5 stars. */
export function useRateOrder(orderId: string): (rating: 1 | 2 | 3 | 4 | 5, comment: string) => Promise<Delivery> {
  const send = useSend();
  return (rating, comment) => {
    const type = navigator.onLine ? "create_review" : "rate";
    return send({ type, data: { orderId, rating, comment } }, [ORDERS, below("/api/providers")]);
  };
}
