import type { Occurrence, RecurringBooking } from "@/api/types";
import { addDays } from "@/lib/dates";

import { firstDate, patternFields, type Plan, type Rhythm } from "../plan";
import { BOOKED, upcoming } from "../series/occurrences";

/** Whether there are future pickups with an order. */
export function hasBooked(booking: RecurringBooking, today: string): boolean {
  return upcoming(booking, today).some(({ status }) => BOOKED.includes(status));
}

/** The plan's next date after one of its dates. */
function nextDate({ pattern }: Plan, date: string): string {
  if (pattern !== "monthly") return addDays(date, pattern === "weekly" ? 7 : 14);
  const [year, month] = [Number(date.slice(0, 4)), Number(date.slice(5, 7))];
  // `month` is 1-based, Date.UTC's 0-based: so this is the next month.
  return new Date(Date.UTC(year, month, Number(date.slice(8)))).toISOString().slice(0, 10);
}

/** The first `count` dates of a plan that starts after today. */
function firstDates(plan: Plan, today: string, count: number): string[] {
  const dates = [firstDate(plan, today)];
  while (dates.length < count) dates.push(nextDate(plan, dates.at(-1) ?? today));
  return dates;
}

/** Whether a plan has the same dates as the booking. */
function hasSameDates(booking: Rhythm, plan: Plan): boolean {
  const { recurringPattern, dayOfWeek, dayOfMonth } = patternFields(plan);
  return (
    recurringPattern === booking.recurringPattern &&
    dayOfWeek === booking.dayOfWeek &&
    dayOfMonth === booking.dayOfMonth
  );
}

/** Whether a plan is the booking's own. */
export function isSamePlan(booking: Rhythm, plan: Plan): boolean {
  return hasSameDates(booking, plan) && plan.preferredTime === booking.preferredTime;
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
