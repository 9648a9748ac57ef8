"""The baseline of placing an order: the same rows by bare SQL, behind the same middleware, unchecked."""

import json
from datetime import datetime, timedelta
from uuid import UUID, uuid4

from django.db import connection, transaction
from django.http import HttpRequest, HttpResponseBase, JsonResponse
from django.views.decorators.csrf import csrf_exempt

from marketplace import clock

_CLAIM = """
UPDATE scheduling_timeslot SET booked = booked + 1
WHERE provider_id = %s AND starts_at = %s AND booked < capacity RETURNING id
"""
_ORDER = """
INSERT INTO orders_order (id, customer_id, provider_id, status, payment_status, version, service_type, weight,
    service_amount, platform_fee, total_amount, refunded_amount, pickup_address, delivery_address,
    special_instructions, pickup_at, late_fee_percent, free_until_minutes_before_pickup,
    free_for_minutes_after_booking, accepts_instantly, created_at, hold_expires_at, cancel_reason)
VALUES (%s, %s, %s, 'pending', 'unpaid', 1, 'standard', 10, 25, 2.5, 27.5, 0, %s, %s, '', %s, 50, 60, 60,
    true, %s, %s, '')
"""
_LINES = """
INSERT INTO orders_orderline (order_id, kind, amount) VALUES (%s, 'base', 25), (%s, 'platform_fee', 2.5)
"""
_PLACE = "INSERT INTO orders_reservation (order_id, slot_id, created_at) VALUES (%s, %s, %s)"
_EVENT = """
INSERT INTO orders_orderevent (order_id, from_status, to_status, actor_id, actor_role, reason, at)
VALUES (%s, '', 'pending', %s, 'customer', '', %s)
"""


def write_order(*, provider_id: str, pickup_at: datetime | str, customer_id: str, now: datetime) -> UUID:
    """Insert an order with the fewest statements, in a transaction of its own."""
    order_id, where = uuid4(), "Bahnhofstrasse 1, Zurich 8001"
    hold = now + timedelta(minutes=15)
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(_CLAIM, [provider_id, pickup_at])
        slot_id = cursor.fetchone()[0]
        cursor.execute(_ORDER, [order_id, customer_id, provider_id, where, where, pickup_at, now, hold])
        cursor.execute(_LINES, [order_id, order_id])
        cursor.execute(_PLACE, [order_id, slot_id, now])
        cursor.execute(_EVENT, [order_id, customer_id, now])
    return order_id


@csrf_exempt
def raw_order(request: HttpRequest) -> HttpResponseBase:
    """Insert the order of a request and respond."""
    order_payload = json.loads(request.body)
    order_id = write_order(
        provider_id=order_payload["providerId"],
        pickup_at=order_payload["pickupTime"],
        customer_id=order_payload["customerId"],
        now=clock.now(),
    )
    return JsonResponse({"id": str(order_id)}, status=201)
