import type { TimeSlot } from "@/api/types";
import { zurichToUtc } from "@/lib/dates";

/** A pickup as chosen in the form: date ("2026-11-23") and hour ("14:00") in Zurich. */
export type Pickup = { date: string; time: string };

/** An hour, and whether it can be booked. `left`: free capacity. */
export type Hour = Pickup & { state: "free" | "full" | "past" | "closed"; left: number };

/** The hours on offer, 09:00 to 17:00 (specification point 9). */
const TIMES = ["09:00", "10:00", "11:00", "12:00", "13:00", "14:00", "15:00", "16:00", "17:00"] as const;
const DEFAULT_TIME = "12:00";

/** An end at or before the start means midnight. */
const endOf = (slot: TimeSlot): string => (slot.endTime <= slot.startTime ? "24:00" : slot.endTime);

/** The slot that contains a pickup, preferably a free one. */
function slotOf(pickup: Pickup, slots: readonly TimeSlot[]): TimeSlot | undefined {
  const covering = slots.filter(
    (slot) => slot.date === pickup.date && slot.startTime <= pickup.time && pickup.time < endOf(slot),
  );
  return covering.find((candidate) => candidate.isAvailable) ?? covering[0];
}

/** When the pickup begins that the server books: on the full hour, or with its slot. */
export function beginOf(pickup: Pickup, slots: readonly TimeSlot[]): string {
  const { startTime = pickup.time } = slotOf(pickup, slots) ?? {};
  const hour = `${pickup.time.slice(0, 3)}00`;
  return startTime > hour ? startTime : hour;
}

function hourOf(pickup: Pickup, slots: readonly TimeSlot[], now: number): Hour {
  const slot = slotOf(pickup, slots);
  // Without a slot the hour itself is the start.
  const begins = Date.parse(zurichToUtc(pickup.date, slot?.startTime ?? pickup.time));
  if (begins <= now) return { ...pickup, state: "past", left: 0 };
  if (slot === undefined) return { ...pickup, state: "closed", left: 0 };
  const left = Math.max(0, slot.maxBookings - slot.currentBookings);
  if (slot.isAvailable) return { ...pickup, state: "free", left };
  return { ...pickup, state: left === 0 ? "full" : "closed", left: 0 };
}

/** The hours of a day at `now`. A slot can be booked until it begins. */
export function hoursOf(date: string, slots: readonly TimeSlot[], now: number): Hour[] {
  return TIMES.map((time) => hourOf({ date, time }, slots, now));
}

/** The first bookable hour outside those on offer, "18:00"; null for none. */
export function hourBeside(date: string, slots: readonly TimeSlot[], now: number): string | null {
  const starts = slots
    .filter((slot) => slot.date === date && !isOffered({ date, time: slot.startTime }, [date]))
    .map(({ startTime }) => startTime);
  return starts.sort().find((time) => isBookable({ date, time }, slots, now)) ?? null;
}

/** True for the hours that the form offers; other times come from the scheduler. */
export function isOffered({ date, time }: Pickup, dates: readonly string[]): boolean {
  return dates.includes(date) && TIMES.some((offered) => offered === time);
}

/** True if a time can be booked according to these slots. */
export function isBookable(pickup: Pickup, slots: readonly TimeSlot[], now: number): boolean {
  return hourOf(pickup, slots, now).state === "free";
}

/**
 * The default pickup: today at 12:00 if bookable, else the next bookable hour of `dates`; null for none. The first of
 * `dates` is today. Not before `earliest` (ms), because a provider who accepts manually needs time.
 */
export function defaultPickup(
  dates: readonly string[],
  slots: readonly TimeSlot[],
  now: number,
  earliest = now,
): Pickup | null {
  const [today = "", ...later] = dates;
  const hours = hoursOf(today, slots, now);
  const inOrder = [
    ...hours.filter(({ time }) => time >= DEFAULT_TIME),
    ...hours.filter(({ time }) => time < DEFAULT_TIME),
    ...later.flatMap((date) => hoursOf(date, slots, now)),
  ];
  const offered = inOrder.filter(({ state }) => state === "free").map(({ date, time }) => ({ date, time }));
  const others = dates
    .map((date) => ({ date, time: hourBeside(date, slots, now) }))
    .filter((pickup): pickup is Pickup => pickup.time !== null);
  return [...offered, ...others].find(({ date, time }) => Date.parse(zurichToUtc(date, time)) >= earliest) ?? null;
}
