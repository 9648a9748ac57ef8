import { act, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { addressNow, axeViolations, enter } from "@/test/render";
import { alice, config, never } from "@/test/server";

import {
  NOW,
  PAGE,
  SLOTS,
  TODAY,
  amountOf,
  bruno,
  confirm,
  hour,
  open,
  order,
  serveBooking,
  slots,
  street,
} from "./test-booking";

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: NOW });
});
afterEach(() => {
  vi.useRealTimers();
});

test("places the order once, tells so and goes on to the checkout", async () => {
  const server = serveBooking();
  const { user, container } = await open();

  await user.type(street(), " Bahnhofstrasse 1 ");
  await user.click(screen.getByRole("radio", { name: /^Tomorrow/ }));
  await user.click(hour("15:00"));
  await user.click(await screen.findByRole("button", { name: "Add a note for your provider" }));
  await user.type(screen.getByLabelText("Note for your provider"), "Ring twice");
  await confirm(user);

  await waitFor(() => expect(addressNow(container)).toBe(`/checkout/${order.id}`));
  expect(screen.getByText("Order Created")).toBeVisible();
  expect(screen.getByText("Proceeding to payment...")).toBeVisible();
  const [call, ...more] = server.callsOf("POST /api/orders");
  expect(more).toEqual([]);
  expect(call?.body).toEqual({
    customerId: alice.id,
    providerId: bruno.id,
    serviceType: "standard",
    weight: "10.0",
    pickupAddress: "Bahnhofstrasse 1, Zurich 8001",
    deliveryAddress: "Bahnhofstrasse 1, Zurich 8001",
    pickupTime: "2026-11-21T14:00:00.000Z",
    specialInstructions: "Ring twice",
    expectedTotal: "27.50",
    refuseSecondPickup: true,
  });
  expect(call?.headers.get("Idempotency-Key")).toMatch(/^[0-9a-f-]{36}$/);
});

test("a price that has changed meanwhile is said and shown, and nothing is booked at another one", async () => {
  const price = { serviceAmount: "26.00", platformFee: "2.50", totalAmount: "28.50" };
  const message = "The price has changed since you looked. It is now CHF 28.50. Please confirm again.";
  const server = serveBooking({ "POST /api/orders": { status: 409, body: { message, code: "price_changed", price } } });
  const { user, container } = await open();
  await enter(user, street(), "Bahnhofstrasse 1");
  const services = { ...config.prices.services, standard: "26.00" };
  server.setHandlers({ "GET /api/config": { body: { ...config, prices: { ...config.prices, services } } } });

  await confirm(user);

  const said = await screen.findByRole("alert");
  expect(said).toHaveTextContent(
    "The price has changed since you looked. It is now CHF 28.50 instead of CHF 27.50. Please confirm again.",
  );
  expect(screen.queryByText("Error")).toBeNull();
  expect(await axeViolations(container)).toEqual([]);
  await waitFor(() => expect(amountOf("Total")).toBe("CHF 28.50"));
  server.setHandlers({ "POST /api/orders": { status: 201, body: order } });
  await confirm(user);
  await waitFor(() => expect(addressNow(container)).toBe(`/checkout/${order.id}`));
  expect(
    server.callsOf("POST /api/orders").map(({ body }) => (body as { expectedTotal: string }).expectedTotal),
  ).toEqual(["27.50", "28.50"]);
});

test("what is said of another price goes once something else is chosen", async () => {
  const price = { serviceAmount: "26.00", platformFee: "2.50", totalAmount: "28.50" };
  serveBooking({ "POST /api/orders": { status: 409, body: { message: "", code: "price_changed", price } } });
  const { user } = await open();
  await enter(user, street(), "Bahnhofstrasse 1");
  await confirm(user);
  const said = await screen.findByRole("alert");

  await user.click(screen.getByRole("radio", { name: /Premium care/ }));

  expect(said).not.toBeInTheDocument();
});

test("while the order is created the button cannot be pressed", async () => {
  serveBooking({ "POST /api/orders": never });
  const { user } = await open();

  await enter(user, street(), "Bahnhofstrasse 1");
  await confirm(user);

  expect(await screen.findByRole("button", { name: "Creating your order..." })).toBeDisabled();
});

test("two presses in one moment are one order, and while it is created nothing can be typed into nowhere", async () => {
  const server = serveBooking({ "POST /api/orders": never });
  const { user } = await open();
  await enter(user, street(), "Bahnhofstrasse 1");
  const button = screen.getByRole("button", { name: "Confirm Booking" });

  act(() => {
    button.click();
    button.click();
  });

  expect(await screen.findByRole("button", { name: "Creating your order..." })).toBeDisabled();
  expect(street()).toHaveAttribute("readonly");
  expect(server.callsOf("POST /api/orders")).toHaveLength(1);
});

test("a time that is missing is said at the hours, beside what is missing of the address", async () => {
  serveBooking({ [SLOTS]: { body: [] } });
  const { user } = await open();
  await user.type(street(), "   ");
  await confirm(user);

  await waitFor(() => expect(street()).toHaveFocus());
  expect(screen.getByText("Please choose a pickup time.")).toBeVisible();
});

test("what is missing is said at its field and goes when it is mended", async () => {
  const server = serveBooking();
  const { user, container } = await open();

  await user.type(street(), "   ");
  await user.clear(screen.getByLabelText("City"));
  await user.clear(screen.getByLabelText("Postal code"));
  await confirm(user);

  expect(await screen.findByRole("alert")).toHaveTextContent("ErrorPlease fill in all required fields");
  expect(street()).toHaveAccessibleDescription("Address is required");
  expect(screen.getByLabelText("City")).toHaveAccessibleDescription("City is required");
  expect(screen.getByLabelText("Postal code")).toHaveAccessibleDescription("Postal code is required");
  await waitFor(() => expect(street()).toHaveFocus());
  expect(await axeViolations(container)).toEqual([]);
  expect(server.callsOf("POST /api/orders")).toEqual([]);

  await user.type(screen.getByLabelText("City"), "B");
  expect(screen.getByLabelText("City")).not.toHaveAccessibleDescription();
  expect(screen.getByLabelText("Postal code")).toHaveAccessibleDescription("Postal code is required");
});

test("an address is asked for as everywhere: street, postal code, city", async () => {
  serveBooking();
  await open();

  const names = screen.getAllByRole("textbox").map((field) => field.getAttribute("name"));
  expect(names.slice(0, 3)).toEqual(["street", "postalCode", "city"]);
});

test("one tap takes an address of the account", async () => {
  const home = { id: "a-1", label: "Home", street: "Seeweg 1", city: "Zurich", postalCode: "8001", isDefault: true };
  const work = {
    id: "a-2",
    label: "Office",
    street: "Langstrasse 2",
    city: "Zug",
    postalCode: "6300",
    isDefault: false,
  };
  serveBooking({ "GET /api/addresses": { body: [home, work] } });
  const { user } = await open();

  await user.click(await screen.findByRole("button", { name: /Langstrasse 2, 6300 Zug/ }));

  expect(street()).toHaveValue("Langstrasse 2");
  expect(screen.getByLabelText("City")).toHaveValue("Zug");
  expect(screen.getByLabelText("Postal code")).toHaveValue("6300");
  expect(screen.getByRole("button", { name: /Langstrasse 2/ })).toHaveAttribute("aria-pressed", "true");
});

test("a session that has ended leads to the sign-in page, too", async () => {
  serveBooking({
    "POST /api/orders": { status: 401, body: { message: "Please sign in.", code: "not_authenticated" } },
  });
  const { user, container } = await open();

  await enter(user, street(), "Bahnhofstrasse 1");
  await confirm(user);

  await waitFor(() => expect(addressNow(container)).toBe(`/login?next=${encodeURIComponent(PAGE)}`));
});

test.each(["slot_full", "slot_past", "slot_closed"])(
  "%s: the hours are fetched again, everything else stays",
  async (code) => {
    const message = "This time has just been taken. Please choose another one.";
    const server = serveBooking({ "POST /api/orders": { status: 409, body: { message, code } } });
    const { user, container } = await open();
    await enter(user, street(), "Bahnhofstrasse 1");

    server.setHandlers({ [SLOTS]: { body: slots([`${TODAY} 12`]) } });
    await confirm(user);

    expect(await screen.findByRole("alert")).toHaveTextContent(`Error${message}`);
    expect(await screen.findByRole("radio", { name: "12:00 Full" })).toBeDisabled();
    expect(street()).toHaveValue("Bahnhofstrasse 1");
    expect(screen.getByRole("group", { name: "Preferred pickup time" })).toHaveAccessibleDescription(message);
    await waitFor(() => expect(hour("10:00")).toHaveFocus());
    expect(await axeViolations(container)).toEqual([]);

    server.setHandlers({ "POST /api/orders": { status: 201, body: order } });
    await confirm(user);
    expect(server.callsOf("POST /api/orders")).toHaveLength(1);
    await user.click(hour("13:00"));
    await confirm(user);

    await waitFor(() => expect(addressNow(container)).toBe(`/checkout/${order.id}`));
    const [first, second] = server.callsOf("POST /api/orders");
    expect(second?.headers.get("Idempotency-Key")).not.toBe(first?.headers.get("Idempotency-Key"));
  },
);

test("too many unpaid orders: the way to them is shown", async () => {
  const message = "You have 3 orders waiting for payment. Please pay or cancel one of them first.";
  serveBooking({ "POST /api/orders": { status: 409, body: { message, code: "too_many_unpaid_orders" } } });
  const { user, container } = await open();

  await enter(user, street(), "Bahnhofstrasse 1");
  await confirm(user);

  const link = await screen.findByRole("link", { name: "See your unpaid orders" });
  expect(link).toHaveAttribute("href", "/history");
  // Focus scrolls the notice into view, and its link is the next tab stop.
  await waitFor(() => expect(link.parentElement).toHaveFocus());
  expect(screen.getByRole("alert")).toHaveTextContent(`Error${message}`);
  expect(await axeViolations(container)).toEqual([]);
});

test("an answer that got lost is asked for again with the same key", async () => {
  const server = serveBooking({ "POST /api/orders": () => Promise.reject(new TypeError("Failed to fetch")) });
  const { user, container } = await open();

  await enter(user, street(), "Bahnhofstrasse 1");
  await confirm(user);
  expect(await screen.findByRole("alert")).toHaveTextContent("No connection to Suuber.");
  server.setHandlers({ "POST /api/orders": { status: 201, body: order } });
  await confirm(user);

  await waitFor(() => expect(addressNow(container)).toBe(`/checkout/${order.id}`));
  const [first, second] = server.callsOf("POST /api/orders").map((call) => call.headers.get("Idempotency-Key"));
  expect(second).toBe(first);
});

test("an address that the server refuses is said at its field", async () => {
  const body = {
    message: "This address is too long.",
    code: "invalid",
    fields: { pickupAddress: ["This address is too long."] },
  };
  serveBooking({ "POST /api/orders": { status: 400, body } });
  const { user } = await open();

  await enter(user, street(), "Bahnhofstrasse 1");
  await confirm(user);

  await waitFor(() => expect(street()).toHaveAccessibleDescription("This address is too long."));
});
