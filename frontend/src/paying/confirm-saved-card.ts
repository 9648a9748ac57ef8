import type { Stripe } from "@stripe/stripe-js";

import { t } from "@/i18n/i18n";

/** Another tab, or a click before this one, has moved it on: only the server can say how it stands. */
const MOVED_ON = "payment_intent_unexpected_state";

/**
 * Confirms a payment that the server has prepared with a saved card; the bank's question, if there is one, stands above the
 * page. Answers why it came to nothing, null once Stripe has taken it. `returnTo`: where a bank's own page leads back to.
 */
export async function confirmSavedCard(stripe: Stripe, clientSecret: string, returnTo: string): Promise<string | null> {
  const confirmParams = { return_url: `${window.location.origin}${returnTo}` };
  const { error } = await stripe.confirmPayment({ clientSecret, confirmParams, redirect: "if_required" });
  if (error === undefined || error.code === MOVED_ON) return null;
  return error.message ?? t("paying.unknown");
}
