import { fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import type { Address, ProviderDetails } from "@/api/types";
import { makeRecurring } from "@/test/recurring";
import { addressNow, axeViolations, enter, renderScreen } from "@/test/render";
import { alice, makeDetails, never, serve, signedIn, visitor, type TestServer } from "@/test/server";
import { slotsAt, slotsCall } from "@/test/slots";

import { BookingPage } from "./booking-page";

const bruno: ProviderDetails = makeDetails();
const PAGE = `/booking?providerId=${bruno.id}`;
const CREATE = "POST /api/recurring-bookings";
const home: Address = {
  id: "a-1",
  label: "Home",
  street: "Langstrasse 2",
  city: "Zug",
  postalCode: "6300",
  isDefault: true,
};
type Screen = ReturnType<typeof renderScreen>;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-11-20T08:30:00Z") });
});
afterEach(() => {
  vi.useRealTimers();
});

function show(handlers: Parameters<typeof serve>[0] = {}, at = PAGE): Screen & { server: TestServer } {
  const server = serve({
    "GET /api/auth/session": { body: signedIn },
    [`GET /api/providers/details/${bruno.id}`]: { body: bruno },
    "GET /api/addresses": { body: [] },
    "GET /api/payment-methods": { body: [] },
    [slotsCall(bruno.id, "2026-11-20", "2026-11-21")]: { body: slotsAt("2026-11-20", "12:00") },
    [slotsCall(bruno.id, "2026-11-16", "2026-11-22")]: { body: slotsAt("2026-11-20", "12:00") },
    [CREATE]: { status: 201, body: makeRecurring() },
    [`GET /api/recurring-bookings/customer/${alice.id}`]: { body: [makeRecurring()] },
    ...handlers,
  });
  return { ...renderScreen(<BookingPage />, { at }), server };
}

/** Fills in the booking form, and goes on to the recurring service. */
async function fillIn({ user }: Screen): Promise<void> {
  await enter(user, await screen.findByLabelText("Street address"), "Bahnhofstrasse 1");
  await user.click(screen.getByRole("radio", { name: /Premium care/ }));
  fireEvent.change(screen.getByRole("slider"), { target: { value: "11.5" } });
  await user.click(screen.getByRole("link", { name: "Make it recurring" }));
  await screen.findByRole("form", { name: "New recurring booking" });
}

const create = (): HTMLElement => screen.getByRole("button", { name: "Create Recurring Booking" });

test("what is filled in is taken over, and really repeats with this very provider", async () => {
  const view = show();
  const { user, server, container } = view;

  await fillIn(view);

  expect(screen.getByRole("tab", { name: "Recurring Service" })).toHaveAttribute("aria-selected", "true");
  expect(screen.queryByRole("button", { name: "Change" })).not.toBeInTheDocument();
  expect(screen.getByRole("radio", { name: /Premium care/ })).toBeChecked();
  expect(screen.getByLabelText("Weight of each pickup")).toHaveDisplayValue("11.5 kg");
  expect(screen.getByLabelText(/Pickup address/)).toHaveValue("Bahnhofstrasse 1, Zurich 8001");
  expect(await axeViolations(container)).toEqual([]);
  await user.selectOptions(screen.getByLabelText("Day of the week"), "Thursday");
  await user.click(create());

  await waitFor(() => expect(addressNow(container)).toBe("/recurring"));
  expect(screen.getByText("Recurring Booking Created")).toBeVisible();
  expect(server.callsOf(CREATE).map(({ body }) => body)).toEqual([
    {
      customerId: alice.id,
      providerId: bruno.id,
      serviceType: "premium",
      weight: "11.5",
      pickupAddress: "Bahnhofstrasse 1, Zurich 8001",
      deliveryAddress: "Bahnhofstrasse 1, Zurich 8001",
      recurringPattern: "weekly",
      dayOfWeek: 4,
      dayOfMonth: null,
      preferredTime: "09:00",
      specialInstructions: "",
      paymentMethodId: null,
      expectedTotal: "37.75",
      expectedCharge: "0.00",
      refuseSecondPickup: true,
    },
  ]);
  expect(server.callsOf("POST /api/orders")).toEqual([]);
});

test("while it is sent nothing can be changed, which would be lost", async () => {
  const view = show({ [CREATE]: never });
  await fillIn(view);

  await view.user.click(create());

  expect(screen.getByRole("radio", { name: /Ironing only/ })).toBeDisabled();
  expect(screen.getByLabelText("Note for your provider (Optional)")).toBeDisabled();
});

test("a visitor signs in at the end, and comes back to the same thing filled in", async () => {
  const first = show({ "GET /api/auth/session": { body: visitor } });
  await fillIn(first);
  await first.user.click(screen.getByRole("radio", { name: "Bi-weekly" }));
  await first.user.selectOptions(screen.getByLabelText("Preferred time"), "15:00");
  expect(screen.getByText(/^You sign in before it is set up/)).toBeVisible();
  expect(await axeViolations(first.container)).toEqual([]);
  await first.user.click(create());
  const back = `${PAGE}#recurring`;
  await waitFor(() => expect(addressNow(first.container)).toBe(`/login?next=${encodeURIComponent(back)}`));
  expect(first.server.calls.filter(({ method }) => method !== "GET")).toEqual([]);
  expect(first.server.callsOf("GET /api/payment-methods")).toEqual([]);
  first.unmount();

  const { user, server } = show({}, back);

  expect(await screen.findByRole("radio", { name: "Bi-weekly" })).toBeChecked();
  expect(screen.getByLabelText(/Pickup address/)).toHaveValue("Bahnhofstrasse 1, Zurich 8001");
  await user.click(create());
  await waitFor(() => expect(server.callsOf(CREATE)).toHaveLength(1));
  expect(server.callsOf(CREATE)[0]?.body).toMatchObject({
    customerId: alice.id,
    serviceType: "premium",
    weight: "11.5",
    recurringPattern: "biweekly",
    preferredTime: "15:00",
  });
});

test("a session that ended on the way leads to signing in, too", async () => {
  const view = show({ [CREATE]: { status: 401, body: { message: "Please sign in.", code: "not_authenticated" } } });
  await fillIn(view);

  await view.user.click(create());

  await waitFor(() =>
    expect(addressNow(view.container)).toBe(`/login?next=${encodeURIComponent(`${PAGE}#recurring`)}`),
  );
});

test("without an address in the form the account's own is taken", async () => {
  const { user } = show({ "GET /api/addresses": { body: [home] } });
  await screen.findByLabelText("Street address");

  await user.click(screen.getByRole("link", { name: "Make it recurring" }));

  expect(await screen.findByLabelText(/Pickup address/)).toHaveValue("Langstrasse 2, Zug 6300");
});

test("what is changed in either form afterwards counts", async () => {
  const view = show();
  const { user } = view;
  await fillIn(view);
  await user.click(screen.getByRole("radio", { name: "Monthly" }));
  await user.clear(screen.getByLabelText(/Delivery address/));
  await enter(user, screen.getByLabelText(/Delivery address/), "Seestrasse 3, Zurich 8002");

  await user.click(screen.getByRole("tab", { name: "One-Time Booking" }));
  expect(await screen.findByRole("grid")).toBeVisible();
  await user.click(screen.getByRole("link", { name: "Back to your booking" }));
  await user.click(screen.getByRole("radio", { name: /Ironing only/ }));
  await user.click(screen.getByRole("link", { name: "Make it recurring" }));

  expect(await screen.findByRole("radio", { name: "Monthly" })).toBeChecked();
  expect(screen.getByRole("radio", { name: /Ironing only/ })).toBeChecked();
  expect(screen.getByLabelText(/Delivery address/)).toHaveValue("Seestrasse 3, Zurich 8002");
  expect(screen.getByLabelText(/Pickup address/)).toHaveValue("Bahnhofstrasse 1, Zurich 8001");
});

test("what the server refuses is said, and everything stays", async () => {
  const message = "Bruno does not work on Sundays at 09:00. Please choose another day or time.";
  const view = show({ [CREATE]: { status: 409, body: { message, code: "provider_closed" } } });
  await fillIn(view);

  await view.user.click(create());

  expect(await screen.findByRole("alert")).toHaveTextContent(message);
  expect(screen.getByLabelText(/Pickup address/)).toHaveValue("Bahnhofstrasse 1, Zurich 8001");
});

test("a second one at the same hour leads to the first, until something is changed", async () => {
  const message =
    "You already have a recurring booking with Bruno M. every Monday at 09:00. You can edit it under Recurring bookings.";
  const view = show({
    [CREATE]: {
      status: 409,
      body: { message, code: "recurring_booking_exists", recurringBookingId: makeRecurring().id },
    },
  });
  await fillIn(view);

  await view.user.click(create());

  expect(await screen.findByRole("link", { name: "See your recurring bookings" })).toHaveAttribute(
    "href",
    "/recurring",
  );
  expect(await axeViolations(view.container)).toEqual([]);
  await view.user.selectOptions(screen.getByLabelText("Day of the week"), "Thursday");
  expect(screen.queryByRole("link", { name: "See your recurring bookings" })).not.toBeInTheDocument();
});

test("the add-ons of the form go with each pickup, but for express", async () => {
  const view = show({}, `${PAGE}&extra=express,coat`);
  const { user, server } = view;
  await fillIn(view);

  expect(await screen.findByRole("group", { name: "Dry cleaning: coat" })).toHaveTextContent("1");
  expect(screen.queryByRole("checkbox", { name: /Express/ })).toBeNull();
  await user.click(create());

  await waitFor(() => expect(server.callsOf(CREATE)).toHaveLength(1));
  expect(server.callsOf(CREATE)[0]?.body).toMatchObject({ addOns: [{ id: "coat", quantity: 1 }] });
});
