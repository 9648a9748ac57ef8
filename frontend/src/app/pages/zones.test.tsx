// All times are shown in Zurich time, in every browser time zone from UTC-10 to UTC+14.
import { screen } from "@testing-library/react";
import { Route, Routes } from "react-router-dom";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";

import { WeekCalendar } from "@/features/scheduling/week-calendar";
import { makeOccurrence, makeRecurring } from "@/test/recurring";
import { enter, renderScreen } from "@/test/render";
import { alice, makeDetails, makeOrder, serve, signedIn } from "@/test/server";
import { slotsAt, slotsCall } from "@/test/slots";

import { BookingPage } from "./booking-page";
import { HistoryPage } from "./history-page";
import { RecurringPage } from "./recurring-page";
import { TrackingPage } from "./tracking-page";

const session = { "GET /api/auth/session": { body: signedIn } };
const bruno = makeDetails();

type Night = {
  at: string;
  clock: string;
  today: string;
  tomorrow: string;
  monday: string;
  sunday: string;
  day: string;
  long: string;
  noon: string;
};

const WINTER = {
  today: "2026-01-15",
  tomorrow: "2026-01-16",
  monday: "2026-01-12",
  sunday: "2026-01-18",
  day: "Thu 15 Jan",
  long: "Thursday 15 January",
  noon: "2026-01-15T11:00:00.000Z",
};
const SUMMER = {
  today: "2026-07-15",
  tomorrow: "2026-07-16",
  monday: "2026-07-13",
  sunday: "2026-07-19",
  day: "Wed 15 Jul",
  long: "Wednesday 15 July",
  noon: "2026-07-15T10:00:00.000Z",
};
// Half an hour before and after midnight UTC: in Zurich the new day has begun in both cases.
const NIGHTS: Night[] = [
  { ...WINTER, at: "2026-01-14T23:30:00Z", clock: "00:30" },
  { ...WINTER, at: "2026-01-15T00:30:00Z", clock: "01:30" },
  { ...SUMMER, at: "2026-07-14T23:30:00Z", clock: "01:30" },
  { ...SUMMER, at: "2026-07-15T00:30:00Z", clock: "02:30" },
];
const ZONES = [
  ["Pacific/Honolulu", 600],
  ["Pacific/Kiritimati", -840],
] as const;

describe.each(ZONES)("in %s", (zone, minutesBehind) => {
  beforeEach(() => {
    vi.stubEnv("TZ", zone);
  });
  afterEach(() => {
    vi.unstubAllEnvs();
    vi.useRealTimers();
  });

  test("the browser is there", () => {
    expect(new Date("2026-01-15T00:00:00Z").getTimezoneOffset()).toBe(minutesBehind);
  });

  describe.each(NIGHTS)("at $at", ({ at, clock, today, tomorrow, monday, sunday, day, long, noon }) => {
    beforeEach(() => {
      vi.useFakeTimers({ toFake: ["Date"], now: new Date(at) });
    });

    test("booking offers Zurich's today and sends the hour that was read", async () => {
      const server = serve({
        ...session,
        [`GET /api/providers/details/${bruno.id}`]: { body: bruno },
        [slotsCall(bruno.id, today, tomorrow)]: {
          body: [...slotsAt(today, "09:00", "12:00"), ...slotsAt(tomorrow, "09:00")],
        },
        "GET /api/addresses": { body: [] },
        "POST /api/orders": { status: 201, body: makeOrder({ status: "pending", paymentStatus: "unpaid" }) },
      });
      const { user } = renderScreen(<BookingPage />, { at: `/booking?providerId=${bruno.id}` });

      expect(await screen.findByRole("radio", { name: `Today ${day}` })).toBeChecked();
      expect(screen.getByRole("radio", { name: /^12:00/ })).toBeChecked();
      await enter(user, screen.getByLabelText("Street address"), "Bahnhofstrasse 1");
      await user.click(screen.getByRole("button", { name: "Confirm Booking" }));
      await screen.findByText("Order Created");
      expect(server.callsOf("POST /api/orders")[0]?.body).toMatchObject({ pickupTime: noon });
    });

    test("the calendar shows Zurich's week, and the slots of today at their hours", async () => {
      serve({ [slotsCall(bruno.id, monday, sunday)]: { body: slotsAt(today, "09:00", "15:00") } });
      renderScreen(<WeekCalendar providerId={bruno.id} chosen={null} onChoose={() => undefined} />);

      expect(await screen.findByRole("button", { name: new RegExp(`^${long}, 09:00`) })).toBeVisible();
      expect(screen.getByRole("button", { name: new RegExp(`^${long}, 15:00.*Same Day`, "i") })).toBeVisible();
    });

    test("tracking says when each step was, in Zurich", async () => {
      const order = makeOrder({
        status: "confirmed",
        pickupTime: noon,
        timeline: [
          { status: "pending", at },
          { status: "confirmed", at },
        ],
      });
      serve({ ...session, [`GET /api/orders/${order.id}`]: { body: order } });
      renderScreen(
        <Routes>
          <Route path="/tracking/:orderId?" element={<TrackingPage />} />
        </Routes>,
        { at: `/tracking/${order.id}` },
      );

      const [placed] = await screen.findAllByRole("listitem");
      expect(placed).toHaveTextContent(`Today, ${clock}`);
      expect(screen.getAllByText(/Today, 12:00/)[0]).toBeVisible();
    });

    test("the history says when a pickup is, in Zurich", async () => {
      const order = makeOrder({ status: "confirmed", pickupTime: noon, createdAt: at });
      serve({ ...session, [`GET /api/orders/customer/${alice.id}`]: { body: [order] } });
      renderScreen(<HistoryPage />, { at: "/history" });

      expect(await screen.findByRole("listitem")).toHaveTextContent(/today, 12:00/);
    });

    test("a recurring booking begins on the day after Zurich's today", async () => {
      const booking = makeRecurring({ occurrences: [makeOccurrence(tomorrow)] });
      serve({
        ...session,
        [`GET /api/recurring-bookings/customer/${alice.id}`]: { body: [booking] },
        "GET /api/addresses": { body: [] },
        "GET /api/payment-methods": { body: [] },
      });
      const { user } = renderScreen(<RecurringPage />, { at: "/recurring" });

      await user.click(await screen.findByRole("button", { name: "Edit" }));
      await user.click(await screen.findByRole("radio", { name: "Monthly" }));
      await user.selectOptions(
        screen.getByLabelText("Day of the month"),
        `Day ${Number(tomorrow.slice(8)).toString()}`,
      );
      const [, number, month] = day.split(" ");
      expect(
        screen.getByText(
          new RegExp(`Next pickup to be booked: \\w+ ${(Number(number) + 1).toString()} ${month ?? ""}, 09:00`),
        ),
      ).toBeVisible();
    });
  });
});
