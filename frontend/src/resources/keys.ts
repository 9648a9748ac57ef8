// A cached query is named by a tuple; joined with slashes it is its address (specification point 7).

export type Key = readonly [string, ...string[]];

export const keys = {
  session: ["/api/auth/session"],
  config: ["/api/config"],
  profile: ["/api/profile"],
  addresses: ["/api/addresses"],
  notifications: ["/api/notifications"],
  paymentMethods: ["/api/payment-methods"],
  payLink: (token: string): Key => ["/api/pay-links", token],
  providers: ["/api/providers"],
  providersNear: (postalCode: string): Key => ["/api/providers", postalCode],
  provider: (providerId: string): Key => ["/api/providers", "details", providerId],
  timeSlots: (query: { providerId: string; startDate: string; endDate: string }): Key => [
    `/api/time-slots?${new URLSearchParams(query).toString()}`,
  ],
  order: (orderId: string): Key => ["/api/orders", orderId],
  ordersOf: (customerId: string): Key => ["/api/orders", "customer", customerId],
  cancellation: (orderId: string): Key => ["/api/orders", orderId, "cancellation"],
  messages: (orderId: string): Key => ["/api/orders", orderId, "messages"],
  messagesRead: (orderId: string): Key => ["/api/orders", orderId, "messages", "read"],
  recurring: ["/api/recurring-bookings"],
  recurringOf: (customerId: string): Key => ["/api/recurring-bookings", "customer", customerId],
  moveTimes: (bookingId: string, occurrenceId: string, date: string): Key => [
    "/api/recurring-bookings",
    bookingId,
    "occurrences",
    occurrenceId,
    `move?date=${encodeURIComponent(date)}`,
  ],
  skipLink: (token: string): Key => ["/api/skip-links", encodeURIComponent(token)],
  providerOrders: ["/api/provider", "orders"],
  providerHistory: (before: string): Key => ["/api/provider", "orders", `history?before=${before}`],
  week: ["/api/provider", "week"],
  daysOff: ["/api/provider", "days-off"],
} as const satisfies Record<string, Key | ((...args: never[]) => Key)>;

/** The address that a key stands for. */
export function addressOf(key: Key): string {
  return key.join("/");
}

/** True for a cached key whose address is `prefix` or lies below it; for use with SWR's `mutate`. */
export function below(prefix: Key): (key: unknown) => boolean {
  const start = addressOf(prefix);
  return (key) => {
    if (!Array.isArray(key)) return false;
    const address = (key as string[]).join("/");
    return address === start || address.startsWith(`${start}/`) || address.startsWith(`${start}?`);
  };
}
