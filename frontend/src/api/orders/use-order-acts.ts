import { useSWRConfig } from "swr";

import { below, keys } from "@/api/cache/keys";
import { ApiError } from "@/api/http/api-error";
import type { ApiResponse } from "@/api/http/client";
import { useSend, type Delivery } from "@/api/http/use-send";
import { useWrite, type HeldWrite, type SendOptions } from "@/api/http/use-write";
import type { Care, Order, OrderStatus } from "@/api/types";
import { stepTo } from "@/offline/operations";

const ORDERS = below("/api/orders");
const SLOTS = below("/api/time-slots");
const JOBS = below(keys.providerOrders);

type OrderChanges = {
  /** `expectedFee`: the fee shown, in CHF; if it differs the server refuses (`fee_changed`). */
  cancel: (expectedFee: string) => Promise<Order>;
  /**
   * Date and time in Zurich local time. An hour for which the customer has another pickup is refused (`pickup_exists`)
   * unless `takesSecond`.
   */
  reschedule: (newDate: string, newTime: string, takesSecond: boolean) => Promise<Delivery>;
  edit: (
    changes: Partial<Record<"pickupAddress" | "deliveryAddress" | "specialInstructions", string>> & { care?: Care },
  ) => Promise<Delivery>;
};

/** True if the order was changed by someone else since it was loaded (If-Match failed); nothing was done. */
export function isOvertaken(error: unknown): boolean {
  return error instanceof ApiError && error.code === "version_conflict";
}

/** A customer's changes to a shown order, guarded by If-Match. */
export function useOrderChanges({ id, etag: ifMatch }: Order): OrderChanges {
  const write = useWrite();
  const send = useSend();
  const path = { order_id: id };
  return {
    cancel: (expectedFee) =>
      write("post", "/api/orders/{order_id}/cancellation", { path, body: { expectedFee }, ifMatch }, [ORDERS, SLOTS]),
    reschedule: (newDate, newTime, takesSecond) =>
      send(
        { type: "reschedule", data: { orderId: id, newDate, newTime, refuseSecondPickup: !takesSecond } },
        [ORDERS, SLOTS],
        { ifMatch },
      ),
    edit: (updates) => send({ type: "update_order", data: { orderId: id, updates } }, [ORDERS], { ifMatch }),
  };
}

/** Puts an order into the provider's list, in place of how it was. */
function useShowJob(): (order: unknown) => Promise<unknown> {
  const { mutate } = useSWRConfig();
  return async (order) => {
    const changed = order as Order;
    const put = (list: ApiResponse<Order[]> | undefined): ApiResponse<Order[]> | undefined =>
      list && { ...list, data: list.data.map((job) => (job.id === changed.id ? changed : job)) };
    // As in `useRefresh`: its cache may have gone.
    await mutate(keys.providerOrders, put, { revalidate: false }).catch(() => undefined);
  };
}

type StepWrite = HeldWrite & { send: (options?: SendOptions) => Promise<Delivery> };

type JobSteps = {
  /**
   * Moves to the next status, reached at `at` (milliseconds, server's clock); can be queued offline. `code`: the
   * customer's four digits, if they require a code.
   */
  move: (status: OrderStatus, at: number, code?: string) => StepWrite;
  decline: () => Promise<Order>;
};

/** A provider's steps on a shown job, guarded by If-Match. */
export function useJobStep({ id, etag: ifMatch }: Order): JobSteps {
  const write = useWrite();
  const send = useSend();
  const show = useShowJob();
  return {
    move: (status, at, code) => {
      const step = stepTo(id, { status, at: new Date(at).toISOString(), ...(code !== undefined && { code }) });
      return {
        send: (options) => send(step, [JOBS, ORDERS], { ifMatch, ...options }, show),
        backup: { ...step, ifMatch },
      };
    },
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
