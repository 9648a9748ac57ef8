import type { Occurrence, OccurrenceStatus, RecurringBooking } from "@/api/types";
import type { BadgeTone } from "@/ui/badge";

import { firstDate, firstDates, hasSameDates, type Plan } from "../plan";

const BOOKED: readonly OccurrenceStatus[] = ["placed", "paid", "needs_payment"];

/** What is still to come, by date; of a booking that has ended, what takes place all the same. */
export function upcoming({ occurrences, isActive }: RecurringBooking, today: string): Occurrence[] {
  return occurrences
    .filter(({ date, status }) => date >= today && (isActive || BOOKED.includes(status)))
    .sort((one, other) => one.date.localeCompare(other.date) || one.time.localeCompare(other.time));
}

/** The pickup that comes next; null where none is sure to. */
export function nextPickup(booking: RecurringBooking, today: string): Occurrence | null {
  const committed = [...BOOKED, "planned"];
  return upcoming(booking, today).find(({ status }) => committed.includes(status)) ?? null;
}

/** Whether orders are booked that still come. */
export function hasBooked(booking: RecurringBooking, today: string): boolean {
  return upcoming(booking, today).some(({ status }) => BOOKED.includes(status));
}

/** How far to look for a date that is free: a pause lasts a year at most. */
const MOST_DATES = 60;

/** The next pickup that is not booked yet, if the booking had this plan. */
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
  // A date that has its pickup already, or was skipped, is not placed again; one that was moved away stays moved.
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
