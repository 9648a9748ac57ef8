import { PaymentElement } from "@stripe/react-stripe-js";
import { CircleAlert, Lock } from "lucide-react";
import { useState, type ReactElement, type SyntheticEvent } from "react";

import type { Order } from "@/api/types";
import { t } from "@/i18n/i18n";
import { formatPlain } from "@/lib/money";
import { Button } from "@/ui/button";
import { StickyAction } from "@/ui/page";

import { PaymentCard, PaymentSkeleton } from "./payment-card";
import { usePayment } from "./use-payment";

type PaymentFormProps = {
  order: Order;
  isTest: boolean;
  isPaying: boolean;
  onPayingChange: (paying: boolean) => void;
  /** Stripe's frame did not load. */
  onLoadError: () => void;
};

/** The card, and the button that pays. Stands inside Stripe's Elements. */
export function PaymentForm({ order, isTest, isPaying, onPayingChange, onLoadError }: PaymentFormProps): ReactElement {
  const [isShown, setIsShown] = useState(false);
  const { pay, ready, problem } = usePayment(order.id, onPayingChange);
  const canPay = ready && isShown && !isPaying;

  const submit = (event: SyntheticEvent): void => {
    event.preventDefault();
    if (canPay) void pay();
  };

  return (
    <form onSubmit={submit} noValidate>
      <PaymentCard isTest={isTest}>
        <div className="relative min-h-64">
          {!isShown && (
            <div className="absolute inset-0">
              <PaymentSkeleton />
            </div>
          )}
          <div className={isShown ? undefined : "invisible"}>
            <PaymentElement onReady={() => setIsShown(true)} onLoadError={onLoadError} />
          </div>
        </div>
        {problem !== null && (
          <p className="mt-4 flex items-start gap-2 rounded-md bg-bad-soft px-4 py-3 text-bad">
            <CircleAlert aria-hidden className="mt-0.5 size-5 shrink-0" />
            {problem}
          </p>
        )}
      </PaymentCard>
      <StickyAction>
        <Button type="submit" variant="primary" wide busy={isPaying} disabled={!canPay}>
          {!isPaying && <Lock aria-hidden className="size-4" />}
          {isPaying ? t("checkout.pay.busy") : t("checkout.pay", { total: formatPlain(order.totalAmount) })}
        </Button>
      </StickyAction>
    </form>
  );
}
