import type { ReactElement } from "react";

import { workText } from "@/resources/amount";
import { returnBy } from "@/resources/return-by";
import type { Address, Habit, Prices } from "@/resources/types";
import { t } from "@/i18n/i18n";
import { formatDate } from "@/lib/dates";

import { placeOf } from "./habit-words";

function Fact({ label, value }: { label: string; value: string }): ReactElement {
  return (
    <div className="flex items-baseline justify-between gap-4 py-0.5">
      <dt className="shrink-0 text-ink-soft">{label}</dt>
      <dd className="min-w-0 text-right wrap-break-word">{value}</dd>
    </div>
  );
}

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
      <Fact label={t("again.what")} value={workText(habit)} />
      <Fact label={t("again.where")} value={addressText(pickupAddress, saved)} />
      {deliveryAddress !== pickupAddress && <Fact label={t("again.delivery")} value={addressText(deliveryAddress, saved)} />}
      {specialInstructions !== "" && <Fact label={t("again.note")} value={specialInstructions} />}
      {at !== null && <Fact label={t("again.back")} value={formatDate(returnBy(prices, serviceType, at))} />}
    </dl>
  );
}
