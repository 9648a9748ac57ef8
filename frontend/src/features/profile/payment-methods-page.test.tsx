import { act, screen, waitFor, within } from "@testing-library/react";
import { Route, Routes } from "react-router-dom";
import { beforeEach, expect, test, vi } from "vitest";

import type { PaymentMethod } from "@/api/types";
import { stubStripe } from "@/paying/test-stripe";
import { restorePage } from "@/test/navigation";
import { addressNow, axeViolations, renderScreen } from "@/test/render";
import { config, never, serve, signedIn, type TestServer } from "@/test/server";

import { PaymentMethodsPage } from "./payment-methods-page";

const PAGE = "/profile/payment-methods";
const LIST = "GET /api/payment-methods";
const SAVE = "POST /api/payment-methods";
const SETUP = "POST /api/payment-methods/setup";

const visa: PaymentMethod = {
  id: "55555555-5555-4555-8555-555555555555",
  brand: "visa",
  last4: "4242",
  expMonth: 8,
  expYear: 2027,
  isDefault: true,
  isExpired: false,
};
const old: PaymentMethod = {
  ...visa,
  id: "66666666-6666-4666-8666-666666666666",
  brand: "amex",
  last4: "0005",
  expMonth: 10,
  expYear: 2026,
  isDefault: false,
  isExpired: true,
};

beforeEach(() => {
  vi.stubGlobal("matchMedia", () => ({ matches: false, addEventListener: vi.fn(), removeEventListener: vi.fn() }));
  HTMLDialogElement.prototype.showModal = function showModal() {
    this.open = true;
  };
  HTMLDialogElement.prototype.close = function close() {
    this.open = false;
  };
});

function serveCards(cards: readonly PaymentMethod[], handlers: Parameters<typeof serve>[0] = {}): TestServer {
  return serve({
    "GET /api/auth/session": { body: signedIn },
    [LIST]: { body: cards },
    [SETUP]: { body: { clientSecret: "seti_1_secret_2" } },
    [SAVE]: { status: 201, body: visa },
    ...handlers,
  });
}

const show = (at = PAGE): ReturnType<typeof renderScreen> =>
  renderScreen(
    <Routes>
      <Route path={PAGE} element={<PaymentMethodsPage />} />
    </Routes>,
    { at },
  );

test("lists the cards with brand, last digits, expiry, and what is special about them", async () => {
  serveCards([visa, old]);

  const { container } = show();

  const [first, second] = await screen.findAllByRole("listitem");
  expect(first).toHaveTextContent("Visa ending in 4242");
  expect(first).toHaveTextContent("Default");
  expect(first).toHaveTextContent("Expires 08/27");
  expect(first).not.toHaveTextContent("Use by default");
  expect(second).toHaveTextContent("American Express ending in 0005");
  expect(second).toHaveTextContent("Expired 10/26");
  expect(await axeViolations(container)).toEqual([]);
});

test("without cards it says what a card is good for", async () => {
  serveCards([]);

  const { container } = show();

  expect(await screen.findByText("No cards yet")).toBeVisible();
  expect(screen.getByRole("button", { name: "Add card" })).toBeVisible();
  expect(await axeViolations(container)).toEqual([]);
});

test("adds a card in Stripe's form, with what that means", async () => {
  const stripe = stubStripe();
  const server = serveCards([]);
  const { user, container } = show();

  await user.click(await screen.findByRole("button", { name: "Add card" }));
  await waitFor(() => expect(screen.getByRole("button", { name: "Save card" })).toBeEnabled());
  expect(stripe.options[0]).toMatchObject({ clientSecret: "seti_1_secret_2" });
  expect(screen.getByText(/^By saving this card, you allow us to charge it/)).toBeVisible();
  expect(await axeViolations(container)).toEqual([]);
  server.setHandlers({ [LIST]: { body: [visa] } });
  await user.click(screen.getByRole("button", { name: "Save card" }));

  expect(await screen.findByText("Visa ending in 4242")).toBeInTheDocument();
  expect(screen.getByText("Card saved")).toBeVisible();
  expect(screen.queryByRole("button", { name: "Save card" })).not.toBeInTheDocument();
  expect(server.callsOf(SAVE).map((call) => call.body)).toEqual([{ setupIntentId: "seti_1" }]);
  expect(stripe.confirmSetup.mock.calls[0]?.[0]).toMatchObject({
    confirmParams: { return_url: `${window.location.origin}${PAGE}` },
    redirect: "if_required",
  });
});

test("whoever only looks loads neither the form nor Stripe's script", async () => {
  const stripe = stubStripe();
  const server = serveCards([visa]);

  show();

  await screen.findByText("Visa ending in 4242");
  expect(stripe.keys).toEqual([]);
  expect(server.callsOf(SETUP)).toEqual([]);
});

test("the form can be left", async () => {
  stubStripe();
  serveCards([]);
  const { user } = show();
  await user.click(await screen.findByRole("button", { name: "Add card" }));

  await user.click(await screen.findByRole("button", { name: "Cancel" }));

  expect(screen.getByRole("button", { name: "Add card" })).toBeVisible();
});

test("a card that is declined is not saved, says why, and another can be tried", async () => {
  const stripe = stubStripe();
  stripe.confirmSetup.mockResolvedValueOnce({ error: { code: "card_declined", message: "Your card was declined." } });
  const server = serveCards([]);
  const { user } = show();
  await user.click(await screen.findByRole("button", { name: "Add card" }));
  await waitFor(() => expect(screen.getByRole("button", { name: "Save card" })).toBeEnabled());

  await user.click(screen.getByRole("button", { name: "Save card" }));

  expect(await screen.findByRole("alert")).toHaveTextContent("Card not savedYour card was declined.");
  expect(server.callsOf(SAVE)).toEqual([]);
  await user.click(screen.getByRole("button", { name: "Save card" }));
  await waitFor(() => expect(server.callsOf(SAVE)).toHaveLength(1));
});

test("a card that the server refuses to save says why", async () => {
  stubStripe();
  const message = "This card could not be saved. Please enter it again.";
  serveCards([], { [SAVE]: { status: 409, body: { message, code: "card_not_saved" } } });
  const { user } = show();
  await user.click(await screen.findByRole("button", { name: "Add card" }));
  await waitFor(() => expect(screen.getByRole("button", { name: "Save card" })).toBeEnabled());

  await user.click(screen.getByRole("button", { name: "Save card" }));

  expect(await screen.findByRole("alert")).toHaveTextContent(`Card not saved${message}`);
});

test("by the browser's Back from a bank's page the form works again", async () => {
  const stripe = stubStripe();
  stripe.confirmSetup.mockImplementationOnce(never);
  serveCards([]);
  const { user } = show();
  await user.click(await screen.findByRole("button", { name: "Add card" }));
  await waitFor(() => expect(screen.getByRole("button", { name: "Save card" })).toBeEnabled());
  await user.click(screen.getByRole("button", { name: "Save card" }));

  restorePage();

  expect(await screen.findByRole("button", { name: "Save card" })).toBeEnabled();
});

test("back from a bank's page the card is saved, and the address is clean", async () => {
  const server = serveCards([visa]);

  const { container } = show(
    `${PAGE}?setup_intent=seti_9&setup_intent_client_secret=seti_9_secret_1&redirect_status=succeeded`,
  );

  expect(await screen.findByText("Card saved")).toBeVisible();
  expect(server.callsOf(SAVE).map((call) => call.body)).toEqual([{ setupIntentId: "seti_9" }]);
  await waitFor(() => expect(addressNow(container)).toBe(PAGE));
});

test("an address that names no card of the bank's has nothing saved", async () => {
  const server = serveCards([visa]);

  show(`${PAGE}?setup_intent=..%2Fseti_9&redirect_status=succeeded`);

  expect(await screen.findByText(/•••• 4242/)).toBeVisible();
  expect(server.callsOf(SAVE)).toEqual([]);
});

test("back from a bank's page a card that could not be saved says why above the button", async () => {
  serveCards([visa], { [SAVE]: { status: 409, body: { message: "Please enter it again.", code: "card_not_saved" } } });

  show(`${PAGE}?setup_intent=seti_9&setup_intent_client_secret=seti_9_secret_1&redirect_status=failed`);

  expect(await within(screen.getByRole("main")).findByRole("alert")).toHaveTextContent(
    "Card not savedPlease enter it again.",
  );
});

test("another card is made the default", async () => {
  const server = serveCards([visa, old], {
    [`POST /api/payment-methods/${old.id}/default`]: { body: { ...old, isDefault: true } },
  });
  const { user } = show();
  await screen.findByText("Visa ending in 4242");
  server.setHandlers({
    [LIST]: {
      body: [
        { ...old, isDefault: true },
        { ...visa, isDefault: false },
      ],
    },
  });

  await user.click(screen.getByRole("button", { name: "Use by default" }));

  expect(await screen.findByText("Default card changed")).toBeVisible();
  await waitFor(() => expect(screen.getAllByRole("listitem")[0]).toHaveTextContent("American Express"));
});

test("a card is removed, and for ten seconds that can be taken back", async () => {
  const server = serveCards([visa], { [`DELETE /api/payment-methods/${visa.id}`]: { status: 204 } });
  const { user, container } = show();
  await user.click(await screen.findByRole("button", { name: "Remove" }));
  expect(screen.getByText("No cards yet")).toBeVisible();
  expect(screen.getByText(/^Visa •••• 4242. Recurring bookings that it pays for/)).toBeVisible();
  expect(await axeViolations(container)).toEqual([]);
  await user.click(screen.getByRole("button", { name: "Undo" }));

  expect(await screen.findByText("Visa ending in 4242")).toBeInTheDocument();
  expect(server.callsOf(`DELETE /api/payment-methods/${visa.id}`)).toEqual([]);
});

test("a card that could not be removed is there again and says why, for as long as it is not tried again", async () => {
  const message = "This card pays for a booking that is being charged.";
  serveCards([visa], {
    [`DELETE /api/payment-methods/${visa.id}`]: { status: 409, body: { message, code: "card_in_use" } },
  });
  const { user } = show();
  await user.click(await screen.findByRole("button", { name: "Remove" }));

  await user.click(screen.getByRole("button", { name: "Close" }));

  const card = await screen.findByRole("listitem");
  expect(card).toHaveTextContent(`Not removed${message}`);
  expect(screen.getByRole("alert")).toHaveTextContent(message);
});

test("without a key it says that payments are not configured, and still shows the cards", async () => {
  serveCards([visa], { "GET /api/config": { body: { ...config, stripePublishableKey: null } } });

  show();

  expect(await screen.findByText("Payment Processing Not Configured")).toBeVisible();
  expect(screen.getByText("Visa ending in 4242")).toBeInTheDocument();
  expect(screen.queryByRole("button", { name: "Add card" })).not.toBeInTheDocument();
});

test("while the cards load it says so", async () => {
  serveCards([], { [LIST]: never });

  show();

  expect((await screen.findAllByText("Loading...")).length).toBeGreaterThan(0);
});

test("a list that could not be loaded can be tried again", async () => {
  const server = serveCards([], { [LIST]: { status: 500, body: "" } });
  const { user } = show();
  expect(await screen.findByText("Your cards could not be loaded.")).toBeVisible();

  server.setHandlers({ [LIST]: { body: [visa] } });
  await user.click(screen.getByRole("button", { name: "Try again" }));

  expect(await screen.findByText("Visa ending in 4242")).toBeInTheDocument();
});

test("a form that cannot be opened says why and can be tried again", async () => {
  const stripe = stubStripe();
  const message = "Our payment provider cannot be reached right now. Please try again in a moment.";
  const server = serveCards([], { [SETUP]: { status: 503, body: { message, code: "payment_provider_unavailable" } } });
  const { user } = show();
  await user.click(await screen.findByRole("button", { name: "Add card" }));
  expect(await screen.findByRole("alert")).toHaveTextContent(`The card form could not be opened${message}`);

  server.setHandlers({ [SETUP]: { body: { clientSecret: "seti_1_secret_2" } } });
  await user.click(screen.getByRole("button", { name: "Try again" }));
  await waitFor(() => expect(screen.getByRole("button", { name: "Save card" })).toBeEnabled());

  act(stripe.failToLoad);
  expect(screen.getByRole("alert")).toHaveTextContent("The payment form could not be loaded");
});

test("a visitor is asked to sign in", async () => {
  const server = serve();

  show();

  expect(await screen.findByRole("link", { name: "Sign in" })).toHaveAttribute(
    "href",
    `/login?next=${encodeURIComponent(PAGE)}`,
  );
  expect(server.callsOf(LIST)).toEqual([]);
});
