import "fake-indexeddb/auto";

import { act, cleanup, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import Dexie from "dexie";
import type { ReactElement } from "react";
import { SWRConfig } from "swr";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { db } from "@/offline/db";
import { alice, serve, signedIn, visitor, type TestServer } from "@/test/server";

import { useOldest } from "@/offline/ages";
import { dropPending } from "@/offline/fallback";
import { SessionProvider, useSession } from "@/api/session/session";
import { keys } from "./keys";
import { swrOptions } from "./swr-options";
import { useRead } from "./use-read";

const ADDRESSES = "GET /api/addresses";
const SESSION = "GET /api/auth/session";
const bruno = { ...signedIn, user: { ...alice, id: "99999999-9999-4999-8999-999999999999", firstName: "Bruno" } };
const PATIENCE_MS = 3000;
const LIMIT_MS = 15_000;
const STORE_MS = 2000;

function Addresses(): ReactElement {
  const { data, error, retry } = useRead(keys.addresses, "checked");
  return (
    <>
      <ul aria-label="addresses">
        {data?.map(({ id, street }) => (
          <li key={id}>{street}</li>
        ))}
      </ul>
      {error !== undefined && <p>No answer</p>}
      <button onClick={() => void retry()}>Ask again</button>
    </>
  );
}

function Screen(): ReactElement {
  const { user, isLoading, error, signOut } = useSession();
  const isOld = useOldest() !== null;
  return (
    <>
      <p>{isLoading ? "Loading" : error === undefined ? (user?.firstName ?? "Nobody") : "Unknown"}</p>
      <p>{isOld ? "from before" : "present"}</p>
      {user !== null && <Addresses />}
      <button onClick={() => void signOut()}>Sign out</button>
    </>
  );
}

const address = (street: string): object => ({
  id: street,
  label: "",
  street,
  city: "Zurich",
  postalCode: "8001",
  isDefault: true,
});
const cut = (): never => {
  throw new TypeError("Failed to fetch");
};

/** A response that the test releases when it wants to. */
function held(): { handler: () => Promise<{ body: unknown }>; give: (body: unknown) => Promise<void> } {
  let respond: (reply: { body: unknown }) => void = () => undefined;
  const response = new Promise<{ body: unknown }>((done) => (respond = done));
  const give = (body: unknown): Promise<void> =>
    act(async () => {
      respond({ body });
      await response;
    });
  return { handler: () => response, give };
}

function open(): void {
  render(
    <SWRConfig value={{ ...swrOptions, provider: () => new Map() }}>
      <SessionProvider>
        <Screen />
      </SessionProvider>
    </SWRConfig>,
  );
}

/** Opens the page for Alice, with "Old street" cached from an earlier visit. */
async function openWithStoredAddress(): Promise<TestServer> {
  const server = serve({ [SESSION]: { body: signedIn }, [ADDRESSES]: { body: [address("Old street")] } });
  open();
  await screen.findByText("Old street");
  act(() => void document.dispatchEvent(new Event("visibilitychange")));
  await waitFor(async () =>
    expect((await db.metadata.toArray()).map(({ key }) => key)).toContain(`${alice.id} /api/addresses`),
  );
  cleanup();
  return server;
}

const advance = (ms: number): Promise<void> => act(() => vi.advanceTimersByTimeAsync(ms).then(() => undefined));

beforeEach(async () => {
  await Promise.all(db.tables.map((table) => table.clear()));
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"], shouldAdvanceTime: true });
});

afterEach(() => vi.useRealTimers());

test("a visitor without a connection is a visitor, where that was heard before", async () => {
  const server = serve({ [SESSION]: { body: visitor } });
  open();
  await screen.findByText("Nobody");
  act(() => void document.dispatchEvent(new Event("visibilitychange")));
  await waitFor(async () => expect(await db.metadata.count()).toBe(1));
  cleanup();

  server.setHandlers({ [SESSION]: cut });
  open();

  expect(await screen.findByText("Nobody")).toBeVisible();
});

test("whoever was here before the last response is not shown, though the store has not heard of it yet", async () => {
  const server = await openWithStoredAddress();
  server.setHandlers({ [SESSION]: { body: visitor } });
  // The page is left before the store is told.
  vi.spyOn(performance, "now").mockReturnValue(0);
  open();
  await screen.findByText("Nobody");
  dropPending();
  cleanup();

  server.setHandlers({ [SESSION]: cut });
  open();

  expect(await screen.findByText("Unknown")).toBeVisible();
  expect(screen.queryByText("Old street")).not.toBeInTheDocument();
});

test("a device that was never heard does not know who is signed in", async () => {
  serve({ [SESSION]: cut });
  open();

  expect(await screen.findByText("Unknown")).toBeVisible();
});

test("what is stored is shown after three seconds of silence, until the response comes after all", async () => {
  const server = await openWithStoredAddress();
  const lateResponse = held();
  server.setHandlers({ [ADDRESSES]: lateResponse.handler });
  open();
  await screen.findByText("Alice");
  await advance(PATIENCE_MS - 500);
  expect(screen.queryByText("Old street")).not.toBeInTheDocument();

  await advance(1000);
  expect(await screen.findByText("Old street")).toBeVisible();
  expect(screen.getByText("from before")).toBeVisible();

  await lateResponse.give([address("New street")]);
  expect(await screen.findByText("New street")).toBeVisible();
  expect(screen.getByText("present")).toBeVisible();
  expect(screen.queryByText("Old street")).not.toBeInTheDocument();
});

test("what a slow device finds after more than two seconds takes the place of the failure", async () => {
  const server = await openWithStoredAddress();
  server.setHandlers({ [ADDRESSES]: cut });
  let free = (): void => undefined;
  const isBusy = new Promise<void>((done) => (free = done));
  const busy = db.transaction("rw", db.metadata, () => Dexie.waitFor(isBusy));
  open();
  await screen.findByText("Alice");
  await advance(STORE_MS + 500);
  expect(await screen.findByText("No answer")).toBeVisible();

  free();
  await busy;

  expect(await screen.findByText("Old street")).toBeVisible();
  expect(screen.queryByText("No answer")).not.toBeInTheDocument();
  expect(screen.getByText("from before")).toBeVisible();
});

test("a late response is shown too where the cached one has been on screen before", async () => {
  const server = await openWithStoredAddress();
  server.setHandlers({ [ADDRESSES]: cut });
  open();
  await screen.findByText("Old street");
  expect(screen.getByText("from before")).toBeVisible();

  // The connection is back, but slow: the cached response comes a second time.
  const lateResponse = held();
  server.setHandlers({ [ADDRESSES]: lateResponse.handler });
  await userEvent.click(screen.getByRole("button", { name: "Ask again" }));
  await advance(PATIENCE_MS + 2000);
  expect(screen.getByText("Old street")).toBeVisible();
  await lateResponse.give([address("New street")]);

  expect(await screen.findByText("New street")).toBeVisible();
  expect(screen.getByText("present")).toBeVisible();
});

test.each([5000, 20_000])("a response after %i ms is shown where the device has none of before", async (ms) => {
  const lateResponse = held();
  serve({ [SESSION]: { body: signedIn }, [ADDRESSES]: lateResponse.handler });
  open();
  await screen.findByText("Alice");
  await advance(ms);
  expect(screen.queryAllByText("No answer")).toHaveLength(ms > LIMIT_MS ? 1 : 0);

  await lateResponse.give([address("New street")]);

  expect(await screen.findByText("New street")).toBeVisible();
  expect(screen.queryByText("No answer")).not.toBeInTheDocument();
  expect(screen.getByText("present")).toBeVisible();
});

test("a response after 20 seconds takes the place of what is stored", async () => {
  const server = await openWithStoredAddress();
  const [lateSession, lateResponse] = [held(), held()];
  server.setHandlers({ [SESSION]: lateSession.handler, [ADDRESSES]: lateResponse.handler });
  open();
  await advance(PATIENCE_MS);
  await screen.findByText("Alice");
  await advance(PATIENCE_MS);
  await screen.findByText("Old street");
  await advance(20_000 - PATIENCE_MS);

  await lateSession.give(signedIn);
  await lateResponse.give([address("New street")]);

  expect(await screen.findByText("New street")).toBeVisible();
  expect(screen.getByText("present")).toBeVisible();
});

test("a response that comes late does not take the place of a newer one", async () => {
  const server = await openWithStoredAddress();
  const lateResponse = held();
  server.setHandlers({ [ADDRESSES]: lateResponse.handler });
  open();
  await screen.findByText("Alice");
  await advance(PATIENCE_MS);
  await screen.findByText("Old street");

  server.setHandlers({ [ADDRESSES]: { body: [address("Newest street")] } });
  await userEvent.click(screen.getByRole("button", { name: "Ask again" }));
  await screen.findByText("Newest street");
  await lateResponse.give([address("Late street")]);
  await advance(100);

  expect(screen.getByText("Newest street")).toBeVisible();
  expect(screen.queryByText("Late street")).not.toBeInTheDocument();
});

test("who was signed in is at home after three seconds of silence, until the server says who is", async () => {
  const server = await openWithStoredAddress();
  const lateResponse = held();
  server.setHandlers({ [SESSION]: lateResponse.handler });
  open();
  await advance(PATIENCE_MS);
  expect(await screen.findByText("Alice")).toBeVisible();
  expect(await screen.findByText("Old street")).toBeVisible();

  server.setHandlers({ [ADDRESSES]: { body: [address("Bruno's street")] } });
  await lateResponse.give(bruno);
  expect(await screen.findByText("Bruno")).toBeVisible();
  expect(await screen.findByText("Bruno's street")).toBeVisible();
  expect(screen.queryByText("Old street")).not.toBeInTheDocument();
});

test("a response that comes after its account has left is neither shown nor stored", async () => {
  const server = await openWithStoredAddress();
  const lateResponse = held();
  server.setHandlers({ [ADDRESSES]: lateResponse.handler, "POST /api/auth/logout": { status: 204 } });
  open();
  await screen.findByText("Alice");
  await advance(PATIENCE_MS);
  await screen.findByText("Old street");

  await userEvent.click(screen.getByRole("button", { name: "Sign out" }));
  await screen.findByText("Nobody");
  await lateResponse.give([address("Late street")]);
  await advance(PATIENCE_MS);

  expect(screen.queryByText("Late street")).not.toBeInTheDocument();
  expect((await db.metadata.toArray()).filter((row) => row.account === alice.id)).toEqual([]);
});
