import { Star } from "lucide-react";
import { useId, type ReactElement } from "react";

import { t } from "@/i18n/i18n";
import { cx } from "@/lib/cx";

const RATINGS = [1, 2, 3, 4, 5] as const;
export type Rating = (typeof RATINGS)[number];

/** Five stars as radio buttons: arrow keys move between them, the word for the choice stands below. */
export function StarChoice({ value, onChange }: { value: Rating | null; onChange: (value: Rating) => void }): ReactElement {
  const name = useId();
  return (
    <fieldset className="flex flex-col items-center gap-1">
      <legend className="sr-only">{t("rating.legend")}</legend>
      <div className="flex">
        {RATINGS.map((star) => (
          <label
            key={star}
            className="relative inline-flex size-14 items-center justify-center rounded-full has-focus-visible:outline-2 has-focus-visible:outline-brand"
          >
            <input
              type="radio"
              name={name}
              value={star}
              checked={star === value}
              onChange={() => onChange(star)}
              aria-label={t("rating.star", { count: star, label: t(`rating.label.${star}`) })}
              className="absolute inset-0 size-full cursor-pointer appearance-none rounded-full outline-none"
            />
            <Star
              aria-hidden
              className={cx("pointer-events-none size-9 transition-colors", value !== null && star <= value ? "fill-current text-star" : "text-line-strong")}
            />
          </label>
        ))}
      </div>
      <p aria-hidden className="min-h-6 font-semibold">
        {value !== null && t(`rating.label.${value}`)}
      </p>
    </fieldset>
  );
}
