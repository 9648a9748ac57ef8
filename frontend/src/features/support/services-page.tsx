import { useState, type ReactElement } from "react";

import { chooseProviderLink } from "@/api/orders/booking-link";
import { SERVICES } from "@/api/prices/services";
import type { Prices, ServiceType } from "@/api/types";
import { useConfig } from "@/api/site/use-config";
import { t } from "@/i18n/i18n";
import { formatChf } from "@/lib/money";
import { ButtonLink } from "@/ui/button";
import { Card, SectionCard } from "@/ui/card";
import { Checkbox } from "@/ui/checkbox";
import { ServiceArt } from "@/ui/illustrations/service-art";
import { Page } from "@/ui/page";
import { Skeleton } from "@/ui/skeleton";

/** Kilograms without ".0". */
function kilograms(value: string): string {
  return value.replace(/\.0$/, "");
}

type ServiceCardProps = { service: ServiceType; price: string | undefined; extra: string };

function ServiceCard({ service, price, extra }: ServiceCardProps): ReactElement {
  return (
    <Card className="flex flex-col gap-3">
      <div className="flex items-center gap-3">
        <ServiceArt service={service} />
        <div>
          <h2 className="text-lead font-semibold">{t(`common.service.${service}`)}</h2>
          {price === undefined ? (
            <Skeleton className="h-5 w-20" />
          ) : (
            <p className="font-semibold text-brand-ink tabular-nums">{formatChf(price)}</p>
          )}
        </div>
      </div>
      <p className="grow text-ink-soft">{t(`support.services.${service}.body`)}</p>
      <p className="text-caption text-ink-soft">
        {t("support.services.turnaround", { hours: t(`support.services.${service}.hours`) })}
      </p>
      <ButtonLink variant="brand" to={chooseProviderLink({ service, extra })}>
        <span>
          {t("support.services.book")}
          <span className="sr-only">: {t(`common.service.${service}`)}</span>
        </span>
      </ButtonLink>
    </Card>
  );
}

function Lines({ lines }: { lines: readonly (readonly [label: string, value: string])[] }): ReactElement {
  return (
    <dl className="flex flex-col divide-y">
      {lines.map(([label, value]) => (
        <div key={label} className="flex justify-between gap-4 py-2.5">
          <dt className="text-ink-soft">{label}</dt>
          <dd className="shrink-0 text-right font-medium tabular-nums">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

type AddOnsProps = { offered: Prices["addOns"]; chosen: readonly string[]; onChange: (chosen: string[]) => void };

/** The add-ons, to choose some and go on to the booking form with them. */
function AddOns({ offered, chosen, onChange }: AddOnsProps): ReactElement {
  return (
    <>
      <ul className="flex flex-col divide-y">
        {offered.map(({ id, name, price, most }) => (
          <li key={id} className="py-1.5">
            <Checkbox
              label={name}
              description={t(most > 1 ? "support.services.addons.each" : "support.services.addons.plus", {
                price: formatChf(price),
              })}
              checked={chosen.includes(id)}
              onCheckedChange={(isChosen) =>
                onChange(isChosen ? [...chosen, id] : chosen.filter((other) => other !== id))
              }
            />
          </li>
        ))}
      </ul>
      {chosen.length > 0 && (
        <div className="mt-3">
          <ButtonLink variant="brand" to={chooseProviderLink({ extra: chosen.join(",") })}>
            {t("support.services.addons.book", { count: chosen.length })}
          </ButtonLink>
        </div>
      )}
    </>
  );
}

/** The services and their prices. */
export function ServicesPage(): ReactElement {
  const prices = useConfig().config?.prices;
  const [chosen, setChosen] = useState<readonly string[]>([]);
  return (
    <Page title={t("support.services.title")} lead={t("support.services.lead")} backTo="/" width="page">
      <div className="grid gap-4 md:grid-cols-3">
        {SERVICES.map((service) => (
          <ServiceCard key={service} service={service} price={prices?.services[service]} extra={chosen.join(",")} />
        ))}
      </div>
      <div className="mt-4 grid gap-4 md:grid-cols-2">
        <SectionCard title={t("support.services.addons.title")}>
          <p className="mb-2 text-ink-soft">{t("support.services.addons.lead")}</p>
          {prices !== undefined && <AddOns offered={prices.addOns} chosen={chosen} onChange={setChosen} />}
        </SectionCard>
        <SectionCard title={t("support.services.pricing.title")}>
          {prices !== undefined && (
            <Lines
              lines={[
                [
                  t("support.services.pricing.included"),
                  t("support.services.pricing.includedValue", { kg: kilograms(prices.includedKg) }),
                ],
                [t("support.services.pricing.extra", { kg: kilograms(prices.includedKg) }), formatChf(prices.extraKg)],
                [
                  t("support.services.pricing.max"),
                  t("support.services.pricing.maxValue", { kg: kilograms(prices.maxKg) }),
                ],
                [t("support.services.pricing.fee"), formatChf(prices.platformFee)],
                [t("support.services.pricing.range"), t("support.services.pricing.rangeValue")],
              ]}
            />
          )}
        </SectionCard>
      </div>
      <div className="mt-6">
        <ButtonLink variant="primary" to="/booking">
          {t("support.services.first")}
        </ButtonLink>
      </div>
    </Page>
  );
}
