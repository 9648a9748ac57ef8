import "fake-indexeddb/auto";

import { beforeEach, expect, it, vi } from "vitest";

import { ALICE, errorResponse, json, ORDER, resetQueue, theOne, type QueueServer } from "@/test/queue-server";

import { cachedResponse, storeResponse, storeUser } from "./cache";
import { db } from "./db";
import { messageTo, proofOf, stepTo, type Operation } from "./operations";
import { actionsOf, discard, enqueue, retry } from "./queue";
import { drain } from "./sync";

const TRACKED = `/api/orders/${ORDER}`;
const LISTED = `/api/orders/customer/${ALICE}`;
const JOBS = "/api/provider/orders";
const before = {
  id: ORDER,
  customerId: ALICE,
  status: "delivery",
  specialInstructions: "Old",
  rating: null,
  reviewable: true,
  etag: '"1"',
};

let server: QueueServer;

beforeEach(async () => {
  server = await resetQueue();
  await storeUser({ id: ALICE });
  await storeResponse(TRACKED, ALICE, { data: before, etag: '"1"' });
  await storeResponse(LISTED, ALICE, { data: [before], etag: null });
  await storeResponse(JOBS, ALICE, { data: [before, { id: "another" }], etag: null });
  for (const part of ["messages", "handovers"])
    await storeResponse(`${TRACKED}/${part}`, ALICE, { data: [{ id: "first" }], etag: null });
});

const note = (text: string): Operation => ({
  type: "update_order",
  data: { orderId: ORDER, updates: { specialInstructions: text } },
});

/** Sends one action; the server answers with `body`. */
async function send(operation: Operation, body: unknown, etag = '"2"'): Promise<void> {
  await enqueue(operation, { account: ALICE });
  server.reply = ({ headers }) =>
    json(body, 200, { "Idempotency-Key": headers.get("Idempotency-Key") ?? "", ETag: etag });
  await drain(ALICE);
  expect(await actionsOf(ALICE)).toEqual([]);
}

const cached = async (address: string): Promise<unknown> => (await cachedResponse(address, ALICE))?.data;

it("what was sent of an order is what the device shows of it, wherever it stands", async () => {
  await send(note("New"), { ...before, specialInstructions: "New", etag: '"2"' });

  expect(await cachedResponse(TRACKED, ALICE)).toMatchObject({ data: { specialInstructions: "New" }, etag: '"2"' });
  expect(await cached(LISTED)).toMatchObject([{ specialInstructions: "New" }]);
  await send(stepTo(ORDER, { status: "completed", at: "2026-11-20T08:30:00Z" }), { ...before, status: "completed" });
  expect(await cached(JOBS)).toMatchObject([{ status: "completed" }, { id: "another" }]);
});

it("so are a message, a proof and a rating", async () => {
  await send(messageTo(ORDER, { body: "Hello" }), { id: "second", body: "Hello" });
  expect(await cached(`${TRACKED}/messages`)).toEqual([{ id: "first" }, { id: "second", body: "Hello" }]);

  await send(proofOf(ORDER, { kind: "pickup", bags: 2, photo: null }), [{ kind: "pickup", bags: 2 }]);
  expect(await cached(`${TRACKED}/handovers`)).toEqual([{ kind: "pickup", bags: 2 }]);

  await send({ type: "rate", data: { orderId: ORDER, rating: 4, comment: "" } }, { id: "review", rating: 4 });
  expect(await cached(TRACKED)).toMatchObject({ rating: 4, reviewable: false });
});

it("so is a pickup of a recurring booking that was skipped, when the queue sends it", async () => {
  const [weekly, next] = [crypto.randomUUID(), crypto.randomUUID()];
  const bookings = `/api/recurring-bookings/customer/${ALICE}`;
  await storeResponse(bookings, ALICE, { data: [{ id: weekly }, { id: "other" }], etag: null });
  const url = `/api/recurring-bookings/${weekly}/occurrences/${next}/skip`;

  await send({ type: "generic", method: "POST", url, data: undefined }, { id: weekly, skipped: true });

  expect(await cached(bookings)).toEqual([{ id: weekly, skipped: true }, { id: "other" }]);
});

it("nothing of it is stored for somebody who has signed out before the answer came", async () => {
  await enqueue(note("New"), { account: ALICE });
  server.reply = ({ headers }) =>
    json({ ...before, specialInstructions: "New" }, 200, { "Idempotency-Key": headers.get("Idempotency-Key") ?? "" });
  const sent = drain(ALICE);
  await Promise.all(db.tables.map((table) => table.clear()));
  await sent;

  expect(await cached(TRACKED)).toBeUndefined();
});

it("a device without room for the answer sends it once all the same", async () => {
  vi.spyOn(db.order_tracking, "put").mockRejectedValue(new DOMException("", "QuotaExceededError"));

  await send(note("New"), { ...before, specialInstructions: "New" });
  await drain(ALICE);

  expect(server.calls).toHaveLength(1);
});

/** Three notes based on a version that somebody else has changed since. */
async function overtaken(): Promise<void> {
  for (const text of ["A1", "A2", "A3"]) await enqueue(note(text), { account: ALICE, baseVersion: '"1"' });
  let version = 2;
  server.reply = ({ headers }) => {
    if (headers.get("If-Match") !== `"${version}"`)
      return errorResponse(409, "version_conflict", { current: { ...before, etag: `"${version}"` } });
    version += 1;
    return json({}, 200, { "Idempotency-Key": headers.get("Idempotency-Key") ?? "", ETag: `"${version}"` });
  };
  await drain(ALICE);
}

it("one change by somebody else is one question, however much was done meanwhile", async () => {
  await overtaken();
  const [head, ...rest] = await actionsOf(ALICE);
  expect([head?.error?.kind, ...rest.map(({ error }) => error)]).toEqual(["conflict", null, null]);

  await retry(head?.id ?? "", '"2"');
  await drain(ALICE);

  expect(await actionsOf(ALICE)).toEqual([]);
  const sent = server.calls.map(({ body }) => (body as { specialInstructions: string }).specialInstructions);
  expect(sent).toEqual(["A1", "A1", "A2", "A3"]);
});

it("what is left out for somebody else's does not take what came after it along", async () => {
  await overtaken();
  const [head, next] = await actionsOf(ALICE);
  await discard(head?.id ?? "");
  await discard(next?.id ?? "");
  await drain(ALICE);

  expect((await theOne()).error?.kind).toBe("conflict");
});

it("a removed address is gone from the list that was cached, and an answer without a body ends it", async () => {
  const [home, other] = ["33333333-3333-4333-8333-333333333333", "44444444-4444-4444-8444-444444444444"];
  await storeResponse("/api/addresses", ALICE, { data: [{ id: home }, { id: other }], etag: null });
  await enqueue(
    { type: "generic", method: "DELETE", url: `/api/addresses/${home}`, data: undefined },
    { account: ALICE },
  );
  server.reply = ({ headers }) =>
    new Response(null, { status: 204, headers: { "Idempotency-Key": headers.get("Idempotency-Key") ?? "" } });

  await drain(ALICE);

  expect(await actionsOf(ALICE)).toEqual([]);
  expect((await cachedResponse("/api/addresses", ALICE))?.data).toEqual([{ id: other }]);
});
