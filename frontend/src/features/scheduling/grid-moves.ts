import { keyOf, nearest, type SlotKey } from "./slots";
import type { TimeSlot } from "@/api/types";

const isDown = (key: string): boolean => key === "ArrowDown" || key === "ArrowRight";

/** Up and down: the previous or next slot of the same day. */
function withinDay(slots: readonly TimeSlot[], from: SlotKey, key: string): TimeSlot | null {
  const day = slots.filter(({ date }) => date === from.date);
  const at = day.findIndex(({ startTime }) => startTime === from.startTime);
  return day[at + (isDown(key) ? 1 : -1)] ?? null;
}

/** Left and right: the nearest time on the next day that has slots. */
function acrossDays(slots: readonly TimeSlot[], from: SlotKey, key: string): TimeSlot | null {
  const dates = [...new Set(slots.map(({ date }) => date))];
  const date = dates[dates.indexOf(from.date) + (isDown(key) ? 1 : -1)];
  return nearest(
    slots.filter((slot) => slot.date === date),
    from.startTime,
  );
}

/** Home and End: the first or last slot of the row (same time); with Ctrl of the whole week. */
function toEdge(slots: readonly TimeSlot[], from: SlotKey, key: string, isWhole: boolean): TimeSlot | null {
  const among = isWhole ? slots : slots.filter(({ startTime }) => startTime === from.startTime);
  return (key === "Home" ? among[0] : among.at(-1)) ?? null;
}

/**
 * The slot that a key moves to; `slots` are sorted by start. Null if the key does nothing.
 */
export function moved(slots: readonly TimeSlot[], from: SlotKey, key: string, isWhole: boolean): TimeSlot | null {
  if (!slots.some((slot) => keyOf(slot) === keyOf(from))) return null;
  switch (key) {
    case "ArrowUp":
    case "ArrowDown":
      return withinDay(slots, from, key);
    case "ArrowLeft":
    case "ArrowRight":
      return acrossDays(slots, from, key);
    case "Home":
    case "End":
      return toEdge(slots, from, key, isWhole);
    default:
      return null;
  }
}
