import { screen, waitFor, within } from "@testing-library/react";
import { Route, Routes } from "react-router-dom";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { CheckoutPage } from "@/features/checkout/checkout-page";
import { stubStripe } from "@/paying/test-stripe";
import { bruno } from "@/test/recurring-page";
import { axeViolations, enter, renderScreen } from "@/test/render";
import { makeOrder, serve, signedIn, type TestServer } from "@/test/server";
import { slotsAt, slotsCall } from "@/test/slots";

import { BookingPage } from "./booking-page";

const TODAY = "2026-11-20";
const TOMORROW = "2026-11-21";
const SAVE_ADDRESS = "POST /api/addresses";
const order = makeOrder({ status: "pending", paymentStatus: "unpaid" });
const home = { id: "a-1", label: "Home", street: "Langstrasse 2", city: "Zurich", postalCode: "8004", isDefault: true };
const TOO_MANY = "You can keep up to 20 addresses.";

beforeEach(() => {
  window.sessionStorage.clear();
  stubStripe();
  vi.stubGlobal("matchMedia", () => ({ matches: false, addEventListener: vi.fn(), removeEventListener: vi.fn() }));
  vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-11-20T08:30:00Z") });
});
afterEach(() => {
  vi.useRealTimers();
});

type View = ReturnType<typeof renderScreen> & { server: TestServer };

function show(handlers: Parameters<typeof serve>[0] = {}): View {
  const server = serve({
    "GET /api/auth/session": { body: signedIn },
    [`GET /api/providers/details/${bruno.id}`]: { body: bruno },
    "GET /api/addresses": { body: [home] },
    [slotsCall(bruno.id, TODAY, TOMORROW)]: {
      body: [...slotsAt(TODAY, "12:00", "15:00"), ...slotsAt(TOMORROW, "12:00")],
    },
    "POST /api/orders": { status: 201, body: order },
    [`GET /api/orders/${order.id}`]: { body: order },
    "GET /api/payment-methods": { body: [] },
    "POST /api/create-payment-intent": { body: { clientSecret: "pi_1_secret_2", canSaveCard: true } },
    [SAVE_ADDRESS]: { status: 201, body: { ...home, id: "a-2" } },
    ...handlers,
  });
  const pages = (
    <Routes>
      <Route path="/booking" element={<BookingPage />} />
      <Route path="/checkout/:orderId" element={<CheckoutPage />} />
    </Routes>
  );
  return { ...renderScreen(pages, { at: `/booking?providerId=${bruno.id}` }), server };
}

/** Fills in an address, ticks "save" or not, and confirms. */
async function book({ ticks }: { ticks: boolean }, handlers: Parameters<typeof serve>[0] = {}): Promise<View> {
  const view = show(handlers);
  const street = await screen.findByLabelText("Street address");
  await view.user.clear(street);
  await enter(view.user, street, " Bahnhofstrasse 1");
  const box = screen.getByRole("checkbox", { name: "Keep this address" });
  expect(box).not.toBeChecked();
  if (ticks) await view.user.click(box);
  await view.user.click(screen.getByRole("button", { name: "Confirm Booking" }));
  return view;
}

const atCheckout = (): Promise<HTMLElement> => screen.findByRole("heading", { level: 1, name: "Checkout" });
const notice = (): HTMLElement | undefined =>
  screen.queryAllByRole("alert").find((each) => within(each).queryByText(/address was not kept/) !== null);

test("an address that is typed is saved with a tick, once the order is placed", async () => {
  const { server } = await book({ ticks: true });

  await atCheckout();
  await waitFor(() =>
    expect(server.callsOf(SAVE_ADDRESS).map(({ body }) => body)).toEqual([
      { label: "", street: "Bahnhofstrasse 1", city: "Zurich", postalCode: "8004" },
    ]),
  );
  expect(await screen.findByText("Order Created")).toBeVisible();
  expect(notice()).toBeUndefined();
});

test("it is saved under a key of its order, so that a reload before the answer saves it once", async () => {
  const { server } = await book({ ticks: true });

  await atCheckout();
  await waitFor(() => expect(server.callsOf(SAVE_ADDRESS)).toHaveLength(1));
  expect(server.callsOf(SAVE_ADDRESS)[0]?.headers.get("Idempotency-Key")).toBe(`address-${order.id}`);
});

test("without the tick nothing is saved, and a tick for a refused order neither", async () => {
  const { server, user } = await book(
    { ticks: true },
    { "POST /api/orders": { status: 409, body: { message: "This time is taken.", code: "slot_full" } } },
  );
  expect(await screen.findByRole("alert")).toHaveTextContent("This time is taken.");

  server.setHandlers({ "POST /api/orders": { status: 201, body: order } });
  await user.click(screen.getByRole("checkbox", { name: "Keep this address" }));
  await user.click(screen.getByRole("radio", { name: /^15:00/ }));
  await user.click(screen.getByRole("button", { name: "Confirm Booking" }));

  await atCheckout();
  expect(server.callsOf(SAVE_ADDRESS)).toEqual([]);
});

test("an address that cannot be saved does not touch the order; the checkout says so until it is saved", async () => {
  const { server, user, container } = await book(
    { ticks: true },
    { [SAVE_ADDRESS]: { status: 409, body: { message: TOO_MANY, code: "too_many_addresses" } } },
  );

  await atCheckout();
  await waitFor(() => expect(notice()).toHaveTextContent(TOO_MANY));
  expect(await axeViolations(container)).toEqual([]);
  server.setHandlers({ [SAVE_ADDRESS]: { status: 201, body: { ...home, id: "a-2" } } });
  await user.click(screen.getByRole("button", { name: "Try again" }));

  await waitFor(() => expect(notice()).toBeUndefined());
  expect(server.callsOf(SAVE_ADDRESS)).toHaveLength(2);
  await waitFor(() => expect(screen.getByRole("heading", { level: 1, name: "Checkout" })).toHaveFocus());
});

test("while it is tried again what was pressed stays, and the focus with it", async () => {
  const { server, user } = await book(
    { ticks: true },
    { [SAVE_ADDRESS]: { status: 409, body: { message: TOO_MANY, code: "too_many_addresses" } } },
  );
  await atCheckout();

  await user.click(await screen.findByRole("button", { name: "Try again" }));
  await waitFor(() => expect(server.callsOf(SAVE_ADDRESS)).toHaveLength(2));

  await waitFor(() => expect(notice()).toHaveTextContent(TOO_MANY));
  expect(screen.getByRole("button", { name: "Try again" })).toHaveFocus();
});

test("who does not need it saved after all is not asked again", async () => {
  const { user, server, unmount } = await book(
    { ticks: true },
    { [SAVE_ADDRESS]: { status: 409, body: { message: TOO_MANY, code: "too_many_addresses" } } },
  );
  await atCheckout();
  await user.click(await screen.findByRole("button", { name: "Do not keep it" }));
  expect(notice()).toBeUndefined();
  await waitFor(() => expect(screen.getByRole("heading", { level: 1, name: "Checkout" })).toHaveFocus());

  unmount();
  renderScreen(
    <Routes>
      <Route path="/checkout/:orderId" element={<CheckoutPage />} />
    </Routes>,
    { at: `/checkout/${order.id}` },
  );
  await atCheckout();
  expect(await screen.findByText("Order summary")).toBeVisible();
  expect(server.callsOf(SAVE_ADDRESS)).toHaveLength(1);
});
