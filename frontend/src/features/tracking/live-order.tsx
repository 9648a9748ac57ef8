import { useEffect, useState, type ReactElement, type ReactNode } from "react";
import { useLocation } from "react-router-dom";

import { ApiError } from "@/api/http/api-error";
import { errorText } from "@/api/http/error-text";
import { useOrder } from "@/api/orders/use-orders";
import { isRunning } from "@/api/orders/order-status";
import { forgetOrdered } from "@/api/orders/ordered-draft";
import { providerName } from "@/api/providers/provider-name";
import { useSession } from "@/api/session/session";
import type { Order, OrderStatus } from "@/api/types";
import { t } from "@/i18n/i18n";
import { pickupWindowInSentence } from "@/lib/pickup-window";
import { signInLink } from "@/lib/return-path";
import { Button, ButtonLink } from "@/ui/button";
import { SectionCard } from "@/ui/card";
import { NoOrdersArt, SignInArt } from "@/ui/illustrations/orders-art";
import { lazyPart, SILENT } from "@/ui/lazy-part";
import { Dialog } from "@/ui/overlay/dialog";
import { Loading, Skeleton } from "@/ui/skeleton";
import { EmptyState, ErrorState } from "@/ui/states";
import { useNow } from "@/ui/use-now";

import { CancelButton, CancelDialog } from "./cancel-dialog";
import { EditOrderDialog } from "./edit-order-dialog";
import { Alternatives, RebookCard } from "./next-steps";
import { OrderDetails } from "./order-details";
import { OrderProviderCard } from "./order-provider-card";
import { ProgressTimeline } from "./progress-timeline";
import { RunningOrders } from "./running-orders";
import { StatusCard } from "./status-card";

const PositionCard = lazyPart(async () => (await import("./position-card")).PositionCard);

/** The provider's shared position while on the way; card and map are loaded only then. */
function ProviderPosition({ order, now }: { order: Order; now: number }): ReactElement | null {
  const isOnTheWay = order.status === "pickup" || order.status === "delivery";
  // An order from the device's cache has none.
  const position = order.position ?? null;
  if (!isOnTheWay || position === null || Date.parse(position.keptUntil) <= now) return null;
  return <PositionCard order={order} position={position} now={now} />;
}

const HandoverCode = lazyPart(async () => (await import("./handover-code")).HandoverCode);
const HandoverProof = lazyPart(async () => (await import("./handover-proof")).HandoverProof, SILENT);
const RescheduleForm = lazyPart(async () => (await import("./reschedule-form")).RescheduleForm);
const PhoneQuestion = lazyPart(async () => (await import("./phone-question")).PhoneQuestion, SILENT);
const AHEAD: readonly OrderStatus[] = ["confirmed", "pickup", "washing", "delivery"];

/** The switch for handover codes, for the order's customer, while handovers are left. */
function CodeSwitch({ order, viewerId }: { order: Order; viewerId: string | undefined }): ReactElement | null {
  const isOpen = AHEAD.includes(order.status) && order.handBackBy === null && order.customerId === viewerId;
  return isOpen ? <HandoverCode order={order} /> : null;
}

/** Renders the handover's proof below its timeline step, once reached. */
function proofUnder(order: Order): (stage: OrderStatus) => ReactNode {
  return (stage) =>
    (stage === "pickup" || stage === "delivery") &&
    order.timeline.some(({ status, at }) => status === stage && at !== null) && (
      <HandoverProof orderId={order.id} kind={stage} />
    );
}

const HandedBackOrder = lazyPart(async () => (await import("./handed-back-order")).HandedBackOrder);
const LateProvider = lazyPart(async () => (await import("./handed-back-order")).LateProvider);

/** If the provider cannot do the order, or is late and silent: the customer's options, and later the new provider. */
function HandBackNotice({ order, now }: { order: Order; now: number }): ReactElement | null {
  const { providerId, pickupTime, handBackBy, substituteOfferedAt } = order;
  const [seen, setSeen] = useState({ providerId, pickupTime, wasOpen: handBackBy !== null });
  if (handBackBy !== null) {
    if (!seen.wasOpen) setSeen({ providerId, pickupTime, wasOpen: true });
    return <HandedBackOrder order={order} by={handBackBy} now={now} />;
  }
  // Orders cached by an older version lack this field.
  if ((substituteOfferedAt ?? null) !== null) return <LateProvider order={order} />;
  if (!seen.wasOpen || order.status !== "confirmed") return null;
  const name = providerName(order.provider);
  const isOther = providerId !== seen.providerId;
  return (
    <section role="status" className="card border-good bg-good-soft p-5">
      <h2 className="text-title font-bold">
        {t(isOther ? "tracking.handBack.taken" : "tracking.handBack.kept", { name })}
      </h2>
      <p className="mt-1">
        {t(pickupTime === seen.pickupTime ? "tracking.handBack.stays" : "tracking.handBack.later", {
          time: pickupWindowInSentence(order, now),
        })}
      </p>
    </section>
  );
}

/** Whether the server lets the customer move the pickup: as long as cancelling is free, or a substitute is offered. */
function isMovable({ handBackBy, substituteOfferedAt, freeCancellationUntil }: Order, now: number): boolean {
  if (handBackBy !== null) return false;
  // Orders cached by an older version lack this field.
  if ((substituteOfferedAt ?? null) !== null) return true;
  return freeCancellationUntil === null || now <= Date.parse(freeCancellationUntil);
}

/**
 * Reschedules or cancels; shown while the server allows cancelling. An open dialog stays open, and shows the refusal.
 */
function ChangeOrder({ order, now }: { order: Order; now: number }): ReactElement | null {
  const [open, setOpen] = useState<"cancel" | "edit" | "reschedule" | null>(null);
  const close = (): void => setOpen(null);
  if (!order.allowedTransitions.includes("cancelled") && open === null) return null;
  return (
    <SectionCard title={t("tracking.change.title")}>
      <div className="flex flex-wrap gap-2">
        {isMovable(order, now) && (
          <Button onClick={() => setOpen("reschedule")}>{t("tracking.reschedule.action")}</Button>
        )}
        <Button onClick={() => setOpen("edit")}>{t("tracking.edit.action")}</Button>
        <CancelButton order={order} variant="ghost" onOpen={() => setOpen("cancel")}>
          {t("tracking.cancel.action")}
        </CancelButton>
      </div>
      <Dialog open={open === "reschedule"} onClose={close} title={t("tracking.reschedule.title")}>
        {open === "reschedule" && <RescheduleForm order={order} onClose={close} />}
      </Dialog>
      <EditOrderDialog order={order} open={open === "edit"} onClose={close} />
      <CancelDialog order={order} open={open === "cancel"} onClose={close} />
    </SectionCard>
  );
}

/** Placeholder for an order. */
export function OrderSkeleton(): ReactElement {
  return (
    <Loading label={t("tracking.loading")} className="flex flex-col gap-4">
      <Skeleton className="h-24 rounded-card" />
      <Skeleton className="h-96 rounded-card" />
      <Skeleton className="h-40 rounded-card" />
    </Loading>
  );
}

/** Shown to visitors. */
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

/** There is a damage claim, or the server still takes one. */
function hasClaims(order: Order, viewerId: string, now: number): boolean {
  if (order.status !== "completed" || order.customerId !== viewerId) return false;
  // Orders cached by an older version lack these fields.
  if ((order.claimState ?? null) !== null) return true;
  return now < Date.parse(order.claimsUntil ?? "");
}

type ClaimsOfProps = { order: Order; viewerId: string; now: number; claims: LiveOrderProps["claims"] };

/** The damage claims. What is being reported as the time for it ends stays, and shows the refusal. */
function ClaimsOf({ order, viewerId, now, claims }: ClaimsOfProps): ReactNode {
  const [seen, setSeen] = useState<string | null>(null);
  const isSeen = seen === order.id;
  if (!isSeen && hasClaims(order, viewerId, now)) setSeen(order.id);
  return isSeen && claims(order);
}

export type LiveOrderProps = {
  orderId: string;
  onMessage: (order: Order) => void;
  /** Shown once the order can be rated. */
  rating: (order: Order) => ReactNode;
  /** The customer's own review, once it is written. */
  review: (order: Order) => ReactNode;
  /** Damage claims: shown to the customer of a completed order while there can be one. */
  claims: (order: Order) => ReactNode;
  /** Shown to the customer of a running order, if they do not get its news by email. */
  unconfirmedEmail: ReactNode;
  /** Shown once the order is completed. */
  afterwards: ReactNode;
};

/** One order; live events update it. */
export function LiveOrder({ orderId, onMessage, rating, review, claims, ...others }: LiveOrderProps): ReactElement {
  const now = useNow();
  const { user } = useSession();
  const { order, error, isBusy, retry } = useOrder(user === null ? null : orderId);
  // The payment may have been answered too late for the checkout.
  useEffect(() => {
    if (order !== undefined && order.customerId === user?.id) forgetOrdered(order);
  }, [order, user]);
  if (user === null) return <SignInFirst />;
  if (order === undefined) {
    if (error === undefined) return <OrderSkeleton />;
    return <NotSeen error={error} retry={() => void retry()} busy={isBusy} />;
  }
  const isRunningForViewer = isRunning(order) && order.customerId === user.id;
  return (
    <>
      <RunningOrders customerId={user.id} shownId={order.id} />
      <div className="grid grid-cols-1 items-start gap-4 md:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <div className="flex flex-col gap-4">
          <HandBackNotice order={order} now={now} />
          <StatusCard order={order} now={now} />
          {isRunningForViewer && user.phone === "" && <PhoneQuestion order={order} />}
          {isRunningForViewer && others.unconfirmedEmail}
          <ProviderPosition order={order} now={now} />
          <Alternatives order={order} now={now} />
          {order.reviewable && order.rating === null && (
            <SectionCard title={t("tracking.rate.title")}>{rating(order)}</SectionCard>
          )}
          {order.rating !== null && order.customerId === user.id && review(order)}
          <RebookCard order={order} />
          <ClaimsOf order={order} viewerId={user.id} now={now} claims={claims} />
          {order.status === "completed" && others.afterwards}
          <CodeSwitch order={order} viewerId={user.id} />
          <SectionCard title={t("tracking.progress")}>
            <ProgressTimeline order={order} now={now} under={proofUnder(order)} />
          </SectionCard>
        </div>
        <div className="flex flex-col gap-4">
          <OrderProviderCard order={order} onMessage={() => onMessage(order)} />
          <OrderDetails order={order} now={now} />
          <ChangeOrder order={order} now={now} />
        </div>
      </div>
    </>
  );
}
