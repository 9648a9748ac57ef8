"""Emails that collect the notices beyond what :mod:`accounts.email_budget` lets go at once."""

from datetime import datetime
from typing import Any
from uuid import UUID

from django.conf import settings

from accounts import email_budget, emails
from accounts import notification_choices as choices
from accounts.models import Notification
from marketplace.jobs import obstacles, outbox
from marketplace.jobs.models import OutboxMessage

HELD_TOPIC = "email_held"
# An email about more notices than these shows the newest ones.
MOST_IN_ONE = 10


def enqueue(notices: list[Notification], budgets: dict[UUID, email_budget.Budget], *, now: datetime) -> None:
    """Enqueue the emails that collect notices, each once: with the first notice that waits for it."""
    digests = dict.fromkeys(
        (notice.user_id, notice.email_due_at, notice.language)
        for notice in notices
        if notice.email_due_at is not None
        and (notice.email_due_at, notice.language) in budgets[notice.user_id].new_digests
    )
    if digests:
        outbox.enqueue_many(
            topic=HELD_TOPIC,
            payloads=[
                {"userId": str(user_id), "dueAt": due.isoformat(), "language": language}
                for user_id, due, language in digests
            ],
            due_at=[due for _, due, _ in digests],
            now=now,
        )


def send_held(payload: dict[str, Any], now: datetime) -> None:
    """Send one email with all notices that wait for this one; none if nothing is left to say.

    The words are read from the notices: what was erased meanwhile is not sent. While an earlier email may
    yet collect some of them, this one waits (:class:`obstacles.Busy`).
    """
    user_id, due_at = UUID(payload["userId"]), datetime.fromisoformat(payload["dueAt"])
    # Payloads of the release before have none: all that waits is in theirs.
    language = payload.get("language", "")
    # Asked before the notices are read: an earlier email that is sent by then has collected its notices,
    # and one that is not may still take some of those that are read here.
    earlier = _earlier_digest(user_id, due_at, language)
    email_budget.gather(user_id=user_id, due_at=due_at, language=language)
    held = email_budget.held_for(user_id=user_id, due_at=due_at, language=language)
    if earlier is not None and any(notice.created_at < earlier for notice in held):
        raise obstacles.Busy
    found = [notice for notice in held if emails.is_to_send(notice, now=now)]
    if not found:
        return
    message = emails.payload_of(found[-1])
    if len(found) > 1:
        shown = found[-MOST_IN_ONE:]
        said = "\n\n".join(_in_a_digest(notice, message["link"]) for notice in shown)
        message["body"] = said if len(shown) == len(found) else f"…\n\n{said}"
        message["key"] = f"held:{payload['dueAt']}{language}"
    # The most urgent of them decides whether quiet hours are kept.
    urgent = [notice.kind for notice in found if not choices.may_email_wait(notice.kind)]
    message["kind"] = urgent[0] if urgent else message["kind"]
    emails.send_notice(message, now)


def _earlier_digest(user_id: UUID, due_at: datetime, language: str) -> datetime | None:
    """Return the latest instant before ``due_at`` at which an account's email is due, and not sent."""
    open_ = OutboxMessage.objects.filter(topic=HELD_TOPIC, done_at=None, failed_at=None)
    payloads = open_.filter(payload__userId=str(user_id)).values_list("payload", flat=True)
    alike = [payload for payload in payloads if payload.get("language", "") in {"", language}]
    instants = [datetime.fromisoformat(payload["dueAt"]) for payload in alike]
    return max((instant for instant in instants if instant < due_at), default=None)


def _in_a_digest(notice: Notification, link: str) -> str:
    """Return a notice's words, and its link unless the email's button has it."""
    parts = [notice.title, notice.body]
    if notice.link and notice.link != link:
        parts.append(f"{settings.PUBLIC_URL}{notice.link}")
    return "\n".join(parts)
