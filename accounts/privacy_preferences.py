"""What an account allows us to do, and the one door through which that changes.

Each change is a line of a log that only grows, with the version of the text that was shown. Who obeys:

* ``notifications``: :func:`accounts.emails.send_notice`, for the kinds of notices that nobody has to act on;
  whoever leaves it on chooses by group (:mod:`accounts.notification_choices`);
* ``location_tracking``: upper floors refuse positions (:mod:`orders.lifecycle.positions`), the app asks
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
    """A function that is told of a switch in the transaction of the change."""

    def __call__(self, *, user_id: UUID, topic: str, is_allowed: bool, now: datetime) -> object:
        """Act on it."""


# Upper floors that act when a switch is turned; filled in their ``AppConfig.ready()``.
_on_change: list[Changed] = []


def when_changed(act: Changed) -> None:
    """Name a function that is called, in the transaction of the change, for each switch that was turned."""
    _on_change.append(act)


def text_version() -> date:
    """Return when the policy and the words beside the switches were last changed, as the web app says."""
    return date.fromisoformat(json_of(settings.WEB_APP_POLICIES)["privacy"])


def of(*, user_id: UUID) -> PrivacyPreferences:
    """Return what an account allows; where nothing was ever changed, the defaults, which are not stored."""
    found = PrivacyPreferences.objects.filter(pk=user_id).first()
    return found or PrivacyPreferences(pk=user_id)


def allows(*, user_id: UUID, topic: str) -> bool:
    """Tell whether an account allows something; ``topic`` is one of :data:`TOPICS`."""
    return bool(getattr(of(user_id=user_id), topic))


@transaction.atomic
def change(*, user: User, choices: Mapping[str, bool], now: datetime) -> PrivacyPreferences:
    """Turn some switches, by their topics, and log those that stood otherwise."""
    # Two windows at once: each line of the log says from what to what.
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
