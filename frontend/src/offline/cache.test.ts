import "fake-indexeddb/auto";

import { beforeEach, describe, expect, it, vi } from "vitest";

import { belongTo, cleanKept, cleanUp, clearKept, forget, keepAnswer, keepUser, keptAnswer, keptUser, MAX_AGE_MS } from "./cache";
import { db } from "./db";
import { enqueue } from "./queue";

const ALICE = "11111111-1111-4111-8111-111111111111";
const BOB = "22222222-2222-4222-8222-222222222222";
const ORDER = "33333333-3333-4333-8333-333333333333";
const PROVIDER = "44444444-4444-4444-8444-444444444444";
const order = { id: ORDER, customerId: ALICE, status: "confirmed", createdAt: "2026-11-20T09:00:00Z" };
const given = (data: unknown): { data: unknown; etag: null } => ({ data, etag: null });

const STORES = ["offline_actions", "orders", "providers", "order_tracking", "reviews", "metadata"] as const;
/** How many rows each of the six stores has. */
async function counts(): Promise<Record<string, number>> {
  const found: Record<string, number> = {};
  for (const name of STORES) found[name] = await db[name].count();
  return found;
}

/** What a device has after its person has looked around and done something. */
async function used(): Promise<void> {
  await keepUser({ id: ALICE });
  await keepAnswer(`/api/orders/customer/${ALICE}`, ALICE, given([order]));
  await keepAnswer(`/api/orders/${ORDER}`, ALICE, given(order));
  await keepAnswer("/api/providers/8001", ALICE, given([{ id: PROVIDER }]));
  await keepAnswer(`/api/providers/details/${PROVIDER}`, ALICE, given({ id: PROVIDER, reviews: [{ id: "1" }] }));
  await keepAnswer("/api/addresses", ALICE, given([]));
  await enqueue({ type: "rate", data: { orderId: ORDER, rating: 5, comment: "" } }, { account: ALICE });
}

beforeEach(async () => {
  await Promise.all(db.tables.map((table) => table.clear()));
});

describe("who was signed in", () => {
  it("is remembered, and so is nobody", async () => {
    expect(await keptUser()).toBeNull();
    await keepUser({ id: ALICE });
    expect((await keptUser())?.user).toEqual({ id: ALICE });
    await keepUser(null);
    expect(await keptUser()).toMatchObject({ user: null });
  });

  it("stays when what is kept to be read is emptied", async () => {
    await used();
    await clearKept(ALICE);
    expect(await keptUser()).toMatchObject({ user: { id: ALICE } });
    expect(await counts()).toEqual({ offline_actions: 1, orders: 0, providers: 0, order_tracking: 0, reviews: 0, metadata: 1 });
  });
});

describe("an account that has left", () => {
  it("leaves nothing in any store", async () => {
    await used();
    await forget(ALICE);
    expect(await counts()).toEqual({ offline_actions: 0, orders: 0, providers: 0, order_tracking: 0, reviews: 0, metadata: 1 });
    expect(await keptUser()).toMatchObject({ user: null });
  });

  it.each([
    ["has signed out", () => forget(ALICE)],
    ["gave way to another", () => belongTo(BOB).then(() => keepUser({ id: BOB }))],
  ])("has nothing kept of an answer that comes when it %s", async (_, leave) => {
    await used();
    await leave();
    await keepAnswer(`/api/orders/${ORDER}`, ALICE, given(order));
    await keepAnswer("/api/addresses", ALICE, given([{ street: "Limmatquai 12" }]));
    expect(await keptAnswer(`/api/orders/${ORDER}`, ALICE)).toBeNull();
    expect(await keptAnswer("/api/addresses", ALICE)).toBeNull();
  });
});

describe("after seven days and a second", () => {
  const later = async (act: () => Promise<unknown>): Promise<void> => {
    const at = Date.now() + MAX_AGE_MS + 1000;
    vi.spyOn(Date, "now").mockReturnValue(at);
    await act();
    vi.restoreAllMocks();
  };

  it("nothing is read, and the clean-up leaves no row in any of the six stores", async () => {
    await used();
    expect(Object.values(await counts()).every((count) => count > 0)).toBe(true);
    await later(async () => {
      expect(await keptAnswer(`/api/orders/${ORDER}`, ALICE)).toBeNull();
      expect(await keptUser()).toBeNull();
      expect(await cleanUp()).toBe(1);
    });
    expect(Object.values(await counts())).toEqual([0, 0, 0, 0, 0, 0]);
  });

  it("acts that were never sent wait for their person to be told", async () => {
    await used();
    await later(cleanKept);
    expect(await counts()).toEqual({ offline_actions: 1, orders: 0, providers: 0, order_tracking: 0, reviews: 0, metadata: 0 });
  });
});
