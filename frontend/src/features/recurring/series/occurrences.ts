import type { Occurrence, OccurrenceStatus, RecurringBooking } from "@/api/types";
import type { BadgeTone } from "@/ui/badge";

import { firstDate, firstDates, hasSameDates, type Plan } from "../plan";

const BOOKED: readonly OccurrenceStatus[] = ["placed", "paid", "needs_payment"];

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

/** Whether there are future pickups with an order. */
export function hasBooked(booking: RecurringBooking, today: string): boolean {
  return upcoming(booking, today).some(({ status }) => BOOKED.includes(status));
}

/** The pickups whose orders are placed and charged at once if the pause ends now. */
export function placedOnResume({ occurrences }: RecurringBooking, now: number): Occurrence[] {
  return occurrences.filter(
    ({ placedOnResumeFrom: from, placedOnResumeUntil: until }) =>
      from !== null && until !== null && Date.parse(from) <= now && now < Date.parse(until),
  );
}

/** How many dates to search: a pause lasts at most a year. */
const MOST_DATES = 60;

/** The next pickup without an order, if the booking had this plan. */
export function nextPlanned(booking: RecurringBooking, plan: Plan, today: string): { date: string; time: string } {
  const planned = upcoming(booking, today).filter(({ status }) => status === "planned");
  const isMoved = ({ date, time, originalDate }: Occurrence): boolean =>
    date !== originalDate || time !== booking.preferredTime;
  if (hasSameDates(booking, plan)) {
    const [next] = planned;
    const date = next?.date ?? booking.nextBookingDate ?? firstDate(plan, today);
    return { date, time: next !== undefined && isMoved(next) ? next.time : plan.preferredTime };
  }
  const dates = firstDates(plan, today, MOST_DATES);
  // Dates with a pickup, skipped ones, and those moved away are not placed again.
  const taken = new Set(
    booking.occurrences
      .filter(({ status }) => status !== "planned")
      .flatMap(({ date, originalDate }) => [date, originalDate]),
  );
  const moved = new Map(
    planned
      .filter((one) => isMoved(one) && !(dates.includes(one.date) && one.date !== one.originalDate))
      .map((one) => [one.originalDate, one]),
  );
  const free = dates.filter(
    (date) => !taken.has(date) && (booking.pausedUntil === null || date >= booking.pausedUntil),
  );
  const coming = free.map((date) => ({
    date: moved.get(date)?.date ?? date,
    time: moved.get(date)?.time ?? plan.preferredTime,
  }));
  const [first] = coming.sort((one, other) => one.date.localeCompare(other.date));
  return first ?? { date: firstDate(plan, today), time: plan.preferredTime };
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
