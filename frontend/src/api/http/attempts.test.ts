import { expect, test, vi } from "vitest";

import { ApiError, NetworkError } from "./api-error";
import { attempt, handOver, intentionOf, keyOf } from "./attempts";

type Outcome = "answered" | "lost" | "refused";

/** Runs one attempt with the given outcome, and returns its key. */
async function tryOnce(outcome: Outcome, method: string, address: string, body: unknown): Promise<string> {
  let sent = "";
  const send = (key: string): Promise<void> => {
    sent = key;
    if (outcome === "answered") return Promise.resolve();
    return Promise.reject(
      outcome === "lost" ? new NetworkError("connection") : new ApiError(400, "Bad Request", "", null),
    );
  };
  await attempt(intentionOf(method, address, body), send).catch(() => undefined);
  return sent;
}

test("a repeat after a lost response carries the same key, one after a decision another", async () => {
  const first = await tryOnce("lost", "patch", "/profile", { name: "A" });
  expect(await tryOnce("answered", "patch", "/profile", { name: "A" })).toBe(first);
  const rejected = await tryOnce("refused", "patch", "/profile", { name: "A" });
  expect(rejected).not.toBe(first);
  expect(await tryOnce("answered", "patch", "/profile", { name: "A" })).not.toBe(rejected);
});

test.each([
  ["patch", { name: "B" }],
  ["delete", undefined],
])("what was set by %s since makes the same intention a new one", async (method, body) => {
  const lost = await tryOnce("lost", "patch", "/profile", { name: "A" });
  await tryOnce("answered", method, "/profile", body);
  expect(await tryOnce("answered", "patch", "/profile", { name: "A" })).not.toBe(lost);
});

test("what was set elsewhere, lost too, or added, changes nothing about it", async () => {
  const lost = await tryOnce("lost", "patch", "/profile", { name: "A" });
  await tryOnce("answered", "patch", "/profile/2", { name: "B" });
  await tryOnce("lost", "patch", "/profile", { name: "B" });
  await tryOnce("answered", "post", "/profile", { name: "B" });
  expect(await tryOnce("answered", "patch", "/profile", { name: "A" })).toBe(lost);
});

test("two that add are each asked for once", async () => {
  const lost = await tryOnce("lost", "post", "/orders", { day: 1 });
  await tryOnce("answered", "post", "/orders", { day: 2 });
  expect(await tryOnce("answered", "post", "/orders", { day: 1 })).toBe(lost);
});

test.each([
  ["resume", "post", "/api/provider/resume", "post", "/api/provider/pause"],
  ["a day off that was removed", "post", "/api/provider/days-off", "delete", "/api/provider/days-off/d1"],
  ["an address that was removed", "post", "/api/addresses", "delete", "/api/addresses/a1"],
  ["a booking that was changed", "post", "/api/recurring-bookings/b1/pause", "patch", "/api/recurring-bookings/b1"],
  ["an order taken back", "post", "/api/orders/o1/hand-back", "delete", "/api/orders/o1/hand-back"],
] as const)("after another write to the same thing it is asked for anew: %s", async (_, method, address, by, at) => {
  const lost = await tryOnce("lost", method, address, undefined);
  await tryOnce("lost", by, at, undefined);
  expect(keyOf(intentionOf(method, address, undefined))).toBe(lost);
  await tryOnce("answered", by, at, undefined);
  expect(await tryOnce("answered", method, address, undefined)).not.toBe(lost);
});

test.each([
  ["post", "/api/orders", "post", "/api/addresses"],
  ["post", "/api/orders", "patch", "/api/profile"],
  ["post", "/api/orders/o1/cancellation", "post", "/api/orders/o2/cancellation"],
  ["post", "/api/orders/o1/cancellation", "post", "/api/orders"],
] as const)("%s %s is the same after %s %s", async (method, address, by, at) => {
  const lost = await tryOnce("lost", method, address, { day: 4 });
  await tryOnce("answered", by, at, undefined);
  expect(await tryOnce("answered", method, address, { day: 4 })).toBe(lost);
});

test("what is pressed again much later is meant anew", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  const lost = await tryOnce("lost", "post", "/api/provider/resume", undefined);
  vi.setSystemTime(Date.now() + 9 * 60_000);
  expect(await tryOnce("lost", "post", "/api/provider/resume", undefined)).toBe(lost);
  vi.setSystemTime(Date.now() + 11 * 60_000);
  expect(await tryOnce("answered", "post", "/api/provider/resume", undefined)).not.toBe(lost);
  vi.useRealTimers();
});

test("a key that goes on in the queue is not used here again", async () => {
  const lost = await tryOnce("lost", "post", "/orders", { day: 3 });
  const intention = intentionOf("post", "/orders", { day: 3 });
  expect(keyOf(intention)).toBe(lost);
  handOver(intention);
  expect(await tryOnce("answered", "post", "/orders", { day: 3 })).not.toBe(lost);
});
