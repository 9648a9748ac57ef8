import { screen, waitFor, within } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import type { ReactElement } from "react";
import { Route, Routes } from "react-router-dom";
import { expect, test, vi } from "vitest";

import type { Order } from "@/api/types";
import { AddressesPage } from "@/features/profile/addresses-page";
import { addDays, zurichDate } from "@/lib/dates";
import { LIST, ONE, booking, chiara, openFor } from "@/test/recurring-page";
import { enter, renderScreen } from "@/test/render";
import { alice, makeOrder, serve, signedIn } from "@/test/server";
import { slotsAt, slotsCall } from "@/test/slots";

import { HistoryPage } from "./history-page";
import { RecurringPage } from "./recurring-page";
import { TrackingPage } from "./tracking-page";
import { WorkspacePage } from "./workspace-page";

const ERROR_RESPONSE = { status: 409, body: { message: "Somebody was faster.", code: "conflict" } };
const bruno = { ...signedIn, user: { ...alice, isProvider: true, providerId: "p1" } };
const home = { id: "a1", label: "", street: "Bahnhofstrasse 1", city: "Zurich", postalCode: "8001", isDefault: false };
const confirmed = makeOrder({
  status: "confirmed",
  allowedTransitions: ["cancelled"],
  pickupTime: "2026-11-27T09:00:00Z",
});
const tracking: ReactElement = (
  <Routes>
    <Route path="/tracking/:orderId" element={<TrackingPage />} />
  </Routes>
);

function show(
  page: ReactElement,
  at: string,
  handlers: Parameters<typeof serve>[0],
): ReturnType<typeof renderScreen> & { server: ReturnType<typeof serve> } {
  const server = serve({ "GET /api/auth/session": { body: signedIn }, ...handlers });
  return { ...renderScreen(page, { at }), server };
}

function track(order: Order, handlers: Parameters<typeof serve>[0]): ReturnType<typeof show> {
  return show(tracking, `/tracking/${order.id}`, { [`GET /api/orders/${order.id}`]: { body: order }, ...handlers });
}

const press = async (user: UserEvent, name: string): Promise<void> =>
  user.click(await screen.findByRole("button", { name }));
const pressInside = async (user: UserEvent, name: string): Promise<void> =>
  user.click(await within(screen.getByRole("dialog")).findByRole("button", { name }));

const failing: [string, () => Promise<void>][] = [
  [
    "cancelling an order",
    async () => {
      const path = `/api/orders/${confirmed.id}/cancellation`;
      const { user } = track(confirmed, {
        [`GET ${path}`]: { body: { allowed: true, refund: "27.50", fee: "0.00", reason: "free" } },
        [`POST ${path}`]: ERROR_RESPONSE,
      });
      await press(user, "Cancel order");
      await pressInside(user, "Cancel order");
    },
  ],
  [
    "a message",
    async () => {
      const path = `/api/orders/${confirmed.id}/messages`;
      const { user } = track(confirmed, { [`GET ${path}`]: { body: [] }, [`POST ${path}`]: ERROR_RESPONSE });
      await press(user, "Message");
      await user.type(await screen.findByRole("textbox", { name: "Your message" }), "Hello");
      await pressInside(user, "Send");
    },
  ],
  [
    "a rating",
    async () => {
      const order = makeOrder({ status: "completed", reviewable: true });
      const { user } = show(<HistoryPage />, "/history", {
        [`GET /api/orders/customer/${alice.id}`]: { body: [order] },
        "POST /api/reviews": ERROR_RESPONSE,
      });
      await press(user, "Rate Service");
      await user.click(screen.getByRole("radio", { name: "5 of 5 stars, Excellent" }));
      await pressInside(user, "Submit Rating");
    },
  ],
  [
    "declining a job",
    async () => {
      const job = makeOrder({
        allowedTransitions: ["confirmed", "cancelled"],
        customer: { id: alice.id, firstName: "Alice", lastName: "Meier", phone: null },
      });
      const { user } = show(<WorkspacePage />, "/provider", {
        "GET /api/auth/session": { body: bruno },
        "GET /api/provider/orders": { body: [job] },
        [`POST /api/orders/${job.id}/status`]: ERROR_RESPONSE,
      });
      await press(user, "Decline");
      await pressInside(user, "Decline order");
    },
  ],
  [
    "saving an address",
    async () => {
      const { user } = show(<AddressesPage />, "/profile/addresses", {
        "GET /api/addresses": { body: [home] },
        "PATCH /api/addresses/a1": ERROR_RESPONSE,
      });
      await press(user, "Edit");
      await pressInside(user, "Save");
    },
  ],
  [
    "ending a recurring booking",
    async () => {
      const { user } = openFor(<RecurringPage />, { [`DELETE ${ONE}`]: ERROR_RESPONSE });
      await press(user, "Cancel booking");
      await pressInside(user, "Cancel booking");
    },
  ],
  [
    "pausing a recurring booking",
    async () => {
      const { user } = openFor(<RecurringPage />, { [`POST ${ONE}/pause`]: ERROR_RESPONSE });
      await press(user, "Pause");
      await pressInside(user, "Pause booking");
    },
  ],
  [
    "another provider",
    async () => {
      const { user } = openFor(<RecurringPage />, {
        [LIST]: { body: [{ ...booking, providerAvailable: false }] },
        [`PATCH ${ONE}`]: ERROR_RESPONSE,
      });
      await press(user, "Choose another provider");
      await user.click(await screen.findByRole("radio", { name: new RegExp(chiara.user.firstName) }));
      await pressInside(user, "Use this provider");
    },
  ],
  [
    "another card",
    async () => {
      const { user } = openFor(<RecurringPage />, { [`PATCH ${ONE}`]: ERROR_RESPONSE });
      await press(user, "Change card");
      await user.click(await within(screen.getByRole("dialog")).findByRole("radio", { name: /^Mastercard •••• 4444/ }));
      await pressInside(user, "Change card");
    },
  ],
];

test.each(failing)("an error of %s stands inside its dialog", async (_name, fail) => {
  await fail();

  const dialog = await screen.findByRole("dialog");
  expect(await within(dialog).findByText("Somebody was faster.")).toBeVisible();
});

const moved = { ...confirmed, etag: '"2"', status: "pickup" as const, allowedTransitions: [] };
const overtaken = {
  status: 409,
  body: {
    message: "It now stands at “Pickup in Progress”. Please look at it again.",
    code: "version_conflict",
    current: moved,
  },
};
const present = `GET /api/orders/${confirmed.id}`;

test("a cancellation that came too late says so in its dialog, though there is nothing to cancel any more", async () => {
  const path = `/api/orders/${confirmed.id}/cancellation`;
  const free = { allowed: true, refund: "27.50", fee: "0.00", reason: "free" };
  const { user, server } = track(confirmed, { [`GET ${path}`]: { body: free }, [`POST ${path}`]: overtaken });
  await press(user, "Cancel order");
  server.setHandlers({
    [present]: { body: moved },
    [`GET ${path}`]: { body: { ...free, allowed: false, reason: "This order can no longer be cancelled." } },
  });
  await pressInside(user, "Cancel order");

  const dialog = within(screen.getByRole("dialog"));
  expect(await dialog.findByText("It now stands at “Pickup in Progress”. Please look at it again.")).toBeVisible();
  expect(dialog.getByText("This order can no longer be cancelled.")).toBeVisible();
  expect(server.callsOf(`POST ${path}`).map((call) => call.headers.get("If-Match"))).toEqual([confirmed.etag]);
  await pressInside(user, "Keep order");
  await waitFor(() => expect(screen.queryByRole("button", { name: "Cancel order" })).not.toBeInTheDocument());
  expect(document.body).not.toHaveFocus();
});

test("a new time for an order that has changed is refused without asking for another time", async () => {
  const tomorrow = addDays(zurichDate(Date.now()), 1);
  const slots = slotsCall(confirmed.providerId, zurichDate(Date.now()), addDays(zurichDate(Date.now()), 27));
  const path = `PATCH /api/orders/${confirmed.id}/reschedule`;
  const { user, server } = track(confirmed, { [slots]: { body: slotsAt(tomorrow, "10:00") }, [path]: overtaken });
  await press(user, "Change pickup time");
  const dialog = within(screen.getByRole("dialog"));
  await user.selectOptions(await dialog.findByRole("combobox", { name: "Time" }), "10:00");
  server.setHandlers({ [present]: { body: moved } });
  await user.click(dialog.getByRole("button", { name: "Change pickup time" }));

  expect(await dialog.findByText("It now stands at “Pickup in Progress”. Please look at it again.")).toBeVisible();
  expect(dialog.getByRole("combobox", { name: "Time" })).toHaveValue("");
  expect(server.callsOf(path).map((call) => call.headers.get("If-Match"))).toEqual([confirmed.etag]);
});

test("a new time that was chosen is still there after a look elsewhere", async () => {
  const tomorrow = addDays(zurichDate(Date.now()), 1);
  const slots = slotsCall(confirmed.providerId, zurichDate(Date.now()), addDays(zurichDate(Date.now()), 27));
  const first = track(confirmed, { [slots]: { body: slotsAt(tomorrow, "10:00", "11:00") } });
  await press(first.user, "Change pickup time");
  await first.user.selectOptions(await screen.findByRole("combobox", { name: "Time" }), "11:00");
  first.unmount();

  const { user } = track(confirmed, { [slots]: { body: slotsAt(tomorrow, "10:00", "11:00") } });
  await press(user, "Change pickup time");

  expect(await screen.findByRole("combobox", { name: "Time" })).toHaveValue("11:00");
});

test("what is typed on while a message is being sent stays", async () => {
  const path = `/api/orders/${confirmed.id}/messages`;
  let arrive: () => void = () => undefined;
  const response = new Promise<void>((resolve) => (arrive = resolve));
  const { user } = track(confirmed, {
    [`GET ${path}`]: { body: [] },
    [`POST ${path}`]: () => response.then(() => ({ status: 201, body: {} })),
  });
  await press(user, "Message");
  const field = await screen.findByRole("textbox", { name: "Your message" });

  await enter(user, field, "I am late.");
  await pressInside(user, "Send");
  await enter(user, field, " Ten minutes.");
  arrive();

  await waitFor(() => expect(field).toHaveValue("Ten minutes."));
});

test("a new pickup time is only what was chosen: of 28 days, none that has begun, and none after an error", async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-11-20T08:30:00Z") });
  const today = zurichDate(Date.now());
  const last = addDays(today, 27);
  const slots = slotsCall(confirmed.providerId, today, last);
  const path = `PATCH /api/orders/${confirmed.id}/reschedule`;
  const { user, server } = track(confirmed, {
    [slots]: { body: [...slotsAt(today, "08:00", "10:00", "11:00"), ...slotsAt(last, "15:00")] },
    [path]: { status: 409, body: { message: "This hour is full.", code: "slot_full" } },
  });
  await press(user, "Change pickup time");
  const dialog = within(screen.getByRole("dialog", { name: "Change pickup time" }));
  const time = await dialog.findByRole("combobox", { name: "Time" });
  expect(within(dialog.getByRole("combobox", { name: "Day" })).getAllByRole("option")).toHaveLength(2);
  expect(
    within(time)
      .getAllByRole("option")
      .map((option) => option.textContent),
  ).toEqual(["Choose a time", "10:00", "11:00"]);

  await user.click(dialog.getByRole("button", { name: "Change pickup time" }));
  await waitFor(() => expect(time).toHaveFocus());
  expect(time).toHaveAccessibleDescription("Choose a time");
  expect(server.callsOf(path)).toEqual([]);

  await user.selectOptions(time, "10:00");
  server.setHandlers({ [slots]: { body: slotsAt(today, "11:00") } });
  await user.click(dialog.getByRole("button", { name: "Change pickup time" }));
  expect(await dialog.findByText("This hour is full. Please choose another time.")).toBeVisible();
  expect(dialog.getByRole("combobox", { name: "Time" })).toHaveValue("");
  await user.click(dialog.getByRole("button", { name: "Change pickup time" }));
  expect(server.callsOf(path).map((call) => call.body)).toEqual([
    { newPickupDate: today, newPickupTime: "10:00", refuseSecondPickup: true },
  ]);
  vi.useRealTimers();
});
