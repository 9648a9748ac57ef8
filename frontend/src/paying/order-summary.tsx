import { ChevronDown } from "lucide-react";
import { useState, type ReactElement } from "react";

import { amountLabel, amountText } from "@/api/prices/amount";
import type { ServiceType } from "@/api/types";
import { t } from "@/i18n/i18n";
import { cx } from "@/lib/cx";
import { formatChf } from "@/lib/money";
import { pickupWindow } from "@/lib/pickup-window";
import { SectionCard } from "@/ui/card";
import { AddressFact, Fact } from "@/ui/rows";

import { OrderPrice, type PricedOrder } from "./order-price";

type OrderSummaryProps = PricedOrder & {
  serviceType: ServiceType;
  providerName: string;
  pickupTime: string;
  /** Kilograms; like the address, only the customer sees it. */
  weight?: string | undefined;
  address?: string | undefined;
};

/** What is paid for: the order's facts, and the price that will be charged. */
export function OrderSummary(order: OrderSummaryProps): ReactElement {
  const { serviceType, weight, address } = order;
  return (
    <SectionCard title={t("payment.summary.title")}>
      <dl className="mb-2 border-b pb-2">
        <Fact label={t("payment.summary.service")}>{t(`common.service.${serviceType}`)}</Fact>
        {weight !== undefined && <Fact label={amountLabel(serviceType)}>{amountText({ serviceType, weight })}</Fact>}
        <Fact label={t("payment.summary.provider")}>{order.providerName}</Fact>
        <Fact label={t("payment.summary.pickup")}>{pickupWindow(order)}</Fact>
        {address !== undefined && <AddressFact label={t("payment.summary.address")} address={address} />}
      </dl>
      <OrderPrice order={order} />
    </SectionCard>
  );
}

/** The summary on the page that pays: on phones one line that opens, so that the way to pay is in view. */
export function FoldedSummary(order: OrderSummaryProps): ReactElement {
  const [isOpen, setIsOpen] = useState(false);
  const line = [order.providerName, pickupWindow(order), formatChf(order.totalAmount)].join(" · ");
  return (
    <>
      <button
        type="button"
        aria-expanded={isOpen}
        onClick={() => setIsOpen(!isOpen)}
        className="card flex min-h-touch w-full items-center gap-3 px-4 py-2 text-left md:hidden"
      >
        <span className="sr-only">{t("payment.summary.title")}: </span>
        <span className="min-w-0 grow font-semibold tabular-nums">{line}</span>
        <ChevronDown aria-hidden className={cx("size-5 shrink-0 transition-transform", isOpen && "rotate-180")} />
      </button>
      <div className={cx("max-md:mt-4", !isOpen && "max-md:hidden")}>
        <OrderSummary {...order} />
      </div>
    </>
  );
}
