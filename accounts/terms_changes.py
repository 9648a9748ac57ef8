"""Announcing changed terms, or a changed privacy policy, 30 days ahead (specification point 9)."""

from collections.abc import Mapping
from datetime import date, datetime, timedelta
from enum import StrEnum

from django.conf import settings
from django.utils.translation import gettext as _

from accounts import account_texts as texts
from accounts import notifications
from accounts.models import User
from accounts.notifications import NewNotification
from marketplace import clock
from marketplace.errors import Invalid
from marketplace.http.language import correspondence

NOTICE = timedelta(days=30)
KIND = "terms_change"
# The notice's body is bounded, and says a little more.
LONGEST = 1_200
_AT_ONCE = 200


class Policy(StrEnum):
    """A text whose changes are announced; its name is its path in the web app."""

    TERMS = "terms"
    PRIVACY = "privacy"


_TEXTS = {Policy.TERMS: texts.TERMS_CHANGE, Policy.PRIVACY: texts.PRIVACY_CHANGE}


def announce(*, policy: Policy, applies_on: date, changes: Mapping[str, str], now: datetime) -> int:
    """Tell every open account on which day a text changes, and what; return how many accounts there are.

    ``changes`` are our words about it, by language: one for each that is offered. Each account is told once
    of a text and a day, so after an interruption it is simply carried out again.
    Raises :class:`~marketplace.errors.Invalid` for a day less than 30 days ahead, and for words that are
    missing or too long.
    """
    _check(applies_on=applies_on, changes=changes, now=now)
    accounts = User.objects.filter(is_active=True).order_by("pk").values_list("pk", "language")
    count, page = 0, list(accounts[:_AT_ONCE])
    while page:
        notifications.notify_many(
            [
                NewNotification(
                    user_id=account,
                    kind=KIND,
                    said=_TEXTS[policy].of(day=applies_on, changes=changes[correspondence(language)]),
                    link=f"/{policy}",
                    dedupe_key=f"{policy}:{applies_on}",
                )
                for account, language in page
            ],
            now=now,
            in_bulk=True,
        )
        count += len(page)
        page = list(accounts.filter(pk__gt=page[-1][0])[:_AT_ONCE])
    return count


def _check(*, applies_on: date, changes: Mapping[str, str], now: datetime) -> None:
    earliest = clock.local_date(now) + NOTICE
    if applies_on < earliest:
        sentence = _("Changes are announced 30 days ahead: {day} is the first day possible.")
        raise Invalid(sentence.format(day=earliest.isoformat()))
    for language, name in settings.LANGUAGES:
        words = changes.get(language, "").strip()
        if not words:
            raise Invalid(_("Say what changes in {language}, too.").format(language=name))
        if len(words) > LONGEST:
            raise Invalid(_("Please keep it within {count} characters.").format(count=LONGEST))
