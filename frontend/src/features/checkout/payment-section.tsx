import type { ReactElement } from "react";

import { useOrderSecret } from "@/resources/use-payment";
import type { Config, Order } from "@/resources/types";
import { t } from "@/i18n/i18n";
import { StripeElements } from "@/paying/stripe-elements";

import { PaymentForm } from "./payment-form";
import { useSaving } from "./use-saving";

type PaymentSectionProps = {
  order: Order;
  config: Config;
  publishableKey: string;
  isPaying: boolean;
  onPayingChange: (paying: boolean) => void;
};

/** The payment of an order: its secret, and the form. */
export function PaymentSection({ order, config, publishableKey, isPaying, onPayingChange }: PaymentSectionProps): ReactElement {
  const secret = useOrderSecret(order);
  // Kept here, so that a form that had to be loaded again knows what the server was told.
  const saving = useSaving(order);
  return (
    <StripeElements
      config={config}
      publishableKey={publishableKey}
      secret={secret}
      title={t("paying.title")}
      errorTitle={t("paying.error.intent.title")}
    >
      {(onLoadError) => (
        <PaymentForm
          order={order}
          saving={saving}
          isTest={config.testPayments}
          isPaying={isPaying}
          onPayingChange={onPayingChange}
          onLoadError={onLoadError}
        />
      )}
    </StripeElements>
  );
}
