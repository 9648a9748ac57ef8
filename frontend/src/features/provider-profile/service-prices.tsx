import type { ReactElement } from "react";

import { trimmed } from "@/api/prices/price";
import { SERVICES } from "@/api/prices/services";
import type { Prices } from "@/api/types";
import { t } from "@/i18n/i18n";
import { formatChf } from "@/lib/money";
import { SectionCard } from "@/ui/card";
import { PriceList, PriceRow } from "@/ui/rows";
import { Loading, Skeleton } from "@/ui/skeleton";

/** The services' prices, the same for every provider. */
export function ServicePrices({ prices }: { prices: Prices | undefined }): ReactElement {
  return (
    <SectionCard title={t("providerPage.prices.title")}>
      {prices === undefined ? (
        <Loading>
          <Skeleton className="h-32" />
        </Loading>
      ) : (
        <>
          <PriceList>
            {SERVICES.map((service) => (
              <PriceRow key={service} label={t(`common.service.${service}`)} amount={prices.services[service]} />
            ))}
            <PriceRow label={t("common.price.fee")} amount={prices.platformFee} />
          </PriceList>
          <p className="mt-2 text-caption text-ink-soft">
            {t("providerPage.prices.hint", { included: trimmed(prices.includedKg), price: formatChf(prices.extraKg) })}
          </p>
        </>
      )}
    </SectionCard>
  );
}
