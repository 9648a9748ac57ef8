import { screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";

import type { PaymentMethod } from "@/api/types";
import { stubStripe } from "@/paying/test-stripe";
import { addressNow, axeViolations } from "@/test/render";

import { nextUnpaid, NOW, ORDER, readyToPay, serveCheckout, show, unpaid } from "./test-checkout";

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

test("once the payment link was opened, saving the card is not offered: its holder could pay with theirs", async () => {
  const stripe = stubStripe();
  const server = serveCheckout();
  server.setHandlers({
    "POST /api/create-payment-intent": { body: { clientSecret: "pi_1_secret_2", canSaveCard: false } },
  });
  const { user, container } = await readyToPay();
  expect(screen.queryByRole("checkbox", SAVE_BOX)).not.toBeInTheDocument();

  await user.click(screen.getByRole("button", { name: "Pay 27.50 CHF" }));

  await waitFor(() => expect(addressNow(container)).toBe(`/tracking/${unpaid.id}`));
  expect(server.callsOf("POST /api/create-payment-intent")).toHaveLength(1);
  expect(stripe.confirmPayment).toHaveBeenCalledOnce();
});

test("ticked, the server is told before the card is charged", async () => {
  const stripe = stubStripe();
  const server = serveCheckout();
  const { user, container } = await readyToPay();
  stripe.confirmPayment.mockImplementationOnce(() => {
    expect(server.callsOf("POST /api/create-payment-intent").at(-1)?.body).toEqual({
      amount: 27.5,
      orderId: unpaid.id,
      saveCard: true,
    });
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
  const submitted = server
    .callsOf("POST /api/create-payment-intent")
    .map((call) => (call.body as { saveCard?: boolean }).saveCard);
  expect(submitted).toEqual([undefined, true, false]);
});

test("a choice whose response was lost is sent again, and nothing is charged before", async () => {
  const stripe = stubStripe();
  const server = serveCheckout();
  const { user, container } = await readyToPay();
  const message = "Our payment provider cannot be reached right now. Please try again in a moment.";
  server.setHandlers({
    "POST /api/create-payment-intent": { status: 503, body: { message, code: "payment_provider_unavailable" } },
  });
  await user.click(screen.getByRole("checkbox", SAVE_BOX));
  await user.click(screen.getByRole("button", { name: "Pay 27.50 CHF" }));
  expect(await screen.findByRole("alert")).toHaveTextContent(`Payment Failed${message}`);
  expect(stripe.confirmPayment).not.toHaveBeenCalled();

  server.setHandlers({
    "POST /api/create-payment-intent": { body: { clientSecret: "pi_1_secret_2", canSaveCard: true } },
  });
  await user.click(screen.getByRole("checkbox", SAVE_BOX));
  await user.click(screen.getByRole("button", { name: "Pay 27.50 CHF" }));

  await waitFor(() => expect(addressNow(container)).toBe(`/tracking/${unpaid.id}`));
  expect(server.callsOf("POST /api/create-payment-intent").at(-1)?.body).toMatchObject({ saveCard: false });
});

describe("with saved cards", () => {
  const visa: PaymentMethod = {
    id: "card-1",
    brand: "visa",
    last4: "4242",
    expMonth: 8,
    expYear: 2027,
    isDefault: false,
    isExpired: false,
  };
  const master: PaymentMethod = { ...visa, id: "card-2", brand: "mastercard", last4: "4444", isDefault: true };
  const old: PaymentMethod = { ...visa, id: "card-3", last4: "0005", isExpired: true };
  const CARDS = { "GET /api/payment-methods": { body: [visa, master, old] } };
  const INTENT = "POST /api/create-payment-intent";
  const PAY = { name: "Pay 27.50 CHF" };

  async function choosing(
    handlers: Parameters<typeof serveCheckout>[1] = {},
  ): Promise<{ server: ReturnType<typeof serveCheckout>; view: ReturnType<typeof show> }> {
    const server = serveCheckout(unpaid, { ...CARDS, ...handlers });
    const view = show();
    await waitFor(() => expect(screen.getByRole("button", PAY)).toBeEnabled());
    return { server, view };
  }

  test("the default one is chosen, an expired one is not offered, and nothing is prepared before the tap", async () => {
    stubStripe();
    const { server, view } = await choosing();

    expect(screen.getByRole("radio", { name: /Mastercard •••• 4444/ })).toBeChecked();
    expect(screen.getByRole("radio", { name: /Visa •••• 4242/ })).not.toBeChecked();
    expect(screen.getByRole("radio", { name: "Another card" })).not.toBeChecked();
    expect(screen.queryByRole("radio", { name: /0005/ })).not.toBeInTheDocument();
    expect(screen.queryByRole("checkbox", SAVE_BOX)).not.toBeInTheDocument();
    expect(server.callsOf(INTENT)).toEqual([]);
    expect(await axeViolations(view.container)).toEqual([]);
  });

  test("one tap pays with it", async () => {
    const stripe = stubStripe();
    const { server, view } = await choosing();

    await view.user.click(screen.getByRole("button", PAY));

    await waitFor(() => expect(addressNow(view.container)).toBe(`/tracking/${unpaid.id}`));
    expect(server.callsOf(INTENT).map((call) => call.body)).toEqual([
      { amount: 27.5, orderId: unpaid.id, paymentMethodId: "card-2" },
    ]);
    expect(stripe.confirmPayment).toHaveBeenCalledWith(
      expect.objectContaining({ clientSecret: "pi_1_secret_2", redirect: "if_required" }),
    );
  });

  test("one that is declined says why, and another card can be entered", async () => {
    const stripe = stubStripe();
    stripe.confirmPayment.mockResolvedValueOnce({
      error: { code: "card_declined", message: "Your card was declined." },
    });
    const { server, view } = await choosing();
    await view.user.click(screen.getByRole("radio", { name: /Visa •••• 4242/ }));
    await view.user.click(screen.getByRole("button", PAY));
    expect(await screen.findByRole("alert")).toHaveTextContent("Payment FailedYour card was declined.");

    await view.user.click(screen.getByRole("radio", { name: "Another card" }));
    await waitFor(() => expect(screen.getByRole("checkbox", SAVE_BOX)).toBeVisible());
    await waitFor(() => expect(screen.getByRole("button", PAY)).toBeEnabled());
    await view.user.click(screen.getByRole("button", PAY));

    await waitFor(() => expect(addressNow(view.container)).toBe(`/tracking/${unpaid.id}`));
    expect(server.callsOf(INTENT).map((call) => (call.body as { paymentMethodId?: string }).paymentMethodId)).toEqual([
      "card-1",
      undefined,
    ]);
  });

  test("to save a card is agreed to anew where another card was tried in between", async () => {
    const stripe = stubStripe();
    const error = { code: "card_declined", message: "Your card was declined." };
    stripe.confirmPayment.mockResolvedValueOnce({ error }).mockResolvedValueOnce({ error });
    const { server, view } = await choosing();
    const pay = async (): Promise<void> => {
      await waitFor(() => expect(screen.getByRole("button", PAY)).toBeEnabled());
      await view.user.click(screen.getByRole("button", PAY));
    };
    await view.user.click(screen.getByRole("radio", { name: "Another card" }));
    await view.user.click(await screen.findByRole("checkbox", SAVE_BOX));
    await pay();
    await screen.findByRole("alert");
    await view.user.click(screen.getByRole("radio", { name: /Visa •••• 4242/ }));
    await pay();
    await waitFor(() => expect(stripe.confirmPayment).toHaveBeenCalledTimes(2));

    await view.user.click(await screen.findByRole("radio", { name: "Another card" }));
    const box = await screen.findByRole("checkbox", SAVE_BOX);
    expect(box).not.toBeChecked();
    await view.user.click(box);
    await pay();

    await waitFor(() => expect(addressNow(view.container)).toBe(`/tracking/${unpaid.id}`));
    // The server saves no card unless the last call before the payment says so.
    expect(server.callsOf(INTENT).at(-1)?.body).toMatchObject({ saveCard: true });
  });

  test("a list of cards that cannot be read stops nobody from paying", async () => {
    stubStripe();
    await choosing({ "GET /api/payment-methods": { status: 500, body: "" } });

    expect(screen.getByRole("checkbox", SAVE_BOX)).toBeVisible();
    expect(screen.queryByRole("radio")).not.toBeInTheDocument();
  });

  test.each([
    ["there was none", { body: [] }],
    ["the list could not be read", { status: 500, body: "" }],
  ])("where %s for the first order of a visit, the card that was saved since pays the next one", async (_, first) => {
    stubStripe();
    const { server, view } = await choosing({
      "GET /api/payment-methods": first,
      [`GET /api/orders/${nextUnpaid.id}`]: { body: nextUnpaid },
    });

    server.setHandlers(CARDS);
    await view.user.click(screen.getByRole("link", { name: "Next order" }));

    expect(await screen.findByRole("radio", { name: /Mastercard •••• 4444/ })).toBeChecked();
    await waitFor(() => expect(screen.getByRole("button", PAY)).toBeEnabled());
    expect(server.callsOf(INTENT)).toHaveLength(1);
  });

  test("without a card the next order of a visit is paid in Stripe's form, too", async () => {
    stubStripe();
    const { server, view } = await choosing({
      "GET /api/payment-methods": { body: [] },
      [`GET /api/orders/${nextUnpaid.id}`]: { body: nextUnpaid },
    });

    await view.user.click(screen.getByRole("link", { name: "Next order" }));

    await waitFor(() => expect(server.callsOf(INTENT)).toHaveLength(2));
    await waitFor(() => expect(screen.getByRole("button", PAY)).toBeEnabled());
    expect(screen.getByRole("checkbox", SAVE_BOX)).toBeVisible();
  });

  test("cards that arrive once Stripe's form is there are offered, and leave the form as it is", async () => {
    stubStripe();
    const { server, view } = await choosing({ "GET /api/payment-methods": { status: 500, body: "" } });
    const box = screen.getByRole("checkbox", SAVE_BOX);
    await view.user.click(box);

    server.setHandlers(CARDS);
    await view.user.click(screen.getByRole("button", { name: "News of the cards" }));

    expect(await screen.findByRole("radio", { name: "Another card" })).toBeChecked();
    expect(screen.getByRole("checkbox", SAVE_BOX)).toBe(box);
    expect(box).toBeChecked();
    await view.user.click(screen.getByRole("radio", { name: /Visa •••• 4242/ }));
    expect(screen.queryByRole("checkbox", SAVE_BOX)).not.toBeInTheDocument();
  });
});

test("it says what happens when: charged, free to cancel, back, and what if it is not right", async () => {
  stubStripe();
  serveCheckout();
  await readyToPay();

  expect(screen.getByText("CHF 27.50 is charged now, when you press the button.")).toBeVisible();
  expect(screen.getByText("Free to cancel until today, 13:00.")).toBeVisible();
  expect(screen.getByText("Back by Mon 23 Nov.")).toBeVisible();
  expect(screen.getByText(/Tell us within 24 hours of getting it back/)).toBeVisible();
  expect(screen.getByRole("link", { name: "Support" })).toHaveAttribute("href", "/support");
  expect(screen.queryByText(/confirms within/)).not.toBeInTheDocument();
});

test("a provider who accepts manually says so before the payment", async () => {
  stubStripe();
  serveCheckout({ ...unpaid, acceptsInstantly: false });
  await readyToPay();

  expect(await screen.findByText("Bruno confirms within 2 hours; otherwise your money comes back")).toBeVisible();
});

test("an order that an older version has stored does not say that its provider accepts manually", async () => {
  stubStripe();
  serveCheckout(unpaid, { [ORDER]: { body: { ...unpaid, acceptsInstantly: undefined } } });
  await readyToPay();

  expect(await screen.findByText("Back by Mon 23 Nov.")).toBeVisible();
  expect(screen.queryByText(/confirms within/)).not.toBeInTheDocument();
});
