import { filled } from "@/api/http/url";
import type { Order } from "@/api/types";

/** The receipt's download URL; null until it is made. */
export function receiptAddress({ id, receiptNumber }: Pick<Order, "id" | "receiptNumber">): string | null {
  return receiptNumber === null ? null : filled("/api/orders/{order_id}/receipt.pdf", { path: { order_id: id } });
}

/** The download URL of a credit note. */
export function creditNoteAddress(orderId: string, position: number): string {
  return filled("/api/orders/{order_id}/credit-note-{position}.pdf", {
    path: { order_id: orderId, position: String(position) },
  });
}

/** The years of which there are receipts, the newest first. */
export function receiptYears(orders: readonly Pick<Order, "receiptNumber">[]): string[] {
  const years = orders.flatMap(({ receiptNumber }) => (receiptNumber === null ? [] : [receiptNumber.slice(2, 6)]));
  return [...new Set(years)].sort().reverse();
}

/** The download URL of a year's receipts in one file. */
export function yearAddress(year: string): string {
  return filled("/api/receipts/{year}.zip", { path: { year } });
}
