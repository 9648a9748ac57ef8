"""What each answer of the API holds: the names that the rows of the matrix call its ``keys``."""

_PROVIDER = {
    "id", "rating", "reviewCount", "specialties", "serviceArea", "businessName", "user", "distanceKm",
}  # fmt: skip

_LISTED = _PROVIDER | {"acceptsInstantly", "nextFreeAt"}

_WINDOW = {"id", "providerId", "dayOfWeek", "startTime", "endTime", "slotMinutes", "maxBookings"}

# What each answer holds, and nothing beside it; of a list, each of its entries.
SHAPES: dict[str, set[str]] = {
    "Config": {
        "productName", "stripePublishableKey", "stripeScriptUrl", "testPayments", "demo", "mapTilesUrl",
        "languages", "minPasswordLength", "answerWithinMinutes",
        "supportEmail", "supportPhone", "prices", "socialSignIn",
    },
    "FirstPickup": {"pickupAt", "chargedAt", "isChargedAtOnce"},
    "Session": {"authenticated", "user", "csrfToken"},
    "AuthSuccess": {"success", "user", "csrfToken"},
    "Success": {"success"},
    "User": {
        "id", "email", "firstName", "lastName", "phone", "place", "isProvider", "providerId", "isOperator",
    },
    "Address": {"id", "label", "street", "city", "postalCode", "isDefault"},
    "NotificationList": {"unread", "results"},
    "OrderHistory": {"orders", "next"},
    "Unread": {"unread"},
    "Favourite": {"providerId"},
    "Place": {"postalCode", "city", "canton"},
    "ListedProvider": _LISTED,
    "ProviderDetails": _LISTED | {"bio", "nextFreeTimes", "answerMinutes", "areas", "starCounts", "reviews"},
    "Review": {"id", "rating", "comment", "authorName", "createdAt", "answer", "answeredAt"},
    "TimeSlot": {
        "id", "date", "startTime", "endTime", "slotType", "isAvailable", "maxBookings", "currentBookings",
    },
    "Generated": {"created", "existing"},
    "ProviderSchedule": _WINDOW,
    "ProviderScheduleAdded": _WINDOW | {"affected"},
    "Week": {"providerId", "isPaused", "pausedUntil", "mayResume", "windows", "affected"},
    "DayOff": {"id", "startDate", "endDate", "note"},
    "DayOffChanged": {"id", "startDate", "endDate", "note", "affected"},
    "Order": {
        "id", "status", "paymentStatus", "serviceType", "weight", "serviceAmount", "platformFee",
        "totalAmount", "refundedAmount", "createdAt", "pickupTime", "returnBy", "holdExpiresAt", "answerBy",
        "freeCancellationUntil",
        "rating", "customerId", "providerId", "pickupAddress", "deliveryAddress", "specialInstructions",
        "cancellationReason", "needsProviderAnswer", "recurringBookingId", "provider", "customer", "timeline",
        "allowedTransitions", "reviewable", "etag",
    },
    "Habit": {
        "orderId", "provider", "acceptsInstantly", "serviceType", "weight", "pickupAddress",
        "deliveryAddress", "specialInstructions", "pickupTime", "returnBy", "serviceAmount", "platformFee",
        "totalAmount",
    },
    "RecurringBooking": {
        "id", "customerId", "providerId", "provider", "serviceType", "weight", "pickupAddress",
        "deliveryAddress", "recurringPattern", "dayOfWeek", "dayOfMonth", "preferredTime",
        "specialInstructions", "isActive", "pausedUntil", "nextBookingDate", "totalAmount",
        "paymentMethodId", "providerAvailable", "occurrences",
    },
    "MoveTimes": {"date", "times"},
    "SkipLink": {"providerName", "serviceType", "date", "time", "totalAmount", "status", "canSkip"},
    "CancellationPreview": {"allowed", "refund", "fee", "reason"},
    "Message": {"id", "body", "sentAt", "mine", "senderName"},
    "PaymentIntent": {"clientSecret"},
    "PaymentMethod": {"id", "brand", "last4", "expMonth", "expYear", "isDefault", "isExpired"},
    "PayLink": {
        "serviceType", "serviceAmount", "platformFee", "totalAmount", "pickupTime", "providerName", "state",
        "expired", "awaitsProvider", "orderId", "paymentStatus", "payBy",
    },
}  # fmt: skip

# The parts of an order and of a provider, wherever they stand; but for those of a shape's own.
PARTS: dict[str, set[str]] = {
    "provider": _PROVIDER | {"phone"},
    "customer": {"id", "firstName", "lastName", "phone"},
    "timeline": {"status", "at"},
    "windows": _WINDOW,
    "affected": {"slotId", "date", "startTime", "orders"},
    "user": {"firstName", "lastName", "profileImageUrl"},
    "reviews": SHAPES["Review"],
    "orders": SHAPES["Order"],
    "results": {"id", "kind", "title", "body", "link", "createdAt", "readAt"},
    "occurrences": {
        "id", "date", "time", "originalDate", "status", "orderId", "reason", "canSkip", "canMove",
    },
}  # fmt: skip
PARTS_OF = {("RecurringBooking", "provider"): _PROVIDER, ("Habit", "provider"): _PROVIDER}
