"""Choosing which notices arrive where: optional kinds can be switched off, needed ones cannot."""

from datetime import timedelta

import pytest
from django.core import mail

from accounts.admin import KINDS
from accounts.notification_choices import Channel, Group, events, is_needed, kinds, wants
from accounts.notifications import notify
from accounts.tests.notice_words import words
from conftest import NOW, client_for
from marketplace.jobs import outbox
from marketplace.jobs.outbox import Queue

pytestmark = [pytest.mark.django_db]
ADDRESS = "/api/notifications/preferences"


def test_operators_can_filter_by_every_kind() -> None:
    assert kinds().keys() ^ dict(KINDS).keys() == set()


def switches(user) -> dict[str, tuple[bool, bool]]:
    found = client_for(user).get(ADDRESS).json()["switches"]
    return {
        f"{one['event'] or one['group']}.{one['channel']}": (one["isOn"], one["isFixed"]) for one in found
    }


def turn(user, name: str, *, to: bool, event: str | None = None):
    group, channel = name.split(".")
    change = {"group": group, "channel": channel, "isOn": to} | ({"event": event} if event else {})
    sent = {"switches": [change]}
    return client_for(user).put(ADDRESS, sent)


def mailed(user, kind: str) -> int:
    said = words("News", "Of an order.")
    notify(user_id=user.pk, kind=kind, said=said, link="", dedupe_key=kind, now=NOW)
    before = len(mail.outbox)
    outbox.relay(now=NOW + timedelta(minutes=1), queue=Queue.MAIL)
    return len(mail.outbox) - before


def unread(user) -> int:
    return client_for(user).get("/api/notifications").json()["unread"]


def test_everything_is_on_at_first_and_what_is_needed_stays_on(alice) -> None:
    shown = switches(alice)

    assert all(is_on for is_on, _ in shown.values())
    free = {name for name, (_, is_fixed) in shown.items() if not is_fixed}
    assert free >= {"orders.app", "orders.email", "messages.email", "reviews.app", "reviews.email"}
    always = {"payments.app", "payments.email", "recurring.email", "messages.app", "account.email"}
    assert free.isdisjoint(always)


def test_switches_about_work_are_for_who_offers_some(alice, salon) -> None:
    assert "work.email" not in switches(alice)
    assert "work.email" in switches(salon.user)


def test_what_is_switched_off_is_not_mailed_and_what_is_needed_is(alice) -> None:
    assert turn(alice, "orders.email", to=False).status_code == 200

    assert mailed(alice, "order_pickup") == 0
    assert mailed(alice, "order_cancelled") == 1
    assert mailed(alice, "review") == 1
    assert switches(alice)["orders.email"] == (False, False)


def test_switching_on_again_mails_again(alice) -> None:
    turn(alice, "orders.email", to=False)
    turn(alice, "orders.email", to=True)

    assert mailed(alice, "order_pickup") == 1


def test_the_bell_does_not_count_what_is_switched_off_and_the_list_shows_it(alice) -> None:
    turn(alice, "orders.app", to=False)

    mailed(alice, "order_pickup")
    mailed(alice, "order_cancelled")

    assert unread(alice) == 1
    assert len(client_for(alice).get("/api/notifications").json()["results"]) == 2


def test_the_privacy_switch_stands_above(alice) -> None:
    client_for(alice).put("/api/privacy/preferences", {"notifications": False})
    turn(alice, "orders.email", to=True)

    assert mailed(alice, "order_pickup") == 0
    assert mailed(alice, "order_cancelled") == 1


def test_a_fixed_switch_stays_on(alice) -> None:
    response = turn(alice, "payments.email", to=False)

    assert response.status_code == 200
    assert switches(alice)["payments.email"] == (True, True)
    assert mailed(alice, "payment_returned") == 1


def test_two_switches_of_two_windows_both_stand(alice) -> None:
    turn(alice, "orders.email", to=False)
    turn(alice, "reviews.email", to=False)

    shown = switches(alice)
    assert not shown["orders.email"][0]
    assert not shown["reviews.email"][0]


@pytest.mark.parametrize(
    "sent",
    [
        {},
        {"switches": []},
        {"switches": [{"group": "weather", "channel": "email", "isOn": False}]},
        {"switches": [{"group": "orders", "channel": "pigeon", "isOn": False}]},
        {"switches": [{"group": "orders", "channel": "email", "isOn": "no"}]},
        {"switches": "orders"},
    ],
)
def test_what_is_no_switch_is_refused(alice, sent) -> None:
    assert client_for(alice).put(ADDRESS, sent).status_code == 400
    assert all(is_on for is_on, _ in switches(alice).values())


def test_one_kind_of_a_group_is_chosen_singly(alice) -> None:
    response = turn(alice, "orders.email", to=False, event="order_washing")

    assert response.status_code == 200
    assert mailed(alice, "order_washing") == 0
    assert mailed(alice, "order_pickup") == 1
    assert switches(alice)["order_washing.email"] == (False, False)
    assert switches(alice)["orders.email"] == (True, False)

    turn(alice, "orders.email", to=True, event="order_washing")

    assert switches(alice)["order_washing.email"] == (True, False)


def test_singly_stands_what_can_be_left_out_of_a_group_that_has_several(alice) -> None:
    single = set(events())

    assert single == {
        *("order_pickup", "order_washing", "order_delivery", "order_completed"),
        *("review", "review_report"),
    }
    assert single.isdisjoint(Group)
    assert {name for name in switches(alice) if name.startswith("message.")} == set()


def test_a_kind_of_another_group_is_refused_and_nothing_is_switched(alice) -> None:
    response = turn(alice, "messages.email", to=False, event="order_washing")

    assert (response.status_code, response.json()["code"]) == (400, "invalid")
    assert all(is_on for is_on, _ in switches(alice).values())


def test_pushes_can_be_switched_off_of_every_group(alice) -> None:
    turn(alice, "payments.push", to=False)

    assert switches(alice)["payments.push"] == (False, False)
    assert switches(alice)["payments.email"] == (True, True)


def test_no_choice_holds_back_what_is_needed() -> None:
    everything = [f"{group}.{channel}" for group in set(kinds().values()) for channel in Channel]

    for kind in kinds():
        # A push is never the only channel: it can always be switched off.
        for channel in (Channel.APP, Channel.EMAIL):
            assert wants(off=everything, kind=kind, channel=channel) or not is_needed(kind), kind
