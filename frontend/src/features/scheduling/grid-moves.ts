import { keyOf, nearest, type SlotKey } from "./slots";
import type { TimeSlot } from "@/api/types";

const isDown = (key: string): boolean => key === "ArrowDown" || key === "ArrowRight";

/** Up and down: the slot before or after on the same day. */
function withinDay(slots: readonly TimeSlot[], from: SlotKey, key: string): TimeSlot | null {
  const day = slots.filter(({ date }) => date === from.date);
  const at = day.findIndex(({ startTime }) => startTime === from.startTime);
  return day[at + (isDown(key) ? 1 : -1)] ?? null;
}

/** Left and right: the same time, or what is nearest to it, on the next day that has slots. */
function acrossDays(slots: readonly TimeSlot[], from: SlotKey, key: string): TimeSlot | null {
  const dates = [...new Set(slots.map(({ date }) => date))];
  const date = dates[dates.indexOf(from.date) + (isDown(key) ? 1 : -1)];
  return nearest(
    slots.filter((slot) => slot.date === date),
    from.startTime,
  );
}

/** Home and End: the first or last slot of the row, that is of the same time; of the whole week together with Ctrl. */
function toEdge(slots: readonly TimeSlot[], from: SlotKey, key: string, isWhole: boolean): TimeSlot | null {
  const among = isWhole ? slots : slots.filter(({ startTime }) => startTime === from.startTime);
  return (key === "Home" ? among[0] : among.at(-1)) ?? null;
}

/**
 * Where a key leads in a week's slots, which are sorted by start. Null when the key means nothing here, or leads nowhere.
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
