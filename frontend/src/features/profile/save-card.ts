import { api } from "@/resources/client";
import { addressOf, keys } from "@/resources/keys";
import type { PaymentMethod } from "@/resources/types";

/** Has the server save the card that Stripe was given. Safe to repeat. */
export function saveCard(setupIntentId: string): Promise<PaymentMethod> {
  return api.post<PaymentMethod>(addressOf(keys.paymentMethods), { setupIntentId });
}
