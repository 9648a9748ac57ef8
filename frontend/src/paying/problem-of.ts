import type { StripeError } from "@stripe/stripe-js";

import { t } from "@/i18n/i18n";

const MOVED_ON = ["payment_intent_unexpected_state", "setup_intent_unexpected_state"];

/** Why Stripe did not accept it. Null: it did, or another tab or an earlier click was first, so ask the server. */
export function problemOf(error: StripeError | undefined, otherwise: string): string | null {
  if (error === undefined) return null;
  if (!MOVED_ON.includes(error.code ?? "")) return error.message ?? otherwise;
  // A saved card and a payment link never pay the same intent: the later one has another made.
  return error.payment_intent?.status === "canceled" ? t("payment.replaced") : null;
}
