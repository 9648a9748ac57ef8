import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import type { ProviderDetails, TimeSlot } from "@/api/types";
import { alice, makeOrder, makeProvider, never, serve, signedIn, type TestServer } from "@/test/server";
import { addressNow, axeViolations, renderScreen } from "@/test/render";
import { writeStored } from "@/lib/storage";

import { BookingScreen } from "./booking-screen";

type User = ReturnType<typeof renderScreen>["user"];

const TODAY = "2026-11-20";
const TOMORROW = "2026-11-21";
const bruno: ProviderDetails = { ...makeProvider(), bio: "", acceptsInstantly: true, reviews: [] };
const PAGE = `/booking?providerId=${bruno.id}`;
const SLOTS = `GET /api/time-slots?providerId=${bruno.id}&startDate=${TODAY}&endDate=${TOMORROW}`;
const order = makeOrder({ status: "pending", paymentStatus: "unpaid" });

beforeEach(() => {
  // A Friday morning in Zurich, half past nine.
  vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-11-20T08:30:00Z") });
});
afterEach(() => {
  vi.useRealTimers();
});

function slot(date: string, hour: number, isAvailable = true): TimeSlot {
  const time = (value: number): string => `${value.toString().padStart(2, "0")}:00`;
  return {
    id: `${date}-${hour.toString()}`,
    date,
    startTime: time(hour),
    endTime: time(hour + 1),
    slotType: date === TODAY ? "same_day" : "next_day",
    isAvailable,
    maxBookings: 3,
    currentBookings: isAvailable ? 1 : 3,
  };
}

function slots(full: string[] = []): TimeSlot[] {
  const hours = Array.from({ length: 12 }, (_, index) => index + 8);
  return [TODAY, TOMORROW].flatMap((date) => hours.map((hour) => slot(date, hour, !full.includes(`${date} ${hour.toString()}`))));
}

function serveBooking(handlers: Parameters<typeof serve>[0] = {}): TestServer {
  return serve({
    "GET /api/auth/session": { body: signedIn },
    [`GET /api/providers/details/${bruno.id}`]: { body: bruno },
    [SLOTS]: { body: slots() },
    "GET /api/addresses": { body: [] },
    "POST /api/orders": { status: 201, body: order },
    ...handlers,
  });
}

async function open(at = PAGE): Promise<ReturnType<typeof renderScreen>> {
  const view = renderScreen(<BookingScreen calendar={() => null} />, { at });
  await screen.findByRole("button", { name: "Confirm Booking" });
  return view;
}

const street = (): HTMLElement => screen.getByLabelText("Street address");
const confirm = (user: User): Promise<void> => user.click(screen.getByRole("button", { name: "Confirm Booking" }));
const hour = (name: string): HTMLElement => screen.getByRole("radio", { name: new RegExp(`^${name}`) });
/** The amount that stands beside a label in the price breakdown. */
function amountOf(label: string): string {
  const row = screen.getByText(label, { selector: "dt" }).parentElement;
  return within(row ?? document.body).getByRole("definition").textContent;
}

test.each(["/booking", "/booking?service=premium"])("%s asks for a provider first", async (at) => {
  const server = serve();

  const { container } = renderScreen(<BookingScreen calendar={() => null} />, { at });

  expect(screen.getByText("No provider selected")).toBeVisible();
  expect(screen.getByText("Please select a provider first")).toBeVisible();
  expect(screen.getByRole("link", { name: "Go Back Home" })).toHaveAttribute("href", "/");
  expect(screen.getByRole("link", { name: "Back" })).toHaveAttribute("href", "/");
  expect(server.calls).toEqual([]);
  expect(await axeViolations(container)).toEqual([]);
});

test("starts with the defaults, the provider, and today at 12:00", async () => {
  serveBooking();

  const { container } = await open();

  expect(screen.getByRole("heading", { name: "Bruno K." })).toBeVisible();
  expect(screen.getByText("4.8")).toBeVisible();
  expect(screen.getByText("127 reviews")).toBeVisible();
  expect(screen.getByText("Available now")).toBeVisible();
  expect(screen.getByRole("radio", { name: /Standard Wash and Fold/ })).toBeChecked();
  expect(screen.getByRole("slider", { name: "Weight in kilograms" })).toHaveAttribute("aria-valuetext", "10 kg");
  expect(street()).toHaveValue("");
  expect(screen.getByLabelText("City")).toHaveValue("Zurich");
  expect(screen.getByLabelText("Postal code")).toHaveValue("8001");
  expect(screen.getByRole("radio", { name: "Today Fri 20 Nov" })).toBeChecked();
  expect(hour("12:00")).toBeChecked();
  expect(amountOf("Total")).toBe("CHF 27.50");
  expect(screen.getByRole("button", { name: "Confirm Booking" })).toBeDisabled();
  expect(await axeViolations(container)).toEqual([]);
});

test.each([
  ["premium", /Premium Care/, "CHF 32.50"],
  ["ironing", /Ironing Only/, "CHF 9.50"],
  ["dry-cleaning", /Standard Wash and Fold/, "CHF 27.50"],
])("the address preselects %s", async (service, name, total) => {
  serveBooking();

  await open(`${PAGE}&service=${service}`);

  expect(screen.getByRole("radio", { name })).toBeChecked();
  expect(amountOf("Total")).toBe(total);
});

test("the price follows every change", async () => {
  serveBooking();
  const { user } = await open();

  await user.click(screen.getByRole("radio", { name: /Premium Care/ }));
  screen.getByRole("slider").focus();
  await user.keyboard("{ArrowRight>5/}");

  expect(screen.getByRole("slider")).toHaveAttribute("aria-valuetext", "12.5 kg");
  expect(amountOf("Premium Care")).toBe("CHF 30.00");
  expect(amountOf("Extra weight (2.5 kg)")).toBe("CHF 8.75");
  expect(amountOf("Platform fee")).toBe("CHF 2.50");
  expect(amountOf("Total")).toBe("CHF 41.25");

  await user.keyboard("{End}");
  expect(amountOf("Total")).toBe("CHF 50.00");
  await user.keyboard("{Home}");
  expect(screen.queryByText(/Extra weight/)).not.toBeInTheDocument();
});

test("only hours that can be booked can be chosen, the others say why", async () => {
  serveBooking({ [SLOTS]: { body: slots([`${TODAY} 14`]).filter(({ id }) => id !== `${TODAY}-16`) } });

  await open();

  expect(screen.getByRole("radio", { name: "09:00 Past" })).toBeDisabled();
  expect(screen.getByRole("radio", { name: "14:00 Full" })).toBeDisabled();
  expect(screen.getByRole("radio", { name: "16:00 Closed" })).toBeDisabled();
  expect(screen.getByRole("radio", { name: "13:00 2 left" })).toBeEnabled();
});

test("another day keeps the hour where it is free, else takes that day's first", async () => {
  serveBooking({ [SLOTS]: { body: slots([`${TOMORROW} 9`, `${TOMORROW} 13`]) } });
  const { user } = await open();

  await user.click(screen.getByRole("radio", { name: /^Tomorrow/ }));
  expect(hour("12:00")).toBeChecked();

  await user.click(screen.getByRole("radio", { name: /^Today/ }));
  await user.click(hour("13:00"));
  await user.click(screen.getByRole("radio", { name: /^Tomorrow/ }));
  expect(hour("10:00")).toBeChecked();
});

test("without a free hour on both days it says so and promises nothing", async () => {
  serveBooking({ [SLOTS]: { body: slots().map((each) => ({ ...each, isAvailable: false, currentBookings: 3 })) } });

  const { container } = await open();

  expect(screen.getByText("No free pickup time today or tomorrow")).toBeVisible();
  expect(screen.getByRole("link", { name: "Choose another provider" })).toHaveAttribute("href", "/");
  expect(screen.getByRole("radio", { name: /^Today/ })).toBeDisabled();
  expect(screen.getByRole("radio", { name: /^Tomorrow/ })).toBeDisabled();
  expect(screen.queryByText("Available now")).not.toBeInTheDocument();
  expect(await axeViolations(container)).toEqual([]);
});

test("places the order once, tells so and goes on to the checkout", async () => {
  const server = serveBooking();
  const { user, container } = await open();

  await user.type(street(), " Bahnhofstrasse 1 ");
  await user.click(screen.getByRole("radio", { name: /^Tomorrow/ }));
  await user.click(hour("15:00"));
  await user.click(screen.getByRole("button", { name: "Add a note for your provider" }));
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
  });
  expect(call?.headers.get("Idempotency-Key")).toMatch(/^[0-9a-f-]{36}$/);
});

test("while the order is created the button cannot be pressed", async () => {
  serveBooking({ "POST /api/orders": never });
  const { user } = await open();

  await user.type(street(), "Bahnhofstrasse 1");
  await confirm(user);

  expect(await screen.findByRole("button", { name: "Creating your order..." })).toBeDisabled();
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

test("one tap takes an address of the account", async () => {
  const home = { id: "a-1", label: "Home", street: "Langstrasse 2", city: "Zug", postalCode: "6300", isDefault: true };
  serveBooking({ "GET /api/addresses": { body: [home] } });
  const { user } = await open();

  await user.click(await screen.findByRole("button", { name: /Langstrasse 2, 6300 Zug/ }));

  expect(street()).toHaveValue("Langstrasse 2");
  expect(screen.getByLabelText("City")).toHaveValue("Zug");
  expect(screen.getByLabelText("Postal code")).toHaveValue("6300");
  expect(screen.getByRole("button", { name: /Langstrasse 2/ })).toHaveAttribute("aria-pressed", "true");
});

test("a visitor signs in and finds the form as it was", async () => {
  const server = serveBooking({ "GET /api/auth/session": { body: { authenticated: false, user: null, csrfToken: "t" } } });
  const first = await open(`${PAGE}&service=ironing`);
  await first.user.click(screen.getByRole("radio", { name: /Premium Care/ }));
  screen.getByRole("slider").focus();
  await first.user.keyboard("{ArrowRight}");
  await first.user.type(street(), "Rue du Lac 3");
  fireEvent.change(screen.getByLabelText("City"), { target: { value: "Genève" } });
  fireEvent.change(screen.getByLabelText("Postal code"), { target: { value: "1201" } });
  await first.user.click(screen.getByRole("radio", { name: /^Tomorrow/ }));
  await first.user.click(hour("16:00"));
  await first.user.click(screen.getByRole("button", { name: "Add a note for your provider" }));
  await first.user.type(screen.getByLabelText("Note for your provider"), "Third floor");
  await confirm(first.user);

  const back = `${PAGE}&service=ironing`;
  expect(addressNow(first.container)).toBe(`/login?next=${encodeURIComponent(back)}`);
  expect(server.callsOf("POST /api/orders")).toEqual([]);
  first.unmount();

  serveBooking();
  await open(back);

  expect(screen.getByRole("radio", { name: /Premium Care/ })).toBeChecked();
  expect(screen.getByRole("slider")).toHaveAttribute("aria-valuetext", "10.5 kg");
  expect(street()).toHaveValue("Rue du Lac 3");
  expect(screen.getByLabelText("City")).toHaveValue("Genève");
  expect(screen.getByLabelText("Postal code")).toHaveValue("1201");
  expect(screen.getByRole("radio", { name: /^Tomorrow/ })).toBeChecked();
  expect(hour("16:00")).toBeChecked();
  expect(screen.getByLabelText("Note for your provider")).toHaveValue("Third floor");
});

test("a kept form of another page is not shown, nor a damaged one", async () => {
  writeStored("session", "booking-draft", JSON.stringify({ search: "?providerId=other", draft: { street: "Elsewhere 1" } }));
  serveBooking();
  const first = await open();
  expect(street()).toHaveValue("");
  first.unmount();

  writeStored("session", "booking-draft", JSON.stringify({ search: `?providerId=${bruno.id}`, draft: { street: 1 } }));
  await open();
  expect(street()).toHaveValue("");
});

test("a session that has ended leads to the sign-in page, too", async () => {
  serveBooking({ "POST /api/orders": { status: 401, body: { message: "Please sign in.", code: "not_authenticated" } } });
  const { user, container } = await open();

  await user.type(street(), "Bahnhofstrasse 1");
  await confirm(user);

  await waitFor(() => expect(addressNow(container)).toBe(`/login?next=${encodeURIComponent(PAGE)}`));
});

test.each(["slot_full", "slot_past", "slot_closed"])("%s: the hours are fetched again, everything else stays", async (code) => {
  const message = "This time has just been taken. Please choose another one.";
  const server = serveBooking({ "POST /api/orders": { status: 409, body: { message, code } } });
  const { user, container } = await open();
  await user.type(street(), "Bahnhofstrasse 1");

  server.answer({ [SLOTS]: { body: slots([`${TODAY} 12`]) } });
  await confirm(user);

  expect(await screen.findByRole("alert")).toHaveTextContent(`Error${message}`);
  expect(await screen.findByRole("radio", { name: "12:00 Full" })).toBeDisabled();
  expect(street()).toHaveValue("Bahnhofstrasse 1");
  expect(screen.getByRole("group", { name: "Preferred pickup time" })).toHaveAccessibleDescription(message);
  await waitFor(() => expect(hour("10:00")).toHaveFocus());
  expect(await axeViolations(container)).toEqual([]);

  server.answer({ "POST /api/orders": { status: 201, body: order } });
  await confirm(user);
  expect(server.callsOf("POST /api/orders")).toHaveLength(1);
  await user.click(hour("13:00"));
  await confirm(user);

  await waitFor(() => expect(addressNow(container)).toBe(`/checkout/${order.id}`));
  const [first, second] = server.callsOf("POST /api/orders");
  expect(second?.headers.get("Idempotency-Key")).not.toBe(first?.headers.get("Idempotency-Key"));
});

test("too many unpaid orders: the way to them is shown", async () => {
  const message = "You have 3 orders waiting for payment. Please pay or cancel one of them first.";
  serveBooking({ "POST /api/orders": { status: 409, body: { message, code: "too_many_unpaid_orders" } } });
  const { user, container } = await open();

  await user.type(street(), "Bahnhofstrasse 1");
  await confirm(user);

  const link = await screen.findByRole("link", { name: "See your unpaid orders" });
  expect(link).toHaveAttribute("href", "/history");
  // The notice may be off the screen: the focus brings it into sight, and its link is the next stop.
  await waitFor(() => expect(link.parentElement).toHaveFocus());
  expect(screen.getByRole("alert")).toHaveTextContent(`Error${message}`);
  expect(await axeViolations(container)).toEqual([]);
});

test("an answer that got lost is asked for again with the same key", async () => {
  const server = serveBooking({ "POST /api/orders": () => Promise.reject(new TypeError("Failed to fetch")) });
  const { user, container } = await open();

  await user.type(street(), "Bahnhofstrasse 1");
  await confirm(user);
  expect(await screen.findByRole("alert")).toHaveTextContent("No connection to Suuber.");
  server.answer({ "POST /api/orders": { status: 201, body: order } });
  await confirm(user);

  await waitFor(() => expect(addressNow(container)).toBe(`/checkout/${order.id}`));
  const [first, second] = server.callsOf("POST /api/orders").map((call) => call.headers.get("Idempotency-Key"));
  expect(second).toBe(first);
});

test("an address that the server refuses is said at its field", async () => {
  const body = { message: "This address is too long.", code: "invalid", fields: { pickupAddress: ["This address is too long."] } };
  serveBooking({ "POST /api/orders": { status: 400, body } });
  const { user } = await open();

  await user.type(street(), "Bahnhofstrasse 1");
  await confirm(user);

  await waitFor(() => expect(street()).toHaveAccessibleDescription("This address is too long."));
});

test.each([`/booking?providerId=${bruno.id}`, "/booking?providerId=../../admin"])("an unknown provider: %s", async (at) => {
  serveBooking({ [`GET /api/providers/details/${bruno.id}`]: { status: 404, body: { message: "Not found.", code: "not_found" } } });

  const { container } = renderScreen(<BookingScreen calendar={() => null} />, { at });

  expect(await screen.findByText("This provider is not available")).toBeVisible();
  expect(screen.getByRole("link", { name: "Go Back Home" })).toHaveAttribute("href", "/");
  expect(await axeViolations(container)).toEqual([]);
});

test("what could not be loaded can be tried again", async () => {
  const server = serveBooking({ [SLOTS]: { status: 503, body: {} } });
  const { user, container } = renderScreen(<BookingScreen calendar={() => null} />, { at: PAGE });
  expect(await screen.findByText("The pickup times could not be loaded.")).toBeVisible();
  expect(await axeViolations(container)).toEqual([]);

  server.answer({ [SLOTS]: { body: slots() } });
  await user.click(screen.getByRole("button", { name: "Try again" }));

  expect(await screen.findByRole("button", { name: "Confirm Booking" })).toBeVisible();
});

test("while it loads it says so", async () => {
  serveBooking({ [SLOTS]: never });

  const { container } = renderScreen(<BookingScreen calendar={() => null} />, { at: PAGE });

  expect(screen.getAllByRole("status")[0]).toHaveTextContent("Loading...");
  expect(await axeViolations(container)).toEqual([]);
});
