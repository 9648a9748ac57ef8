import { Ban, Bike, CircleCheck, ClipboardList, CreditCard, PackageCheck, Shirt, Truck } from "lucide-react";
import type { ReactElement } from "react";

import { providerName } from "@/api/providers/provider-name";
import { awaitsPayment } from "@/api/orders/order-status";
import type { Order } from "@/api/types";
import { t } from "@/i18n/i18n";
import { cx } from "@/lib/cx";
import { dayTimeInSentence } from "@/lib/dates";
import { compareAmounts, formatChf } from "@/lib/money";
import { ButtonLink } from "@/ui/button";

import { OrderHeadline } from "./order-headline";

const ICONS = {
  pending: ClipboardList,
  confirmed: CircleCheck,
  pickup: Bike,
  washing: Shirt,
  delivery: Truck,
  completed: PackageCheck,
  cancelled: Ban,
};

/** The line below the title (specification point 4). */
function description(order: Order, now: number): string {
  if (awaitsPayment(order)) {
    return order.holdExpiresAt === null
      ? t("tracking.description.unpaid")
      : t("tracking.description.unpaidUntil", { time: dayTimeInSentence(order.holdExpiresAt, now) });
  }
  if (order.status === "cancelled") return order.cancellationReason ?? "";
  if (order.handBackBy !== null) return t("tracking.description.handedBack");
  const provider = providerName(order.provider);
  switch (order.status) {
    case "pickup":
    case "confirmed":
    case "delivery":
      return t(`tracking.description.${order.status}`, { provider });
    case "washing":
    case "completed":
    case "pending":
      return t(`tracking.description.${order.status}`);
  }
}

type StatusCardProps = {
  order: Order;
  now: number;
  /** A sample has no dates to add to a calendar. */ isSample?: boolean;
};

/** The order's status. Announced when it changes. */
export function StatusCard({ order, now, isSample = false }: StatusCardProps): ReactElement {
  const isUnpaid = awaitsPayment(order);
  const Icon = isUnpaid ? CreditCard : ICONS[order.status];
  const isOver = order.status === "cancelled";
  const hasRefund = compareAmounts(order.refundedAmount, "0") > 0;
  return (
    <section className="card overflow-hidden">
      <OrderHeadline order={order} now={now} isSample={isSample} />
      <div role="status" className={cx("flex items-center gap-4 p-5", isOver ? "bg-sunken" : "bg-brand-soft")}>
        <span
          className={cx(
            "inline-flex size-14 shrink-0 items-center justify-center rounded-full",
            isOver ? "border border-line-strong bg-surface text-ink-soft" : "bg-brand text-on-brand",
          )}
        >
          <Icon aria-hidden className="size-7" />
        </span>
        <div className="min-w-0">
          <p className="text-title font-bold">
            {isUnpaid ? t("tracking.unpaid") : t(`tracking.status.title.${order.status}`)}
          </p>
          <p className="text-ink-soft">{description(order, now)}</p>
          {hasRefund && (
            <p className="font-medium">{t("tracking.refund", { amount: formatChf(order.refundedAmount) })}</p>
          )}
        </div>
      </div>
      {isUnpaid && (
        <div className="p-4">
          <ButtonLink variant="primary" wide to={`/checkout/${order.id}`}>
            {t("tracking.unpaid.action")}
          </ButtonLink>
        </div>
      )}
    </section>
  );
}
