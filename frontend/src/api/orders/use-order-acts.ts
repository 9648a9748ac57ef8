import { below, keys } from "@/api/cache/keys";
import { ApiError } from "@/api/http/api-error";
import { mustWait, useQueue, useSend, type Delivery, type TakeBack } from "@/api/http/use-send";
import { useWrite } from "@/api/http/use-write";
import type { Order, OrderStatus } from "@/api/types";
import { stepTo, type Operation } from "@/offline/operations";

const ORDERS = below("/api/orders");
const SLOTS = below("/api/time-slots");
const JOBS = below(keys.providerOrders);

type OrderChanges = {
  /** `expectedFee`: the fee that was seen, in CHF; another one is refused (`fee_changed`). */
  cancel: (expectedFee: string) => Promise<Order>;
  /** Date and time as the clock in Zurich says them. */
  reschedule: (newDate: string, newTime: string) => Promise<Delivery>;
  edit: (
    changes: Partial<Record<"pickupAddress" | "deliveryAddress" | "specialInstructions", string>>,
  ) => Promise<Delivery>;
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
    cancel: (expectedFee) =>
      write("post", "/api/orders/{order_id}/cancellation", { path, body: { expectedFee }, ifMatch }, [ORDERS, SLOTS]),
    reschedule: (newDate, newTime) =>
      send({ type: "reschedule", data: { orderId: id, newDate, newTime } }, [ORDERS, SLOTS], { ifMatch }),
    edit: (updates) => send({ type: "update_order", data: { orderId: id, updates } }, [ORDERS], { ifMatch }),
  };
}

type JobSteps = {
  /**
   * To its next status, reached at `at` (milliseconds, server's clock); it may wait for a connection. `code`: the four
   * digits that the customer said, where they want a code.
   */
  move: (status: OrderStatus, at: number, code?: string) => Promise<Delivery>;
  /**
   * Keeps a step on the device at once where it cannot be sent yet: whoever closes the app now has taken it all the same. It
   * is sent once `heldMs`, in which it can be taken back, are over. Null where it can be sent; becomes null where the device cannot store it.
   */
  queueStep: (status: OrderStatus, at: number, heldMs: number) => Promise<TakeBack | null> | null;
  decline: () => Promise<Order>;
};

/** Moves a job on, as it is seen on the screen, or declines it. */
export function useJobStep({ id, etag: ifMatch }: Order): JobSteps {
  const write = useWrite();
  const send = useSend();
  const queue = useQueue();
  const step = (status: OrderStatus, at: number, code?: string): Operation =>
    stepTo(id, { status, at: new Date(at).toISOString(), ...(code !== undefined && { code }) });
  return {
    move: (status, at, code) => send(step(status, at, code), [JOBS, ORDERS], { ifMatch }),
    queueStep: (status, at, heldMs) => (mustWait(id) ? queue(step(status, at), { ifMatch }, heldMs) : null),
    decline: () =>
      write(
        "post",
        "/api/orders/{order_id}/status",
        { path: { order_id: id }, body: { status: "cancelled" }, ifMatch },
        [JOBS, ORDERS],
      ),
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
