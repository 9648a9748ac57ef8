"""Certificates of the liability insurance: recording them, and acting on their end."""

from datetime import date, datetime, timedelta
from decimal import Decimal
from uuid import UUID

from django.db import connection, transaction
from django.db.models import Q, QuerySet
from django.utils.translation import gettext as _

from marketplace import clock
from marketplace.errors import DomainError
from marketplace.jobs.models import Job
from marketplace.jobs.sweeping import sweep
from providers import approving, notifications, seen_papers
from providers.cover import has_ended, is_enough, without_enough
from providers.models import Application, ApplicationDocument, Provider
from providers.selectors import certificates_to_read

REMIND_BEFORE = (3, 14, 30)
_WORKING = [Provider.Status.APPROVED, Provider.Status.PAUSED]


@transaction.atomic
def record_cover(
    *,
    provider_id: UUID,
    amount: Decimal | None,
    ends_on: date | None,
    now: datetime,
    seen: str | None = None,
) -> str:
    """Record what a certificate says: the amount in CHF and the last day; ``None`` is not recorded.

    Reopens a provider who was paused for lack of cover, and for nothing else; pauses one who works and whose
    cover is not enough. Returns the status to which it moved them, or an empty text. 409 where ``seen`` is
    another version: the certificate may be another one by now.
    """
    approving.lock_account_if_open(provider_id)
    provider = approving.locked_provider(provider_id)
    if application := Application.objects.filter(provider=provider).first():
        application.provider = provider
        seen_papers.refuse_unseen(application, seen)
    provider.cover_amount, provider.cover_ends_on = amount, ends_on
    provider.save(update_fields=["cover_amount", "cover_ends_on"])
    ApplicationDocument.objects.filter(
        application_id=provider_id, kind=ApplicationDocument.Kind.INSURANCE_CERTIFICATE
    ).update(checked_at=now, refused_at=None)
    if is_enough(provider=provider, now=now):
        return _give_back(provider, now) if provider.cover_lapsed else ""
    is_working = provider.status in _WORKING and not provider.paused_by_operator
    return _withdraw(provider, now) if is_working and not provider.cover_lapsed else ""


@transaction.atomic
def ask_for_another(*, provider_id: UUID, note: str, now: datetime, seen: str | None = None) -> None:
    """Ask for another certificate than the renewed one, which tells nothing; the provider reads ``note``.

    The recorded cover stays. 409 unless a certificate is to be read, and where ``seen`` is another version.
    """
    provider = approving.locked_provider(provider_id)
    unread = certificates_to_read().filter(application_id=provider_id)
    if not unread.exists():
        raise DomainError(_("There is no certificate to be read any more."), code="cannot_be_decided")
    application = Application.objects.get(provider=provider)
    application.provider = provider
    seen_papers.refuse_unseen(application, seen)
    unread.update(refused_at=now)
    # Their page says it, too: the notice leads there.
    application.note = note
    application.save(update_fields=["note"])
    notifications.another_certificate_asked(provider=provider, note=note, now=now)


def is_waiting(provider_id: UUID) -> bool:
    """Return whether a new certificate of a working provider waits for an operator."""
    return certificates_to_read().filter(application_id=provider_id).exists()


def _give_back(provider: Provider, now: datetime) -> str:
    if provider.is_paused_for_cover:
        approving.resume(provider_id=provider.pk, now=now, by_operator=True)
        return Provider.Status.APPROVED
    provider.cover_lapsed = False
    provider.save(update_fields=["cover_lapsed"])
    return ""


def _withdraw(provider: Provider, now: datetime) -> str:
    was_open = provider.status == Provider.Status.APPROVED
    if was_open:
        approving.pause_for_cover(provider_id=provider.pk, now=now)
    else:
        approving.stop_for_cover(provider_id=provider.pk, now=now)
    if has_ended(provider=provider, now=now):
        notifications.cover_ended(provider=provider, is_waiting=is_waiting(provider.pk), now=now)
    else:
        notifications.cover_too_low(provider=provider, now=now)
    return Provider.Status.PAUSED if was_open else ""


def watch(*, now: datetime) -> int:
    """Remind providers whose cover ends soon, and pause those without enough; return how many of both.

    Safe twice, late, or in parallel: each reminder is sent once, and a pause that there is stays as it is.
    A provider that fails delays no other, and is given up in the end (:mod:`marketplace.jobs.sweeping`).
    Whom the team has paused is left alone: nobody opens them without cover. Whose new certificate waits
    for us is not reminded, but paused all the same: its cover is not recorded.
    """
    today = clock.local_date(now)
    soon = today + timedelta(days=max(REMIND_BEFORE))
    lacking = without_enough(now=now)
    found = Provider.objects.filter(
        lacking & Q(paused_by_operator=False) | ~lacking & Q(cover_ends_on__lte=soon),
        status__in=_WORKING,
        cover_lapsed=False,
    )

    def look_at_one(job: Job, _instant: datetime) -> None:
        _look_at(found.filter(pk=job.subject), now)

    # Whose cover ended first comes first: there may be more than one run looks at.
    first = found.order_by("cover_ends_on", "pk")
    return sweep("cover", first, act=look_at_one, policy=approving.POLICY, now=now).done


@transaction.atomic
def _look_at(found: QuerySet[Provider], now: datetime) -> None:
    rows = found.select_for_update(
        no_key=True, of=("self",), skip_locked=connection.features.has_select_for_update_skip_locked
    )
    provider = rows.first()
    if provider is None:
        return
    if not is_enough(provider=provider, now=now):
        _withdraw(provider, now)
    elif provider.cover_ends_on is not None and not is_waiting(provider.pk):
        left = (provider.cover_ends_on - clock.local_date(now)).days
        days = next(days for days in REMIND_BEFORE if left <= days)
        notifications.cover_ends(provider=provider, ends_on=provider.cover_ends_on, days=days, now=now)
