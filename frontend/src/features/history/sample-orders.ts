import type { Order, OrderStatus } from "@/api/types";

const HOUR = 3_600_000;

function sample(number: string, firstName: string, status: OrderStatus, ageHours: number, now: number): Order {
  const createdAt = new Date(now - ageHours * HOUR).toISOString();
  const provider = {
    id: `sample-${firstName}`,
    rating: 4.8,
    reviewCount: 32,
    specialties: [],
    serviceArea: ["8001"],
    businessName: "",
    user: { firstName, lastName: firstName === "Maria" ? "S" : "K", profileImageUrl: null },
    distanceKm: null,
    phone: null,
  };
  return {
    id: `sample-${number}`,
    etag: "",
    status,
    paymentStatus: "paid",
    serviceType: status === "completed" ? "premium" : "standard",
    weight: "10.0",
    serviceAmount: status === "completed" ? "30.00" : "25.00",
    addOns: [],
    platformFee: "2.50",
    totalAmount: status === "completed" ? "32.50" : "27.50",
    refundedAmount: "0.00",
    providerEarning: null,
    createdAt,
    pickupTime: new Date(now - (ageHours - 2) * HOUR).toISOString(),
    pickupUntil: null,
    deadline: null,
    returnBy: new Date(now - (ageHours - 74) * HOUR).toISOString(),
    freeCancellationUntil: null,
    holdExpiresAt: null,
    answerBy: null,
    handBackBy: null,
    substituteOfferedAt: null,
    messagesUntil: null,
    rating: status === "completed" ? 5 : null,
    customerId: "sample",
    providerId: provider.id,
    pickupAddress: null,
    deliveryAddress: null,
    specialInstructions: null,
    care: null,
    cancellationReason: null,
    needsProviderAnswer: false,
    handoversWithCode: [],
    claimState: null,
    receiptNumber: null,
    creditNotes: [],
    recurringBookingId: null,
    provider,
    customer: null,
    timeline: [],
    allowedTransitions: [],
    reviewable: false,
    reviewState: null,
    customerRatings: null,
  };
}

/** Two sample orders for visitors. */
export function sampleOrders(now: number): Order[] {
  return [sample("a1b2c3d4", "Maria", "washing", 5, now), sample("e5f6a7b8", "Thomas", "completed", 75, now)];
}
