import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { setOnline } from "@/test/connection";
import { serve, type TestServer } from "@/test/server";

import { watchPosition, type Watched } from "./position-watch";

const PUT = "PUT /api/provider/position";
const DELETE = "DELETE /api/provider/position?orderId=o1";
const DONE = { status: 204 };

/** A fake Geolocation that the test moves. */
function device(): Geolocation & {
  moves: (latitude: number) => void;
  fails: (code: number) => void;
  isWatched: () => boolean;
} {
  let watcher: { found: PositionCallback; failed: PositionErrorCallback | null | undefined } | null = null;
  return {
    watchPosition: (found, failed) => {
      watcher = { found, failed };
      return 1;
    },
    clearWatch: () => (watcher = null),
    getCurrentPosition: () => undefined,
    moves: (latitude) => watcher?.found({ coords: { latitude, longitude: 8.5, accuracy: 10 } } as GeolocationPosition),
    fails: (code) => watcher?.failed?.({ code } as GeolocationPositionError),
    isWatched: () => watcher !== null,
  };
}

let server: TestServer;
let phone: ReturnType<typeof device>;
let states: (Watched | "over")[];
let end: () => Promise<void>;

beforeEach(() => {
  vi.useFakeTimers();
  document.cookie = "csrftoken=token-1";
  server = serve({ [PUT]: DONE, [DELETE]: DONE });
  phone = device();
  Object.defineProperty(navigator, "geolocation", { value: phone, configurable: true });
  states = [];
  end = watchPosition({ orderId: "o1", onState: (state) => states.push(state), onOver: () => states.push("over") });
});
afterEach(async () => {
  await end();
  vi.useRealTimers();
  Reflect.deleteProperty(navigator, "geolocation");
});

const sent = (): unknown[] => server.callsOf(PUT).map(({ body }) => (body as { latitude: number }).latitude);
const advance = (seconds: number): Promise<unknown> => vi.advanceTimersByTimeAsync(seconds * 1000);

function isOnline(online: boolean): void {
  setOnline(online);
  window.dispatchEvent(new Event(online ? "online" : "offline"));
}

test("sends the first position at once, and then the newest every ten seconds", async () => {
  phone.moves(47.1);
  await advance(1);
  expect(states).toEqual(["shared"]);
  phone.moves(47.2);
  phone.moves(47.3);
  await advance(8);
  expect(sent()).toEqual([47.1]);

  await advance(2);

  expect(sent()).toEqual([47.1, 47.3]);
  await advance(60);
  expect(sent()).toHaveLength(2);
});

test("what was found without a connection is not sent afterwards", async () => {
  phone.moves(47.1);
  await advance(1);
  phone.moves(47.2);
  isOnline(false);
  phone.moves(47.3);
  await advance(20);
  isOnline(true);
  await advance(20);

  expect(sent()).toEqual([47.1]);
  phone.moves(47.4);
  await advance(1);
  expect(sent()).toEqual([47.1, 47.4]);
});

test("ending it has the server forget, after what is under way", async () => {
  phone.moves(47.1);
  await end();

  expect(server.calls.map(({ method }) => method)).toEqual(["PUT", "DELETE"]);
  expect(phone.isWatched()).toBe(false);
  await end();
  expect(server.callsOf(DELETE)).toHaveLength(1);
});

test("where nothing was sent there is nothing to forget", async () => {
  await end();

  expect(server.calls).toEqual([]);
});

test("a browser that refuses is told of, and asked no more", async () => {
  phone.fails(1);
  await advance(1);

  expect(states).toEqual(["refused"]);
  expect(phone.isWatched()).toBe(false);
});

test("it is over when the server takes no more of it, and goes on when the server is busy", async () => {
  server.setHandlers({ [PUT]: { status: 503, body: { message: "Busy", code: "database_busy" } } });
  phone.moves(47.1);
  await advance(1);
  expect(states).toEqual([]);

  server.setHandlers({ [PUT]: { status: 409, body: { message: "No", code: "not_on_the_way" } } });
  phone.moves(47.2);
  await advance(10);
  expect(states).toEqual(["over"]);
});

test("a page that goes takes its position with it", async () => {
  phone.moves(47.1);
  await advance(1);

  window.dispatchEvent(new Event("pagehide"));

  expect(server.callsOf(DELETE)).toHaveLength(1);
  expect(states).toEqual(["shared", "over"]);
  expect(phone.isWatched()).toBe(false);
});
