import { useEffect, useRef, type ReactElement } from "react";
import { useParams, useSearchParams } from "react-router-dom";
import useSWR from "swr";

import { errorText } from "@/resources/error-text";
import { below, keys } from "@/resources/keys";
import { isInProgress } from "@/resources/order-status";
import { isPaymentReturn, paymentNews, settlePayment, withoutPaymentReturn } from "@/resources/payment-return";
import { useRefresh } from "@/resources/refresh";
import type { Order } from "@/resources/types";
import { useSession } from "@/resources/use-session";
import { t } from "@/i18n/i18n";
import { showToast } from "@/ui/overlay/toast";
import { Page } from "@/ui/page";

import { LiveOrder, OrderSkeleton, type LiveOrderProps } from "./live-order";
import { SampleOrder } from "./sample-order";

/** Back from a bank's page: asks the server how the payment stands, says so, and cleans the address. */
function usePaymentReturn(orderId: string | undefined): void {
  const [query, setQuery] = useSearchParams();
  const refresh = useRefresh();
  const handled = useRef(false);
  useEffect(() => {
    if (orderId === undefined || handled.current || !isPaymentReturn(query)) return;
    handled.current = true;
    setQuery(withoutPaymentReturn(query), { replace: true });
    settlePayment(orderId)
      .then((order) => showToast(paymentNews(order)))
      .catch((error: unknown) => showToast({ title: t("common.error.title"), description: errorText(error), variant: "destructive" }))
      .finally(() => void refresh(below(["/api/orders"])));
  }, [orderId, query, setQuery, refresh]);
}

/** Without an id: the newest order in progress of the account, else the sample. */
function Newest(props: Omit<LiveOrderProps, "orderId">): ReactElement {
  const { user, isLoading } = useSession();
  const { data, error } = useSWR<Order[], unknown>(user === null ? null : keys.ordersOf(user.id), { revalidateIfStale: true });
  if (isLoading || (user !== null && data === undefined && error === undefined)) return <OrderSkeleton />;
  const newest = data?.find(isInProgress);
  return newest === undefined ? <SampleOrder isVisitor={user === null} /> : <LiveOrder {...props} orderId={newest.id} />;
}

/** One order on its way through the six steps. */
export function OrderTracking(props: Omit<LiveOrderProps, "orderId">): ReactElement {
  const { orderId } = useParams();
  usePaymentReturn(orderId);
  return (
    <Page
      title={t("tracking.tracking.title")}
      width="page"
      {...(orderId === undefined ? {} : { backTo: "/history", lead: t("tracking.order", { number: orderId.slice(-8) }) })}
    >
      {orderId === undefined ? <Newest {...props} /> : <LiveOrder key={orderId} {...props} orderId={orderId} />}
    </Page>
  );
}
