import "fake-indexeddb/auto";

import { beforeEach, describe, expect, it, vi } from "vitest";

import { ALICE, resetQueue, BOB, ORDER } from "@/test/queue-server";

import { messageTo } from "./operations";
import { discard, enqueue } from "./queue";
import { watchActions } from "./watch";

/** Records each version of the queue that was seen, as the texts of its messages. */
function watch(account: string): { seen: string[][]; stop: () => void } {
  const seen: string[][] = [];
  const stop = watchActions(
    account,
    (actions) => void seen.push(actions.map(({ data }) => (data as { body: string }).body)),
  );
  return { seen, stop };
}

describe("whoever follows the queue", () => {
  beforeEach(resetQueue);

  it("is told what stands in it, and of each change, but of nobody else's", async () => {
    await enqueue(messageTo(ORDER, { body: "first" }), { account: ALICE });
    const { seen, stop } = watch(ALICE);
    await vi.waitFor(() => expect(seen).toEqual([["first"]]));

    await enqueue(messageTo(ORDER, { body: "not hers" }), { account: BOB });
    const { id } = await enqueue(messageTo(ORDER, { body: "then" }), { account: ALICE });
    await vi.waitFor(() => expect(seen.at(-1)).toEqual(["first", "then"]));
    await discard(id);
    await vi.waitFor(() => expect(seen.at(-1)).toEqual(["first"]));
    stop();
  });

  it("is told of what changes a hundred times in a moment a few times, and how it ends", async () => {
    const { seen, stop } = watch(ALICE);
    const acts = [];
    for (let number = 0; number < 100; number += 1)
      acts.push(await enqueue(messageTo(ORDER, { body: `${number}` }), { account: ALICE }));
    for (const { id } of acts.slice(1)) await discard(id);
    await vi.waitFor(() => expect(seen.at(-1)).toEqual(["0"]));
    expect(seen.length).toBeLessThan(100);
    stop();
  });

  it("is told nothing more once that has ended", async () => {
    const { seen, stop } = watch(ALICE);
    await vi.waitFor(() => expect(seen).toEqual([[]]));
    stop();
    const other = watch(ALICE);
    await enqueue(messageTo(ORDER, { body: "later" }), { account: ALICE });
    await vi.waitFor(() => expect(other.seen.at(-1)).toEqual(["later"]));
    other.stop();
    expect(seen).toEqual([[]]);
  });
});
