import { Elements } from "@stripe/react-stripe-js";
import type { StripeElementLocale } from "@stripe/stripe-js";
import { useState, type ReactElement } from "react";
import useSWR from "swr";

import { errorText } from "@/api/error-text";
import type { Config, Order } from "@/api/types";
import { t } from "@/i18n/i18n";
import { getLocale } from "@/lib/locale";
import { ErrorState } from "@/ui/states";

import { useAppearance } from "./appearance";
import { stripeFor } from "./load-stripe";
import { PaymentCard, PaymentSkeleton } from "./payment-card";
import { PaymentForm } from "./payment-form";
import { useClientSecret } from "./use-client-secret";

type PaymentSectionProps = {
  order: Order;
  config: Config;
  publishableKey: string;
  isPaying: boolean;
  onPayingChange: (paying: boolean) => void;
};

/** Gets what a payment needs (Stripe's script, an intent), then shows the form. Each failure can be tried again. */
export function PaymentSection({ order, config, publishableKey, isPaying, onPayingChange }: PaymentSectionProps): ReactElement {
  const appearance = useAppearance();
  const intent = useClientSecret(order);
  const [attempt, setAttempt] = useState(0);
  const [hasFormFailed, setHasFormFailed] = useState(false);
  const script = useSWR(["stripe", config.stripeScriptUrl, publishableKey], () => stripeFor(publishableKey, config.stripeScriptUrl));

  const tryFormAgain = (): void => {
    setHasFormFailed(false);
    setAttempt((before) => before + 1);
    if (script.error !== undefined) void script.mutate();
  };

  if (intent.error !== undefined) {
    const body = errorText(intent.error);
    return <ErrorState title={t("checkout.error.intent.title")} body={body} onRetry={intent.retry} busy={intent.isLoading} />;
  }
  if (script.error !== undefined || hasFormFailed) {
    const title = t("checkout.error.form.title");
    return <ErrorState title={title} body={t("checkout.error.form.body")} onRetry={tryFormAgain} busy={script.isValidating} />;
  }
  if (intent.clientSecret === undefined || script.data === undefined) {
    return (
      <PaymentCard isTest={config.testPayments}>
        <PaymentSkeleton />
      </PaymentCard>
    );
  }
  const options = { clientSecret: intent.clientSecret, appearance, locale: getLocale() as StripeElementLocale };
  return (
    <Elements key={`${intent.clientSecret} ${attempt}`} stripe={script.data} options={options}>
      <PaymentForm
        order={order}
        isTest={config.testPayments}
        isPaying={isPaying}
        onPayingChange={onPayingChange}
        onLoadError={() => setHasFormFailed(true)}
      />
    </Elements>
  );
}
