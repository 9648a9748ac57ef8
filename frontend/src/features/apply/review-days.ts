import { addDays, zurichDate, zurichWeekday, type Moment } from "@/lib/dates";

const isBusinessDay = (date: string): boolean => ![0, 6].includes(zurichWeekday(`${date}T12:00:00Z`));

/** On which business day of a review, 1 is that of handing in, a moment lies; Swiss days, from Monday to Friday. */
function businessDayOf(submittedAt: Moment, now: Moment): number {
  const today = zurichDate(now);
  let count = 1;
  // A review that has lasted a month is late in any case.
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

/** What an application that was handed in waits for: its review until day 5, then the approval (spec.md point 2). */
export function phaseOf(submittedAt: Moment, now: Moment): Phase {
  return businessDayOf(submittedAt, now) <= 5 ? "review" : "approval";
}
