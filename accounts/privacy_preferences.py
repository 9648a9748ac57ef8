"""What an account allows us to do, and the only module that changes it.

Each change is a row of an append-only log, with the version of the text that was shown. Where it is applied:

* ``notifications``: :func:`accounts.emails.send_notice`, for optional kinds of notices; with it on, the
  account chooses by group (:mod:`accounts.notification_choices`);
* ``location_tracking``: higher layers refuse positions (:mod:`orders.lifecycle.positions`), the app asks
  for none;
* ``analytics``, ``marketing`` and ``data_sharing``: nothing of the kind is done today, so nothing reads them.
"""

from collections.abc import Mapping
from datetime import date, datetime
from typing import Protocol
from uuid import UUID

from django.conf import settings
from django.db import transaction

from accounts import locks
from accounts.models import ConsentChange, PrivacyPreferences, User
from marketplace.web_files import json_of

TOPICS = tuple(ConsentChange.Topic.values)


class Changed(Protocol):
    """A callback for a changed switch, called in the transaction of the change."""

    def __call__(self, *, user_id: UUID, topic: str, is_allowed: bool, now: datetime) -> object:
        """Do what the changed switch asks of this layer."""


# Callbacks of higher layers; registered in their ``AppConfig.ready()``.
_on_change: list[Changed] = []


def when_changed(act: Changed) -> None:
    """Register a callback: it runs, in the transaction of the change, for each changed switch."""
    _on_change.append(act)


def text_version() -> date:
    """Return when the policy or the texts beside the switches last changed, as the web app shows it."""
    return date.fromisoformat(json_of(settings.WEB_APP_POLICIES)["privacy"])


def of(*, user_id: UUID) -> PrivacyPreferences:
    """Return what an account allows; without a row the defaults, unsaved."""
    found = PrivacyPreferences.objects.filter(pk=user_id).first()
    return found or PrivacyPreferences(pk=user_id)


def allows(*, user_id: UUID, topic: str) -> bool:
    """Return whether an account allows something; ``topic`` is one of :data:`TOPICS`."""
    return bool(getattr(of(user_id=user_id), topic))


@transaction.atomic
def change(*, user: User, choices: Mapping[str, bool], now: datetime) -> PrivacyPreferences:
    """Set some switches, by their topics, and log those that changed."""
    # The lock serializes two windows, so that each log row has the right former value.
    locks.lock_account(user.pk)
    preferences = of(user_id=user.pk)
    turned = {
        topic: is_allowed
        for topic, is_allowed in choices.items()
        if getattr(preferences, topic) != is_allowed
    }
    if not turned:
        return preferences
    for topic, is_allowed in turned.items():
        setattr(preferences, topic, is_allowed)
    preferences.changed_at = now
    preferences.save()
    version = text_version()
    ConsentChange.objects.bulk_create(
        ConsentChange(
            user=user,
            topic=topic,
            was_allowed=not is_allowed,
            is_allowed=is_allowed,
            text_version=version,
            at=now,
        )
        for topic, is_allowed in turned.items()
    )
    for topic, is_allowed in turned.items():
        for act in _on_change:
            act(user_id=user.pk, topic=topic, is_allowed=is_allowed, now=now)
    return preferences
