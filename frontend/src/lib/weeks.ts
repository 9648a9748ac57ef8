// Swiss weeks start on Monday. Dates are strings ("2026-11-23"), so that no browser's time zone shifts them.
import { addDays, formatterFor, zurichDate, type Moment } from "./dates";
import { getLocale } from "./locale";
import { now as present } from "./server-clock";

const DAYS = 7;
const SOME_SUNDAY = "2026-11-22";

const noonOf = (date: string): Date => new Date(`${date}T12:00:00Z`);

function format(options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  return formatterFor(getLocale(), options);
}

/** Browsers differ in spaces and "Sept": normalise them. */
function tidied(text: string): string {
  const plain = text.replaceAll(",", "").replaceAll("Sept", "Sep").replaceAll(/\s/g, " ");
  return plain.replace(/^(\d+) – /, "$1–");
}

/** The Monday of a date's week. */
export function mondayOf(date: string): string {
  const weekday = new Date(`${date}T00:00:00Z`).getUTCDay();
  return addDays(date, -((weekday + DAYS - 1) % DAYS));
}

/** The seven dates from a Monday on. */
export function weekFrom(monday: string): string[] {
  return Array.from({ length: DAYS }, (_, day) => addDays(monday, day));
}

/** "23–29 Nov", "30 Nov – 6 Dec", with the year if it is not this one. */
export function formatWeek(monday: string, now: Moment = present()): string {
  const sunday = addDays(monday, DAYS - 1);
  const thisYear = zurichDate(now).slice(0, 4);
  const sameYear = [monday, sunday].every((date) => date.startsWith(thisYear));
  const options: Intl.DateTimeFormatOptions = { day: "numeric", month: "short" };
  return tidied(
    format(sameYear ? options : { ...options, year: "numeric" }).formatRange(noonOf(monday), noonOf(sunday)),
  );
}

/** "Monday 23 November". */
export function formatLongDate(date: string): string {
  return tidied(format({ weekday: "long", day: "numeric", month: "long" }).format(noonOf(date)));
}

/** "November". */
export function formatMonth(date: string): string {
  return format({ month: "long" }).format(noonOf(date));
}

/** "Mon". */
export function formatWeekday(date: string): string {
  return format({ weekday: "short" }).format(noonOf(date));
}

/** "Monday" for 1; weekdays as in the API: 0 = Sunday to 6. */
export function formatWeekdayName(weekday: number): string {
  return format({ weekday: "long" }).format(noonOf(addDays(SOME_SUNDAY, weekday)));
}

/** The day of the month, 1 to 31. */
export function dayNumber(date: string): number {
  return Number(date.slice(8));
}
