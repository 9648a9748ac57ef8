"""The permission matrix of orders, conversations, recurring bookings and payments.

The actors are those of :mod:`marketplace.tests.matrix_rows`, the data is described in ``matrix_table``.
"""

from marketplace.tests.matrix_bodies import CARE, HERE, LATER, NEW_ORDER, NEW_SERIES
from marketplace.tests.matrix_rows import Row

ORDERS = [
    Row("GET", "/api/profile/care", "401 200 200 200 200 200", keys="Care"),
    Row("PUT", "/api/profile/care", "401 200 200 200 200 200", CARE, keys="Care"),
    Row("GET", "/api/profile/care/question", "401 200 200 200 200 200", keys="CareQuestion"),
    Row("DELETE", "/api/profile/care/question", "401 204 204 204 204 204"),
    Row("GET", "/api/services", "200 200 200 200 200 200", keys="ServiceList"),
    Row("GET", "/api/orders", "401 200 200 200 200 200", keys="Order"),
    Row(
        "GET", "/api/orders", "401 200 404 404 404 200", query="customerId={alice}", keys="Order",
        staff="200 200 200 404",
    ),
    Row("POST", "/api/orders", "401 201 201 409 201 201", NEW_ORDER, keys="Order"),  # bruno is the provider
    Row(
        "POST", "/api/orders", "401 201 403 403 403 201", NEW_ORDER | {"customerId": "{alice}"}, keys="Order",
        staff="403 201 403 403",
    ),
    Row(
        "GET", "/api/orders/customer/{alice}", "401 200 404 404 404 200", keys="Order",
        staff="200 200 200 404",
    ),
    Row("GET", "/api/orders/{order}", "401 200 404 200 404 200", keys="OneOrder", staff="200 200 200 404"),
    Row("GET", "/api/orders/{away}", "401 200 404 200 404 200", keys="OneOrder", staff="200 200 200 404"),
    Row("GET", "/api/orders/again", "401 200 200 200 200 200", keys="RebookSuggestion"),
    Row(
        "GET",
        "/api/orders/{order}/again",
        "401 200 404 403 404 200",
        keys="RebookSuggestion",
        staff="200 200 200 404",
    ),
    Row(
        "GET", "/api/orders/{order}/alternatives", "401 200 404 403 404 200", keys="ListedProvider",
        staff="200 200 200 404",
    ),
    # --- bruno's position on his way to {away}
    Row("PUT", "/api/provider/position", "401 403 403 204 404 403", HERE, staff="403 403 403 403"),
    Row("DELETE", "/api/provider/position", "401 403 403 204 204 403", staff="403 403 403 403"),
    # --- handing back: {order} is not handed back
    Row("GET", "/api/orders/{order}/hand-back", "401 404 404 404 404 404"),
    Row(
        "POST", "/api/orders/{order}/hand-back", "401 403 404 200 404 200", {"reason": "The machine broke."},
        keys="Order", staff="403 200 403 404",
    ),
    Row("DELETE", "/api/orders/{order}/hand-back", "401 403 404 409 404 409", staff="403 409 403 404"),
    Row(
        "POST", "/api/orders/{order}/substitute", "401 409 404 403 404 409", {"accept": True},
        staff="403 409 403 404",
    ),
    # --- proof of handover
    Row(
        "GET", "/api/orders/{order}/handovers", "401 200 404 200 404 200", keys="Handover",
        staff="200 200 200 404",
    ),
    Row(
        "PUT", "/api/orders/{order}/handover-code", "401 200 404 403 404 200", {"wanted": True},
        keys="Handover", staff="403 200 403 404",
    ),
    # A photo is not JSON; the tests of handovers cover who may upload one.
    Row("POST", "/api/orders/{order}/proofs", "415 415 415 415 415 415", {"kind": "pickup"}, csrf=False),
    Row(
        "GET", "/api/orders/{done}/proofs/pickup/photo", "401 200 404 200 404 200",
        staff="200 200 200 404",
    ),
    # --- damage claims
    # A photo is not JSON; the tests of claims cover who may upload one.
    Row("POST", "/api/orders/{done}/photos", "415 415 415 415 415 415", {}, csrf=False),
    Row("GET", "/api/orders/{done}/photos/{claim_photo}", "401 200 404 200 404 200", staff="200 200 200 404"),
    # Sent with the claim: nobody removes it.
    Row("DELETE", "/api/orders/{done}/photos/{claim_photo}", "401 404 404 404 404 404"),
    Row(
        "GET", "/api/orders/{done}/claims", "401 200 404 200 404 200", keys="ClaimList",
        staff="200 200 200 404",
    ),
    Row(
        "POST", "/api/orders/{rated}/claims", "401 201 404 403 404 403", {"description": "A stain."},
        keys="ClaimList", staff="403 403 403 404",
    ),
    Row(
        "POST", "/api/orders/{done}/claims/{claim}/statement", "401 403 404 200 404 403",
        {"statement": "It was there before."}, keys="Claim", staff="403 403 403 404",
    ),
    Row("GET", "/api/provider/offers", "401 403 403 200 200 403", keys="HandBackOffer"),
    Row("POST", "/api/provider/offers/{order}/accept", "401 403 403 404 404 403"),
    Row("POST", "/api/provider/offers/{order}/decline", "401 403 403 404 404 403"),
    Row("GET", "/api/orders/{order}/calendar.ics", "401 200 404 200 404 200", staff="200 200 200 404"),
    Row("GET", "/api/orders/{order}/receipt.pdf", "401 200 404 404 404 200", staff="200 200 200 404"),
    Row("GET", "/api/orders/{order}/credit-note-1.pdf", "401 404 404 404 404 404", staff="404 404 404 404"),
    Row("GET", "/api/receipts/{year}.zip", "401 200 404 404 404 404", staff="404 404 404 404"),
    Row("GET", "/api/orders/{unpaid}", "401 200 404 200 404 200", keys="OneOrder", staff="200 200 200 404"),
    Row(
        "PATCH", "/api/orders/{order}", "401 200 404 403 404 200", {"specialInstructions": "Ring."},
        keys="Order",
        staff="403 200 403 404",
    ),
    Row(
        "PATCH", "/api/orders/{order}/reschedule", "401 200 404 403 404 200", LATER, keys="Order",
        staff="403 200 403 404",
    ),
    Row(
        "POST", "/api/orders/{order}/status", "401 409 404 200 404 200", {"status": "pickup"}, keys="Order",
        staff="403 200 403 404",
    ),
    Row(
        "POST", "/api/orders/{unpaid}/status", "401 409 404 409 404 409", {"status": "confirmed"},
        staff="403 409 403 404",
    ),
    Row(
        "GET", "/api/orders/{order}/cancellation", "401 200 404 200 404 200", keys="CancellationPreview",
        staff="403 200 403 404",
    ),
    Row(
        "POST", "/api/orders/{order}/cancellation", "401 200 404 403 404 200", {"reason": "Flooded."},
        keys="Order",
        staff="403 200 403 404",
    ),
    Row(
        "GET", "/api/orders/{order}/messages", "401 200 404 200 404 200", keys="Message",
        staff="200 200 200 404",
    ),
    Row(
        "POST", "/api/orders/{order}/messages", "401 201 404 201 404 201", {"body": "Hello"}, keys="Message",
        staff="201 201 403 404",
    ),
    # A photo is not JSON; the tests of messages cover who may upload one.
    Row("POST", "/api/orders/{order}/messages/photos", "415 415 415 415 415 415", {"file": "x"}, csrf=False),
    Row(
        "GET", "/api/orders/{order}/messages/{photo}/photo", "401 200 404 200 404 200",
        staff="200 200 200 404",
    ),
    Row("GET", "/api/orders/{order}/customer-photo", "401 404 404 200 404 404"),
    Row(
        "POST", "/api/orders/{order}/messages/read", "401 204 404 204 404 204", staff="204 204 204 404"
    ),
    Row(
        "POST", "/api/orders/{done}/rating", "401 201 404 403 404 403", {"rating": 5}, keys="OwnReview",
        staff="403 403 403 404",
    ),
    Row(
        "POST", "/api/reviews", "401 201 404 403 404 403", {"orderId": "{done}", "rating": 5},
        keys="OwnReview",
        staff="403 403 403 404",
    ),
    Row(
        "GET", "/api/orders/{rated}/review", "401 200 404 403 404 403", keys="OwnReview",
        staff="403 403 403 404",
    ),
    Row(
        "PUT", "/api/orders/{rated}/review", "401 200 404 403 404 403", {"rating": 5}, keys="OwnReview",
        staff="403 403 403 404",
    ),
    Row(
        "PUT", "/api/orders/{done}/customer-rating", "401 403 404 200 404 403", {"rating": 5}, keys="Order",
        staff="403 403 403 404",
    ),
    Row("GET", "/api/provider/orders", "401 403 403 200 200 403", keys="Order"),
    Row("GET", "/api/provider/conversations", "401 403 403 200 200 403", keys="Conversation"),
    Row("GET", "/api/provider/orders/history", "401 403 403 200 200 403", keys="OrderHistory"),
    Row("GET", "/api/provider/earnings", "401 403 403 200 200 403", keys="Earnings"),
    Row(
        "PUT", "/api/provider/payout-account", "401 403 403 200 200 403", keys="PayoutAccount",
        body={
            "holder": "Emil Meier", "iban": "LI21088100002324013AA", "password": "a-long-enough-passphrase",
        },
    ),
    Row(
        "POST", "/api/provider/stripe-account", "401 403 403 200 200 403", keys="StripePage",
        asks_stripe=True,
        body={"password": "a-long-enough-passphrase"},
    ),
    Row(
        "POST", "/api/provider/stripe-account/check", "401 403 403 200 200 403", keys="StripeAccount",
        asks_stripe=True,
    ),
    Row("GET", "/api/provider/statements/{month}.pdf", "401 403 403 200 200 403"),
    Row("GET", "/api/provider/fee-invoices/{month}.pdf", "401 403 403 200 404 403"),
    Row("GET", "/api/provider/statements/{month}.csv", "401 403 403 200 200 403"),
    # --- recurring bookings
    Row(
        "GET", "/api/recurring-bookings/customer/{alice}", "401 200 404 404 404 200", keys="RecurringBooking",
        staff="200 200 200 404",
    ),
    Row(
        "GET", "/api/recurring-bookings/first-pickup", "200 200 200 200 200 200",
        query="recurringPattern=weekly&dayOfWeek=1&preferredTime=09:00", keys="FirstPickup",
    ),
    Row(
        "GET", "/api/recurring-bookings/refusals", "401 200 200 200 200 200",
        query="recurringPattern=weekly&dayOfWeek=1&preferredTime=09:00&pickupPostalCode=8001",
        keys="RecurringConflict",
    ),
    Row(  # bruno is the provider
        "POST", "/api/recurring-bookings", "401 201 201 409 201 201", NEW_SERIES, keys="RecurringBooking"
    ),
    Row(
        "POST", "/api/recurring-bookings", "401 201 403 403 403 201", NEW_SERIES | {"customerId": "{alice}"},
        keys="RecurringBooking",
        staff="403 201 403 403",
    ),
    Row(
        "PATCH", "/api/recurring-bookings/{series}", "401 200 404 404 404 200", {"weight": "12"},
        keys="RecurringBooking",
        staff="403 200 403 404",
    ),
    Row(
        "DELETE", "/api/recurring-bookings/{series}", "401 200 404 404 404 200", keys="RecurringBooking",
        staff="403 200 403 404",
    ),
    Row(
        "GET", "/api/recurring-bookings/{series}/alternatives", "401 200 404 404 404 200",
        keys="ListedProvider",
        staff="200 200 200 404",
    ),
    Row(
        "GET", "/api/recurring-bookings/{series}/next-pickup", "401 200 404 404 404 200",
        query="recurringPattern=weekly&dayOfWeek=1&preferredTime=09:00", keys="FirstPickup",
        staff="200 200 200 404",
    ),
    Row(
        "POST", "/api/recurring-bookings/{series}/pause", "401 200 404 404 404 200",
        {"until": "{later_date}"}, keys="RecurringBooking",
        staff="403 200 403 404",
    ),
    Row(
        "POST", "/api/recurring-bookings/{series}/resume", "401 409 404 404 404 409",
        staff="403 409 403 404",
    ),
    Row(
        "POST", "/api/recurring-bookings/{series}/occurrences/{date}/skip", "401 200 404 404 404 200",
        keys="RecurringBooking",
        staff="403 200 403 404",
    ),
    Row(
        "GET", "/api/recurring-bookings/{series}/occurrences/{date}/move", "401 200 404 404 404 200",
        query="date={later_date}", keys="MoveTimes",
        staff="200 200 200 404",
    ),
    Row(
        "POST", "/api/recurring-bookings/{series}/occurrences/{date}/move", "401 200 404 404 404 200",
        {"date": "{later_date}", "time": "{later_time}"}, keys="RecurringBooking",
        staff="403 200 403 404",
    ),
    # Whoever holds the link of a pickup may see and skip it.
    Row("GET", "/api/skip-links/{skip}", "200 200 200 200 200 200", keys="SkipLink"),
    Row("POST", "/api/skip-links/{skip}", "200 200 200 200 200 200", keys="SkipLink"),
    # --- payments
    Row(
        "POST", "/api/create-payment-intent", "401 200 404 404 404 404", keys="CheckoutIntent",
        asks_stripe=True,
        body={"orderId": "{unpaid}", "amount": "27.50"},
    ),
    Row(
        "POST", "/api/orders/{unpaid}/payment-return", "401 200 404 403 404 200", keys="Order",
        asks_stripe=True,
        staff="403 200 200 404",
    ),
    Row("GET", "/api/payment-methods", "401 200 200 200 200 200", keys="PaymentMethod"),
    Row(
        "POST", "/api/payment-methods/setup", "401 200 200 200 200 200", keys="PaymentIntent",
        asks_stripe=True,
    ),
    Row(
        "POST", "/api/payment-methods", "401 201 404 404 404 404", {"setupIntentId": "{setup}"},
        keys="PaymentMethod", asks_stripe=True,
    ),
    Row("POST", "/api/payment-methods/{card}/default", "401 200 404 404 404 404", keys="PaymentMethod"),
    Row("DELETE", "/api/payment-methods/{card}", "401 204 404 404 404 404"),
    Row("GET", "/api/pay-links/{link}", "200 200 200 200 200 200", keys="PayLink"),
    Row(
        "POST", "/api/pay-links/{link}/payment-intent", "200 200 200 200 200 200", keys="PaymentIntent",
        asks_stripe=True,
    ),
    Row(
        "POST", "/api/pay-links/{link}/payment-return", "200 200 200 200 200 200", keys="PayLink",
        asks_stripe=True,
    ),
    # Its forms are not JSON; its own tests cover them.
    Row("GET", "/api/unsubscribe/{unsubscribe}", "302 302 302 302 302 302"),
    Row("POST", "/api/unsubscribe/{unsubscribe}", "415 415 415 415 415 415", {}, csrf=False),
    Row("POST", "/api/stripe/webhook", "400 400 400 400 400 400", {}, csrf=False),
]  # fmt: skip
