import type { Order } from "@/api/types";
import { draftName, forgetDrafts, savedDraft } from "@/lib/drafts";
import { records } from "@/lib/sent-drafts";

/** Deletes the booking draft that an order was placed from, and how it was sent. What was filled in since stays. */
export function forgetOrdered({ id, providerId, customerId }: Order): void {
  const name = draftName.booking(providerId);
  const draft = savedDraft(name, customerId) as { orderId?: unknown } | null;
  if (draft?.orderId === id) forgetDrafts(name);
  for (const record of records) if (record.get(name)?.result?.id === id) record.forget(name);
}
