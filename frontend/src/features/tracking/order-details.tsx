import { Download, LifeBuoy } from "lucide-react";
import type { ReactElement } from "react";
import { Link } from "react-router-dom";

import { amountLabel, amountText } from "@/api/prices/amount";
import { missedDeadline } from "@/api/orders/lateness";
import { creditNoteAddress, creditNotesOf, receiptAddress } from "@/api/orders/receipt-address";
import type { Order } from "@/api/types";
import { t } from "@/i18n/i18n";
import { pickupWindow } from "@/lib/pickup-window";
import { OrderPrice } from "@/paying/order-price";
import { CareFacts } from "@/ui/care/lazy-care";
import { SectionCard } from "@/ui/card";
import { AddressFact, Fact } from "@/ui/rows";

const LINK =
  "mt-1 mr-6 inline-flex min-h-touch items-center gap-2 font-semibold text-brand-ink underline underline-offset-4";

/** The booked service and its price. */
export function OrderDetails({ order, now }: { order: Order; now: number }): ReactElement {
  const receipt = receiptAddress(order);
  return (
    <SectionCard title={t("tracking.details.title")}>
      <dl>
        <Fact label={t("tracking.details.service")}>{t(`common.service.${order.serviceType}`)}</Fact>
        <Fact label={amountLabel(order.serviceType)}>{amountText(order)}</Fact>
        <Fact label={t("tracking.details.pickup")}>{pickupWindow(order, now)}</Fact>
        <AddressFact label={t("tracking.details.pickupAddress")} address={order.pickupAddress} />
        {order.deliveryAddress !== order.pickupAddress && (
          <AddressFact label={t("tracking.details.deliveryAddress")} address={order.deliveryAddress} />
        )}
        {order.specialInstructions && <Fact label={t("tracking.details.note")}>{order.specialInstructions}</Fact>}
      </dl>
      {order.care && (
        <div className="mt-2 border-t pt-3 pb-1">
          <CareFacts care={order.care} />
        </div>
      )}
      <div className="mt-2 border-t pt-2">
        <OrderPrice order={order} />
      </div>
      {receipt !== null && order.customer === null && (
        <a href={receipt} download className={LINK}>
          <Download aria-hidden className="size-5" />
          {t("tracking.details.receipt")}
        </a>
      )}
      {creditNotesOf(order).map(({ position, number }) => (
        <a key={number} href={creditNoteAddress(order.id, position)} download className={LINK}>
          <Download aria-hidden className="size-5" />
          {t("tracking.details.creditNote", { number })}
        </a>
      ))}
      {/* Of a late order the headline has it. */}
      {order.customer === null && missedDeadline(order, now) === null && (
        <Link to={`/support?order=${order.id}`} className={LINK}>
          <LifeBuoy aria-hidden className="size-5" />
          {t("tracking.late.help")}
        </Link>
      )}
    </SectionCard>
  );
}
