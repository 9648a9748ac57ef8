import { Elements } from "@stripe/react-stripe-js";
import type { Appearance, StripeElementLocale } from "@stripe/stripe-js";
import { useState, useSyncExternalStore, type ReactElement } from "react";

import { errorText } from "@/api/http/error-text";
import type { Secret } from "@/api/payments/use-payment";
import { useScript } from "@/api/payments/use-script";
import type { Config } from "@/api/types";
import { currentLanguage, t } from "@/i18n/i18n";
import { NeedsConnection } from "@/ui/needs-connection";
import { ErrorState } from "@/ui/states";

import { stripeFor } from "./load-stripe";
import { PaymentCard, PaymentSkeleton } from "./payment-card";

const darkScheme = (): MediaQueryList => window.matchMedia("(prefers-color-scheme: dark)");

function subscribe(listener: () => void): () => void {
  const query = darkScheme();
  query.addEventListener("change", listener);
  return () => query.removeEventListener("change", listener);
}

/** The Payment Element's appearance from our current design tokens, which its iframe cannot read. */
function useAppearance(): Appearance {
  const isDark = useSyncExternalStore(subscribe, () => darkScheme().matches);
  const tokens = getComputedStyle(document.documentElement);
  const token = (name: string): string => tokens.getPropertyValue(`--${name}`).trim();
  const colours = {
    colorPrimary: token("brand"),
    colorBackground: token("surface"),
    colorText: token("ink"),
    colorTextSecondary: token("ink-soft"),
    colorTextPlaceholder: token("ink-soft"),
    colorDanger: token("bad"),
  };
  // Without styles (yet), Stripe's defaults are better than empty colours.
  const known = Object.fromEntries(Object.entries(colours).filter(([, value]) => value !== ""));
  return {
    theme: isDark ? "night" : "stripe",
    variables: {
      ...known,
      fontFamily: "Figtree Variable, system-ui, sans-serif",
      borderRadius: "12px",
      spacingUnit: "4px",
    },
  };
}

type StripeElementsProps = {
  config: Config;
  publishableKey: string;
  secret: Secret;
  /** Titles of the card around the form, and of the error without a client secret. */
  title: string;
  errorTitle: string;
  /** The form; call `onLoadError` if Stripe's iframe fails to load. */
  children: (onLoadError: () => void) => ReactElement;
};

/** Loads Stripe's script and a client secret, then renders the form. Each failure can be retried. */
export function StripeElements(props: StripeElementsProps): ReactElement {
  const { config, publishableKey, secret, title, errorTitle, children } = props;
  const appearance = useAppearance();
  const [attempt, setAttempt] = useState(0);
  const [hasFormFailed, setHasFormFailed] = useState(false);
  const script = useScript(["stripe", config.stripeScriptUrl, publishableKey], () =>
    stripeFor(publishableKey, config.stripeScriptUrl),
  );

  const tryFormAgain = (): void => {
    setHasFormFailed(false);
    setAttempt((before) => before + 1);
    if (script.error !== undefined) void script.retry();
  };

  // Back online: retry whatever has failed.
  const tryAllAgain = (): void => {
    if (secret.error !== undefined) secret.retry();
    if (script.error !== undefined || hasFormFailed) tryFormAgain();
  };

  if (secret.error !== undefined) {
    return (
      <NeedsConnection says={t("payment.offline")} onBack={tryAllAgain}>
        <ErrorState title={errorTitle} body={errorText(secret.error)} onRetry={secret.retry} busy={secret.isLoading} />
      </NeedsConnection>
    );
  }
  if (script.error !== undefined || hasFormFailed) {
    const body = t("payment.error.form.body");
    return (
      <NeedsConnection says={t("payment.offline")} onBack={tryAllAgain}>
        <ErrorState title={t("payment.error.form.title")} body={body} onRetry={tryFormAgain} busy={script.isBusy} />
      </NeedsConnection>
    );
  }
  if (secret.clientSecret === undefined || script.value === undefined) {
    return (
      <PaymentCard title={title} isTest={config.testPayments}>
        <PaymentSkeleton />
      </PaymentCard>
    );
  }
  const options = { clientSecret: secret.clientSecret, appearance, locale: currentLanguage() as StripeElementLocale };
  return (
    <Elements key={`${secret.clientSecret} ${attempt}`} stripe={script.value} options={options}>
      {children(() => setHasFormFailed(true))}
    </Elements>
  );
}
