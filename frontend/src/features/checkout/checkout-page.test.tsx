import { act, screen, waitFor } from "@testing-library/react";
import type { ReactElement } from "react";
import { Route, Routes } from "react-router-dom";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { below, keys } from "@/api/keys";
import { useRefresh } from "@/api/refresh";
import type { Order } from "@/api/types";
import { stubStripe } from "@/paying/test-stripe";
import { addressNow, axeViolations, renderScreen } from "@/test/render";
import { config, makeOrder, never, serve, signedIn, type TestServer } from "@/test/server";

import { CheckoutPage } from "./checkout-page";

const NOW = new Date("2026-11-20T09:00:00Z");
const unpaid = makeOrder({ status: "pending", paymentStatus: "unpaid", holdExpiresAt: "2026-11-20T09:14:32Z" });
const PAGE = `/checkout/${unpaid.id}`;
const ORDER = `GET /api/orders/${unpaid.id}`;
const RETURN = `POST /api/orders/${unpaid.id}/payment-return`;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: NOW });
  vi.stubGlobal("matchMedia", () => ({ matches: false, addEventListener: vi.fn(), removeEventListener: vi.fn() }));
});
afterEach(() => {
  vi.useRealTimers();
});

function serveCheckout(order: Order = unpaid, handlers: Parameters<typeof serve>[0] = {}): TestServer {
  return serve({
    "GET /api/auth/session": { body: signedIn },
    [ORDER]: { body: order },
    "POST /api/create-payment-intent": { body: { clientSecret: "pi_1_secret_2" } },
    [RETURN]: { body: makeOrder({ id: order.id }) },
    ...handlers,
  });
}

/** What a live event does: the order is fetched again. */
function News(): ReactElement {
  const refresh = useRefresh();
  return <button onClick={() => void refresh(below(keys.order(unpaid.id)))}>News of the order</button>;
}

const show = (at = PAGE): ReturnType<typeof renderScreen> =>
  renderScreen(
    <>
      <Routes>
        <Route path="/checkout/:orderId?" element={<CheckoutPage />} />
        <Route path="*" element={<h1>Another page</h1>} />
      </Routes>
      <News />
    </>,
    { at },
  );

async function readyToPay(): Promise<ReturnType<typeof renderScreen>> {
  const view = show();
  await waitFor(() => expect(screen.getByRole("button", { name: "Pay 27.50 CHF" })).toBeEnabled());
  return view;
}

test("shows what is paid, for how long the place is held, and that payments are tests", async () => {
  const stripe = stubStripe();
  const server = serveCheckout();

  const { container } = await readyToPay();

  expect(screen.getByText("Standard Wash and Fold")).toBeVisible();
  expect(screen.getByText("CHF 25.00")).toBeVisible();
  expect(screen.getByText("CHF 2.50")).toBeVisible();
  expect(screen.getByText("CHF 27.50")).toBeVisible();
  expect(screen.getByText("Today, 14:00")).toBeVisible();
  expect(screen.getByText("Bruno K.")).toBeVisible();
  expect(screen.getByText("Your place is held for 14:32")).toBeVisible();
  expect(screen.getByText("Test payments")).toBeVisible();
  expect(stripe.keys).toEqual(["pk_test_1"]);
  expect(stripe.options[0]).toMatchObject({ clientSecret: "pi_1_secret_2", locale: "en" });
  expect(server.callsOf("POST /api/create-payment-intent").map((call) => call.body)).toEqual([{ amount: 27.5, orderId: unpaid.id }]);
  expect(await axeViolations(container)).toEqual([]);
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

test("pays, has the server look, says so and goes to tracking", async () => {
  const stripe = stubStripe();
  const server = serveCheckout();
  const { user, container } = await readyToPay();

  await user.click(screen.getByRole("button", { name: "Pay 27.50 CHF" }));

  await waitFor(() => expect(addressNow(container)).toBe(`/tracking/${unpaid.id}`));
  expect(screen.getByText("Payment Successful")).toBeVisible();
  expect(screen.getByText("Your order has been confirmed!")).toBeVisible();
  expect(stripe.confirmPayment).toHaveBeenCalledOnce();
  expect(stripe.confirmPayment.mock.calls[0]?.[0]).toMatchObject({
    confirmParams: { return_url: `${window.location.origin}/tracking/${unpaid.id}` },
    redirect: "if_required",
  });
  expect(server.callsOf(RETURN)).toHaveLength(1);
});

test("where the provider must still accept, the toast says that", async () => {
  stubStripe();
  serveCheckout(unpaid, { [RETURN]: { body: makeOrder({ id: unpaid.id, status: "pending", needsProviderAnswer: true }) } });
  const { user } = await readyToPay();

  await user.click(screen.getByRole("button", { name: "Pay 27.50 CHF" }));

  expect(await screen.findByText("Waiting for provider confirmation")).toBeVisible();
  expect(screen.getByText("Payment Successful")).toBeVisible();
});

test("while it pays the button cannot be pressed, and news of the order change nothing", async () => {
  const stripe = stubStripe();
  stripe.confirmPayment.mockImplementation(() => new Promise(() => undefined));
  const server = serveCheckout();
  const { user, container } = await readyToPay();

  await user.click(screen.getByRole("button", { name: "Pay 27.50 CHF" }));
  server.answer({ [ORDER]: { body: makeOrder({ id: unpaid.id }) } });
  const before = server.callsOf(ORDER).length;
  await user.click(screen.getByRole("button", { name: "News of the order" }));
  await waitFor(() => expect(server.callsOf(ORDER)).toHaveLength(before + 1));

  expect(screen.getByRole("button", { name: "Processing payment..." })).toBeDisabled();
  expect(addressNow(container)).toBe(PAGE);
  expect(await axeViolations(container)).toEqual([]);
});

test.each([
  { code: "card_declined", message: "Your card was declined." },
  { code: "incorrect_number", message: "Your card number is incorrect." },
  { code: "payment_intent_authentication_failure", message: "We are unable to authenticate your payment method." },
])("$code: says Stripe's message, stays, and can be tried again", async (error) => {
  const stripe = stubStripe();
  stripe.confirmPayment.mockResolvedValueOnce({ error });
  const server = serveCheckout();
  const { user, container } = await readyToPay();

  await user.click(screen.getByRole("button", { name: "Pay 27.50 CHF" }));

  expect(await screen.findByRole("alert")).toHaveTextContent(`Payment Failed${error.message}`);
  expect(addressNow(container)).toBe(PAGE);
  expect(server.callsOf(RETURN)).toEqual([]);
  expect(await axeViolations(container)).toEqual([]);

  await user.click(screen.getByRole("button", { name: "Pay 27.50 CHF" }));
  await waitFor(() => expect(addressNow(container)).toBe(`/tracking/${unpaid.id}`));
});

test("a payment that another tab has made already is not an error", async () => {
  const stripe = stubStripe();
  stripe.confirmPayment.mockResolvedValueOnce({ error: { code: "payment_intent_unexpected_state", message: "Already succeeded." } });
  serveCheckout();
  const { user, container } = await readyToPay();

  await user.click(screen.getByRole("button", { name: "Pay 27.50 CHF" }));

  await waitFor(() => expect(addressNow(container)).toBe(`/tracking/${unpaid.id}`));
  expect(screen.getByText("Payment Successful")).toBeVisible();
});

test("Stripe breaking down is said and can be tried again", async () => {
  const stripe = stubStripe();
  stripe.confirmPayment.mockRejectedValueOnce(new Error("IntegrationError"));
  serveCheckout();
  const { user } = await readyToPay();

  await user.click(screen.getByRole("button", { name: "Pay 27.50 CHF" }));

  expect(await screen.findByRole("alert")).toHaveTextContent("Payment FailedThe payment could not be completed. Please try again.");
  expect(screen.getByRole("button", { name: "Pay 27.50 CHF" })).toBeEnabled();
});

test("after Stripe took the payment, a server that does not answer does not undo it", async () => {
  stubStripe();
  serveCheckout(unpaid, { [RETURN]: { status: 503, body: {} } });
  const { user, container } = await readyToPay();

  await user.click(screen.getByRole("button", { name: "Pay 27.50 CHF" }));

  await waitFor(() => expect(addressNow(container)).toBe(`/tracking/${unpaid.id}`));
  expect(screen.getByText("Payment Successful")).toBeVisible();
  expect(screen.getByText("Your order is confirmed as soon as the payment has arrived.")).toBeVisible();
});

test("a place that was lost meanwhile is said with the refund", async () => {
  stubStripe();
  const late = makeOrder({ id: unpaid.id, status: "cancelled", paymentStatus: "refunded", refundedAmount: "27.50" });
  serveCheckout(unpaid, { [RETURN]: { body: late } });
  const { user, container } = await readyToPay();

  await user.click(screen.getByRole("button", { name: "Pay 27.50 CHF" }));

  expect(await screen.findByRole("alert")).toHaveTextContent(
    "Payment RefundedYour place was taken in the meantime. You get CHF 27.50 back.",
  );
  expect(addressNow(container)).toBe(`/tracking/${unpaid.id}`);
});

test("a payment that cannot be started says why and can be tried again", async () => {
  stubStripe();
  const message = "The payment service does not answer. Please try again in a moment.";
  const server = serveCheckout(unpaid, { "POST /api/create-payment-intent": { status: 503, body: { message, code: "payments_unavailable" } } });
  const { user, container } = show();
  expect(await screen.findByRole("alert")).toHaveTextContent(`The payment could not be started${message}`);
  expect(await axeViolations(container)).toEqual([]);

  server.answer({ "POST /api/create-payment-intent": { body: { clientSecret: "pi_1_secret_2" } } });
  await user.click(screen.getByRole("button", { name: "Try again" }));

  await waitFor(() => expect(screen.getByRole("button", { name: "Pay 27.50 CHF" })).toBeEnabled());
});

test("a card form that does not load can be tried again", async () => {
  const stripe = stubStripe();
  serveCheckout();
  const { user, container } = await readyToPay();

  act(stripe.failToLoad);
  expect(screen.getByRole("alert")).toHaveTextContent("The payment form could not be loaded");
  expect(await axeViolations(container)).toEqual([]);
  await user.click(screen.getByRole("button", { name: "Try again" }));

  await waitFor(() => expect(screen.getByRole("button", { name: "Pay 27.50 CHF" })).toBeEnabled());
});

test("the script comes from where the server says, and its failure can be tried again", async () => {
  serveCheckout();
  const { user } = show();
  const script = await waitFor(() => {
    const found = document.head.querySelector<HTMLScriptElement>('script[src="/static/stripe.js"]');
    if (found === null) throw new Error("The script has not been asked for.");
    return found;
  });

  act(() => void script.dispatchEvent(new Event("error")));
  expect(await screen.findByText("The payment form could not be loaded")).toBeVisible();
  expect(script).not.toBeInTheDocument();
  await user.click(screen.getByRole("button", { name: "Try again" }));
  const second = await waitFor(() => {
    const found = document.head.querySelector<HTMLScriptElement>('script[src="/static/stripe.js"]');
    if (found === null) throw new Error("The script has not been asked for again.");
    return found;
  });
  stubStripe();
  act(() => void second.dispatchEvent(new Event("load")));

  await waitFor(() => expect(screen.getByRole("button", { name: "Pay 27.50 CHF" })).toBeEnabled());
  second.remove();
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
  expect(server.calls).toEqual([]);
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

  expect(await screen.findByRole("link", { name: "Sign in" })).toHaveAttribute("href", `/login?next=${encodeURIComponent(PAGE)}`);
  expect(server.callsOf(ORDER)).toEqual([]);
  expect(await axeViolations(container)).toEqual([]);
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

  server.answer({ [ORDER]: { body: unpaid } });
  await user.click(screen.getByRole("button", { name: "Try again" }));

  await waitFor(() => expect(screen.getByRole("button", { name: "Pay 27.50 CHF" })).toBeEnabled());
});

test("an order that is cancelled while its checkout is open says so", async () => {
  stubStripe();
  const server = serveCheckout();
  const { user } = await readyToPay();

  server.answer({ [ORDER]: { body: { ...unpaid, status: "cancelled", cancellationReason: "Payment not completed." } } });
  await user.click(screen.getByRole("button", { name: "News of the order" }));

  expect(await screen.findByText("Payment not completed.")).toBeVisible();
  expect(screen.queryByRole("button", { name: /^Pay/ })).not.toBeInTheDocument();
});

test("an order that is paid already leads to its tracking", async () => {
  serveCheckout(makeOrder({ id: unpaid.id }));

  const { container } = show();

  await waitFor(() => expect(addressNow(container)).toBe(`/tracking/${unpaid.id}`));
});

test("a cancelled order says why and leads to a new booking", async () => {
  const reason = "The payment was not completed in time.";
  serveCheckout({ ...unpaid, status: "cancelled", cancellationReason: reason });

  const { container } = show();

  expect(await screen.findByText("This order was cancelled")).toBeVisible();
  expect(screen.getByText(reason)).toBeVisible();
  expect(screen.getByRole("link", { name: "Book again" })).toHaveAttribute(
    "href",
    `/booking?providerId=${unpaid.providerId}&service=standard`,
  );
  expect(await axeViolations(container)).toEqual([]);
});

test("a hold that has run out is said, with what to do, and the order is asked for again", async () => {
  stubStripe();
  const server = serveCheckout({ ...unpaid, holdExpiresAt: "2026-11-20T08:59:59Z" });

  const { container } = show();

  expect(await screen.findByText("Your place is no longer held")).toBeVisible();
  expect(screen.getByRole("link", { name: "Book again" })).toBeVisible();
  expect(screen.queryByRole("button", { name: /^Pay/ })).not.toBeInTheDocument();
  await waitFor(() => expect(server.callsOf(ORDER).length).toBeGreaterThan(1));
  expect(server.callsOf("POST /api/create-payment-intent")).toEqual([]);
  expect(await axeViolations(container)).toEqual([]);
});

test("the time that is left runs down to the end of the hold", async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true, now: NOW });
  stubStripe();
  serveCheckout();
  show();
  await screen.findByText(/Your place is held for 14:3[12]/);

  await act(() => vi.advanceTimersByTimeAsync(14 * 60_000));
  expect(screen.getByText(/Your place is held for 0:3[0-2]/)).toBeVisible();
  await act(() => vi.advanceTimersByTimeAsync(33_000));

  expect(screen.getByText("Your place is no longer held")).toBeVisible();
});

test("a hold of many hours names its end", async () => {
  stubStripe();
  serveCheckout({ ...unpaid, holdExpiresAt: "2026-11-20T17:00:00Z" });

  await readyToPay();

  expect(screen.getByText("Your place is held until Today, 18:00")).toBeVisible();
});

const SAVE_BOX = { name: "Save this card for future bookings" };

test("no card is saved unless the box is ticked, which says what that means", async () => {
  const stripe = stubStripe();
  const server = serveCheckout();
  const { user, container } = await readyToPay();
  const box = screen.getByRole("checkbox", SAVE_BOX);
  expect(box).not.toBeChecked();
  expect(box).toHaveAccessibleDescription(/^We may then charge it for bookings that you make or repeat/);

  await user.click(screen.getByRole("button", { name: "Pay 27.50 CHF" }));

  await waitFor(() => expect(addressNow(container)).toBe(`/tracking/${unpaid.id}`));
  expect(server.callsOf("POST /api/create-payment-intent")).toHaveLength(1);
  expect(stripe.fetchUpdates).not.toHaveBeenCalled();
});

test("ticked, the server is told before the card is charged", async () => {
  const stripe = stubStripe();
  const server = serveCheckout();
  const { user, container } = await readyToPay();
  stripe.confirmPayment.mockImplementationOnce(() => {
    expect(server.callsOf("POST /api/create-payment-intent").at(-1)?.body).toEqual({ amount: 27.5, orderId: unpaid.id, saveCard: true });
    expect(stripe.fetchUpdates).toHaveBeenCalledOnce();
    return Promise.resolve({});
  });

  await user.click(screen.getByRole("checkbox", SAVE_BOX));
  await user.click(screen.getByRole("button", { name: "Pay 27.50 CHF" }));

  await waitFor(() => expect(addressNow(container)).toBe(`/tracking/${unpaid.id}`));
  expect(stripe.confirmPayment).toHaveBeenCalledOnce();
});

test("an agreement that is taken back after a declined card is taken back at the server", async () => {
  const stripe = stubStripe();
  stripe.confirmPayment.mockResolvedValueOnce({ error: { code: "card_declined", message: "Your card was declined." } });
  const server = serveCheckout();
  const { user, container } = await readyToPay();
  await user.click(screen.getByRole("checkbox", SAVE_BOX));
  await user.click(screen.getByRole("button", { name: "Pay 27.50 CHF" }));
  await screen.findByRole("alert");

  await user.click(screen.getByRole("checkbox", SAVE_BOX));
  await user.click(screen.getByRole("button", { name: "Pay 27.50 CHF" }));

  await waitFor(() => expect(addressNow(container)).toBe(`/tracking/${unpaid.id}`));
  const told = server.callsOf("POST /api/create-payment-intent").map((call) => (call.body as { saveCard?: boolean }).saveCard);
  expect(told).toEqual([undefined, true, false]);
});

test("a wish whose answer was lost is told again, and nothing is charged before", async () => {
  const stripe = stubStripe();
  const server = serveCheckout();
  const { user, container } = await readyToPay();
  const message = "Our payment provider cannot be reached right now. Please try again in a moment.";
  server.answer({ "POST /api/create-payment-intent": { status: 503, body: { message, code: "payment_provider_unavailable" } } });
  await user.click(screen.getByRole("checkbox", SAVE_BOX));
  await user.click(screen.getByRole("button", { name: "Pay 27.50 CHF" }));
  expect(await screen.findByRole("alert")).toHaveTextContent(`Payment Failed${message}`);
  expect(stripe.confirmPayment).not.toHaveBeenCalled();

  server.answer({ "POST /api/create-payment-intent": { body: { clientSecret: "pi_1_secret_2" } } });
  await user.click(screen.getByRole("checkbox", SAVE_BOX));
  await user.click(screen.getByRole("button", { name: "Pay 27.50 CHF" }));

  await waitFor(() => expect(addressNow(container)).toBe(`/tracking/${unpaid.id}`));
  expect(server.callsOf("POST /api/create-payment-intent").at(-1)?.body).toMatchObject({ saveCard: false });
});
