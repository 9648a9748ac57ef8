import type { ReactElement, ReactNode } from "react";
import { useLocation } from "react-router-dom";

import { useOrder } from "@/api/orders/use-orders";
import { ApiError } from "@/api/http/api-error";
import { errorText } from "@/api/http/error-text";
import type { Order } from "@/api/types";
import { useSession } from "@/api/session/session";
import { t } from "@/i18n/i18n";
import { signInLink } from "@/lib/return-path";
import { ButtonLink } from "@/ui/button";
import { SectionCard } from "@/ui/card";
import { NoOrdersArt, SignInArt } from "@/ui/illustrations/orders-art";
import { Loading, Skeleton } from "@/ui/skeleton";
import { EmptyState, ErrorState } from "@/ui/states";
import { useNow } from "@/ui/use-now";

import { ChangeOrder } from "./change-order";
import { HandBack } from "./hand-back";
import { CodeSwitch, proofUnder } from "./handover-parts";
import { Alternatives, RebookCard } from "./next-steps";
import { OrderDetails } from "./order-details";
import { OrderProviderCard } from "./order-provider-card";
import { ProgressTimeline } from "./progress-timeline";
import { ProviderPosition } from "./provider-position";
import { RunningOrders } from "./running-orders";
import { StatusCard } from "./status-card";

/** Stands for an order that is on its way. */
export function OrderSkeleton(): ReactElement {
  return (
    <Loading label={t("tracking.loading")} className="flex flex-col gap-4">
      <Skeleton className="h-24 rounded-card" />
      <Skeleton className="h-96 rounded-card" />
      <Skeleton className="h-40 rounded-card" />
    </Loading>
  );
}

/** Whose order it may be is not known yet. */
function SignInFirst(): ReactElement {
  const { pathname, search, hash } = useLocation();
  return (
    <EmptyState
      picture={<SignInArt />}
      title={t("tracking.signIn.title")}
      body={t("tracking.signIn.body")}
      action={
        <ButtonLink variant="primary" to={signInLink(pathname + search + hash)}>
          {t("tracking.signIn.action")}
        </ButtonLink>
      }
    />
  );
}

function NotSeen({ error, retry, busy }: { error: unknown; retry: () => void; busy: boolean }): ReactElement {
  if (error instanceof ApiError && error.status === 404) {
    return (
      <EmptyState
        picture={<NoOrdersArt />}
        title={t("tracking.missing.title")}
        body={t("tracking.missing.body")}
        action={
          <ButtonLink variant="brand" to="/">
            {t("common.goHome")}
          </ButtonLink>
        }
      />
    );
  }
  return <ErrorState body={errorText(error, t("tracking.error.body"))} busy={busy} onRetry={retry} />;
}

export type LiveOrderProps = {
  orderId: string;
  onMessage: (order: Order) => void;
  /** Shown once the order can be rated. */
  rating: (order: Order) => ReactNode;
  /** Shown once the order is completed. */
  afterwards: ReactNode;
};

/** One order as it stands, and as it changes: live events fetch it anew. */
export function LiveOrder({ orderId, onMessage, rating, afterwards }: LiveOrderProps): ReactElement {
  const now = useNow();
  const { user } = useSession();
  const { order, error, isBusy, retry } = useOrder(user === null ? null : orderId);
  if (user === null) return <SignInFirst />;
  if (order === undefined) {
    if (error === undefined) return <OrderSkeleton />;
    return <NotSeen error={error} retry={() => void retry()} busy={isBusy} />;
  }
  return (
    <>
      <RunningOrders customerId={user.id} shownId={order.id} />
      <div className="grid grid-cols-1 items-start gap-4 md:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <div className="flex flex-col gap-4">
          <HandBack order={order} now={now} />
          <StatusCard order={order} now={now} />
          <ProviderPosition order={order} now={now} />
          <Alternatives order={order} now={now} />
          {order.reviewable && order.rating === null && <SectionCard title={t("tracking.rate.title")}>{rating(order)}</SectionCard>}
          <RebookCard order={order} />
          {order.status === "completed" && afterwards}
          <CodeSwitch order={order} viewerId={user.id} />
          <SectionCard title={t("tracking.progress")}>
            <ProgressTimeline order={order} now={now} under={proofUnder(order)} />
          </SectionCard>
        </div>
        <div className="flex flex-col gap-4">
          <OrderProviderCard order={order} onMessage={() => onMessage(order)} />
          <OrderDetails order={order} now={now} />
          <ChangeOrder order={order} />
        </div>
      </div>
    </>
  );
}
