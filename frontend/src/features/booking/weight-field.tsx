import { useState, type ReactElement } from "react";

import { trimmed } from "@/resources/price";
import type { Prices, ServiceType } from "@/resources/types";
import { t } from "@/i18n/i18n";
import { formatChf, multiplyAmount } from "@/lib/money";
import { SectionCard } from "@/ui/card";
import { Checkbox } from "@/ui/checkbox";
import { Slider } from "@/ui/slider";

/** What the base price of ironing covers (specification point 9). */
const INCLUDED_PIECES = 10;
/** Roughly: a shirt weighs a quarter of a kilogram. */
const PIECES_PER_KG = 4;

type AmountProps = { prices: Prices; value: string; onChange: (weight: string) => void };

/** The slider of specification point 5; `shown` is what its value means to a person. */
function WeightSlider({ prices, value, shown, onChange }: AmountProps & { shown: string }): ReactElement {
  return (
    <>
      <Slider
        label={t("booking.weight.label")}
        value={Number(value)}
        min={Number(prices.minKg)}
        max={Number(prices.maxKg)}
        step={Number(prices.stepKg)}
        valueText={shown}
        onValueChange={(next) => onChange(next.toFixed(1))}
      />
      <div aria-hidden className="flex justify-between text-caption text-ink-soft tabular-nums">
        <span>{t("booking.weight.value", { weight: trimmed(prices.minKg) })}</span>
        <span>{t("booking.weight.value", { weight: trimmed(prices.maxKg) })}</span>
      </div>
    </>
  );
}

/** How much there is to iron: pieces, as people count it; the kilograms of the price only for more than the base covers. */
function Pieces({ prices, value, onChange }: AmountProps): ReactElement {
  const [hasMore, setHasMore] = useState(Number(value) > Number(prices.includedKg));
  const more = Math.max(0, Number(value) - Number(prices.includedKg)) * PIECES_PER_KG;
  const shown = more === 0 ? t("booking.pieces.included", { count: INCLUDED_PIECES }) : t("booking.pieces.about", { count: INCLUDED_PIECES + more });
  const hint = {
    step: trimmed(prices.stepKg),
    pieces: Number(prices.stepKg) * PIECES_PER_KG,
    price: formatChf(multiplyAmount(prices.extraKg, prices.stepKg)),
  };
  const choose = (isMore: boolean): void => {
    setHasMore(isMore);
    if (!isMore) onChange(prices.minKg);
  };
  return (
    <SectionCard title={t("booking.pieces.title")} action={<span className="text-lead font-semibold tabular-nums">{shown}</span>}>
      <Checkbox label={t("booking.pieces.more", { count: INCLUDED_PIECES })} checked={hasMore} onCheckedChange={choose} />
      {hasMore && (
        <div className="mt-3">
          <WeightSlider prices={prices} value={value} shown={`${shown}, ${t("booking.weight.value", { weight: trimmed(value) })}`} onChange={onChange} />
          <p className="mt-2 text-caption text-ink-soft">{t("booking.pieces.hint", hint)}</p>
        </div>
      )}
    </SectionCard>
  );
}

function Weight({ prices, value, onChange }: AmountProps): ReactElement {
  const shown = t("booking.weight.value", { weight: trimmed(value) });
  return (
    <SectionCard title={t("booking.weight.title")} action={<span className="text-lead font-semibold tabular-nums">{shown}</span>}>
      <WeightSlider prices={prices} value={value} shown={shown} onChange={onChange} />
      <p className="mt-2 text-caption text-ink-soft">
        {t("booking.weight.hint", { included: trimmed(prices.includedKg), price: formatChf(prices.extraKg) })}
      </p>
    </SectionCard>
  );
}

/** How much laundry there is; kilograms with one decimal, "12.5", whatever they are called. */
export function WeightField({ service, ...amount }: AmountProps & { service: ServiceType }): ReactElement {
  return service === "ironing" ? <Pieces {...amount} /> : <Weight {...amount} />;
}
