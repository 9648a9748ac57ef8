import type { ReactElement } from "react";

import { addOnsOf, addOnText, withoutAddOns } from "@/api/prices/add-ons";
import type { Order } from "@/api/types";
import { t } from "@/i18n/i18n";
import { PriceList, PriceRow } from "@/ui/rows";

type PricedOrder = Pick<Order, "serviceAmount" | "addOns" | "platformFee" | "totalAmount">;

/** What an order costs, line by line: wherever it is paid or looked at. */
export function OrderPrice({ order }: { order: PricedOrder }): ReactElement {
  return (
    <PriceList>
      <PriceRow label={t("paying.summary.serviceAmount")} amount={withoutAddOns(order)} />
      {addOnsOf(order).map((addOn) => (
        <PriceRow key={addOn.id} label={addOnText(addOn)} amount={addOn.amount} />
      ))}
      <PriceRow label={t("common.price.fee")} amount={order.platformFee} />
      <PriceRow label={t("common.price.total")} amount={order.totalAmount} total />
    </PriceList>
  );
}
