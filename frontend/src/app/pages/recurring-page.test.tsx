import { screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";

import type { PaymentMethod, ProviderDetails } from "@/api/types";
import { makeOccurrence, makeRecurring } from "@/test/recurring";
import { addressNow, axeViolations, renderScreen } from "@/test/render";
import { alice, makeProvider, never, serve, signedIn, type TestServer } from "@/test/server";
import { slotsAt, slotsCall } from "@/test/slots";

import { RecurringPage } from "./recurring-page";

const bruno: ProviderDetails = { ...makeProvider(), bio: "", acceptsInstantly: true, reviews: [] };
const chiara = makeProvider({ id: "55555555-5555-4555-8555-555555555555", user: { firstName: "Chiara", lastName: "R", profileImageUrl: null } });
const visa: PaymentMethod = { id: "card-1", brand: "visa", last4: "4242", expMonth: 12, expYear: 2040, isDefault: true, isExpired: false };
const mastercard: PaymentMethod = { ...visa, id: "card-2", brand: "mastercard", last4: "4444", isDefault: false };
const home = { id: "a-1", label: "Home", street: "Limmatquai 12", city: "Zurich", postalCode: "8001", isDefault: true };
const LIST = `GET /api/recurring-bookings/customer/${alice.id}`;
const CREATE = "POST /api/recurring-bookings";
const booking = makeRecurring();
const ONE = `/api/recurring-bookings/${booking.id}`;

beforeEach(() => {
  // A Friday morning in Zurich, half past nine.
  vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-11-20T08:30:00Z") });
});
afterEach(() => {
  vi.useRealTimers();
});

function open(handlers: Parameters<typeof serve>[0] = {}, at = "/recurring"): ReturnType<typeof renderScreen> & { server: TestServer } {
  const server = serve({
    "GET /api/auth/session": { body: signedIn },
    [LIST]: { body: [booking] },
    "GET /api/addresses": { body: [] },
    "GET /api/payment-methods": { body: [visa, mastercard] },
    "GET /api/providers/8001": { body: [makeProvider(), chiara] },
    [`GET /api/providers/details/${bruno.id}`]: { body: bruno },
    ...handlers,
  });
  return { ...renderScreen(<RecurringPage />, { at }), server };
}

const submit = (): HTMLElement => screen.getByRole("button", { name: "Create Recurring Booking" });
const pickup = (): HTMLElement => screen.getByLabelText("Pickup address");
const delivery = (): HTMLElement => screen.getByLabelText("Delivery address");

describe("setting one up", () => {
  const PAGE = `/recurring?providerId=${bruno.id}`;

  async function openForm(handlers: Parameters<typeof serve>[0] = {}): Promise<ReturnType<typeof open>> {
    const view = open({ [LIST]: { body: [] }, [CREATE]: { status: 201, body: booking }, ...handlers }, PAGE);
    await screen.findByText("Bruno K.");
    await screen.findByLabelText("Card");
    return view;
  }

  test("starts weekly, on Monday, at 09:00, with the chosen provider, and says when the first pickup is", async () => {
    const { container } = await openForm();

    expect(screen.getByRole("radio", { name: "Weekly" })).toBeChecked();
    expect(screen.getByLabelText("Day of the week")).toHaveDisplayValue("Monday");
    expect(screen.queryByLabelText("Day of the month")).not.toBeInTheDocument();
    const times = within(screen.getByLabelText("Preferred time")).getAllByRole("option");
    expect(times.map((option) => option.textContent)).toEqual(["09:00", "11:00", "13:00", "15:00", "17:00"]);
    expect(screen.getByText("Every Monday at 09:00")).toBeVisible();
    expect(screen.getByText("First pickup: Mon 23 Nov")).toBeVisible();
    expect(screen.getByText("CHF 27.50")).toBeVisible();
    expect(screen.getByLabelText("Card")).toHaveDisplayValue("Default card (Visa •••• 4242)");
    expect(await axeViolations(container)).toEqual([]);
  });

  test("the day of the week is for weeks, the day of the month from 1 to 28 for months", async () => {
    const { user } = await openForm();

    await user.click(screen.getByRole("radio", { name: "Bi-weekly" }));
    await user.selectOptions(screen.getByLabelText("Day of the week"), "Friday");
    // Today is a Friday: the first one is from tomorrow on.
    expect(screen.getByText("Every second Friday at 09:00")).toBeVisible();
    expect(screen.getByText("First pickup: Fri 27 Nov")).toBeVisible();

    await user.click(screen.getByRole("radio", { name: "Monthly" }));
    expect(screen.queryByLabelText("Day of the week")).not.toBeInTheDocument();
    const days = within(screen.getByLabelText("Day of the month")).getAllByRole("option");
    expect(days.map((option) => (option as HTMLOptionElement).value)).toEqual(Array.from({ length: 28 }, (_, day) => (day + 1).toString()));
    expect(screen.getByText("On day 1 of each month at 09:00")).toBeVisible();
    expect(screen.getByText("First pickup: Tue 1 Dec")).toBeVisible();
  });

  test("sends everything once, tells so, and shows the list", async () => {
    const { user, server, container } = await openForm();

    await user.click(screen.getByRole("radio", { name: "Monthly" }));
    await user.selectOptions(screen.getByLabelText("Day of the month"), "28");
    await user.selectOptions(screen.getByLabelText("Preferred time"), "17:00");
    await user.click(screen.getByRole("radio", { name: /Premium Care/ }));
    await user.selectOptions(screen.getByLabelText("Weight of each pickup"), "12.5 kg");
    // 30.00 + 2.5 × 3.50 + 2.50.
    expect(screen.getByText("CHF 41.25")).toBeVisible();
    await user.type(pickup(), " Bahnhofstrasse 1, Zurich 8001");
    await user.click(screen.getByRole("button", { name: "Same as pickup" }));
    await user.selectOptions(screen.getByLabelText("Card"), "Mastercard •••• 4444");
    await user.type(screen.getByLabelText("Note for your provider (Optional)"), "Ring twice");
    server.answer({ [LIST]: { body: [booking] } });
    await user.click(submit());

    expect(await screen.findByText("Recurring Booking Created")).toBeVisible();
    expect(screen.getByText("Your recurring service has been set up successfully!")).toBeVisible();
    expect(server.callsOf(CREATE).map(({ body }) => body)).toEqual([
      {
        customerId: alice.id,
        providerId: bruno.id,
        serviceType: "premium",
        weight: "12.5",
        pickupAddress: "Bahnhofstrasse 1, Zurich 8001",
        deliveryAddress: "Bahnhofstrasse 1, Zurich 8001",
        recurringPattern: "monthly",
        dayOfWeek: null,
        dayOfMonth: 28,
        preferredTime: "17:00",
        specialInstructions: "Ring twice",
        paymentMethodId: "card-2",
      },
    ]);
    expect(server.callsOf(CREATE)[0]?.headers.get("Idempotency-Key")).toBeTruthy();
    expect(await screen.findByRole("list", { name: "Your recurring bookings" })).toBeVisible();
    await waitFor(() => expect(addressNow(container)).toBe("/recurring"));
  });

  test.each(["pickup", "delivery"])("without a %s address it asks for both", async (missing) => {
    const { user, server, container } = await openForm();
    await user.type(missing === "pickup" ? delivery() : pickup(), "Bahnhofstrasse 1");

    await user.click(submit());

    expect(await screen.findByText("Missing Information")).toBeVisible();
    expect(screen.getByText("Please provide both pickup and delivery addresses.")).toBeVisible();
    const field = missing === "pickup" ? pickup() : delivery();
    expect(field).toBeInvalid();
    await waitFor(() => expect(field).toHaveFocus());
    expect(server.callsOf(CREATE)).toEqual([]);
    expect(await axeViolations(container)).toEqual([]);

    await user.type(field, "x");
    expect(field).toBeValid();
  });

  test("an own address is filled in for both", async () => {
    await openForm({ "GET /api/addresses": { body: [home] } });

    expect(pickup()).toHaveValue("Limmatquai 12, Zurich 8001");
    expect(delivery()).toHaveValue("Limmatquai 12, Zurich 8001");
    expect(screen.getByRole("button", { name: "Home Limmatquai 12, 8001 Zurich", pressed: true })).toBeVisible();
  });

  test("without a card it says how each pickup is paid, and where to save one", async () => {
    open({ [LIST]: { body: [] }, "GET /api/payment-methods": { body: [] } }, PAGE);

    expect(await screen.findByText("You have no saved card: we send you a link to pay for each pickup.")).toBeVisible();
    expect(screen.getByRole("link", { name: "Save a card" })).toHaveAttribute("href", "/profile/payment-methods");
  });

  test("a refusal is told in the server's words, and sent again with the same key", async () => {
    const refusal = { message: "Bruno K. does not work every Monday at 09:00. Please choose another day or time.", code: "provider_does_not_work" };
    const { user, server } = await openForm({ "GET /api/addresses": { body: [home] }, [CREATE]: { status: 409, body: refusal } });

    await user.click(submit());
    expect(await screen.findByText(refusal.message)).toBeVisible();
    await user.click(submit());

    const keys = server.callsOf(CREATE).map(({ headers }) => headers.get("Idempotency-Key"));
    expect(keys).toHaveLength(2);
    expect(keys[0]).toBe(keys[1]);
  });

  test("a failure without words has the specification's", async () => {
    const { user } = await openForm({ "GET /api/addresses": { body: [home] }, [CREATE]: { status: 400, body: "" } });

    await user.click(submit());

    const toast = await screen.findByText("Failed to create recurring booking");
    expect(toast.closest("[role=alert]")).toHaveTextContent("Error");
  });

  test("without a provider in the address one is chosen from those nearby", async () => {
    const { user, server } = open({ [LIST]: { body: [] }, "GET /api/addresses": { body: [home] }, [CREATE]: { status: 201, body: booking } });
    await screen.findByRole("radio", { name: /Chiara R\./ });

    await user.click(submit());
    expect(await screen.findByText("Please choose a provider.")).toBeVisible();
    await user.click(screen.getByRole("radio", { name: /Chiara R\./ }));
    await user.click(submit());

    await waitFor(() => expect(server.callsOf(CREATE)[0]?.body).toMatchObject({ providerId: chiara.id }));
  });
});

describe("the list", () => {
  const list = (): Promise<HTMLElement> => screen.findByRole("list", { name: "Your recurring bookings" });

  test("says what each booking is, whether it is active, what comes next and how it is paid", async () => {
    const ended = makeRecurring({ id: "ended", isActive: false, nextBookingDate: null, occurrences: [], recurringPattern: "monthly", dayOfWeek: null, dayOfMonth: 5 });
    const { container, user } = open({ [LIST]: { body: [booking, ended] } });

    const [first, second] = within(await list()).getAllByRole("heading", { level: 2 });
    expect(first).toHaveTextContent("Every Monday at 09:00");
    expect(second).toHaveTextContent("On day 5 of each month at 09:00");
    expect(screen.getByText("Active")).toBeVisible();
    expect(screen.getByText("Inactive")).toBeVisible();
    expect(await screen.findByText("Paid with Visa •••• 4242")).toBeVisible();
    const rows = within(screen.getByRole("list", { name: "Upcoming pickups" }));
    expect(rows.getAllByRole("listitem").map((row) => row.textContent)).toEqual([
      "Mon 23 Nov, 09:00PlannedMoveSkip",
      "Mon 30 Nov, 09:00PlannedMoveSkip",
      "Mon 7 Dec, 09:00PlannedMoveSkip",
    ]);
    await user.click(screen.getByRole("button", { name: "Show all 4" }));
    expect(rows.getAllByRole("listitem")).toHaveLength(4);
    expect(await axeViolations(container)).toEqual([]);
  });

  test("what is booked leads to its order, what waits for money to paying, what does not take place says why", async () => {
    const occurrences = [
      makeOccurrence("2026-11-23", { status: "paid", orderId: "order-1" }),
      makeOccurrence("2026-11-30", { status: "needs_payment", orderId: "order-2" }),
      makeOccurrence("2026-12-07", { status: "skipped", reason: "No free place", canSkip: false, canMove: false }),
    ];
    open({ [LIST]: { body: [makeRecurring({ occurrences })] } });

    await list();

    expect(screen.getByRole("link", { name: "See order" })).toHaveAttribute("href", "/tracking/order-1");
    expect(screen.getByText("Payment needed")).toBeVisible();
    expect(screen.getByRole("link", { name: "Pay now" })).toHaveAttribute("href", "/checkout/order-2");
    expect(screen.getByText("No free place")).toBeVisible();
    expect(screen.queryByRole("button", { name: "Skip Mon 7 Dec, 09:00" })).not.toBeInTheDocument();
  });

  test("one pickup is skipped", async () => {
    const { user, server } = open({ [`POST ${ONE}/occurrences/pickup-2026-11-23/skip`]: { body: booking } });
    await list();

    server.answer({ [LIST]: { body: [makeRecurring({ occurrences: [makeOccurrence("2026-11-23", { status: "skipped", canSkip: false, canMove: false })] })] } });
    await user.click(screen.getByRole("button", { name: "Skip Mon 23 Nov, 09:00" }));
    expect(screen.getByRole("dialog", { name: "Skip this pickup?" })).toHaveAccessibleDescription(/^Mon 23 Nov, 09:00 does not take place/);
    expect(server.callsOf(`POST ${ONE}/occurrences/pickup-2026-11-23/skip`)).toEqual([]);
    await user.click(screen.getByRole("button", { name: "Skip pickup" }));

    expect(await screen.findByText("Pickup skipped")).toBeVisible();
    expect(screen.queryByRole("dialog")).not.toBeInTheDocument();
    expect(screen.getByText("Skipped")).toBeVisible();
  });

  test("one pickup is moved to a free slot of the calendar", async () => {
    const move = `POST ${ONE}/occurrences/pickup-2026-11-30/move`;
    const { user, server, container } = open({
      [slotsCall(bruno.id, "2026-11-30", "2026-12-06")]: { body: slotsAt("2026-12-01", "10:00", "15:00") },
      [move]: { body: booking },
    });
    await list();

    await user.click(screen.getByRole("button", { name: "Move Mon 30 Nov, 09:00" }));
    const dialog = screen.getByRole("dialog", { name: "Move this pickup" });
    expect(within(dialog).getByRole("button", { name: "Move pickup" })).toBeDisabled();
    await user.click(await within(dialog).findByRole("button", { name: /^Tuesday 1 December, 15:00/ }));
    expect(await axeViolations(container)).toEqual([]);
    await user.click(within(dialog).getByRole("button", { name: "Move pickup" }));

    expect(await screen.findByText("Pickup moved")).toBeVisible();
    expect(screen.getByText("Tue 1 Dec, 15:00")).toBeVisible();
    expect(server.callsOf(move)[0]?.body).toEqual({ date: "2026-12-01", time: "15:00" });
    expect(screen.queryByRole("dialog")).not.toBeInTheDocument();
  });

  test("a pickup beyond the days that have slots moves by date and time", async () => {
    const late = makeRecurring({ occurrences: [makeOccurrence("2026-12-21")] });
    const move = `POST ${ONE}/occurrences/pickup-2026-12-21/move`;
    const { user, server } = open({ [LIST]: { body: [late] }, [move]: { status: 409, body: { message: "Bruno does not work then.", code: "slot_closed" } } });
    await list();

    await user.click(screen.getByRole("button", { name: "Move Mon 21 Dec, 09:00" }));
    await user.clear(screen.getByLabelText("New date"));
    await user.type(screen.getByLabelText("New date"), "2026-12-22");
    await user.selectOptions(screen.getByLabelText("New time"), "16:00");
    await user.click(screen.getByRole("button", { name: "Move pickup" }));

    expect(await screen.findByText("Bruno does not work then.")).toBeVisible();
    expect(server.callsOf(move)[0]?.body).toEqual({ date: "2026-12-22", time: "16:00" });
    expect(screen.getByRole("dialog")).toBeVisible();
  });

  test("pauses until a date, and resumes", async () => {
    const paused = makeRecurring({ pausedUntil: "2026-12-04" });
    const { user, server } = open({ [`POST ${ONE}/pause`]: { body: paused }, [`POST ${ONE}/resume`]: { body: booking } });
    await list();

    await user.click(screen.getByRole("button", { name: "Pause" }));
    expect(screen.getByLabelText("Pause until")).toHaveValue("2026-12-04");
    server.answer({ [LIST]: { body: [paused] } });
    await user.click(screen.getByRole("button", { name: "Pause booking" }));
    expect(await screen.findByText("Pickups begin again on Fri 4 Dec.")).toBeVisible();
    expect(server.callsOf(`POST ${ONE}/pause`)[0]?.body).toEqual({ until: "2026-12-04" });
    expect(screen.getByText("Paused until Fri 4 Dec")).toBeVisible();

    server.answer({ [LIST]: { body: [booking] } });
    await user.click(screen.getByRole("button", { name: "Resume" }));
    expect(await screen.findByText("Booking resumed")).toBeVisible();
    expect(screen.getByText("Active")).toBeVisible();
  });

  test("ends after a confirmation", async () => {
    const { user, server, container } = open({ [`DELETE ${ONE}`]: { body: booking } });
    await list();

    await user.click(screen.getByRole("button", { name: "Cancel booking" }));
    const dialog = screen.getByRole("dialog", { name: "Cancel this recurring booking?" });
    expect(await axeViolations(container)).toEqual([]);
    await user.click(within(dialog).getByRole("button", { name: "Keep it" }));
    expect(server.callsOf(`DELETE ${ONE}`)).toEqual([]);

    await user.click(screen.getByRole("button", { name: "Cancel booking" }));
    server.answer({ [LIST]: { body: [makeRecurring({ isActive: false, nextBookingDate: null, occurrences: [] })] } });
    await user.click(within(screen.getByRole("dialog")).getByRole("button", { name: "Cancel booking" }));

    expect(await screen.findByText("Recurring Booking Cancelled")).toBeVisible();
    expect(screen.getByText("Your recurring service has been cancelled.")).toBeVisible();
    expect(screen.getByText("Inactive")).toBeVisible();
  });

  test.each([
    [{ message: "This recurring booking has already been cancelled.", code: "already_cancelled" }, "This recurring booking has already been cancelled."],
    ["", "Failed to cancel recurring booking"],
  ])("says why it could not be ended: %o", async (body, words) => {
    const { user } = open({ [`DELETE ${ONE}`]: { status: 409, body } });
    await list();

    await user.click(screen.getByRole("button", { name: "Cancel booking" }));
    await user.click(within(screen.getByRole("dialog")).getByRole("button", { name: "Cancel booking" }));

    expect((await screen.findByText(words)).closest("[role=alert]")).toHaveTextContent("Error");
  });

  test("with the provider gone it leads to another one", async () => {
    const { user, server, container } = open({ [LIST]: { body: [makeRecurring({ providerAvailable: false })] }, [`PATCH ${ONE}`]: { body: booking } });
    await list();
    expect(screen.getByText("Bruno K. takes no bookings at the moment")).toBeVisible();

    await user.click(screen.getByRole("button", { name: "Choose another provider" }));
    expect(await screen.findByRole("radio", { name: /Chiara R\./ })).toBeVisible();
    expect(screen.queryByRole("radio", { name: /Bruno K\./ })).not.toBeInTheDocument();
    expect(await axeViolations(container)).toEqual([]);
    await user.click(screen.getByRole("radio", { name: /Chiara R\./ }));
    await user.click(screen.getByRole("button", { name: "Use this provider" }));

    expect(await screen.findByText("Provider changed")).toBeVisible();
    expect(server.callsOf(`PATCH ${ONE}`)[0]?.body).toEqual({ providerId: chiara.id });
  });

  test("another card can pay", async () => {
    const { user, server } = open({ [`PATCH ${ONE}`]: { body: booking } });
    await list();

    await user.click(await screen.findByRole("button", { name: "Change card" }));
    const dialog = screen.getByRole("dialog", { name: "Change card" });
    await user.selectOptions(within(dialog).getByLabelText("Card"), "Mastercard •••• 4444");
    await user.click(within(dialog).getByRole("button", { name: "Change card" }));

    expect(await screen.findByText("Card changed")).toBeVisible();
    expect(server.callsOf(`PATCH ${ONE}`)[0]?.body).toEqual({ paymentMethodId: "card-2" });
  });
});

test("the form for another one opens beside the list, and closes again", async () => {
  const { user } = open();

  await user.click(await screen.findByRole("button", { name: "Set up another" }));
  expect(submit()).toBeVisible();
  expect(screen.getByRole("list", { name: "Your recurring bookings" })).toBeVisible();

  await user.click(screen.getByRole("button", { name: "Close" }));
  expect(screen.queryByRole("button", { name: "Create Recurring Booking" })).not.toBeInTheDocument();
});

test("a visitor signs in first, and comes back to the same provider", async () => {
  const { container } = open({ "GET /api/auth/session": { body: { authenticated: false, user: null, csrfToken: "token-1" } } }, `/recurring?providerId=${bruno.id}`);

  const link = await screen.findByRole("link", { name: "Sign in" });
  expect(link).toHaveAttribute("href", `/login?next=${encodeURIComponent(`/recurring?providerId=${bruno.id}`)}`);
  expect(await axeViolations(container)).toEqual([]);
});

test("what could not be loaded can be tried again", async () => {
  const { user, server } = open({ [LIST]: { status: 500, body: "down" } });
  await screen.findByRole("alert");

  server.answer({ [LIST]: { body: [booking] } });
  await user.click(screen.getByRole("button", { name: "Try again" }));

  expect(await screen.findByRole("heading", { name: "Every Monday at 09:00" })).toBeVisible();
});

test("while it loads it says so", () => {
  open({ [LIST]: never });

  expect(screen.getByText("Loading...")).toBeInTheDocument();
});
