import { useState, type ReactElement } from "react";
import { Navigate, useParams } from "react-router-dom";

import { useAddressToSave } from "@/api/addresses/use-address-to-save";
import { ApiError } from "@/api/http/api-error";
import { errorText } from "@/api/http/error-text";
import { bookingLink } from "@/api/orders/booking-link";
import { useOrder } from "@/api/orders/use-orders";
import { isPaid } from "@/api/payments/payment-return";
import { providerName } from "@/api/providers/provider-name";
import { useConfig } from "@/api/site/use-config";
import type { Order } from "@/api/types";
import { loadMessages, t } from "@/i18n/i18n";
import { Hold } from "@/paying/hold";
import { FoldedSummary } from "@/paying/order-summary";
import { Button } from "@/ui/button";
import { ErrorScreen } from "@/ui/error-screen";
import { FailureNotice } from "@/ui/failure-notice";
import { ErrorArt } from "@/ui/illustrations/error-art";
import { lazyPart, SILENT } from "@/ui/lazy-part";
import { NeedsConnection } from "@/ui/needs-connection";
import { Page } from "@/ui/page";
import { Loading, Skeleton } from "@/ui/skeleton";
import { Spinner } from "@/ui/spinner";
import { ErrorState } from "@/ui/states";

import { PaymentSection } from "./payment-section";
import { useHoldEnd } from "./use-hold-end";

const CareStep = lazyPart(async () => {
  const [part] = await Promise.all([import("./care-step"), loadMessages("care")]);
  return part.CareStep;
}, SILENT);

// Below the way to pay.
const CheckoutNotes = lazyPart(async () => (await import("./checkout-notes")).CheckoutNotes);

/** Notice that the order's address could not be saved, with retry and dismiss. */
function AddressNotSaved({ orderId }: { orderId: string }): ReactElement | null {
  const { isOpen, isBusy, failure, retry, drop } = useAddressToSave(orderId);
  if (!isOpen) return null;
  return (
    <div data-passing className="flex flex-col gap-2">
      {failure !== null && <FailureNotice {...failure} />}
      <div className="flex flex-wrap gap-2">
        <Button size="sm" busy={isBusy} onClick={() => void retry()}>
          {t("common.tryAgain")}
        </Button>
        <Button size="sm" variant="ghost" onClick={drop}>
          {t("checkout.notKept.drop")}
        </Button>
      </div>
    </div>
  );
}

function NoOrder(): ReactElement {
  return (
    <ErrorScreen
      title={t("checkout.noOrder.title")}
      body={t("checkout.noOrder.body")}
      action={t("checkout.noOrder.action")}
      to="/history"
    />
  );
}

function OrderSkeleton(): ReactElement {
  return (
    <Loading label={t("checkout.loading")} className="flex flex-col gap-4">
      <p className="flex items-center justify-center gap-3 py-2 text-ink-soft">
        <Spinner />
        {t("checkout.loading")}
      </p>
      <div className="grid gap-4 md:grid-cols-[minmax(0,1fr)_20rem] md:gap-6 lg:grid-cols-[minmax(0,1fr)_22rem]">
        <Skeleton className="h-96 rounded-card md:order-2" />
        <Skeleton className="h-96 rounded-card" />
      </div>
    </Loading>
  );
}

/** What to offer if the order cannot be paid any more. */
function rebookAction(order: Order): { action: string; to: string } {
  return { action: t("checkout.bookAgain"), to: bookingLink(order.providerId, { again: order.id }) };
}

/** The checkout of an order. While a payment runs it is not unmounted, whatever updates arrive. */
function OrderToPay({ order }: { order: Order }): ReactElement {
  const { config } = useConfig();
  const [isPaying, setIsPaying] = useState(false);
  const { holdExpiresAt } = order;
  const hold = useHoldEnd(order);

  if (!isPaying) {
    if (order.status === "cancelled") {
      const body = order.cancellationReason ?? t("checkout.cancelled.body");
      return <ErrorScreen title={t("checkout.cancelled.title")} body={body} {...rebookAction(order)} />;
    }
    if (isPaid(order)) return <Navigate to={`/tracking/${order.id}`} replace />;
    if (hold.state === "over") {
      return (
        <ErrorScreen title={t("checkout.expired.title")} body={t("checkout.expired.body")} {...rebookAction(order)} />
      );
    }
  }
  if (!config?.stripePublishableKey || hold.state === "asking") return <OrderSkeleton />;
  return (
    <div className="flex flex-col gap-4 md:grid md:grid-cols-[minmax(0,1fr)_20rem] md:grid-rows-[auto_1fr] md:items-start md:gap-x-6 lg:grid-cols-[minmax(0,1fr)_22rem]">
      <div className="md:col-start-2">
        {holdExpiresAt !== null && (
          <Hold expiresAt={holdExpiresAt} onOver={hold.check} hint={t("checkout.hold.later")} />
        )}
        <FoldedSummary
          {...order}
          providerName={providerName(order.provider)}
          address={order.pickupAddress ?? undefined}
        />
        {order.care === null && !isPaying && (
          <div className="mt-4">
            <CareStep order={order} />
          </div>
        )}
      </div>
      {/* No box on phones, so that the button sticks to the bottom of the whole page. */}
      <div className="contents md:col-start-1 md:row-span-2 md:row-start-1 md:block">
        <PaymentSection
          order={order}
          config={config}
          publishableKey={config.stripePublishableKey}
          isPaying={isPaying}
          onPayingChange={setIsPaying}
        />
      </div>
      <div className="md:col-start-2">
        <CheckoutNotes order={order} config={config} />
      </div>
    </div>
  );
}

function Checkout({ orderId }: { orderId: string }): ReactElement {
  const { config, error: configError, retry } = useConfig();
  const isConfigured = config?.stripePublishableKey !== null;
  const { order, error: orderError, isBusy, retry: askAgain } = useOrder(isConfigured ? orderId : null);

  if (!isConfigured) {
    return (
      <ErrorScreen
        title={t("payment.notConfigured.title")}
        body={t("payment.notConfigured.body")}
        action={t("payment.backToHome")}
        to="/"
        picture={<ErrorArt />}
      />
    );
  }
  const error = (order === undefined ? orderError : undefined) ?? configError;
  if (error instanceof ApiError && error.status === 404) return <NoOrder />;
  if (error !== undefined) {
    const tryAgain = (): void => void Promise.all([configError !== undefined && retry(), askAgain()]);
    return (
      <NeedsConnection says={t("payment.offline")} onBack={tryAgain}>
        <ErrorState body={errorText(error, t("checkout.error.order"))} onRetry={tryAgain} busy={isBusy} />
      </NeedsConnection>
    );
  }
  if (order === undefined) return <OrderSkeleton />;
  return (
    <div className="flex flex-col gap-4">
      <AddressNotSaved orderId={orderId} />
      <OrderToPay order={order} />
    </div>
  );
}

export function CheckoutPage(): ReactElement {
  const { orderId } = useParams();
  return (
    <Page title={t("checkout.title")} backTo="/history" width={orderId === undefined ? "task" : "page"}>
      {orderId === undefined ? <NoOrder /> : <Checkout key={orderId} orderId={orderId} />}
    </Page>
  );
}
