import { useNavigate } from "react-router-dom";

import { useSettlePayment } from "@/resources/use-payment";
import { paymentNews } from "@/resources/payment-return";
import type { Order } from "@/resources/types";
import { t } from "@/i18n/i18n";
import { draftName, forgetDrafts } from "@/lib/drafts";
import { paymentFailure, useSubmission, type Submission } from "@/paying/use-submission";
import { showToast } from "@/ui/overlay/toast";

type UsePayment = { order: Pick<Order, "id" | "providerId">; prepare: () => Promise<boolean>; onPayingChange: (paying: boolean) => void };

/** Pays an order: confirm with Stripe, have the server look, go to tracking. Whatever fails leaves the person here. */
export function usePayment({ order: { id: orderId, providerId }, prepare, onPayingChange }: UsePayment): Submission {
  const navigate = useNavigate();
  const settle = useSettlePayment();

  /** Stripe has taken the payment. If the server cannot be asked now, its webhook brings the news. */
  const taken = async (): Promise<string | null> => {
    const order = await settle(orderId).catch(() => null);
    if (order?.paymentStatus === "failed") return t("common.payment.failed.body");
    forgetDrafts(draftName.booking(providerId));
    showToast(
      order === null ? { title: t("common.payment.successful"), description: t("common.payment.processing.body") } : { ...paymentNews(order), isNewsElsewhere: true },
    );
    void navigate(`/tracking/${orderId}`, { replace: true });
    return null;
  };

  return useSubmission({
    kind: "payment",
    returnTo: `/tracking/${orderId}`,
    failure: paymentFailure(),
    prepare,
    taken,
    onBusyChange: onPayingChange,
  });
}
