"""The keys of the API's responses: the shapes that the rows of the matrix name as ``keys``."""

_PROVIDER = {
    "id", "rating", "reviewCount", "specialties", "serviceArea", "businessName", "user", "distanceKm",
}  # fmt: skip

_LISTED = _PROVIDER | {"bioExcerpt", "acceptsInstantly", "nextFreeAt"}

_WINDOW = {"id", "providerId", "dayOfWeek", "startTime", "endTime", "slotMinutes", "maxBookings"}

# Exactly the keys of each response; for a list, those of each entry.
SHAPES: dict[str, set[str]] = {
    "Config": {
        "productName", "stripePublishableKey", "stripeScriptUrl", "testPayments", "demo", "mapTilesUrl",
        "mapTilesAttribution", "languages", "minPasswordLength", "answerWithinMinutes",
        "supportEmail", "supportPhone", "siteOwner", "prices", "figureTexts", "socialSignIn",
    },
    "ServiceList": {"services", "addOns", "platformFee"},
    "FirstPickup": {"pickupAt", "chargedAt", "isChargedAtOnce"},
    "Session": {"authenticated", "user", "csrfToken", "eventsCursor"},
    "AuthSuccess": {"success", "user", "csrfToken"},
    "Success": {"success"},
    "EmailedLink": {"purpose", "email", "next"},
    "SignedInDevice": {"id", "device", "network", "signedInAt", "lastUsedAt", "isThisOne"},
    "Security": {
        "passkeys", "authenticatorApp", "recoveryCodesLeft", "connections", "signedInBy", "hasPassword",
        "mayChange",
    },
    "Passkey": {"id", "name", "addedAt", "lastUsedAt"},
    "PasskeyQuestion": {"publicKey"},
    "AppSetup": {"qrCode", "address", "secret"},
    "RecoveryCodes": {"recoveryCodes"},
    "Email": {"email", "isVerified", "pendingEmail", "hasPassword"},
    "User": {
        "id", "email", "emailVerified", "firstName", "lastName", "phone", "photoUrl", "postalCode",
        "language", "isProvider", "providerId", "isOperator", "impersonation",
    },
    "Care": {"detergent", "softener", "temperature", "allergies", "ironing", "notes"},
    "CareQuestion": {"isOpen"},
    "Address": {"id", "label", "street", "city", "postalCode", "isDefault"},
    "NotificationPreferences": {"switches", "quietHours"},
    "PushState": {"publicKey", "accountId", "isOn"},
    "PrivacyPreferences": {"analytics", "marketing", "notifications", "locationTracking", "dataSharing"},
    "Export": {"id", "kind", "requestedAt", "readyAt", "failedAt", "expiresAt", "size"},
    "Deletion": {"request", "waitsFor", "hasPassword"},
    "NotificationList": {"unread", "results"},
    "OrderHistory": {"orders", "next"},
    "Unread": {"unread"},
    "Favourite": {"providerId"},
    "Locality": {"postalCode", "city", "canton", "latitude", "longitude"},
    "ListedProvider": _LISTED,
    "ProviderDetails": _LISTED
    | {"bio", "takesBookings", "nextFreeTimes", "answerMinutes", "checks", "areas", "starCounts", "reviews"},
    "Application": {
        "status", "personalInfo", "businessInfo", "documents", "requiredDocuments", "note", "submittedAt",
        "decisionBy", "coverEndsOn", "coverState", "certificateState", "timeline", "areas",
    },
    "ProviderSettings": {
        "providerId", "photoUrl", "businessName", "bio", "specialties", "acceptsInstantly", "lateFeePercent",
        "serviceArea", "areas", "etag",
    },
    "Review": {"id", "rating", "comment", "authorName", "createdAt", "answer", "answeredAt"},
    "OwnReview": {
        "id", "rating", "comment", "authorName", "createdAt", "answer", "answeredAt", "publishedAt",
        "shownBy", "editableUntil",
    },
    "ReviewReport": {"id", "reason", "words", "createdAt"},
    "SupportRequest": {
        "id", "category", "subject", "message", "status", "createdAt", "updatedAt", "orderId", "isChat",
    },
    "ClaimList": {"reportableUntil", "claims"},
    "Claim": {
        "id", "state", "item", "description", "price", "ageMonths", "photos", "reportedAt", "answerBy",
        "statement", "decision",
    },
    "SupportReply": {"id", "body", "photoUrl", "mine", "senderName", "sentAt"},
    "SupportHours": {"isOpen", "changesAt"},
    "TimeSlot": {
        "id", "date", "startTime", "endTime", "slotType", "isAvailable", "maxBookings", "currentBookings",
    },
    "Generated": {"created", "existing"},
    "ProviderSchedule": _WINDOW,
    "ProviderScheduleAdded": _WINDOW | {"affected"},
    "Week": {
        "providerId", "isPaused", "pausedUntil", "mayResume", "pausedForCover", "certificateWaits",
        "windows", "affected",
    },
    "DayOff": {"id", "startDate", "endDate", "note"},
    "DayOffChanged": {"id", "startDate", "endDate", "note", "affected"},
    "Order": {
        "id", "status", "paymentStatus", "serviceType", "weight", "serviceAmount", "addOns", "platformFee",
        "totalAmount", "refundedAmount", "providerEarning", "createdAt", "pickupTime", "pickupUntil",
        "returnBy", "deadline", "holdExpiresAt", "answerBy", "handBackBy", "messagesUntil",
        "claimsUntil", "substituteOfferedAt", "freeCancellationUntil",
        "rating", "customerId", "providerId", "pickupAddress", "deliveryAddress", "specialInstructions",
        "care", "cancellationReason", "needsProviderAnswer", "recurringBookingId", "provider", "customer",
        "timeline", "handoversWithCode", "acceptsInstantly",
        "allowedTransitions", "claimState", "receiptNumber", "creditNotes", "reviewable", "reviewState",
        "customerRatings", "etag", "lines", "review",
    },
    "RebookSuggestion": {
        "orderId", "provider", "acceptsInstantly", "serviceType", "weight", "pickupAddress",
        "deliveryAddress", "specialInstructions", "pickupTime", "returnBy", "serviceAmount", "platformFee",
        "totalAmount", "addOns", "existingPickup",
    },
    "RecurringConflict": {"providerId", "reason"},
    "RecurringBooking": {
        "id", "customerId", "providerId", "provider", "serviceType", "weight", "pickupAddress",
        "deliveryAddress", "recurringPattern", "dayOfWeek", "dayOfMonth", "preferredTime",
        "specialInstructions", "isActive", "pausedUntil", "nextBookingDate", "totalAmount",
        "paymentMethodId", "providerAvailable", "occurrences", "addOns", "serviceAmount", "platformFee",
        "lines",
    },
    "MoveTimes": {"date", "times"},
    "Earnings": {
        "due", "nextPayoutOn", "held", "heldOrders", "balance", "account", "accountRefusedAt", "stripe",
        "hasPassword", "payouts", "months",
    },
    "PayoutAccount": {"kind", "holder", "ibanEnd"},
    "StripePage": {"url"},
    "StripeAccount": {"state"},
    "SkipLink": {"providerName", "serviceType", "date", "time", "totalAmount", "status", "canSkip"},
    "Conversation": {
        "orderId", "customerId", "customerName", "customerPhotoUrl", "pickupTime", "status", "body", "mine",
        "sentAt", "unread", "messagesUntil",
    },
    "HandBack": {"stage", "reason", "pickupTime", "until", "neighbours"},
    "HandBackOffer": {
        "orderId", "serviceType", "weight", "pickupTime", "returnBy", "addOns", "postalCode", "city",
        "serviceAmount", "providerEarning", "customerName", "until",
    },
    "Handover": {
        "kind", "codeWanted", "code", "triesLeft", "codeConfirmedAt", "bags", "photoUrl", "takenAt",
    },
    "CancellationPreview": {"allowed", "refund", "fee", "reason"},
    "Message": {"id", "body", "photoUrl", "sentAt", "mine", "senderName"},
    "PaymentIntent": {"clientSecret"},
    "CheckoutIntent": {"clientSecret", "canSaveCard"},
    "PaymentMethod": {"id", "brand", "last4", "expMonth", "expYear", "isDefault", "isExpired"},
    "PayLink": {
        "serviceType", "serviceAmount", "platformFee", "totalAmount", "pickupTime", "providerName", "state",
        "expired", "awaitsProvider", "orderId", "paymentStatus", "payBy",
    },
}  # fmt: skip

SHAPES["OneOrder"] = SHAPES["Order"] | {"position"}
# The keys of nested objects by name; ``PARTS_OF`` has those that differ in one shape.
PARTS: dict[str, set[str]] = {
    "provider": _PROVIDER | {"phone"},
    "personalInfo": {"firstName", "lastName", "email", "phone", "address", "postalCode", "city"},
    "businessInfo": {
        "businessName", "businessType", "registrationNumber", "vatNumber", "serviceAreas", "experience",
    },
    "documents": {"idDocument", "businessRegistration", "insuranceCertificate", "references"},
    "customer": {"id", "firstName", "lastName", "phone"},
    "customerRatings": {"average", "count"},
    "review": {"id", "rating", "comment", "createdAt", "answer"},
    "reviewState": {"shownBy", "editableUntil", "customerRating", "canRateCustomer"},
    "timeline": {"status", "at"},
    "windows": _WINDOW,
    "affected": {"slotId", "date", "startTime", "orders"},
    "user": {"firstName", "lastName", "profileImageUrl"},
    "reviews": SHAPES["Review"],
    "orders": SHAPES["Order"],
    "account": SHAPES["PayoutAccount"],
    "heldOrders": {"orderId", "customerName", "amount", "reason"},
    "payouts": {"id", "week", "amount", "status", "paidAt", "reference", "account", "comesAgain"},
    "months": {"month", "earned", "orders", "feeInvoice"},
    "creditNotes": {"position", "number"},
    "position": {
        "latitude", "longitude", "accuracy", "at", "currentUntil", "keptUntil", "minutesAway", "destination",
        "landmarks",
    },
    "landmarks": {"postalCode", "latitude", "longitude"},
    "destination": {"postalCode", "city", "latitude", "longitude"},
    "results": {"id", "kind", "title", "body", "link", "createdAt", "readAt"},
    "occurrences": {
        "id", "date", "time", "originalDate", "status", "orderId", "providerId", "reason", "canSkip",
        "canMove", "placedOnResumeFrom", "placedOnResumeUntil", "chargedWithNewCard",
    },
}  # fmt: skip
PARTS_OF = {
    ("Application", "timeline"): {"status", "at", "note"},
    ("RecurringBooking", "provider"): _PROVIDER,
    ("RebookSuggestion", "provider"): _PROVIDER,
}
