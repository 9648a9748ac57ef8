import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { formatDayTime } from "./dates";
import { now, onClockCorrected, syncServerClock } from "./server-clock";

const MINUTE_MS = 60_000;
const DAY_MS = 1440 * MINUTE_MS;
const SERVER = Date.parse("2026-11-20T09:00:00.000Z");

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: SERVER });
});
afterEach(() => {
  vi.useRealTimers();
});

/** A response that took `tookMs`, with the server's time taken half-way. */
function sync(server: number, tookMs = 200): void {
  const sentAt = Date.now();
  vi.setSystemTime(sentAt + tookMs);
  syncServerClock(new Date(server + tookMs / 2).toISOString(), sentAt);
}

test.each([16 * MINUTE_MS, -16 * MINUTE_MS, DAY_MS, -DAY_MS])(
  "a device that is %d ms off tells the server's time",
  (off) => {
    vi.setSystemTime(SERVER + off);

    sync(SERVER);

    expect(now()).toBe(SERVER + 200);
    expect(formatDayTime("2026-11-20T13:00:00Z")).toBe("Today, 14:00");
  },
);

test("a good clock is left alone, however long a response takes", () => {
  const corrected = vi.fn();
  const stop = onClockCorrected(corrected);

  for (const took of [20, 300, 9000]) sync(Date.now() + 20, took);

  expect(now()).toBe(Date.now());
  expect(corrected).not.toHaveBeenCalled();
  stop();
});

test("a slow response corrects roughly, a quick one exactly, and whoever shows the time is told", () => {
  const corrected = vi.fn();
  const stop = onClockCorrected(corrected);
  vi.setSystemTime(SERVER + 16 * MINUTE_MS);
  const sentAt = Date.now();
  vi.setSystemTime(sentAt + 8000);
  syncServerClock(new Date(SERVER).toISOString(), sentAt);
  expect(Math.abs(now() - (SERVER + 8000))).toBeLessThanOrEqual(4050);

  sync(SERVER + 8000);

  expect(now()).toBe(SERVER + 8200);
  expect(corrected).toHaveBeenCalledTimes(2);
  stop();
});

test("a clock that is set meanwhile is corrected by the next response", () => {
  sync(SERVER);
  const sentAt = Date.now();
  vi.setSystemTime(sentAt + DAY_MS);
  syncServerClock(new Date(SERVER + 400).toISOString(), sentAt);

  sync(SERVER + 1000);

  expect(now()).toBe(SERVER + 1200);
});

test("a response without a time, or with nonsense, changes nothing", () => {
  syncServerClock(null, Date.now());
  syncServerClock("tomorrow", Date.now());

  expect(now()).toBe(Date.now());
});
