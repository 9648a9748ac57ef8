"""Orders that are old: their words and photos go, their figures stay."""

from datetime import timedelta
from uuid import uuid4

import pytest

from accounts.models import Notification
from conftest import WEDNESDAY as NOW
from conftest import client_for
from marketplace.files import private
from orders.models import (
    Actor,
    ActorRole,
    Message,
    Order,
    OrderEvent,
    Receipt,
    RecurringBooking,
    Refund,
)
from orders.payments import refunding
from orders.privacy.erasing import PLACES_AND_WORDS
from orders.recurring.pattern import Rule
from orders.recurring.tests.fixtures import make_bookings
from orders.tasks import forget_old_orders, issue_receipts, remove_message_photos
from orders.tests.booking import book, pay
from providers.tests.applicants import picture

pytestmark = [pytest.mark.django_db, pytest.mark.at(NOW)]

CARE = {
    "detergent": "sensitive", "softener": False, "temperature": 30, "allergies": "Nuts", "ironing": True,
    "notes": "",
}  # fmt: skip


@pytest.fixture
def later(time_machine):
    """Return a function that moves the clock."""

    def move(now) -> None:
        time_machine.move_to(now)

    return move


def test_orders_of_seven_years_ago_keep_their_figures_alone(now, alice, slot, later) -> None:
    order = book(alice, slot)
    pay(order)
    client_for(alice).patch(f"/api/orders/{order.pk}", {"care": CARE})
    photo = private.store(picture(), folder="messages", suffix=".jpg")
    Message.objects.create(order=order, sender=alice, body="Ring twice.", photo=photo, sent_at=NOW)
    OrderEvent.objects.create(
        order=order, from_status="confirmed", to_status="cancelled", actor_role="customer", reason="Flood",
        at=NOW,
    )  # fmt: skip
    total = order.total_amount
    later(order.pickup_at + timedelta(days=7 * 365))
    assert forget_old_orders() == 0

    later(order.pickup_at + timedelta(days=7 * 365 + 3))
    assert [forget_old_orders(), forget_old_orders()] == [1, 0]

    order.refresh_from_db()
    assert (order.pickup_address, order.delivery_address, order.total_amount) == ("", "", total)
    assert order.care is None
    assert not Message.objects.exists()
    assert not OrderEvent.objects.filter(order=order).exclude(reason="").exists()


def test_words_that_are_older_than_their_order_stay_as_long_as_it_does(now, alice, slot, later) -> None:
    order = book(alice, slot)
    pay(order)
    issue_receipts()
    Message.objects.create(order=order, sender=alice, body="Ring twice.", sent_at=NOW)
    Order.objects.update(**PLACES_AND_WORDS)

    later(NOW + timedelta(days=365, hours=6) * 7 + timedelta(hours=1))
    assert (forget_old_orders(), Message.objects.count()) == (0, 1)

    later(order.pickup_at + timedelta(days=365, hours=6) * 7 + timedelta(hours=1))
    assert (forget_old_orders(), Message.objects.count()) == (1, 0)


def test_what_a_provider_left_in_an_order_goes_too_where_the_customer_went_before(
    now, alice, bruno, slot, later
) -> None:
    order = book(alice, slot)
    pay(order)
    Message.objects.create(order=order, sender=bruno, body="I am at the door.", sent_at=NOW)
    issue_receipts()
    assert Receipt.objects.exclude(supplier_name="").exists()
    Order.objects.update(**PLACES_AND_WORDS)  # as the erasure of the customer's account does

    later(order.pickup_at + timedelta(days=7 * 365 + 3))

    assert [forget_old_orders(), forget_old_orders()] == [1, 0]
    assert not Message.objects.exists()
    assert not Receipt.objects.exclude(supplier_name="").exists()


def test_why_money_went_back_goes_with_the_other_words_of_its_order(now, alice, slot, dora, later) -> None:
    order = book(alice, slot)
    pay(order)
    refunding.refund_order(
        actor=Actor(ActorRole.OPERATOR, dora.pk), order_id=order.pk, amount=order.total_amount,
        note="Their cat was ill.", key=uuid4(), borne_by="platform", now=NOW,
    )  # fmt: skip
    Order.objects.update(**PLACES_AND_WORDS)
    forget_old_orders()
    assert Refund.objects.get().note == "Their cat was ill."

    later(order.pickup_at + timedelta(days=7 * 365 + 3))
    assert [forget_old_orders(), forget_old_orders()] == [1, 0]

    refund = Refund.objects.get()
    assert (refund.note, refund.paid_twice_note, refund.amount) == ("", "", order.total_amount)


def test_notices_of_old_orders_go_even_if_nobody_has_read_them(now, alice, bruno, slot, later) -> None:
    order = book(alice, slot)
    pay(order)
    # It is not as old as its order, of which there are others without a row to be found by.
    late = notice_of(alice, f"order:{order.pk}:message:1", order.pickup_at + timedelta(days=20))
    early = notice_of(alice, f"order:{uuid4()}:message:2", NOW)
    welcome = notice_of(alice, "welcome", NOW)

    later(order.pickup_at + timedelta(days=7 * 365 + 3))
    forget_old_orders()

    left = set(Notification.objects.all())
    assert not left & {late, early}
    assert welcome in left
    assert not [one for one in left if one.dedupe_key.startswith("order:")]


def notice_of(user, dedupe_key, created_at) -> Notification:
    return Notification.objects.create(
        user=user, kind="message", title="Bruno", body="Is your cat well?", dedupe_key=dedupe_key,
        created_at=created_at,
    )  # fmt: skip


def test_a_recurring_booking_that_ended_seven_years_ago_names_no_address(now, alice, salon, later) -> None:
    rules = [Rule("weekly", 1), Rule("weekly", 2), Rule("weekly", 3)]
    old, recent, running = make_bookings(rules, providers=[salon], customers=[alice])
    RecurringBooking.objects.update(special_instructions="Beware of the cat.")
    for one, ended_at in ((old, NOW), (recent, NOW + timedelta(days=10))):
        RecurringBooking.objects.filter(pk=one.pk).update(is_active=False, ended_at=ended_at)

    later(NOW + timedelta(days=7 * 365 + 5))
    forget_old_orders()

    old.refresh_from_db()
    assert (old.pickup_address, old.delivery_address, old.special_instructions) == ("", "", "")
    left = RecurringBooking.objects.exclude(pickup_address="").exclude(special_instructions="")
    assert set(left) == {recent, running}


def test_photos_of_conversations_go_after_a_year_and_words_stay(
    now, alice, slot, later, django_capture_on_commit_callbacks
) -> None:
    order = book(alice, slot)
    names = [private.store(picture(), folder="messages", suffix=".jpg") for _ in range(2)]
    for name, body in zip(names, ["The stain.", ""], strict=True):
        Message.objects.create(order=order, sender=alice, body=body, photo=name, sent_at=NOW)
    later(NOW + timedelta(days=365))
    assert remove_message_photos() == 0

    later(NOW + timedelta(days=366))
    with django_capture_on_commit_callbacks(execute=True):
        assert [remove_message_photos(), remove_message_photos()] == [2, 0]

    assert list(Message.objects.values_list("body", "photo")) == [("The stain.", "")]
    for name in names:
        with pytest.raises(FileNotFoundError):
            private.opened(name)
