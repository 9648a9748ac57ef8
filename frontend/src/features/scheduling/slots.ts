import type { SlotType, TimeSlot } from "@/api/types";
import { zurichTime, zurichToUtc } from "@/lib/dates";

/** A slot's position in the week: date ("2026-11-23") and start ("09:00") in Zurich. */
export type SlotKey = { date: string; startTime: string };

export type SlotFilter = "all" | SlotType;
export const FILTERS: readonly SlotFilter[] = ["all", "same_day", "next_day", "scheduled"];

const ROOMY_SHARE = 0.5;
const HOUR_MS = 3_600_000;

export const keyOf = ({ date, startTime }: SlotKey): string => `${date} ${startTime}`;

export const isSameSlot = (one: SlotKey, other: SlotKey | null): boolean =>
  other !== null && keyOf(one) === keyOf(other);

/** When a pickup at a slot's start ends, "10:00": after an hour, however long the slot is. */
export function pickupEnd({ date, startTime }: SlotKey): string {
  return zurichTime(Date.parse(zurichToUtc(date, startTime)) + HOUR_MS);
}

export function capacityLeft({ maxBookings, currentBookings }: TimeSlot): number {
  return Math.max(0, maxBookings - currentBookings);
}

/** True if more than half of the capacity is free (specification point 9). */
export function isRoomy(slot: TimeSlot): boolean {
  return capacityLeft(slot) / slot.maxBookings > ROOMY_SHARE;
}

/** The slots bookable at `now`, by start, none on the dates `without`. A slot can be booked until it begins. */
export function openSlots(slots: readonly TimeSlot[], now: number, without: readonly string[] = []): TimeSlot[] {
  return slots
    .filter(({ date, isAvailable }) => isAvailable && !without.includes(date))
    .filter(({ date, startTime }) => Date.parse(zurichToUtc(date, startTime)) > now)
    .sort((one, other) => keyOf(one).localeCompare(keyOf(other)));
}

export function filteredSlots(slots: readonly TimeSlot[], filter: SlotFilter): TimeSlot[] {
  return slots.filter(({ slotType }) => filter === "all" || slotType === filter);
}

const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5));

/** The slot nearest to a time of day, on a tie the earlier; null for none. */
export function nearest(slots: readonly TimeSlot[], time: string): TimeSlot | null {
  const away = (slot: TimeSlot): number => Math.abs(minutesOf(slot.startTime) - minutesOf(time));
  return slots.reduce<TimeSlot | null>((best, slot) => (best === null || away(slot) < away(best) ? slot : best), null);
}
