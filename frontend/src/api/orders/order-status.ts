import type { Order, OrderStatus } from "@/api/types";

/** The stages of the timeline, in their order (specification point 4). */
export const STAGES = [
  "pending",
  "confirmed",
  "pickup",
  "washing",
  "delivery",
  "completed",
] as const satisfies readonly OrderStatus[];

const IN_PROGRESS: readonly OrderStatus[] = ["confirmed", "pickup", "washing", "delivery"];

/** Confirmed and not yet completed. */
export function isInProgress(order: Pick<Order, "status">): boolean {
  return IN_PROGRESS.includes(order.status);
}

/** Placed, and still to be paid: the customer's next step is the checkout. */
export function awaitsPayment(order: Pick<Order, "status" | "paymentStatus">): boolean {
  return order.status === "pending" && (order.paymentStatus === "unpaid" || order.paymentStatus === "failed");
}

/** Paid for and not yet over: in progress, or with a provider who has still to answer. */
export function isRunning(order: Pick<Order, "status" | "paymentStatus">): boolean {
  return isInProgress(order) || (order.status === "pending" && !awaitsPayment(order));
}
