import type { ReactElement, ReactNode } from "react";

import type { Priced } from "@/api/prices/add-on-prices";
import { addOnText } from "@/api/prices/add-ons";
import type { Order } from "@/api/types";
import { t } from "@/i18n/i18n";
import { PriceList, PriceRow } from "@/ui/rows";

/** An order cached by an older version of the app has no lines, and no link to pay names any. */
export type PricedOrder = Omit<Priced, "lines"> & Partial<Pick<Order, "lines" | "addOns">>;

/** What the work is made up of, inside a `PriceList`: for who pays, and for who works. */
export function WorkLines({ order: { lines, addOns } }: { order: Pick<PricedOrder, "lines" | "addOns"> }): ReactNode {
  return (lines ?? addOns ?? []).map(
    (line) => line.id !== "platform_fee" && <PriceRow key={line.id} label={addOnText(line)} amount={line.amount} />,
  );
}

/** A price line by line: wherever it is asked, paid or looked at. */
export function OrderPrice({ order }: { order: PricedOrder }): ReactElement {
  return (
    <PriceList>
      <WorkLines order={order} />
      <PriceRow label={t("amount.service")} amount={order.serviceAmount} />
      <PriceRow label={t("common.price.fee")} amount={order.platformFee} />
      <PriceRow label={t("amount.total")} amount={order.totalAmount} total />
    </PriceList>
  );
}
