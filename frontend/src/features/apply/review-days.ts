import { addDays, zurichDate, zurichWeekday, type Moment } from "@/lib/dates";

const isBusinessDay = (date: string): boolean => ![0, 6].includes(zurichWeekday(`${date}T12:00:00Z`));

/** The business day (Monday to Friday, Swiss dates) of a review; the day of submission is 1. */
function businessDayOf(submittedAt: Moment, now: Moment): number {
  const today = zurichDate(now);
  let count = 1;
  // Bounded: after a month it is late in any case.
  for (
    let day = addDays(zurichDate(submittedAt), 1), left = 31;
    day <= today && left > 0;
    day = addDays(day, 1), left -= 1
  ) {
    if (isBusinessDay(day)) count += 1;
  }
  return count;
}

export type Phase = "submit" | "review" | "approval";

/** The phase of a submitted application: review until day 5, then approval (specification point 2). */
export function phaseOf(submittedAt: Moment, now: Moment): Phase {
  return businessDayOf(submittedAt, now) <= 5 ? "review" : "approval";
}
