// Deadlines are compared with the server's time, because a device's clock may be wrong by minutes or days. Only this
// module reads the device's clock; each API response corrects the offset.
import { createStore } from "./store";

const MINUTE_MS = 60_000;
/** Smaller differences are rounding. */
const NEGLIGIBLE_MS = 50;

/** How far the server's clock is ahead of the device's, in milliseconds. */
const aheadMs = createStore(0);

/** The device's clock, for measuring durations; for display and decisions use `now`. */
export function deviceTime(): number {
  return Date.now();
}

/** The current time by the server's clock, in milliseconds; before the first response by the device's. */
export function now(): number {
  return deviceTime() + aheadMs.get();
}

/**
 * Corrects the offset: `serverTime` (ISO) is from some moment between `sentAt` (device time, ms) and now. Differences
 * within that uncertainty are ignored, so that the offset does not jitter.
 */
export function syncServerClock(serverTime: string | null, sentAt: number): void {
  const server = serverTime === null ? Number.NaN : Date.parse(serverTime);
  const receivedAt = deviceTime();
  // The device's clock was changed, or the device slept: wait for the next response.
  if (Number.isNaN(server) || receivedAt < sentAt || receivedAt - sentAt > MINUTE_MS) return;
  const middle = (sentAt + receivedAt) / 2;
  const uncertainty = (receivedAt - sentAt) / 2 + NEGLIGIBLE_MS;
  const offset = server - middle;
  if (Math.abs(offset - aheadMs.get()) > uncertainty) aheadMs.set(offset);
}

/** Subscribes to corrections. Returns a function that unsubscribes. */
export const onClockCorrected = aheadMs.subscribe;

/** For tests: back to the initial state. */
export function resetServerClock(): void {
  aheadMs.set(0);
}
