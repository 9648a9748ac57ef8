import { screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";

import { makeOccurrence, makeRecurring } from "@/test/recurring";
import { booking, bruno, chiara, expired, FRIDAY, LIST, mastercard, ONE, openFor } from "@/test/recurring-page";
import { axeViolations } from "@/test/render";
import { slotsAt, slotsCall } from "@/test/slots";

import { RecurringPage } from "./recurring-page";

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: FRIDAY });
});
afterEach(() => {
  vi.useRealTimers();
});

const ALTERNATIVES = `GET ${ONE}/alternatives`;

const open = (
  ...given: Parameters<typeof openFor> extends [unknown, ...infer Rest] ? Rest : never
): ReturnType<typeof openFor> => openFor(<RecurringPage />, ...given);

describe("the list", () => {
  const list = (): Promise<HTMLElement> => screen.findByRole("list", { name: "Your recurring bookings" });

  test("says what each booking is, whether it is active, what comes next and how it is paid", async () => {
    const ended = makeRecurring({
      id: "ended",
      isActive: false,
      nextBookingDate: null,
      occurrences: [],
      recurringPattern: "monthly",
      dayOfWeek: null,
      dayOfMonth: 5,
    });
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

  const SKIP = `POST ${ONE}/occurrences/pickup-2026-11-23/skip`;

  async function skip(handlers: Parameters<typeof open>[0] = {}): Promise<ReturnType<typeof open>> {
    const view = open({ [SKIP]: { body: booking }, ...handlers });
    await list();
    await view.user.click(screen.getByRole("button", { name: "Skip Mon 23 Nov, 09:00" }));
    expect(await screen.findByRole("dialog", { name: "Skip this pickup?" })).toHaveAccessibleDescription(
      /^Mon 23 Nov, 09:00 does not take place/,
    );
    return view;
  }

  test("one pickup is skipped, and looks so; it is sent when it cannot be taken back any more", async () => {
    const { user, server } = await skip();
    await user.click(screen.getByRole("button", { name: "Skip pickup" }));

    expect(await screen.findByText("Pickup skipped")).toBeVisible();
    expect(screen.queryByRole("dialog")).not.toBeInTheDocument();
    expect(screen.getByText("Skipped")).toBeVisible();
    expect(screen.getByText("Next pickup").parentElement).toHaveTextContent("Next pickupMon 30 Nov, 09:00");
    expect(server.callsOf(SKIP)).toEqual([]);

    server.setHandlers({
      [LIST]: {
        body: [
          makeRecurring({
            occurrences: [makeOccurrence("2026-11-23", { status: "skipped", canSkip: false, canMove: false })],
          }),
        ],
      },
    });
    await user.click(screen.getByRole("button", { name: "Close" }));
    await waitFor(() => expect(server.callsOf(SKIP)).toHaveLength(1));
    expect(screen.getByText("Skipped")).toBeVisible();
  });

  test("a skip is taken back", async () => {
    const { user, server } = await skip();
    await user.click(screen.getByRole("button", { name: "Skip pickup" }));
    await user.click(await screen.findByRole("button", { name: "Undo" }));

    expect(await screen.findByRole("button", { name: "Skip Mon 23 Nov, 09:00" })).toBeVisible();
    expect(screen.queryByText("Skipped")).not.toBeInTheDocument();
    expect(server.callsOf(SKIP)).toEqual([]);
  });

  test("who leaves the page before the ten seconds are over has skipped all the same", async () => {
    const { user, server } = await skip();
    await user.click(screen.getByRole("button", { name: "Skip pickup" }));
    await screen.findByText("Pickup skipped");

    window.dispatchEvent(new Event("pagehide"));

    await waitFor(() => expect(server.callsOf(SKIP)).toHaveLength(1));
  });

  test("skipping what is paid names what comes back, before and after", async () => {
    const paid = makeRecurring({ occurrences: [makeOccurrence("2026-11-23", { status: "paid", orderId: "order-1" })] });
    const preview = { allowed: true, refund: "27.50", fee: "0.00", reason: "" };
    const { user } = await skip({
      [LIST]: { body: [paid] },
      "GET /api/orders/order-1/cancellation": { body: preview },
    });

    expect(
      await screen.findByText(
        "Mon 23 Nov, 09:00 does not take place, and CHF 27.50 comes back to you. The other pickups stay as planned.",
      ),
    ).toBeVisible();
    await user.click(screen.getByRole("button", { name: "Skip pickup" }));
    expect(
      await screen.findByText("CHF 27.50 comes back to you. The other pickups take place as planned."),
    ).toBeVisible();
    await user.click(screen.getByRole("button", { name: "Undo" }));
  });

  test("a skip that the server refuses is said where the pickup stands again", async () => {
    const { user } = await skip({
      [SKIP]: { status: 409, body: { message: "It is too late to skip this pickup.", code: "too_late_to_skip" } },
    });
    await user.click(screen.getByRole("button", { name: "Skip pickup" }));
    await user.click(await screen.findByRole("button", { name: "Close" }));

    expect(await screen.findByText("Not skipped")).toBeVisible();
    expect(screen.getByRole("button", { name: "Skip Mon 23 Nov, 09:00" })).toBeVisible();
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
    expect(await within(dialog).findByRole("button", { name: "Move pickup" })).toBeDisabled();
    expect(within(dialog).getByRole("button", { name: "Move pickup" })).toHaveAccessibleDescription(
      "Choose another time first.",
    );
    await user.click(await within(dialog).findByRole("button", { name: /^Tuesday 1 December, 15:00/ }));
    expect(await axeViolations(container)).toEqual([]);
    await user.click(within(dialog).getByRole("button", { name: "Move pickup" }));

    expect(await screen.findByText("Pickup moved")).toBeVisible();
    expect(screen.getByText("Tue 1 Dec, 15:00")).toBeVisible();
    expect(server.callsOf(move)[0]?.body).toEqual({
      date: "2026-12-01",
      time: "15:00",
      expectedCharge: "0.00",
      refuseSecondPickup: true,
    });
    expect(screen.queryByRole("dialog")).not.toBeInTheDocument();
  });

  test("the day of another pickup is not offered, because the series comes once a day", async () => {
    const days = ["2026-12-07", "2026-12-08"].flatMap((day) => slotsAt(day, "10:00"));
    const { user } = open({
      [slotsCall(bruno.id, "2026-11-30", "2026-12-06")]: { body: slotsAt("2026-12-01", "10:00") },
      [slotsCall(bruno.id, "2026-12-07", "2026-12-13")]: { body: days },
    });

    await user.click(await screen.findByRole("button", { name: "Move Mon 30 Nov, 09:00" }));
    await screen.findByRole("button", { name: /^Tuesday 1 December, 10:00/ });
    await user.click(screen.getByRole("button", { name: "Next week" }));

    expect(await screen.findByRole("button", { name: /^Tuesday 8 December, 10:00/ })).toBeEnabled();
    expect(screen.queryByRole("button", { name: /^Monday 7 December, 10:00/ })).not.toBeInTheDocument();
  });

  test("an order with another neighbor than the series moves within the hours of who comes", async () => {
    const paid = makeOccurrence("2026-11-30", { status: "paid", orderId: "order-1", providerId: chiara.id });
    const { user } = open({
      [LIST]: { body: [makeRecurring({ occurrences: [paid] })] },
      [slotsCall(chiara.id, "2026-11-30", "2026-12-06")]: { body: slotsAt("2026-12-01", "15:00") },
    });

    await user.click(await screen.findByRole("button", { name: "Move Mon 30 Nov, 09:00" }));

    expect(await screen.findByRole("button", { name: /15:00/ })).toBeEnabled();
  });

  test("a pickup beyond the days that have slots moves to an hour that the provider has", async () => {
    const afterBreak = makeRecurring({ occurrences: [makeOccurrence("2026-12-21")] });
    const path = `${ONE}/occurrences/pickup-2026-12-21/move`;
    const { user, server, container } = open({
      [LIST]: { body: [afterBreak] },
      [`GET ${path}?date=2026-12-21`]: { body: { date: "2026-12-21", times: ["09:00", "10:00"] } },
      [`GET ${path}?date=2026-12-22`]: { body: { date: "2026-12-22", times: ["10:30", "16:00"] } },
      [`GET ${path}?date=2026-12-27`]: { body: { date: "2026-12-27", times: [] } },
      [`POST ${path}`]: { status: 409, body: { message: "Bruno does not work then.", code: "slot_closed" } },
    });
    await list();

    await user.click(screen.getByRole("button", { name: "Move Mon 21 Dec, 09:00" }));
    expect(await screen.findByLabelText("New time")).toHaveDisplayValue("09:00");
    const day = screen.getByLabelText("New date");
    await user.clear(day);
    expect(screen.getByText("Please choose a day.")).toBeVisible();
    await user.type(day, "2026-12-27");
    expect(await screen.findByText("There is no pickup on this day. Please choose another one.")).toBeVisible();
    expect(screen.getByRole("button", { name: "Move pickup" })).toBeDisabled();
    await user.clear(day);
    await user.type(day, "2026-12-22");
    const hours = await screen.findByLabelText("New time");
    expect(
      within(hours)
        .getAllByRole("option")
        .map((option) => option.textContent),
    ).toEqual(["Choose", "10:30", "16:00"]);
    expect(screen.getByRole("button", { name: "Move pickup" })).toBeDisabled();
    expect(await axeViolations(container)).toEqual([]);
    await user.selectOptions(hours, "16:00");
    await user.click(screen.getByRole("button", { name: "Move pickup" }));

    expect(await screen.findByText("Bruno does not work then.")).toBeVisible();
    expect(server.callsOf(`POST ${path}`)[0]?.body).toEqual({
      date: "2026-12-22",
      time: "16:00",
      expectedCharge: "0.00",
      refuseSecondPickup: true,
    });
    expect(screen.getByRole("dialog")).toBeVisible();
  });

  test("pauses until a date, and resumes", async () => {
    const paused = makeRecurring({ pausedUntil: "2026-12-04" });
    const { user, server } = open({
      [`POST ${ONE}/pause`]: { body: paused },
      [`POST ${ONE}/resume`]: { body: booking },
    });
    await list();

    await user.click(screen.getByRole("button", { name: "Pause" }));
    expect(await screen.findByLabelText("Pause until")).toHaveValue("2026-12-04");
    server.setHandlers({ [LIST]: { body: [paused] } });
    await user.click(screen.getByRole("button", { name: "Pause booking" }));
    expect(await screen.findByText("Pickups begin again on Fri 4 Dec.")).toBeVisible();
    expect(server.callsOf(`POST ${ONE}/pause`)[0]?.body).toEqual({ until: "2026-12-04" });
    expect(screen.getByText("Paused until Fri 4 Dec")).toBeVisible();

    server.setHandlers({ [LIST]: { body: [booking] } });
    await user.click(screen.getByRole("button", { name: "Resume" }));
    expect(await screen.findByText("Booking resumed")).toBeVisible();
    expect(screen.getByText("Active")).toBeVisible();
  });

  test("the day until which it is to pause is still there after a look elsewhere", async () => {
    const first = open();
    await list();
    await first.user.click(screen.getByRole("button", { name: "Pause" }));
    await first.user.clear(await screen.findByLabelText("Pause until"));
    await first.user.type(screen.getByLabelText("Pause until"), "2026-12-24");
    first.unmount();

    const { user } = open();
    await list();
    await user.click(screen.getByRole("button", { name: "Pause" }));

    expect(await screen.findByLabelText("Pause until")).toHaveValue("2026-12-24");
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
    server.setHandlers({
      [LIST]: { body: [makeRecurring({ isActive: false, nextBookingDate: null, occurrences: [] })] },
    });
    await user.click(within(screen.getByRole("dialog")).getByRole("button", { name: "Cancel booking" }));

    expect(await screen.findByText("Recurring Booking Cancelled")).toBeVisible();
    expect(screen.getByText("Your recurring service has been cancelled.")).toBeVisible();
    expect(screen.getByText("Inactive")).toBeVisible();
  });

  test.each([
    [
      { message: "This recurring booking has already been cancelled.", code: "already_cancelled" },
      "This recurring booking has already been cancelled.",
    ],
    ["", "Failed to cancel recurring booking"],
  ])("says why it could not be ended: %o", async (body, words) => {
    const { user } = open({ [`DELETE ${ONE}`]: { status: 409, body } });
    await list();

    await user.click(screen.getByRole("button", { name: "Cancel booking" }));
    await user.click(within(screen.getByRole("dialog")).getByRole("button", { name: "Cancel booking" }));

    expect(await screen.findByRole("alert")).toHaveTextContent(`Error${words}`);
    expect(within(screen.getByRole("dialog")).getByText(words)).toBeVisible();
  });

  test("with the provider gone it leads to another one", async () => {
    const { user, server, container } = open({
      [LIST]: { body: [makeRecurring({ providerAvailable: false })] },
      [ALTERNATIVES]: { body: [chiara] },
      [`PATCH ${ONE}`]: { body: booking },
    });
    await list();
    expect(screen.getByText("Bruno K. takes no bookings at the moment")).toBeVisible();

    await user.click(screen.getByRole("button", { name: "Choose another provider" }));
    expect(await screen.findByRole("radio", { name: /Chiara R\./ })).toBeVisible();
    expect(screen.queryByRole("radio", { name: /Bruno K\./ })).not.toBeInTheDocument();
    expect(await axeViolations(container)).toEqual([]);
    await user.click(screen.getByRole("radio", { name: /Chiara R\./ }));
    await user.click(screen.getByRole("button", { name: "Use this provider" }));

    expect(await screen.findByText("Provider changed")).toBeVisible();
    expect(server.callsOf(`PATCH ${ONE}`)[0]?.body).toEqual({ providerId: chiara.id, expectedCharge: "0.00" });
  });

  test("where nobody else works at its hour, another day or time leads on", async () => {
    const { user, container } = open({
      [LIST]: { body: [makeRecurring({ providerAvailable: false })] },
      [ALTERNATIVES]: { body: [] },
    });
    await list();

    await user.click(screen.getByRole("button", { name: "Choose another provider" }));
    expect(await screen.findByText("Nobody nearby works then")).toBeVisible();
    expect(screen.queryByRole("button", { name: "Use this provider" })).not.toBeInTheDocument();
    expect(await axeViolations(container)).toEqual([]);
    await user.click(screen.getByRole("button", { name: "Change day or time" }));

    expect(await screen.findByRole("dialog", { name: "Edit this booking" })).toBeVisible();
    expect(screen.getAllByRole("dialog")).toHaveLength(1);
  });

  test("who was offered and cannot do it after all is told, and those who can are asked for again", async () => {
    const words = "Chiara R. does not work Monday at 09:00. Please choose another day or time.";
    const { user, server } = open({
      [LIST]: { body: [makeRecurring({ providerAvailable: false })] },
      [ALTERNATIVES]: { body: [chiara] },
      [`PATCH ${ONE}`]: { status: 409, body: { message: words, code: "provider_does_not_work" } },
    });
    await list();
    await user.click(screen.getByRole("button", { name: "Choose another provider" }));
    await user.click(await screen.findByRole("radio", { name: /Chiara R\./ }));
    server.setHandlers({ [ALTERNATIVES]: { body: [] } });
    await user.click(screen.getByRole("button", { name: "Use this provider" }));

    expect(await screen.findByText("Nobody nearby works then")).toBeVisible();
    expect(within(screen.getByRole("dialog")).getByText(words)).toBeVisible();
  });

  test("an expired card is said to be expired, beside the way to another", async () => {
    open({ "GET /api/payment-methods": { body: [expired, mastercard] } });
    await list();

    expect(await screen.findByText("Visa •••• 0069 · Expired 08/25")).toBeVisible();
    expect(screen.queryByText(/^Paid with/)).not.toBeInTheDocument();
    expect(screen.getByRole("button", { name: "Change card" })).toBeVisible();
  });

  test("another card can pay", async () => {
    const { user, server } = open({ [`PATCH ${ONE}`]: { body: booking } });
    await list();

    await user.click(await screen.findByRole("button", { name: "Change card" }));
    const dialog = screen.getByRole("dialog", { name: "Change card" });
    await user.click(await within(dialog).findByRole("radio", { name: /^Mastercard •••• 4444/ }));
    await user.click(within(dialog).getByRole("button", { name: "Change card" }));

    expect(await screen.findByText("Card changed")).toBeVisible();
    expect(server.callsOf(`PATCH ${ONE}`)[0]?.body).toEqual({ paymentMethodId: "card-2", expectedCharge: "0.00" });
  });
});
