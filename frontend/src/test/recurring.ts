import type { Occurrence, RecurringBooking } from "@/api/types";

import { alice, linesOf, makeProvider } from "./server";

/** A planned pickup on a date, at 09:00; pass what differs. */
export function makeOccurrence(date: string, fields: Partial<Occurrence> = {}): Occurrence {
  return {
    id: `pickup-${date}`,
    date,
    time: "09:00",
    originalDate: date,
    status: "planned",
    orderId: null,
    providerId: makeProvider().id,
    reason: null,
    canSkip: true,
    canMove: true,
    placedOnResumeFrom: null,
    placedOnResumeUntil: null,
    chargedWithNewCard: null,
    ...fields,
  };
}

/** Alice's weekly booking with bruno, Mondays at 09:00; pass what differs. */
export function makeRecurring(fields: Partial<RecurringBooking> = {}): RecurringBooking {
  return {
    lines: linesOf(fields),
    id: "44444444-4444-4444-8444-444444444444",
    customerId: alice.id,
    providerId: makeProvider().id,
    provider: makeProvider(),
    serviceType: "standard",
    weight: "10.0",
    pickupAddress: "Bahnhofstrasse 1, Zurich 8001",
    deliveryAddress: "Bahnhofstrasse 1, Zurich 8001",
    recurringPattern: "weekly",
    dayOfWeek: 1,
    dayOfMonth: null,
    preferredTime: "09:00",
    specialInstructions: "",
    isActive: true,
    pausedUntil: null,
    nextBookingDate: "2026-11-23",
    addOns: [],
    serviceAmount: "25.00",
    platformFee: "2.50",
    totalAmount: "27.50",
    paymentMethodId: null,
    providerAvailable: true,
    occurrences: ["2026-11-23", "2026-11-30", "2026-12-07", "2026-12-14"].map((date) => makeOccurrence(date)),
    ...fields,
  };
}
