import { Ban, CircleCheck, CircleDashed, Clock, CreditCard } from "lucide-react";
import type { ReactElement } from "react";

import { bookingLink } from "@/api/orders/booking-link";
import { providerName } from "@/api/providers/provider-name";
import { awaitsPayment, isInProgress } from "@/api/orders/order-status";
import { creditNoteAddress, creditNotesOf, receiptAddress } from "@/api/orders/receipt-address";
import type { Order } from "@/api/types";
import { t } from "@/i18n/i18n";
import { formatDate, formatRelative } from "@/lib/dates";
import { formatChf } from "@/lib/money";
import { pickupWindowInSentence } from "@/lib/pickup-window";
import { Avatar } from "@/ui/avatar";
import { Badge } from "@/ui/badge";
import { Button, ButtonLink } from "@/ui/button";
import { buttonStyle } from "@/ui/button-style";
import { Card } from "@/ui/card";
import { Stars } from "@/ui/stars";
import { wholeHours } from "@/ui/whole-hours";

const ICON = "size-3.5";

function StatusBadge({ order }: { order: Order }): ReactElement {
  if (order.status === "completed") {
    return (
      <Badge tone="good" icon={<CircleCheck aria-hidden className={ICON} />}>
        {t("history.badge.completed")}
      </Badge>
    );
  }
  if (isInProgress(order)) {
    return (
      <Badge tone="brand" icon={<Clock aria-hidden className={ICON} />}>
        {t("history.badge.inProgress")}
      </Badge>
    );
  }
  if (order.status === "cancelled") {
    return <Badge icon={<Ban aria-hidden className={ICON} />}>{t("history.badge.cancelled")}</Badge>;
  }
  if (awaitsPayment(order)) {
    return (
      <Badge tone="warn" icon={<CreditCard aria-hidden className={ICON} />}>
        {t("history.badge.unpaid")}
      </Badge>
    );
  }
  // Specification point 4: any other status is shown as its raw name, in English. Only "pending" is left.
  return <Badge icon={<CircleDashed aria-hidden className={ICON} />}>{t("history.badge.pending")}</Badge>;
}

function Actions({
  order,
  isNextToPay,
  onRate,
}: {
  order: Order;
  isNextToPay: boolean;
  onRate: (order: Order) => void;
}): ReactElement {
  const receipt = receiptAddress(order);
  const creditNotes = creditNotesOf(order);
  const tracking = `/tracking/${order.id}`;
  return (
    <div className="mt-4 flex flex-wrap gap-2">
      {awaitsPayment(order) && (
        <ButtonLink size="sm" variant={isNextToPay ? "primary" : "secondary"} to={`/checkout/${order.id}`}>
          {t("history.action.pay")}
        </ButtonLink>
      )}
      {isInProgress(order) && (
        <ButtonLink size="sm" variant="brand" to={tracking}>
          {t("history.action.track")}
        </ButtonLink>
      )}
      {order.reviewable && order.rating === null && (
        <Button size="sm" variant="brand" onClick={() => onRate(order)}>
          {t("history.action.rate")}
        </Button>
      )}
      {order.status === "completed" && (
        <ButtonLink size="sm" to={bookingLink(order.providerId, { again: order.id })}>
          {t("history.action.reorder")}
        </ButtonLink>
      )}
      {!isInProgress(order) && (
        <ButtonLink size="sm" variant="ghost" to={tracking}>
          {t("history.action.details")}
        </ButtonLink>
      )}
      {receipt !== null && (
        <a
          href={receipt}
          download
          aria-label={t("history.action.receipt.name", { number: order.id.slice(-8) })}
          className={buttonStyle("ghost", "sm", false)}
        >
          {t("history.action.receipt")}
        </a>
      )}
      {creditNotes.map(({ position, number }) => (
        <a
          key={number}
          href={creditNoteAddress(order.id, position)}
          download
          aria-label={t("history.action.creditNote.name", { number })}
          className={buttonStyle("ghost", "sm", false)}
        >
          {t("history.action.creditNote") + (creditNotes.length > 1 ? ` ${position}` : "")}
        </a>
      ))}
    </div>
  );
}

type OrderCardProps = {
  order: Order;
  now: number;
  /** The list is there for paying it. */ isNextToPay?: boolean;
  /** Without it the card is an inert sample. */ onRate?: (order: Order) => void;
};

/** An order of the history with its next actions. */
export function OrderCard({ order, now, isNextToPay = false, onRate }: OrderCardProps): ReactElement {
  const { user } = order.provider;
  const number = order.id.slice(-8);
  const age = formatRelative(order.createdAt, now);
  const shownBy = order.reviewState?.shownBy ?? null;
  const reason = order.status === "cancelled" ? order.cancellationReason : null;
  const isRefunded = order.refundedAmount !== "0.00";
  return (
    <Card>
      <div className="flex items-start justify-between gap-3">
        <h2 className="font-semibold tabular-nums">{t("history.order", { number })}</h2>
        <StatusBadge order={order} />
      </div>
      <div className="mt-3 flex items-center gap-3">
        <Avatar
          id={order.providerId}
          firstName={user.firstName}
          lastName={user.lastName}
          imageUrl={user.profileImageUrl}
        />
        <div className="min-w-0 grow">
          <p className="truncate font-medium">{providerName(order.provider)}</p>
          <p className="text-caption text-ink-soft">
            <span className="md:after:content-['_·'] max-md:block">{t(`common.service.${order.serviceType}`)}</span>{" "}
            <span className="max-md:block">
              {wholeHours(t("history.pickup", { time: pickupWindowInSentence(order, now) }))}
            </span>
          </p>
        </div>
        <div className="shrink-0 text-right">
          <p className="font-semibold tabular-nums">{formatChf(order.totalAmount)}</p>
          {age !== null && <p className="text-caption text-ink-soft">{age}</p>}
        </div>
      </div>
      {(reason !== null || isRefunded) && (
        <p className="mt-3 text-caption text-ink-soft">
          {reason}
          {isRefunded && <span> {t("history.refunded", { amount: formatChf(order.refundedAmount) })}.</span>}
        </p>
      )}
      {order.rating !== null && (
        <div className="mt-3">
          <Stars value={order.rating} />
          {shownBy !== null && (
            <p className="text-caption text-ink-soft">{t("rating.own.waits", { day: formatDate(shownBy, now) })}</p>
          )}
        </div>
      )}
      {onRate !== undefined && <Actions order={order} isNextToPay={isNextToPay} onRate={onRate} />}
    </Card>
  );
}
