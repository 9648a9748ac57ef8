import { CircleAlert } from "lucide-react";
import { useEffect, useRef, type ReactElement } from "react";

import { t } from "@/i18n/i18n";
import { formatChf } from "@/lib/money";

type PriceChangeProps = {
  /** The total shown before, in CHF. */ former: string;
  /** The present one. */ now: string;
  /** The server has refused to book at the former one: it is to be confirmed again. */ isRefused?: boolean;
};

/** Says, beside the total and before paying, that it is another than the one shown before. */
export function PriceChange({ former, now, isRefused = false }: PriceChangeProps): ReactElement {
  const notice = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isRefused) notice.current?.scrollIntoView({ block: "center" });
  }, [isRefused, now]);
  return (
    <div
      ref={notice}
      role={isRefused ? "alert" : "status"}
      className="flex items-start gap-2 rounded-md bg-warn-soft px-4 py-3 text-warn"
    >
      <CircleAlert aria-hidden className="mt-0.5 size-5 shrink-0" />
      <p className="min-w-0">
        {t(isRefused ? "amount.priceChange.refused" : "amount.priceChange", {
          former: formatChf(former),
          now: formatChf(now),
        })}
      </p>
    </div>
  );
}
