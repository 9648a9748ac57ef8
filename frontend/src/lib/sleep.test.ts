import { beforeEach, expect, test, vi } from "vitest";

import { onAwake } from "./sleep";

const MINUTE_MS = 60_000;
const NOW = Date.parse("2026-11-20T09:00:00Z");

let count = 0;
let end: () => void;

beforeEach(() => {
  vi.useFakeTimers({ now: NOW });
  count = 0;
  end = onAwake(() => (count += 1));
  return () => {
    end();
    vi.useRealTimers();
  };
});

test("a page that is looked at all the time has not slept", () => {
  vi.advanceTimersByTime(30 * MINUTE_MS);
  expect(count).toBe(0);
});

test("a device that slept is noticed within a second, once", () => {
  vi.setSystemTime(NOW + 10 * MINUTE_MS);
  vi.advanceTimersByTime(1000);
  expect(count).toBe(1);
  vi.advanceTimersByTime(MINUTE_MS);
  expect(count).toBe(1);
});

test.each([
  ["the page is shown", () => document.dispatchEvent(new Event("visibilitychange"))],
  ["the network is there", () => window.dispatchEvent(new Event("online"))],
])("and at once when %s again", (_, happens) => {
  vi.setSystemTime(NOW + 10 * MINUTE_MS);
  happens();
  expect(count).toBe(1);
});

test("a hidden page, which may look once a minute, has not slept", () => {
  vi.setSystemTime(NOW + MINUTE_MS);
  document.dispatchEvent(new Event("visibilitychange"));
  expect(count).toBe(0);
});

test("what the browser has frozen wakes up however short it was", () => {
  document.dispatchEvent(new Event("resume"));
  expect(count).toBe(1);
});

test("nothing is told after the end", () => {
  end();
  document.dispatchEvent(new Event("resume"));
  vi.setSystemTime(NOW + 10 * MINUTE_MS);
  vi.advanceTimersByTime(MINUTE_MS);
  expect(count).toBe(0);
});
