// All times are shown in Europe/Zurich, whatever the browser's zone.
import { getLocale } from "./locale";
import { oncePer } from "./once-per";
import { now as present } from "./server-clock";

const ZONE = "Europe/Zurich";
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

export type Moment = Date | string | number;

/** Cached Intl formatters for Zurich time. */
export const formatterFor = oncePer(
  (locale: string, options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(locale, { timeZone: ZONE, ...options }),
);

const relativeFor = oncePer((locale: string) => new Intl.RelativeTimeFormat(locale, { numeric: "auto" }));

/** Zurich local time of an instant. */
function wallClock(moment: Moment): { date: string; time: string; seconds: number } {
  const parts = Object.fromEntries(
    formatterFor("en-GB", {
      year: "numeric",
      month: "2-digit",
      day: "2-digit",
      hour: "2-digit",
      minute: "2-digit",
      second: "2-digit",
      hourCycle: "h23",
    })
      .formatToParts(new Date(moment))
      .map((part) => [part.type, part.value]),
  ) as Record<string, string>;
  return {
    date: `${parts["year"] ?? ""}-${parts["month"] ?? ""}-${parts["day"] ?? ""}`,
    time: `${parts["hour"] ?? ""}:${parts["minute"] ?? ""}`,
    seconds: Number(parts["second"]),
  };
}

/** The date in Zurich, "2026-11-23". */
export function zurichDate(moment: Moment): string {
  return wallClock(moment).date;
}

/** The time of day in Zurich, "14:00". */
export function zurichTime(moment: Moment): string {
  return wallClock(moment).time;
}

/** The weekday in Zurich, 0 = Sunday to 6, as the API counts. */
export function zurichWeekday(moment: Moment): number {
  return new Date(`${zurichDate(moment)}T00:00:00Z`).getUTCDay();
}

/** A date plus days (may be negative): ("2026-02-28", 1) is "2026-03-01". */
export function addDays(date: string, days: number): string {
  return new Date(Date.parse(`${date}T00:00:00Z`) + days * DAY).toISOString().slice(0, 10);
}

/** Zurich's UTC offset at an instant, in milliseconds. */
function offsetAt(utc: number): number {
  const { date, time, seconds } = wallClock(utc);
  return Date.parse(`${date}T${time}:00Z`) + seconds * 1000 - Math.floor(utc / 1000) * 1000;
}

/**
 * The instant of a Zurich date ("2026-11-23") and time of day ("14:00"), as a UTC ISO string.
 *
 * A time that the spring change skips moves forward by the gap (02:30 becomes 03:30); of a time that the
 * autumn change repeats the first one is meant. Throws a RangeError for a malformed date or time.
 */
export function zurichToUtc(date: string, time: string): string {
  const wall = Date.parse(`${date}T${time}:00Z`);
  if (Number.isNaN(wall)) throw new RangeError(`Not a date and time: "${date}" "${time}"`);
  const before = offsetAt(wall - DAY);
  const after = offsetAt(wall + DAY);
  const candidates = [wall - before, wall - after].filter((utc) => utc + offsetAt(utc) === wall);
  // 1. One candidate: an ordinary time. 2. Two: the clock repeats, the first is meant. 3. None: the clock skips
  // this time, and the offset from before the change carries it over the gap.
  return new Date(candidates.length > 0 ? Math.min(...candidates) : wall - before).toISOString();
}

function capitalised(text: string): string {
  return text.charAt(0).toLocaleUpperCase(getLocale()) + text.slice(1);
}

function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / DAY);
}

/** "Mon 23 Nov", or "Mon 23 Nov 2025" in another year. */
export function formatDate(moment: Moment, now: Moment = present()): string {
  const sameYear = zurichDate(moment).slice(0, 4) === zurichDate(now).slice(0, 4);
  const options: Intl.DateTimeFormatOptions = { weekday: "short", day: "numeric", month: "short" };
  const format = formatterFor(getLocale(), sameYear ? options : { ...options, year: "numeric" });
  const text = format.format(new Date(moment));
  return getLocale() === "en-GB" ? text.replaceAll(",", "").replace("Sept", "Sep") : text;
}

/** `formatDay` for the middle of a sentence: "today", "Mon 23 Nov". */
export function dayInSentence(moment: Moment, now: Moment = present()): string {
  const days = daysBetween(zurichDate(now), zurichDate(moment));
  return Math.abs(days) > 1 ? formatDate(moment, now) : relativeFor(getLocale()).format(days, "day");
}

/** "Today", "Tomorrow", "Yesterday", else "Mon 23 Nov". */
export function formatDay(moment: Moment, now: Moment = present()): string {
  return capitalised(dayInSentence(moment, now));
}

const hours = (from: Moment, until: Moment | null): string =>
  zurichTime(from) + (until === null ? "" : `-${zurichTime(until)}`);

/** "Today, 14:00", "Mon 23 Nov, 14:00"; "Today, 14:00-15:00" with `until`, an instant of the same day. */
export function formatDayTime(moment: Moment, now: Moment = present(), until: Moment | null = null): string {
  return `${formatDay(moment, now)}, ${hours(moment, until)}`;
}

/** `formatDayTime` for the middle of a sentence: "today, 14:00", "Mon 23 Nov, 14:00-15:00". */
export function dayTimeInSentence(moment: Moment, now: Moment = present(), until: Moment | null = null): string {
  return `${dayInSentence(moment, now)}, ${hours(moment, until)}`;
}

/** "5 minutes ago" for an instant in the last 24 hours; null if it is older, or in the future. */
export function formatRelative(moment: Moment, now: Moment = present()): string | null {
  const age = new Date(now).getTime() - new Date(moment).getTime();
  if (age >= DAY || age < -MINUTE) return null;
  const format = relativeFor(getLocale());
  if (age < MINUTE) return capitalised(format.format(0, "second"));
  return age < HOUR
    ? format.format(-Math.floor(age / MINUTE), "minute")
    : format.format(-Math.floor(age / HOUR), "hour");
}
