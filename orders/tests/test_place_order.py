"""POST /api/orders: one transaction for price, reservation and policy."""

from datetime import time, timedelta
from threading import Thread
from uuid import uuid4

import pytest
from django.db import connection, connections, transaction
from django.test.utils import CaptureQueriesContext

from accounts import closing
from conftest import WEDNESDAY as NOW
from conftest import client_for, make_provider, make_slot, make_user
from marketplace import clock
from marketplace.tests.racing import until_somebody_waits
from orders.models import Order, OrderEvent, OrderLine, Reservation
from orders.tests.booking import ADDRESS, book, order_payload, pay
from orders.tests.counting import statements
from scheduling.models import TimeSlot

pytestmark = pytest.mark.at(NOW)


def test_places_an_order_and_holds_its_place(now, alice, bruno, salon, slot) -> None:
    response = client_for(alice).post(
        "/api/orders", order_payload(slot, weight="12.5", serviceType="premium")
    )

    assert response.status_code == 201, response.json()
    assert response["ETag"] == '"1"'
    data = response.json()
    order = Order.objects.get()
    assert data == {
        "id": str(order.pk),
        "etag": '"1"',
        "status": "pending",
        "paymentStatus": "unpaid",
        "serviceType": "premium",
        "weight": "12.5",
        "serviceAmount": "38.75",
        "addOns": [],
        "lines": [
            {"id": "base", "name": "Premium care, 10 kg", "quantity": 1, "amount": "30.00"},
            {"id": "extra_weight", "name": "Extra weight (2.5 kg)", "quantity": 1, "amount": "8.75"},
            {"id": "platform_fee", "name": "Platform fee", "quantity": 1, "amount": "2.50"},
        ],
        "platformFee": "2.50",
        "totalAmount": "41.25",
        "refundedAmount": "0.00",
        "providerEarning": None,
        "createdAt": "2026-11-18T08:30:00Z",
        "pickupTime": "2026-11-19T11:00:00Z",
        "pickupUntil": "2026-11-19T12:00:00Z",
        "returnBy": "2026-11-21T11:00:00Z",
        "deadline": None,
        "freeCancellationUntil": "2026-11-19T10:00:00Z",
        "answerBy": None,
        "holdExpiresAt": "2026-11-18T08:45:00Z",
        "handBackBy": None,
        "substituteOfferedAt": None,
        "claimState": None,
        "receiptNumber": None,
        "creditNotes": [],
        "reviewState": None,
        "review": None,
        "customerRatings": None,
        "handoversWithCode": [],
        "messagesUntil": None,
        "claimsUntil": None,
        "rating": None,
        "customerId": str(alice.pk),
        "providerId": str(salon.pk),
        "pickupAddress": ADDRESS,
        "deliveryAddress": ADDRESS,
        "specialInstructions": "",
        "care": None,
        "cancellationReason": None,
        "acceptsInstantly": True,
        "needsProviderAnswer": False,
        "recurringBookingId": None,
        "provider": {
            "id": str(salon.pk),
            "rating": 0.0,
            "reviewCount": 0,
            "specialties": [],
            "serviceArea": ["8001"],
            "businessName": "Brunos Waschsalon",
            "user": {"firstName": "Bruno", "lastName": "M", "profileImageUrl": None},
            "distanceKm": None,
            "phone": None,
        },
        "customer": None,
        "timeline": [
            {"status": "pending", "at": "2026-11-18T08:30:00Z"},
            {"status": "confirmed", "at": None},
            {"status": "pickup", "at": None},
            {"status": "washing", "at": None},
            {"status": "delivery", "at": None},
            {"status": "completed", "at": None},
        ],
        "allowedTransitions": ["cancelled"],
        "reviewable": False,
    }
    assert client_for(alice).get(f"/api/orders/{order.pk}").json() == data | {"position": None}
    slot.refresh_from_db()
    assert slot.booked == 1
    assert Reservation.objects.get().slot == slot
    assert list(OrderLine.objects.order_by("pk").values_list("kind", "amount")) == [
        ("base", 30),
        ("extra_weight", 8.75),
        ("platform_fee", 2.5),
    ]


def test_copies_the_policy_that_applies(now, alice, salon, slot) -> None:
    salon.late_fee_percent, salon.accepts_instantly = 30, False
    salon.save()

    order = book(alice, slot)

    assert (order.late_fee_percent, order.accepts_instantly) == (30, False)
    assert (order.free_until_minutes_before_pickup, order.free_for_minutes_after_booking) == (60, 60)


def test_records_who_placed_it(order, alice) -> None:
    event = OrderEvent.objects.get()

    assert (event.from_status, event.to_status, event.actor) == ("", "pending", alice)


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"weight": "9.5"}, "weight"),
        ({"weight": "15.5"}, "weight"),
        ({"weight": "10.3"}, "weight"),
        ({"weight": "NaN"}, "weight"),
        ({"weight": "1e999"}, "weight"),
        ({"weight": None}, "weight"),
        ({"weight": [10]}, "weight"),
        ({"weight": True}, "weight"),
        ({"serviceType": "dry_cleaning"}, "serviceType"),
        ({"serviceType": {}}, "serviceType"),
        ({"pickupAddress": "   "}, "pickupAddress"),
        ({"deliveryAddress": ""}, "deliveryAddress"),
        ({"pickupAddress": None}, "pickupAddress"),
        ({"pickupAddress": "x" * 301}, "pickupAddress"),
        ({"specialInstructions": "x" * 1001}, "specialInstructions"),
        ({"pickupTime": "2026-11-19T12:00:00"}, "pickupTime"),
        ({"pickupTime": "tomorrow"}, "pickupTime"),
        ({"pickupTime": "2026-02-30T12:00:00Z"}, "pickupTime"),
        ({"pickupTime": "0001-01-01T00:00:00+14:00"}, "pickupTime"),
        ({"pickupTime": "9999-12-31T23:59:59-14:00"}, "pickupTime"),
        ({"pickupTime": 12}, "pickupTime"),
        ({"providerId": "nobody"}, "providerId"),
        ({"providerId": 5}, "providerId"),
        ({"providerId": True}, "providerId"),
        ({"customerId": 7.5}, "customerId"),
        ({"pickupAddress": 8001}, "pickupAddress"),
        ({"specialInstructions": 1.5}, "specialInstructions"),
    ],
)
def test_refuses_bad_input_by_name(now, alice, slot, changes, field) -> None:
    response = client_for(alice).post("/api/orders", order_payload(slot, **changes))

    assert response.status_code == 400, response.json()
    assert response.json()["code"] == "invalid"
    assert set(response.json()["fields"]) == {field}
    assert not Order.objects.exists()


@pytest.mark.parametrize("field", ["providerId", "serviceType", "weight", "pickupAddress", "pickupTime"])
def test_refuses_a_missing_field_by_name(now, alice, slot, field) -> None:
    body = order_payload(slot)
    del body[field]

    response = client_for(alice).post("/api/orders", body)

    assert response.status_code == 400
    assert set(response.json()["fields"]) == {field}


def test_says_that_an_address_is_required(now, alice, slot) -> None:
    response = client_for(alice).post("/api/orders", order_payload(slot, pickupAddress=" "))

    assert response.json()["fields"] == {"pickupAddress": ["Address is required"]}


def test_refuses_when_the_slot_is_full(now, alice, chiara, salon) -> None:
    slot = make_slot(salon, capacity=1)
    book(chiara, slot)

    response = client_for(alice).post("/api/orders", order_payload(slot))

    assert (response.status_code, response.json()["code"]) == (409, "slot_full")
    assert not Order.objects.filter(customer=alice).exists()


def test_refuses_when_the_provider_does_not_work_then(now, alice, slot) -> None:
    late = slot.starts_at + timedelta(hours=8)

    response = client_for(alice).post("/api/orders", order_payload(slot, pickupTime=late.isoformat()))

    assert (response.status_code, response.json()["code"]) == (409, "slot_closed")


def test_refuses_an_hour_that_has_begun(now, alice, salon) -> None:
    slot = make_slot(salon, day=clock.local_date(NOW), start=time(9))

    response = client_for(alice).post("/api/orders", order_payload(slot))

    assert (response.status_code, response.json()["code"]) == (409, "slot_past")


def test_a_pickup_within_an_hour_is_at_its_beginning(now, alice, slot) -> None:
    order = book(alice, slot, pickupTime=(slot.starts_at + timedelta(minutes=59)).isoformat())

    assert order.pickup_at == slot.starts_at


def test_a_long_slot_is_booked_by_its_hours(now, alice, slot) -> None:
    slot.end_time, slot.ends_at = time(15), slot.starts_at + timedelta(hours=3)
    slot.save()

    order = book(alice, slot, pickupTime=(slot.starts_at + timedelta(minutes=150)).isoformat())

    assert order.pickup_at == slot.starts_at + timedelta(hours=2)


def test_a_late_minute_of_an_hour_saves_no_fee(now, alice, slot, time_machine) -> None:
    order = book(alice, slot, pickupTime=(slot.starts_at + timedelta(minutes=59)).isoformat())
    pay(order)
    time_machine.move_to(slot.starts_at - timedelta(minutes=59))

    preview = client_for(alice).get(f"/api/orders/{order.pk}/cancellation").json()

    assert preview["fee"] == "12.50"


def test_a_late_minute_of_an_hour_gives_no_time_to_answer(now, alice, salon) -> None:
    salon.accepts_instantly = False
    salon.save()
    soon = make_slot(salon, day=clock.local_date(NOW), start=time(11))
    late = soon.starts_at + timedelta(minutes=59)

    response = client_for(alice).post("/api/orders", order_payload(soon, pickupTime=late.isoformat()))

    assert (response.status_code, response.json()["code"]) == (409, "instant_provider_needed")


def test_refuses_a_provider_who_is_not_approved(now, alice, salon, slot) -> None:
    salon.status = "paused"
    salon.save()

    response = client_for(alice).post("/api/orders", order_payload(slot))

    assert (response.status_code, response.json()["code"]) == (409, "provider_not_available")


def test_refuses_a_voucher_that_it_does_not_know_and_books_nothing(now, alice, slot) -> None:
    response = client_for(alice).post("/api/orders", order_payload(slot, voucherCode="SPRING-2026"))

    body = response.json()
    assert (response.status_code, body["code"]) == (400, "voucher_not_usable")
    assert body["fields"] == {"voucherCode": [body["message"]]}
    assert not Order.objects.exists()
    assert client_for(alice).post("/api/orders", order_payload(slot, voucherCode="")).status_code == 201


def test_refuses_an_unknown_provider(now, alice, slot) -> None:
    response = client_for(alice).post("/api/orders", order_payload(slot, providerId=str(uuid4())))

    assert (response.status_code, response.json()["code"]) == (404, "not_found")


def test_nobody_books_from_themselves(now, bruno, slot) -> None:
    response = client_for(bruno).post("/api/orders", order_payload(slot))

    assert (response.status_code, response.json()["code"]) == (409, "cannot_book_own_service")


def test_a_visitor_cannot_book(now, slot) -> None:
    assert client_for().post("/api/orders", order_payload(slot)).status_code == 401


def test_refuses_a_foreign_customer(now, alice, chiara, slot) -> None:
    response = client_for(alice).post("/api/orders", order_payload(slot, customerId=str(chiara.pk)))

    assert (response.status_code, response.json()["code"]) == (403, "permission_denied")


def test_an_operator_books_for_somebody(now, alice, dora, slot) -> None:
    response = client_for(dora).post("/api/orders", order_payload(slot, customerId=str(alice.pk)))

    assert response.status_code == 201, response.json()
    event = OrderEvent.objects.get()
    assert (event.order.customer, event.actor, event.actor_role) == (alice, dora, "operator")


def test_nobody_books_for_an_account_that_is_closed(now, alice, dora, slot) -> None:
    closing.close(user_id=alice.pk, now=now)

    response = client_for(dora).post("/api/orders", order_payload(slot, customerId=str(alice.pk)))

    assert (response.status_code, response.json()["code"]) == (409, "account_closed")
    slot.refresh_from_db()
    assert (slot.booked, Order.objects.count()) == (0, 0)


@pytest.mark.race
@pytest.mark.only_postgres
@pytest.mark.django_db(transaction=True)
def test_an_account_that_is_closed_in_the_same_moment_leaves_no_order(now, alice, slot) -> None:
    client, statuses = client_for(alice), []

    def act() -> None:
        statuses.append(client.post("/api/orders", order_payload(slot)).status_code)
        connections.close_all()

    late = Thread(target=act)
    with transaction.atomic():
        closing.close(user_id=alice.pk, now=now)
        late.start()
        until_somebody_waits()
    late.join()

    assert (statuses, Order.objects.count()) == ([409], 0)


def test_tells_an_operator_that_there_is_no_such_customer(now, dora, slot) -> None:
    response = client_for(dora).post("/api/orders", order_payload(slot, customerId=str(uuid4())))

    assert (response.status_code, response.json()["code"]) == (404, "not_found")
    assert response.json()["message"] == "There is no such customer."
    assert not Order.objects.exists()


def test_at_most_three_unpaid_checkouts(now, alice, salon) -> None:
    slot = make_slot(salon, capacity=9)
    for _ in range(3):
        book(alice, slot)

    response = client_for(alice).post("/api/orders", order_payload(slot))

    assert (response.status_code, response.json()["code"]) == (409, "too_many_unpaid_orders")
    slot.refresh_from_db()
    assert slot.booked == 3


def test_a_hold_that_is_over_does_not_count(now, alice, salon, time_machine) -> None:
    slot = make_slot(salon, capacity=9)
    for _ in range(3):
        book(alice, slot)

    time_machine.move_to(NOW + timedelta(minutes=15))

    assert client_for(alice).post("/api/orders", order_payload(slot)).status_code == 201


def test_passes_over_what_the_client_says_of_prices(now, alice, slot) -> None:
    lies = {"totalAmount": "0.01", "serviceAmount": "0", "status": "completed", "paymentStatus": "paid"}

    order = book(alice, slot, **lies)

    assert (str(order.total_amount), order.status, order.payment_status) == ("27.50", "pending", "unpaid")


def test_takes_at_most_ten_statements_however_many_areas(now, alice, bruno) -> None:
    salon = make_provider(bruno, *(str(code) for code in range(8001, 8031)))
    slot, client = make_slot(salon, capacity=1), client_for(alice)
    client.get("/api/orders")

    with CaptureQueriesContext(connection) as queries:
        response = client.post("/api/orders", order_payload(slot), headers={"Idempotency-Key": "one"})

    assert response.status_code == 201, response.json()
    assert len(response.json()["provider"]["serviceArea"]) == 30
    # The last unit of capacity takes one more statement: it invalidates the provider list.
    assert len(statements(queries)) <= 10, statements(queries)


def test_the_customer_order_is_in_the_list(now, alice, slot) -> None:
    first, second = book(alice, slot), book(make_user("emil"), slot)

    listed = client_for(alice).get("/api/orders").json()

    assert [row["id"] for row in listed] == [str(first.pk)]
    assert str(second.pk) not in str(listed)
    assert TimeSlot.objects.get().booked == 2
