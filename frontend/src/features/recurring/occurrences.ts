import type { Occurrence, OccurrenceStatus, RecurringBooking } from "@/api/types";
import type { BadgeTone } from "@/ui/badge";

const STANDS: readonly OccurrenceStatus[] = ["placed", "paid", "needs_payment"];

/** What is still to come, by date; of a booking that has ended, what takes place all the same. */
export function upcoming({ occurrences, isActive }: RecurringBooking, today: string): Occurrence[] {
  return occurrences
    .filter(({ date, status }) => date >= today && (isActive || STANDS.includes(status)))
    .sort((one, other) => one.date.localeCompare(other.date) || one.time.localeCompare(other.time));
}

/** The pickup that comes next; null where none is sure to. */
export function nextPickup(booking: RecurringBooking, today: string): Occurrence | null {
  const standing = [...STANDS, "planned"];
  return upcoming(booking, today).find(({ status }) => standing.includes(status)) ?? null;
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
