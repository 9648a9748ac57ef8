import type { ReactElement } from "react";

import type { Order } from "@/api/types";
import { t } from "@/i18n/i18n";
import { formatDayTime } from "@/lib/dates";
import { SectionCard } from "@/ui/card";
import { PriceList, PriceRow } from "@/ui/price-row";

function Fact({ label, value }: { label: string; value: string }): ReactElement {
  return (
    <div className="flex items-baseline justify-between gap-4 py-1">
      <dt className="shrink-0 text-ink-soft">{label}</dt>
      <dd className="text-right">{value}</dd>
    </div>
  );
}

/** What is paid for: the order's facts and its price as it will be charged. */
export function OrderSummary({ order }: { order: Order }): ReactElement {
  const { firstName, lastName } = order.provider.user;
  return (
    <SectionCard title={t("checkout.summary.title")}>
      <dl className="mb-2 border-b pb-2">
        <Fact label={t("checkout.summary.service")} value={t(`common.service.${order.serviceType}`)} />
        <Fact label={t("checkout.summary.weight")} value={t("checkout.summary.kg", { weight: order.weight.replace(/\.0+$/, "") })} />
        <Fact label={t("checkout.summary.provider")} value={lastName === "" ? firstName : `${firstName} ${lastName}.`} />
        <Fact label={t("checkout.summary.pickup")} value={formatDayTime(order.pickupTime)} />
        {order.pickupAddress !== null && <Fact label={t("checkout.summary.address")} value={order.pickupAddress} />}
      </dl>
      <PriceList>
        <PriceRow label={t("checkout.summary.serviceAmount")} amount={order.serviceAmount} />
        <PriceRow label={t("common.price.fee")} amount={order.platformFee} />
        <PriceRow label={t("common.price.total")} amount={order.totalAmount} total />
      </PriceList>
    </SectionCard>
  );
}
