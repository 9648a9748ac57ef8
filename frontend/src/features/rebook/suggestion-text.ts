import { amountText, workText } from "@/api/prices/amount";
import { addressLine } from "@/api/addresses/address-line";
import { bookingLink } from "@/api/orders/booking-link";
import type { Address, RebookSuggestion } from "@/api/types";
import { t } from "@/i18n/i18n";
import { addDays, formatDayTime, formatterFor, zurichDate, zurichTime } from "@/lib/dates";
import { getLocale } from "@/lib/locale";
import { formatChf } from "@/lib/money";
import { now as present } from "@/lib/server-clock";

const DAYS = 7;

/** "10 kg" for the standard service, with the service's name for others. */
function whatOf(suggestion: RebookSuggestion): string {
  return suggestion.serviceType === "standard" ? amountText(suggestion) : workText(suggestion);
}

/** "Home" for a saved address, else its street. */
export function addressName(line: string, saved: readonly Address[]): string {
  const known = saved.find((address) => addressLine(address) === line);
  const [street = line] = line.split(",");
  return known === undefined || known.label === "" ? street : known.label;
}

/** "Mon 09:00": the suggestion's weekday and time; "Mon 30 Nov, 09:00" if the next such weekday is not meant. */
function whenOf({ pickupTime }: RebookSuggestion): string {
  if (pickupTime === null) return t("rebook.card.noTime");
  if (zurichDate(pickupTime) >= addDays(zurichDate(present()), DAYS)) return formatDayTime(pickupTime);
  return `${formatterFor(getLocale(), { weekday: "short" }).format(new Date(pickupTime))} ${zurichTime(pickupTime)}`;
}

/** "10 kg, Home" and "Mon 09:00, CHF 27.50": separate, so that a long place never cuts off the price. */
export function suggestionText(
  suggestion: RebookSuggestion,
  saved: readonly Address[],
): { what: string; when: string } {
  return {
    what: `${whatOf(suggestion)}, ${addressName(suggestion.pickupAddress, saved)}`,
    when: `${whenOf(suggestion)}, ${formatChf(suggestion.totalAmount)}`,
  };
}

/** The booking form, prefilled with the order. */
export function changeLink({ orderId, provider }: RebookSuggestion): string {
  return bookingLink(provider.id, { again: orderId });
}
