import type { ReactElement } from "react";

import { trimmed } from "@/resources/price";
import type { Prices, ServiceType } from "@/resources/types";
import { t } from "@/i18n/i18n";
import { formatChf, subtractAmounts } from "@/lib/money";
import { SectionCard } from "@/ui/card";
import { ServiceArt } from "@/ui/illustrations/services";
import { RadioCards } from "@/ui/radio-cards";

import { SERVICES } from "./draft";

function descriptionOf(service: ServiceType, prices: Prices): string {
  if (service !== "premium") return t(`booking.service.${service}`);
  const difference = trimmed(subtractAmounts(prices.services.premium, prices.services.standard));
  return t("booking.service.premium", { difference: `+${difference}` });
}

type ServiceChoiceProps = { prices: Prices; value: ServiceType; onChange: (service: ServiceType) => void };

/** One of the three services, with their prices. */
export function ServiceChoice({ prices, value, onChange }: ServiceChoiceProps): ReactElement {
  const cards = SERVICES.map((service) => ({
    value: service,
    title: t(`common.service.${service}`),
    description: descriptionOf(service, prices),
    detail: formatChf(prices.services[service]),
    picture: (
      <span className="shrink-0 [&>svg]:size-11">
        <ServiceArt service={service} />
      </span>
    ),
  }));
  return (
    <SectionCard title={t("booking.service.title")}>
      <RadioCards legend={t("booking.service.title")} hideLegend value={value} onValueChange={onChange} cards={cards} />
    </SectionCard>
  );
}
