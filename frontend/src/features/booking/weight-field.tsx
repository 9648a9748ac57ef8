import type { ReactElement } from "react";

import { trimmed } from "@/resources/price";
import type { Prices } from "@/resources/types";
import { t } from "@/i18n/i18n";
import { formatChf } from "@/lib/money";
import { SectionCard } from "@/ui/card";
import { Slider } from "@/ui/slider";

type WeightFieldProps = { prices: Prices; value: string; onChange: (weight: string) => void };

/** How much laundry, in kilograms with one decimal. */
export function WeightField({ prices, value, onChange }: WeightFieldProps): ReactElement {
  const shown = t("booking.weight.value", { weight: trimmed(value) });
  return (
    <SectionCard
      title={t("booking.weight.title")}
      action={<span className="text-lead font-semibold tabular-nums">{shown}</span>}
    >
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
      <p className="mt-2 text-caption text-ink-soft">
        {t("booking.weight.hint", { included: trimmed(prices.includedKg), price: formatChf(prices.extraKg) })}
      </p>
    </SectionCard>
  );
}
