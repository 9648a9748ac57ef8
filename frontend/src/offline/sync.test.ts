import "fake-indexeddb/auto";

import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

import {
  ALICE,
  resetQueue,
  BOB,
  errorResponse,
  json,
  ORDER,
  OTHER_ORDER,
  theOne,
  type QueueServer,
} from "@/test/queue-server";

import { db } from "./db";
import { messageTo, stepTo, type Operation } from "./operations";
import { actionsOf, enqueue } from "./queue";
import { drain } from "./sync";

const rate: Operation = { type: "rate", data: { orderId: ORDER, rating: 5, comment: "" } };

let server: QueueServer;

beforeEach(async () => {
  server = await resetQueue();
});
afterEach(() => vi.useRealTimers());

describe("what is sent", () => {
  it.each<[Operation, string, string, unknown]>([
    [rate, "POST", `/api/orders/${ORDER}/rating`, { rating: 5, comment: "" }],
    [
      { type: "create_review", data: { orderId: ORDER, rating: 4, comment: "Fine" } },
      "POST",
      "/api/reviews",
      { orderId: ORDER, rating: 4, comment: "Fine" },
    ],
    [
      { type: "reschedule", data: { orderId: ORDER, newDate: "2026-11-30", newTime: "09:00" } },
      "PATCH",
      `/api/orders/${ORDER}/reschedule`,
      { newPickupDate: "2026-11-30", newPickupTime: "09:00" },
    ],
    [
      { type: "update_order", data: { orderId: ORDER, updates: { specialInstructions: "Ring twice" } } },
      "PATCH",
      `/api/orders/${ORDER}`,
      { specialInstructions: "Ring twice" },
    ],
    [
      stepTo(ORDER, { status: "washing", at: "2026-11-20T08:30:00Z", code: "4821" }),
      "POST",
      `/api/orders/${ORDER}/status`,
      { status: "washing", at: "2026-11-20T08:30:00Z", code: "4821" },
    ],
    [messageTo(ORDER, { body: "Hello" }), "POST", `/api/orders/${ORDER}/messages`, { body: "Hello" }],
  ])("is %j as the specification names it", async (operation, method, path, body) => {
    const { id } = await enqueue(operation, { account: ALICE, baseVersion: '"7"' });

    const { results, nextAt } = await drain(ALICE);

    expect(server.calls.map((call) => [call.method, call.path, call.body])).toEqual([[method, path, body]]);
    const headers = server.calls[0]?.headers;
    expect(["Idempotency-Key", "X-Account", "X-CSRFToken", "If-Match"].map((name) => headers?.get(name))).toEqual([
      id,
      ALICE,
      "token-1",
      '"7"',
    ]);
    expect([results.map(({ outcome }) => outcome), nextAt, await actionsOf(ALICE)]).toEqual([["sent"], null, []]);
  });

  it("keeps a step whose code turns out to be wrong, with the server's sentence, until its person has decided", async () => {
    await enqueue(stepTo(ORDER, { status: "washing", at: "2026-11-20T08:30:00Z", code: "4822" }), { account: ALICE });
    server.reply = () => errorResponse(409, "handover_code_wrong", { message: "This code is not right." });

    await drain(ALICE);

    const { error } = await theOne();
    expect([error?.kind, error?.text]).toEqual(["refused", "This code is not right."]);
  });

  it("goes one after the other for one order, each based on what the one before has made of it", async () => {
    await enqueue(
      { type: "update_order", data: { orderId: ORDER, updates: { pickupAddress: "A" } } },
      { account: ALICE, baseVersion: '"1"' },
    );
    await enqueue(
      { type: "update_order", data: { orderId: ORDER, updates: { pickupAddress: "B" } } },
      { account: ALICE, baseVersion: '"1"' },
    );
    await enqueue(
      { type: "update_order", data: { orderId: OTHER_ORDER, updates: { pickupAddress: "C" } } },
      { account: ALICE, baseVersion: '"1"' },
    );
    let version = 1;
    server.reply = ({ headers, path }) => {
      if (path.includes(ORDER)) version += 1;
      return json({}, 200, { "Idempotency-Key": headers.get("Idempotency-Key") ?? "", ETag: `"${version}"` });
    };

    await drain(ALICE);

    const sent = server.calls.map(({ body, headers }) => [
      (body as { pickupAddress: string }).pickupAddress,
      headers.get("If-Match"),
    ]);
    expect(sent.filter(([address]) => address !== "C")).toEqual([
      ["A", '"1"'],
      ["B", '"2"'],
    ]);
    expect(sent).toContainEqual(["C", '"1"']);
  });

  it("is never another account's, and waits for its own", async () => {
    await enqueue(rate, { account: ALICE });
    server.account = BOB;
    expect((await drain(BOB)).results).toEqual([]);
    expect((await drain(ALICE)).paused).toBe("account_mismatch");
    expect(server.calls).toEqual([]);

    server.account = ALICE;
    await drain(ALICE);
    expect(server.calls).toHaveLength(1);
  });
});

describe("the store may hold anything", () => {
  const base = {
    data: {},
    timestamp: 1,
    retryCount: 0,
    account: ALICE,
    entityId: "x",
    position: 1,
    baseVersion: null,
    dueAt: 0,
    failures: [],
    error: null,
  };
  const hostile = [
    ...[
      "//evil.example/api/orders",
      "\\\\evil.example",
      "https://evil.example/",
      "data:text/html,x",
      "javascript:alert(1)",
      "/admin/",
      "/api/../admin/",
    ],
    ...[
      `/api/orders/${ORDER}/messages/../../../auth/logout`,
      `/api/orders/${ORDER}/messages?x=1`,
      `/api/orders/${ORDER}/messages#x`,
      `/api/orders/${ORDER}%2Fcancellation`,
    ],
    ...[
      "/api/auth/logout",
      "/api/auth/login",
      "/api/profile",
      "/api/orders",
      "",
      " ",
      "/",
      "//",
      `/api/orders/${ORDER}/cancellation`,
      `/api//orders/${ORDER}/messages`,
    ],
    ...[
      `http:/api/orders/${ORDER}/messages`,
      `/api/orders/${ORDER}/messages/`,
      `/api/orders/${ORDER}/messages\n`,
      `\t/api/orders/${ORDER}/messages`,
      "/api/stripe/webhook",
    ],
    ...["/media/x", `/API/orders/${ORDER}/messages`, "file:///etc/passwd", "ws://evil.example/"],
  ];

  it("30 hostile addresses are never sent, and their person can look at them", async () => {
    expect(hostile).toHaveLength(30);
    await db.offline_actions.bulkPut(
      hostile.map((url, index) => ({
        ...base,
        id: `id-${index}`,
        entityId: `id-${index}`,
        position: index,
        type: "generic" as const,
        url,
        method: "POST",
      })),
    );

    await drain(ALICE);

    expect(server.calls).toEqual([]);
    expect((await actionsOf(ALICE)).map(({ error }) => error?.kind)).toEqual(hostile.map(() => "refused"));
  });

  it.each(["DELETE", "GET", "post", "PUT", ""])("the method %j is never sent", async (method) => {
    await db.offline_actions.put({ ...base, id: "id", type: "generic", url: `/api/orders/${ORDER}/messages`, method });
    await drain(ALICE);
    expect(server.calls).toEqual([]);
  });

  it.each([`../../auth/logout`, `${ORDER}/cancellation?`, "", 7, null, { toString: ORDER }])(
    "an order called %j is never asked for",
    async (orderId) => {
      await db.offline_actions.put({
        ...base,
        id: "id",
        type: "rate",
        url: "",
        method: "POST",
        data: { orderId, rating: 5, comment: "" },
      });
      await drain(ALICE);
      expect(server.calls).toEqual([]);
    },
  );

  it("rows that are no actions are passed over, and the others are sent", async () => {
    await db
      .table("offline_actions")
      .bulkPut([
        { id: "empty" },
        { ...base, id: "kind", type: "delete_all" },
        { ...base, id: "count", type: "rate", retryCount: "5" },
      ]);
    await enqueue(rate, { account: ALICE });
    expect((await drain(ALICE)).results).toHaveLength(1);
  });

  it("a clock that was set back holds nothing up", async () => {
    const { id } = await enqueue(rate, { account: ALICE });
    await db.offline_actions.update(id, { dueAt: Date.now() + 24 * 60 * 60_000 });
    expect((await drain(ALICE)).results).toHaveLength(1);
  });
});
