"""Exports of people's data that could not be made: they say so, and another one can be asked for."""

from datetime import timedelta
from importlib import import_module
from zipfile import ZipFile

import pytest
from django.apps import apps
from django.core import mail

from accounts import personal_export
from accounts.models import PersonalDataExport
from accounts.tasks import remove_old_exports
from conftest import WEDNESDAY as NOW
from conftest import client_for
from marketplace.jobs import due, outbox
from marketplace.jobs.models import OutboxMessage
from marketplace.tests.data_exports import ADDRESS, ask, downloaded, made

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("now"), pytest.mark.at(NOW)]


@pytest.fixture
def full_disk(monkeypatch):
    """No archive can be written, from the call on until the returned function is called."""

    def fail(*_arguments, **_options) -> None:
        raise OSError("No space left on device")

    monkeypatch.setattr(ZipFile, "writestr", fail)
    return monkeypatch.undo


def given_up(user) -> str:
    """Ask for a copy, have every attempt at it made, and return its id."""
    asked = ask(user).json()["id"]
    for minutes in range(0, 40, 5):
        outbox.relay(now=NOW + timedelta(minutes=minutes))
    return asked


def test_one_that_cannot_be_made_is_said_to_have_failed(alice, full_disk) -> None:
    asked = given_up(alice)

    [shown] = client_for(alice).get(ADDRESS).json()
    assert (shown["id"], shown["readyAt"], shown["expiresAt"]) == (asked, None, None)
    assert shown["failedAt"] is not None
    assert OutboxMessage.objects.get(topic=personal_export.TOPIC).failed_at is not None
    [letter] = mail.outbox
    assert letter.subject == "Your copy could not be made"
    assert "Please ask for it again." in letter.body
    assert "/account/privacy" in letter.body


def test_after_a_failed_one_another_can_be_asked_for(alice, full_disk) -> None:
    failed = given_up(alice)
    full_disk()

    newer = made(alice)

    assert str(newer.pk) != failed
    [shown] = client_for(alice).get(ADDRESS).json()
    assert (shown["id"], shown["failedAt"]) == (str(newer.pk), None)
    assert "data.json" in downloaded(alice, newer).namelist()


def test_an_operators_retry_still_makes_a_failed_one(alice, full_disk) -> None:
    failed = given_up(alice)
    full_disk()

    due.retry(OutboxMessage.objects.get(topic=personal_export.TOPIC), now=NOW)
    outbox.relay(now=NOW)

    [shown] = client_for(alice).get(ADDRESS).json()
    assert (shown["id"], shown["failedAt"], shown["readyAt"]) == (failed, None, "2026-11-18T09:30:00+01:00")


def test_a_retry_makes_nothing_where_another_was_asked_for(alice, full_disk) -> None:
    given_up(alice)
    full_disk()
    newer = made(alice)

    due.retry(OutboxMessage.objects.get(failed_at__isnull=False), now=NOW)
    outbox.relay(now=NOW)

    assert [one["id"] for one in client_for(alice).get(ADDRESS).json()] == [str(newer.pk)]
    assert not OutboxMessage.objects.filter(done_at=None).exists()


def test_a_retry_that_fails_as_well_sends_no_second_notice(alice, full_disk) -> None:
    given_up(alice)

    due.retry(OutboxMessage.objects.get(topic=personal_export.TOPIC), now=NOW)
    for minutes in range(0, 40, 5):
        outbox.relay(now=NOW + timedelta(minutes=minutes))

    assert OutboxMessage.objects.get(topic=personal_export.TOPIC).failed_at is not None
    assert len(mail.outbox) == 1


def test_a_failed_one_is_gone_after_a_week_too(alice, full_disk, time_machine) -> None:
    given_up(alice)
    time_machine.move_to(NOW + timedelta(days=6))
    assert remove_old_exports() == 0

    time_machine.move_to(NOW + timedelta(days=8))

    assert remove_old_exports() == 1
    assert client_for(alice).get(ADDRESS).json() == []


def test_one_that_failed_before_that_was_recorded_is_no_longer_in_progress(alice, chiara, full_disk) -> None:
    failed = given_up(alice)
    PersonalDataExport.objects.update(failed_at=None)
    waiting = ask(chiara).json()["id"]

    migration = import_module("accounts.migrations.0014_exports_that_failed_before")
    migration.say_that_they_failed(apps, None)

    assert [str(one.pk) for one in PersonalDataExport.objects.filter(failed_at=None)] == [waiting]
    assert ask(alice).json()["id"] != failed
