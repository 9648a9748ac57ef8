import { beforeEach, expect, test, vi } from "vitest";

import { keys } from "./keys";
import { beginEventsAt, listen, listenTogether } from "./live";

const CONNECTING = 0;
const CLOSED = 2;

/** An EventSource that the test controls. */
class TestSource extends EventTarget {
  static opened: TestSource[] = [];
  readonly CLOSED = CLOSED;
  readyState = CONNECTING;
  isClosed = false;

  constructor() {
    super();
    TestSource.opened.push(this);
  }

  close(): void {
    this.isClosed = true;
  }

  send(type: string, data: unknown = {}): void {
    this.dispatchEvent(new MessageEvent(type, { data: JSON.stringify(data) }));
  }

  fail(readyState: number): void {
    this.readyState = readyState;
    this.dispatchEvent(new Event("error"));
  }
}

const cached = {
  session: keys.session,
  order: keys.order("1"),
  otherOrder: keys.order("2"),
  list: keys.ordersOf("alice"),
  jobs: keys.providerOrders,
  messages: keys.messages("1"),
  notifications: keys.notifications,
  application: keys.application,
  providers: keys.providersNear("8001"),
};

let refreshed: string[];
let asked: number;
let stop: () => void;

beforeEach(() => {
  vi.useFakeTimers();
  TestSource.opened = [];
  refreshed = [];
  asked = 0;
  stop = listen(
    (matches) => {
      asked += 1;
      refreshed = Object.entries(cached).flatMap(([name, key]) => (matches(key) ? [name] : []));
    },
    () => new TestSource() as unknown as EventSource,
  );
  return () => {
    stop();
    vi.useRealTimers();
  };
});

const source = (): TestSource => {
  const last = TestSource.opened.at(-1);
  if (last === undefined) throw new Error("No connection was opened.");
  return last;
};

test("an order event refreshes the order and the lists that it is in", () => {
  source().send("order", { orderId: "1", status: "pickup" });

  expect(refreshed).toEqual(["order", "list", "jobs", "messages"]);
});

test("message and notification events refresh only what they are about", () => {
  source().send("message", { orderId: "1" });
  expect(refreshed).toEqual(["messages"]);

  source().send("notification", { unread: 3 });
  expect(refreshed).toEqual(["notifications", "application"]);
});

test("where a provider is comes often, and refreshes the order that carries it, alone", () => {
  source().send("position", { orderId: "1" });

  expect(refreshed).toEqual(["order"]);
});

test("a reset refreshes everything that events can change, and nothing else", () => {
  source().send("reset");

  expect(refreshed).toEqual([
    "session",
    "order",
    "otherOrder",
    "list",
    "jobs",
    "messages",
    "notifications",
    "application",
  ]);
});

test("after a gap that the browser closes by itself everything live is refreshed", () => {
  source().dispatchEvent(new Event("open"));
  expect(refreshed).toEqual([]);

  source().fail(CONNECTING);
  source().dispatchEvent(new Event("open"));

  expect(refreshed).toContain("order");
  expect(TestSource.opened).toHaveLength(1);
});

test("a connection that is refused asks who is signed in: it may be nobody any more", () => {
  source().fail(CONNECTING);
  expect(refreshed).toEqual([]);

  source().fail(CLOSED);
  expect(refreshed).toEqual(["session"]);
});

test("who hears that a session has ended asks at once who is signed in, but lets a new one of their own arrive first", () => {
  source().send("session");
  source().send("session");
  expect(refreshed).toEqual([]);

  vi.advanceTimersByTime(500);
  expect(refreshed).toEqual(["session"]);
  expect(asked).toBe(1);
});

test("a page that stops listening asks nothing more", () => {
  source().send("session");
  stop();

  vi.advanceTimersByTime(1000);
  expect(asked).toBe(0);
});

test.each([
  [0, [500, 1000, 2000]],
  [0.5, [1000, 2000, 4000]],
  [0.99, [1490, 2980, 5960]],
])(
  "a connection that the browser gave up is tried again, ever more slowly and not with all others (%d)",
  (chance, waits) => {
    vi.spyOn(Math, "random").mockReturnValue(chance);
    for (const wait of waits) {
      const before = TestSource.opened.length;
      source().fail(CLOSED);
      vi.advanceTimersByTime(wait - 1);
      expect(TestSource.opened).toHaveLength(before);
      vi.advanceTimersByTime(1);
      expect(TestSource.opened).toHaveLength(before + 1);
    }
  },
);

test("who wakes up connects anew, whatever the old connection says, and fetches what was missed", () => {
  source().dispatchEvent(new Event("open"));
  const old = source();

  document.dispatchEvent(new Event("resume"));

  expect(old.isClosed).toBe(true);
  expect(TestSource.opened).toHaveLength(2);
  expect(refreshed).toEqual([]);
  source().dispatchEvent(new Event("open"));
  expect(refreshed).toContain("order");
});

test("who wakes up while the next attempt is waited for makes it at once, and only once", () => {
  source().fail(CLOSED);

  document.dispatchEvent(new Event("resume"));
  expect(TestSource.opened).toHaveLength(2);

  vi.advanceTimersByTime(2000);
  expect(TestSource.opened).toHaveLength(2);
});

test("stopping closes the connection and plans no other", () => {
  source().fail(CLOSED);

  stop();
  vi.advanceTimersByTime(120_000);

  expect(TestSource.opened).toHaveLength(1);
  expect(source().isClosed).toBe(true);
});

/** Locks as browsers have them: one holder, the others in the order in which they asked. */
function testLocks(): LockManager {
  const queued: (() => void)[] = [];
  let isHeld = false;
  const hold = async (act: (lock: object | null) => unknown): Promise<unknown> => {
    isHeld = true;
    const result = await act({});
    isHeld = false;
    queued.shift()?.();
    return result;
  };
  const request = async (
    _: string,
    options: { ifAvailable?: boolean },
    act: (lock: object | null) => unknown,
  ): Promise<unknown> => {
    if (isHeld && options.ifAvailable === true) return act(null);
    if (isHeld) await new Promise<void>((resolve) => queued.push(resolve));
    return hold(act);
  };
  return { request } as unknown as LockManager;
}

test("the events begin where the session was read, and after a gap anew", async () => {
  beginEventsAt("7.1794990600");
  const addresses: string[] = [];
  const end = listen(
    () => undefined,
    (address) => {
      addresses.push(address);
      return new TestSource() as unknown as EventSource;
    },
  );
  source().fail(CLOSED);
  await vi.advanceTimersByTimeAsync(2000);
  end();

  expect(addresses).toEqual(["/api/events?after=7.1794990600", "/api/events"]);
});

test("of three pages one keeps the connection, tells the others, and is followed by another", async () => {
  vi.useRealTimers();
  stop();
  TestSource.opened = [];
  vi.stubGlobal("navigator", { locks: testLocks() });
  const refreshed: string[] = [];
  const page = (name: string): (() => void) =>
    listenTogether(
      "alice",
      (matches) =>
        refreshed.push(
          `${name} ${Object.entries(cached)
            .flatMap(([key, value]) => (matches(value) ? [key] : []))
            .join(" ")}`,
        ),
      () => new TestSource() as unknown as EventSource,
    );
  const closeFirst = page("first");
  const closeOthers = [page("second"), page("third")];
  await vi.waitFor(() => expect(TestSource.opened).toHaveLength(1));

  TestSource.opened[0]?.send("message", { orderId: "1" });
  await vi.waitFor(() => expect(refreshed.toSorted()).toEqual(["first messages", "second messages", "third messages"]));

  refreshed.length = 0;
  closeFirst();
  await vi.waitFor(() => expect(TestSource.opened).toHaveLength(2));
  expect(TestSource.opened[0]?.isClosed).toBe(true);
  // What was missed in between is fetched.
  TestSource.opened[1]?.dispatchEvent(new Event("open"));
  await vi.waitFor(() => expect(refreshed.map((line) => line.split(" ")[0]).toSorted()).toEqual(["second", "third"]));
  for (const close of closeOthers) close();
});
