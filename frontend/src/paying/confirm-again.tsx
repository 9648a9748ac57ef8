// What the server has refused until it is confirmed once more.
import { CircleAlert } from "lucide-react";
import { useEffect, useRef, type ReactElement } from "react";

import { ApiError } from "@/api/http/api-error";
import { pathOfPickup } from "@/api/orders/existing-pickup";
import type { ExistingPickup } from "@/api/types";
import { t } from "@/i18n/i18n";
import { formatChf } from "@/lib/money";
import { Button, ButtonLink } from "@/ui/button";

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

type SecondPickupProps = {
  /** Shows nothing for another one than `pickup_exists`. */ error: unknown;
  onAnyway: () => void;
};

/** The customer has a pickup at that hour: look at it, or book another one all the same. Asked once. */
export function SecondPickup({ error, onAnyway }: SecondPickupProps): ReactElement | null {
  if (!(error instanceof ApiError) || error.code !== "pickup_exists") return null;
  return (
    <div className="mt-3 flex flex-wrap gap-2">
      <Button size="sm" onClick={onAnyway}>
        {t("offers.second.anyway")}
      </Button>
      <ButtonLink size="sm" variant="ghost" to={pathOfPickup(error.body["existingPickup"] as ExistingPickup)}>
        {t("offers.second.look")}
      </ButtonLink>
    </div>
  );
}
