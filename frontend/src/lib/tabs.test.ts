import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";

import { broadcast, leadOneTab, oneAtATime, openChannel } from "./tabs";

/** A promise that the test resolves. */
function gate(): { open: () => void; opened: Promise<void> } {
  let open = (): void => undefined;
  const opened = new Promise<void>((resolve) => (open = resolve));
  return { open: () => open(), opened };
}

describe("channels", () => {
  test("tell the other tabs, and not the one that speaks", async () => {
    const heard: string[] = [];
    const one = openChannel<string>("test", (message) => heard.push(`one: ${message}`));
    const other = openChannel<string>("test", (message) => heard.push(`other: ${message}`));
    one?.send("hello");
    await vi.waitFor(() => expect(heard).toEqual(["other: hello"]));

    broadcast("test", "everybody");
    await vi.waitFor(() => expect(heard.slice(1).sort()).toEqual(["one: everybody", "other: everybody"]));
    one?.close();
    other?.close();
  });

  test("are none where the browser has none", () => {
    vi.stubGlobal("BroadcastChannel", undefined);
    expect(openChannel("test")).toBeNull();
    expect(() => broadcast("test", null)).not.toThrow();
  });
});

describe("where the browser has no locks", () => {
  test("a page does one thing of a name after the other, also after one that failed", async () => {
    const { open, opened } = gate();
    const order: string[] = [];
    const first = oneAtATime("work", async () => {
      await opened;
      order.push("first");
      throw new Error("It failed.");
    });
    const second = oneAtATime("work", () => Promise.resolve(order.push("second")));
    await oneAtATime("other work", () => Promise.resolve(order.push("other")));
    open();
    await expect(first).rejects.toThrow("It failed.");
    await second;
    expect(order).toEqual(["other", "first", "second"]);
  });

  test("no tab leads", () => {
    expect(leadOneTab("lead", () => () => undefined)).toBeNull();
  });
});

describe("where the browser has locks", () => {
  /** As in a browser: one holder per name. */
  function locksOf(): Pick<LockManager, "request"> {
    let last: Promise<unknown> = Promise.resolve();
    let isHeld = false;
    const run = async (work: (lock: unknown) => Promise<unknown>): Promise<unknown> => {
      isHeld = true;
      return work({}).finally(() => (isHeld = false));
    };
    const request = (_: string, ...rest: unknown[]): Promise<unknown> => {
      const work = rest.at(-1) as (lock: unknown) => Promise<unknown>;
      const { ifAvailable = false, signal } = (rest.length > 1 ? rest[0] : {}) as LockOptions;
      if (ifAvailable && isHeld) return work(null);
      const next = last.then(() =>
        signal?.aborted === true ? Promise.reject(new DOMException("Aborted", "AbortError")) : run(work),
      );
      last = next.catch(() => undefined);
      return next;
    };
    return { request: request };
  }
  beforeEach(() => vi.stubGlobal("navigator", { locks: locksOf() }));
  afterEach(() => vi.unstubAllGlobals());

  test("one tab leads; when it goes another takes over and comes late", async () => {
    const led: string[] = [];
    const lead =
      (name: string) =>
      (isLate: boolean): (() => void) => {
        led.push(`${name} ${isLate ? "late" : "first"}`);
        return () => led.push(`${name} ends`);
      };
    const endOne = leadOneTab("lead", lead("one"));
    await vi.waitFor(() => expect(led).toEqual(["one first"]));
    const endOther = leadOneTab("lead", lead("other"));
    endOne?.();
    await vi.waitFor(() => expect(led).toEqual(["one first", "one ends", "other late"]));
    endOther?.();
    expect(led.at(-1)).toBe("other ends");
  });
});
