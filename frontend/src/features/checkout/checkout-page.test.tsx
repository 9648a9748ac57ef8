import { act, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { stubStripe } from "@/paying/test-stripe";
import { addressNow, axeViolations } from "@/test/render";
import { config, makeOrder, never, nothingAsked, serve } from "@/test/server";

import { NOW, ORDER, PAGE, readyToPay, serveCheckout, show, unpaid } from "./test-checkout";

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: NOW });
  vi.stubGlobal("matchMedia", () => ({ matches: false, addEventListener: vi.fn(), removeEventListener: vi.fn() }));
});
afterEach(() => {
  vi.useRealTimers();
});

test("shows what is paid, for how long the reservation is held, and that payments are tests", async () => {
  const stripe = stubStripe();
  const server = serveCheckout();

  const { container } = await readyToPay();

  expect(screen.getByText("Standard wash and fold")).toBeVisible();
  expect(screen.getAllByText("CHF 25.00")).toHaveLength(2);
  expect(screen.getByText("CHF 2.50")).toBeVisible();
  expect(screen.getByText("CHF 27.50")).toBeVisible();
  expect(screen.getByText("Today, 14:00-15:00")).toBeVisible();
  expect(screen.getByText("Bruno K.")).toBeVisible();
  expect(screen.getByText("Your place is held for 14:32")).toBeVisible();
  expect(screen.getByText("Test payments")).toBeVisible();
  expect(stripe.keys).toEqual(["pk_test_1"]);
  expect(stripe.options[0]).toMatchObject({ clientSecret: "pi_1_secret_2", locale: "en" });
  expect(server.callsOf("POST /api/create-payment-intent").map((call) => call.body)).toEqual([
    { amount: 27.5, orderId: unpaid.id },
  ]);
  expect(await axeViolations(container)).toEqual([]);
});

test("begins with what is paid on one line, which opens, and how", async () => {
  stubStripe();
  serveCheckout();
  const { user } = await readyToPay();

  const line = screen.getByRole("button", {
    name: "Order summary: Bruno K. · Today, 14:00-15:00 · CHF 27.50",
    expanded: false,
  });
  await screen.findByRole("heading", { name: "What happens next" });
  const titles = screen.getAllByRole("heading").map(({ textContent }) => textContent);
  expect(titles).toEqual(["Checkout", "Order summary", "Card payment", "What happens next"]);

  await user.click(line);

  expect(line).toHaveAttribute("aria-expanded", "true");
});

test("the tick that saves the card stands between the card and the button", async () => {
  stubStripe();
  serveCheckout();
  await readyToPay();

  const tick = screen.getByRole("checkbox");
  const pay = screen.getByRole("button", { name: "Pay 27.50 CHF" });
  const notes = await screen.findByRole("heading", { name: "What happens next" });

  expect(tick.compareDocumentPosition(pay)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  expect(pay.compareDocumentPosition(notes)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
});

test("real payments carry no mark", async () => {
  stubStripe();
  serveCheckout(unpaid, { "GET /api/config": { body: { ...config, testPayments: false } } });

  await readyToPay();

  expect(screen.queryByText("Test payments")).not.toBeInTheDocument();
});

test("the button waits for the card form", async () => {
  const stripe = stubStripe({ ready: false });
  serveCheckout();
  show();

  expect(await screen.findByRole("button", { name: "Pay 27.50 CHF" })).toBeDisabled();
  expect(screen.getByText("Loading the payment form...")).toBeInTheDocument();
  act(stripe.ready);

  expect(screen.getByRole("button", { name: "Pay 27.50 CHF" })).toBeEnabled();
});

test("without a key it says that payments are not configured, and asks for nothing else", async () => {
  const server = serveCheckout(unpaid, { "GET /api/config": { body: { ...config, stripePublishableKey: null } } });

  const { container } = show();

  expect(await screen.findByText("Payment Processing Not Configured")).toBeVisible();
  expect(screen.getByRole("link", { name: "Back to Home" })).toHaveAttribute("href", "/");
  expect(server.callsOf("POST /api/create-payment-intent")).toEqual([]);
  expect(await axeViolations(container)).toEqual([]);
});

test("without an id there is no order", async () => {
  const server = serve();

  const { container } = show("/checkout");

  expect(screen.getByText("No order found")).toBeVisible();
  expect(server.calls.filter(({ path }) => !path.startsWith("/api/auth/"))).toEqual([]);
  expect(await axeViolations(container)).toEqual([]);
});

test("an order of somebody else is no order", async () => {
  serveCheckout(unpaid, { [ORDER]: { status: 404, body: { message: "Not found.", code: "not_found" } } });

  show();

  expect(await screen.findByText("No order found")).toBeVisible();
});

test("a visitor is asked to sign in, and comes back here", async () => {
  const server = serve();

  const { container } = show();

  expect(await screen.findByRole("link", { name: "Sign in" })).toHaveAttribute(
    "href",
    `/login?next=${encodeURIComponent(PAGE)}`,
  );
  expect(server.callsOf(ORDER)).toEqual([]);
  expect(await axeViolations(container)).toEqual([]);
});

test("settings that cannot be read are said although the order is there, and can be asked for again", async () => {
  stubStripe();
  const server = serveCheckout(unpaid, { "GET /api/config": { status: 500, body: "" } });
  const { user } = show();
  expect(await screen.findByText("The order could not be loaded.")).toBeVisible();

  server.setHandlers({ "GET /api/config": { body: config } });
  await user.click(screen.getByRole("button", { name: "Try again" }));

  await waitFor(() => expect(screen.getByRole("button", { name: "Pay 27.50 CHF" })).toBeEnabled());
});

test("settings that are known stay, though they cannot be read again", async () => {
  stubStripe();
  const server = serveCheckout();
  const { user } = await readyToPay();

  server.setHandlers({ "GET /api/config": { status: 500, body: "" } });
  await user.click(screen.getByRole("button", { name: "News of the settings" }));
  await waitFor(() => expect(server.callsOf("GET /api/config")).toHaveLength(2));
  await nothingAsked();

  expect(screen.getByRole("button", { name: "Pay 27.50 CHF" })).toBeEnabled();
});

test("while the order loads it says so", async () => {
  serveCheckout(unpaid, { [ORDER]: never });

  const { container } = show();

  expect((await screen.findAllByText("Loading your order...")).length).toBeGreaterThan(0);
  expect(await axeViolations(container)).toEqual([]);
});

test("an order that could not be loaded can be tried again", async () => {
  stubStripe();
  const server = serveCheckout(unpaid, { [ORDER]: { status: 500, body: "" } });
  const { user } = show();
  expect(await screen.findByText("The order could not be loaded.")).toBeVisible();

  server.setHandlers({ [ORDER]: { body: unpaid } });
  await user.click(screen.getByRole("button", { name: "Try again" }));

  await waitFor(() => expect(screen.getByRole("button", { name: "Pay 27.50 CHF" })).toBeEnabled());
});

test("an order that is cancelled while its checkout is open says so", async () => {
  stubStripe();
  const server = serveCheckout();
  const { user } = await readyToPay();

  server.setHandlers({
    [ORDER]: { body: { ...unpaid, status: "cancelled", cancellationReason: "Payment not completed." } },
  });
  await user.click(screen.getByRole("button", { name: "News of the order" }));

  expect(await screen.findByText("Payment not completed.")).toBeVisible();
  expect(screen.queryByRole("button", { name: /^Pay/ })).not.toBeInTheDocument();
});

test("an order that is paid already leads to its tracking", async () => {
  serveCheckout(makeOrder({ id: unpaid.id }));

  const { container } = show();

  await waitFor(() => expect(addressNow(container)).toBe(`/tracking/${unpaid.id}`));
});
