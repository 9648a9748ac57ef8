// The time by which everything ends and begins is the server's: a phone's own clock may be wrong by minutes or days.
// This is the one place that reads the phone's; each response of the API says how far it is off.
import { createStore } from "./store";

const MINUTE_MS = 60_000;
/** Below this a difference is rounding, not a wrong clock. */
const NEGLIGIBLE_MS = 50;

/** How far the server's clock is ahead of the device's, in milliseconds. */
const aheadMs = createStore(0);

/** The device's own clock, to measure with; what a person sees or decides by is `now`. */
export function deviceTime(): number {
  return Date.now();
}

/** The present moment by the server's clock, in milliseconds; until the server has answered, by the device's. */
export function now(): number {
  return deviceTime() + aheadMs.get();
}

/**
 * Corrects the clock by a response: the server's time in it (ISO) was true at some moment since `sentAt` (device time).
 * What lies within that uncertainty changes nothing, so that a good clock is left alone.
 */
export function syncServerClock(serverTime: string | null, sentAt: number): void {
  const server = serverTime === null ? Number.NaN : Date.parse(serverTime);
  const receivedAt = deviceTime();
  // The device's clock itself was set meanwhile, or the device slept: the next response will tell.
  if (Number.isNaN(server) || receivedAt < sentAt || receivedAt - sentAt > MINUTE_MS) return;
  const middle = (sentAt + receivedAt) / 2;
  const uncertainty = (receivedAt - sentAt) / 2 + NEGLIGIBLE_MS;
  const offset = server - middle;
  if (Math.abs(offset - aheadMs.get()) > uncertainty) aheadMs.set(offset);
}

/** Tells of each correction. Returns the function that stops it. */
export const onClockCorrected = aheadMs.subscribe;

/** For tests: as at the start, with nothing heard. */
export function resetServerClock(): void {
  aheadMs.set(0);
}
