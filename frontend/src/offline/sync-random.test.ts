import "fake-indexeddb/auto";

import { afterEach, beforeEach, expect, inject, it, vi } from "vitest";

import {
  ALICE,
  resetQueue,
  errorResponse,
  json,
  ORDER,
  OTHER_ORDER,
  taken,
  type QueueServer,
} from "@/test/queue-server";

import { db } from "./db";
import { messageTo } from "./operations";
import { actionsOf, enqueue } from "./queue";
import { drain } from "./sync";

declare module "vitest" {
  // eslint-disable-next-line @typescript-eslint/consistent-type-definitions -- only an interface can be merged
  interface ProvidedContext {
    /** How many interleavings to run (vite.config.ts). */
    interleavings: number;
  }
}

let server: QueueServer;

beforeEach(async () => {
  server = await resetQueue();
});
afterEach(() => vi.useRealTimers());

/** A seeded random generator, so that a failure can be repeated. */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296;
    return state / 4_294_967_296;
  };
}

it("keeps each order's order, and does each act once, in random interleavings of doing, sending and failing", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  const orders = [ORDER, OTHER_ORDER];
  for (let seed = 1; seed <= inject("interleavings"); seed += 1) {
    await db.offline_actions.clear();
    const random = randomFrom(seed);
    const effects = new Map<string, string>();
    const done: Record<string, string[]> = { [ORDER]: [], [OTHER_ORDER]: [] };
    server.reply = (call) => {
      const luck = random();
      if (luck < 0.2) return "reset";
      if (luck < 0.3) return errorResponse(503, "database_busy");
      // It took effect, whether or not the response arrives.
      effects.set(
        call.headers.get("Idempotency-Key") ?? "",
        `${call.path.split("/")[3] ?? ""} ${(call.body as { body: string }).body}`,
      );
      return luck < 0.45 ? "reset" : taken(call);
    };
    const running: Promise<unknown>[] = [];
    for (let number = 0; number < 6; number += 1) {
      const orderId = orders[Math.floor(random() * 2)] ?? ORDER;
      const body = `${number}`;
      done[orderId]?.push(body);
      await enqueue(messageTo(orderId, { body }), { account: ALICE });
      if (random() < 0.5) running.push(drain(ALICE));
      if (random() < 0.5) vi.setSystemTime(Date.now() + 70_000);
    }
    await Promise.all(running);
    for (let left = await actionsOf(ALICE); left.length > 0; left = await actionsOf(ALICE)) {
      // The user retries what failed.
      await db.offline_actions.toCollection().modify({ error: null, retryCount: 0 });
      vi.setSystemTime(Date.now() + 70_000);
      await drain(ALICE);
    }
    for (const orderId of orders) {
      const seen = [...effects.values()]
        .filter((effect) => effect.startsWith(orderId))
        .map((effect) => effect.split(" ")[1]);
      expect([seed, seen]).toEqual([seed, done[orderId]]);
    }
  }
}, 120_000);

it("overwrites none of 100 changes that somebody else has made to the order in the meantime without asking", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  const random = randomFrom(7);
  // The order, and the response stored for each key: a repeat gets the same response, with the same version.
  const order = { version: 1, note: "" };
  const responses = new Map<string, { version: number }>();
  let unread = "";
  const overwritten: string[] = [];
  let conflicts = 0;
  server.reply = ({ headers, body }) => {
    const key = headers.get("Idempotency-Key") ?? "";
    const repeated = responses.get(key);
    if (repeated === undefined && headers.get("If-Match") !== `"${order.version}"`) {
      conflicts += 1;
      return errorResponse(409, "version_conflict", { current: { ...order } });
    }
    if (repeated === undefined) {
      if (unread !== "" && order.note === unread) overwritten.push(unread);
      Object.assign(order, {
        version: order.version + 1,
        note: (body as { specialInstructions: string }).specialInstructions,
      });
      responses.set(key, { version: order.version });
    }
    const { version } = repeated ?? order;
    return repeated === undefined && random() < 0.3
      ? "reset"
      : json({}, 200, { "Idempotency-Key": key, ETag: `"${version}"` });
  };
  for (let change = 1; change <= 100; change += 1) {
    // The user sees the order as it is, and queues two changes to it.
    const seen = order.version;
    unread = "";
    for (const act of ["first", "then"]) {
      await enqueue(
        { type: "update_order", data: { orderId: ORDER, updates: { specialInstructions: `mine ${change} ${act}` } } },
        { account: ALICE, baseVersion: `"${seen}"` },
      );
    }
    // Before, between or after the user's own changes.
    if (random() < 0.5) await drain(ALICE);
    unread = `theirs ${change}`;
    Object.assign(order, { version: order.version + 1, note: unread });
    for (let left = await actionsOf(ALICE); left.length > 0; left = await actionsOf(ALICE)) {
      vi.setSystemTime(Date.now() + 70_000);
      await drain(ALICE);
      // On a conflict the user reads the order and accepts the server's version.
      const conflicts = (await actionsOf(ALICE)).filter(({ error }) => error?.kind === "conflict");
      if (conflicts.length > 0) await db.offline_actions.clear();
    }
  }

  expect(overwritten).toEqual([]);
  expect(conflicts).toBeGreaterThan(50);
});
