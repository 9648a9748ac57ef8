import type { FirstPickup } from "@/api/types";
import { t } from "@/i18n/i18n";
import { formatDate } from "@/lib/dates";
import { formatChf } from "@/lib/money";

/** What each pickup costs, "27.50" CHF, and when the first one is charged; undefined while that is not known. */
export type Charge = { amount: string; first: FirstPickup | undefined };

/** When each pickup is charged, the first one too; without a card, when the link to pay comes. */
export function chargeText({ amount, first }: Charge, hasCard: boolean): string {
  if (first === undefined) return t(hasCard ? "recurring.charge.unknown" : "recurring.charge.link.unknown");
  if (first.isChargedAtOnce) return t(hasCard ? "recurring.charge.today" : "recurring.charge.link.today", { amount: formatChf(amount) });
  return t(hasCard ? "recurring.charge.each" : "recurring.charge.link.each", { day: formatDate(first.chargedAt) });
}
