import "fake-indexeddb/auto";
// Load the chunk now, as if the browser had it cached.
import "@/features/offline/offline-banner";

import { act, screen } from "@testing-library/react";
import type { ReactElement } from "react";
import { beforeEach, expect, test, vi } from "vitest";

import { Conversation } from "@/features/messages/conversation";
import { db } from "@/offline/db";
import { messageTo } from "@/offline/operations";
import { actionsOf, enqueue } from "@/offline/queue";
import { renderScreen } from "@/test/render";
import { alice, makeOrder, serve, signedIn, type TestServer } from "@/test/server";

import { LazyBanners } from "./lazy-banners";

/** A busy machine is slow. */
const WITHIN = { timeout: 5000, interval: 10 };
const { id: orderId } = makeOrder();
const READ = `GET /api/orders/${orderId}/messages`;
const MESSAGES = `POST /api/orders/${orderId}/messages`;

/** Opens the app `sinceBegan` ms after the page's start, with a queued message. */
async function openApp(
  sinceBegan: number,
  page?: ReactElement,
  handlers: Parameters<typeof serve>[0] = {},
): Promise<TestServer> {
  await enqueue(messageTo(orderId, { body: "I am at the door." }), { account: alice.id });
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
  vi.advanceTimersByTime(sinceBegan);
  const server = serve({
    "GET /api/auth/session": { body: signedIn },
    [READ]: { body: [] },
    [MESSAGES]: ({ headers }) => ({
      status: 201,
      body: { id: headers.get("Idempotency-Key"), body: "Sent", mine: true, sentAt: "2026-11-20T09:00:00Z" },
      headers: { "Idempotency-Key": headers.get("Idempotency-Key") ?? "" },
    }),
    ...handlers,
  });
  renderScreen(
    <>
      <LazyBanners />
      {page}
    </>,
  );
  return server;
}

/** When the queued message was sent, in ms after the page's start. */
async function sentAt(server: TestServer): Promise<number> {
  await vi.waitUntil(() => server.callsOf(MESSAGES).length > 0, WITHIN);
  return performance.now();
}

beforeEach(async () => {
  await db.offline_actions.clear();
  return () => vi.useRealTimers();
});

test("what waits is sent a second after the page began", async () => {
  const server = await openApp(100);
  const at = await sentAt(server);
  expect([at >= 1000, at < 1500]).toEqual([true, true]);
  await vi.waitFor(async () => expect(await actionsOf(alice.id)).toEqual([]));
});

test("once something waits, the browser is asked not to delete it when space is short", async () => {
  const persist = vi.fn(() => Promise.resolve(true));
  Object.defineProperty(navigator, "storage", { value: { persist }, configurable: true });
  await sentAt(await openApp(100));
  expect(persist).toHaveBeenCalled();
});

test("where the page itself took longer, what waits is sent soon after it is there", async () => {
  const at = await sentAt(await openApp(4000));
  expect([at >= 4500, at < 5000]).toEqual([true, true]);
});

test("an order of which much goes out is asked for again a few times, and last when all of it is there", async () => {
  const ACTS = 12;
  for (let number = 1; number < ACTS; number += 1)
    await enqueue(messageTo(orderId, { body: `Line ${number}` }), { account: alice.id });
  const server = await openApp(100, <Conversation orderId={orderId} side="customer" until={null} />);
  await sentAt(server);
  await vi.waitFor(async () => {
    expect(await actionsOf(alice.id)).toEqual([]);
    expect(server.callsOf(MESSAGES)).toHaveLength(ACTS);
    vi.advanceTimersByTime(1000);
    const { length } = server.callsOf(READ);
    expect(length).toBeGreaterThan(1);
    expect(length).toBeLessThan(ACTS / 2);
  }, WITHIN);
});

test("a connection that comes back before this code has is heard", async () => {
  const server = await openApp(100, <Conversation orderId={orderId} side="customer" until={null} />);
  await vi.waitFor(() => expect(server.callsOf(READ)).toHaveLength(1), WITHIN);

  act(() => void window.dispatchEvent(new Event("online")));

  await vi.waitFor(() => expect(server.callsOf(READ)).toHaveLength(2), WITHIN);
});

test("a page without a response asks again by itself, with pauses that grow, though no event says that the line is back", async () => {
  const cut = (): never => {
    throw new TypeError("Failed to fetch");
  };
  const page = <Conversation orderId={orderId} side="customer" until={null} />;
  const server = await openApp(2000, page, { [READ]: cut });
  await vi.waitFor(() => expect(screen.getAllByText(/^No connection to Suuber/)).not.toEqual([]), WITHIN);
  const asked = server.callsOf(READ).length;
  await vi.waitFor(() => {
    vi.advanceTimersByTime(500);
    expect(server.callsOf(READ).length).toBeGreaterThan(asked);
  }, WITHIN);

  server.setHandlers({ [READ]: { body: [] } });
  await vi.waitFor(() => {
    vi.advanceTimersByTime(500);
    expect(screen.queryByText(/^No connection to Suuber/)).not.toBeInTheDocument();
  }, WITHIN);
});

test("where the line comes a moment after its event, the page asks again soon and not only half a minute later", async () => {
  const cut = (): never => {
    throw new TypeError("Failed to fetch");
  };
  const page = <Conversation orderId={orderId} side="customer" until={null} />;
  const server = await openApp(2000, page, { [READ]: cut, [MESSAGES]: cut });
  await vi.waitFor(() => expect(screen.getAllByText(/^No connection to Suuber/)).not.toEqual([]), WITHIN);
  // By then the banners are there.
  await import("./banners");
  await act(async () => vi.advanceTimersByTimeAsync(6000));
  const asked = server.callsOf(READ).length;
  window.dispatchEvent(new Event("online"));
  await vi.waitFor(() => expect(server.callsOf(READ)).toHaveLength(asked + 1), WITHIN);

  server.setHandlers({ [READ]: { body: [] } });
  const [failed, began] = [server.callsOf(READ).length, performance.now()];
  await vi.waitFor(() => {
    vi.advanceTimersByTime(500);
    expect(server.callsOf(READ).length).toBeGreaterThan(failed);
  }, WITHIN);

  expect(performance.now() - began).toBeLessThan(10_000);
});
