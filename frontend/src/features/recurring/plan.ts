import type { RecurringBooking, RecurringPattern } from "@/api/types";
import { t } from "@/i18n/i18n";
import { addDays } from "@/lib/dates";
import { formatWeekdayName } from "@/lib/weeks";

/** A recurring schedule. Both days are kept while a form is open, so that switching the pattern loses none. */
export type Plan = {
  pattern: RecurringPattern;
  /** 0 = Sunday to 6; for weekly and biweekly. */
  dayOfWeek: number;
  /** 1 to 28; for monthly. */
  dayOfMonth: number;
  /** Zurich local time. */
  preferredTime: PreferredTime;
};

export const PATTERNS: readonly RecurringPattern[] = ["weekly", "biweekly", "monthly"];
/** Specification point 9. */
export const PREFERRED_TIMES = ["09:00", "11:00", "13:00", "15:00", "17:00"] as const;
export type PreferredTime = (typeof PREFERRED_TIMES)[number];
export const DEFAULT_PLAN: Plan = { pattern: "weekly", dayOfWeek: 1, dayOfMonth: 1, preferredTime: "09:00" };

/** Monday first; numbered as in the API, 0 = Sunday. */
export const WEEKDAYS = [1, 2, 3, 4, 5, 6, 0] as const;
export const DAYS_OF_MONTH: readonly number[] = Array.from({ length: 28 }, (_, index) => index + 1);

const LONGEST_WAIT_DAYS = 31;

/** The first date of a plan after today ("2026-11-20"). */
export function firstDate(plan: Plan, today: string): string {
  const fits = (date: string): boolean =>
    plan.pattern === "monthly"
      ? Number(date.slice(8)) === plan.dayOfMonth
      : new Date(`${date}T00:00:00Z`).getUTCDay() === plan.dayOfWeek;
  const coming = Array.from({ length: LONGEST_WAIT_DAYS }, (_, index) => addDays(today, index + 1));
  return coming.find(fits) ?? today;
}

/** A booking's plan as form values. */
export function planOf({ recurringPattern, dayOfWeek, dayOfMonth, preferredTime }: Rhythm): Plan {
  return {
    pattern: recurringPattern,
    dayOfWeek: dayOfWeek ?? DEFAULT_PLAN.dayOfWeek,
    dayOfMonth: dayOfMonth ?? DEFAULT_PLAN.dayOfMonth,
    preferredTime: PREFERRED_TIMES.find((time) => time === preferredTime) ?? DEFAULT_PLAN.preferredTime,
  };
}

export type Rhythm = Pick<RecurringBooking, "recurringPattern" | "dayOfWeek" | "dayOfMonth" | "preferredTime">;

/** "Every Monday at 09:00". */
export function rhythmOf({ recurringPattern, dayOfWeek, dayOfMonth, preferredTime }: Rhythm): string {
  if (recurringPattern === "monthly")
    return t("recurring.rhythm.monthly", { day: dayOfMonth ?? 1, time: preferredTime });
  return t(`recurring.rhythm.${recurringPattern}`, { day: formatWeekdayName(dayOfWeek ?? 1), time: preferredTime });
}

/** The plan as a request body: only the kind of day that its pattern has (specification point 5). */
export function patternFields(plan: Plan): Rhythm & { preferredTime: PreferredTime } {
  const isMonthly = plan.pattern === "monthly";
  return {
    recurringPattern: plan.pattern,
    dayOfWeek: isMonthly ? null : plan.dayOfWeek,
    dayOfMonth: isMonthly ? plan.dayOfMonth : null,
    preferredTime: plan.preferredTime,
  };
}
