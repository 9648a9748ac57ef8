import type { Stripe } from "@stripe/stripe-js";

import { t } from "@/i18n/i18n";

import { problemOf } from "./problem-of";

/**
 * Confirms a payment that was prepared with a saved card; 3-D Secure opens above the page. Returns the error message,
 * or null once Stripe has accepted it. `returnTo`: the path to which the bank's own page redirects.
 */
export async function confirmSavedCard(stripe: Stripe, clientSecret: string, returnTo: string): Promise<string | null> {
  const confirmParams = { return_url: `${window.location.origin}${returnTo}` };
  const { error } = await stripe.confirmPayment({ clientSecret, confirmParams, redirect: "if_required" });
  return problemOf(error, t("payment.unknown"));
}
