import type { ServiceType } from "@/api/types";

export type Pattern = "weekly" | "biweekly" | "monthly";

/** When laundry is picked up again and again. Both days are kept while a form is open, so that a change of mind loses none. */
export type Plan = {
  pattern: Pattern;
  /** 0 = Sunday to 6; counts for weekly and biweekly. */
  dayOfWeek: number;
  /** 1 to 28; counts for monthly. */
  dayOfMonth: number;
  /** "09:00", Swiss wall time. */
  preferredTime: string;
};

export const PATTERNS: readonly Pattern[] = ["weekly", "biweekly", "monthly"];
export const SERVICES: readonly ServiceType[] = ["standard", "premium", "ironing"];
/** Specification point 9. */
export const PREFERRED_TIMES = ["09:00", "11:00", "13:00", "15:00", "17:00"] as const;
export const DEFAULT_PLAN: Plan = { pattern: "weekly", dayOfWeek: 1, dayOfMonth: 1, preferredTime: "09:00" };

/** Monday first, as the API counts them. */
export const WEEKDAYS = [1, 2, 3, 4, 5, 6, 0] as const;
export const DAYS_OF_MONTH: readonly number[] = Array.from({ length: 28 }, (_, index) => index + 1);
