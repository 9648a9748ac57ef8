import { Elements } from "@stripe/react-stripe-js";
import type { StripeElementLocale } from "@stripe/stripe-js";
import { FlaskConical } from "lucide-react";
import { useState, type ReactElement, type ReactNode } from "react";
import useSWR from "swr";

import { errorText } from "@/api/error-text";
import type { Config, Order } from "@/api/types";
import { t } from "@/i18n/i18n";
import { getLocale } from "@/lib/locale";
import { Badge } from "@/ui/badge";
import { SectionCard } from "@/ui/card";
import { ErrorState } from "@/ui/states";

import { useAppearance } from "./appearance";
import { stripeFor } from "./load-stripe";
import { PaymentForm, PaymentSkeleton } from "./payment-form";
import { useClientSecret } from "./use-client-secret";

type PaymentSectionProps = {
  order: Order;
  config: Config;
  publishableKey: string;
  isPaying: boolean;
  onPayingChange: (paying: boolean) => void;
};

function Frame({ isTest, children }: { isTest: boolean; children: ReactNode }): ReactElement {
  const badge = isTest && (
    <Badge tone="warn" icon={<FlaskConical aria-hidden className="size-4" />}>
      {t("common.demo.testPayments")}
    </Badge>
  );
  return (
    <SectionCard title={t("checkout.pay.title")} action={badge}>
      {children}
      <p className="mt-3 text-center text-caption text-ink-soft">
        {t("checkout.pay.safe")} {isTest && t("checkout.pay.test")}
      </p>
    </SectionCard>
  );
}

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
      <Frame isTest={config.testPayments}>
        <PaymentSkeleton />
      </Frame>
    );
  }
  const options = { clientSecret: intent.clientSecret, appearance, locale: getLocale() as StripeElementLocale };
  return (
    <Frame isTest={config.testPayments}>
      <Elements key={`${intent.clientSecret} ${attempt}`} stripe={script.data} options={options}>
        <PaymentForm order={order} isPaying={isPaying} onPayingChange={onPayingChange} onLoadError={() => setHasFormFailed(true)} />
      </Elements>
    </Frame>
  );
}
