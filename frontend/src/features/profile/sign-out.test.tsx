import "fake-indexeddb/auto";

import { act, screen, waitFor, within } from "@testing-library/react";
import type { ReactElement } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { useHeldWrite } from "@/api/http/use-write";
import { useUndoable } from "@/api/http/use-undoable";
import { useJobStep } from "@/api/orders/use-order-acts";
import { db } from "@/offline/db";
import { actionsOf } from "@/offline/queue";
import { setOnline } from "@/test/connection";
import { watchNavigation } from "@/test/navigation";
import { renderScreen } from "@/test/render";
import { alice, makeOrder, serve, signedIn } from "@/test/server";
import { dismissToast } from "@/ui/overlay/toast";

import { ProfilePage } from "./profile-page";

const job = makeOrder({ allowedTransitions: ["pickup"] });
const path = {
  booking_id: "11111111-1111-4111-8111-111111111111",
  occurrence_id: "22222222-2222-4222-8222-222222222222",
};
const SKIP = `POST /api/recurring-bookings/${path.booking_id}/occurrences/${path.occurrence_id}/skip`;
const LOGOUT = "POST /api/auth/logout";
const lost = (): never => {
  throw new TypeError("The connection was cut.");
};

/** The buttons of two other screens; acts of the same name are held once, so each test has its own. */
function Buttons({ name }: { name: string }): ReactElement {
  const write = useHeldWrite();
  const { move } = useJobStep(job);
  const { hold } = useUndoable();
  const skip = write("post", "/api/recurring-bookings/{booking_id}/occurrences/{occurrence_id}/skip", { path }, []);
  return (
    <>
      <button onClick={() => hold({ name, title: "Skipped", ...skip })}>Skip</button>
      <button onClick={() => hold({ name, title: "Pickup started", ...move("pickup", Date.now()), mayWait: true })}>
        Start pickup
      </button>
    </>
  );
}

async function open(name: string): Promise<ReturnType<typeof renderScreen>["user"]> {
  const { user } = renderScreen(
    <>
      <Buttons name={name} />
      <ProfilePage />
    </>,
    { at: "/profile" },
  );
  await screen.findByRole("button", { name: "Sign Out" });
  return user;
}

beforeEach(() => db.offline_actions.clear());
afterEach(dismissToast);

test("nothing of the account stays on the device but the place that was chosen on it", async () => {
  const assign = watchNavigation();
  const locality = JSON.stringify({ device: { postalCode: "8400", city: "Winterthur" }, account: null });
  window.localStorage.setItem("locality", locality);
  window.localStorage.setItem("phone-declined", JSON.stringify([alice.id]));
  serve({ "GET /api/auth/session": { body: signedIn }, [LOGOUT]: {} });
  const user = await open("nothing stays");

  await user.click(screen.getByRole("button", { name: "Sign Out" }));

  await waitFor(() => expect(assign).toHaveBeenCalledExactlyOnceWith("/"));
  expect(Object.fromEntries(Object.entries(window.localStorage))).toEqual({ locality });
});

test("a step that waits for the connection is asked about", async () => {
  const assign = watchNavigation();
  const server = serve({ "GET /api/auth/session": { body: signedIn } });
  const user = await open("a step");
  setOnline(false);
  server.setHandlers({ [LOGOUT]: lost });
  await user.click(screen.getByRole("button", { name: "Start pickup" }));
  expect(await screen.findByText("Pickup started")).toBeVisible();

  await user.click(screen.getByRole("button", { name: "Sign Out" }));

  expect(await screen.findByRole("dialog")).toHaveTextContent("One change is only on this device.");
  expect(await actionsOf(alice.id)).toHaveLength(1);
  expect(assign).not.toHaveBeenCalled();
});

test("what is shown as done, and gets no answer, is asked about", async () => {
  const assign = watchNavigation();
  const server = serve({ "GET /api/auth/session": { body: signedIn }, [SKIP]: lost, [LOGOUT]: {} });
  const user = await open("no answer");
  await user.click(screen.getByRole("button", { name: "Skip" }));
  expect(await screen.findByText("Skipped")).toBeVisible();

  await user.click(screen.getByRole("button", { name: "Sign Out" }));

  const dialog = await screen.findByRole("dialog");
  expect(await actionsOf(alice.id)).toHaveLength(1);
  expect(screen.queryByText("Skipped")).not.toBeInTheDocument();
  await user.click(within(dialog).getByRole("button", { name: "Sign out anyway" }));
  await waitFor(() => expect(assign).toHaveBeenCalledExactlyOnceWith("/"));
  expect(server.callsOf(SKIP)).toHaveLength(1);
});

test("what the device does not have, either, stops it when there is no answer", async () => {
  const assign = watchNavigation();
  vi.spyOn(db.offline_actions, "put").mockRejectedValue(new Error("The storage is full."));
  const server = serve({ "GET /api/auth/session": { body: signedIn }, [SKIP]: lost });
  const user = await open("nowhere");
  await user.click(screen.getByRole("button", { name: "Skip" }));
  expect(await screen.findByText("Skipped")).toBeVisible();

  await user.click(screen.getByRole("button", { name: "Sign Out" }));

  expect(await within(screen.getByRole("main")).findByText("Not signed out")).toBeVisible();
  expect(server.callsOf(LOGOUT)).toEqual([]);
  expect(assign).not.toHaveBeenCalled();
});

test("what is refused then stops it and is said; pressed again it goes on", async () => {
  const assign = watchNavigation();
  const server = serve({
    "GET /api/auth/session": { body: signedIn },
    [SKIP]: { status: 409, body: { message: "It is picked up already.", code: "too_late" } },
    [LOGOUT]: {},
  });
  const user = await open("refused");
  await user.click(screen.getByRole("button", { name: "Skip" }));
  expect(await screen.findByText("Skipped")).toBeVisible();

  await user.click(screen.getByRole("button", { name: "Sign Out" }));

  const page = within(screen.getByRole("main"));
  expect(await page.findByText("Not signed out")).toBeVisible();
  expect(page.getByText("It is picked up already.")).toBeVisible();
  expect(server.callsOf(LOGOUT)).toEqual([]);
  await user.click(screen.getByRole("button", { name: "Sign Out" }));
  await waitFor(() => expect(assign).toHaveBeenCalledExactlyOnceWith("/"));
});

test("what is on its way is waited for", async () => {
  const assign = watchNavigation();
  let answer = (): void => undefined;
  const answered = new Promise<void>((done) => (answer = done));
  const server = serve({
    "GET /api/auth/session": { body: signedIn },
    [SKIP]: () => answered.then(() => ({ body: {} })),
    [LOGOUT]: {},
  });
  const user = await open("on its way");
  await user.click(screen.getByRole("button", { name: "Skip" }));
  expect(await screen.findByText("Skipped")).toBeVisible();
  act(dismissToast);
  await waitFor(() => expect(server.callsOf(SKIP)).toHaveLength(1));

  await user.click(screen.getByRole("button", { name: "Sign Out" }));
  expect(screen.getByRole("button", { name: "Sign Out" })).toHaveAttribute("aria-busy", "true");
  expect(server.callsOf(LOGOUT)).toEqual([]);

  answer();
  await waitFor(() => expect(assign).toHaveBeenCalledExactlyOnceWith("/"));
});
