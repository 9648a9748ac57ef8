import type { ReactElement } from "react";

import { workText } from "@/api/prices/amount";
import type { Order } from "@/api/types";
import { t } from "@/i18n/i18n";
import { WorkLines } from "@/paying/order-price";
import { PriceList, PriceRow } from "@/ui/rows";

/** All of the work in one line; without extra weight the first line of the price says the same. */
function Work({ order }: { order: Order }): ReactElement | null {
  // Orders cached by an older version of the app lack lines.
  const ids = ((order.lines as Order["lines"] | undefined) ?? []).map(({ id }) => id);
  if (ids.includes("base") && !ids.includes("extra_weight")) return null;
  return <p className="font-medium">{workText(order)}</p>;
}

/** What the provider earns by a job; null if it was cancelled and nothing of it is theirs. */
function earningOf({ status, providerEarning, serviceAmount }: Order): string | null {
  return status === "cancelled" ? (providerEarning ?? null) : (providerEarning ?? serviceAmount);
}

/** What is to be done, by the lines of the price, and what of it the provider earns. */
export function JobPrice({ order }: { order: Order }): ReactElement {
  const earning = earningOf(order);
  return (
    <div className="mt-2">
      <Work order={order} />
      <PriceList>
        <WorkLines order={order} />
        {earning !== null && <PriceRow label={t("provider.job.earning")} amount={earning} total />}
      </PriceList>
    </div>
  );
}
