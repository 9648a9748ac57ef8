import { Truck } from "lucide-react";
import type { ReactElement } from "react";

import { SERVICES } from "@/api/prices/services";
import { trimmed } from "@/api/prices/price";
import { returnBy } from "@/api/orders/return-by";
import type { Prices, ServiceType } from "@/api/types";
import { t } from "@/i18n/i18n";
import { formatDate } from "@/lib/dates";
import { formatChf, subtractAmounts } from "@/lib/money";
import { pickupWindowInSentence } from "@/lib/pickup-window";
import { SectionCard } from "@/ui/card";
import { ServiceArt } from "@/ui/illustrations/service-art";
import { RadioCards } from "@/ui/radio-cards";

function descriptionOf(service: ServiceType, prices: Prices): string {
  if (service !== "premium") return t(`booking.service.${service}`);
  const difference = trimmed(subtractAmounts(prices.services.premium, prices.services.standard));
  return t("booking.service.premium", { difference: `+${difference}` });
}

/** The pickup: its start (ISO), express or not, and the current time. */
type Fetched = { at: string; isExpress: boolean; now: number };

type ServiceChoiceProps = {
  prices: Prices;
  value: ServiceType;
  /** Null until a time is chosen. */
  fetched: Fetched | null;
  onChange: (service: ServiceType) => void;
};

/** The three services with prices and return dates. */
export function ServiceChoice({ prices, value, fetched, onChange }: ServiceChoiceProps): ReactElement {
  const cards = SERVICES.map((service) => ({
    value: service,
    title: t(`common.service.${service}`),
    description: descriptionOf(service, prices),
    promise:
      fetched === null
        ? undefined
        : t("booking.backBy", {
            day: formatDate(returnBy(prices, service, fetched.at, fetched.isExpress), fetched.now),
          }),
    detail: formatChf(prices.services[service]),
    picture: (
      <span className="shrink-0 max-[22rem]:hidden [&>svg]:size-11">
        <ServiceArt service={service} />
      </span>
    ),
  }));
  return (
    <SectionCard title={t("booking.service.title")}>
      <RadioCards legend={t("booking.service.title")} hideLegend value={value} onValueChange={onChange} cards={cards} />
      {fetched !== null && (
        <p className="mt-3 flex items-center gap-2 text-caption text-ink-soft tabular-nums">
          <Truck aria-hidden className="size-4 shrink-0" />
          {t("booking.service.pickup", { time: pickupWindowInSentence({ pickupTime: fetched.at }, fetched.now) })}
        </p>
      )}
    </SectionCard>
  );
}
