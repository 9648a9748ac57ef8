import type { ReactElement } from "react";

import { cx } from "@/lib/cx";
import { formatChf } from "@/lib/money";

type PriceRowProps = { label: string; amount: string; /** The sum of the rows above. */ total?: boolean };

/** One line of a price breakdown, for use inside a `PriceList`. The amount moves gently when it changes. */
export function PriceRow({ label, amount, total = false }: PriceRowProps): ReactElement {
  return (
    <div className={cx("flex items-baseline justify-between gap-4 py-1.5", total && "mt-1.5 border-t pt-3 text-lead font-semibold")}>
      <dt className={cx(!total && "text-ink-soft")}>{label}</dt>
      <dd key={amount} className="animate-tick tabular-nums">
        {formatChf(amount)}
      </dd>
    </div>
  );
}

/** The lines of a price breakdown. */
export function PriceList({ children }: { children: React.ReactNode }): ReactElement {
  return <dl>{children}</dl>;
}
