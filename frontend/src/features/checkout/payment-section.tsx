import { useState, type ReactElement } from "react";

import { usePaymentMethods } from "@/api/payments/use-payment-methods";
import { useOrderSecret } from "@/api/payments/use-payment";
import type { Config, Order } from "@/api/types";
import { t } from "@/i18n/i18n";
import { PaymentCard, PaymentSkeleton } from "@/paying/payment-card";
import { StripeElements } from "@/paying/stripe-elements";

import { CheckoutCardChoice } from "./checkout-card-choice";
import { PaymentForm } from "./payment-form";
import { SavedCardForm } from "./saved-card-form";
import { useSaving, type Saving } from "./use-saving";

type PaymentSectionProps = {
  order: Order;
  config: Config;
  publishableKey: string;
  isPaying: boolean;
  onPayingChange: (paying: boolean) => void;
};

/** Any card, wallet or TWINT, in Stripe's own form. */
function StripeForm(props: PaymentSectionProps & { saving: Saving }): ReactElement {
  const { order, config, publishableKey, isPaying, onPayingChange, saving } = props;
  return (
    <StripeElements
      config={config}
      publishableKey={publishableKey}
      secret={useOrderSecret(order)}
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

/** The payment of an order: with a card that is saved, the default one unless another is chosen, or in Stripe's form. */
export function PaymentSection(props: PaymentSectionProps): ReactElement {
  const { order, config, isPaying } = props;
  // Stored here, so that a form that had to be loaded again knows what the server knows.
  const saving = useSaving(order);
  const { cards, error } = usePaymentMethods();
  const [chosen, setChosen] = useState<string | null>(null);

  // Whose saved cards cannot be read pays as anybody does.
  if (cards === undefined && error === undefined) {
    return (
      <PaymentCard title={t("paying.title")} isTest={config.testPayments}>
        <PaymentSkeleton />
      </PaymentCard>
    );
  }
  const usable = (cards ?? []).filter(({ isExpired }) => !isExpired);
  const [first] = usable;
  if (first === undefined) return <StripeForm {...props} saving={saving} />;
  const standard = usable.find(({ isDefault }) => isDefault) ?? first;
  const card = chosen === "another" ? null : (usable.find(({ id }) => id === chosen) ?? standard);
  return (
    // On a phone the button sticks to the foot of the whole page, not only of this part: no box of its own is in between.
    <div className="contents md:flex md:flex-col md:gap-4">
      {/* The form of another card says itself that payments are tests. */}
      <CheckoutCardChoice
        cards={usable}
        value={card}
        disabled={isPaying}
        isTest={config.testPayments && card !== null}
        onChange={setChosen}
      />
      {card === null ? (
        <StripeForm {...props} saving={saving} />
      ) : (
        <SavedCardForm key={card.id} {...props} cardId={card.id} />
      )}
    </div>
  );
}
