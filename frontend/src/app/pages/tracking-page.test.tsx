import { act, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { ReactElement } from "react";
import { Route, Routes } from "react-router-dom";
import { expect, test, vi } from "vitest";

import { below } from "@/api/cache/keys";
import { useRefresh } from "@/api/cache/refresh";
import type { Order, OrderStatus } from "@/api/types";
import { draftName, savedDraft, saveDraft } from "@/lib/drafts";
import { addressNow, axeViolations, enter, renderScreen } from "@/test/render";
import { alice, makeOrder, serve, signedIn } from "@/test/server";

import { TrackingPage } from "./tracking-page";

const order = makeOrder({
  status: "pickup",
  timeline: [
    { status: "pending", at: "2026-11-20T09:00:00Z" },
    { status: "confirmed", at: "2026-11-20T09:01:00Z" },
    { status: "pickup", at: "2026-11-20T13:00:00Z" },
    { status: "washing", at: null },
    { status: "delivery", at: null },
    { status: "completed", at: null },
  ],
});
const ORDER = `GET /api/orders/${order.id}`;
const session = { "GET /api/auth/session": { body: signedIn } };
const page: ReactElement = (
  <Routes>
    <Route path="/tracking/:orderId?" element={<TrackingPage />} />
  </Routes>
);

/** Simulates a live event: fetches everything about orders again. */
function LiveStream(): ReactElement {
  const refresh = useRefresh();
  return <button onClick={() => void refresh(below("/api/orders"))}>News</button>;
}

test("shows where the order is, who has it, and the times of the steps so far", async () => {
  serve({ ...session, [ORDER]: { body: order } });
  const { container } = renderScreen(page, { at: `/tracking/${order.id}` });

  expect(await screen.findByText("Bruno K. is on the way")).toBeVisible();
  const steps = screen.getAllByRole("listitem");
  expect(steps.map((step) => within(step).getByRole("paragraph").textContent)).toEqual([
    "Order Placed, done",
    "Confirmed, done",
    "Pickup in Progress, current step",
    "Washing & Ironing, to come",
    "Delivery, to come",
    "Completed, to come",
  ]);
  expect(steps[2]).toHaveAttribute("aria-current", "step");
  expect(steps[1]).toHaveTextContent(/10:01$/);
  expect(screen.getByRole("link", { name: "Call" })).toHaveAttribute("href", "tel:+41441111111");
  expect(screen.getByText("Order 3333abcd")).toBeVisible();
  expect(await axeViolations(container)).toEqual([]);
});

test.each<[string, Partial<Order>, boolean]>([
  ["is paid, the booking form that it was placed from goes", {}, false],
  ["is not paid yet, it stays", { paymentStatus: "unpaid" }, true],
  ["is somebody else's, it stays", { customerId: "99999999-9999-4999-8999-999999999999" }, true],
])("of an order that %s", async (_, fields, stays) => {
  saveDraft(draftName.booking(order.providerId), alice.id, { orderId: order.id });
  serve({ ...session, [ORDER]: { body: { ...order, ...fields } } });
  renderScreen(page, { at: `/tracking/${order.id}` });

  expect(await screen.findByText("Bruno K. is on the way")).toBeVisible();
  expect(savedDraft(draftName.booking(order.providerId), alice.id) !== null).toBe(stays);
});

test.each<[OrderStatus, Partial<Order>, string, string]>([
  ["pending", { needsProviderAnswer: true }, "Order Placed", "Waiting for provider confirmation"],
  ["confirmed", {}, "Order Confirmed", "Bruno K. is preparing for pickup"],
  ["washing", {}, "Washing in Progress", "Your clothes are being washed and ironed"],
  ["delivery", {}, "Out for Delivery", "Bruno K. is delivering your order"],
  ["completed", {}, "Order Completed", "Your order has been completed"],
  [
    "cancelled",
    { cancellationReason: "Declined by the provider.", refundedAmount: "27.50" },
    "Order Cancelled",
    "Declined by the provider.",
  ],
])("says what %s means", async (status, fields, title, description) => {
  serve({ ...session, [ORDER]: { body: { ...order, ...fields, status } } });
  renderScreen(page, { at: `/tracking/${order.id}` });

  const card = (await screen.findByText(description)).closest("[role=status]");
  expect(card).toHaveTextContent(title);
  if (status === "cancelled") expect(card).toHaveTextContent("CHF 27.50 refunded");
});

const LATE = [
  ["confirmed", "pickup", "Late: Bruno K. was due by today, 15:00"],
  ["pickup", "washing", "Late: Bruno K. has your laundry and was due to begin washing by today, 15:00"],
  ["delivery", "return", "Late: your laundry was due back by today, 15:00"],
] as const;

test.each(LATE)("what is late at %s is said with since when, and help is there", async (status, step, sentence) => {
  vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-11-20T14:01:00Z") });
  const late = { ...order, status, deadline: { step, at: "2026-11-20T14:00:00Z" } };
  serve({ ...session, [ORDER]: { body: late } });
  const { container } = renderScreen(page, { at: `/tracking/${order.id}` });

  expect(await screen.findByText(sentence)).toBeVisible();
  expect(screen.getByRole("link", { name: "Get help" })).toHaveAttribute("href", `/support?order=${order.id}`);
  expect(await axeViolations(container)).toEqual([]);
  vi.useRealTimers();
});

test("a new provider is no badly rated one", async () => {
  const provider = { ...order.provider, rating: 0, reviewCount: 0 };
  serve({ ...session, [ORDER]: { body: { ...order, provider } } });
  renderScreen(page, { at: `/tracking/${order.id}` });

  expect(await screen.findByText("New")).toBeVisible();
  expect(screen.queryByText("0.0")).not.toBeInTheDocument();
});

test("what is in time promises what comes next, without a call for help", async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-11-20T13:59:00Z") });
  const inTime = { ...order, status: "confirmed", deadline: { step: "pickup", at: "2026-11-20T14:00:00Z" } };
  serve({ ...session, [ORDER]: { body: inTime } });
  renderScreen(page, { at: `/tracking/${order.id}` });

  expect(await screen.findByText(/^Bruno K. picks up today, 14:00-15:00/)).toBeVisible();
  // Not beside it: help stands with the details of the order.
  expect(screen.getAllByRole("link", { name: "Get help" })).toHaveLength(1);
  vi.useRealTimers();
});

test("the steps of a cancelled order end with the cancellation", async () => {
  const timeline = [
    { status: "pending", at: "2026-11-20T09:00:00Z" },
    ...(["confirmed", "pickup", "washing", "delivery", "completed"] as const).map((status) => ({ status, at: null })),
    { status: "cancelled", at: "2026-11-20T09:30:00Z" },
  ] as const;
  serve({ ...session, [ORDER]: { body: { ...order, status: "cancelled", timeline } } });
  renderScreen(page, { at: `/tracking/${order.id}` });

  const steps = await screen.findAllByRole("listitem");
  expect(steps.map((step) => within(step).getByRole("paragraph").textContent)).toEqual([
    "Order Placed, done",
    "Order Cancelled, current step",
  ]);
  expect(steps[1]).toHaveTextContent(/10:30$/);
});

test("an unpaid order can be paid", async () => {
  serve({ ...session, [ORDER]: { body: { ...order, status: "pending", paymentStatus: "unpaid" } } });
  renderScreen(page, { at: `/tracking/${order.id}` });

  expect(await screen.findByText("Waiting for payment")).toBeVisible();
  expect(screen.getByRole("link", { name: "Pay now" })).toHaveAttribute("href", `/checkout/${order.id}`);
});

test("cancels after showing what it costs, once however often it is pressed", async () => {
  const server = serve({
    ...session,
    [ORDER]: { body: { ...order, status: "confirmed", allowedTransitions: ["cancelled"] } },
    [`GET /api/orders/${order.id}/cancellation`]: {
      body: { allowed: true, refund: "15.00", fee: "12.50", reason: "late" },
    },
    [`POST /api/orders/${order.id}/cancellation`]: { body: {} },
  });
  const { user, container } = renderScreen(page, { at: `/tracking/${order.id}` });

  await user.click(await screen.findByRole("button", { name: "Cancel order" }));
  const dialog = within(screen.getByRole("dialog", { name: "Cancel this order?" }));
  expect(await dialog.findByText(/CHF 12\.50 is kept for the provider\. You get CHF 15\.00 back/)).toBeVisible();
  expect(await axeViolations(container)).toEqual([]);
  server.setHandlers({
    [ORDER]: { body: { ...order, status: "cancelled", cancellationReason: "You cancelled this order." } },
  });
  const button = dialog.getByRole("button", { name: "Cancel order" });
  act(() => {
    button.click();
    button.click();
  });

  expect(await screen.findByText("You cancelled this order.")).toBeVisible();
  expect(screen.getByText("CHF 15.00 refunded. The provider has been told.")).toBeVisible();
  await waitFor(() => expect(screen.getByRole("heading", { level: 1 })).toHaveFocus());
  expect(server.callsOf(`POST /api/orders/${order.id}/cancellation`).map((call) => call.body)).toEqual([
    { expectedFee: "12.50" },
  ]);
  expect(screen.queryByRole("button", { name: "Cancel order" })).not.toBeInTheDocument();
});

test.each([
  ["an unpaid order", { status: "pending", paymentStatus: "unpaid" }, "Nothing has been paid, so nothing is charged."],
  ["one that was refunded", { status: "confirmed", paymentStatus: "refunded" }, "Everything paid has gone back."],
] as const)(
  "says of %s what the server says, and that the provider knows only if they do",
  async (_, given, reason) => {
    const path = `/api/orders/${order.id}/cancellation`;
    const server = serve({
      ...session,
      [ORDER]: { body: { ...order, ...given, allowedTransitions: ["cancelled"] } },
      [`GET ${path}`]: { body: { allowed: true, refund: "0.00", fee: "0.00", reason } },
      [`POST ${path}`]: { body: {} },
    });
    const { user } = renderScreen(page, { at: `/tracking/${order.id}` });

    await user.click(await screen.findByRole("button", { name: "Cancel order" }));
    const dialog = within(screen.getByRole("dialog", { name: "Cancel this order?" }));
    expect(await dialog.findByText(reason)).toBeVisible();
    server.setHandlers({ [ORDER]: { body: { ...order, status: "cancelled", cancellationReason: "You cancelled." } } });
    await user.click(dialog.getByRole("button", { name: "Cancel order" }));

    expect(await screen.findByText("You cancelled.")).toBeVisible();
    await waitFor(() => expect(screen.getByRole("heading", { level: 1 })).toHaveFocus());
    const toast = screen.queryByText("The provider has been told.");
    if (given.paymentStatus === "unpaid") expect(toast).not.toBeInTheDocument();
    else expect(toast).toBeVisible();
  },
);

test("asks again when the fee has changed since it was shown, and charges only what was agreed to", async () => {
  const path = `/api/orders/${order.id}/cancellation`;
  const server = serve({
    ...session,
    [ORDER]: { body: { ...order, status: "confirmed", allowedTransitions: ["cancelled"] } },
    [`GET ${path}`]: { body: { allowed: true, refund: "27.50", fee: "0.00", reason: "free" } },
    [`POST ${path}`]: {
      status: 409,
      body: { message: "changed", code: "fee_changed", preview: { fee: "12.50", refund: "15.00" } },
    },
  });
  const { user } = renderScreen(page, { at: `/tracking/${order.id}` });

  await user.click(await screen.findByRole("button", { name: "Cancel order" }));
  const dialog = within(screen.getByRole("dialog", { name: "Cancel this order?" }));
  expect(await dialog.findByText(/Cancelling is free of charge/)).toBeVisible();
  server.setHandlers({
    [`GET ${path}`]: { body: { allowed: true, refund: "15.00", fee: "12.50", reason: "late" } },
  });
  await user.click(dialog.getByRole("button", { name: "Cancel order" }));

  expect(await dialog.findByText(/CHF 12\.50 is kept for the provider\. You get CHF 15\.00 back/)).toBeVisible();
  expect(dialog.getByText("This has changed since you looked. Please decide again.")).toBeVisible();
  server.setHandlers({
    [`POST ${path}`]: { body: {} },
    [ORDER]: { body: { ...order, status: "cancelled", cancellationReason: "You cancelled this order." } },
  });
  await user.click(dialog.getByRole("button", { name: "Cancel order" }));
  expect(await screen.findByText("You cancelled this order.")).toBeVisible();
  expect(server.callsOf(`POST ${path}`).map((call) => call.body)).toEqual([
    { expectedFee: "0.00" },
    { expectedFee: "12.50" },
  ]);
});

test("says why of the fee as it is now, and nothing of it where that cannot be fetched", async () => {
  const path = `/api/orders/${order.id}/cancellation`;
  const server = serve({
    ...session,
    [ORDER]: { body: { ...order, status: "confirmed", allowedTransitions: ["cancelled"] } },
    [`GET ${path}`]: { body: { allowed: true, refund: "15.00", fee: "12.50", reason: "It is late." } },
    [`POST ${path}`]: {
      status: 409,
      body: { message: "changed", code: "fee_changed", preview: { fee: "0.00", refund: "0.00" } },
    },
  });
  const { user } = renderScreen(page, { at: `/tracking/${order.id}` });
  await user.click(await screen.findByRole("button", { name: "Cancel order" }));
  const dialog = within(screen.getByRole("dialog", { name: "Cancel this order?" }));
  expect(await dialog.findByText(/CHF 12\.50 is kept/)).toBeVisible();
  server.setHandlers({ [`GET ${path}`]: { status: 503, body: { message: "Busy.", code: "database_busy" } } });

  await user.click(dialog.getByRole("button", { name: "Cancel order" }));

  expect(await dialog.findByText("Busy.")).toBeVisible();
  expect(dialog.queryByText(/is kept/)).not.toBeInTheDocument();
  server.setHandlers({
    [`GET ${path}`]: { body: { allowed: true, refund: "0.00", fee: "0.00", reason: "All of it has come back." } },
  });
  await user.click(dialog.getByRole("button", { name: "Try again" }));
  expect(await dialog.findByText("All of it has come back.")).toBeVisible();
  expect(dialog.queryByText("It is late.")).not.toBeInTheDocument();
  expect(dialog.getByText("This has changed since you looked. Please decide again.")).toBeVisible();
});

test("sends a message, and keeps it when it could not be sent", async () => {
  const path = `/api/orders/${order.id}/messages`;
  const server = serve({
    ...session,
    [ORDER]: { body: order },
    [`GET ${path}`]: { body: [] },
    [`POST ${path}`]: { status: 500, body: "" },
  });
  const { user } = renderScreen(page, { at: `/tracking/${order.id}` });

  await user.click(await screen.findByRole("button", { name: "Message" }));
  const dialog = within(screen.getByRole("dialog", { name: "Messages with Bruno" }));
  await enter(user, await dialog.findByRole("textbox", { name: "Your message" }), "The door code is 12.");
  await user.click(dialog.getByRole("button", { name: "Send" }));
  expect(await screen.findByText("Message not sent")).toBeVisible();
  expect(dialog.getByRole("textbox", { name: "Your message" })).toHaveValue("The door code is 12.");

  const sent = {
    id: "m1",
    body: "The door code is 12.",
    photoUrl: null,
    sentAt: new Date().toISOString(),
    mine: true,
    senderName: "Alice M.",
  };
  server.setHandlers({ [`POST ${path}`]: { status: 201, body: sent }, [`GET ${path}`]: { body: [sent] } });
  await user.click(dialog.getByRole("button", { name: "Send" }));

  expect(await within(dialog.getByRole("log")).findByText("The door code is 12.")).toBeVisible();
  const keys = server.callsOf(`POST ${path}`).map((call) => call.headers.get("Idempotency-Key"));
  expect(new Set(keys).size).toBe(1);
});

test("a completed order can be rated on the spot", async () => {
  serve({ ...session, [ORDER]: { body: { ...order, status: "completed", reviewable: true } } });
  renderScreen(page, { at: `/tracking/${order.id}` });

  expect(await screen.findByRole("heading", { name: "How was your laundry?" })).toBeVisible();
  expect(await screen.findByRole("radio", { name: "5 of 5 stars, Excellent" })).toBeVisible();
});

test("back from the bank it asks how the payment stands, says so and cleans the address", async () => {
  const server = serve({
    ...session,
    [ORDER]: { body: { ...order, status: "confirmed" } },
    [`POST /api/orders/${order.id}/payment-return`]: { body: { ...order, status: "confirmed" } },
  });
  const { container } = renderScreen(page, {
    at: `/tracking/${order.id}?payment_intent=pi_1&payment_intent_client_secret=s&redirect_status=succeeded`,
  });

  expect(await screen.findByText("Payment Successful")).toBeVisible();
  await waitFor(() => expect(addressNow(container)).toBe(`/tracking/${order.id}`));
  expect(server.callsOf(`POST /api/orders/${order.id}/payment-return`)).toHaveLength(1);
});

test("back from the bank without an answer it says so until the payment was asked for", async () => {
  const server = serve({
    ...session,
    [ORDER]: { body: { ...order, status: "confirmed" } },
    [`GET /api/orders/${order.id}/handovers`]: { body: [] },
    [`POST /api/orders/${order.id}/payment-return`]: { status: 503, body: { message: "Busy.", code: "database_busy" } },
  });
  const { user } = renderScreen(page, {
    at: `/tracking/${order.id}?payment_intent=pi_1&payment_intent_client_secret=s&redirect_status=succeeded`,
  });
  const main = within(screen.getByRole("main"));

  expect(await main.findByRole("alert")).toHaveTextContent("We could not check the status of your paymentBusy.");
  server.setHandlers({ [`POST /api/orders/${order.id}/payment-return`]: { body: { ...order, status: "confirmed" } } });
  await user.click(main.getByRole("button", { name: "Try again" }));

  expect(await screen.findByText("Payment Successful")).toBeVisible();
  expect(main.queryByRole("alert")).not.toBeInTheDocument();
});

test("an order that is not there, or not yours, is not found", async () => {
  serve({ ...session, [ORDER]: { status: 404, body: { message: "Not found.", code: "not_found" } } });
  renderScreen(page, { at: `/tracking/${order.id}` });

  expect(await screen.findByText("Order not found")).toBeVisible();
  expect(screen.getByText("The order you're looking for doesn't exist.")).toBeVisible();
  expect(screen.getByRole("link", { name: "Go Home" })).toHaveAttribute("href", "/");
});

test("who follows a link to an order's messages comes back to them after signing in", async () => {
  serve({ [ORDER]: { status: 401, body: { message: "Please sign in.", code: "not_authenticated" } } });
  renderScreen(page, { at: `/tracking/${order.id}#messages` });

  const link = await screen.findByRole("link", { name: "Sign in" });
  expect(link).toHaveAttribute("href", `/login?next=${encodeURIComponent(`/tracking/${order.id}#messages`)}`);
});

test("a visitor is asked to sign in for an order", async () => {
  serve({ [ORDER]: { status: 401, body: { message: "Please sign in.", code: "not_authenticated" } } });
  renderScreen(page, { at: `/tracking/${order.id}` });

  expect(await screen.findByRole("link", { name: "Sign in" })).toHaveAttribute(
    "href",
    `/login?next=%2Ftracking%2F${order.id}`,
  );
});

test("without an id the newest order in progress is shown", async () => {
  const done = makeOrder({ id: "55555555-5555-4555-8555-555555555555", status: "completed" });
  serve({ ...session, [`GET /api/orders/customer/${alice.id}`]: { body: [done, order] }, [ORDER]: { body: order } });
  renderScreen(page, { at: "/tracking" });

  expect(await screen.findByText("Bruno K. is on the way")).toBeVisible();
});

test("an order that is completed on screen is not exchanged for the sample", async () => {
  const list = `GET /api/orders/customer/${alice.id}`;
  const server = serve({ ...session, [list]: { body: [order] }, [ORDER]: { body: order } });
  renderScreen(
    <>
      {page}
      <LiveStream />
    </>,
    { at: "/tracking" },
  );
  await screen.findByText("Bruno K. is on the way");
  const done = { ...order, status: "completed" };
  server.setHandlers({ [list]: { body: [done] }, [ORDER]: { body: done } });

  await userEvent.click(screen.getByRole("button", { name: "News" }));

  expect(await screen.findByText("Order Completed")).toBeVisible();
  await waitFor(() => expect(server.callsOf(list)).toHaveLength(2));
  expect(screen.queryByText("Sample order")).not.toBeInTheDocument();
});

test("a list that cannot be loaded is said, and no sample stands in for it", async () => {
  serve({
    ...session,
    [`GET /api/orders/customer/${alice.id}`]: { status: 503, body: { message: "Busy.", code: "database_busy" } },
  });
  renderScreen(page, { at: "/tracking" });

  expect(await screen.findByText("Busy.")).toBeVisible();
  expect(screen.getByRole("button", { name: "Try again" })).toBeVisible();
  expect(screen.queryByText("Sample order")).not.toBeInTheDocument();
});

test("without an id and without an account the sample is shown, as a sample", async () => {
  serve();
  const { container } = renderScreen(page, { at: "/tracking" });

  expect(await screen.findByText("Sample order")).toBeVisible();
  // The sample order has no dates to add to a calendar.
  expect(screen.queryByRole("link", { name: "Add to calendar" })).not.toBeInTheDocument();
  expect(screen.getByText("5 minutes away")).toBeVisible();
  expect(screen.getByText(/Today, 8:00 PM/)).toBeVisible();
  expect(screen.queryByRole("button", { name: "Message" })).not.toBeInTheDocument();
  expect(await axeViolations(container)).toEqual([]);
});

test("late in the evening, too, the sample's steps come before it is completed", async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-11-20T21:30:00Z") });
  try {
    serve();
    renderScreen(page, { at: "/tracking" });

    expect(await screen.findByText("Today, 19:33")).toBeVisible();
    expect(screen.queryByText(/Today, 2[0-3]:/)).toBeNull();
  } finally {
    vi.useRealTimers();
  }
});
