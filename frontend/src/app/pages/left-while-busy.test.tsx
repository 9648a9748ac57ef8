import { screen, waitFor, within } from "@testing-library/react";
import type { ReactElement } from "react";
import { Link, Route, Routes } from "react-router-dom";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { CarePage } from "@/features/profile/care-page";
import { settlePayment } from "@/api/payments/use-payment";
import { NOW, order, PAGE, serveBooking, street } from "@/features/booking/test-booking";
import { ONE, openFor } from "@/test/recurring-page";
import { addressNow, enter, renderScreen } from "@/test/render";
import { alice, makeCare, makeOrder, nothingAsked, serve, signedIn } from "@/test/server";

import { BookingPage } from "./booking-page";
import { RecurringPage } from "./recurring-page";
import { TrackingPage } from "./tracking-page";

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: NOW });
});
afterEach(() => {
  vi.useRealTimers();
});

type Reply = { status?: number; body: unknown };

/** A reply that is given when the test says so. */
function held(): { handler: () => Promise<Reply>; give: (reply: Reply) => void } {
  let give: (reply: Reply) => void = () => undefined;
  const reply = new Promise<Reply>((resolve) => (give = resolve));
  return { handler: () => reply, give: (given) => give(given) };
}

const pages: ReactElement = (
  <>
    <Link to="/services">Leave</Link>
    <Link to={PAGE}>Book</Link>
    <Routes>
      <Route path="/booking" element={<BookingPage />} />
      <Route path="/tracking/:orderId" element={<TrackingPage />} />
      <Route path="/profile/care" element={<CarePage />} />
      <Route path="/recurring" element={<RecurringPage />} />
      <Route path="*" element={<h1>Another page</h1>} />
    </Routes>
  </>
);

async function confirmAndLeave(): Promise<ReturnType<typeof renderScreen> & { give: (reply: Reply) => void }> {
  const placing = held();
  const server = serveBooking({
    "POST /api/orders": placing.handler,
    [`POST /api/orders/${order.id}/payment-return`]: { body: makeOrder({ id: order.id }) },
  });
  const view = renderScreen(pages, { at: PAGE });
  await screen.findByRole("button", { name: "Confirm Booking" });
  await enter(view.user, street(), "Bahnhofstrasse 1");
  await view.user.click(screen.getByRole("button", { name: "Confirm Booking" }));
  await waitFor(() => expect(server.callsOf("POST /api/orders")).toHaveLength(1));
  await view.user.click(screen.getByRole("link", { name: "Leave" }));
  await screen.findByRole("heading", { name: "Another page" });
  return { ...view, give: placing.give };
}

test("who leaves the form while it books is told, stays where they are, and goes on with one tap", async () => {
  const { user, container, give } = await confirmAndLeave();

  give({ status: 201, body: order });

  expect(await screen.findByText("This order is waiting for your payment.")).toBeVisible();
  expect(addressNow(container)).toBe("/services");

  await user.click(screen.getByRole("button", { name: "Go on" }));

  expect(addressNow(container)).toBe(`/checkout/${order.id}`);
});

test.each([
  ["goes with the payment", "", ""],
  ["stays if it was filled in further", " c/o Meier", "Bahnhofstrasse 1 c/o Meier"],
])("the form that was left while it books %s", async (_, further, left) => {
  const { user, give } = await confirmAndLeave();
  if (further !== "") {
    await user.click(screen.getByRole("link", { name: "Book" }));
    await enter(user, await screen.findByLabelText("Street address"), further);
    await user.click(screen.getByRole("link", { name: "Leave" }));
    await screen.findByRole("heading", { name: "Another page" });
  }
  give({ status: 201, body: order });
  await screen.findByText("This order is waiting for your payment.");

  await settlePayment(order.id);

  await user.click(screen.getByRole("link", { name: "Book" }));
  expect(await screen.findByLabelText("Street address")).toHaveValue(left);
});

test("who leaves the form while it books is told why it did not", async () => {
  const { container, give } = await confirmAndLeave();

  const existingPickup = {
    orderId: makeOrder().id,
    recurringBookingId: null,
    providerName: "Nora B.",
    pickupTime: makeOrder().pickupTime,
  };
  give({ status: 409, body: { message: "You have a pickup at that hour.", code: "pickup_exists", existingPickup } });

  expect(await screen.findByRole("alert")).toHaveTextContent("ErrorYou have a pickup at that hour.");
  expect(addressNow(container)).toBe("/services");
});

test("a refusal is said though its dialog was closed while it was busy", async () => {
  const booked = makeOrder({ allowedTransitions: ["cancelled"] });
  const path = `/api/orders/${booked.id}/cancellation`;
  const cancelling = held();
  serve({
    "GET /api/auth/session": { body: signedIn },
    [`GET /api/orders/${booked.id}`]: { body: booked },
    [`GET /api/orders/customer/${alice.id}`]: { body: [booked] },
    [`GET ${path}`]: { body: { allowed: true, refund: "27.50", fee: "0.00", reason: "free" } },
    [`POST ${path}`]: cancelling.handler,
  });
  const { user } = renderScreen(pages, { at: `/tracking/${booked.id}` });
  await user.click(await screen.findByRole("button", { name: "Cancel order" }));
  const dialog = within(screen.getByRole("dialog"));
  await user.click(await dialog.findByRole("button", { name: "Cancel order" }));
  await user.click(dialog.getByRole("button", { name: "Close" }));

  cancelling.give({ status: 409, body: { message: "Somebody was faster.", code: "conflict" } });

  expect(await screen.findByText("Somebody was faster.")).toBeVisible();
});

test("who leaves the care profile while it is saved reads that it is, and stays where they are", async () => {
  const saving = held();
  const server = serve({
    "GET /api/auth/session": { body: signedIn },
    "GET /api/profile/care": { body: makeCare() },
    "PUT /api/profile/care": saving.handler,
  });
  const { user, container } = renderScreen(pages, { at: "/profile/care" });
  await user.click(await screen.findByRole("button", { name: "Save" }));
  await waitFor(() => expect(server.callsOf("PUT /api/profile/care")).toHaveLength(1));
  await user.click(screen.getByRole("link", { name: "Leave" }));

  saving.give({ body: makeCare() });

  expect(await screen.findByText("Your care profile is saved")).toBeVisible();
  await nothingAsked();
  expect(addressNow(container)).toBe("/services");
});

test("who leaves the recurring bookings while a card is changed is told why it was not", async () => {
  const changing = held();
  const { user, server } = openFor(pages, { [`PATCH ${ONE}`]: changing.handler });
  await user.click(await screen.findByRole("button", { name: "Change card" }));
  const dialog = within(await screen.findByRole("dialog"));
  await user.click(await dialog.findByRole("radio", { name: /Mastercard/ }));
  await user.click(dialog.getByRole("button", { name: "Change card" }));
  await waitFor(() => expect(server.callsOf(`PATCH ${ONE}`)).toHaveLength(1));
  await user.click(dialog.getByRole("button", { name: "Close" }));
  await user.click(screen.getByRole("link", { name: "Leave" }));

  changing.give({ status: 409, body: { message: "Stripe no longer knows this card.", code: "card_not_usable" } });

  expect(await screen.findByText("Stripe no longer knows this card.")).toBeVisible();
});
