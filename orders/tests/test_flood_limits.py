"""Rate limits: messages, trying many cards, and lists that need no account."""

from datetime import time
from itertools import count

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from accounts.models import Notification, SupportRequest
from conftest import client_for, make_provider, make_slot
from marketplace import clock
from marketplace.http.models import IdempotencyRecord
from marketplace.tests.proof import record
from orders.models import Message
from orders.tests.booking import book, order_payload, send_photo
from providers.tests.applicants import picture

pytestmark = pytest.mark.django_db
HERE, ELSEWHERE = "203.0.113.7", "203.0.113.8"
MINUTE = 1_800_000_000.0


@pytest.fixture(autouse=True)
def clock_of_the_limits(monkeypatch):
    """Freeze the clock of the limits at the start of an hour; yields a function that moves it."""

    def move(seconds: float) -> None:
        monkeypatch.setattr("marketplace.http.throttling.time.time", lambda: MINUTE + seconds)

    move(0)
    return move


def refused_after(count: int, call) -> int:
    """Make so many calls and one more, which gets 429; return its ``Retry-After``."""
    responses = [call() for _ in range(count + 1)]
    assert {response.status_code for response in responses[:-1]} <= {200, 201}
    assert (responses[-1].status_code, responses[-1].json()["code"]) == (429, "throttled")
    return int(responses[-1]["Retry-After"])


@pytest.mark.proof
def test_an_account_writes_twenty_messages_a_minute(order, alice, bruno, now, clock_of_the_limits) -> None:
    address = f"/api/orders/{order.pk}/messages"
    client = client_for(alice)

    wait = refused_after(20, lambda: client.post(address, {"body": "Hello"}))

    assert Message.objects.count() == 20
    assert client.get(address).status_code == 200
    assert client_for(bruno).post(address, {"body": "Yes?"}).status_code == 201
    clock_of_the_limits(wait)
    assert client.post(address, {"body": "Hello"}).status_code == 201
    record("S21 messages", f"20, then 429 for {wait} s", "20 a minute")


def test_an_account_books_as_often_as_an_hour_allows(settings, alice, salon, slot, now, clock_of_the_limits):
    settings.BOOKINGS_PER_HOUR = 2
    client = client_for(alice)

    wait = refused_after(2, lambda: client.post("/api/orders", order_payload(slot)))

    assert client.post("/api/recurring-bookings", {}).status_code == 429
    assert client.get("/api/orders").status_code == 200
    clock_of_the_limits(wait)
    assert client.post("/api/orders", order_payload(slot)).status_code == 201


def test_a_cancellation_is_a_change(settings, alice, slot, now) -> None:
    settings.ORDER_CHANGES_PER_HOUR = 1
    client, orders = client_for(alice), [book(alice, slot) for _ in range(2)]

    responses = [client.post(f"/api/orders/{order.pk}/cancellation") for order in orders]

    assert [response.status_code for response in responses] == [200, 429]
    assert client.get(f"/api/orders/{orders[1].pk}/cancellation").status_code == 200


def test_an_account_asks_stripe_as_often_as_a_minute_allows(
    settings, order, alice, bruno, salon, stripe, now
) -> None:
    settings.STRIPE_CALLS_PER_MINUTE = 1
    client = client_for(alice)
    asked = {"amount": str(order.total_amount), "orderId": str(order.pk)}

    assert client.post("/api/create-payment-intent", asked).status_code == 200
    assert client.post("/api/create-payment-intent", asked).status_code == 429
    assert client.post(f"/api/orders/{order.pk}/payment-return").status_code == 429
    assert client.post("/api/payment-methods", {"setupIntentId": "seti_1"}).status_code == 429
    assert client.get("/api/payment-methods").status_code == 200
    check = [client_for(bruno).post("/api/provider/stripe-account/check").status_code for _ in range(2)]
    assert check == [409, 429]


def test_an_account_changes_orders_as_often_as_an_hour_allows(
    settings, paid_order, alice, bruno, salon, now, clock_of_the_limits
) -> None:
    settings.ORDER_CHANGES_PER_HOUR = 20
    client, address, numbers = client_for(alice), f"/api/orders/{paid_order.pk}", count()
    make_slot(salon, start=time(15))
    day = clock.local_date(paid_order.pickup_at).isoformat()
    moved = {"newPickupDate": day, "newPickupTime": "15:00"}

    wait = refused_after(20, lambda: client.patch(address, {"specialInstructions": f"Note {next(numbers)}"}))

    assert client.patch(f"{address}/reschedule", moved).status_code == 429
    assert client.get(address).status_code == 200
    assert Notification.objects.filter(user=bruno, kind="order_edited").count() == 20
    clock_of_the_limits(wait)
    assert client.patch(f"{address}/reschedule", moved).status_code == 200


def test_a_job_is_handed_back_and_kept_as_often_as_an_hour_allows(
    settings, paid_order, bruno, chiara, now
) -> None:
    settings.ORDER_CHANGES_PER_HOUR = 20
    make_slot(make_provider(chiara))
    client, address = client_for(bruno), f"/api/orders/{paid_order.pk}/hand-back"

    for _ in range(10):
        assert client.post(address, {"reason": "My machine broke."}).status_code == 200
        assert client.delete(address).status_code == 200

    assert client.post(address, {"reason": "My machine broke."}).status_code == 429
    assert client_for(bruno).get(f"/api/orders/{paid_order.pk}").json()["status"] == "confirmed"


def photo() -> dict[str, SimpleUploadedFile]:
    return {"file": SimpleUploadedFile("photo.jpg", picture())}


def test_an_account_sends_so_many_photos_an_hour_whatever_it_has_ordered(
    settings, alice, slot, now, clock_of_the_limits
) -> None:
    settings.UPLOADS_PER_HOUR = 2
    orders = [book(alice, slot) for _ in range(3)]

    assert [send_photo(alice, order).status_code for order in orders] == [201, 201, 429]
    clock_of_the_limits(2 * 3600)
    assert send_photo(alice, orders[2]).status_code == 201


def test_photos_and_documents_count_together(settings, paid_order, alice, bruno, now) -> None:
    settings.UPLOADS_PER_HOUR = 1
    request = SupportRequest.objects.create(
        account=alice, subject="Stain", waiting_since=now, created_at=now, updated_at=now
    )
    client, order = client_for(alice), f"/api/orders/{paid_order.pk}"

    responses = [
        client.put("/api/profile/photo", photo(), format="multipart"),
        client.post(f"{order}/photos", photo(), format="multipart"),
        client.post(f"{order}/messages/photos", photo(), format="multipart"),
        client.post(f"/api/support-requests/{request.pk}/photos", photo(), format="multipart"),
        client.put("/api/provider-application/documents/idDocument", photo(), format="multipart"),
    ]
    assert [response.status_code for response in responses] == [200, 429, 429, 429, 429]

    client = client_for(bruno)
    proof = photo() | {"kind": "pickup"}
    responses = [
        client.put("/api/provider/photo", photo(), format="multipart"),
        client.post(f"{order}/proofs", proof, format="multipart"),
    ]
    assert [response.status_code for response in responses] == [200, 429]


@pytest.mark.proof
def test_an_account_begins_ten_cards_an_hour(alice, chiara, stripe, now, clock_of_the_limits) -> None:
    client = client_for(alice)

    wait = refused_after(10, lambda: client.post("/api/payment-methods/setup"))

    assert 60 < wait <= 3600 + 360
    assert client_for(chiara).post("/api/payment-methods/setup").status_code == 200
    clock_of_the_limits(60)
    assert client.post("/api/payment-methods/setup").status_code == 429
    clock_of_the_limits(wait)
    assert client.post("/api/payment-methods/setup").status_code == 200
    record("S21 cards", f"10, then 429 for {wait} s", "10 an hour")


@pytest.mark.proof
@pytest.mark.parametrize(("path", "limit"), [("/api/providers", 120), ("/api/providers/8001", 600)])
def test_an_address_reads_lists_so_often(slot, alice, now, clock_of_the_limits, path, limit) -> None:
    visitor = client_for()

    wait = refused_after(limit, lambda: visitor.get(path, REMOTE_ADDR=HERE))

    assert visitor.get(path, REMOTE_ADDR=ELSEWHERE).status_code == 200
    # Signed-in users behind the same address have a limit of their own.
    assert client_for(alice).get(path, REMOTE_ADDR=HERE).status_code == 200
    clock_of_the_limits(wait)
    assert visitor.get(path, REMOTE_ADDR=HERE).status_code == 200
    record(f"S21 {path}", f"{limit}, then 429 for {wait} s", f"{limit} a minute and address")


def test_an_address_reads_providers_and_their_slots_so_often(settings, slot, alice, now) -> None:
    settings.PROVIDER_READS_PER_MINUTE = 2
    details = f"/api/providers/details/{slot.provider_id}"
    slots = f"/api/time-slots?providerId={slot.provider_id}&startDate={slot.date}&endDate={slot.date}"

    responses = [client_for().get(path, REMOTE_ADDR=HERE) for path in (details, slots, details, slots)]

    assert [response.status_code for response in responses] == [200, 200, 429, 429]
    assert client_for().get(slots, REMOTE_ADDR=ELSEWHERE).status_code == 200
    assert client_for(alice).get(details, REMOTE_ADDR=HERE).status_code == 200


def test_an_account_behind_a_crowded_address_is_limited_too(settings, alice, now) -> None:
    settings.LISTS_PER_MINUTE, settings.ACCOUNT_CALLS_PER_MINUTE = 1, 2
    client = client_for(alice)

    responses = [client.get("/api/providers", REMOTE_ADDR=HERE).status_code for _ in range(4)]

    assert responses == [200, 200, 200, 429]


def address_with_key(client, key: str, **headers: str):
    body = {"label": "Home", "street": "Bahnhofstrasse 1", "city": "Zürich", "postalCode": "8001"}
    return client.post("/api/addresses", body, headers={"Idempotency-Key": key} | headers)


def test_an_account_stores_as_many_responses_as_an_hour_allows(
    settings, alice, chiara, now, clock_of_the_limits
) -> None:
    settings.STORED_RESPONSES_PER_HOUR = 2
    client, keys = client_for(alice), (f"key-{number}" for number in count())

    wait = refused_after(2, lambda: address_with_key(client, next(keys)))

    assert IdempotencyRecord.objects.count() == alice.addresses.count() == 2
    assert address_with_key(client, "key-0").status_code == 201
    assert alice.addresses.count() == 2
    assert address_with_key(client_for(chiara), "key-2").status_code == 201
    clock_of_the_limits(wait)
    assert address_with_key(client, "key-2").status_code == 201
