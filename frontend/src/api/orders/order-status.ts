import type { Order, OrderStatus } from "@/api/types";

/** The timeline's stages in order (specification point 4). */
export const STAGES = [
  "pending",
  "confirmed",
  "pickup",
  "washing",
  "delivery",
  "completed",
] as const satisfies readonly OrderStatus[];

const IN_PROGRESS: readonly OrderStatus[] = ["confirmed", "pickup", "washing", "delivery"];

export function isInProgress(order: Pick<Order, "status">): boolean {
  return IN_PROGRESS.includes(order.status);
}

/** Placed but not paid: the customer's next step is the checkout. */
export function awaitsPayment(order: Pick<Order, "status" | "paymentStatus">): boolean {
  return order.status === "pending" && (order.paymentStatus === "unpaid" || order.paymentStatus === "failed");
}

/** Paid and not finished: in progress, or waiting for the provider to accept. */
export function isRunning(order: Pick<Order, "status" | "paymentStatus">): boolean {
  return isInProgress(order) || (order.status === "pending" && !awaitsPayment(order));
}
