import type { ReactElement } from "react";

import { amountLabel, amountText, INCLUDED_PIECES, PIECES_PER_KG } from "@/api/prices/amount";
import { trimmed } from "@/api/prices/price";
import type { Prices, ServiceType } from "@/api/types";
import { t } from "@/i18n/i18n";
import { formatChf, multiplyAmount } from "@/lib/money";
import { SectionCard } from "@/ui/card";
import { Checkbox } from "@/ui/checkbox";
import { Slider } from "@/ui/slider";

type AmountProps = { service: ServiceType; prices: Prices; value: string; onChange: (weight: string) => void };

/** The slider of specification point 5, from `least` kilograms; `shown` is its value as text. */
function WeightSlider({
  service,
  prices,
  least,
  value,
  shown,
  onChange,
}: AmountProps & { least: string; shown: string }): ReactElement {
  return (
    <>
      <Slider
        label={t("booking.weight.label")}
        value={Number(value)}
        min={Number(least)}
        max={Number(prices.maxKg)}
        step={Number(prices.stepKg)}
        valueText={shown}
        onValueChange={(next) => onChange(next.toFixed(1))}
      />
      <div aria-hidden className="flex justify-between text-caption text-ink-soft tabular-nums">
        {[least, prices.maxKg].map((weight) => (
          <span key={weight}>{amountText({ serviceType: service, weight })}</span>
        ))}
      </div>
    </>
  );
}

/** The amount of ironing: pieces; kilograms are shown only above what the base price covers. */
function Pieces(amount: AmountProps): ReactElement {
  const { prices, value, onChange } = amount;
  const hasMore = Number(value) > Number(prices.includedKg);
  const oneStepMore = (Number(prices.includedKg) + Number(prices.stepKg)).toFixed(1);
  const hint = {
    step: trimmed(prices.stepKg),
    pieces: Number(prices.stepKg) * PIECES_PER_KG,
    price: formatChf(multiplyAmount(prices.extraKg, prices.stepKg)),
  };
  return (
    <>
      <Checkbox
        label={t("booking.pieces.more", { count: INCLUDED_PIECES })}
        checked={hasMore}
        onCheckedChange={(isMore) => onChange(isMore ? oneStepMore : prices.minKg)}
      />
      {hasMore && (
        <div className="mt-3">
          <WeightSlider
            {...amount}
            least={oneStepMore}
            shown={`${amountText({ serviceType: "ironing", weight: value })}, ${t("amount.kg", { weight: trimmed(value) })}`}
          />
          <p className="mt-2 text-caption text-ink-soft">{t("booking.pieces.hint", hint)}</p>
        </div>
      )}
    </>
  );
}

function Weight(amount: AmountProps): ReactElement {
  const { service, prices, value } = amount;
  return (
    <>
      <WeightSlider {...amount} least={prices.minKg} shown={amountText({ serviceType: service, weight: value })} />
      <p className="mt-2 text-caption text-ink-soft">
        {t("booking.weight.hint", { included: trimmed(prices.includedKg), price: formatChf(prices.extraKg) })}
      </p>
    </>
  );
}

/** The amount of laundry, in kilograms with one decimal, "12.5", also for pieces. */
export function WeightField(amount: AmountProps): ReactElement {
  const { service, value } = amount;
  const shown = amountText({ serviceType: service, weight: value });
  return (
    <SectionCard
      title={amountLabel(service)}
      action={<span className="text-lead font-semibold tabular-nums">{shown}</span>}
    >
      {service === "ironing" ? <Pieces {...amount} /> : <Weight {...amount} />}
    </SectionCard>
  );
}
