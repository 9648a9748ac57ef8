import { act, screen, waitFor, within, type BoundFunctions, type queries } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import type { ReactElement } from "react";
import { Route, Routes } from "react-router-dom";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { below } from "@/api/cache/keys";
import { useRefresh } from "@/api/cache/refresh";
import type { Order } from "@/api/types";
import { axeViolations, enter, renderScreen } from "@/test/render";
import { alice, makeCare, makeOrder, serve, signedIn, type TestServer } from "@/test/server";

import { TrackingPage } from "./tracking-page";

const order = makeOrder({ allowedTransitions: ["cancelled"], specialInstructions: "Blue bag" });
const ORDER = `GET /api/orders/${order.id}`;
const PATCH = `PATCH /api/orders/${order.id}`;

/** Simulates a live event: fetches everything about orders again. */
function LiveStream(): ReactElement {
  const refresh = useRefresh();
  return <button onClick={() => void refresh(below("/api/orders"))}>News</button>;
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-11-20T09:00:00Z") });
});
afterEach(() => {
  vi.useRealTimers();
});

function show(
  shown: Order = order,
  handlers: Parameters<typeof serve>[0] = {},
): { server: TestServer; view: ReturnType<typeof renderScreen> } {
  const server = serve({
    "GET /api/auth/session": { body: signedIn },
    [ORDER]: { body: shown },
    [`GET /api/orders/customer/${alice.id}`]: { body: [shown] },
    ...handlers,
  });
  const page = (
    <>
      <Routes>
        <Route path="/tracking/:orderId?" element={<TrackingPage />} />
      </Routes>
      <LiveStream />
    </>
  );
  return { server, view: renderScreen(page, { at: `/tracking/${shown.id}` }) };
}

test("address and note can be changed until the pickup, for the version that was seen", async () => {
  const changed = { ...order, specialInstructions: "Ring twice" };
  const { server, view } = show(order, { [PATCH]: { body: changed } });
  await view.user.click(await screen.findByRole("button", { name: "Change address, note or care" }));
  const dialog = within(screen.getByRole("dialog", { name: "Change address, note or care" }));
  expect(await axeViolations(view.container)).toEqual([]);

  const note = await dialog.findByRole("textbox", { name: "Note for your provider" });
  await view.user.clear(note);
  await enter(view.user, note, "Ring twice");
  server.setHandlers({ [ORDER]: { body: changed } });
  await view.user.click(dialog.getByRole("button", { name: "Save" }));

  expect(await screen.findByText("Order changed")).toBeVisible();
  const [call] = server.callsOf(PATCH);
  expect(call?.body).toEqual({ specialInstructions: "Ring twice" });
  expect(call?.headers.get("If-Match")).toBe('"1"');
  expect(screen.getByText("Ring twice")).toBeVisible();
});

test("a change that came first is shown beside what was typed, which stays and can be saved after all", async () => {
  const theirs = { ...order, etag: '"2"', pickupAddress: "Seefeldstrasse 2, Zurich 8008" };
  const conflict = { status: 409, body: { message: "It has changed.", code: "version_conflict", current: theirs } };
  const { server, view } = show(order, { [PATCH]: conflict });
  await view.user.click(await screen.findByRole("button", { name: "Change address, note or care" }));
  const field = screen.getByRole("textbox", { name: "Pickup address" });
  await view.user.clear(field);
  await enter(view.user, field, "Limmatquai 12, Zurich 8001");
  server.setHandlers({ [ORDER]: { body: theirs } });
  await view.user.click(screen.getByRole("button", { name: "Save" }));

  expect(await screen.findByText("It now says: Seefeldstrasse 2, Zurich 8008")).toBeVisible();
  expect(screen.getByRole("alert")).toHaveTextContent("This order has changed since you opened it.");
  expect(field).toHaveValue("Limmatquai 12, Zurich 8001");
  server.setHandlers({ [PATCH]: { body: theirs } });
  await view.user.click(screen.getByRole("button", { name: "Save" }));

  await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
  expect(server.callsOf(PATCH)[1]?.headers.get("If-Match")).toBe('"2"');
});

test("what is missing is said at its field and goes as it is filled in; two presses save once", async () => {
  const { server, view } = show(order, { [PATCH]: { body: order } });
  await view.user.click(await screen.findByRole("button", { name: "Change address, note or care" }));
  const field = screen.getByRole("textbox", { name: "Pickup address" });
  const save = screen.getByRole("button", { name: "Save" });
  await view.user.clear(field);
  await view.user.click(save);
  await waitFor(() => expect(field).toHaveFocus());
  expect(field).toHaveAccessibleDescription("Address is required");

  await enter(view.user, field, "Limmatquai 12, Zurich 8001");
  expect(field).not.toHaveAttribute("aria-invalid");
  act(() => {
    save.click();
    save.click();
  });

  expect(await screen.findByText("Order changed")).toBeVisible();
  expect(server.callsOf(PATCH)).toHaveLength(1);
});

test("an address that is not served says so in the dialog, and nothing typed is lost", async () => {
  const message = "Bruno does not come to 3000.";
  const { view } = show(order, {
    [PATCH]: { status: 400, body: { message, code: "not_served", fields: { pickupAddress: [message] } } },
  });
  await view.user.click(await screen.findByRole("button", { name: "Change address, note or care" }));
  const field = screen.getByRole("textbox", { name: "Pickup address" });
  await view.user.clear(field);
  await enter(view.user, field, "Bundesplatz 1, Bern 3000");

  await view.user.click(screen.getByRole("button", { name: "Save" }));

  await waitFor(() => expect(field).toHaveAccessibleDescription(message));
  expect(field).toHaveAttribute("aria-invalid", "true");
  await waitFor(() => expect(field).toHaveFocus());
  expect(field).toHaveValue("Bundesplatz 1, Bern 3000");
});

test("how it is to be done is shown, and changed on this order alone", async () => {
  const care = makeCare();
  const cared = makeOrder({ ...order, care });
  const changed = { ...care, temperature: 60 as const, allergies: "" };
  const { server, view } = show(cared, { [PATCH]: { body: { ...cared, care: changed } } });
  const { user } = view;
  expect(await screen.findByRole("group", { name: "Care profile" })).toHaveTextContent("Allergies: Lavender");

  await user.click(screen.getByRole("button", { name: "Change address, note or care" }));
  const dialog = within(await screen.findByRole("dialog"));
  await user.selectOptions(await dialog.findByLabelText("Wash at most at"), "60");
  await user.clear(dialog.getByLabelText(/^Allergies/));
  await user.click(dialog.getByRole("button", { name: "Save" }));

  await waitFor(() => expect(server.callsOf(PATCH).map(({ body }) => body)).toEqual([{ care: changed }]));
});

test.each<[string, (dialog: BoundFunctions<typeof queries>, user: UserEvent) => Promise<void>, object]>([
  [
    "the address",
    async (dialog, user) => {
      const address = dialog.getByRole("textbox", { name: "Pickup address" });
      await user.clear(address);
      await enter(user, address, "Limmatquai 12, Zurich 8001");
    },
    { pickupAddress: "Limmatquai 12, Zurich 8001" },
  ],
  [
    "the temperature",
    async (dialog, user) => user.selectOptions(dialog.getByLabelText("Wash at most at"), "60"),
    { care: makeCare({ temperature: 60 }) },
  ],
])("who edits %s alone leaves what another device has changed meanwhile", async (_, edit, body) => {
  const cared = makeOrder({ ...order, care: makeCare({ allergies: "" }) });
  const theirs = { ...cared, etag: '"2"', specialInstructions: "Ring twice", care: makeCare() };
  const { server, view } = show(cared, { [PATCH]: { body: theirs } });
  await view.user.click(await screen.findByRole("button", { name: "Change address, note or care" }));
  const dialog = within(await screen.findByRole("dialog"));
  await dialog.findByLabelText("Wash at most at");

  server.setHandlers({ [ORDER]: { body: theirs } });
  act(() => screen.getByText("News").click());

  expect(await dialog.findByText("It now says: Ring twice")).toBeVisible();
  expect(
    dialog.getByText(
      "It now says: Allergies: Lavender · detergent for sensitive skin · 30\u00a0°C · no softener · shirts ironed",
      { normalizer: (text) => text },
    ),
  ).toBeVisible();
  await edit(dialog, view.user);
  await view.user.click(dialog.getByRole("button", { name: "Save" }));

  await waitFor(() => expect(server.callsOf(PATCH).map((call) => call.body)).toEqual([body]));
});

test("what another device has changed stands in the form; nothing is said to be changed by a Save without typing", async () => {
  const theirs = { ...order, etag: '"2"', specialInstructions: "Ring twice" };
  const { server, view } = show(order, { [PATCH]: { body: theirs } });
  await view.user.click(await screen.findByRole("button", { name: "Change address, note or care" }));
  const dialog = within(await screen.findByRole("dialog"));
  const [note, address] = [
    await dialog.findByRole("textbox", { name: "Note for your provider" }),
    dialog.getByRole("textbox", { name: "Pickup address" }),
  ];
  await view.user.clear(address);
  await enter(view.user, address, "Limmatquai 12, Zurich 8001");

  server.setHandlers({ [ORDER]: { body: theirs } });
  act(() => screen.getByText("News").click());
  await waitFor(() => expect(note).toHaveValue("Ring twice"));
  expect(address).toHaveValue("Limmatquai 12, Zurich 8001");
  expect(address).toHaveFocus();

  await view.user.clear(address);
  await enter(view.user, address, order.pickupAddress ?? "");
  await view.user.click(dialog.getByRole("button", { name: "Save" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
  expect(screen.queryByText("Order changed")).not.toBeInTheDocument();
  expect(server.callsOf(PATCH)).toEqual([]);
});

test("what stood in the form before another device's change can be written back", async () => {
  const theirs = { ...order, etag: '"2"', specialInstructions: "Ring twice" };
  const { server, view } = show(order, { [PATCH]: { body: order } });
  await view.user.click(await screen.findByRole("button", { name: "Change address, note or care" }));
  const dialog = within(await screen.findByRole("dialog"));
  const note = await dialog.findByRole("textbox", { name: "Note for your provider" });

  server.setHandlers({ [ORDER]: { body: theirs } });
  act(() => screen.getByText("News").click());
  await waitFor(() => expect(note).toHaveValue("Ring twice"));
  await view.user.clear(note);
  await enter(view.user, note, "Blue bag");
  await view.user.click(dialog.getByRole("button", { name: "Save" }));

  expect(await screen.findByText("Order changed")).toBeVisible();
  expect(server.callsOf(PATCH).map(({ body }) => body)).toEqual([{ specialInstructions: "Blue bag" }]);
});
