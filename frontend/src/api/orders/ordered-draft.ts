import { isPaid } from "@/api/payments/payment-return";
import type { Order } from "@/api/types";
import { draftName, forgetDrafts, savedDraft } from "@/lib/drafts";
import { records } from "@/lib/sent-drafts";

/**
 * Deletes the booking draft that an order was placed from, and how it was sent, once the order is paid. What was filled
 * in since stays, and so does the draft of an order that has ended: it is there to book again.
 */
export function forgetOrdered(order: Order): void {
  if (!isPaid(order) || order.status === "cancelled") return;
  const { id, providerId, customerId } = order;
  const name = draftName.booking(providerId);
  const draft = savedDraft(name, customerId) as { orderId?: unknown } | null;
  if (draft?.orderId === id) forgetDrafts(name);
  for (const record of records) if (record.get(name)?.result?.id === id) record.forget(name);
}
