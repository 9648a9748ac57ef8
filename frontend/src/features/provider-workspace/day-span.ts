import type { WorkingWindow } from "@/api/types";

/** The hours that a week shows: whole hours, `until` excluded. */
export type Span = { from: number; until: number };

type Hours = Pick<WorkingWindow, "startTime" | "endTime">;

const EARLIEST = 7;
const LATEST = 20;
const MINUTES = 60;
/** The last hour at which a window can begin and end on the same day. */
const LAST_START = 22;

function hourOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(":").map(Number);
  return hours + minutes / MINUTES;
}

/** From 7 to 20, extended to all windows. */
export function daySpan(windows: readonly Hours[]): Span {
  return {
    from: Math.min(EARLIEST, ...windows.map(({ startTime }) => Math.floor(hourOf(startTime)))),
    until: Math.max(LATEST, ...windows.map(({ endTime }) => Math.ceil(hourOf(endTime)))),
  };
}

/** Position and height in a column, in rem. */
export function positionIn(
  { from }: Span,
  { startTime, endTime }: Hours,
  hourRem: number,
): { top: string; height: string } {
  const start = hourOf(startTime);
  return { top: `${(start - from) * hourRem}rem`, height: `${(hourOf(endTime) - start) * hourRem}rem` };
}

/** The start for a click at a share (0 is the top) of a column's height. */
export function startAt({ from, until }: Span, share: number): string {
  const hour = Math.floor(from + share * (until - from));
  return `${String(Math.min(LAST_START, Math.max(from, hour))).padStart(2, "0")}:00`;
}
