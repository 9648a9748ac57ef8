import type { ReactElement } from "react";

import { ApiError } from "@/api/http/api-error";
import type { FirstPickup } from "@/api/types";
import { t } from "@/i18n/i18n";
import { formatDate } from "@/lib/dates";
import { formatChf } from "@/lib/money";

/** The amount per pickup, "27.50" CHF, and the first pickup; undefined while loading. */
export type Charge = {
  amount: string;
  first: FirstPickup | undefined;
  /** What the server has said to be due at once, in CHF; null if it has not refused. */
  refusedAt?: string | null;
};

/** What is due at once in CHF, if the server refused because less was shown; else null. */
export function chargeNow(error: unknown): string | null {
  if (!(error instanceof ApiError) || error.code !== "charged_at_once") return null;
  const amount = error.body["chargedAtOnce"];
  return typeof amount === "string" ? amount : null;
}

/** What is due at once, by card or by a link to pay, in CHF; null for nothing. */
export function dueAtOnce({ amount, first, refusedAt = null }: Charge): string | null {
  return refusedAt ?? (first?.isChargedAtOnce === true ? amount : null);
}

/** When pickups are charged, including the first; without a valid card, when the pay link comes. */
export function chargeText(charge: Charge, hasCard: boolean): string {
  const { first } = charge;
  const due = dueAtOnce(charge);
  if (due !== null)
    return t(hasCard ? "recurring.charge.today" : "recurring.charge.link.today", { amount: formatChf(due) });
  if (first === undefined) return t(hasCard ? "recurring.charge.unknown" : "recurring.charge.link.unknown");
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
