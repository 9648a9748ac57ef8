import type { Occurrence, OccurrenceStatus, RecurringBooking } from "@/api/types";
import type { BadgeTone } from "@/ui/badge";

export const BOOKED: readonly OccurrenceStatus[] = ["placed", "paid", "needs_payment"];

/** Future pickups by date; of an ended booking only those that still take place. */
export function upcoming({ occurrences, isActive }: RecurringBooking, today: string): Occurrence[] {
  return occurrences
    .filter(({ date, status }) => date >= today && (isActive || BOOKED.includes(status)))
    .sort((one, other) => one.date.localeCompare(other.date) || one.time.localeCompare(other.time));
}

/** The next pickup; null if none is certain. */
export function nextPickup(booking: RecurringBooking, today: string): Occurrence | null {
  const committed = [...BOOKED, "planned"];
  return upcoming(booking, today).find(({ status }) => committed.includes(status)) ?? null;
}

/** The pickups whose orders are placed and charged at once if the pause ends now: none while the provider is away. */
export function placedOnResume({ occurrences, providerAvailable }: RecurringBooking, now: number): Occurrence[] {
  if (!providerAvailable) return [];
  return occurrences.filter(
    ({ placedOnResumeFrom: from, placedOnResumeUntil: until }) =>
      from !== null && until !== null && Date.parse(from) <= now && now < Date.parse(until),
  );
}

export const TONES: Record<OccurrenceStatus, BadgeTone> = {
  planned: "neutral",
  placed: "brand",
  paid: "good",
  needs_payment: "warn",
  skipped: "neutral",
  missed: "bad",
  cancelled: "neutral",
};
