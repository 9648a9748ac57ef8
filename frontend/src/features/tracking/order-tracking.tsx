import { useEffect, useRef, useState, type ReactElement } from "react";
import { useParams, useSearchParams } from "react-router-dom";

import { useAct } from "@/api/http/use-act";
import { useSettlePayment } from "@/api/payments/use-payment";
import { useOrders } from "@/api/orders/use-orders";
import { errorText } from "@/api/http/error-text";
import { isRunning } from "@/api/orders/order-status";
import { isPaymentReturn, paymentToast, withoutPaymentReturn } from "@/api/payments/payment-return";
import type { User } from "@/api/types";
import { useSession } from "@/api/session/session";
import { t } from "@/i18n/i18n";
import { Button } from "@/ui/button";
import { FailureNotice, type Failure } from "@/ui/failure-notice";
import { showToast } from "@/ui/overlay/toast";
import { Page } from "@/ui/page";
import { ErrorState } from "@/ui/states";

import { LiveOrder, OrderSkeleton, type LiveOrderProps } from "./live-order";
import { SampleOrder } from "./sample-order";

/**
 * Back from a bank's page: has the server fetch the payment's state, shows a toast, and cleans the URL. Can be retried;
 * visitors see it after signing in.
 */
function usePaymentReturn(orderId: string | undefined): {
  failure: Failure | null;
  isBusy: boolean;
  retry: () => void;
} {
  const [query, setQuery] = useSearchParams();
  const settle = useSettlePayment();
  const handled = useRef(false);
  const { isBusy, failure, act } = useAct();
  const ask = (id: string): Promise<void> => act(async () => showToast(paymentToast(await settle(id))));
  useEffect(() => {
    if (orderId === undefined || handled.current || !isPaymentReturn(query)) return;
    handled.current = true;
    setQuery(withoutPaymentReturn(query), { replace: true });
    void ask(orderId);
  });
  return { failure, isBusy, retry: () => void (orderId !== undefined && ask(orderId)) };
}

/** The account's newest running order, kept on screen to its end; the sample if there is none. */
function Newest({ user, ...props }: { user: User } & Omit<LiveOrderProps, "orderId">): ReactElement {
  const { orders, error, isBusy, retry } = useOrders(user.id);
  const [shown, setShown] = useState<string | null>(null);
  const newest = orders?.find(isRunning)?.id ?? null;
  // Keep the shown order, also once it is completed.
  if (shown === null && newest !== null) setShown(newest);
  const orderId = shown ?? newest;
  if (orderId !== null) return <LiveOrder {...props} orderId={orderId} />;
  if (orders !== undefined) return <SampleOrder isVisitor={false} />;
  if (error === undefined) return <OrderSkeleton />;
  return <ErrorState body={errorText(error, t("tracking.error.body"))} busy={isBusy} onRetry={() => void retry()} />;
}

/** Tracking of one order. */
export function OrderTracking(props: Omit<LiveOrderProps, "orderId">): ReactElement {
  const { orderId } = useParams();
  const { user } = useSession();
  const { failure, isBusy, retry } = usePaymentReturn(user === null ? undefined : orderId);
  return (
    <Page
      title={t("tracking.tracking.title")}
      width="page"
      {...(orderId === undefined
        ? {}
        : { backTo: "/history", lead: t("tracking.order", { number: orderId.slice(-8) }) })}
    >
      {failure !== null && (
        <div className="mb-4 flex flex-col gap-2">
          <FailureNotice title={t("tracking.payment.unknown")} {...failure} />
          <Button busy={isBusy} onClick={retry} className="self-start">
            {t("common.tryAgain")}
          </Button>
        </div>
      )}
      {orderId !== undefined && <LiveOrder key={orderId} {...props} orderId={orderId} />}
      {orderId === undefined && (user === null ? <SampleOrder isVisitor /> : <Newest {...props} user={user} />)}
    </Page>
  );
}
