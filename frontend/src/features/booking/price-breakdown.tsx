import type { ReactElement } from "react";

import type { PriceLines } from "@/resources/price";
import type { ServiceType } from "@/resources/types";
import { t } from "@/i18n/i18n";
import { SectionCard } from "@/ui/card";
import { PriceList, PriceRow } from "@/ui/price-row";

/** What the order costs, line by line. */
export function PriceBreakdown({ service, lines }: { service: ServiceType; lines: PriceLines }): ReactElement {
  return (
    <SectionCard title={t("booking.summary.title")}>
      <PriceList>
        <PriceRow label={t(`common.service.${service}`)} amount={lines.base} />
        {lines.extraKg !== null && <PriceRow label={t("booking.summary.extra", { weight: lines.extraKg })} amount={lines.extra} />}
        <PriceRow label={t("common.price.fee")} amount={lines.fee} />
        <PriceRow label={t("common.price.total")} amount={lines.total} total />
      </PriceList>
    </SectionCard>
  );
}
