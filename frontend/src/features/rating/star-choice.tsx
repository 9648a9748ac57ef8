import { Star } from "lucide-react";
import { useId, type ReactElement } from "react";

import { t } from "@/i18n/i18n";
import { cx } from "@/lib/cx";
import { RadioTile } from "@/ui/radio-tile";

const RATINGS = [1, 2, 3, 4, 5] as const;
export type Rating = (typeof RATINGS)[number];

/** The stars of a stored rating, which is 1 to 5. */
export function starsOf(value: number): Rating {
  return RATINGS.find((rating) => rating === value) ?? 5;
}

/** Five stars as radio buttons (arrow keys work), with the choice as a word below. */
export function StarChoice({
  value,
  disabled,
  onChange,
}: {
  value: Rating | null;
  disabled?: boolean;
  onChange: (value: Rating) => void;
}): ReactElement {
  const name = useId();
  return (
    <fieldset disabled={disabled} className="flex flex-col items-center gap-1">
      <legend className="sr-only">{t("rating.legend")}</legend>
      <div className="flex w-full justify-center">
        {RATINGS.map((star) => (
          <RadioTile
            key={star}
            name={name}
            value={star}
            checked={star === value}
            onChoose={() => onChange(star)}
            aria-label={t("rating.star", { count: star, label: t(`rating.label.${star}`) })}
            className="inline-flex h-14 max-w-14 grow basis-0 rounded-full"
          >
            <Star
              aria-hidden
              className={cx(
                "pointer-events-none size-9 shrink-0 transition-colors",
                value !== null && star <= value ? "fill-current text-star" : "text-line-strong",
              )}
            />
          </RadioTile>
        ))}
      </div>
      <p aria-hidden className="min-h-6 font-semibold">
        {value !== null && t(`rating.label.${value}`)}
      </p>
    </fieldset>
  );
}
