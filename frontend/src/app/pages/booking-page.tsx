import type { ReactElement } from "react";

import { useLateCalendar } from "@/app/use-late-calendar";
import { BookingScreen } from "@/features/booking/booking-screen";

/** Booking, with the calendar for every date beyond tomorrow. */
export function BookingPage(): ReactElement {
  return <BookingScreen calendar={useLateCalendar()} />;
}
