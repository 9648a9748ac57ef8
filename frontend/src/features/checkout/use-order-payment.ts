import type { Stripe } from "@stripe/stripe-js";
import { useNavigate } from "react-router-dom";

import { useSavedCardSecret, useSettlePayment } from "@/api/payments/use-payment";
import { mayPayAgain, paymentToast } from "@/api/payments/payment-return";
import type { Order } from "@/api/types";
import { t } from "@/i18n/i18n";
import { paymentFailure, useSavedCardSubmission, useSubmission, type Submission } from "@/paying/use-submission";
import { usePresence } from "@/lib/use-presence";
import { sayElsewhere } from "@/ui/overlay/say-elsewhere";
import { showToast, type Toast } from "@/ui/overlay/toast";

type Payable = Pick<Order, "id">;

/** Runs once Stripe has accepted a payment. If the server cannot be reached now, Stripe's webhook brings the result. */
function useTaken({ id: orderId }: Payable): () => Promise<string | null> {
  const navigate = useNavigate();
  const settle = useSettlePayment();
  const isHere = usePresence();

  return async (): Promise<string | null> => {
    const order = await settle(orderId).catch(() => null);
    if (order !== null && mayPayAgain(order)) return t("payment.payment.failed.body");
    const toast: Toast = { ...paymentToast(order), staysOnNavigation: true };
    // Whoever has left the checkout meanwhile stays where they are.
    if (!isHere()) {
      sayElsewhere(toast, t("payment.track"), () => void navigate(`/tracking/${orderId}`));
      return null;
    }
    showToast(toast);
    void navigate(`/tracking/${orderId}`, { replace: true });
    return null;
  };
}

type UsePayment = { order: Payable; prepare: () => Promise<boolean>; onPayingChange: (paying: boolean) => void };

/** Pays an order: confirms with Stripe, has the server check, goes to tracking. After a failure the page stays. */
export function usePayment({ order, prepare, onPayingChange }: UsePayment): Submission {
  const taken = useTaken(order);
  const settle = useSettlePayment();
  return useSubmission({
    kind: "payment",
    returnTo: `/tracking/${order.id}`,
    failure: paymentFailure(),
    prepare,
    taken,
    check: () => settle(order.id),
    onBusyChange: onPayingChange,
  });
}

type UseSavedCard = {
  order: Order;
  cardId: string;
  stripe: Stripe | undefined;
  onPayingChange: (paying: boolean) => void;
};

/** The same with a saved card. */
export function useSavedCardPayment({ order, cardId, stripe, onPayingChange }: UseSavedCard): Submission {
  const taken = useTaken(order);
  const settle = useSettlePayment();
  const secretFor = useSavedCardSecret();
  return useSavedCardSubmission({
    stripe,
    open: () => secretFor(order, cardId),
    returnTo: `/tracking/${order.id}`,
    failure: paymentFailure(),
    taken,
    check: () => settle(order.id),
    onBusyChange: onPayingChange,
  });
}
