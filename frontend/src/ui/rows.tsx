import type { ReactElement, ReactNode } from "react";

import { cx } from "@/lib/cx";
import { formatChf } from "@/lib/money";

type PriceRowProps = { label: string; amount: string; /** The total of the rows above. */ total?: boolean };

/** A line of a price breakdown, inside a `PriceList`. Changes of the amount are animated. */
export function PriceRow({ label, amount, total = false }: PriceRowProps): ReactElement {
  return (
    <div
      className={cx(
        "flex items-baseline justify-between gap-3 py-1.5",
        total && "mt-1.5 border-t pt-3 text-lead font-semibold",
      )}
    >
      <dt className={cx("min-w-0", !total && "text-ink-soft")}>{label}</dt>
      <dd key={amount} className="shrink-0 animate-tick whitespace-nowrap tabular-nums">
        {formatChf(amount)}
      </dd>
    </div>
  );
}

export function PriceList({ children }: { children: ReactNode }): ReactElement {
  return <dl>{children}</dl>;
}

/** A fact of an order, inside a `dl`. A long label leaves room for its value. */
export function Fact({ label, children }: { label: string; children: ReactNode }): ReactElement {
  return (
    <div className="flex items-start justify-between gap-3 py-1.5">
      <dt className="max-w-[40%] shrink-0 text-ink-soft">{label}</dt>
      <dd className="text-right tabular-nums">{children}</dd>
    </div>
  );
}

/** An address on one line, or broken between street and town, or within them if there is no room. Nothing for null. */
export function AddressFact({ label, address }: { label: string; address: string | null }): ReactNode {
  return (
    address && (
      <Fact label={label}>
        {address.split(/(?<=,) /).map((part) => (
          <span key={part}>
            <span className="inline-block">{part}</span>{" "}
          </span>
        ))}
      </Fact>
    )
  );
}
