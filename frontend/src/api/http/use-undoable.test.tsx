import { act, screen, waitFor } from "@testing-library/react";
import type { ReactElement } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { useAddresses } from "@/api/addresses/use-addresses";
import { setOnline } from "@/test/connection";
import { renderScreen } from "@/test/render";
import { serve, signedIn, type TestServer } from "@/test/server";
import { announce, dismissToast, showToast } from "@/ui/overlay/toast";

import { sendHeldActs, useUndoable } from "./use-undoable";

const REMOVAL = "DELETE /api/addresses/a1";
const home = { id: "a1", label: "", street: "Bahnhofstrasse 1", city: "Zurich", postalCode: "8001", isDefault: true };

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
});
afterEach(() => {
  vi.useRealTimers();
});

/** A screen with one removable item. */
function Screen({ name }: { name: string }): ReactElement {
  const { remove } = useAddresses();
  const { hold, isHeld, failureOf } = useUndoable();
  return (
    <div>
      <h1 tabIndex={-1}>Things</h1>
      {isHeld(name) ? (
        <p>It is gone</p>
      ) : (
        <button onClick={() => hold({ name, title: "Removed", ...remove("a1") })}>Remove</button>
      )}
      {failureOf(name) !== undefined && <p>It could not be removed</p>}
    </div>
  );
}

/** Each test needs its own name: held actions outlive the screen. */
async function removed(
  name: string,
  handlers: Parameters<typeof serve>[0] = {},
): Promise<{ server: TestServer; view: ReturnType<typeof renderScreen> }> {
  const server = serve({
    "GET /api/auth/session": { body: signedIn },
    "GET /api/addresses": { body: [home] },
    [REMOVAL]: { status: 204 },
    ...handlers,
  });
  const view = renderScreen(<Screen name={name} />);
  await view.user.click(await screen.findByRole("button", { name: "Remove" }));
  expect(screen.getByText("It is gone")).toBeVisible();
  return { server, view };
}

test("what is taken back within ten seconds never reaches the server", async () => {
  const { server, view } = await removed("undone");
  await act(() => vi.advanceTimersByTimeAsync(9000));

  await view.user.click(screen.getByRole("button", { name: "Undo" }));
  await act(() => vi.advanceTimersByTimeAsync(20_000));

  expect(screen.getByRole("button", { name: "Remove" })).toBeVisible();
  expect(screen.queryByText("Removed")).not.toBeInTheDocument();
  expect(server.callsOf(REMOVAL)).toEqual([]);
});

test("after ten seconds it is sent, once", async () => {
  const { server } = await removed("sent");
  expect(server.callsOf(REMOVAL)).toEqual([]);

  await act(() => vi.advanceTimersByTimeAsync(10_500));

  await waitFor(() => expect(server.callsOf(REMOVAL)).toHaveLength(1));
  expect(screen.queryByRole("button", { name: "Undo" })).not.toBeInTheDocument();
});

test("a page that is closed sends it in a call that outlives the page", async () => {
  const { server } = await removed("left");
  const sent = vi.spyOn(globalThis, "fetch");

  window.dispatchEvent(new Event("pagehide"));

  expect(sent.mock.calls[0]?.[1]).toMatchObject({ method: "DELETE", keepalive: true });
  await act(() => vi.advanceTimersByTimeAsync(20_000));
  expect(server.callsOf(REMOVAL)).toHaveLength(1);
});

test("a page that the browser brings back says that it is sent", async () => {
  const { server, view } = await removed("brought back");

  window.dispatchEvent(new Event("pagehide"));
  await waitFor(() => expect(server.callsOf(REMOVAL)).toHaveLength(1));
  await view.user.click(screen.getByRole("button", { name: "Undo" }));

  expect(await screen.findByText("It has already been sent.")).toBeVisible();
});

test("another toast in its place sends it: nobody could take it back any more", async () => {
  const { server } = await removed("replaced");

  act(() => showToast({ title: "Saved" }));

  await waitFor(() => expect(server.callsOf(REMOVAL)).toHaveLength(1));
});

test("messages that nobody asked for wait until it is sent", async () => {
  const { server } = await removed("undisturbed");

  act(() => announce({ title: "A message" }));
  expect(screen.getByRole("button", { name: "Undo" })).toBeVisible();
  expect(server.callsOf(REMOVAL)).toEqual([]);
  act(dismissToast);

  expect(screen.getByText("A message")).toBeVisible();
  await waitFor(() => expect(server.callsOf(REMOVAL)).toHaveLength(1));
});

test("an act that is refused while the next one can be taken back leaves that its time", async () => {
  const { view } = await removed("first", {
    [REMOVAL]: { status: 409, body: { message: "Not now.", code: "database_busy" } },
  });
  const second = vi.fn(() => Promise.resolve());

  act(() =>
    showToast({
      title: "Another one removed",
      action: { label: "Undo", run: () => undefined },
      onGone: () => void second(),
    }),
  );
  await view.findByText("It could not be removed");

  expect(screen.getByText("Another one removed")).toBeVisible();
  expect(second).not.toHaveBeenCalled();
  act(() => announce({ title: "A message" }));
  act(dismissToast);
  expect(await screen.findByText("Not now.")).toBeVisible();
  act(dismissToast);
  expect(screen.getByText("A message")).toBeVisible();
});

test("messages that come with an error wait until it was read", async () => {
  await removed("overtaken", { [REMOVAL]: { status: 409, body: { message: "Not now.", code: "database_busy" } } });

  act(dismissToast);
  expect(await screen.findByText("Not now.")).toBeVisible();
  act(() => announce({ title: "A message" }));

  expect(screen.getByText("Not now.")).toBeVisible();
  expect(screen.queryByText("A message")).not.toBeInTheDocument();
  act(dismissToast);
  expect(screen.getByText("A message")).toBeVisible();
});

test("what the server refuses is there again, and says so where it stands", async () => {
  await removed("refused", { [REMOVAL]: { status: 409, body: { message: "Not now.", code: "database_busy" } } });

  act(dismissToast);

  expect(await screen.findByText("It could not be removed")).toBeVisible();
  expect(screen.getByRole("alert")).toHaveTextContent("Not now.");
  expect(screen.getByRole("button", { name: "Remove" })).toBeVisible();
});

test("whoever signs out has sent what was held", async () => {
  const { server } = await removed("signing out");

  await act(sendHeldActs);

  expect(server.callsOf(REMOVAL)).toHaveLength(1);
});

test("what cannot wait for a connection is refused at once without one, and never shown as done", async () => {
  setOnline(false);
  const server = serve({ "GET /api/auth/session": { body: signedIn }, "GET /api/addresses": { body: [home] } });
  const view = renderScreen(<Screen name="offline" />);
  await view.user.click(await screen.findByRole("button", { name: "Remove" }));

  expect(await screen.findByText("It could not be removed")).toBeVisible();
  expect(screen.getByText(/^No connection to Suuber/)).toBeVisible();
  expect(screen.queryByText("It is gone")).not.toBeInTheDocument();
  expect(server.callsOf(REMOVAL)).toEqual([]);
});
