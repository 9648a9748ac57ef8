"""More rows of a town: saved cards, recurring bookings, refunds and disputes."""

from orders.models import Dispute, Occurrence, RecurringBooking, Refund, SavedCard, StripeCustomer
from tools.bench.bulk import uuid_of, write

# Every third customer has a card, every fifth a recurring booking.
WITH_CARD, WITH_BOOKING = 3, 5
WEEKS_BACK, WEEKS_AHEAD = 4, 6

# Which orders were fully refunded after their completion.
RETURNED = "status = 'completed' AND n % 17 = 0"

FILLED = [StripeCustomer, SavedCard, RecurringBooking, Occurrence, Refund, Dispute]


def cards(customers: int, moment: str) -> None:
    """Write the saved cards of a third of the customers."""
    source = f"FROM generate_series(0, {customers - 1}, {WITH_CARD}) n"
    write(
        StripeCustomer,
        source,
        {"user_id": uuid_of("user", "n"), "customer_id": "'cus_' || md5('card' || n)", "created_at": moment},
    )
    write(
        SavedCard,
        source,
        {
            "id": uuid_of("card", "n"),
            "user_id": uuid_of("user", "n"),
            "payment_method_id": "'pm_' || md5('card' || n)",
            "brand": "'visa'",
            "last4": "lpad((n % 10000)::text, 4, '0')",
            "exp_month": "n % 12 + 1",
            "exp_year": f"extract(year FROM {moment}) + 2",
            "is_default": "true",
            "consented_at": moment,
            "consent_text": "'My card may be charged for recurring pickups.'",
            "created_at": moment,
        },
    )


def recurring(customers: int, providers: int, today: str, moment: str) -> None:
    """Write weekly bookings, spread evenly over weekdays, with skipped and planned occurrences."""
    day = f"('{today}'::date - {7 * WEEKS_BACK} + n % 7)"
    write(
        RecurringBooking,
        f"FROM generate_series(0, {customers - 1}, {WITH_BOOKING}) n",
        {
            "id": uuid_of("booking", "n"),
            "customer_id": uuid_of("user", "n"),
            "provider_id": uuid_of("provider", f"n % {providers}"),
            "service_type": "'standard'",
            "weight": "10.0",
            "pickup_address": "'Seeweg ' || n % 991 || ', Zurich 8001'",
            "delivery_address": "'Seeweg ' || n % 991 || ', Zurich 8001'",
            "pattern": "'weekly'",
            "day_of_week": f"extract(dow FROM {day})",
            "preferred_time": "'11:00'",
            "first_on": day,
            "holds_hour": "true",
            "created_at": f"{moment} - interval '{WEEKS_BACK} weeks' - n * interval '1 second'",
            "extended_until": f"{day} + {7 * (WEEKS_BACK + WEEKS_AHEAD - 1)}",
            "extend_on": f"'{today}'::date + 1 + n % 7",
        },
    )
    write(
        Occurrence,
        f"FROM orders_recurringbooking booking, generate_series(0, {WEEKS_BACK + WEEKS_AHEAD - 1}) week",
        {
            "id": "md5(booking.id::text || week)::uuid",
            "booking_id": "booking.id",
            "on": "booking.first_on + 7 * week",
            "status": f"CASE WHEN week < {WEEKS_BACK} + 1 THEN 'skipped' ELSE 'planned' END",
            "reason": f"CASE WHEN week < {WEEKS_BACK} + 1 THEN 'by_customer' ELSE '' END",
            "place_at": "(booking.first_on + 7 * week - 2 + time '11:00') AT TIME ZONE 'Europe/Zurich'",
        },
    )


def returned(moment: str) -> None:
    """Write refunds, and inquiries of banks."""
    write(
        Refund,
        f"FROM town WHERE {RETURNED}",
        {
            "id": uuid_of("refund", "n"),
            "order_id": "id",
            "payment_id": uuid_of("payment", "n"),
            "reason": "'operator:1'",
            "note": "'A shirt came back torn.'",
            "amount": "27.50",
            "status": "'succeeded'",
            "stripe_refund_id": "'re_' || md5('refund' || n)",
            "due_at": moment,
            "created_at": "created_at + interval '1 day'",
            "settled_at": "created_at + interval '2 days'",
        },
    )
    write(
        Dispute,
        "FROM town WHERE status = 'completed' AND n % 17 = 1",
        {
            "id": uuid_of("dispute", "n"),
            "stripe_dispute_id": "'dp_' || md5('dispute' || n)",
            "order_id": "id",
            "payment_id": uuid_of("payment", "n"),
            "status": "(ARRAY['warning_needs_response','warning_closed'])[n % 2 + 1]",
            "reason": "'product_not_received'",
            "amount": "27.50",
            "opened_at": "created_at + interval '3 days'",
            "respond_by": f"{moment} + interval '7 days'",
            "changed_at": "created_at + interval '3 days'",
        },
    )
