"""Money is taken only while both sides are there: asked where it moves, at every way it takes."""

from datetime import timedelta

import pytest
from django.urls import reverse

from accounts import closing
from conftest import client_for, make_operator, make_provider, make_user
from marketplace import clock
from marketplace.tests.admin_forms import signed_in
from marketplace.tests.page_forms import sent_by
from marketplace.tests.proof import record
from orders import tasks
from orders.lifecycle import holds
from orders.models import Order
from orders.payments import pay_links, reconciling
from orders.payments.tests.cards import save
from orders.payments.tests.fixtures import (
    ask,
    books_agree_with,
    carry_on,
    come_back,
    open_payment,
    pay,
    report,
)
from orders.tests.money import books
from providers import approving, insurance

pytestmark = pytest.mark.django_db


def close_customer(order: Order, now) -> None:
    closing.close(user_id=order.customer_id, now=now)


def close_provider(order: Order, now) -> None:
    closing.close(user_id=order.provider.user_id, now=now)


def pause_provider(order: Order, now) -> None:
    approving.pause(provider_id=order.provider_id, now=now, by_operator=True)


def end_cover_in_a_holiday(order: Order, now) -> None:
    approving.pause(provider_id=order.provider_id, now=now)
    yesterday = clock.local_date(now) - timedelta(days=1)
    insurance.record_cover(provider_id=order.provider_id, amount=None, ends_on=yesterday, now=now)
    insurance.watch(now=now)


CAUSES = {
    "customer closed": close_customer,
    "provider closed": close_provider,
    "paused": pause_provider,
    "no cover": end_cover_in_a_holiday,
}


def by_return_page(stripe, order, intent_id) -> None:
    """Somebody else of the office asks, for a customer whose account is closed."""
    come_back(order, make_operator("fiona", group="finance"))


def by_webhook(stripe, order, intent_id) -> None:
    for event in stripe.events("payment_intent.succeeded"):
        report(stripe, event["id"])


def by_comparison(stripe, order, intent_id) -> None:
    reconciling.reconcile(now=order.created_at)


def by_link(stripe, order, intent_id) -> None:
    token = pay_links.path_for(order.pk).removeprefix("/pay/")
    assert client_for().post(f"/api/pay-links/{token}/payment-return").status_code == 200


WAYS = [by_return_page, by_webhook, by_comparison, by_link]


def notified(order: Order, kind: str) -> list[str]:
    people = [order.customer, order.provider.user]
    return [one.first_name for one in people if one.notifications.filter(kind=kind).exists()]


@pytest.mark.proof
@pytest.mark.sweep
@pytest.mark.parametrize("cause", CAUSES)
@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("instantly", [True, False])
def test_what_arrives_goes_back_and_the_order_ends(now, stripe, order, slot, cause, way, instantly) -> None:
    Order.objects.update(accepts_instantly=instantly)
    intent_id = open_payment(order)
    CAUSES[cause](order, now)
    stripe.confirm(intent_id)

    way(stripe, order, intent_id)
    carry_on()

    order.refresh_from_db()
    slot.refresh_from_db()
    assert (order.status, order.payment_status, slot.booked) == ("cancelled", "refunded", 0)
    assert (stripe.captured(), books()) == (0, {})
    assert notified(order, "order_cancelled") == ["Alice", "Bruno"]
    assert books_agree_with(stripe)
    record("R26", f"{cause}, {way.__name__}, instantly {instantly}: 0 kept, both told", "0 charges kept")


@pytest.mark.parametrize("cause", CAUSES)
def test_an_order_that_is_accepted_after_one_side_went_ends(now, stripe, order, slot, cause) -> None:
    Order.objects.update(accepts_instantly=False)
    pay(stripe, order)
    CAUSES[cause](order, now)

    works = client_for(make_operator("olga", group="operations"))
    answer = works.post(f"/api/orders/{order.pk}/status", {"status": "confirmed"})
    carry_on()

    assert (answer.status_code, answer.json()["status"]) == (200, "cancelled")
    order.refresh_from_db()
    slot.refresh_from_db()
    assert (order.payment_status, slot.booked, stripe.captured(), books()) == ("refunded", 0, 0, {})
    assert notified(order, "order_cancelled") == ["Alice", "Bruno"]


@pytest.mark.parametrize("cause", CAUSES)
@pytest.mark.parametrize("is_paid", [True, False])
def test_what_is_not_confirmed_ends_when_one_side_goes(now, stripe, order, slot, cause, is_paid) -> None:
    Order.objects.update(accepts_instantly=False)
    if is_paid:
        pay(stripe, order)

    CAUSES[cause](order, now)
    carry_on()
    carry_on()

    order.refresh_from_db()
    slot.refresh_from_db()
    assert (order.status, order.payment_status) == ("cancelled", "refunded" if is_paid else "unpaid")
    assert (slot.booked, stripe.captured(), books()) == (0, 0, {})
    assert notified(order, "order_cancelled") == ["Alice", "Bruno"]
    assert books_agree_with(stripe)


@pytest.mark.parametrize("cause", CAUSES)
def test_what_is_paid_after_one_side_went_and_it_ended_goes_back(now, stripe, order, cause) -> None:
    intent_id = open_payment(order)
    CAUSES[cause](order, now)
    carry_on()
    order.refresh_from_db()
    assert (order.status, order.payment_status) == ("cancelled", "unpaid")

    stripe.confirm(intent_id)
    by_webhook(stripe, order, intent_id)
    carry_on()

    order.refresh_from_db()
    assert (order.status, order.payment_status, stripe.captured()) == ("cancelled", "refunded", 0)
    assert books_agree_with(stripe)


@pytest.mark.parametrize("cause", CAUSES)
def test_what_is_confirmed_goes_on_when_one_side_goes(now, stripe, order, cause) -> None:
    pay(stripe, order)

    CAUSES[cause](order, now)
    carry_on()

    order.refresh_from_db()
    assert (order.status, order.payment_status) == ("confirmed", "paid")


@pytest.mark.parametrize("opened_again", [True, False])
def test_the_button_pause_does_what_its_page_says(now, stripe, order, opened_again) -> None:
    Order.objects.update(accepts_instantly=False)
    pay(stripe, order)
    client = signed_in(make_operator("olga", group="operations"))
    address = reverse("admin:providers_provider_pause_it", args=[order.provider_id])

    asked = client.get(address).content.decode()
    client.post(address, sent_by(asked) | {"note": "Two complaints"})
    if opened_again:
        approving.approve(provider_id=order.provider_id, now=now)
    carry_on()

    assert "the money goes back, and both sides are told" in asked
    order.refresh_from_db()
    assert order.status == ("pending" if opened_again else "cancelled")


@pytest.mark.parametrize("cause", CAUSES)
def test_the_admin_site_says_that_confirming_it_ends_it(now, stripe, order, cause) -> None:
    Order.objects.update(accepts_instantly=False)
    pay(stripe, order)
    CAUSES[cause](order, now)
    client = signed_in(make_operator("olga", group="operations"))
    address = reverse("admin:orders_order_to_confirmed", args=[order.pk])
    means = (
        "Is cancelled instead, because one side is not there any more: CHF 27.50 goes back to "
        f"{order.customer.short_name}, and both sides are told."
    )

    page = client.get(reverse("admin:orders_order_change", args=[order.pk])).content.decode()
    asked = client.get(address).content.decode()
    done = client.post(address, sent_by(asked), follow=True)

    assert "One side is not there any more: it ends by itself, and everything paid goes back." in page
    assert "accepts or declines it by" not in page
    assert means in asked
    assert [str(message) for message in done.context["messages"]] == [means]
    order.refresh_from_db()
    assert (order.status, order.payment_status) == ("cancelled", "refunded")


def test_a_page_that_was_shown_before_the_pause_ends_nothing(now, stripe, order) -> None:
    Order.objects.update(accepts_instantly=False)
    pay(stripe, order)
    client = signed_in(make_operator("olga", group="operations"))
    address = reverse("admin:orders_order_to_confirmed", args=[order.pk])
    asked = client.get(address).content.decode()
    assert "Moves to “Confirmed”" in asked

    pause_provider(order, now)
    done = client.post(address, sent_by(asked), follow=True)

    assert "has changed since this page was shown" in str(next(iter(done.context["messages"])))
    order.refresh_from_db()
    assert order.status == "pending"


@pytest.mark.parametrize("cause", CAUSES)
def test_no_payment_is_opened_and_the_order_ends(now, stripe, order, slot, cause) -> None:
    token = pay_links.path_for(order.pk).removeprefix("/pay/")
    CAUSES[cause](order, now)

    assert client_for().get(f"/api/pay-links/{token}").json()["state"] == "over"
    response = client_for().post(f"/api/pay-links/{token}/payment-intent")

    assert (response.status_code, response.json()["code"]) == (409, "order_not_payable")
    order.refresh_from_db()
    slot.refresh_from_db()
    assert (order.status, slot.booked, stripe.objects("payment_intent")) == ("cancelled", 0, [])
    assert notified(order, "order_cancelled") == ["Alice", "Bruno"]


@pytest.mark.parametrize("cause", ["provider closed", "paused", "no cover"])
def test_the_checkout_says_that_the_order_was_cancelled(now, stripe, order, cause) -> None:
    CAUSES[cause](order, now)

    response = ask(order.customer, order)

    assert (response.status_code, response.json()["code"]) == (409, "order_not_payable")
    shown = client_for(order.customer).get(f"/api/orders/{order.pk}").json()
    assert (shown["status"], shown["cancellationReason"]) == (
        "cancelled",
        "Bruno M. takes no bookings at the moment.",
    )


@pytest.mark.parametrize("cause", CAUSES)
def test_money_that_is_late_revives_nothing(now, time_machine, stripe, order, cause) -> None:
    intent_id = open_payment(order)
    time_machine.move_to(order.hold_expires_at)
    holds.expire_unpaid(now=time_machine.now)
    CAUSES[cause](order, time_machine.now)
    stripe.confirm(intent_id)

    by_webhook(stripe, order, intent_id)
    carry_on()

    order.refresh_from_db()
    assert (order.status, order.payment_status, stripe.captured()) == ("cancelled", "refunded", 0)
    assert books_agree_with(stripe)


def test_a_pause_of_their_own_lets_open_checkouts_end_well(now, stripe, order) -> None:
    intent_id = open_payment(order)
    approving.pause(provider_id=order.provider_id, now=now)
    carry_on()
    stripe.confirm(intent_id)

    come_back(order)

    order.refresh_from_db()
    assert (order.status, order.payment_status) == ("confirmed", "paid")


@pytest.mark.proof
@pytest.mark.sweep
@pytest.mark.parametrize("has_card", [True, False])
@pytest.mark.parametrize("cause", CAUSES)
def test_a_recurring_order_is_not_charged(time_machine, stripe, alice, salon, cause, has_card) -> None:
    from orders.recurring.tests.running_bookings import at, give_week, set_up  # noqa: PLC0415

    time_machine.move_to(at("2026-11-18 09:30"))
    give_week(salon)
    booking = set_up(alice, salon)
    if has_card:
        save(stripe, alice)
    time_machine.move_to(at("2026-11-21 09:00"))
    tasks.place_recurring_orders()
    order = Order.objects.get(occurrence__booking=booking)
    CAUSES[cause](order, time_machine.now)

    tasks.charge_recurring_orders()
    carry_on()

    order.refresh_from_db()
    assert (order.status, order.payment_status, stripe.captured()) == ("cancelled", "unpaid", 0)
    assert notified(order, "order_cancelled") == ["Alice", "Bruno"]
    assert notified(order, "recurring_payment") == []
    record("R26 (recurring)", f"{cause}: nothing charged, both told", "0 charges kept")


def test_of_two_providers_the_one_who_is_there_is_paid(now, stripe, order) -> None:
    """A control: somebody else's account that is closed changes nothing."""
    closing.close(user_id=make_provider(make_user("emil")).user_id, now=now)
    intent_id = open_payment(order)
    stripe.confirm(intent_id)

    by_webhook(stripe, order, intent_id)
    carry_on()

    order.refresh_from_db()
    assert order.status == "confirmed"
