import { useElements, useStripe } from "@stripe/react-stripe-js";
import type { Stripe, StripeElements, StripeError } from "@stripe/stripe-js";
import { useState } from "react";

import { errorText } from "@/api/http/error-text";
import { t } from "@/i18n/i18n";
import { useRestored } from "@/lib/use-restored";
import { showToast } from "@/ui/overlay/toast";

import { confirmSavedCard } from "./confirm-saved-card";
import { problemOf } from "./problem-of";

export type Submission = {
  /** Sends the form to Stripe; only once it is `ready`. */
  submit: () => Promise<void>;
  ready: boolean;
  /** Why the last attempt failed; null if it did not. */
  problem: string | null;
};

type Act = {
  /** Pays, or saves the card for later. */
  kind: "payment" | "setup";
  /** The path to which a bank's own page redirects. */
  returnTo: string;
  /** Title of the toast after a failure, and its text if there is no message. */
  failure: { title: string; body: string };
  /** Runs before; resolves with true if it changed the PaymentIntent. */
  prepare?: () => Promise<boolean>;
  /** Runs once Stripe has accepted it; resolves with an error message, or null. */
  taken: () => Promise<string | null>;
  /** Asks the server how the payment stands: the browser's Back from a bank's own page leaves that open. */
  check?: () => Promise<unknown>;
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

/** Why an attempt failed; `next`: what to do, for the notice of a form whose field says the reason. */
type Reason = { text: string; next?: string };

const because = (text: string | null): Reason | null => (text === null ? null : { text });

/** Runs `attempt`, which resolves with the reason of a failure, or null. After a failure the page stays. */
function useAttempts(
  { failure, check, onBusyChange }: Pick<Act, "failure" | "check" | "onBusyChange">,
  attempt: () => Promise<Reason | null>,
): Attempts {
  const [problem, setProblem] = useState<string | null>(null);
  useRestored(() => {
    onBusyChange(false);
    void check?.().catch(() => undefined);
  });

  const submit = async (): Promise<void> => {
    onBusyChange(true);
    setProblem(null);
    const reason = await attempt().catch((error: unknown) => because(errorText(error, failure.body)));
    if (reason === null) return;
    onBusyChange(false);
    setProblem(reason.next ?? reason.text);
    showToast({ title: failure.title, description: reason.text, variant: "destructive" });
  };
  return { submit, problem };
}

type SavedCardAct = Omit<Act, "kind" | "prepare"> & {
  stripe: Stripe | undefined;
  /**
   * Has the server prepare the payment with the card; resolves with the client secret. Nothing is charged before
   * confirmation.
   */
  open: () => Promise<string>;
};

/** Confirms a payment with a saved card, without a form. */
export function useSavedCardSubmission(act: SavedCardAct): Submission {
  const { stripe } = act;
  const attempts = useAttempts(act, async () => {
    if (stripe === undefined) return null;
    const clientSecret = await act.open();
    return because((await confirmSavedCard(stripe, clientSecret, act.returnTo)) ?? (await act.taken()));
  });
  return { ...attempts, ready: stripe !== undefined };
}

/** Confirms the card form with Stripe. After a failure the page stays. Needs Stripe's Elements around it. */
export function useSubmission(act: Act): Submission {
  const stripe = useStripe();
  const elements = useElements();

  const attempt = async (): Promise<Reason | null> => {
    if (stripe === null || elements === null) return null;
    if ((await act.prepare?.()) === true) await elements.fetchUpdates();
    const { error } = await confirm(stripe, elements, act);
    const text = problemOf(error, act.failure.body);
    if (text === null) return because(await act.taken());
    const isDeclined = act.kind === "payment" && error?.code === "card_declined";
    return { text, ...(isDeclined && { next: t("payment.declined") }) };
  };

  return { ...useAttempts(act, attempt), ready: stripe !== null && elements !== null };
}

/** The failure texts of a payment (specification point 8). */
export function paymentFailure(): Act["failure"] {
  return { title: t("payment.payment.failed"), body: t("payment.unknown") };
}
