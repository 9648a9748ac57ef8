import { useNavigate } from "react-router-dom";
import { useSWRConfig } from "swr";

import { below, keys } from "@/resources/keys";
import { paymentNews, settlePayment } from "@/resources/payment-return";
import { useRefresh } from "@/resources/refresh";
import type { Order } from "@/resources/types";
import { t } from "@/i18n/i18n";
import { draftName, forgetDrafts } from "@/lib/drafts";
import { paymentFailure, useSubmission, type Submission } from "@/paying/use-submission";
import { showToast } from "@/ui/overlay/toast";

type UsePayment = { order: Pick<Order, "id" | "providerId">; prepare: () => Promise<boolean>; onPayingChange: (paying: boolean) => void };

/** Pays an order: confirm with Stripe, have the server look, go to tracking. Whatever fails leaves the person here. */
export function usePayment({ order: { id: orderId, providerId }, prepare, onPayingChange }: UsePayment): Submission {
  const navigate = useNavigate();
  const refresh = useRefresh();
  const { mutate } = useSWRConfig();

  const remember = async (order: Order): Promise<void> => {
    await mutate(keys.order(orderId), order, { revalidate: false });
    await refresh(below(["/api/orders"]));
  };

  /** Stripe has taken the payment. If the server cannot be asked now, its webhook brings the news. */
  const taken = async (): Promise<string | null> => {
    const order = await settlePayment(orderId).catch(() => null);
    if (order?.paymentStatus === "failed") return t("common.payment.failed.body");
    forgetDrafts(draftName.booking(providerId));
    if (order !== null) await remember(order);
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
