import { useState, type ReactElement, type ReactNode } from "react";

import { useOrders } from "@/api/orders/use-orders";
import { errorText } from "@/api/http/error-text";
import type { Order } from "@/api/types";
import { useSession } from "@/api/session/session";
import { t } from "@/i18n/i18n";
import { signInLink } from "@/lib/return-path";
import { now } from "@/lib/server-clock";
import { ButtonLink } from "@/ui/button";
import { Badge } from "@/ui/badge";
import { Card } from "@/ui/card";
import { lazyPart, SILENT } from "@/ui/lazy-part";
import { Page } from "@/ui/page";
import { Loading, Skeleton } from "@/ui/skeleton";
import { ErrorState } from "@/ui/states";

import { OrderList } from "./order-list";
import { sampleOrders } from "./sample-orders";

function Samples(): ReactElement {
  const [orders] = useState(() => sampleOrders(now()));
  return (
    <>
      <Card className="mb-4 flex flex-wrap items-center justify-between gap-3">
        <div>
          <Badge tone="brand">{t("history.sample.badge")}</Badge>
          <p className="mt-1.5 font-semibold">{t("history.sample.title")}</p>
          <p className="text-ink-soft">{t("history.sample.body")}</p>
        </div>
        <ButtonLink variant="brand" to={signInLink("/history")}>
          {t("history.sample.signIn")}
        </ButtonLink>
      </Card>
      <OrderList orders={orders} />
    </>
  );
}

function ListSkeleton(): ReactElement {
  return (
    <Loading className="flex flex-col gap-3">
      <Skeleton className="h-13 rounded-md" />
      {[1, 2, 3].map((card) => (
        <Skeleton key={card} className="h-44 rounded-card" />
      ))}
    </Loading>
  );
}

const YearsOfReceipts = lazyPart(async () => (await import("./years-of-receipts")).YearsOfReceipts, SILENT);

type OwnProps = { customerId: string; onRate: (order: Order) => void; afterFirst?: ReactNode };

function Own({ customerId, onRate, afterFirst }: OwnProps): ReactElement {
  const { orders, error, isBusy, retry } = useOrders(customerId);
  if (orders !== undefined) {
    return (
      <>
        {orders.some(({ status }) => status === "completed") && afterFirst}
        <OrderList orders={orders} onRate={onRate} />
        {orders.some(({ receiptNumber }) => Boolean(receiptNumber)) && <YearsOfReceipts orders={orders} />}
      </>
    );
  }
  if (error === undefined) return <ListSkeleton />;
  return <ErrorState body={errorText(error, t("history.error.body"))} busy={isBusy} onRetry={() => void retry()} />;
}

type OrderHistoryListProps = Omit<OwnProps, "customerId"> & { rebook?: ReactNode };

/** The account's orders; a visitor sees samples. `rebook` is shown above them, `afterFirst` once one is completed. */
export function OrderHistoryList({ rebook, ...own }: OrderHistoryListProps): ReactElement {
  const { user } = useSession();
  return (
    <Page title={t("history.history.title")} width="page">
      {user === null ? (
        <Samples />
      ) : (
        <div className="flex flex-col gap-4">
          {rebook}
          <Own customerId={user.id} {...own} />
        </div>
      )}
    </Page>
  );
}
