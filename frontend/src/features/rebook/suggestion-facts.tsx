import type { ReactElement } from "react";

import { addOnText } from "@/api/prices/add-ons";
import { workText } from "@/api/prices/amount";
import { returnBy } from "@/api/orders/return-by";
import type { Address, Prices, RebookSuggestion } from "@/api/types";
import { t } from "@/i18n/i18n";
import { formatDate } from "@/lib/dates";
import { Fact } from "@/ui/rows";

import { addressName } from "./suggestion-text";

/** "Home (Bahnhofstrasse 1, Zurich 8001)". */
function addressText(line: string, saved: readonly Address[]): string {
  const name = addressName(line, saved);
  return line.startsWith(name) ? line : `${name} (${line})`;
}

/** What is asked for once more, as the last order said it. */
export function SuggestionFacts({ suggestion, saved, at, prices }: { suggestion: RebookSuggestion; saved: readonly Address[]; at: string | null; prices: Prices }): ReactElement {
  const { serviceType, pickupAddress, deliveryAddress, specialInstructions } = suggestion;
  return (
    <dl>
      <Fact label={t("again.what")}>{workText(suggestion)}</Fact>
      {suggestion.addOns.length > 0 && <Fact label={t("again.extras")}>{suggestion.addOns.map(addOnText).join(", ")}</Fact>}
      <Fact label={t("again.where")}>{addressText(pickupAddress, saved)}</Fact>
      {deliveryAddress !== pickupAddress && <Fact label={t("again.delivery")}>{addressText(deliveryAddress, saved)}</Fact>}
      {specialInstructions !== "" && <Fact label={t("again.note")}>{specialInstructions}</Fact>}
      {at !== null && <Fact label={t("again.back")}>{formatDate(returnBy(prices, serviceType, at))}</Fact>}
    </dl>
  );
}
