import type { ReactElement } from "react";

import { useLazyScheduler } from "@/app/use-lazy-scheduler";
import { useLazySignIn } from "@/app/use-lazy-sign-in";
import { BookingScreen } from "@/features/booking/booking-screen";
import { ProviderPicker } from "@/features/provider-list/provider-picker";

/**
 * Booking, with the scheduler for every date beyond tomorrow and for pickups that repeat, and the account on the way;
 * without a provider, with whom to choose.
 */
export function BookingPage(): ReactElement {
  return <BookingScreen scheduler={useLazyScheduler()} signIn={useLazySignIn()} providerPicker={<ProviderPicker />} />;
}
