// Provisional shape of frontend/src/api/schema.gen.ts until it is generated from the served OpenAPI document.
// Component names here are the names the server's schema uses.
export interface components {
  schemas: {
    ServiceType: "standard" | "premium" | "ironing";
    OrderStatus: "pending" | "confirmed" | "pickup" | "washing" | "delivery" | "completed" | "cancelled";
    PaymentStatus: "unpaid" | "paid" | "partially_refunded" | "refunded" | "failed";
    SlotType: "same_day" | "next_day" | "scheduled";
    Error: { message: string; code: string; fields?: Record<string, string[]> };
    User: { id: string; email: string; firstName: string; lastName: string; phone: string; isProvider: boolean; providerId: string | null; isOperator: boolean };
    Address: { id: string; label: string; street: string; city: string; postalCode: string; isDefault: boolean };
    Session: { authenticated: boolean; user: components["schemas"]["User"] | null; csrfToken: string };
    AuthSuccess: { success: boolean; user: components["schemas"]["User"]; csrfToken: string };
    Config: {
      productName: string;
      stripePublishableKey: string | null;
      stripeScriptUrl: string;
      testPayments: boolean;
      demo: boolean;
      mapTilesUrl: string | null;
      languages: string[];
      minPasswordLength: number; supportEmail: string; supportPhone: string;
      prices: components["schemas"]["Prices"];
      socialSignIn: { google: boolean; apple: boolean };
    };
    // CHF strings with two places, kilograms as strings with one
    Prices: {
      currency: "CHF"; services: { standard: string; premium: string; ironing: string };
      platformFee: string; extraKg: string; includedKg: string; minKg: string; maxKg: string; stepKg: string;
    };
    ProviderUser: { firstName: string; lastName: string /* one letter */; profileImageUrl: string | null };
    Provider: {
      id: string; rating: number; reviewCount: number; specialties: string[]; serviceArea: string[]; // "8001" codes
      businessName: string; user: components["schemas"]["ProviderUser"]; distanceKm: number | null;
    };
    Review: { id: string; rating: number; comment: string; authorName: string /* "Anna M." */; createdAt: string; answer: string | null; answeredAt: string | null };
    ProviderDetails: components["schemas"]["Provider"] & { bio: string; acceptsInstantly: boolean; reviews: components["schemas"]["Review"][] };
    TimeSlot: {
      id: string; date: string; startTime: string; endTime: string; slotType: components["schemas"]["SlotType"];
      isAvailable: boolean; maxBookings: number; currentBookings: number;
    };
    TimelineStep: { status: components["schemas"]["OrderStatus"]; at: string | null };
    OrderProvider: components["schemas"]["Provider"] & { phone: string | null };
    OrderCustomer: { id: string; firstName: string; lastName: string /* one letter until paid */; phone: string | null };
    Order: {
      id: string; status: components["schemas"]["OrderStatus"]; paymentStatus: components["schemas"]["PaymentStatus"];
      serviceType: components["schemas"]["ServiceType"]; weight: string;
      serviceAmount: string; platformFee: string; totalAmount: string; refundedAmount: string;
      createdAt: string; pickupTime: string; holdExpiresAt: string | null; rating: number | null;
      customerId: string; providerId: string;
      pickupAddress: string | null; deliveryAddress: string | null; specialInstructions: string | null; // null for the provider until paid
      cancellationReason: string | null; // sentence for a person
      needsProviderAnswer: boolean; // paid, pending: the provider must still accept
      provider: components["schemas"]["OrderProvider"]; customer: components["schemas"]["OrderCustomer"] | null; // customer only for provider/operator
      timeline: components["schemas"]["TimelineStep"][]; allowedTransitions: components["schemas"]["OrderStatus"][];
      reviewable: boolean;
      // the version travels in the ETag header of GET/PATCH answers, never in the body
    };
    OrderCreate: {
      customerId?: string; providerId: string; serviceType: components["schemas"]["ServiceType"]; weight: string;
      pickupAddress: string; deliveryAddress: string; pickupTime: string; specialInstructions?: string;
    };
    CancellationPreview: { allowed: boolean; refund: string; fee: string; reason: string };
    Address: { id: string; label: string; street: string; city: string; postalCode: string; isDefault: boolean };
    Message: { id: string; body: string; sentAt: string; mine: boolean; senderName: string };
    Notification: { id: string; kind: string; title: string; body: string; link: string | null; createdAt: string; readAt: string | null };
    NotificationList: { unread: number; results: components["schemas"]["Notification"][] };
    PaymentIntent: { clientSecret: string };
  };
}
