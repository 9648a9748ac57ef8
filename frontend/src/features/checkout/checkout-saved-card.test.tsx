import { screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { stubStripe } from "@/paying/test-stripe";
import { addressNow } from "@/test/render";

import { NOW, readyToPay, serveCheckout, unpaid } from "./test-checkout";

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: NOW });
  vi.stubGlobal("matchMedia", () => ({ matches: false, addEventListener: vi.fn(), removeEventListener: vi.fn() }));
});
afterEach(() => {
  vi.useRealTimers();
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
