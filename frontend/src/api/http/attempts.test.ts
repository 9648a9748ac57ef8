import { expect, test } from "vitest";

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

test("a key that goes on in the queue is not used here again", async () => {
  const lost = await tryOnce("lost", "post", "/orders", { day: 3 });
  const intention = intentionOf("post", "/orders", { day: 3 });
  expect(keyOf(intention)).toBe(lost);
  handOver(intention);
  expect(await tryOnce("answered", "post", "/orders", { day: 3 })).not.toBe(lost);
});
