// Swiss weeks: they begin on Monday, and a date is a text ("2026-11-23"), so no browser's zone can move it.
import { addDays, formatterFor, zurichDate, type Moment } from "./dates";
import { getLocale } from "./locale";
import { now as present } from "./server-clock";

const DAYS = 7;
const SOME_SUNDAY = "2026-11-22";

const noonOf = (date: string): Date => new Date(`${date}T12:00:00Z`);

function format(options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  return formatterFor(getLocale(), options);
}

/** Browsers disagree about blanks and about "Sept": everybody reads the same. */
function tidied(text: string): string {
  const plain = text.replaceAll(",", "").replaceAll("Sept", "Sep").replaceAll(/\s/g, " ");
  return plain.replace(/^(\d+) – /, "$1–");
}

/** The Monday of the week that a date lies in. */
export function mondayOf(date: string): string {
  const weekday = new Date(`${date}T00:00:00Z`).getUTCDay();
  return addDays(date, -((weekday + DAYS - 1) % DAYS));
}

/** The seven dates of the week that begins on a Monday. */
export function weekFrom(monday: string): string[] {
  return Array.from({ length: DAYS }, (_, day) => addDays(monday, day));
}

/** "23–29 Nov", "30 Nov – 6 Dec", with the year once it is not this one. */
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

/** "Monday" for 1, as the API counts them: 0 = Sunday to 6. */
export function formatWeekdayName(weekday: number): string {
  return format({ weekday: "long" }).format(noonOf(addDays(SOME_SUNDAY, weekday)));
}

/** The number of a date in its month, 1 to 31. */
export function dayNumber(date: string): number {
  return Number(date.slice(8));
}
