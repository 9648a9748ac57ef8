import type { TimeSlot } from "@/api/types";
import { zurichToUtc } from "@/lib/dates";

/** A pickup as a person chooses it: date ("2026-11-23") and hour ("14:00") in Zurich. */
export type Pickup = { date: string; time: string };

/** Whether an hour can be booked, and why not. `left` is the number of free places. */
export type Hour = Pickup & { state: "free" | "full" | "past" | "closed"; left: number };

/** The hours that are offered, 09:00 to 17:00 (specification point 9). */
const TIMES = ["09:00", "10:00", "11:00", "12:00", "13:00", "14:00", "15:00", "16:00", "17:00"] as const;
const DEFAULT_TIME = "12:00";

/** A slot that ends at midnight ends after every hour of its day. */
const endOf = (slot: TimeSlot): string => (slot.endTime <= slot.startTime ? "24:00" : slot.endTime);

/** The slot that a pickup falls into, a free one first. */
function slotOf(pickup: Pickup, slots: readonly TimeSlot[]): TimeSlot | undefined {
  const covering = slots.filter(
    (slot) => slot.date === pickup.date && slot.startTime <= pickup.time && pickup.time < endOf(slot),
  );
  return covering.find((candidate) => candidate.isAvailable) ?? covering[0];
}

/** Until when the provider comes by for a pickup, "15:00"; null where no slot says so. */
export function windowEnd(pickup: Pickup, slots: readonly TimeSlot[]): string | null {
  return slotOf(pickup, slots)?.endTime ?? null;
}

function hourOf(pickup: Pickup, slots: readonly TimeSlot[], now: number): Hour {
  const slot = slotOf(pickup, slots);
  // Without a slot the hour itself says whether it is over.
  const begins = Date.parse(zurichToUtc(pickup.date, slot?.startTime ?? pickup.time));
  if (begins <= now) return { ...pickup, state: "past", left: 0 };
  if (slot === undefined) return { ...pickup, state: "closed", left: 0 };
  const left = Math.max(0, slot.maxBookings - slot.currentBookings);
  if (slot.isAvailable) return { ...pickup, state: "free", left };
  return { ...pickup, state: left === 0 ? "full" : "closed", left: 0 };
}

/** The hours of a day as they stand at `now`. A place can be booked until its slot begins. */
export function hoursOf(date: string, slots: readonly TimeSlot[], now: number): Hour[] {
  return TIMES.map((time) => hourOf({ date, time }, slots, now));
}

/** The first hour of a day that can be booked beside those that are offered, "18:00"; null where there is none. */
export function hourBeside(date: string, slots: readonly TimeSlot[], now: number): string | null {
  const starts = slots
    .filter((slot) => slot.date === date && !isOffered({ date, time: slot.startTime }, [date]))
    .map(({ startTime }) => startTime);
  return starts.sort().find((time) => isBookable({ date, time }, slots, now)) ?? null;
}

/** True for the hours that the form offers by itself; any other time was found in the calendar. */
export function isOffered({ date, time }: Pickup, dates: readonly string[]): boolean {
  return dates.includes(date) && TIMES.some((offered) => offered === time);
}

/** True while a time can be booked, as far as these slots say. */
export function isBookable(pickup: Pickup, slots: readonly TimeSlot[], now: number): boolean {
  return hourOf(pickup, slots, now).state === "free";
}

/**
 * What is chosen before a person chooses: today at 12:00 while that can be booked, else the next hour that can.
 * Null when no hour of the dates can be booked. The first of `dates` is today. Nothing before `earliest` is chosen: a
 * provider who accepts manually needs time to answer.
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
