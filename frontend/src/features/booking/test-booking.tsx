import { screen, within } from "@testing-library/react";
import type { ReactElement } from "react";

import type { ProviderDetails, TimeSlot } from "@/api/types";
import { renderScreen } from "@/test/render";
import { makeDetails, makeOrder, serve, signedIn, type TestServer } from "@/test/server";

import { BookingScreen } from "./booking-screen";

/** A Friday, 09:30 in Zurich: the time of the booking form's tests. */
export const NOW = new Date("2026-11-20T08:30:00Z");
export const TODAY = "2026-11-20";
export const TOMORROW = "2026-11-21";
export const bruno: ProviderDetails = makeDetails();
export const PAGE = `/booking?providerId=${bruno.id}`;
export const SLOTS = `GET /api/time-slots?providerId=${bruno.id}&startDate=${TODAY}&endDate=${TOMORROW}`;
export const order = makeOrder({ status: "pending", paymentStatus: "unpaid" });

type Screen = ReturnType<typeof renderScreen>;

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

/** Hourly slots today and tomorrow, 08:00 to 20:00; `full` names those without capacity: "2026-11-20 14". */
export function slots(full: string[] = []): TimeSlot[] {
  const hours = Array.from({ length: 12 }, (_, index) => index + 8);
  return [TODAY, TOMORROW].flatMap((date) =>
    hours.map((hour) => slot(date, hour, !full.includes(`${date} ${hour.toString()}`))),
  );
}

export function serveBooking(handlers: Parameters<typeof serve>[0] = {}): TestServer {
  return serve({
    "GET /api/auth/session": { body: signedIn },
    [`GET /api/providers/details/${bruno.id}`]: { body: bruno },
    [SLOTS]: { body: slots() },
    "GET /api/addresses": { body: [] },
    "POST /api/orders": { status: 201, body: order },
    [`GET /api/orders/${order.id}`]: { body: order },
    ...handlers,
  });
}

/** Renders the booking screen without the parts of other features. */
export function show(at = PAGE): Screen {
  const signIn = (): ReactElement => <p role="dialog">Who are you?</p>;
  return renderScreen(<BookingScreen scheduler={() => null} signIn={signIn} providerPicker={<p>Whom to choose</p>} />, {
    at,
  });
}

export async function open(at = PAGE): Promise<Screen> {
  const view = show(at);
  await screen.findByRole("button", { name: "Confirm Booking" });
  return view;
}

export const street = (): HTMLElement => screen.getByLabelText("Street address");
export const confirm = (user: Screen["user"]): Promise<void> =>
  user.click(screen.getByRole("button", { name: "Confirm Booking" }));
export const hour = (name: string): HTMLElement => screen.getByRole("radio", { name: new RegExp(`^${name}`) });

/** The amount for a label in the price breakdown. */
export function amountOf(label: string): string {
  const row = screen.getByText(label, { selector: "dt" }).parentElement;
  return within(row ?? document.body).getByRole("definition").textContent;
}
