import { afterAll, beforeEach, vi } from "vitest";

/** When every test begins: 09:30 on a Tuesday in Zurich, whatever the machine's clock says. Time goes on from there. */
const TUESDAY = new Date("2026-11-24T08:30:00Z");

const begin = (): void => void vi.useFakeTimers({ toFake: ["Date"], now: TUESDAY, shouldAdvanceTime: true });

// What a file says of itself, before its first test, is said at the same instant.
begin();
beforeEach(begin);
afterAll(() => {
  vi.useRealTimers();
});
