import { afterAll, beforeEach, vi } from "vitest";

/** The time at which each test file starts: Tuesday 09:30 in Zurich. The clock runs on from there. */
const TUESDAY = Date.UTC(2026, 10, 24, 8, 30);
const startedAt = performance.now();

// Never backwards: times computed while a file loads must not lie in the future.
const begin = (): void =>
  void vi.useFakeTimers({ toFake: ["Date"], now: TUESDAY + performance.now() - startedAt, shouldAdvanceTime: true });

begin();
beforeEach(begin);
afterAll(() => {
  vi.useRealTimers();
});

// A busy machine is slow: one second, as is usual, can be too short. Wrapped once only, because files share it.
const { waitFor } = vi;
const patient: typeof waitFor = (callback, options) =>
  waitFor(callback, typeof options === "number" ? options : { timeout: 5000, ...options });
if (waitFor.name !== patient.name) vi.waitFor = patient;
