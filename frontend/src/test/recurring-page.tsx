import type { ReactElement } from "react";

import type { PaymentMethod, ProviderDetails } from "@/api/types";

import { makeRecurring } from "./recurring";
import { renderScreen } from "./render";
import { alice, makeDetails, makeProvider, serve, signedIn, type TestServer } from "./server";

export const bruno: ProviderDetails = makeDetails();
export const chiara = makeProvider({
  id: "55555555-5555-4555-8555-555555555555",
  user: { firstName: "Chiara", lastName: "R", profileImageUrl: null },
});
export const visa: PaymentMethod = {
  id: "card-1",
  brand: "visa",
  last4: "4242",
  expMonth: 12,
  expYear: 2040,
  isDefault: true,
  isExpired: false,
};
export const mastercard: PaymentMethod = {
  ...visa,
  id: "card-2",
  brand: "mastercard",
  last4: "4444",
  isDefault: false,
};
export const expired: PaymentMethod = {
  ...visa,
  id: "card-3",
  last4: "0069",
  expMonth: 8,
  expYear: 2025,
  isExpired: true,
};
export const home = {
  id: "a-1",
  label: "Home",
  street: "Limmatquai 12",
  city: "Zurich",
  postalCode: "8001",
  isDefault: true,
};
export const booking = makeRecurring();
export const LIST = `GET /api/recurring-bookings/customer/${alice.id}`;
/** The call for providers who cannot do a plan on a weekday ("1" is Monday) at a time, for addresses in 8001. */
export const unavailableProviders = (dayOfWeek: string, time: string, delivery = "8001"): string =>
  `GET /api/recurring-bookings/refusals?recurringPattern=weekly&preferredTime=${encodeURIComponent(time)}&dayOfWeek=${dayOfWeek}&pickupPostalCode=8001&deliveryPostalCode=${delivery}`;
export const ONE = `/api/recurring-bookings/${booking.id}`;
/** A Friday, 09:30 in Zurich. */
export const FRIDAY = new Date("2026-11-20T08:30:00Z");

/** Opens a page for alice, who has one booking, two cards and no address; pass handlers that differ. */
export function openFor(
  page: ReactElement,
  handlers: Parameters<typeof serve>[0] = {},
  at = "/recurring",
): ReturnType<typeof renderScreen> & { server: TestServer } {
  const server = serve({
    "GET /api/auth/session": { body: signedIn },
    [LIST]: { body: [booking] },
    "GET /api/addresses": { body: [] },
    "GET /api/payment-methods": { body: [visa, mastercard] },
    "GET /api/providers/8001": { body: [makeProvider(), chiara] },
    [unavailableProviders("1", "09:00")]: { body: [] },
    [`GET ${ONE}/alternatives`]: { body: [chiara] },
    [`GET /api/providers/details/${bruno.id}`]: { body: bruno },
    ...handlers,
  });
  return { ...renderScreen(page, { at }), server };
}
