"""Devices subscribed at the stand-in for a push service, and what reaches them."""

from datetime import timedelta

import pytest

from accounts import push_delivery
from accounts.notifications import notify
from accounts.tests.notice_words import words
from accounts.tests.push_stand_in import KEY, Browser, PushService
from conftest import client_for
from marketplace import clock
from marketplace.jobs import outbox
from marketplace.jobs.models import OutboxMessage
from marketplace.jobs.outbox import Queue

ADDRESS = "/api/push-subscriptions"


@pytest.fixture
def service(settings):
    settings.VAPID_PRIVATE_KEY = KEY
    with PushService() as running:
        settings.PUSH_SERVICES = [*settings.PUSH_SERVICES, running.address]
        yield running


@pytest.fixture
def phone(alice, service):
    """Alice's phone, whose client is ``phone.client``."""
    return subscribed(alice, Browser(service, "phone"))


def subscribed(user, browser):
    browser.client = client_for(user)
    assert browser.client.post(ADDRESS, browser.subscription()).status_code == 200
    return browser


def tell(user, kind="order_pickup", *, key="1", link="/tracking/7", title="Pickup in progress"):
    said = words(title, "Bruno is on the way to Bahnhofstrasse 1.")
    notify(user_id=user.pk, kind=kind, said=said, link=link, dedupe_key=key, now=clock.now())


def relay(after=timedelta(seconds=1)):
    return outbox.relay(now=clock.now() + after, queue=Queue.PUSH)


def waiting():
    return OutboxMessage.objects.filter(topic=push_delivery.TOPIC, done_at=None)
