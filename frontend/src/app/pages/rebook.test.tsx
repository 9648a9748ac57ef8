import { screen, waitFor, within } from "@testing-library/react";
import { Route, Routes } from "react-router-dom";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import type { Order, PaymentMethod } from "@/api/types";
import { RebookList } from "@/features/rebook/rebook-list";
import { loadMessages } from "@/i18n/i18n";
import { stubStripe, type TestStripe } from "@/paying/test-stripe";
import { restorePage } from "@/test/navigation";
import { addressNow, axeViolations, renderScreen } from "@/test/render";
import { makeDetails, makeOrder, makeSuggestion, never, serve, signedIn, type TestServer } from "@/test/server";

const NOW = new Date("2026-11-20T09:00:00Z");
const suggestion = makeSuggestion();
const provider = makeDetails({ nextFreeTimes: ["2026-11-20T13:00:00Z", "2026-11-23T08:00:00Z"] });
const visa: PaymentMethod = {
  id: "c1",
  brand: "visa",
  last4: "4242",
  expMonth: 12,
  expYear: 2040,
  isDefault: true,
  isExpired: false,
};
const home = {
  id: "a1",
  label: "Home",
  street: "Bahnhofstrasse 1",
  city: "Zurich",
  postalCode: "8001",
  isDefault: true,
};
const unpaid = makeOrder({
  id: "33333333-3333-4333-8333-33333333ffff",
  status: "pending",
  paymentStatus: "unpaid",
  holdExpiresAt: "2026-11-20T09:14:00Z",
});
const paid: Order = { ...unpaid, status: "confirmed", paymentStatus: "paid" };
const CARD = { name: /^Again: Bruno K\. ?, ?10 kg, Home ?, ?Mon 09:00, CHF 27\.50$/ };
const PAY = { name: "Pay CHF 27.50" };

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: NOW });
  window.sessionStorage.clear();
  window.localStorage.clear();
  await loadMessages("rebook", "payment");
});
afterEach(() => {
  vi.useRealTimers();
});

function serveSuggestions(handlers: Parameters<typeof serve>[0] = {}): TestServer {
  return serve({
    "GET /api/auth/session": { body: signedIn },
    "GET /api/orders/again": { body: [suggestion] },
    "GET /api/addresses": { body: [home] },
    "GET /api/payment-methods": { body: [visa] },
    [`GET /api/providers/details/${provider.id}`]: { body: provider },
    "POST /api/orders": { status: 201, body: unpaid },
    [`GET /api/orders/${unpaid.id}`]: { body: unpaid },
    "POST /api/create-payment-intent": { body: { clientSecret: "pi_1_secret_2", canSaveCard: true } },
    [`POST /api/orders/${unpaid.id}/payment-return`]: { body: paid },
    ...handlers,
  });
}

const show = (): ReturnType<typeof renderScreen> =>
  renderScreen(
    <Routes>
      <Route path="/" element={<RebookList />} />
      <Route path="*" element={<h1>Another page</h1>} />
    </Routes>,
  );

async function opened(card: { name: RegExp } = CARD): Promise<ReturnType<typeof renderScreen>> {
  const view = show();
  await view.user.click(await screen.findByRole("button", card));
  await waitFor(() => expect(screen.getByRole("dialog", { name: "Again: Bruno K." })).toBeVisible());
  return view;
}

const payable = (): Promise<HTMLElement> => screen.findByRole("button", PAY);

test("a weekday that is not the next one of its name is named with its date", async () => {
  serveSuggestions({ "GET /api/orders/again": { body: [{ ...suggestion, pickupTime: "2026-11-27T08:00:00Z" }] } });
  show();

  expect(await screen.findByRole("button", { name: /Fri 27 Nov, 09:00, CHF 27\.50$/ })).toBeVisible();
});

test("two taps book the same again and pay it with the default card", async () => {
  const stripe = stubStripe();
  const server = serveSuggestions();
  const { user, container } = await opened();
  const sheet = within(screen.getByRole("dialog"));
  expect(await sheet.findByText("Visa •••• 4242")).toBeVisible();
  expect(sheet.getByRole("radio", { name: "Mon 23 Nov 09:00" })).toBeChecked();
  expect(sheet.getByText("Home (Bahnhofstrasse 1, Zurich 8001)")).toBeVisible();
  expect(sheet.getByText("Thu 26 Nov")).toBeVisible();
  expect(await axeViolations(container)).toEqual([]);

  await user.click(await payable());

  await waitFor(() => expect(addressNow(container)).toBe(`/tracking/${unpaid.id}`));
  expect(server.callsOf("POST /api/orders").map(({ body }) => body)).toEqual([
    {
      customerId: signedIn.user?.id,
      providerId: provider.id,
      serviceType: "standard",
      weight: "10.0",
      pickupAddress: suggestion.pickupAddress,
      deliveryAddress: suggestion.deliveryAddress,
      pickupTime: suggestion.pickupTime,
      specialInstructions: "",
      expectedTotal: "27.50",
      refuseSecondPickup: true,
    },
  ]);
  expect(server.callsOf("POST /api/create-payment-intent").at(-1)?.body).toEqual({
    amount: 27.5,
    orderId: unpaid.id,
    paymentMethodId: "c1",
  });
  expect(stripe.confirmPayment).toHaveBeenCalledOnce();
});

test("the pickup that exists is named, and its hour is not offered", async () => {
  const existingPickup = {
    orderId: "33333333-3333-4333-8333-33333333aaaa",
    recurringBookingId: null,
    providerName: "Nora K.",
    pickupTime: "2026-11-23T08:00:00Z",
  };
  serveSuggestions({
    "GET /api/orders/again": {
      body: [makeSuggestion({ pickupTime: "2026-11-30T08:00:00Z", existingPickup })],
    },
  });
  await opened({ name: /Mon 30 Nov, 09:00, CHF 27\.50$/ });

  const sheet = within(screen.getByRole("dialog"));
  expect(sheet.getByText(/^You have this pickup already: Nora K\., Mon 23 Nov, 09:00-10:00/)).toBeVisible();
  expect(sheet.getByRole("link", { name: "Open" })).toHaveAttribute("href", `/tracking/${existingPickup.orderId}`);
  expect(sheet.getByRole("radio", { name: "Mon 30 Nov 09:00" })).toBeChecked();
  expect(await sheet.findByRole("radio", { name: "Today 14:00" })).toBeVisible();
  expect(sheet.queryByRole("radio", { name: "Mon 23 Nov 09:00" })).not.toBeInTheDocument();
});

test("a declined card is said in the sheet; pressed again it is the same order, and another way is one tap away", async () => {
  const stripe: TestStripe = stubStripe();
  stripe.confirmPayment.mockResolvedValueOnce({ error: { code: "card_declined", message: "Your card was declined." } });
  const server = serveSuggestions();
  const { user, container } = await opened();
  await user.click(await payable());

  const sheet = within(await screen.findByRole("dialog"));
  expect(await sheet.findByText("Your card was declined.")).toBeVisible();
  expect(sheet.getByRole("link", { name: "Pay another way" })).toHaveAttribute("href", `/checkout/${unpaid.id}`);

  await user.click(await payable());

  await waitFor(() => expect(addressNow(container)).toBe(`/tracking/${unpaid.id}`));
  expect(server.callsOf("POST /api/orders")).toHaveLength(1);
  expect(stripe.confirmPayment).toHaveBeenCalledTimes(2);
});

test("by the browser's Back from a bank's page the sheet opens again with the order that was placed", async () => {
  const stripe: TestStripe = stubStripe();
  stripe.confirmPayment.mockImplementationOnce(never);
  const server = serveSuggestions({ [`POST /api/orders/${unpaid.id}/payment-return`]: { body: unpaid } });
  const { user, container } = await opened();
  await user.click(await payable());
  await waitFor(() => expect(stripe.confirmPayment).toHaveBeenCalledOnce());

  restorePage();

  const sheet = within(await screen.findByRole("dialog"));
  expect(await sheet.findByText("The payment could not be completed. Please try again.")).toBeVisible();
  expect(sheet.getByRole("link", { name: "Pay another way" })).toHaveAttribute("href", `/checkout/${unpaid.id}`);

  server.setHandlers({ [`POST /api/orders/${unpaid.id}/payment-return`]: { body: paid } });
  await user.click(await payable());
  await waitFor(() => expect(addressNow(container)).toBe(`/tracking/${unpaid.id}`));
  expect(server.callsOf("POST /api/orders")).toHaveLength(1);
});

test("by the browser's Back from a bank's page where it was paid, the order follows", async () => {
  const stripe: TestStripe = stubStripe();
  stripe.confirmPayment.mockImplementationOnce(never);
  serveSuggestions();
  const { user, container } = await opened();
  await user.click(await payable());
  await waitFor(() => expect(stripe.confirmPayment).toHaveBeenCalledOnce());

  restorePage();

  await waitFor(() => expect(addressNow(container)).toBe(`/tracking/${unpaid.id}`));
});

test("an hour that is gone is said, and nothing takes its place by itself", async () => {
  const server = serveSuggestions({
    "POST /api/orders": { status: 409, body: { message: "This time is fully booked.", code: "slot_full" } },
  });
  const { user } = await opened();
  server.setHandlers({ "GET /api/orders/again": { body: [{ ...suggestion, pickupTime: "2026-11-30T08:00:00Z" }] } });
  await user.click(await payable());

  expect(await screen.findByText("This time is fully booked. Please choose another time.")).toBeVisible();
  await waitFor(() => expect(screen.getByRole("radio", { name: "Mon 30 Nov 09:00" })).not.toBeChecked());
  expect(screen.queryByRole("radio", { checked: true })).not.toBeInTheDocument();

  server.setHandlers({ "POST /api/orders": { status: 201, body: unpaid } });
  await user.click(await payable());
  expect(await screen.findByText("Please choose a pickup time.")).toBeVisible();
  expect(server.callsOf("POST /api/orders")).toHaveLength(1);
});

test.each([
  ["not_served", "Bruno does not come to this address."],
  ["too_many_unpaid_orders", "You have three unpaid orders."],
])("an error (%s) stands in the sheet", async (code, message) => {
  serveSuggestions({ "POST /api/orders": { status: 409, body: { message, code } } });
  const { user } = await opened();

  await user.click(await payable());

  expect(await within(screen.getByRole("dialog")).findByText(message)).toBeVisible();
  const hasLink = screen.queryByRole("link", { name: "See your unpaid orders" }) !== null;
  expect(hasLink).toBe(code === "too_many_unpaid_orders");
});

test("another price than the one that was read is never charged by the same tap", async () => {
  const stripe = stubStripe();
  serveSuggestions({
    "POST /api/orders": { status: 201, body: { ...unpaid, totalAmount: "30.00" } },
    [`GET /api/orders/${unpaid.id}`]: { body: { ...unpaid, totalAmount: "30.00" } },
  });
  const { user, container } = await opened();
  await user.click(await payable());

  expect(await screen.findByText("The price is CHF 30.00 now. Press again to pay it.")).toBeVisible();
  expect(stripe.confirmPayment).not.toHaveBeenCalled();

  await user.click(screen.getByRole("button", { name: "Pay CHF 30.00" }));
  await waitFor(() => expect(addressNow(container)).toBe(`/tracking/${unpaid.id}`));
});

test("a price that has changed since it was read is named, and nothing is booked before another tap", async () => {
  const price = { serviceAmount: "27.50", platformFee: "2.50", totalAmount: "30.00" };
  const message = "The price has changed since you looked. It is now CHF 30.00. Please confirm again.";
  const server = serveSuggestions({
    "POST /api/orders": { status: 409, body: { message, code: "price_changed", price } },
  });
  const { user } = await opened();
  await user.click(await payable());

  expect(await within(screen.getByRole("dialog")).findByRole("alert")).toHaveTextContent(
    "The price has changed since you looked. It is now CHF 30.00 instead of CHF 27.50. Please confirm again.",
  );
  await user.click(screen.getByRole("button", { name: "Pay CHF 30.00" }));
  await waitFor(() => expect(server.callsOf("POST /api/orders")).toHaveLength(2));
  expect(server.callsOf("POST /api/orders")[1]?.body).toMatchObject({ expectedTotal: "30.00" });
});

test.each([
  ["without a saved card", "Continue to payment", []],
  ["for another card", "Another card", [visa]],
])("%s the checkout follows", async (_, name, cards) => {
  serveSuggestions({ "GET /api/payment-methods": { body: cards } });
  const { user, container } = await opened();

  await user.click(await screen.findByRole("button", { name }));

  await waitFor(() => expect(addressNow(container)).toBe(`/checkout/${unpaid.id}`));
});

test("everything can be changed in the form, which is filled in", async () => {
  serveSuggestions();
  const { user, container } = await opened();

  await user.click(screen.getByRole("link", { name: "Change anything" }));

  await waitFor(() =>
    expect(addressNow(container)).toBe(`/booking?providerId=${provider.id}&again=${suggestion.orderId}`),
  );
});

test("who has booked nothing sees nothing, and a visitor asks nothing", async () => {
  const server = serveSuggestions({ "GET /api/orders/again": { body: [] } });
  const { container, unmount } = show();
  await waitFor(() => expect(server.callsOf("GET /api/orders/again")).toHaveLength(1));
  await waitFor(() => expect(container.querySelector("main")).toBeEmptyDOMElement());
  unmount();

  const visit = serve();
  show();
  await waitFor(() => expect(visit.callsOf("GET /api/auth/session")).toHaveLength(1));
  expect(visit.callsOf("GET /api/orders/again")).toEqual([]);
});

test("a list that cannot be loaded can be tried again", async () => {
  const server = serveSuggestions({ "GET /api/orders/again": { status: 500, body: "oops" } });
  const { user } = show();
  await screen.findByRole("alert");

  server.setHandlers({ "GET /api/orders/again": { body: [suggestion] } });
  await user.click(screen.getByRole("button", { name: "Try again" }));

  expect(await screen.findByRole("button", CARD)).toBeVisible();
});

/** A reply that is given when the test says so. */
function held(): {
  handler: () => Promise<{ status?: number; body: unknown }>;
  give: (body: unknown, status?: number) => void;
} {
  let give: (reply: { status?: number; body: unknown }) => void = () => undefined;
  const reply = new Promise<{ status?: number; body: unknown }>((resolve) => (give = resolve));
  return { handler: () => reply, give: (body, status = 200) => give({ status, body }) };
}

test("who closes the sheet while it books pays as pressed, is told, and stays where they are", async () => {
  const stripe = stubStripe();
  const placing = held();
  const server = serveSuggestions({ "POST /api/orders": placing.handler });
  const { user, container } = await opened();
  await user.click(await payable());
  await waitFor(() => expect(server.callsOf("POST /api/orders")).toHaveLength(1));

  await user.click(screen.getByRole("button", { name: "Close" }));
  placing.give(unpaid, 201);

  expect(await screen.findByText("Payment Successful")).toBeVisible();
  expect(stripe.confirmPayment).toHaveBeenCalledOnce();
  expect(addressNow(container)).toBe("/");

  await user.click(screen.getByRole("button", { name: "Open" }));

  expect(addressNow(container)).toBe(`/tracking/${unpaid.id}`);
});

test("who has closed the sheet is told of a declined card, and of the way to pay otherwise", async () => {
  const stripe = stubStripe();
  stripe.confirmPayment.mockResolvedValueOnce({ error: { code: "card_declined", message: "Your card was declined." } });
  const placing = held();
  const server = serveSuggestions({ "POST /api/orders": placing.handler });
  const { user, container } = await opened();
  await user.click(await payable());
  await waitFor(() => expect(server.callsOf("POST /api/orders")).toHaveLength(1));

  await user.click(screen.getByRole("button", { name: "Close" }));
  placing.give(unpaid, 201);

  expect(await screen.findByRole("alert")).toHaveTextContent("Payment FailedYour card was declined.");
  expect(addressNow(container)).toBe("/");

  await user.click(screen.getByRole("button", { name: "Pay another way" }));

  expect(addressNow(container)).toBe(`/checkout/${unpaid.id}`);
});

test("who has closed the sheet is told that the hour is gone", async () => {
  stubStripe();
  const placing = held();
  const server = serveSuggestions({ "POST /api/orders": placing.handler });
  const { user } = await opened();
  await user.click(await payable());
  await waitFor(() => expect(server.callsOf("POST /api/orders")).toHaveLength(1));

  await user.click(screen.getByRole("button", { name: "Close" }));
  placing.give({ message: "That time is full.", code: "slot_full" }, 409);

  expect(await screen.findByRole("alert")).toHaveTextContent(
    "Something went wrongThat time is full. Please choose another time.",
  );
});
