"""The care profile: stored once, copied onto each order, changeable there until pickup."""

import json

import pytest
from django.urls import reverse

from accounts.models import Notification
from conftest import WEDNESDAY as NOW
from conftest import client_for
from orders.models import CareProfile, Order
from orders.recurring.tests.running_bookings import at, give_week, order_on, set_up, tick
from orders.tests.booking import advance, book, pay

pytestmark = pytest.mark.at(NOW)

CALL = "/api/profile/care"
CARE = {
    "detergent": "sensitive",
    "softener": False,
    "temperature": 30,
    "allergies": "Lavender\nNuts",
    "ironing": True,
    "notes": "Shirts on hangers.\nThank you!",
}
DEFAULTS = {
    "detergent": "usual",
    "softener": False,
    "temperature": 40,
    "allergies": "",
    "ironing": False,
    "notes": "",
}


def put(user, body):
    return client_for(user).put(CALL, body)


def care_of(user, order):
    return client_for(user).get(f"/api/orders/{order.pk}").json()["care"]


def patch(user, order, care):
    return client_for(user).patch(f"/api/orders/{order.pk}", {"care": care})


@pytest.fixture
def cared(alice):
    """Let alice have a care profile."""
    assert put(alice, CARE).status_code == 200
    alice.refresh_from_db()
    return alice


def test_it_is_stored_and_replaced_as_a_whole(now, alice, chiara) -> None:
    before = client_for(alice).get(CALL).json()
    first = put(alice, CARE)
    second = put(alice, DEFAULTS | {"notes": "  New.  "})

    assert before == DEFAULTS
    assert (first.status_code, first.json()) == (200, CARE)
    assert second.json() == client_for(alice).get(CALL).json() == DEFAULTS | {"notes": "New."}
    assert CareProfile.objects.count() == 1
    assert client_for(chiara).get(CALL).json() == DEFAULTS


@pytest.mark.sweep
@pytest.mark.parametrize(
    ("field", "value"),
    [
        *(("detergent", value) for value in ("", "soap", None, 1, [], {})),
        *(("softener", value) for value in ("yes", "true", 1, 0, None, [])),
        *(("temperature", value) for value in (0, 41, 90, -30, 30.0, 40.5, "40", True, None, 10**9)),
        *(("allergies", value) for value in (None, 5, [], "x" * 301)),
        *(("ironing", value) for value in ("no", 1, None)),
        *(("notes", value) for value in (None, {}, "x" * 301)),
        ("starch", True),
        ("user", "somebody"),
        ("changedAt", "2026-01-01T00:00:00Z"),
    ],
)
def test_what_is_no_choice_is_refused_and_changes_nothing(now, cared, slot, field, value) -> None:
    order = book(cared, slot)

    for response in (put(cared, DEFAULTS | {field: value}), patch(cared, order, DEFAULTS | {field: value})):
        assert (response.status_code, response.json()["code"]) == (400, "invalid")
    assert client_for(cared).get(CALL).json() == care_of(cared, order) == CARE
    assert list(put(cared, DEFAULTS | {field: value}).json()["fields"]) == [field]


@pytest.mark.parametrize("field", ["detergent", "softener", "temperature", "ironing"])
def test_a_choice_that_is_missing_is_named(now, alice, field) -> None:
    response = put(alice, {name: value for name, value in CARE.items() if name != field})

    assert (response.status_code, list(response.json()["fields"])) == (400, [field])


@pytest.mark.parametrize("temperature", [30, 40, 60])
@pytest.mark.parametrize("detergent", ["usual", "sensitive", "mine"])
def test_every_choice_can_be_made(now, alice, detergent, temperature) -> None:
    wanted = CARE | {"detergent": detergent, "temperature": temperature, "allergies": "x" * 300}

    assert put(alice, wanted).json() == wanted


def test_each_new_order_carries_a_copy_and_older_ones_keep_their_own(now, cared, slot) -> None:
    before = book(cared, slot)
    put(cared, DEFAULTS)
    cared = type(cared).objects.get(pk=cared.pk)
    after = book(cared, slot)

    assert (care_of(cared, before), care_of(cared, after)) == (CARE, DEFAULTS)


def test_an_order_of_somebody_who_said_nothing_has_none(now, alice, slot) -> None:
    assert care_of(alice, book(alice, slot)) is None


def test_an_order_that_an_operator_books_carries_the_customers(now, cared, dora, slot) -> None:
    order = book(dora, slot, customerId=str(cared.pk))

    assert care_of(cared, order) == care_of(dora, order) == CARE


def test_recurring_orders_carry_it(time_machine, now, cared, salon) -> None:
    give_week(salon)
    booking = set_up(cared, salon)
    time_machine.move_to(at("2026-11-21 09:00"))
    tick()

    assert care_of(cared, order_on(booking, "2026-11-23")) == CARE


def test_it_is_changed_on_the_order_alone_until_pickup(now, cared, slot) -> None:
    order = book(cared, slot)
    pay(order)

    changed = patch(cared, order, DEFAULTS)
    removed = patch(cared, order, None)
    advance(order, to="pickup")
    late = patch(cared, order, CARE)

    assert (changed.status_code, changed.json()["care"]) == (200, DEFAULTS)
    assert (removed.status_code, removed.json()["care"]) == (200, None)
    assert (late.status_code, late.json()["code"]) == (409, "too_late_to_edit")
    assert client_for(cared).get(CALL).json() == CARE


def test_the_same_care_changes_no_version(now, cared, slot) -> None:
    order = book(cared, slot)

    assert patch(cared, order, CARE)["ETag"] == f'"{order.version}"'


def test_the_provider_of_a_paid_order_sees_it_and_nobody_else(now, cared, bruno, chiara, slot) -> None:
    order = book(cared, slot)
    unpaid = care_of(bruno, order)
    pay(order)
    listed = client_for(bruno).get("/api/provider/orders").json()

    assert unpaid is None
    assert care_of(bruno, order) == listed[0]["care"] == CARE
    assert client_for(chiara).get(f"/api/orders/{order.pk}").status_code == 404
    assert patch(bruno, order, DEFAULTS).status_code == 403


def test_no_notice_says_anything_of_it(now, cared, slot) -> None:
    order = book(cared, slot)
    pay(order)
    patch(cared, order, CARE | {"allergies": "Rosemary"})

    said = json.dumps(list(Notification.objects.values("title", "body")))
    assert "Lavender" not in said
    assert "Rosemary" not in said


def test_it_stands_in_no_list_of_orders_offered_to_others_nor_in_the_calendar(
    now, cared, bruno, slot
) -> None:
    order = book(cared, slot)
    pay(order)

    for user in (cared, bruno):
        assert b"Lavender" not in client_for(user).get(f"/api/orders/{order.pk}/calendar.ics").content


def test_it_is_not_copied_from_what_a_client_sends(now, alice, slot) -> None:
    order = book(alice, slot, care=CARE)

    assert care_of(alice, order) is None
    assert Order.objects.get().care is None


def test_operators_read_it_on_the_page_of_the_order(now, cared, dora, slot, client) -> None:
    order = book(cared, slot)
    client.force_login(dora)

    page = client.get(reverse("admin:orders_order_change", args=[order.pk])).content.decode()

    assert "A detergent for sensitive skin, 30 °C, no softener, shirts ironed, allergies: Lavender" in page


QUESTION = f"{CALL}/question"


def is_asked(user):
    response = client_for(user).get(QUESTION)
    assert response.status_code == 200
    return response.json() == {"isOpen": True}


def test_the_question_is_open_until_it_is_answered(now, alice, chiara) -> None:
    before = is_asked(alice)
    put(alice, CARE)

    assert before
    assert not is_asked(alice)
    assert is_asked(chiara)


def test_a_skipped_question_is_asked_on_no_other_device_and_says_nothing(now, alice, chiara, slot) -> None:
    codes = [client_for(alice).delete(QUESTION).status_code for _ in range(2)]
    alice = type(alice).objects.get(pk=alice.pk)

    assert codes == [204, 204]
    assert not is_asked(alice)
    assert is_asked(chiara)
    assert client_for(alice).get(CALL).json() == DEFAULTS
    assert care_of(alice, book(alice, slot)) is None


def test_recurring_orders_of_somebody_who_skipped_it_carry_none(time_machine, now, alice, salon) -> None:
    give_week(salon)
    client_for(alice).delete(QUESTION)
    booking = set_up(alice, salon)
    time_machine.move_to(at("2026-11-21 09:00"))
    tick()

    assert care_of(alice, order_on(booking, "2026-11-23")) is None


def test_what_is_said_after_skipping_is_carried_and_skipping_after_an_answer_changes_nothing(
    now, alice, slot
) -> None:
    client_for(alice).delete(QUESTION)
    put(alice, CARE)
    client_for(alice).delete(QUESTION)
    alice = type(alice).objects.get(pk=alice.pk)

    assert client_for(alice).get(CALL).json() == care_of(alice, book(alice, slot)) == CARE


def test_only_the_first_booking_asks(now, alice, slot) -> None:
    order = book(alice, slot)
    unpaid = is_asked(alice)
    pay(order)

    assert unpaid
    assert not is_asked(alice)
