"""Unsubscribing in the mail program: what can be left out names an address, which acts by POST alone."""

from datetime import timedelta

import pytest
from django.core import mail
from rest_framework.test import APIClient

from accounts.models import NotificationChoices
from accounts.notifications import notify
from accounts.tests.notice_words import words
from conftest import NOW, client_for
from marketplace.jobs import outbox
from marketplace.jobs.outbox import Queue

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("now")]
ONE_CLICK = "List-Unsubscribe=One-Click"
FORM = "application/x-www-form-urlencoded"


def letter_of(user, kind: str, key: str = "a"):
    """Return the email about a notice, or ``None``."""
    said = words("News", "Of an order.")
    notify(user_id=user.pk, kind=kind, said=said, link="", dedupe_key=f"{kind}-{key}", now=NOW)
    before = len(mail.outbox)
    outbox.relay(now=NOW + timedelta(minutes=1), queue=Queue.MAIL)
    return mail.outbox[before] if len(mail.outbox) > before else None


def path_in(letter) -> str:
    address = letter.extra_headers["List-Unsubscribe"].strip("<>")
    return address[address.index("/api/") :]


def test_one_click_switches_off_the_group_without_signing_in(alice) -> None:
    letter = letter_of(alice, "order_pickup")
    assert letter.extra_headers["List-Unsubscribe-Post"] == ONE_CLICK

    # Without the token that pages send: a mail program has none.
    client = APIClient(enforce_csrf_checks=True)
    response = client.post(path_in(letter), ONE_CLICK, content_type=FORM)

    assert response.status_code == 204
    assert NotificationChoices.objects.get(user=alice).off == ["orders.email"]
    assert letter_of(alice, "order_pickup", "b") is None
    assert letter_of(alice, "review") is not None
    assert client.post(path_in(letter), ONE_CLICK, content_type=FORM).status_code == 204


def test_opening_the_address_changes_nothing_and_leads_to_the_settings(alice) -> None:
    response = client_for().get(path_in(letter_of(alice, "order_pickup")))

    assert (response.status_code, response["Location"]) == (302, "/profile/settings")
    assert not NotificationChoices.objects.exists()


@pytest.mark.parametrize("kind", ["order_cancelled", "payment_returned", "password_changed", "welcome"])
def test_what_is_always_sent_offers_no_unsubscribing(alice, kind) -> None:
    letter = letter_of(alice, kind)

    assert "List-Unsubscribe" not in letter.extra_headers
    assert "/profile/settings" not in letter.body


def test_what_can_be_left_out_leads_to_the_settings(alice) -> None:
    letter = letter_of(alice, "order_pickup")

    assert "/profile/settings" in letter.body
    assert "/profile/settings" in letter.alternatives[0][0]


@pytest.mark.parametrize("change", [lambda path: path[:-1] + "_", lambda path: "/api/unsubscribe/nonsense"])
def test_what_is_no_address_of_ours_does_nothing(alice, change) -> None:
    path = change(path_in(letter_of(alice, "order_pickup")))

    assert client_for().post(path, ONE_CLICK, content_type=FORM).status_code == 404
    assert not NotificationChoices.objects.exists()
