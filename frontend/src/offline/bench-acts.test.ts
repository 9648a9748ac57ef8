import "fake-indexeddb/auto";

import { expect, it } from "vitest";

import { ALICE, resetQueue } from "@/test/queue-server";

import { queueActs } from "../../bench/queue-acts.mjs";
import { actionsOf } from "./queue";
import { drain } from "./sync";

it("sends what the benchmark queues as it sends acts of screens", async () => {
  const server = await resetQueue();
  await actionsOf(ALICE);

  await queueActs({ account: ALICE, acts: 6, orders: 2 });
  await drain(ALICE);

  expect(server.calls).toHaveLength(6);
  expect(new Set(server.calls.map(({ path }) => path)).size).toBe(2);
  expect(await actionsOf(ALICE)).toEqual([]);
});
