import type { Order } from "@/api/types";

const MINUTE = 60_000;

/** An instant before `now` (ms), as the server writes it. */
export function minutesBefore(now: number, minutes: number): string {
  return new Date(now - minutes * MINUTE).toISOString();
}

/** An order that exists nowhere, to show what one looks like; `now` in ms. */
export function sampleOrder(now: number, values: Partial<Order> = {}): Order {
  const provider = {
    id: "sample-maria",
    rating: 4.9,
    reviewCount: 127,
    specialties: ["Express", "Same Day"],
    serviceArea: ["8001"],
    businessName: "Maria's Wäschestube",
    user: { firstName: "Maria", lastName: "S", profileImageUrl: null },
    distanceKm: null,
    phone: null,
  };
  return {
    id: "sample-4c81e2a7",
    etag: "",
    status: "delivery",
    paymentStatus: "paid",
    serviceType: "standard",
    weight: "10.0",
    serviceAmount: "25.00",
    lines: [],
    addOns: [],
    platformFee: "2.50",
    totalAmount: "27.50",
    refundedAmount: "0.00",
    providerEarning: null,
    createdAt: minutesBefore(now, 420),
    pickupTime: minutesBefore(now, 360),
    pickupUntil: minutesBefore(now, 300),
    deadline: null,
    returnBy: minutesBefore(now, 360 - 72 * 60),
    freeCancellationUntil: null,
    holdExpiresAt: null,
    answerBy: null,
    handBackBy: null,
    substituteOfferedAt: null,
    messagesUntil: null,
    claimsUntil: null,
    rating: null,
    customerId: "sample",
    providerId: provider.id,
    pickupAddress: null,
    deliveryAddress: null,
    specialInstructions: null,
    care: null,
    cancellationReason: null,
    acceptsInstantly: true,
    needsProviderAnswer: false,
    handoversWithCode: [],
    claimState: null,
    receiptNumber: null,
    creditNotes: [],
    recurringBookingId: null,
    provider,
    customer: null,
    timeline: [
      { status: "pending", at: minutesBefore(now, 420) },
      { status: "confirmed", at: minutesBefore(now, 418) },
      { status: "pickup", at: minutesBefore(now, 370) },
      { status: "washing", at: minutesBefore(now, 340) },
      { status: "delivery", at: minutesBefore(now, 12) },
      { status: "completed", at: null },
    ],
    allowedTransitions: [],
    reviewable: false,
    reviewState: null,
    review: null,
    customerRatings: null,
    ...values,
  };
}
