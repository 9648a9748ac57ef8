import { below, keys } from "@/api/cache/keys";
import { ApiError } from "@/api/http/api-error";
import { useSend, type Delivery } from "@/api/http/use-send";
import type { HeldAct } from "@/api/http/use-undoable";
import { useWrite } from "@/api/http/use-write";
import type { Care, Order, OrderStatus } from "@/api/types";
import { stepTo, type GenericOperation } from "@/offline/operations";

const ORDERS = below("/api/orders");
const SLOTS = below("/api/time-slots");
const JOBS = below(keys.providerOrders);

type OrderChanges = {
  /** `expectedFee`: the fee shown, in CHF; if it differs the server refuses (`fee_changed`). */
  cancel: (expectedFee: string) => Promise<Order>;
  /** Date and time in Zurich local time. */
  reschedule: (newDate: string, newTime: string) => Promise<Delivery>;
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
    reschedule: (newDate, newTime) =>
      send({ type: "reschedule", data: { orderId: id, newDate, newTime } }, [ORDERS, SLOTS], { ifMatch }),
    edit: (updates) => send({ type: "update_order", data: { orderId: id, updates } }, [ORDERS], { ifMatch }),
  };
}

type JobSteps = {
  /**
   * Moves to the next status, reached at `at` (milliseconds, server's clock); can be queued offline. `code`: the
   * customer's four digits, if they require a code.
   */
  move: (status: OrderStatus, at: number, code?: string) => Promise<Delivery>;
  /** What the device stores of a step that the page sends itself. */
  backupOf: (status: OrderStatus, at: number) => NonNullable<HeldAct["backup"]>;
  decline: () => Promise<Order>;
};

/** A provider's steps on a shown job, guarded by If-Match. */
export function useJobStep({ id, etag: ifMatch }: Order): JobSteps {
  const write = useWrite();
  const send = useSend();
  const step = (status: OrderStatus, at: number, code?: string): GenericOperation =>
    stepTo(id, { status, at: new Date(at).toISOString(), ...(code !== undefined && { code }) });
  return {
    move: (status, at, code) => send(step(status, at, code), [JOBS, ORDERS], { ifMatch }),
    backupOf: (status, at) => ({ ...step(status, at), ifMatch }),
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
