"""Quiet hours: what is postponed, what is not, and their length when the clocks change."""

from datetime import UTC, datetime, time, timedelta

import pytest
from django.core import mail

from accounts.models import QuietHours
from accounts.notification_choices import is_needed, is_urgent, kinds
from accounts.notifications import notify
from accounts.quiet_hours import Hours
from accounts.tests.notice_words import words
from accounts.tests.push_stand_in import KEY, Browser, PushService
from conftest import client_for
from marketplace.jobs import outbox
from marketplace.jobs.models import OutboxMessage
from marketplace.jobs.outbox import Queue

PREFERENCES = "/api/notifications/preferences"
# A Wednesday at 23:10 in Zurich; the night ends at 06:00 UTC.
LATE = datetime(2026, 11, 18, 22, 10, tzinfo=UTC)
MORNING = datetime(2026, 11, 19, 6, tzinfo=UTC)
NIGHT = {"from": "22:00", "until": "07:00"}


@pytest.fixture
def browser(alice, settings):
    settings.VAPID_PRIVATE_KEY = KEY
    with PushService() as running:
        settings.PUSH_SERVICES = [running.address]
        phone = Browser(running, "phone")
        assert client_for(alice).post("/api/push-subscriptions", phone.subscription()).status_code == 200
        yield phone


def choose(user, hours):
    response = client_for(user).put(PREFERENCES, {"quietHours": hours})
    assert response.status_code == 200
    return response.json()["quietHours"]


def tell(user, kind, *, now=LATE):
    said = words("News", "Of an order.")
    notify(user_id=user.pk, kind=kind, said=said, link="/", dedupe_key=kind, now=now)


def arrived(browser, *, now) -> tuple[int, int]:
    """Return how many pushes and emails have arrived by ``now``."""
    outbox.relay(now=now, queue=Queue.PUSH)
    outbox.relay(now=now, queue=Queue.MAIL)
    return len(browser.shown()), len(mail.outbox)


@pytest.mark.django_db
def test_there_are_none_at_first_and_they_are_chosen_and_given_up(alice) -> None:
    assert client_for(alice).get(PREFERENCES).json()["quietHours"] is None

    assert choose(alice, NIGHT) == NIGHT
    assert client_for(alice).get(PREFERENCES).json()["quietHours"] == NIGHT

    assert choose(alice, None) is None
    assert not QuietHours.objects.exists()


@pytest.mark.django_db
def test_choosing_a_switch_leaves_the_hours_and_the_other_way_round(alice) -> None:
    choose(alice, NIGHT)
    change = {"group": "orders", "channel": "email", "isOn": False}

    response = client_for(alice).put(PREFERENCES, {"switches": [change]}).json()

    assert response["quietHours"] == NIGHT
    choose(alice, None)
    assert {"group": "orders", "event": None, "channel": "email", "isOn": False, "isFixed": False} in (
        client_for(alice).get(PREFERENCES).json()["switches"]
    )


@pytest.mark.django_db
@pytest.mark.parametrize(
    "hours",
    [
        {"from": "22:00", "until": "22:00"},
        {"from": "22:00"},
        {"from": "24:00", "until": "07:00"},
        {"from": "22:00:30", "until": "07:00"},
        {"from": None, "until": None},
        "22:00-07:00",
        [],
    ],
)
def test_what_are_no_hours_is_refused(alice, hours) -> None:
    assert client_for(alice).put(PREFERENCES, {"quietHours": hours}).status_code == 400
    assert not QuietHours.objects.exists()


@pytest.mark.django_db
def test_what_can_wait_comes_when_they_end_on_both_channels(alice, browser) -> None:
    choose(alice, NIGHT)

    tell(alice, "order_washing")

    assert {message.due_at for message in OutboxMessage.objects.all()} == {MORNING}
    assert arrived(browser, now=MORNING - timedelta(seconds=1)) == (0, 0)
    assert arrived(browser, now=MORNING) == (1, 1)


@pytest.mark.django_db
@pytest.mark.parametrize("kind", ["order_paid", "hand_back_offer", "order_cancelled", "password_changed"])
def test_what_needs_an_answer_changes_a_booking_or_is_about_security_comes_at_once(
    alice, browser, kind
) -> None:
    choose(alice, NIGHT)

    tell(alice, kind)

    assert arrived(browser, now=LATE) == (1, 1)


@pytest.mark.django_db
def test_what_is_needed_but_not_urgent_is_mailed_at_once_and_pushed_later(alice, browser) -> None:
    choose(alice, NIGHT)

    tell(alice, "payout_paid")

    assert arrived(browser, now=LATE) == (0, 1)
    assert arrived(browser, now=MORNING) == (1, 1)


@pytest.mark.django_db
def test_outside_of_them_nothing_waits(alice, browser) -> None:
    choose(alice, NIGHT)

    tell(alice, "order_washing", now=MORNING)

    assert arrived(browser, now=MORNING) == (1, 1)


@pytest.mark.django_db
def test_hours_that_are_chosen_while_something_waits_hold_for_it_and_cost_no_attempt(alice, browser) -> None:
    tell(alice, "order_washing")
    choose(alice, NIGHT)

    assert arrived(browser, now=LATE) == (0, 0)
    assert {(row.attempts, row.due_at) for row in OutboxMessage.objects.all()} == {(0, MORNING)}
    assert arrived(browser, now=MORNING) == (1, 1)


def test_nothing_urgent_can_be_left_out() -> None:
    assert [kind for kind in kinds() if is_urgent(kind) and not is_needed(kind)] == []


def at(text: str) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=UTC)


@pytest.mark.parametrize(
    ("begins", "ends", "now", "until"),
    [
        # Over midnight, in winter (UTC+1): half-open at both ends.
        (22, 7, "2026-11-18 20:59:59", None),
        (22, 7, "2026-11-18 21:00", "2026-11-19 06:00"),
        (22, 7, "2026-11-19 03:00", "2026-11-19 06:00"),
        (22, 7, "2026-11-19 06:00", None),
        # Within a day, in summer (UTC+2).
        (12, 14, "2026-07-01 09:59", None),
        (12, 14, "2026-07-01 10:00", "2026-07-01 12:00"),
        (12, 14, "2026-07-01 12:00", None),
        # Eight hours of quiet in the night of the spring change, ten in that of autumn.
        (22, 7, "2026-03-28 21:00", "2026-03-29 05:00"),
        (22, 7, "2026-10-24 20:00", "2026-10-25 06:00"),
        (22, 7, "2026-10-25 00:30", "2026-10-25 06:00"),
        (22, 7, "2026-10-25 01:30", "2026-10-25 06:00"),
        # Nearly all day long.
        (8, 7, "2026-11-18 07:00", "2026-11-19 06:00"),
        (8, 7, "2026-11-18 06:30", None),
    ],
)
def test_they_end_by_swiss_clocks(begins, ends, now, until) -> None:
    found = Hours(time(begins), time(ends)).ends_after(at(now))

    assert found == (until and at(until))


@pytest.mark.parametrize(
    ("now", "is_quiet"),
    [
        # 02:30 comes twice: the hours end at the first, and do not resume before the second.
        ("2026-10-25 00:29", True),
        ("2026-10-25 00:30", False),
        ("2026-10-25 01:15", False),
        # 02:30 does not exist: they end at 03:30.
        ("2026-03-29 00:59", True),
        ("2026-03-29 01:29", True),
        ("2026-03-29 01:30", False),
    ],
)
def test_an_end_that_comes_twice_or_not_at_all(now, is_quiet) -> None:
    found = Hours(time(23), time(2, 30)).ends_after(at(now))

    assert (found is not None) is is_quiet
    assert found is None or found > at(now)
