import { Star } from "lucide-react";
import type { ReactElement } from "react";

import { t } from "@/i18n/i18n";
import { cx } from "@/lib/cx";

/** A rating as five stars, read-only. */
export function Stars({ value }: { value: number }): ReactElement {
  return (
    <span role="img" aria-label={t("common.stars", { value })} className="inline-flex gap-0.5 text-star">
      {[1, 2, 3, 4, 5].map((star) => (
        <Star
          key={star}
          aria-hidden
          className={cx("size-4", star <= Math.round(value) ? "fill-current" : "opacity-40")}
        />
      ))}
    </span>
  );
}

/** A rating as a star and a number: "4.8". */
export function RatingNumber({ value }: { value: number }): ReactElement {
  return (
    <span className="inline-flex items-center gap-1">
      <Star aria-hidden className="size-4 fill-current text-star" />
      <span className="font-semibold tabular-nums">{value.toFixed(1)}</span>
    </span>
  );
}
