import type { ParametersOf, PathWith, Rest } from "@/api/http/operation";
import { filled, type Parameters } from "@/api/http/url";

type Readable = PathWith<"get">;

/** An SWR key: a path of the schema with its parameters. */
export type Key<P extends Readable = Readable> = readonly [path: P, parameters: Parameters];

function key<P extends Readable>(path: P, ...rest: Rest<ParametersOf<"get", P>>): Key<P> {
  const parameters: Parameters = rest[0] ?? {};
  return [path, parameters];
}

type UnavailableProvidersQuery = NonNullable<ParametersOf<"get", "/api/recurring-bookings/refusals">["query"]>;
type FirstPickupQuery = NonNullable<ParametersOf<"get", "/api/recurring-bookings/first-pickup">["query"]>;
type TimeSlotQuery = { providerId: string; startDate: string; endDate: string };

export const keys = {
  session: key("/api/auth/session"),
  config: key("/api/config"),
  profile: key("/api/profile"),
  addresses: key("/api/addresses"),
  notifications: key("/api/notifications"),
  favourites: key("/api/favourites"),
  paymentMethods: key("/api/payment-methods"),
  providersNear: (postalCode: string) => key("/api/providers/{postal_code}", { path: { postal_code: postalCode } }),
  localities: (q: string) => key("/api/localities", { query: { q } }),
  /** `from` is the postal code that the distance is measured from; without it there is none. */
  provider: (providerId: string, from?: string) =>
    key("/api/providers/details/{provider_id}", {
      path: { provider_id: providerId },
      ...(from === undefined ? {} : { query: { from } }),
    }),
  timeSlots: (query: TimeSlotQuery) => key("/api/time-slots", { query }),
  order: (orderId: string) => key("/api/orders/{order_id}", { path: { order_id: orderId } }),
  ordersOf: (customerId: string) => key("/api/orders/customer/{customer_id}", { path: { customer_id: customerId } }),
  rebookSuggestions: key("/api/orders/again"),
  rebookSuggestion: (orderId: string) => key("/api/orders/{order_id}/again", { path: { order_id: orderId } }),
  cancellation: (orderId: string) => key("/api/orders/{order_id}/cancellation", { path: { order_id: orderId } }),
  handBack: (orderId: string) => key("/api/orders/{order_id}/hand-back", { path: { order_id: orderId } }),
  alternatives: (orderId: string) => key("/api/orders/{order_id}/alternatives", { path: { order_id: orderId } }),
  messages: (orderId: string) => key("/api/orders/{order_id}/messages", { path: { order_id: orderId } }),
  recurringOf: (customerId: string) =>
    key("/api/recurring-bookings/customer/{customer_id}", { path: { customer_id: customerId } }),
  firstPickup: (query: FirstPickupQuery) => key("/api/recurring-bookings/first-pickup", { query }),
  unavailableProviders: (query: UnavailableProvidersQuery) => key("/api/recurring-bookings/refusals", { query }),
  moveTimes: (bookingId: string, occurrenceId: string, date: string) =>
    key("/api/recurring-bookings/{booking_id}/occurrences/{occurrence_id}/move", {
      path: { booking_id: bookingId, occurrence_id: occurrenceId },
      query: { date },
    }),
  recurringAlternatives: (bookingId: string) =>
    key("/api/recurring-bookings/{booking_id}/alternatives", { path: { booking_id: bookingId } }),
  providerOrders: key("/api/provider/orders"),
  providerHistory: (before: string) => key("/api/provider/orders/history", { query: { before } }),
  offers: key("/api/provider/offers"),
  conversations: key("/api/provider/conversations"),
  application: key("/api/provider-application"),
} as const satisfies Record<string, Key | ((...args: never[]) => Key)>;

export function isKey(key: unknown): key is Key {
  return Array.isArray(key) && String(key[0]).startsWith("/api/");
}

/** The URL of a key. */
export function addressOf([path, parameters]: readonly [string, Parameters]): string {
  return filled(path, parameters);
}

/** Matches cached keys whose URL is `prefix` or lies below it; for use with SWR's `mutate`. */
export function below(
  prefix: Key | "/api/orders" | "/api/provider" | "/api/providers" | "/api/recurring-bookings" | "/api/time-slots",
): (key: unknown) => boolean {
  const start = typeof prefix === "string" ? prefix : addressOf(prefix);
  return (key) => {
    if (!isKey(key)) return false;
    const address = addressOf(key);
    return address === start || address.startsWith(`${start}/`) || address.startsWith(`${start}?`);
  };
}
