import type { ReactElement } from "react";

import { useLateScheduler } from "@/app/use-late-scheduler";
import { BookingScreen } from "@/features/booking/booking-screen";

/** Booking, with the scheduler for every date beyond tomorrow and for pickups that repeat. */
export function BookingPage(): ReactElement {
  return <BookingScreen scheduler={useLateScheduler()} />;
}
