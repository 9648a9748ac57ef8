import type { ReactElement } from "react";

import type { FirstPickup } from "@/api/types";
import { t } from "@/i18n/i18n";
import { formatDate } from "@/lib/dates";
import { formatChf } from "@/lib/money";

/** The amount per pickup, "27.50" CHF, and the first pickup; undefined while loading. */
export type Charge = { amount: string; first: FirstPickup | undefined };

/** When pickups are charged, including the first; without a valid card, when the pay link comes. */
export function chargeText({ amount, first }: Charge, hasCard: boolean): string {
  if (first === undefined) return t(hasCard ? "recurring.charge.unknown" : "recurring.charge.link.unknown");
  if (first.isChargedAtOnce)
    return t(hasCard ? "recurring.charge.today" : "recurring.charge.link.today", { amount: formatChf(amount) });
  return t(hasCard ? "recurring.charge.each" : "recurring.charge.link.each", { day: formatDate(first.chargedAt) });
}

type ChargeLabelProps = {
  text: string;
  /** What is charged at once, in CHF; null for nothing. */
  amount: string | null;
};

/** A button's text, and what pressing it charges. */
export function ChargeLabel({ text, amount }: ChargeLabelProps): ReactElement {
  return (
    <span className="flex flex-col leading-tight">
      {text}
      {amount !== null && (
        <span className="text-caption font-medium tabular-nums">
          {t("recurring.form.submit.today", { amount: formatChf(amount) })}
        </span>
      )}
    </span>
  );
}
