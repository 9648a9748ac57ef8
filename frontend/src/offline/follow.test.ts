import "fake-indexeddb/auto";

import { beforeEach, describe, expect, it, vi } from "vitest";

import { ALICE, beginsAnew, BOB, ORDER } from "@/test/queue-server";

import { followActions } from "./follow";
import { messageTo } from "./ops";
import { discard, enqueue } from "./queue";

/** What was told, each time by the texts of the messages. */
function follows(account: string): { told: string[][]; stop: () => void } {
  const told: string[][] = [];
  const stop = followActions(account, (actions) => void told.push(actions.map(({ data }) => (data as { body: string }).body)));
  return { told, stop };
}

describe("whoever follows the queue", () => {
  beforeEach(beginsAnew);

  it("is told what stands in it, and of each change, but of nobody else's", async () => {
    await enqueue(messageTo(ORDER, "first"), { account: ALICE });
    const { told, stop } = follows(ALICE);
    await vi.waitFor(() => expect(told).toEqual([["first"]]));

    await enqueue(messageTo(ORDER, "not hers"), { account: BOB });
    const { id } = await enqueue(messageTo(ORDER, "then"), { account: ALICE });
    await vi.waitFor(() => expect(told.at(-1)).toEqual(["first", "then"]));
    await discard(id);
    await vi.waitFor(() => expect(told.at(-1)).toEqual(["first"]));
    stop();
  });

  it("is told of what changes a hundred times in a moment a few times, and how it ends", async () => {
    const { told, stop } = follows(ALICE);
    const acts = [];
    for (let number = 0; number < 100; number += 1) acts.push(await enqueue(messageTo(ORDER, `${number}`), { account: ALICE }));
    for (const { id } of acts.slice(1)) await discard(id);
    await vi.waitFor(() => expect(told.at(-1)).toEqual(["0"]));
    expect(told.length).toBeLessThan(100);
    stop();
  });

  it("is told nothing more once that has ended", async () => {
    const { told, stop } = follows(ALICE);
    await vi.waitFor(() => expect(told).toEqual([[]]));
    stop();
    const heard = follows(ALICE);
    await enqueue(messageTo(ORDER, "later"), { account: ALICE });
    await vi.waitFor(() => expect(heard.told.at(-1)).toEqual(["later"]));
    heard.stop();
    expect(told).toEqual([[]]);
  });
});
