import "fake-indexeddb/auto";

import { act, screen } from "@testing-library/react";
import type { ReactElement } from "react";
import { Dexie } from "dexie";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { below } from "@/api/cache/keys";
import { countPendingActions } from "@/offline/count-pending-actions";
import { db } from "@/offline/db";
import { messageTo } from "@/offline/operations";
import { startSync } from "@/offline/page-sync";
import { actionsOf, enqueue, storeBackup } from "@/offline/queue";
import { drain } from "@/offline/sync";
import { renderScreen } from "@/test/render";
import {
  alice,
  makeOrder,
  never,
  nothingAsked,
  serve,
  signedIn,
  visitor,
  type Call,
  type TestServer,
} from "@/test/server";
import { dismissToast, forgetToasts } from "@/ui/overlay/toast";

import { useHeldWrite } from "./use-write";
import { useUndoable } from "./use-undoable";

const BOOKING = "11111111-1111-4111-8111-111111111111";
const PICKUP = "22222222-2222-4222-8222-222222222222";
const BRUNO = "99999999-9999-4999-8999-999999999999";
const SKIP = `/api/recurring-bookings/${BOOKING}/occurrences/${PICKUP}/skip`;

/** What the server answers to what it takes. */
const taken = ({ headers }: Call): { body: unknown; headers: Record<string, string> } => ({
  body: {},
  headers: { "Idempotency-Key": headers.get("Idempotency-Key") ?? "" },
});

/** A screen on which one pickup can be skipped. */
function Screen({ name }: { name: string }): ReactElement {
  const write = useHeldWrite();
  const { hold, isHeld } = useUndoable();
  const skip = write(
    "post",
    "/api/recurring-bookings/{booking_id}/occurrences/{occurrence_id}/skip",
    { path: { booking_id: BOOKING, occurrence_id: PICKUP } },
    [below("/api/recurring-bookings")],
  );
  const press = (): void => hold({ name, title: "Skipped", ...skip });
  return (
    <>
      <button onClick={press}>Skip</button>
      <output aria-label="held">{isHeld(name) ? "yes" : "no"}</output>
    </>
  );
}

/** Each test needs its own name: held actions outlive the screen. */
async function press(name: string): Promise<{ server: TestServer; view: ReturnType<typeof renderScreen> }> {
  const server = serve({
    "GET /api/auth/session": { body: signedIn },
    [`POST ${SKIP}`]: taken,
  });
  const view = renderScreen(<Screen name={name} />);
  await view.user.click(await screen.findByRole("button", { name: "Skip" }));
  await vi.waitFor(async () => expect(await actionsOf(alice.id)).toHaveLength(1));
  return { server, view };
}

const later = (ms: number): void => void vi.setSystemTime(Date.now() + ms);

beforeEach(async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ["Date"] });
  await db.offline_actions.clear();
});
afterEach(() => {
  dismissToast();
  vi.useRealTimers();
});

test("what is shown as done is on the device at once, and goes out though its page has ended", async () => {
  const { server } = await press("ended");
  const [kept] = await actionsOf(alice.id);
  expect((await drain(alice.id)).results).toEqual([]);

  later(61_000);
  const { results } = await drain(alice.id);

  expect(results.map(({ outcome }) => outcome)).toEqual(["sent"]);
  expect(server.callsOf(`POST ${SKIP}`).map(({ headers }) => headers.get("Idempotency-Key"))).toEqual([kept?.id]);
  expect(await actionsOf(alice.id)).toEqual([]);
});

test("it is shown as done once the device has it, not before", async () => {
  let store = (): void => undefined;
  const real = db.offline_actions.put.bind(db.offline_actions);
  const isAsked = new Promise<void>((asked) => {
    vi.spyOn(db.offline_actions, "put").mockImplementation((action) => {
      asked();
      // In its transaction, which would end while nothing is asked of it.
      return Dexie.Promise.resolve(Dexie.waitFor(new Promise<void>((done) => (store = done))).then(() => real(action)));
    });
  });
  const pressed = press("not yet");
  await isAsked;
  expect(screen.queryByText("Skipped")).not.toBeInTheDocument();

  store();
  await pressed;
  expect(await screen.findByText("Skipped")).toBeVisible();
});

test("what could still be taken back when its session ended waits for the next one", async () => {
  await press("interrupted");
  expect(await screen.findByText("Skipped")).toBeVisible();

  act(forgetToasts);

  expect(screen.queryByText("Skipped")).not.toBeInTheDocument();
  expect(await actionsOf(alice.id)).toHaveLength(1);
});

test("what is sent after its session has ended waits for the next one, too", async () => {
  const { server } = await press("signed out elsewhere");
  expect(await screen.findByText("Skipped")).toBeVisible();
  server.setHandlers({
    "GET /api/auth/session": { body: visitor },
    [`POST ${SKIP}`]: { status: 401, body: { code: "not_authenticated", message: "Please sign in." } },
  });

  act(dismissToast);
  await vi.waitFor(() => expect(server.callsOf(`POST ${SKIP}`)).toHaveLength(1));
  await vi.waitFor(() => expect(screen.getByLabelText("held")).toHaveTextContent("no"));
  later(61_000);
  expect(await drain(alice.id)).toMatchObject({ results: [], paused: "signed_out" });
  server.setHandlers({ "GET /api/auth/session": { body: signedIn }, [`POST ${SKIP}`]: taken });
  const { results } = await drain(alice.id);

  expect(results.map(({ outcome }) => outcome)).toEqual(["sent"]);
  const [first, second] = server.callsOf(`POST ${SKIP}`).map(({ headers }) => headers.get("Idempotency-Key"));
  expect(second).toBe(first);
});

test("what is sent after somebody else has signed in waits for its own account", async () => {
  const { server } = await press("of another account");
  expect(await screen.findByText("Skipped")).toBeVisible();
  const body = { code: "account_mismatch", message: "Somebody else is signed in now." };
  server.setHandlers({ [`POST ${SKIP}`]: { status: 403, body } });

  act(dismissToast);
  await vi.waitFor(() => expect(server.callsOf(`POST ${SKIP}`)).toHaveLength(1));
  await vi.waitFor(() => expect(screen.getByLabelText("held")).toHaveTextContent("no"));

  expect(screen.queryByText(body.message)).not.toBeInTheDocument();
  expect(await actionsOf(alice.id)).toHaveLength(1);
});

test.each(["its time is over", "its page is closed"])(
  "what is sent while it is asked who is signed in now is its own account's (%s)",
  async (when) => {
    const { server } = await press(when);
    expect(await screen.findByText("Skipped")).toBeVisible();
    const asked = server.callsOf("GET /api/auth/session").length;
    const body = { code: "account_mismatch", message: "Somebody else is signed in now." };
    server.setHandlers({ "GET /api/auth/session": never, [`POST ${SKIP}`]: { status: 403, body } });
    const other = new BroadcastChannel("account");
    act(() => other.postMessage({ account: BRUNO, isSignOut: false }));
    await vi.waitFor(() => expect(server.callsOf("GET /api/auth/session").length).toBeGreaterThan(asked));

    if (when === "its page is closed") window.dispatchEvent(new Event("pagehide"));
    else act(dismissToast);

    await vi.waitFor(() => expect(server.callsOf(`POST ${SKIP}`)).toHaveLength(1));
    await nothingAsked();
    expect(server.callsOf(`POST ${SKIP}`).map(({ headers }) => headers.get("X-Account"))).toEqual([alice.id]);
    expect(screen.queryByText(body.message)).not.toBeInTheDocument();
    expect(await actionsOf(alice.id)).toHaveLength(1);
    other.close();
  },
);

test("a page that goes without a connection leaves it to the next one", async () => {
  const { server } = await press("without a connection");
  expect(await screen.findByText("Skipped")).toBeVisible();
  const sent = vi.spyOn(globalThis, "fetch").mockRejectedValueOnce(new TypeError("There is no connection."));

  window.dispatchEvent(new Event("pagehide"));
  expect(sent).toHaveBeenCalledOnce();
  later(61_000);
  const { results } = await drain(alice.id);

  expect(results.map(({ outcome }) => outcome)).toEqual(["sent"]);
  expect(server.callsOf(`POST ${SKIP}`)).toHaveLength(1);
});

test("its page sends it under the same key, and nothing is left on the device", async () => {
  const { server } = await press("sent");
  const [kept] = await actionsOf(alice.id);
  expect(await screen.findByText("Skipped")).toBeVisible();

  act(dismissToast);

  await vi.waitFor(async () => expect(await actionsOf(alice.id)).toEqual([]));
  expect(server.callsOf(`POST ${SKIP}`).map(({ headers }) => headers.get("Idempotency-Key"))).toEqual([kept?.id]);
});

test("what is taken back is off the device, too", async () => {
  const { server, view } = await press("taken back");

  await view.user.click(await screen.findByRole("button", { name: "Undo" }));

  await vi.waitFor(async () => expect(await actionsOf(alice.id)).toEqual([]));
  expect(server.callsOf(`POST ${SKIP}`)).toEqual([]);
});

test("what is taken back before a slow device has stored it is not stored", async () => {
  let store = (): void => undefined;
  const real = db.offline_actions.put.bind(db.offline_actions);
  vi.spyOn(db.offline_actions, "put").mockImplementationOnce((action) =>
    Dexie.Promise.resolve(Dexie.waitFor(new Promise<void>((done) => (store = done))).then(() => real(action))),
  );
  const server = serve({ "GET /api/auth/session": { body: signedIn }, [`POST ${SKIP}`]: taken });
  const view = renderScreen(<Screen name="slow" />);
  await view.user.click(await screen.findByRole("button", { name: "Skip" }));

  // Shown once the device has taken two seconds.
  await view.user.click(await screen.findByRole("button", { name: "Undo" }, { timeout: 4000 }));
  store();
  // Waits for what was asked of the device before.
  await vi.waitFor(async () => expect(await actionsOf(alice.id)).toEqual([]));
  later(61_000);
  expect((await drain(alice.id)).results).toEqual([]);

  expect(server.callsOf(`POST ${SKIP}`)).toEqual([]);
  expect(screen.queryByText("It has already been sent.")).not.toBeInTheDocument();
});

test("who is too late to take it back is told so", async () => {
  const { view } = await press("too late");
  await db.offline_actions.clear();

  await view.user.click(await screen.findByRole("button", { name: "Undo" }));

  expect(await screen.findByText("It has already been sent.")).toBeVisible();
});

test("what its page is about to send holds up nothing, and counts for who signs out", async () => {
  const { id } = makeOrder();
  const order = `/api/orders/${id}`;
  const server = serve({
    "GET /api/auth/session": { body: signedIn },
    [`POST ${order}/messages`]: taken,
  });
  const step = { type: "generic", method: "POST", url: `${order}/status`, data: { status: "pickup" } } as const;
  await enqueue(step, { account: alice.id, heldMs: 60_000, isBackup: true });
  await enqueue(messageTo(id, { body: "On my way." }), { account: alice.id });
  expect(await countPendingActions(alice.id)).toBe(2);

  await drain(alice.id);

  expect(server.callsOf(`POST ${order}/messages`)).toHaveLength(1);
  expect(await countPendingActions(alice.id)).toBe(1);
});

test("what the page got no answer to is sent at once, not when its copy would be due", async () => {
  const url = `/api/orders/${BOOKING}/messages`;
  const sent = `POST ${url}`;
  const server = serve({ "GET /api/auth/session": { body: signedIn }, [sent]: taken });
  const given = { account: alice.id, id: crypto.randomUUID() };
  await storeBackup("a message", { method: "POST", url, data: { body: "Hello" } }, given);
  const listeners = { onSent: vi.fn(), onSynced: vi.fn(), onRemoved: vi.fn() };
  const { stop, sendNow } = startSync(alice.id, listeners);
  await sendNow();
  expect(server.callsOf(sent)).toEqual([]);

  await enqueue(messageTo(BOOKING, { body: "Hello" }), given);

  await vi.waitFor(() => expect(server.callsOf(sent)).toHaveLength(1));
  stop();
});
