import "fake-indexeddb/auto";

import { Dexie } from "dexie";
import { describe, expect, it } from "vitest";

import { ALICE, resetQueue, ORDER } from "@/test/queue-server";

import { db, FIRST_VERSION } from "./db";
import { messageTo } from "./operations";
import { actionsOf, enqueue } from "./queue";
import { drain } from "./sync";

/** The store as a later release may define it. */
class NextStore extends Dexie {
  constructor() {
    super(db.name);
    this.version(1).stores(FIRST_VERSION);
    this.version(2)
      .stores({ offline_actions: "id, type, timestamp, entityId", drafts: "key" })
      .upgrade((change) => change.table("offline_actions").toCollection().modify({ isMigrated: true }));
  }
}

describe("a later version of the store", () => {
  it("takes over twenty acts, which are sent once each, also by a page of the version before", async () => {
    const server = await resetQueue();
    const acts = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        enqueue(messageTo(ORDER, { body: `Line ${index}` }), { account: ALICE }),
      ),
    );
    const next = new NextStore();
    const taken = await next.table("offline_actions").where("entityId").equals(ORDER).toArray();
    next.close();
    await drain(ALICE);

    expect(taken.map((row: { isMigrated?: boolean }) => row.isMigrated)).toEqual(acts.map(() => true));
    expect(server.calls.map(({ headers }) => headers.get("Idempotency-Key")).toSorted()).toEqual(
      acts.map(({ id }) => id).toSorted(),
    );
    expect(await actionsOf(ALICE)).toEqual([]);
  });
});
