import { dayTimeInSentence, formatDayTime, type Moment } from "./dates";

const HOUR = 3_600_000;

/** A pickup as it is said; `pickupUntil` is the end of its slot, if known. */
type Pickup = { pickupTime: Moment; pickupUntil?: Moment | null };

/** A pickup is an hour, also where nobody says when it ends. */
const endOf = ({ pickupTime, pickupUntil }: Pickup): Moment => pickupUntil ?? new Date(pickupTime).getTime() + HOUR;

/** "Today, 12:00-13:00", "Mon 23 Nov, 12:00-13:00". */
export function pickupWindow(pickup: Pickup, now?: Moment): string {
  return formatDayTime(pickup.pickupTime, now, endOf(pickup));
}

/** The same in the middle of a sentence: "today, 12:00-13:00". */
export function pickupWindowInSentence(pickup: Pickup, now?: Moment): string {
  return dayTimeInSentence(pickup.pickupTime, now, endOf(pickup));
}
