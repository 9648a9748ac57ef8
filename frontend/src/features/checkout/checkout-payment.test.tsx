import type { PaymentIntent } from "@stripe/stripe-js";
import { act, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from "vitest";

import { stubStripe } from "@/paying/test-stripe";
import { restorePage } from "@/test/navigation";
import { addressNow, axeViolations } from "@/test/render";
import { makeOrder, never } from "@/test/server";

import { NOW, ORDER, PAGE, RETURN, readyToPay, serveCheckout, show, unpaid } from "./test-checkout";

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: NOW });
  vi.stubGlobal("matchMedia", () => ({ matches: false, addEventListener: vi.fn(), removeEventListener: vi.fn() }));
});
afterEach(() => {
  vi.useRealTimers();
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
  serveCheckout(unpaid, {
    [RETURN]: { body: makeOrder({ id: unpaid.id, status: "pending", needsProviderAnswer: true }) },
  });
  const { user } = await readyToPay();

  await user.click(screen.getByRole("button", { name: "Pay 27.50 CHF" }));

  expect(await screen.findByText("Waiting for provider confirmation")).toBeVisible();
  expect(screen.getByText("Payment Successful")).toBeVisible();
});

test("while it pays the button cannot be pressed, and updates of the order change nothing", async () => {
  const stripe = stubStripe();
  stripe.confirmPayment.mockImplementation(() => new Promise(() => undefined));
  const server = serveCheckout();
  const { user, container } = await readyToPay();

  await user.click(screen.getByRole("button", { name: "Pay 27.50 CHF" }));
  server.setHandlers({ [ORDER]: { body: makeOrder({ id: unpaid.id }) } });
  const before = server.callsOf(ORDER).length;
  await user.click(screen.getByRole("button", { name: "News of the order" }));
  await waitFor(() => expect(server.callsOf(ORDER)).toHaveLength(before + 1));

  expect(screen.getByRole("button", { name: "Processing payment..." })).toBeDisabled();
  expect(addressNow(container)).toBe(PAGE);
  expect(await axeViolations(container)).toEqual([]);
});

test.each([
  ["without having paid, another card can be taken", unpaid, PAGE],
  ["paid there, the order follows", makeOrder({ id: unpaid.id }), `/tracking/${unpaid.id}`],
] as const)("by the browser's Back from a bank's page: %s", async (_, order, place) => {
  const stripe = stubStripe();
  stripe.confirmPayment.mockImplementationOnce(never);
  const server = serveCheckout(unpaid, { [RETURN]: { body: order } });
  const { user, container } = await readyToPay();
  await user.click(screen.getByRole("button", { name: "Pay 27.50 CHF" }));
  server.setHandlers({ [ORDER]: { body: order } });

  restorePage();

  await waitFor(() => expect(server.callsOf(RETURN)).toHaveLength(1));
  await waitFor(() => expect(addressNow(container)).toBe(place));
  if (order === unpaid) expect(screen.getByRole("button", { name: "Pay 27.50 CHF" })).toBeEnabled();
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
  // What to do about a declined card; the reason stands at the field.
  const next = screen.queryByText("Nothing was charged. Try another card or ask your bank.");
  expect(next !== null).toBe(error.code === "card_declined");
  expect(addressNow(container)).toBe(PAGE);
  expect(server.callsOf(RETURN)).toEqual([]);
  expect(await axeViolations(container)).toEqual([]);

  await user.click(screen.getByRole("button", { name: "Pay 27.50 CHF" }));
  await waitFor(() => expect(addressNow(container)).toBe(`/tracking/${unpaid.id}`));
});

test("a payment that another tab has made already is not an error", async () => {
  const stripe = stubStripe();
  stripe.confirmPayment.mockResolvedValueOnce({
    error: { code: "payment_intent_unexpected_state", message: "Already succeeded." },
  });
  serveCheckout();
  const { user, container } = await readyToPay();

  await user.click(screen.getByRole("button", { name: "Pay 27.50 CHF" }));

  await waitFor(() => expect(addressNow(container)).toBe(`/tracking/${unpaid.id}`));
  expect(screen.getByText("Payment Successful")).toBeVisible();
});

test("a payment that was begun anew elsewhere says so, and stays", async () => {
  const stripe = stubStripe();
  stripe.confirmPayment.mockResolvedValueOnce({
    error: { code: "payment_intent_unexpected_state", payment_intent: { status: "canceled" } as PaymentIntent },
  });
  const server = serveCheckout();
  const { user, container } = await readyToPay();

  await user.click(screen.getByRole("button", { name: "Pay 27.50 CHF" }));

  expect(await screen.findByRole("alert")).toHaveTextContent(/begun anew elsewhere.*reload the page/);
  expect(addressNow(container)).toBe(PAGE);
  expect(server.callsOf(RETURN)).toEqual([]);
});

test("Stripe breaking down is said and can be tried again", async () => {
  const stripe = stubStripe();
  stripe.confirmPayment.mockRejectedValueOnce(new Error("IntegrationError"));
  serveCheckout();
  const { user } = await readyToPay();

  await user.click(screen.getByRole("button", { name: "Pay 27.50 CHF" }));

  expect(await screen.findByRole("alert")).toHaveTextContent(
    "Payment FailedThe payment could not be completed. Please try again.",
  );
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

test("a reservation that was lost meanwhile is said with the refund", async () => {
  stubStripe();
  const lateOrder = makeOrder({
    id: unpaid.id,
    status: "cancelled",
    cancellationReason: "The payment was not completed in time.",
    paymentStatus: "refunded",
    refundedAmount: "27.50",
  });
  serveCheckout(unpaid, { [RETURN]: { body: lateOrder } });
  const { user, container } = await readyToPay();

  await user.click(screen.getByRole("button", { name: "Pay 27.50 CHF" }));

  expect(await screen.findByRole("alert")).toHaveTextContent(
    "Payment RefundedThe payment was not completed in time. You get CHF 27.50 back.",
  );
  await waitFor(() => expect(addressNow(container)).toBe(`/tracking/${unpaid.id}`));
});

test("an order that ended meanwhile without a payment says that, and does not ask to try again", async () => {
  stubStripe();
  const ended = makeOrder({
    id: unpaid.id,
    status: "cancelled",
    cancellationReason: "The payment was not completed in time.",
    paymentStatus: "failed",
  });
  serveCheckout(unpaid, { [RETURN]: { body: ended } });
  const { user, container } = await readyToPay();

  await user.click(screen.getByRole("button", { name: "Pay 27.50 CHF" }));

  expect(await screen.findByRole("alert")).toHaveTextContent(
    "Order CancelledThe payment was not completed in time. Nothing was charged.",
  );
  await waitFor(() => expect(addressNow(container)).toBe(`/tracking/${unpaid.id}`));
});

test("a payment that cannot be started says why and can be tried again", async () => {
  stubStripe();
  const message = "The payment service does not answer. Please try again in a moment.";
  const server = serveCheckout(unpaid, {
    "POST /api/create-payment-intent": { status: 503, body: { message, code: "payments_unavailable" } },
  });
  const { user, container } = show();
  expect(await screen.findByRole("alert")).toHaveTextContent(`The payment could not be started${message}`);
  expect(await axeViolations(container)).toEqual([]);

  server.setHandlers({
    "POST /api/create-payment-intent": { body: { clientSecret: "pi_1_secret_2", canSaveCard: true } },
  });
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

/** happy-dom fails every script at once; here the test decides when and how it ends. */
function holdScripts(): (script: HTMLScriptElement, how: "load" | "error") => void {
  let isSaid = false;
  const hold = (event: Event): void => {
    if (!isSaid) event.stopImmediatePropagation();
  };
  const holding = new AbortController();
  onTestFinished(() => holding.abort());
  document.addEventListener("error", hold, { capture: true, signal: holding.signal });
  return (script, how) => {
    isSaid = true;
    act(() => void script.dispatchEvent(new Event(how)));
    isSaid = false;
  };
}

test("the script comes from where the server says, and its failure can be tried again", async () => {
  const ends = holdScripts();
  serveCheckout();
  const { user } = show();
  const script = await waitFor(() => {
    const found = document.head.querySelector<HTMLScriptElement>('script[src="/static/stripe.js"]');
    if (found === null) throw new Error("The script has not been asked for.");
    return found;
  });

  ends(script, "error");
  expect(await screen.findByText("The payment form could not be loaded")).toBeVisible();
  expect(script).not.toBeInTheDocument();
  await user.click(screen.getByRole("button", { name: "Try again" }));
  const second = await waitFor(() => {
    const found = document.head.querySelector<HTMLScriptElement>('script[src="/static/stripe.js"]');
    if (found === null) throw new Error("The script has not been asked for again.");
    return found;
  });
  stubStripe();
  ends(second, "load");

  await waitFor(() => expect(screen.getByRole("button", { name: "Pay 27.50 CHF" })).toBeEnabled());
  second.remove();
});
