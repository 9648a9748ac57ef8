import { filled } from "@/api/http/url";
import type { Order } from "@/api/types";

/** The receipt's download URL; null if the order was not paid. */
export function receiptAddress({ id, paymentStatus }: Order): string | null {
  const isPaid = paymentStatus === "paid" || paymentStatus === "partially_refunded" || paymentStatus === "refunded";
  return isPaid ? filled("/api/orders/{order_id}/receipt.pdf", { path: { order_id: id } }) : null;
}
