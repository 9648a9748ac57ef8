import { screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import type { ProviderDetails } from "@/api/types";
import { addressNow, axeViolations, renderScreen } from "@/test/render";
import { alice, makeOrder, makeProvider, serve, signedIn, type TestServer } from "@/test/server";
import { slotsAt, slotsCall } from "@/test/slots";

import { BookingPage } from "./booking-page";

const bruno: ProviderDetails = { ...makeProvider(), bio: "", acceptsInstantly: true, reviews: [] };
const PAGE = `/booking?providerId=${bruno.id}`;
const TODAY = "2026-11-20";
const TOMORROW = "2026-11-21";
const MONDAY = "2026-11-23";
const SOON = slotsCall(bruno.id, TODAY, TOMORROW);
const THIS_WEEK = slotsCall(bruno.id, "2026-11-16", "2026-11-22");
const NEXT_WEEK = slotsCall(bruno.id, MONDAY, "2026-11-29");
const order = makeOrder({ status: "pending", paymentStatus: "unpaid" });

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-11-20T08:30:00Z") });
});
afterEach(() => {
  vi.useRealTimers();
});

async function open(handlers: Parameters<typeof serve>[0] = {}): Promise<ReturnType<typeof renderScreen> & { server: TestServer }> {
  const soon = [...slotsAt(TODAY, "12:00", "19:00"), ...slotsAt(TOMORROW, "12:00")];
  const server = serve({
    "GET /api/auth/session": { body: signedIn },
    [`GET /api/providers/details/${bruno.id}`]: { body: bruno },
    "GET /api/addresses": { body: [] },
    [SOON]: { body: soon },
    [THIS_WEEK]: { body: [...soon, ...slotsAt("2026-11-22", "14:00")] },
    [NEXT_WEEK]: { body: slotsAt(MONDAY, "09:00", "18:00") },
    "POST /api/orders": { status: 201, body: order },
    ...handlers,
  });
  const view = renderScreen(<BookingPage />, { at: PAGE });
  await screen.findByRole("button", { name: "Confirm Booking" });
  return { ...view, server };
}

const more = (): HTMLElement => screen.getByRole("radio", { name: /^More dates/ });
const confirm = (): HTMLElement => screen.getByRole("button", { name: "Confirm Booking" });

test("more dates opens the calendar in place, and the slot chosen there is the one that is booked", async () => {
  const { user, server, container } = await open();

  await user.click(more());
  await screen.findByRole("grid", { name: "Free times, 16–22 Nov" });
  expect(screen.queryByRole("group", { name: "Preferred pickup time" })).not.toBeInTheDocument();
  // The hour that was chosen by default is not booked by mistake while another date is looked for.
  expect(screen.getByRole("button", { name: /^Friday 20 November, 12:00/ })).toHaveAttribute("aria-pressed", "false");
  expect(screen.getByText("Choose a time")).toBeVisible();
  expect(await axeViolations(container)).toEqual([]);

  await user.click(screen.getByRole("button", { name: "Next week" }));
  await user.click(await screen.findByRole("button", { name: /^Monday 23 November, 18:00/ }));
  expect(screen.getByRole("radio", { name: "More dates Mon 23 Nov" })).toBeChecked();
  expect(screen.getByText("Mon 23 Nov, 18:00")).toBeVisible();
  await user.type(screen.getByLabelText("Street address"), "Bahnhofstrasse 1");
  await user.click(confirm());

  await waitFor(() => expect(addressNow(container)).toBe(`/checkout/${order.id}`));
  expect(server.callsOf("POST /api/orders")[0]?.body).toMatchObject({
    customerId: alice.id,
    providerId: bruno.id,
    pickupTime: "2026-11-23T17:00:00.000Z",
  });
});

test("going back to tomorrow takes its hour again", async () => {
  const { user } = await open();
  await user.click(more());
  await user.click(await screen.findByRole("button", { name: /^Sunday 22 November, 14:00/ }));

  await user.click(screen.getByRole("radio", { name: /^Tomorrow/ }));

  expect(screen.queryByRole("grid")).not.toBeInTheDocument();
  expect(screen.getByRole("radio", { name: /^12:00/ })).toBeChecked();
  expect(screen.getByText("Tomorrow, 12:00")).toBeVisible();
});

test("a later hour of today, which the form itself does not offer, can be chosen in the calendar", async () => {
  const { user, server } = await open();
  await user.click(more());

  await user.click(await screen.findByRole("button", { name: /^Friday 20 November, 19:00/ }));
  await user.type(screen.getByLabelText("Street address"), "Bahnhofstrasse 1");
  await user.click(confirm());

  expect(server.callsOf("POST /api/orders")[0]?.body).toMatchObject({ pickupTime: "2026-11-20T18:00:00.000Z" });
});

test("the date stays while a visitor signs in", async () => {
  const first = await open({ "GET /api/auth/session": { body: { authenticated: false, user: null, csrfToken: "token-1" } } });
  await first.user.type(screen.getByLabelText("Street address"), "Bahnhofstrasse 1");
  await first.user.click(more());
  await first.user.click(await screen.findByRole("button", { name: "Next week" }));
  await first.user.click(await screen.findByRole("button", { name: /^Monday 23 November, 09:00/ }));
  await first.user.click(confirm());
  await waitFor(() => expect(addressNow(first.container)).toMatch(/^\/login/));
  first.unmount();

  const { user, server } = await open();

  expect(screen.getByText("Mon 23 Nov, 09:00")).toBeVisible();
  expect(await screen.findByRole("button", { name: /^Monday 23 November, 09:00/ })).toHaveAttribute("aria-pressed", "true");
  await user.click(confirm());
  expect(server.callsOf("POST /api/orders")[0]?.body).toMatchObject({ pickupTime: "2026-11-23T08:00:00.000Z" });
});

test("a slot that filled up meanwhile says so, and the calendar is fetched again", async () => {
  const { user, server } = await open({ "POST /api/orders": { status: 409, body: { message: "This hour is full.", code: "slot_full" } } });
  await user.type(screen.getByLabelText("Street address"), "Bahnhofstrasse 1");
  await user.click(more());
  await user.click(await screen.findByRole("button", { name: "Next week" }));
  await user.click(await screen.findByRole("button", { name: /^Monday 23 November, 18:00/ }));

  server.answer({ [NEXT_WEEK]: { body: slotsAt(MONDAY, "09:00") } });
  await user.click(confirm());

  expect(await screen.findAllByText("This hour is full.")).toHaveLength(2);
  await waitFor(() => expect(screen.queryByRole("button", { name: /^Monday 23 November, 18:00/ })).not.toBeInTheDocument());
  await waitFor(() => expect(screen.getByRole("button", { name: /^Monday 23 November, 09:00/ })).toHaveFocus());
  expect(screen.getByText("Choose a time")).toBeVisible();
});

test("with nothing free today and tomorrow the calendar is open, and says why", async () => {
  const { container, user, server } = await open({ [SOON]: { body: [] }, [THIS_WEEK]: { body: slotsAt("2026-11-22", "14:00") } });

  expect(screen.getByText("No free pickup time today or tomorrow")).toBeVisible();
  expect(screen.getByRole("link", { name: "Choose another provider" })).toHaveAttribute("href", "/");
  await user.type(screen.getByLabelText("Street address"), "Bahnhofstrasse 1");
  await user.click(confirm());
  expect(await screen.findByText("Please choose a pickup time.")).toBeVisible();
  expect(await axeViolations(container)).toEqual([]);

  await user.click(screen.getByRole("button", { name: /^Sunday 22 November, 14:00/ }));
  await user.click(confirm());
  expect(server.callsOf("POST /api/orders")[0]?.body).toMatchObject({ pickupTime: "2026-11-22T13:00:00.000Z" });
});
