import { useElements, useStripe } from "@stripe/react-stripe-js";
import { useState } from "react";
import { useNavigate } from "react-router-dom";
import { useSWRConfig } from "swr";

import { below, keys } from "@/api/keys";
import { paymentNews, settlePayment } from "@/api/payment-return";
import { useRefresh } from "@/api/refresh";
import type { Order } from "@/api/types";
import { t } from "@/i18n/i18n";
import { showToast } from "@/ui/toast";

/** Another tab, or a click before this one, has moved the payment on: only the server can say how it stands. */
const MOVED_ON = "payment_intent_unexpected_state";

export type Payment = {
  /** Pays with what stands in the Payment Element, once the form is `ready`. */
  pay: () => Promise<void>;
  ready: boolean;
  /** Why the last attempt failed. */
  problem: string | null;
};

/** Pays an order: confirm with Stripe, have the server look, go to tracking. Whatever fails leaves the person here. */
export function usePayment(orderId: string, onPayingChange: (paying: boolean) => void): Payment {
  const stripe = useStripe();
  const elements = useElements();
  const navigate = useNavigate();
  const refresh = useRefresh();
  const { mutate } = useSWRConfig();
  const [problem, setProblem] = useState<string | null>(null);

  const fail = (message: string): void => {
    onPayingChange(false);
    setProblem(message);
    showToast({ title: t("common.payment.failed"), description: message, variant: "destructive" });
  };

  const remember = async (order: Order): Promise<void> => {
    await mutate(keys.order(orderId), order, { revalidate: false });
    await refresh(below(["/api/orders"]));
  };

  /** Stripe has taken the payment. If the server cannot be asked now, its webhook brings the news. */
  const finish = async (): Promise<void> => {
    const order = await settlePayment(orderId).catch(() => null);
    if (order?.paymentStatus === "failed") {
      fail(t("common.payment.failed.body"));
      return;
    }
    if (order !== null) await remember(order);
    showToast(
      order === null ? { title: t("common.payment.successful"), description: t("common.payment.processing.body") } : paymentNews(order),
    );
    void navigate(`/tracking/${orderId}`, { replace: true });
  };

  const confirm = async (): Promise<void> => {
    if (stripe === null || elements === null) return;
    const { error } = await stripe.confirmPayment({
      elements,
      confirmParams: { return_url: `${window.location.origin}/tracking/${orderId}` },
      redirect: "if_required",
    });
    if (error === undefined || error.code === MOVED_ON) await finish();
    else fail(error.message ?? t("checkout.pay.unknown"));
  };

  const pay = async (): Promise<void> => {
    onPayingChange(true);
    setProblem(null);
    try {
      await confirm();
    } catch {
      fail(t("checkout.pay.unknown"));
    }
  };

  return { pay, ready: stripe !== null && elements !== null, problem };
}
