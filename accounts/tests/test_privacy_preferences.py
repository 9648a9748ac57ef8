"""The five privacy switches: their defaults, their effect, and the log of changes."""

from datetime import date, timedelta

import pytest
from django.core import mail
from django.db import DatabaseError, connection, transaction

from accounts import privacy_preferences
from accounts.models import ConsentChange, PrivacyPreferences
from accounts.notifications import notify
from accounts.tests.notice_words import words
from conftest import NOW, client_for
from marketplace import clock
from marketplace.jobs import outbox
from marketplace.jobs.outbox import Queue
from marketplace.tests.racing import insisting, race

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("now")]

# Specification point 2, /account/privacy.
DEFAULTS = {
    "analytics": True,
    "marketing": False,
    "notifications": True,
    "locationTracking": True,
    "dataSharing": False,
}
ADDRESS = "/api/privacy/preferences"


def turn(user, **switches: object):
    return client_for(user).put(ADDRESS, switches)


def mailed(user, kind: str) -> int:
    notify(user_id=user.pk, kind=kind, said=words("News", "Of an order."), link="", dedupe_key=kind, now=NOW)
    before = len(mail.outbox)
    outbox.relay(now=NOW + timedelta(minutes=1), queue=Queue.MAIL)
    return len(mail.outbox) - before


def test_an_account_begins_with_the_defaults_and_looking_writes_nothing(alice) -> None:
    assert client_for(alice).get(ADDRESS).json() == DEFAULTS
    assert not PrivacyPreferences.objects.exists()


def test_one_switch_is_turned_and_the_others_stay(alice) -> None:
    response = turn(alice, marketing=True)

    assert response.json() == DEFAULTS | {"marketing": True}
    assert client_for(alice).get(ADDRESS).json() == DEFAULTS | {"marketing": True}


def test_all_five_are_turned_at_once(alice, chiara) -> None:
    choices = {name: not on for name, on in DEFAULTS.items()}

    assert turn(alice, **choices).json() == choices
    assert client_for(chiara).get(ADDRESS).json() == DEFAULTS


def test_each_turn_is_a_line_of_the_log_and_what_stood_so_already_is_none(alice) -> None:
    turn(alice, analytics=False, marketing=False)
    turn(alice, analytics=False)
    turn(alice, analytics=True)

    lines = ConsentChange.objects.order_by("pk").values_list("user_id", "topic", "was_allowed", "is_allowed")
    assert list(lines) == [(alice.pk, "analytics", True, False), (alice.pk, "analytics", False, True)]
    first = ConsentChange.objects.earliest("pk")
    assert (first.at, first.text_version) == (NOW, privacy_preferences.text_version())


def test_the_log_keeps_its_lines_as_they_are(alice) -> None:
    turn(alice, analytics=False)

    with pytest.raises(TypeError):
        ConsentChange.objects.update(is_allowed=True)
    with pytest.raises(DatabaseError), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("UPDATE accounts_consentchange SET at = at WHERE topic = 'analytics'")


def test_the_version_of_the_text_is_the_day_that_the_policy_names(alice, tmp_path, settings) -> None:
    settings.WEB_APP_POLICIES = tmp_path / "policies.json"
    settings.WEB_APP_POLICIES.write_text('{"terms": "2027-01-01", "privacy": "2027-03-14"}')

    turn(alice, analytics=False)

    assert ConsentChange.objects.get().text_version == date(2027, 3, 14)


@pytest.mark.parametrize(
    ("choices", "field"),
    [({"marketing": "yes"}, "marketing"), ({"analytics": None}, "analytics"), ({"cookies": True}, "cookies")],
)
def test_refuses_what_is_no_switch(alice, choices, field) -> None:
    response = turn(alice, **choices)

    assert response.status_code == 400
    assert list(response.json()["fields"]) == [field]
    assert not ConsentChange.objects.exists()


def test_without_notifications_only_what_needs_its_person_is_mailed(alice) -> None:
    assert mailed(alice, "order_washing") == 1

    turn(alice, notifications=False)

    for kind in ("order_pickup", "order_delivery", "order_completed", "message", "review"):
        assert mailed(alice, kind) == 0, kind
    for kind in ("order_confirmed", "order_cancelled", "payment_returned", "recurring_payment"):
        assert mailed(alice, kind) == 1, kind
    # The app still lists everything.
    assert client_for(alice).get("/api/notifications").json()["unread"] == 10


def test_what_is_switched_off_before_an_e_mail_goes_out_counts(alice) -> None:
    notify(user_id=alice.pk, kind="review", said=words("News", "Words."), link="", dedupe_key="news", now=NOW)
    turn(alice, notifications=False)

    outbox.relay(now=NOW + timedelta(minutes=1), queue=Queue.MAIL)

    assert mail.outbox == []


@pytest.mark.race
@pytest.mark.django_db(transaction=True)
def test_two_windows_at_once_turn_a_switch_once(alice) -> None:
    race([lambda: insisting(lambda: turn(alice, marketing=True))] * 2)

    assert ConsentChange.objects.count() == 1
    assert PrivacyPreferences.objects.get().changed_at == clock.now()
