import { useElements, useStripe } from "@stripe/react-stripe-js";
import type { Stripe, StripeElements, StripeError } from "@stripe/stripe-js";
import { useState } from "react";

import { errorText } from "@/resources/error-text";
import { t } from "@/i18n/i18n";
import { showToast } from "@/ui/overlay/toast";

/** Another tab, or a click before this one, has moved it on: only the server can say how it stands. */
const MOVED_ON = ["payment_intent_unexpected_state", "setup_intent_unexpected_state"];

export type Submission = {
  /** Hands what stands in the card form to Stripe, once the form is `ready`. */
  submit: () => Promise<void>;
  ready: boolean;
  /** Why the last attempt failed. */
  problem: string | null;
};

type Act = {
  /** Pays, or saves the card for later. */
  kind: "payment" | "setup";
  /** Where a bank's own page leads back to, within this site. */
  returnTo: string;
  /** The toast's title where it fails, and its text where nobody says more. */
  failure: { title: string; body: string };
  /** What must happen before; true where it changed what Stripe has. */
  prepare?: () => Promise<boolean>;
  /** Stripe has taken it: what follows, or the sentence that says why it came to nothing after all. */
  taken: () => Promise<string | null>;
  onBusyChange: (busy: boolean) => void;
};

function confirm(stripe: Stripe, elements: StripeElements, { kind, returnTo }: Act): Promise<{ error?: StripeError | undefined }> {
  const confirmParams = { return_url: `${window.location.origin}${returnTo}` };
  const options = { elements, confirmParams, redirect: "if_required" } as const;
  return kind === "payment" ? stripe.confirmPayment(options) : stripe.confirmSetup(options);
}

/** Confirms with Stripe what stands in the card form. Whatever fails leaves the person here. Stands inside Stripe's Elements. */
export function useSubmission(act: Act): Submission {
  const stripe = useStripe();
  const elements = useElements();
  const [problem, setProblem] = useState<string | null>(null);

  const fail = (message: string): void => {
    act.onBusyChange(false);
    setProblem(message);
    showToast({ title: act.failure.title, description: message, variant: "destructive" });
  };

  const attempt = async (): Promise<string | null> => {
    if (stripe === null || elements === null) return null;
    if ((await act.prepare?.()) === true) await elements.fetchUpdates();
    const { error } = await confirm(stripe, elements, act);
    if (error !== undefined && !MOVED_ON.includes(error.code ?? "")) return error.message ?? act.failure.body;
    return act.taken();
  };

  const submit = async (): Promise<void> => {
    act.onBusyChange(true);
    setProblem(null);
    const reason = await attempt().catch((error: unknown) => errorText(error, act.failure.body));
    if (reason !== null) fail(reason);
  };

  return { submit, ready: stripe !== null && elements !== null, problem };
}

/** The failure of a payment, in the words of the specification (point 8). */
export function paymentFailure(): Act["failure"] {
  return { title: t("common.payment.failed"), body: t("paying.unknown") };
}
