import type { ReactElement } from "react";

import { addOnText } from "@/resources/add-ons";
import { workText } from "@/resources/amount";
import { returnBy } from "@/resources/return-by";
import type { Address, Habit, Prices } from "@/resources/types";
import { t } from "@/i18n/i18n";
import { formatDate } from "@/lib/dates";
import { Fact } from "@/ui/rows";

import { placeOf } from "./habit-words";

/** "Home (Bahnhofstrasse 1, Zurich 8001)". */
function addressText(line: string, saved: readonly Address[]): string {
  const place = placeOf(line, saved);
  return line.startsWith(place) ? line : `${place} (${line})`;
}

/** What is asked for once more, as the last order said it. */
export function HabitFacts({ habit, saved, at, prices }: { habit: Habit; saved: readonly Address[]; at: string | null; prices: Prices }): ReactElement {
  const { serviceType, pickupAddress, deliveryAddress, specialInstructions } = habit;
  return (
    <dl>
      <Fact label={t("again.what")}>{workText(habit)}</Fact>
      {habit.addOns.length > 0 && <Fact label={t("again.extras")}>{habit.addOns.map(addOnText).join(", ")}</Fact>}
      <Fact label={t("again.where")}>{addressText(pickupAddress, saved)}</Fact>
      {deliveryAddress !== pickupAddress && <Fact label={t("again.delivery")}>{addressText(deliveryAddress, saved)}</Fact>}
      {specialInstructions !== "" && <Fact label={t("again.note")}>{specialInstructions}</Fact>}
      {at !== null && <Fact label={t("again.back")}>{formatDate(returnBy(prices, serviceType, at))}</Fact>}
    </dl>
  );
}
