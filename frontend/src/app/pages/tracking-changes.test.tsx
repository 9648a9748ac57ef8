import { act, screen, waitFor, within } from "@testing-library/react";
import type { ReactElement } from "react";
import { Route, Routes } from "react-router-dom";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import type { Order } from "@/api/types";
import { addressNow, renderScreen } from "@/test/render";
import { alice, config, makeOrder, makeProvider, serve, signedIn, type TestServer } from "@/test/server";
import { slotsAt, slotsCall } from "@/test/slots";

import { TrackingPage } from "./tracking-page";

const order = makeOrder({ allowedTransitions: ["cancelled"], specialInstructions: "Blue bag" });
const ORDER = `GET /api/orders/${order.id}`;
const MINE = `GET /api/orders/customer/${alice.id}`;
const PATCH = `PATCH /api/orders/${order.id}`;
const page: ReactElement = (
  <Routes>
    <Route path="/tracking/:orderId?" element={<TrackingPage />} />
    <Route path="*" element={<h1>Another page</h1>} />
  </Routes>
);

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-11-20T09:00:00Z") });
});
afterEach(() => {
  vi.useRealTimers();
});

function show(
  shown: Order = order,
  handlers: Parameters<typeof serve>[0] = {},
  query = "",
): { server: TestServer; view: ReturnType<typeof renderScreen> } {
  const server = serve({
    "GET /api/auth/session": { body: signedIn },
    [`GET /api/orders/${shown.id}`]: { body: shown },
    [MINE]: { body: [shown] },
    [`GET /api/orders/${shown.id}/alternatives`]: { body: [] },
    ...handlers,
  });
  return { server, view: renderScreen(page, { at: `/tracking/${shown.id}${query}` }) };
}

test.each<[string, Partial<Order>, string]>([
  ["confirmed", {}, "Bruno K. picks up today, 14:00-15:00 · back by Mon 23 Nov · have your bag ready at the door"],
  [
    "waiting for an answer",
    { status: "pending", needsProviderAnswer: true, answerBy: "2026-11-20T11:00:00Z" },
    "Bruno K. answers by today, 12:00 · pickup today, 14:00-15:00 · back by Mon 23 Nov",
  ],
  [
    "unpaid",
    { status: "pending", paymentStatus: "unpaid" },
    "Bruno K. picks up today, 14:00-15:00 once it is paid · back by Mon 23 Nov",
  ],
  ["washing", { status: "washing" }, "Bruno K. has your laundry · back by Mon 23 Nov"],
])("the first line of an order that is %s says who, when and what to prepare", async (_, fields, text) => {
  show(makeOrder(fields));

  expect(await screen.findByText(text)).toBeVisible();
});

test("pickup and return go into the calendar by one tap", async () => {
  show();

  const link = await screen.findByRole("link", { name: "Add to calendar" });
  expect(link).toHaveAttribute("href", `/api/orders/${order.id}/calendar.ics`);
  expect(link).toHaveAttribute("download");
});

test.each([
  ["R-2026-000001", true],
  [null, false],
])("an order with the receipt %s has one to download: %s", async (receiptNumber, has) => {
  const shown = makeOrder({ paymentStatus: "paid", status: "confirmed", receiptNumber });
  show(shown);

  await screen.findByRole("heading", { name: "Order details" });
  const link = screen.queryByRole("link", { name: "Receipt (PDF)" });
  expect(link?.getAttribute("href")).toBe(has ? `/api/orders/${shown.id}/receipt.pdf` : undefined);
});

test("what was returned has a credit note to download each", async () => {
  const shown = makeOrder({
    paymentStatus: "partially_refunded",
    status: "completed",
    receiptNumber: "R-2026-000001",
    creditNotes: [{ position: 1, number: "C-2026-000007" }],
  });
  show(shown);

  expect(await screen.findByRole("link", { name: "Credit note C-2026-000007 (PDF)" })).toHaveAttribute(
    "href",
    `/api/orders/${shown.id}/credit-note-1.pdf`,
  );
});

test("an order that was cancelled promises nothing, and offers providers who have its hour free", async () => {
  const anna = makeProvider({
    id: "44444444-4444-4444-8444-444444444444",
    user: { firstName: "Anna", lastName: "M", profileImageUrl: null },
  });
  const cancelled = makeOrder({ status: "cancelled", cancellationReason: "The provider declined." });
  const { view } = show(cancelled, { [`GET /api/orders/${cancelled.id}/alternatives`]: { body: [anna] } });

  await view.user.click(await screen.findByRole("button", { name: /Anna M\./ }));

  expect(addressNow(view.container)).toBe(
    `/booking?providerId=${anna.id}&service=standard&again=${cancelled.id}&at=2026-11-20T13%3A00%3A00Z`,
  );
});

test.each<[string, { status?: number; body: unknown }]>([
  ["nobody has its hour free", { body: [] }],
  ["neighbors cannot be loaded", { status: 503, body: { message: "Busy.", code: "database_busy" } }],
])("an order that was cancelled leads to other providers with what was booked, where %s", async (_, alternatives) => {
  const cancelled = makeOrder({ status: "cancelled", cancellationReason: "The provider declined." });
  const { view } = show(cancelled, { [`GET /api/orders/${cancelled.id}/alternatives`]: alternatives });

  await view.user.click(await screen.findByRole("link", { name: "Choose another provider" }));

  expect(addressNow(view.container)).toBe(
    `/booking?service=standard&again=${cancelled.id}&at=2026-11-20T13%3A00%3A00Z`,
  );
});

test("the provider's name leads to their page", async () => {
  show();

  expect(await screen.findByRole("link", { name: "Bruno K." })).toHaveAttribute(
    "href",
    `/providers/${order.providerId}`,
  );
});

test("a completed order can be had once more, or every week", async () => {
  show(makeOrder({ status: "completed", rating: 5 }));

  const rebookLink = `/booking?providerId=${order.providerId}&again=${order.id}`;
  expect(await screen.findByRole("link", { name: "Reorder" })).toHaveAttribute("href", rebookLink);
  expect(screen.getByRole("link", { name: "Every week?" })).toHaveAttribute("href", `${rebookLink}#recurring`);
});

test("changes between the orders that run at the same time", async () => {
  const other = makeOrder({
    id: "99999999-9999-4999-8999-999999999999",
    pickupTime: "2026-11-21T09:00:00Z",
    pickupUntil: "2026-11-21T10:00:00Z",
  });
  const waits = makeOrder({
    id: "88888888-8888-4888-8888-888888888888",
    status: "pending",
    pickupTime: "2026-11-22T09:00:00Z",
    pickupUntil: "2026-11-22T10:00:00Z",
  });
  const unpaid = makeOrder({ id: "77777777-7777-4777-8777-777777777777", status: "pending", paymentStatus: "unpaid" });
  const { view } = show(order, {
    [MINE]: { body: [unpaid, waits, other, order] },
    [`GET /api/orders/${other.id}`]: { body: other },
  });

  const running = await screen.findByRole("navigation", { name: "3 orders in progress" });
  // The API sends the newest first; the screen shows the next pickup first.
  expect(
    within(running)
      .getAllByRole("link")
      .map((link) => link.textContent),
  ).toEqual(["Bruno · Today, 14:00-15:00", "Bruno · Tomorrow, 10:00-11:00", "Bruno · Sun 22 Nov, 10:00-11:00"]);
  expect(within(running).getByRole("link", { name: "Bruno · Today, 14:00-15:00" })).toHaveAttribute(
    "aria-current",
    "page",
  );
  await view.user.click(within(running).getByRole("link", { name: "Bruno · Tomorrow, 10:00-11:00" }));

  await waitFor(() => expect(addressNow(view.container)).toBe(`/tracking/${other.id}`));
  expect(await screen.findByText(/picks up tomorrow, 10:00/)).toBeVisible();
});

test("ironing is counted in pieces, as it was asked for", async () => {
  show(makeOrder({ serviceType: "ironing", weight: "10.0" }));

  expect(await screen.findByText("Pieces")).toBeVisible();
  expect(screen.getByText("Up to 10 pieces")).toBeVisible();
  expect(screen.queryByText("10 kg")).not.toBeInTheDocument();
});

test("back from the bank, what is changed at once is changed as the payment left it", async () => {
  const paid = { ...order, etag: '"2"' };
  const settle = `POST /api/orders/${order.id}/payment-return`;
  const busy = { status: 503, body: { message: "Busy.", code: "database_busy" } };
  const { server, view } = show(
    order,
    { [ORDER]: busy, [settle]: { body: paid }, [PATCH]: { body: paid } },
    "?payment_intent=pi_1&redirect_status=succeeded",
  );
  expect(await screen.findByText("Payment Successful")).toBeVisible();
  await view.user.click(await screen.findByRole("button", { name: "Change address, note or care" }));
  await view.user.type(await screen.findByRole("textbox", { name: "Note for your provider" }), "!");
  await view.user.click(screen.getByRole("button", { name: "Save" }));

  expect(await screen.findByText("Order changed")).toBeVisible();
  expect(server.callsOf(PATCH)[0]?.headers.get("If-Match")).toBe('"2"');
});

test("the way to a message opens its conversation", async () => {
  const { server, view } = show();
  view.unmount();
  server.setHandlers({
    [`GET /api/orders/${order.id}/messages`]: { body: [] },
    [`POST /api/orders/${order.id}/messages/read`]: { body: { unread: 0 } },
  });

  const opened = renderScreen(page, { at: `/tracking/${order.id}#messages` });

  expect(await screen.findByRole("dialog", { name: /Bruno/ })).toBeVisible();
  expect(addressNow(opened.container)).toBe(`/tracking/${order.id}`);
});

const MOVE = { name: "Change pickup time" };
const SLOTS = slotsCall(order.providerId, "2026-11-20", "2026-12-17");
const manual = { status: "pending", acceptsInstantly: false, needsProviderAnswer: true } as const;
const express = { id: "express" as const, name: "Express", quantity: 1, amount: "10.00" };
const optionsOf = async (name: string): Promise<(string | null)[]> =>
  within(await screen.findByRole("combobox", { name }))
    .getAllByRole("option")
    .map((option) => option.textContent);

test.each<[string, Partial<Order>, string[], string[]]>([
  ["of any day", {}, ["Today", "Tomorrow"], ["11:00", "13:00", "15:00"]],
  ["of its day, where it is express", { addOns: [express] }, ["Today"], ["11:00", "13:00", "15:00"]],
  ["that leave two hours to confirm it", manual, ["Today", "Tomorrow"], ["13:00", "15:00"]],
  [
    "that leave two hours, unpaid",
    { status: "pending", paymentStatus: "unpaid", acceptsInstantly: false },
    ["Today", "Tomorrow"],
    ["13:00", "15:00"],
  ],
  [
    "of any day, unpaid, where the provider accepts manually only since it was placed",
    { status: "pending", paymentStatus: "unpaid" },
    ["Today", "Tomorrow"],
    ["11:00", "13:00", "15:00"],
  ],
])("a pickup moves to hours %s", async (_, fields, days, hours) => {
  const { view } = show(makeOrder({ allowedTransitions: ["cancelled"], ...fields }), {
    "GET /api/config": { body: config },
    [`GET /api/providers/details/${order.providerId}`]: { body: { ...makeProvider(), acceptsInstantly: false } },
    [SLOTS]: {
      body: [...slotsAt("2026-11-20", "11:00", "13:00", "14:00", "15:00"), ...slotsAt("2026-11-21", "09:00")],
    },
  });
  await view.user.click(await screen.findByRole("button", MOVE));

  await waitFor(async () => expect(await optionsOf("Time")).toEqual(["Choose a time", ...hours]));
  expect(await optionsOf("Day")).toEqual(days);
});

test.each([
  ["No other hour is free in the next 28 days.", {}, []],
  [
    "An express order stays on its day, and no other hour of that day is free.",
    { addOns: [express] },
    slotsAt("2026-11-21", "09:00"),
  ],
])("where a pickup can move to no hour, it says so: %s", async (sentence, fields: Partial<Order>, slots) => {
  const { view } = show(makeOrder({ allowedTransitions: ["cancelled"], ...fields }), { [SLOTS]: { body: slots } });

  await view.user.click(await screen.findByRole("button", MOVE));

  expect(await screen.findByText(sentence)).toBeVisible();
});

const OVER = { freeCancellationUntil: "2026-11-20T08:59:00Z" };

test.each<[string, Partial<Order>, boolean]>([
  ["free changes are possible", { freeCancellationUntil: "2026-11-20T09:01:00Z" }, true],
  ["they are over", OVER, false],
  ["another provider is offered", { ...OVER, substituteOfferedAt: "2026-11-20T08:58:00Z" }, true],
  ["the provider handed it back", { handBackBy: "2026-11-20T11:00:00Z" }, false],
])("where %s, its pickup can be moved: %s", async (__, fields, isMovable) => {
  const shown = makeOrder({ ...order, ...fields });
  show(shown, { [`GET /api/orders/${shown.id}/cancellation`]: { body: {} } });

  await screen.findByRole("button", { name: "Cancel order" });
  expect(screen.queryAllByRole("button", MOVE)).toHaveLength(isMovable ? 1 : 0);
});

test("the hours that are open stay when the time for free changes ends", async () => {
  const { view } = show(makeOrder({ ...order, freeCancellationUntil: "2026-11-20T09:05:00Z" }), {
    [SLOTS]: { body: slotsAt("2026-11-21", "09:00") },
  });
  await view.user.click(await screen.findByRole("button", MOVE));
  await screen.findByRole("combobox", { name: "Time" });

  vi.setSystemTime("2026-11-20T09:06:00Z");
  act(() => void document.dispatchEvent(new Event("visibilitychange")));

  expect(screen.getByRole("dialog", MOVE)).toBeVisible();
  expect(screen.getByRole("combobox", { name: "Time" })).toBeVisible();
});

test.each<[string, Partial<Order>, string]>([
  ["an order", {}, "Cancel order"],
  ["an order that was handed back", { handBackBy: "2026-11-20T10:30:00Z" }, "Cancel free of charge"],
  ["the order of a late provider", { substituteOfferedAt: "2026-11-20T08:00:00Z" }, "Cancel free of charge"],
])("an operator cancels %s in the admin site, which asks for the reason", async (_, fields, name) => {
  const operator = { ...signedIn, user: { ...alice, id: "operator", isOperator: true } };
  const handBack = { stage: "neighbours", neighbours: 2, reason: "", pickupTime: order.pickupTime };
  show(
    { ...order, ...fields },
    {
      "GET /api/auth/session": { body: operator },
      "GET /api/orders/customer/operator": { body: [] },
      [`GET /api/orders/${order.id}/hand-back`]: { body: handBack },
    },
  );

  expect(await screen.findByRole("link", { name })).toHaveAttribute(
    "href",
    `/admin/orders/order/${order.id}/to-cancelled/`,
  );
  expect(screen.queryByRole("button", { name: /^Cancel/ })).not.toBeInTheDocument();
});
