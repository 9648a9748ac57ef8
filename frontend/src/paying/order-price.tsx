import type { ReactElement } from "react";

import type { Priced } from "@/api/prices/add-on-prices";
import { addOnText } from "@/api/prices/add-ons";
import type { Order } from "@/api/types";
import { t } from "@/i18n/i18n";
import { PriceList, PriceRow } from "@/ui/rows";

/** An order cached by an older version of the app has no lines, and no link to pay names any. */
export type PricedOrder = Omit<Priced, "lines"> & Partial<Pick<Order, "lines" | "addOns">>;

/** A price line by line: wherever it is asked, paid or looked at. */
export function OrderPrice({ order }: { order: PricedOrder }): ReactElement {
  const lines = order.lines ?? order.addOns ?? [];
  return (
    <PriceList>
      {lines.map(
        (line) => line.id !== "platform_fee" && <PriceRow key={line.id} label={addOnText(line)} amount={line.amount} />,
      )}
      <PriceRow label={t("common.price.service")} amount={order.serviceAmount} />
      <PriceRow label={t("common.price.fee")} amount={order.platformFee} />
      <PriceRow label={t("common.price.total")} amount={order.totalAmount} total />
    </PriceList>
  );
}
