import { api } from "@/api/client";
import { addressOf, keys } from "@/api/keys";
import type { PaymentMethod } from "@/api/types";

/** Has the server save the card that Stripe was given. Safe to repeat. */
export function saveCard(setupIntentId: string): Promise<PaymentMethod> {
  return api.post<PaymentMethod>(addressOf(keys.paymentMethods), { setupIntentId });
}
