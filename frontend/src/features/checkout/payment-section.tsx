import { useEffect, useState, type ReactElement } from "react";

import { payingCard, usePaymentMethods } from "@/api/payments/use-payment-methods";
import { useOrderSecret } from "@/api/payments/use-payment";
import type { Config, Order } from "@/api/types";
import { t } from "@/i18n/i18n";
import { PaymentCard, PaymentSkeleton } from "@/paying/payment-card";
import { StripeElements } from "@/paying/stripe-elements";

import { CheckoutCardChoice } from "./checkout-card-choice";
import { PaymentForm } from "./payment-form";
import { SavedCardForm } from "./saved-card-form";
import { useSaving } from "./use-saving";

type PaymentSectionProps = {
  order: Order;
  config: Config;
  publishableKey: string;
  isPaying: boolean;
  onPayingChange: (paying: boolean) => void;
};

/** Stripe's form: any card, wallet or TWINT. */
function StripeForm(props: PaymentSectionProps): ReactElement {
  const { order, config, publishableKey } = props;
  // Kept here, because the form inside may remount after a failure; not further out, because each new form begins the
  // payment anew at the server, without the choice.
  const saving = useSaving(order);
  const secret = useOrderSecret(order);
  return (
    <StripeElements
      config={config}
      publishableKey={publishableKey}
      secret={secret}
      title={t("payment.title")}
      errorTitle={t("payment.error.intent.title")}
    >
      {(onLoadError) => (
        <PaymentForm
          {...props}
          saving={secret.canSaveCard ? saving : null}
          isTest={config.testPayments}
          onLoadError={onLoadError}
        />
      )}
    </StripeElements>
  );
}

/** Pays an order: with a saved card (the default one first), or in Stripe's form. */
export function PaymentSection(props: PaymentSectionProps): ReactElement {
  const { config, isPaying } = props;
  const { cards, error, retry } = usePaymentMethods();
  const [chosen, setChosen] = useState<string | null>(null);
  // If the saved cards cannot be loaded, continue without them.
  const known = cards ?? (error === undefined ? undefined : []);
  const usable = known?.filter(({ isExpired }) => !isExpired);
  // Without a card on an earlier checkout: one may have been saved since.
  const [isOutdated, setIsOutdated] = useState(usable?.length === 0);
  useEffect(() => {
    if (isOutdated) void retry().then(() => setIsOutdated(false));
  }, [isOutdated, retry]);

  if (isOutdated || usable === undefined) {
    return (
      <PaymentCard title={t("payment.title")} isTest={config.testPayments}>
        <PaymentSkeleton />
      </PaymentCard>
    );
  }
  const card = chosen === "another" ? null : (payingCard(usable, chosen) ?? usable[0] ?? null);
  // Somebody may be filling in Stripe's form: cards that arrive later are offered, and do not replace it.
  if (card === null && chosen !== "another") setChosen("another");
  return (
    // On phones no box around the button, so that it sticks to the bottom of the whole page.
    <div className="contents md:flex md:flex-col md:gap-4">
      {/* Stripe's form itself notes that payments are tests. */}
      {usable.length > 0 && (
        <CheckoutCardChoice
          cards={usable}
          value={card}
          disabled={isPaying}
          isTest={config.testPayments && card !== null}
          onChange={setChosen}
        />
      )}
      {card === null ? <StripeForm {...props} /> : <SavedCardForm key={card.id} {...props} cardId={card.id} />}
    </div>
  );
}
