import type { ReactElement } from "react";

import { amountLabel, amountText } from "@/resources/amount";
import type { ServiceType } from "@/resources/types";
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

type OrderSummaryProps = {
  serviceType: ServiceType;
  providerName: string;
  pickupTime: string;
  serviceAmount: string;
  platformFee: string;
  totalAmount: string;
  /** Kilograms; only the customer sees it, as the address. */
  weight?: string | undefined;
  address?: string | undefined;
};

/** What is paid for: the order's facts and its price as it will be charged. */
export function OrderSummary(order: OrderSummaryProps): ReactElement {
  const { serviceType, weight, address } = order;
  return (
    <SectionCard title={t("paying.summary.title")}>
      <dl className="mb-2 border-b pb-2">
        <Fact label={t("paying.summary.service")} value={t(`common.service.${serviceType}`)} />
        {weight !== undefined && <Fact label={amountLabel(serviceType)} value={amountText({ serviceType, weight })} />}
        <Fact label={t("paying.summary.provider")} value={order.providerName} />
        <Fact label={t("paying.summary.pickup")} value={formatDayTime(order.pickupTime)} />
        {address !== undefined && <Fact label={t("paying.summary.address")} value={address} />}
      </dl>
      <PriceList>
        <PriceRow label={t("paying.summary.serviceAmount")} amount={order.serviceAmount} />
        <PriceRow label={t("common.price.fee")} amount={order.platformFee} />
        <PriceRow label={t("common.price.total")} amount={order.totalAmount} total />
      </PriceList>
    </SectionCard>
  );
}
