import { afterAll, beforeEach, vi } from "vitest";

/** When every file of tests begins: 09:30 on a Tuesday in Zurich, whatever the machine's clock says. Time goes on from there. */
const TUESDAY = Date.UTC(2026, 10, 24, 8, 30);
const startedAt = performance.now();

// Forward only: what a file has reckoned before its first test is not to lie ahead of it.
const begin = (): void =>
  void vi.useFakeTimers({ toFake: ["Date"], now: TUESDAY + performance.now() - startedAt, shouldAdvanceTime: true });

begin();
beforeEach(begin);
afterAll(() => {
  vi.useRealTimers();
});
