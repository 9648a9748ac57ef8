import { dayTimeInSentence, formatDayTime, type Moment } from "./dates";

const HOUR = 3_600_000;

/** A pickup as it is said: an hour, however long its slot is. */
type Pickup = { pickupTime: Moment };

const endOf = ({ pickupTime }: Pickup): Moment => new Date(pickupTime).getTime() + HOUR;

/** "Today, 12:00-13:00", "Mon 23 Nov, 12:00-13:00". */
export function pickupWindow(pickup: Pickup, now?: Moment): string {
  return formatDayTime(pickup.pickupTime, now, endOf(pickup));
}

/** The same in the middle of a sentence: "today, 12:00-13:00". */
export function pickupWindowInSentence(pickup: Pickup, now?: Moment): string {
  return dayTimeInSentence(pickup.pickupTime, now, endOf(pickup));
}
