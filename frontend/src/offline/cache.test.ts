import "fake-indexeddb/auto";

import { beforeEach, describe, expect, it, vi } from "vitest";

import { ALICE, BOB, ORDER } from "@/test/queue-server";

import {
  belongTo,
  cachedResponse,
  cleanUp,
  clearCache,
  forget,
  MAX_AGE_MS,
  removeExpired,
  storedUser,
  storeResponse,
  storeUser,
} from "./cache";
import { db } from "./db";
import { messageTo } from "./operations";
import { enqueue } from "./queue";

const PROVIDER = "55555555-5555-4555-8555-555555555555";
const order = {
  id: ORDER,
  customerId: ALICE,
  status: "washing",
  createdAt: "2026-11-20T09:00:00Z",
  totalAmount: "27.50",
  etag: '"7"',
};
const ORDERS = `/api/orders/customer/${ALICE}`;
const TRACKED = `/api/orders/${ORDER}`;
const NEARBY = "/api/providers/8001";
const DETAILS = `/api/providers/details/${PROVIDER}`;
const ADDRESSES = "/api/addresses";
const ALL = [ORDERS, TRACKED, NEARBY, DETAILS, ADDRESSES];
const PUBLIC = [NEARBY, DETAILS];
const given = (data: unknown): { data: unknown; etag: null } => ({ data, etag: null });

const STORES = ["offline_actions", "orders", "providers", "order_tracking", "reviews", "metadata"] as const;
/** How many rows each of the six stores has. */
async function countRows(): Promise<Record<string, number>> {
  const found: Record<string, number> = {};
  for (const name of STORES) found[name] = await db[name].count();
  return found;
}

/** Fills the device's store as normal use does. */
async function used(): Promise<void> {
  await storeUser({ id: ALICE });
  await storeResponse(ORDERS, ALICE, given([order]));
  await storeResponse(TRACKED, ALICE, { data: order, etag: '"7"' });
  await storeResponse(NEARBY, ALICE, given([{ id: PROVIDER, rating: 4.5 }]));
  await storeResponse(DETAILS, ALICE, given({ id: PROVIDER, reviews: [{ rating: 5, comment: "Fine" }] }));
  await storeResponse(ADDRESSES, ALICE, given([{ street: "Limmatquai 12" }]));
  await enqueue(messageTo(ORDER, { body: "Hello" }), { account: ALICE });
}

/** Which of the URLs have a cached response for an account; null is a visitor. */
async function found(account: string | null): Promise<string[]> {
  const cached = await Promise.all(
    ALL.map(async (address) => ((await cachedResponse(address, account)) === null ? [] : [address])),
  );
  return cached.flat();
}

beforeEach(async () => {
  await Promise.all(db.tables.map((table) => table.clear()));
});

describe("what the server has answered", () => {
  it("is stored of what is said and shown at the door, and of the list of conversations", async () => {
    const handoverPaths = ["handovers", "hand-back", "messages"].map((part) => `${TRACKED}/${part}`);
    for (const address of [...handoverPaths, "/api/provider/conversations"]) {
      await storeResponse(address, ALICE, given([{ address }]));
      expect((await cachedResponse(address, ALICE))?.data).toEqual([{ address }]);
      expect(await cachedResponse(address, BOB)).toBeNull();
    }
  });

  it("is stored of what the account always wants of its laundry, and not of whether it was asked", async () => {
    for (const address of ["/api/profile/care", "/api/profile/care/question"])
      await storeResponse(address, ALICE, given({ address }));
    expect((await cachedResponse("/api/profile/care", ALICE))?.data).toEqual({ address: "/api/profile/care" });
    expect(await cachedResponse("/api/profile/care", BOB)).toBeNull();
    expect(await cachedResponse("/api/profile/care/question", ALICE)).toBeNull();
  });

  it("is stored without where a provider is", async () => {
    await storeResponse(TRACKED, ALICE, given({ ...order, position: { latitude: 47.3, longitude: 8.5 } }));
    expect((await cachedResponse(TRACKED, ALICE))?.data).toEqual(order);
  });

  it("comes back as it was, with its version and without the time at which it was stored", async () => {
    await used();
    const at = expect.any(Number) as number;
    expect(await cachedResponse(ORDERS, ALICE)).toEqual({ data: [order], etag: null, at });
    expect(await cachedResponse(TRACKED, ALICE)).toEqual({ data: order, etag: '"7"', at });
    expect(await cachedResponse(NEARBY, null)).toEqual({ data: [{ id: PROVIDER, rating: 4.5 }], etag: null, at });
    expect(await cachedResponse(DETAILS, null)).toEqual({
      data: { id: PROVIDER, reviews: [{ rating: 5, comment: "Fine" }] },
      etag: null,
      at,
    });
    expect(await cachedResponse(ADDRESSES, ALICE)).toEqual({ data: [{ street: "Limmatquai 12" }], etag: null, at });
  });

  it("is the account's alone, but for what everybody sees", async () => {
    await used();
    expect([await found(ALICE), await found(BOB), await found(null)]).toEqual([ALL, PUBLIC, PUBLIC]);
  });

  it("of an order on its list stands for its tracking", async () => {
    await storeResponse(ORDERS, ALICE, given([order]));
    expect((await cachedResponse(TRACKED, ALICE))?.data).toEqual(order);
  });

  it("is passed over where it is an empty list or none, and replaced by the next one", async () => {
    await used();
    for (const data of [[], null, "<h1>Hello</h1>"]) await storeResponse(ORDERS, ALICE, given(data));
    expect((await cachedResponse(ORDERS, ALICE))?.data).toEqual([order]);
    const next = { ...order, id: PROVIDER };
    await storeResponse(ORDERS, ALICE, given([next]));
    expect((await cachedResponse(ORDERS, ALICE))?.data).toEqual([next]);
  });

  it("of an order is stored field by field: what no screen shows is not", async () => {
    await storeResponse(TRACKED, ALICE, given({ ...order, paymentIntent: "pi_secret" }));
    expect(JSON.stringify(await db.order_tracking.toArray())).not.toContain("secret");
  });

  it.each([
    "/api/payment-methods",
    "/api/localities?q=Zurich",
    `/api/orders/${ORDER}/quote`,
    "/api/auth/session",
    "/admin/",
  ])("%s is not stored", async (address) => {
    await storeResponse(address, ALICE, given({ any: "thing" }));
    expect(Object.values(await countRows())).toEqual([0, 0, 0, 0, 0, 0]);
  });
});

describe("who was signed in", () => {
  it("is remembered, and so is nobody", async () => {
    expect(await storedUser(ALICE)).toBeNull();
    await storeUser({ id: ALICE });
    expect((await storedUser(ALICE))?.user).toEqual({ id: ALICE });
    await storeUser(null);
    expect(await storedUser(ALICE)).toMatchObject({ user: null });
  });

  it.each([BOB, null])("is not told once the last response was of %s", async (account) => {
    await storeUser({ id: ALICE });
    expect(await storedUser(account)).toBeNull();
  });

  it("stays when what is stored to be read is emptied", async () => {
    await used();
    await clearCache(ALICE);
    expect(await storedUser(ALICE)).toMatchObject({ user: { id: ALICE } });
    expect(await countRows()).toEqual({
      offline_actions: 1,
      orders: 0,
      providers: 0,
      order_tracking: 0,
      reviews: 0,
      metadata: 1,
    });
  });
});

describe("an account that has left", () => {
  it("leaves nothing in any store", async () => {
    await used();
    await forget(ALICE);
    expect(await countRows()).toEqual({
      offline_actions: 0,
      orders: 0,
      providers: 0,
      order_tracking: 0,
      reviews: 0,
      metadata: 1,
    });
    expect(await storedUser(ALICE)).toMatchObject({ user: null });
  });

  it.each([
    ["has signed out", () => forget(ALICE)],
    ["gave way to another", () => belongTo(BOB).then(() => storeUser({ id: BOB }))],
  ])("has nothing stored of a response that comes when it %s", async (_, leave) => {
    await used();
    await leave();
    await storeResponse(TRACKED, ALICE, given(order));
    await storeResponse(ADDRESSES, ALICE, given([{ street: "Limmatquai 12" }]));
    expect(await found(ALICE)).not.toContain(TRACKED);
    expect(await found(ALICE)).not.toContain(ADDRESSES);
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
    expect(Object.values(await countRows()).every((count) => count > 0)).toBe(true);
    await later(async () => {
      expect(await found(ALICE)).toEqual([]);
      expect(await storedUser(ALICE)).toBeNull();
      expect(await cleanUp(ALICE)).toBe(1);
    });
    expect(Object.values(await countRows())).toEqual([0, 0, 0, 0, 0, 0]);
  });

  it("what another account has not sent is neither removed nor counted", async () => {
    await enqueue(messageTo(ORDER, { body: "I am late" }), { account: BOB });
    await later(async () => {
      expect(await cleanUp(ALICE)).toBe(0);
    });
    expect((await countRows())["offline_actions"]).toBe(1);
  });

  it("acts that were never sent wait for their person to be told", async () => {
    await used();
    await later(removeExpired);
    expect(await countRows()).toEqual({
      offline_actions: 1,
      orders: 0,
      providers: 0,
      order_tracking: 0,
      reviews: 0,
      metadata: 0,
    });
  });
});
