"""How many emails of notices an account gets: no act that can be repeated sends one each time.

Of each kind two an hour are emailed at once, and of each cause (an order, a recurring booking) one in two
minutes. What is beyond that waits for the account's next email, which holds all of it, each language in one
of its own; the pauses between such emails grow. Only addresses that are proven get any but a few: others
may be anybody's.
"""

from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from django.db.models import BooleanField, Func, Q

from accounts.models import Notification

AT_ONCE_OF_A_KIND = 2
COUNTED = timedelta(hours=1)
OF_A_CAUSE = timedelta(minutes=2)
FIRST_PAUSE = timedelta(minutes=2)
LONGEST_PAUSE = timedelta(minutes=10)
# Sent to unproven addresses, too: neither an account nor the terms that it accepted change without a word.
_NEEDS_NO_PROOF = frozenset({"account_deletion", "terms_change"})
_CAUSES = ("order", "recurring")


class TryLock(Func):
    """Lock an account's budget until the transaction ends; false if another transaction has it.

    Within the query that reads the budget, so it takes no statement of its own. Nobody waits, which could go
    in a circle, as orders are locked before: what is notified beside another transaction is not emailed at
    once. Only one that commits within the microseconds between the query's snapshot and its lock is missed.
    On SQLite the transaction itself keeps every other writer out.
    """

    output_field = BooleanField()
    template = "%(expressions)s IS NOT NULL"

    def as_postgresql(self, compiler: Any, connection: Any, **options: Any) -> Any:
        """Take one of the advisory locks; the first number keeps them apart from others."""
        return self.as_sql(
            compiler,
            connection,
            template="pg_try_advisory_xact_lock(1, hashtext(CAST(%(expressions)s AS text)))",
            **options,
        )


def may_email(*, kind: str, is_proven: bool) -> bool:
    """Return whether a kind of notice is emailed to an address that is proven or not."""
    return is_proven or kind in _NEEDS_NO_PROOF


def cause_of(notice: Notification) -> str:
    """Return the order or the recurring booking that a notice is about; empty if it is about neither."""
    parts = notice.dedupe_key.split(":")
    return ":".join(parts[:2]) if parts[0] in _CAUSES and len(parts) > 2 else ""


@dataclass
class Budget:
    """The notices of an account that were emailed in the last hour, or wait for an email."""

    recent: list[Notification] = field(default_factory=list)
    # When the digests are due that nobody has enqueued before, and their languages.
    new_digests: set[tuple[datetime, str]] = field(default_factory=set)

    # Whether nobody else notifies the account at this instant, so that nothing is missing here.
    is_complete: bool = True
    # Not for what our team sends to everybody: no act of the account's repeats it.
    is_limited: bool = True

    def plan(self, notice: Notification, *, now: datetime) -> None:
        """Set when the email of a new notice is due, and count it."""
        at_once = not self.is_limited or (self.is_complete and self._is_within(notice, now))
        notice.email_due_at = now if at_once else self._next_digest(now, notice.language)
        self.recent.append(notice)

    def _is_within(self, notice: Notification, now: datetime) -> bool:
        of_kind = [row for row in self.recent if row.kind == notice.kind]
        cause = cause_of(notice)
        is_too_soon = cause and any(
            cause_of(row) == cause and _due(row) > now - OF_A_CAUSE for row in self.recent
        )
        return len(of_kind) < AT_ONCE_OF_A_KIND and not is_too_soon

    def _next_digest(self, now: datetime, language: str) -> datetime:
        held = [row for row in self.recent if is_held(row)]
        if waiting := [_due(row) for row in held if row.language == language and _due(row) > now]:
            return min(waiting)
        digests = {_due(row) for row in held}
        # Doubled no further than the longest pause needs.
        due_at = now + min(LONGEST_PAUSE, FIRST_PAUSE * (1 << min(len(digests), 3)))
        self.new_digests.add((due_at, language))
        return due_at


def _due(row: Notification) -> datetime:
    return row.email_due_at or row.created_at


def is_held(notice: Notification) -> bool:
    """Return whether a notice waits, or waited, for an email about several."""
    return notice.email_due_at is not None and notice.email_due_at > notice.created_at


def said_in(language: str) -> Q:
    """Return the condition for notices in a language; what the release before has written has none."""
    return Q(language__in=["", language]) if language else Q()


def gather(*, user_id: UUID, due_at: datetime, language: str) -> None:
    """Have an account's email at an instant, in a language, collect also what waits for a later one.

    Two transactions at once see nothing of each other, so each may open an email of its own. A lock would
    be taken after those of orders, and two who tell each other would wait in a circle. Whoever commits
    later still keeps theirs: nothing is lost. Where two workers take two such emails at once, the later one
    waits until the earlier one has collected.
    """
    Notification.objects.filter(
        said_in(language),
        user_id=user_id,
        created_at__gt=due_at - COUNTED,
        created_at__lt=due_at,
        email_due_at__gt=due_at,
    ).update(email_due_at=due_at)


def held_for(*, user_id: UUID, due_at: datetime, language: str) -> list[Notification]:
    """Return the notices that wait for an account's email at an instant, in a language, oldest first."""
    # The longest pause bounds how old they are, so that the index by time answers.
    since = due_at - COUNTED
    rows = Notification.objects.filter(
        said_in(language), user_id=user_id, created_at__gt=since, email_due_at=due_at
    )
    return [row for row in rows.order_by("created_at", "id") if is_held(row)]
