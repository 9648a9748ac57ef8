import type { ReactElement } from "react";

import { amountLabel, amountText } from "@/resources/amount";
import type { Order } from "@/resources/types";
import { t } from "@/i18n/i18n";
import { formatDayTime } from "@/lib/dates";
import { SectionCard } from "@/ui/card";
import { PriceList, PriceRow } from "@/ui/price-row";

function Detail({ label, value }: { label: string; value: string | null }): ReactElement | null {
  if (value === null || value === "") return null;
  return (
    <div className="flex justify-between gap-4 py-1.5">
      <dt className="shrink-0 text-ink-soft">{label}</dt>
      <dd className="min-w-0 text-right break-words text-balance tabular-nums">{value}</dd>
    </div>
  );
}

/** An address that breaks between its street and its town alone. */
function inTwoParts(address: string): string {
  return address.split(", ").map((part) => part.replaceAll(" ", "\u00a0")).join(", ");
}

/** What was booked, and what it cost. */
export function OrderDetails({ order, now }: { order: Order; now: number }): ReactElement {
  const isElsewhere = order.deliveryAddress !== order.pickupAddress;
  return (
    <SectionCard title={t("tracking.details.title")}>
      <dl>
        <Detail label={t("tracking.details.service")} value={t(`common.service.${order.serviceType}`)} />
        <Detail label={amountLabel(order.serviceType)} value={amountText(order)} />
        <Detail label={t("tracking.details.pickup")} value={formatDayTime(order.pickupTime, now)} />
        <Detail label={t("tracking.details.pickupAddress")} value={order.pickupAddress === null ? null : inTwoParts(order.pickupAddress)} />
        {isElsewhere && <Detail label={t("tracking.details.deliveryAddress")} value={order.deliveryAddress === null ? null : inTwoParts(order.deliveryAddress)} />}
        <Detail label={t("tracking.details.note")} value={order.specialInstructions} />
      </dl>
      <div className="mt-2 border-t pt-2">
        <PriceList>
          <PriceRow label={t("tracking.details.serviceAmount")} amount={order.serviceAmount} />
          <PriceRow label={t("common.price.fee")} amount={order.platformFee} />
          <PriceRow label={t("common.price.total")} amount={order.totalAmount} total />
        </PriceList>
      </div>
    </SectionCard>
  );
}
