import { filled } from "@/api/http/url";
import type { Order } from "@/api/types";

/** An order, or one that was cached before orders had these fields. */
type Documented = Pick<Order, "id"> & Partial<Pick<Order, "receiptNumber" | "creditNotes">>;

/** The receipt's download URL; null until it is made. */
export function receiptAddress({ id, receiptNumber }: Documented): string | null {
  return !receiptNumber ? null : filled("/api/orders/{order_id}/receipt.pdf", { path: { order_id: id } });
}

/** The credit notes that are made. */
export function creditNotesOf({ creditNotes = [] }: Documented): Order["creditNotes"] {
  return creditNotes;
}

/** The download URL of a credit note. */
export function creditNoteAddress(orderId: string, position: number): string {
  return filled("/api/orders/{order_id}/credit-note-{position}.pdf", {
    path: { order_id: orderId, position: String(position) },
  });
}

/** The years of which there are receipts, the newest first. */
export function receiptYears(orders: readonly Documented[]): string[] {
  const years = orders.flatMap(({ receiptNumber }) => (receiptNumber ? [receiptNumber.slice(2, 6)] : []));
  return [...new Set(years)].sort().reverse();
}

/** The download URL of a year's receipts in one file. */
export function yearAddress(year: string): string {
  return filled("/api/receipts/{year}.zip", { path: { year } });
}
