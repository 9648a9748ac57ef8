import type { ReactElement } from "react";

import { addOnText } from "@/api/prices/add-ons";
import { PIECES_PER_KG } from "@/api/prices/amount";
import type { PriceLines } from "@/api/prices/price";
import type { AddOn, ServiceType } from "@/api/types";
import { t } from "@/i18n/i18n";
import { SectionCard } from "@/ui/card";
import { PriceList, PriceRow } from "@/ui/rows";

/** What is charged beyond the base price, in the words in which it was asked for. */
function extraText(service: ServiceType, weight: string): string {
  if (service === "ironing") return t("booking.summary.extraPieces", { count: Number(weight) * PIECES_PER_KG });
  return t("booking.summary.extra", { weight });
}

/** What the order costs, line by line. */
export function PriceBreakdown({ service, lines }: { service: ServiceType; lines: PriceLines & { addOns: readonly AddOn[] } }): ReactElement {
  return (
    <SectionCard title={t("booking.summary.title")}>
      <PriceList>
        <PriceRow label={t(`common.service.${service}`)} amount={lines.base} />
        {lines.extraKg !== null && <PriceRow label={extraText(service, lines.extraKg)} amount={lines.extra} />}
        {lines.addOns.map((addOn) => (
          <PriceRow key={addOn.id} label={addOnText(addOn)} amount={addOn.amount} />
        ))}
        <PriceRow label={t("common.price.fee")} amount={lines.fee} />
        <PriceRow label={t("common.price.total")} amount={lines.total} total />
      </PriceList>
    </SectionCard>
  );
}
