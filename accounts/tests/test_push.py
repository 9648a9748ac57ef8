"""Pushes on devices: delivered once, and what happens when delivery fails."""

import socket
import time
from datetime import timedelta

import pytest
from django.core import mail

from accounts import push_delivery
from accounts.models import Notification, PushSubscription
from accounts.tests.push_stand_in import SILENCE, Browser, PushService
from accounts.tests.pushing import ADDRESS, phone, relay, service, subscribed, tell, waiting
from accounts.unread import mark_read
from conftest import NOW, client_for
from marketplace.jobs import outbox
from marketplace.jobs.outbox import Queue
from marketplace.tests.racing import insisting, race, succeeded

__all__ = ["phone", "service"]
pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("now")]
SOON = NOW + timedelta(seconds=1)


# --- What arrives -----------------------------------------------------------------------------------------


def test_a_notice_arrives_with_title_and_path_and_nothing_that_an_e_mails_subject_does_not_say(
    alice, phone
) -> None:
    tell(alice)

    relay()

    (shown,) = phone.shown()
    assert (shown["title"], shown["path"]) == ("Pickup in progress", "/tracking/7")
    assert shown["account"] == str(alice.pk)
    assert "Bahnhofstrasse" not in str(shown)
    _, _, headers, _ = phone.service.received[0]
    assert (headers["TTL"], headers["Urgency"]) == ("86400", "normal")


def test_it_is_said_in_the_language_of_its_reader(alice, phone) -> None:
    client_for(alice).patch("/api/profile", {"language": "de"})
    tell(alice)

    relay()

    assert phone.shown()[0]["body"] == "Tippen Sie, um es in Suuber zu lesen."


def test_each_device_and_e_mail_are_channels_of_their_own(alice, phone, service) -> None:
    laptop = subscribed(alice, Browser(service, "laptop"))
    service.responses["phone"] = [500]
    tell(alice)

    relay()
    outbox.relay(now=SOON, queue=Queue.MAIL)

    assert (len(phone.shown()), len(laptop.shown()), len(mail.outbox)) == (0, 1, 1)

    relay(timedelta(minutes=1))

    assert (len(phone.shown()), len(laptop.shown()), len(mail.outbox)) == (1, 1, 1)


def test_what_is_notified_twice_or_relayed_twice_arrives_once(alice, phone) -> None:
    tell(alice)
    tell(alice)

    relay()
    relay(timedelta(hours=1))

    assert len(phone.shown()) == 1


@pytest.mark.parametrize("kind", ["message", "order_edited", "order_rescheduled", "order_handed_back"])
def test_what_an_order_can_have_often_takes_each_others_place(alice, phone, kind) -> None:
    for key in ("1", "2"):
        tell(alice, kind, key=key)
    tell(alice, "order_delivery", key="3")

    relay()

    assert len({shown["tag"] for shown in phone.shown()}) == 2
    assert len({headers["Topic"] for _, _, headers, _ in phone.service.received}) == 2


def test_what_was_read_meanwhile_does_not_arrive(alice, phone) -> None:
    tell(alice)
    mark_read(user_id=alice.pk, ids=None, now=SOON)

    relay(timedelta(seconds=2))

    assert phone.shown() == []
    assert not waiting().exists()


def test_what_is_old_does_not_arrive(alice, phone) -> None:
    tell(alice)

    relay(push_delivery.STALE_AFTER)

    assert phone.shown() == []
    assert not waiting().exists()


def test_what_the_bell_does_not_count_arrives(alice, phone) -> None:
    switch(alice, "orders", "app")
    tell(alice)

    relay()

    assert len(phone.shown()) == 1


# --- What is not wanted -----------------------------------------------------------------------------------


def switch(user, group, channel, *, event=None, to=False):
    change = {"group": group, "channel": channel, "isOn": to, "event": event}
    assert client_for(user).put("/api/notifications/preferences", {"switches": [change]}).status_code == 200


def test_a_group_that_is_switched_off_is_not_sent_not_even_what_is_needed(alice, phone) -> None:
    switch(alice, "orders", "push")
    tell(alice, "order_cancelled")
    tell(alice, "review", key="2")

    relay()
    outbox.relay(now=SOON, queue=Queue.MAIL)

    assert len(phone.shown()) == 1
    assert len(mail.outbox) == 2


def test_one_kind_of_a_group_is_switched_off(alice, phone) -> None:
    switch(alice, "orders", "push", event="order_washing")
    tell(alice, "order_washing")
    tell(alice, "order_delivery", key="2")

    relay()

    assert len(phone.shown()) == 1


def test_a_switch_that_is_turned_while_it_waits_counts(alice, phone) -> None:
    tell(alice)
    switch(alice, "orders", "push")

    relay()

    assert phone.shown() == []


def test_who_has_turned_off_notifications_in_the_privacy_settings_gets_none(alice, phone) -> None:
    client_for(alice).put("/api/privacy/preferences", {"notifications": False})
    tell(alice, "order_cancelled")

    relay()

    assert phone.shown() == []


# --- Services that fail -----------------------------------------------------------------------------------


@pytest.mark.parametrize("status", [404, 410])
def test_a_device_that_is_gone_is_forgotten(alice, phone, status) -> None:
    phone.service.responses["phone"] = [status]
    tell(alice)

    relay()

    assert not PushSubscription.objects.exists()
    assert not waiting().exists()
    assert phone.client.get(ADDRESS).json()["isOn"] is False


@pytest.mark.parametrize("status", [500, 403, 307])
def test_what_is_refused_fails_after_five_attempts_and_holds_up_nothing(alice, phone, service, status):
    laptop = subscribed(alice, Browser(service, "laptop"))
    service.responses["phone"] = [status] * 9
    tell(alice)

    for minutes in (0, 1, 5, 10, 30, 60):
        relay(timedelta(minutes=minutes))

    (failed,) = waiting()
    assert (failed.attempts, failed.failed_at is not None) == (5, True)
    assert failed.last_error == f"{service.address.removeprefix('http://')} answered {status}."
    assert service.names().count("phone") == 5
    assert len(laptop.shown()) == 1


def test_a_service_that_wants_to_be_left_alone_is_and_that_is_no_attempt(alice, phone) -> None:
    phone.service.responses["phone"] = [429]
    tell(alice)

    relay()
    message = waiting().get()
    relay(timedelta(minutes=9))

    assert message.attempts == 0
    assert message.due_at == SOON + timedelta(minutes=10)
    assert phone.shown() == []

    relay(timedelta(minutes=11))

    assert len(phone.shown()) == 1


def moved_to(settings, origin: str) -> None:
    settings.PUSH_SERVICES = [origin]
    PushSubscription.objects.update(endpoint=f"{origin}/phone")


def test_a_device_with_an_address_that_nothing_can_have_is_forgotten(alice, phone, settings) -> None:
    moved_to(settings, "http://push..example:8080")
    tell(alice)

    relay()

    assert not PushSubscription.objects.exists()
    assert not waiting().exists()


@pytest.mark.parametrize(
    ("errno", "attempts"), [(socket.EAI_NONAME, 1), (socket.EAI_AGAIN, 0)], ids=["no such host", "no DNS"]
)
def test_a_host_that_does_not_exist_costs_an_attempt(
    alice, phone, settings, monkeypatch, errno, attempts
) -> None:
    def fail(*_: object, **__: object) -> None:
        raise socket.gaierror(errno, "not found")

    moved_to(settings, "http://nowhere.example:8080")
    monkeypatch.setattr(socket, "getaddrinfo", fail)
    tell(alice)

    relay()

    assert waiting().get().attempts == attempts


def test_behind_a_silent_service_the_others_need_not_wait(alice, bruno, phone, settings) -> None:
    settings.PUSH_TIMEOUT_SECONDS = 0.2
    phone.service.responses["phone"] = [SILENCE] * 9
    with PushService() as other:
        settings.PUSH_SERVICES = [*settings.PUSH_SERVICES, other.address]
        laptop = subscribed(bruno, Browser(other, "laptop"))
        for number in range(10):
            tell(alice, key=str(number))
        tell(bruno)

        began = time.monotonic()
        did = relay()

        assert (did.done, did.later) == (1, 10)
        assert len(laptop.shown()) == 1
    # The failing service is called once in a run.
    assert phone.service.names() == ["phone"]
    assert time.monotonic() - began < 5
    assert {message.attempts for message in waiting()} == {0}


def test_for_whoever_has_no_device_nothing_is_written(alice, chiara, phone) -> None:
    tell(chiara)

    assert not waiting().exists()


@pytest.mark.django_db(transaction=True)
@pytest.mark.race
def test_two_relays_at_once_show_each_notice_once(alice, phone) -> None:
    for number in range(40):
        tell(alice, key=str(number))

    outcomes = race([lambda: insisting(relay) for _ in range(2)])
    relay(timedelta(hours=1))

    assert sum(did.done for did in succeeded(outcomes)) <= 40
    assert sorted(shown["tag"] for shown in phone.shown()) == sorted(
        str(pk) for pk in Notification.objects.filter(user=alice).values_list("pk", flat=True)
    )
