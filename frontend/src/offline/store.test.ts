import "fake-indexeddb/auto";

import { Dexie } from "dexie";
import { beforeEach, describe, expect, it, vi } from "vitest";

import { keepAnswer, keepUser, keptAnswer } from "./cache";
import { db, FIRST_VERSION } from "./db";
import { messageTo } from "./ops";
import { actionsOf, enqueue } from "./queue";
import { drain } from "./sync";

const ALICE = "11111111-1111-4111-8111-111111111111";
const BOB = "22222222-2222-4222-8222-222222222222";
const ORDER = "33333333-3333-4333-8333-333333333333";
const PROVIDER = "44444444-4444-4444-8444-444444444444";

const order = { id: ORDER, status: "washing", createdAt: "2026-11-20T09:00:00Z", totalAmount: "27.50", etag: '"7"' };
const ORDERS = `/api/orders/customer/${ALICE}`;
const TRACKED = `/api/orders/${ORDER}`;
const NEARBY = "/api/providers/8001";
const DETAILS = `/api/providers/details/${PROVIDER}`;
const ADDRESSES = "/api/addresses";
const ALL = [ORDERS, TRACKED, NEARBY, DETAILS, ADDRESSES];
const PUBLIC = [NEARBY, DETAILS];

const answer = (data: unknown): { data: unknown; etag: string | null } => ({ data, etag: null });

async function keepsEverything(): Promise<void> {
  await keepAnswer(ORDERS, ALICE, answer([order]));
  await keepAnswer(TRACKED, ALICE, { data: order, etag: '"7"' });
  await keepAnswer(NEARBY, ALICE, answer([{ id: PROVIDER, rating: 4.5 }]));
  await keepAnswer(DETAILS, ALICE, answer({ id: PROVIDER, reviews: [{ rating: 5, comment: "Fine" }] }));
  await keepAnswer(ADDRESSES, ALICE, answer([{ street: "Limmatquai 12" }]));
  await keepUser({ id: ALICE });
  await enqueue(messageTo(ORDER, "Hello"), { account: ALICE });
}

/** Which of the addresses have something for an account; null is a visitor. */
async function found(account: string | null): Promise<string[]> {
  const kept = await Promise.all(ALL.map(async (address) => ((await keptAnswer(address, account)) === null ? [] : [address])));
  return kept.flat();
}

const rows = (): Promise<number[]> => Promise.all(db.tables.map((table) => table.count()));
const EMPTY = [0, 0, 0, 0, 0, 0];

beforeEach(async () => {
  await Promise.all(db.tables.map((table) => table.clear()));
});

describe("what the server has answered", () => {
  it("comes back as it was, with its version and without the time at which it was kept", async () => {
    await keepsEverything();
    const at = expect.any(Number) as number;
    expect(await keptAnswer(ORDERS, ALICE)).toEqual({ data: [order], etag: null, at });
    expect(await keptAnswer(TRACKED, ALICE)).toEqual({ data: order, etag: '"7"', at });
    expect(await keptAnswer(NEARBY, null)).toEqual({ data: [{ id: PROVIDER, rating: 4.5 }], etag: null, at });
    expect(await keptAnswer(DETAILS, null)).toEqual({ data: { id: PROVIDER, reviews: [{ rating: 5, comment: "Fine" }] }, etag: null, at });
    expect(await keptAnswer(ADDRESSES, ALICE)).toEqual({ data: [{ street: "Limmatquai 12" }], etag: null, at });
  });

  it("is the account's alone, but for what everybody sees", async () => {
    await keepsEverything();
    expect([await found(ALICE), await found(BOB), await found(null)]).toEqual([ALL, PUBLIC, PUBLIC]);
  });

  it("of an order on its list stands for its tracking", async () => {
    await keepAnswer(ORDERS, ALICE, answer([order]));
    expect((await keptAnswer(TRACKED, ALICE))?.data).toEqual(order);
  });

  it("is passed over where it is an empty list or none, and replaced by the next one", async () => {
    await keepsEverything();
    for (const data of [[], null, "<h1>Hello</h1>"]) await keepAnswer(ORDERS, ALICE, answer(data));
    expect((await keptAnswer(ORDERS, ALICE))?.data).toEqual([order]);
    const next = { ...order, id: PROVIDER };
    await keepAnswer(ORDERS, ALICE, answer([next]));
    expect((await keptAnswer(ORDERS, ALICE))?.data).toEqual([next]);
  });

  it("of an order is kept field by field: what no screen shows is not", async () => {
    await keepAnswer(TRACKED, ALICE, answer({ ...order, paymentIntent: "pi_secret" }));
    expect(JSON.stringify(await db.order_tracking.toArray())).not.toContain("secret");
  });

  it.each(["/api/payment-methods", "/api/places?q=Zurich", `/api/orders/${ORDER}/quote`, "/api/auth/session", "/admin/"])("%s is not kept", async (address) => {
    await keepAnswer(address, ALICE, answer({ any: "thing" }));
    expect(await rows()).toEqual(EMPTY);
  });
});

/** The store as a later release may have it. */
class NextStore extends Dexie {
  constructor() {
    super(db.name);
    this.version(1).stores(FIRST_VERSION);
    this.version(2)
      .stores({ offline_actions: "id, type, timestamp, lane", drafts: "key" })
      .upgrade((change) => change.table("offline_actions").toCollection().modify({ isMigrated: true }));
  }
}

describe("a later version of the store", () => {
  it("takes over twenty acts, which are sent once each, also by a page of the version before", async () => {
    const acts = await Promise.all(Array.from({ length: 20 }, (_, index) => enqueue(messageTo(ORDER, `Line ${index}`), { account: ALICE })));
    const next = new NextStore();
    const taken = await next.table("offline_actions").where("lane").equals(ORDER).toArray();
    next.close();
    const sent: (string | null)[] = [];
    vi.stubGlobal("fetch", (path: string, init: RequestInit = {}) => {
      const key = new Headers(init.headers).get("Idempotency-Key");
      if (path !== "/api/auth/session") sent.push(key);
      const body = path === "/api/auth/session" ? { user: { id: ALICE }, csrfToken: "token" } : {};
      return Promise.resolve(Response.json(body, { headers: { "Idempotency-Key": key ?? "" } }));
    });
    await drain(ALICE);

    expect(taken.map((row: { isMigrated?: boolean }) => row.isMigrated)).toEqual(acts.map(() => true));
    expect(sent.toSorted()).toEqual(acts.map(({ id }) => id).toSorted());
    expect(await actionsOf(ALICE)).toEqual([]);
  });
});
