import type { ReactElement } from "react";

import { priceOf } from "@/api/prices/price";
import type { Prices } from "@/api/types";
import { MOST_LISTED } from "@/api/providers/use-providers";
import { t } from "@/i18n/i18n";
import { formatChf } from "@/lib/money";
import { Button } from "@/ui/button";

import { filterCount, NO_FILTERS, type Filters } from "./filters";

type NotesProps = {
  filters: Filters;
  /** Of how many the list is made, before anybody is left out. */
  listed: number;
  prices: Prices | undefined;
  onClear: (filters: Partial<Filters>) => void;
};

/** What there is to know of a narrowed list beside its number, and the way back to everybody. */
export function FilterNotes({ filters, listed, prices, onClear }: NotesProps): ReactElement {
  const { service, conditions } = NO_FILTERS;
  const count = filterCount(filters);
  return (
    <>
      {count > 0 && (
        <Button variant="ghost" size="sm" onClick={() => onClear({ service, conditions })} className="col-start-2 row-span-2 row-start-1 -mr-4 shrink-0">
          {t("filters.clear", { count })}
        </Button>
      )}
      <p className="col-start-1 row-start-2 text-caption text-ink-soft tabular-nums">
        {prices !== undefined && t("filters.onePrice", { price: formatChf(priceOf(prices, filters.service ?? "standard", prices.minKg).total) })}
        {listed >= MOST_LISTED && ` ${t("filters.bounded", { count: MOST_LISTED })}`}
      </p>
    </>
  );
}
