import "fake-indexeddb/auto";

import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

import { setOnline } from "@/test/connection";
import {
  ALICE,
  errorResponse,
  json,
  ORDER,
  OTHER_ORDER,
  resetQueue,
  taken,
  theOne,
  type QueueServer,
  type Reply,
} from "@/test/queue-server";

import { db } from "./db";
import { messageTo, proofOf, stepTo, type Operation } from "./operations";
import { actionsOf, enqueue, MAX_ATTEMPTS, statisticsOf } from "./queue";
import { drain } from "./sync";

const rate: Operation = { type: "rate", data: { orderId: ORDER, rating: 5, comment: "" } };

let server: QueueServer;

beforeEach(async () => {
  server = await resetQueue();
});
afterEach(() => vi.useRealTimers());

/** Repeatedly advances the clock past every delay, as a page that stays open does. */
async function drainUntilNothingIsDue(): Promise<void> {
  vi.useFakeTimers({ toFake: ["Date"] });
  for (let { nextAt } = await drain(ALICE); nextAt !== null; { nextAt } = await drain(ALICE))
    vi.setSystemTime(nextAt + 1);
}

describe("a response", () => {
  const retried: [string, () => Reply][] = [
    ["200 of a captive portal", () => new Response("<html>", { headers: { "Content-Type": "text/html" } })],
    ["200 without our mark", () => json({})],
    ["204", () => new Response(null, { status: 204 })],
    ["301", () => new Response(null, { status: 301, headers: { Location: "https://portal.example/" } })],
    ["404 of somebody else", () => new Response("<html>", { status: 404 })],
    ["408", () => errorResponse(408, "timeout")],
    ["500", () => errorResponse(500, "server_error")],
    ["503", () => errorResponse(503, "database_busy")],
    ["a connection that was reset", () => "reset"],
  ];

  it.each(retried)(
    "that is %s is tried again, five times in all, and then waits for its person",
    async (_, response) => {
      await enqueue(rate, { account: ALICE });
      server.reply = response;

      await drainUntilNothingIsDue();

      const { retryCount, error, failures } = await theOne();
      expect([server.calls.length, retryCount, error?.kind]).toEqual([MAX_ATTEMPTS, MAX_ATTEMPTS, "failed"]);
      // Each failed attempt is recorded with its time and status.
      expect(failures).toHaveLength(MAX_ATTEMPTS);
      expect(failures.map(({ at }) => at)).toEqual(failures.map(({ at }) => at).sort((a, b) => a - b));
      expect(statisticsOf(await actionsOf(ALICE)).failures).toEqual(
        failures.map((failure) => ({ type: "rate", ...failure })).reverse(),
      );
      expect(new Set(server.calls.map(({ headers }) => headers.get("Idempotency-Key"))).size).toBe(1);
    },
  );

  it("is waited for 1, 5, 15 and 30 seconds", async () => {
    await enqueue(rate, { account: ALICE });
    server.reply = () => "reset";
    vi.useFakeTimers({ toFake: ["Date"] });
    const waits: number[] = [];
    for (let { nextAt } = await drain(ALICE); nextAt !== null; { nextAt } = await drain(ALICE)) {
      waits.push(Math.round((nextAt - Date.now()) / 1000));
      vi.setSystemTime(nextAt + 1);
    }
    expect(waits).toEqual([1, 5, 15, 30]);
  });

  const final: [number, string][] = [
    [400, "invalid"],
    [403, "permission_denied"],
    [404, "not_found"],
    [409, "too_late_to_reschedule"],
    [413, "too_large"],
    [422, "idempotency_key_reused"],
  ];

  it.each(final)("%i %s is the server's last word: its person is told", async (status, code) => {
    await enqueue(rate, { account: ALICE });
    server.reply = () => errorResponse(status, code);

    await drainUntilNothingIsDue();

    expect(server.calls).toHaveLength(1);
    expect((await theOne()).error).toEqual({ kind: "refused", status, code, text: "A sentence.", current: null });
  });

  it("409 of another version asks, and holds up its order alone", async () => {
    await enqueue(
      { type: "update_order", data: { orderId: ORDER, updates: { pickupAddress: "A" } } },
      { account: ALICE, baseVersion: '"1"' },
    );
    await enqueue(messageTo(ORDER, { body: "later" }), { account: ALICE });
    await enqueue(messageTo(OTHER_ORDER, { body: "another" }), { account: ALICE });
    server.reply = (call) =>
      call.method === "PATCH"
        ? errorResponse(409, "version_conflict", { current: { pickupAddress: "Z" } })
        : taken(call);

    await drain(ALICE);

    expect(server.calls.map(({ path }) => path).sort()).toEqual([
      `/api/orders/${ORDER}`,
      `/api/orders/${OTHER_ORDER}/messages`,
    ]);
    const [conflict, held] = await actionsOf(ALICE);
    expect([conflict?.error?.kind, conflict?.error?.current, held?.error]).toEqual([
      "conflict",
      { pickupAddress: "Z" },
      null,
    ]);
  });

  it("that holds up an order has nobody look again before it is due, or decided on", async () => {
    await enqueue(messageTo(ORDER, { body: "first" }), { account: ALICE });
    await enqueue(messageTo(ORDER, { body: "later" }), { account: ALICE });
    server.reply = () => errorResponse(503, "database_busy");
    expect((await drain(ALICE)).nextAt).toBeGreaterThan(Date.now());

    await db.offline_actions.toCollection().modify({ dueAt: 0 });
    server.reply = () => errorResponse(409, "version_conflict");
    expect((await drain(ALICE)).nextAt).toBeNull();
  });

  it("401 pauses, counts nothing, and everything goes out after signing in", async () => {
    await enqueue(rate, { account: ALICE });
    server.reply = () => {
      server.account = null;
      return errorResponse(401, "not_authenticated");
    };
    expect((await drain(ALICE)).paused).toBe("signed_out");
    expect((await theOne()).retryCount).toBe(0);

    server.account = ALICE;
    server.reply = taken;
    await drain(ALICE);
    expect(await actionsOf(ALICE)).toEqual([]);
  });

  it("401 of a session that has been renewed meanwhile is sent again, and counts nothing", async () => {
    await enqueue(rate, { account: ALICE });
    server.reply = () => {
      server.reply = taken;
      return errorResponse(401, "not_authenticated");
    };
    const { results } = await drain(ALICE);
    expect(results.map(({ outcome, action }) => [outcome, action.retryCount])).toEqual([["sent", 0]]);
  });

  it("401 in spite of a session that is there counts as one attempt", async () => {
    await enqueue(rate, { account: ALICE });
    server.reply = () => errorResponse(401, "not_authenticated");
    await drain(ALICE);
    expect([server.calls.length, (await theOne()).retryCount]).toEqual([2, 1]);
  });

  it("403 of an old token is answered with the new one, and counts nothing", async () => {
    await enqueue(rate, { account: ALICE });
    server.reply = (call) => {
      if (call.headers.get("X-CSRFToken") === "token-2") return taken(call);
      server.token = "token-2";
      return errorResponse(403, "csrf_failed");
    };

    const { results } = await drain(ALICE);

    expect(results.map(({ outcome, action }) => [outcome, action.retryCount])).toEqual([["sent", 0]]);
  });

  it("403 of a token that is never right counts as one attempt", async () => {
    await enqueue(rate, { account: ALICE });
    server.reply = () => errorResponse(403, "csrf_failed");
    await drain(ALICE);
    expect((await theOne()).retryCount).toBe(1);
  });

  it("429 is obeyed, and counts nothing", async () => {
    await enqueue(rate, { account: ALICE });
    server.reply = () => errorResponse(429, "throttled", {}, { "Retry-After": "17" });
    const at = Date.now();

    const { paused, nextAt } = await drain(ALICE);

    expect(paused).toBe("asked_to_wait");
    expect(Math.round(((nextAt ?? 0) - at) / 1000)).toBe(17);
    expect((await theOne()).retryCount).toBe(0);
  });

  it("that never comes while there is no connection is no attempt", async () => {
    await enqueue(rate, { account: ALICE });
    setOnline(false);
    server.reply = () => "reset";
    expect((await drain(ALICE)).paused).toBe("unreachable");
    expect((await theOne()).retryCount).toBe(0);
  });
});

it("photo and bags go out as a form, before the step that ends their handover", async () => {
  const photo = new Blob(["bags"], { type: "image/jpeg" });
  await enqueue(proofOf(ORDER, { kind: "pickup", bags: 2, photo }), { account: ALICE });
  await enqueue(stepTo(ORDER, { status: "washing", at: "2026-11-20T08:30:00.000Z" }), { account: ALICE });

  await drain(ALICE);

  const [proof, step, ...more] = server.calls;
  expect([proof?.path, step?.path, more]).toEqual([`/api/orders/${ORDER}/proofs`, `/api/orders/${ORDER}/status`, []]);
  expect(proof?.body).toMatchObject({ kind: "pickup", bags: "2" });
  // The browser names the type of a form, with its boundary.
  expect([proof?.headers.get("Content-Type"), step?.headers.get("Content-Type")]).toEqual([null, "application/json"]);
  expect(await actionsOf(ALICE)).toEqual([]);
});
