import type { ReactElement } from "react";

import { answerHours } from "@/api/providers/answer-hours";
import { priceOf } from "@/api/prices/price";
import type { ProviderSettings } from "@/api/types";
import { useConfig } from "@/api/site/use-config";
import { t } from "@/i18n/i18n";
import { formatChf, multiplyAmount } from "@/lib/money";
import { SectionCard } from "@/ui/card";
import { Form } from "@/ui/form/form";
import { FormField } from "@/ui/form/form-fields";
import { Slider } from "@/ui/slider";
import { Switch } from "@/ui/switch";

import { SectionEnd, type SectionProps } from "./section-end";
import { useSection } from "./use-section";

const WHOLE = 100;
const STEP = 5;

type Values = { acceptsInstantly: boolean; lateFeePercent: number };

const linesOf = ({ acceptsInstantly, lateFeePercent }: ProviderSettings): string[] => [
  t(acceptsInstantly ? "providerSettings.instantly.is" : "providerSettings.instantly.isNot"),
  t("providerSettings.fee.is", { percent: lateFeePercent }),
];

/** The late cancellation fee of a standard order; empty while prices are loading. */
function useExample(percent: number): string {
  const { config } = useConfig();
  if (config === undefined) return "";
  if (percent === 0) return t("providerSettings.fee.none");
  const { base } = priceOf(config.prices, "standard", config.prices.includedKg);
  return t("providerSettings.fee.example", {
    price: formatChf(base),
    fee: formatChf(multiplyAmount(base, (percent / WHOLE).toFixed(2))),
  });
}

/** Booking settings. Existing orders keep their terms. */
export function BookingSection({ settings, onTakeSaved }: SectionProps): ReactElement {
  const { config } = useConfig();
  const section = useSection<Values>({
    name: "bookings",
    settings,
    valuesOf: ({ acceptsInstantly, lateFeePercent }) => ({ acceptsInstantly, lateFeePercent }),
    changeOf: (values) => values,
  });
  const { form } = section;
  const { acceptsInstantly, lateFeePercent } = form.values;
  const example = useExample(lateFeePercent);
  const hours = answerHours(config?.answerWithinMinutes ?? 2 * 60);
  return (
    <SectionCard title={t("providerSettings.bookings.title")}>
      <Form form={form} label={t("providerSettings.bookings.title")} className="flex flex-col gap-5">
        <Switch
          label={t("providerSettings.instantly")}
          description={
            acceptsInstantly ? t("providerSettings.instantly.on") : t("providerSettings.instantly.off", { hours })
          }
          checked={acceptsInstantly}
          disabled={form.isBusy}
          onCheckedChange={(checked) => form.change({ acceptsInstantly: checked })}
        />
        <FormField
          form={form}
          name="lateFeePercent"
          label={t("providerSettings.fee")}
          hint={t("providerSettings.fee.hint")}
        >
          {({ readOnly }) => (
            <div>
              <p className="mb-1 text-lead font-semibold tabular-nums">
                {t("providerSettings.fee.value", { percent: lateFeePercent })}
              </p>
              <Slider
                label={t("providerSettings.fee")}
                value={lateFeePercent}
                min={0}
                max={WHOLE}
                step={lateFeePercent % STEP === 0 ? STEP : 1}
                valueText={t("providerSettings.fee.value", { percent: lateFeePercent })}
                disabled={readOnly}
                onValueChange={(percent) => form.change({ lateFeePercent: percent })}
              />
              <p className="mt-1 min-h-10 text-caption text-ink-soft md:min-h-0">{example}</p>
            </div>
          )}
        </FormField>
        <p className="text-caption text-ink-soft">{t("providerSettings.bookings.kept")}</p>
        <SectionEnd section={section} linesOf={linesOf} onTakeSaved={onTakeSaved}>
          {t("providerSettings.bookings.save")}
        </SectionEnd>
      </Form>
    </SectionCard>
  );
}
