import { screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import type { ProviderDetails } from "@/api/types";
import { addressNow, axeViolations, enter, renderScreen } from "@/test/render";
import { alice, makeDetails, makeOrder, serve, signedIn, visitor, type TestServer } from "@/test/server";
import { slotsAt, slotsCall } from "@/test/slots";

import { BookingPage } from "./booking-page";

type User = ReturnType<typeof renderScreen>["user"];

const bruno: ProviderDetails = makeDetails();
const PAGE = `/booking?providerId=${bruno.id}`;
const TODAY = "2026-11-20";
const TOMORROW = "2026-11-21";
const MONDAY = "2026-11-23";
const NEXT_SLOTS = slotsCall(bruno.id, TODAY, TOMORROW);
const THIS_WEEK = slotsCall(bruno.id, "2026-11-16", "2026-11-22");
const NEXT_WEEK = slotsCall(bruno.id, MONDAY, "2026-11-29");
const order = makeOrder({ status: "pending", paymentStatus: "unpaid" });

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-11-20T08:30:00Z") });
});
afterEach(() => {
  vi.useRealTimers();
});

async function open(
  handlers: Parameters<typeof serve>[0] = {},
): Promise<ReturnType<typeof renderScreen> & { server: TestServer }> {
  const nextSlots = [...slotsAt(TODAY, "12:00", "19:00"), ...slotsAt(TOMORROW, "12:00")];
  const server = serve({
    "GET /api/auth/session": { body: signedIn },
    [`GET /api/providers/details/${bruno.id}`]: { body: bruno },
    "GET /api/addresses": { body: [] },
    [NEXT_SLOTS]: { body: nextSlots },
    [THIS_WEEK]: { body: [...nextSlots, ...slotsAt("2026-11-22", "14:00")] },
    [NEXT_WEEK]: { body: slotsAt(MONDAY, "09:00", "18:00") },
    "POST /api/orders": { status: 201, body: order },
    ...handlers,
  });
  const view = renderScreen(<BookingPage />, { at: PAGE });
  await screen.findByRole("button", { name: "Confirm Booking" });
  return { ...view, server };
}

const more = (): HTMLElement => screen.getByRole("link", { name: /^More dates/ });
const change = (): HTMLElement => screen.getByRole("link", { name: /^Change, / });
const confirm = (): HTMLElement => screen.getByRole("button", { name: "Confirm Booking" });
const onNextWeek = async (user: User): Promise<void> =>
  user.click(await screen.findByRole("button", { name: "Next week" }));

/** Chooses a time on Monday of next week, and confirms it. */
async function chooseMonday(user: User, time: string): Promise<void> {
  await user.click(more());
  await onNextWeek(user);
  await user.click(await screen.findByRole("button", { name: new RegExp(`^Monday 23 November, ${time}`) }));
  await user.click(confirm());
  await screen.findByRole("heading", { name: "Book Service" });
}

test("a new provider is no badly rated one", async () => {
  await open({ [`GET /api/providers/details/${bruno.id}`]: { body: { ...bruno, rating: 0, reviewCount: 0 } } });

  expect(await screen.findByText("New")).toBeVisible();
  expect(screen.queryByText("0.0")).not.toBeInTheDocument();
});

test("more dates opens the scheduler with both tabs, and nothing is chosen until a slot is", async () => {
  const { user, container } = await open();

  await user.click(more());

  expect(screen.getByRole("heading", { name: "More dates" })).toHaveFocus();
  expect(screen.getByText("All free times of Bruno K., or the same pickup again and again.")).toBeVisible();
  expect(await screen.findByRole("grid", { name: "Free times, 16–22 Nov" })).toBeVisible();
  expect(screen.getAllByRole("tab").map((tab) => tab.textContent)).toEqual(["One-Time Booking", "Recurring Service"]);
  expect(screen.getByRole("list", { name: "Kinds of times" })).toBeVisible();
  // The demo's times of delivery: a booking says itself when it is back.
  expect(screen.queryByText("premium rush")).not.toBeInTheDocument();
  // The form's default time does not count as a choice here.
  expect(screen.getByRole("button", { name: /^Friday 20 November, 12:00/ })).toHaveAttribute("aria-pressed", "false");
  expect(screen.queryByRole("button", { name: "Confirm Booking" })).not.toBeInTheDocument();
  expect(await axeViolations(container)).toEqual([]);

  await user.click(screen.getByRole("button", { name: /^Saturday 21 November, 12:00/ }));
  expect(confirm()).toBeVisible();
  expect(await axeViolations(container)).toEqual([]);
});

test("more dates begins in the first week in which something is free", async () => {
  const isFree = { body: { ...bruno, nextFreeTimes: ["2026-11-23T08:00:00Z", "2026-11-23T17:00:00Z"] } };
  const { user } = await open({ [`GET /api/providers/details/${bruno.id}`]: isFree });

  await user.click(more());

  expect(await screen.findByRole("grid", { name: "Free times, 23–29 Nov" })).toBeVisible();
});

test("the confirmed slot becomes one line of the form, and is the one that is booked", async () => {
  const { user, server, container } = await open();
  await enter(user, screen.getByLabelText("Street address"), "Bahnhofstrasse 1");

  await chooseMonday(user, "18:00");

  expect(screen.getByRole("link", { name: "More dates Mon 23 Nov" })).toBeVisible();
  expect(change()).toHaveAccessibleName("Change, Mon 23 Nov, 18:00-19:00");
  expect(change()).toHaveFocus();
  expect(screen.queryByRole("grid")).not.toBeInTheDocument();
  expect(screen.queryByRole("group", { name: "Preferred pickup time" })).not.toBeInTheDocument();
  expect(server.callsOf("POST /api/orders")).toEqual([]);
  expect(await axeViolations(container)).toEqual([]);
  await user.click(confirm());

  await waitFor(() => expect(addressNow(container)).toBe(`/checkout/${order.id}`));
  expect(server.callsOf("POST /api/orders")[0]?.body).toMatchObject({
    customerId: alice.id,
    providerId: bruno.id,
    pickupAddress: "Bahnhofstrasse 1, Zurich 8001",
    pickupTime: "2026-11-23T17:00:00.000Z",
  });
});

test("change shows the confirmed slot where it is, and another one takes its place", async () => {
  const { user } = await open();
  await chooseMonday(user, "18:00");

  await user.click(change());
  expect(await screen.findByRole("button", { name: /^Monday 23 November, 18:00/ })).toHaveAttribute(
    "aria-pressed",
    "true",
  );
  expect(screen.queryByRole("button", { name: "Confirm Booking" })).not.toBeInTheDocument();
  await user.click(screen.getByRole("button", { name: /^Monday 23 November, 09:00/ }));
  await user.click(confirm());

  expect(change()).toHaveAccessibleName("Change, Mon 23 Nov, 09:00-10:00");
});

test("going back without a choice leaves the form as it was", async () => {
  const { user } = await open();
  await enter(user, screen.getByLabelText("Street address"), "Bahnhofstrasse 1");
  await user.click(more());
  await user.click(await screen.findByRole("button", { name: /^Sunday 22 November, 14:00/ }));

  await user.click(screen.getByRole("link", { name: "Back to your booking" }));

  expect(screen.getByRole("radio", { name: /^12:00/ })).toBeChecked();
  expect(screen.getByText("Today, 12:00-13:00")).toBeVisible();
  expect(screen.getByLabelText("Street address")).toHaveValue("Bahnhofstrasse 1");
  expect(more()).toHaveFocus();
});

test("an hour that the form offers itself is marked there", async () => {
  const { user } = await open();
  await user.click(more());
  await user.click(await screen.findByRole("button", { name: /^Saturday 21 November, 12:00/ }));

  await user.click(confirm());

  expect(screen.getByRole("radio", { name: /^Tomorrow/ })).toBeChecked();
  expect(screen.getByRole("radio", { name: /^12:00/ })).toBeChecked();
  expect(screen.getByRole("radio", { name: /^12:00/ })).toHaveFocus();
});

test("the kind of times that is shown there stands in the address, and loses nothing that is chosen", async () => {
  const { user, container, server } = await open();
  await enter(user, screen.getByLabelText("Street address"), "Bahnhofstrasse 1");
  await user.click(more());
  await user.click(await screen.findByRole("button", { name: /^Sunday 22 November, 14:00/ }));

  await user.click(screen.getByRole("radio", { name: "Scheduled" }));

  expect(addressNow(container)).toBe(`${PAGE}&slots=scheduled`);
  expect(screen.getByRole("heading", { name: "More dates" })).toBeVisible();
  expect(screen.getByRole("button", { name: /^Sunday 22 November, 14:00/ })).toHaveAttribute("aria-pressed", "true");
  await user.click(confirm());
  expect(change()).toHaveAccessibleName("Change, Sun 22 Nov, 14:00-15:00");
  await user.click(confirm());
  expect(server.callsOf("POST /api/orders")[0]?.body).toMatchObject({
    pickupTime: "2026-11-22T13:00:00.000Z",
    pickupAddress: "Bahnhofstrasse 1, Zurich 8001",
  });
});

test("tomorrow at the same hour replaces what was found", async () => {
  const { user } = await open();
  await user.click(more());
  await user.click(await screen.findByRole("button", { name: /^Sunday 22 November, 14:00/ }));
  await user.click(confirm());

  await user.click(screen.getByRole("radio", { name: /^Tomorrow/ }));

  expect(screen.queryByRole("link", { name: /^Change/ })).not.toBeInTheDocument();
  expect(screen.getByRole("radio", { name: /^12:00/ })).toBeChecked();
  expect(screen.getByText("Tomorrow, 12:00-13:00")).toBeVisible();
});

test("a later hour of today, which the form itself does not offer, can be found there", async () => {
  const { user, server } = await open();
  await enter(user, screen.getByLabelText("Street address"), "Bahnhofstrasse 1");
  await user.click(more());

  await user.click(await screen.findByRole("button", { name: /^Friday 20 November, 19:00/ }));
  await user.click(confirm());
  expect(change()).toHaveAccessibleName("Change, Today, 19:00-20:00");
  await user.click(confirm());

  expect(server.callsOf("POST /api/orders")[0]?.body).toMatchObject({ pickupTime: "2026-11-20T18:00:00.000Z" });
});

test("a day with free hours in the evening alone says from when, and one tap chooses the first of them", async () => {
  const { user, server } = await open({
    [NEXT_SLOTS]: { body: [...slotsAt(TODAY, "18:00", "19:00"), ...slotsAt(TOMORROW, "12:00")] },
  });
  await enter(user, screen.getByLabelText("Street address"), "Bahnhofstrasse 1");
  expect(screen.getByRole("radio", { name: /^Tomorrow/ })).toBeChecked();

  await user.click(screen.getByRole("radio", { name: "Today From 18:00" }));
  expect(change()).toHaveAccessibleName("Change, Today, 18:00-19:00");
  await user.click(confirm());

  expect(server.callsOf("POST /api/orders")[0]?.body).toMatchObject({ pickupTime: "2026-11-20T17:00:00.000Z" });
});

test("the date stays while a visitor signs in", async () => {
  const first = await open({ "GET /api/auth/session": { body: visitor } });
  await enter(first.user, screen.getByLabelText("Street address"), "Bahnhofstrasse 1");
  await chooseMonday(first.user, "09:00");
  await first.user.click(confirm());
  // Close the sheet first: a confirmed draft would continue by itself.
  await first.user.click(await screen.findByRole("button", { name: "Close" }));
  first.unmount();

  const { user, server } = await open();

  expect(change()).toHaveAccessibleName("Change, Mon 23 Nov, 09:00-10:00");
  expect(server.callsOf("POST /api/orders")).toEqual([]);
  await user.click(confirm());
  expect(server.callsOf("POST /api/orders")[0]?.body).toMatchObject({ pickupTime: "2026-11-23T08:00:00.000Z" });
});

test("a saved date that is taken by now falls back to the next free hour, and says so", async () => {
  const first = await open();
  await chooseMonday(first.user, "18:00");
  first.unmount();

  await open({ [NEXT_WEEK]: { body: slotsAt(MONDAY, "09:00") } });

  expect(
    await screen.findByText(
      "Mon 23 Nov, 18:00-19:00 can no longer be booked. We have chosen the next free time for you.",
    ),
  ).toBeVisible();
  expect(screen.getByRole("radio", { name: /^12:00/ })).toBeChecked();
  expect(screen.queryByRole("link", { name: /^Change/ })).not.toBeInTheDocument();
});

test("a slot that filled up meanwhile says so, and another one can be found", async () => {
  const { user, server } = await open({
    "POST /api/orders": { status: 409, body: { message: "This hour is full.", code: "slot_full" } },
  });
  await enter(user, screen.getByLabelText("Street address"), "Bahnhofstrasse 1");
  await chooseMonday(user, "18:00");

  server.setHandlers({ [NEXT_WEEK]: { body: slotsAt(MONDAY, "09:00") } });
  await user.click(confirm());

  expect(await screen.findAllByText("This hour is full.")).toHaveLength(2);
  await waitFor(() => expect(change()).toHaveFocus());
  expect(change()).toHaveAccessibleDescription("This hour is full.");
  expect(await screen.findByText("Choose a time")).toBeVisible();
  await user.click(change());
  expect(await screen.findByRole("button", { name: /^Monday 23 November, 09:00/ })).toBeVisible();
  expect(screen.queryByRole("button", { name: /^Monday 23 November, 18:00/ })).not.toBeInTheDocument();
});

test("with nothing free today and tomorrow it says why, and leads to the other dates", async () => {
  const { container, user, server } = await open({
    [NEXT_SLOTS]: { body: [] },
    [THIS_WEEK]: { body: slotsAt("2026-11-22", "14:00") },
  });

  expect(screen.getByText("No free pickup time today or tomorrow")).toBeVisible();
  expect(screen.getByRole("radio", { name: "Today No free times" })).not.toBeChecked();
  expect(screen.getByRole("link", { name: "Choose another provider" })).toHaveAttribute(
    "href",
    `/booking?service=standard&like=${bruno.id}`,
  );
  await enter(user, screen.getByLabelText("Street address"), "Bahnhofstrasse 1");
  await user.click(confirm());
  expect(await screen.findByRole("alert")).toHaveTextContent("Please choose a pickup time.");
  const all = screen.getByRole("link", { name: "See all free times" });
  await waitFor(() => expect(all).toHaveFocus());
  expect(await axeViolations(container)).toEqual([]);

  await user.click(all);
  await user.click(await screen.findByRole("button", { name: /^Sunday 22 November, 14:00/ }));
  await user.click(confirm());
  await user.click(confirm());
  expect(server.callsOf("POST /api/orders")[0]?.body).toMatchObject({ pickupTime: "2026-11-22T13:00:00.000Z" });
});
