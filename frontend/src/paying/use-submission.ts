import { useElements, useStripe } from "@stripe/react-stripe-js";
import type { Stripe, StripeElements, StripeError } from "@stripe/stripe-js";
import { useState } from "react";

import { errorText } from "@/api/http/error-text";
import { t } from "@/i18n/i18n";
import { showToast } from "@/ui/overlay/toast";

import { confirmSavedCard } from "./confirm-saved-card";

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

function confirm(
  stripe: Stripe,
  elements: StripeElements,
  { kind, returnTo }: Act,
): Promise<{ error?: StripeError | undefined }> {
  const confirmParams = { return_url: `${window.location.origin}${returnTo}` };
  const options = { elements, confirmParams, redirect: "if_required" } as const;
  return kind === "payment" ? stripe.confirmPayment(options) : stripe.confirmSetup(options);
}

type Attempts = Pick<Submission, "submit" | "problem">;

/** Tries, as often as the person presses: `attempt` answers why it came to nothing, or null. Whatever fails leaves the person here. */
function useAttempts(
  { failure, onBusyChange }: Pick<Act, "failure" | "onBusyChange">,
  attempt: () => Promise<string | null>,
): Attempts {
  const [problem, setProblem] = useState<string | null>(null);

  const submit = async (): Promise<void> => {
    onBusyChange(true);
    setProblem(null);
    const reason = await attempt().catch((error: unknown) => errorText(error, failure.body));
    if (reason === null) return;
    onBusyChange(false);
    setProblem(reason);
    showToast({ title: failure.title, description: reason, variant: "destructive" });
  };
  return { submit, problem };
}

type SavedCardAct = Omit<Act, "kind" | "prepare"> & {
  stripe: Stripe | undefined;
  /** Has the server prepare the payment with the card; answers its secret. Nothing is charged before it is confirmed. */
  open: () => Promise<string>;
};

/** Confirms a payment with a card that is saved: without a form. */
export function useSavedCardSubmission(act: SavedCardAct): Submission {
  const { stripe } = act;
  const attempts = useAttempts(act, async () => {
    if (stripe === undefined) return null;
    const clientSecret = await act.open();
    return (await confirmSavedCard(stripe, clientSecret, act.returnTo)) ?? act.taken();
  });
  return { ...attempts, ready: stripe !== undefined };
}

/** Confirms with Stripe what stands in the card form. Whatever fails leaves the person here. Stands inside Stripe's Elements. */
export function useSubmission(act: Act): Submission {
  const stripe = useStripe();
  const elements = useElements();

  const attempt = async (): Promise<string | null> => {
    if (stripe === null || elements === null) return null;
    if ((await act.prepare?.()) === true) await elements.fetchUpdates();
    const { error } = await confirm(stripe, elements, act);
    if (error !== undefined && !MOVED_ON.includes(error.code ?? "")) return error.message ?? act.failure.body;
    return act.taken();
  };

  return { ...useAttempts(act, attempt), ready: stripe !== null && elements !== null };
}

/** The failure of a payment, in the words of the specification (point 8). */
export function paymentFailure(): Act["failure"] {
  return { title: t("paying.payment.failed"), body: t("paying.unknown") };
}
