"""Who may be booked: decisions on applications, approving and pausing providers."""

from datetime import date, datetime, timedelta
from typing import Protocol
from uuid import UUID

from django.db import connection, transaction
from django.db.models import QuerySet
from django.utils.translation import gettext as _

from accounts import closing
from accounts.models import User
from marketplace import clock
from marketplace.errors import DomainError, NotFound, explain
from marketplace.jobs import due
from marketplace.jobs.models import Job
from marketplace.jobs.sweeping import sweep_counting
from providers import applying, catalogue, cover, notifications, seen_papers
from providers.models import Application, Provider, ServiceArea

Status = Provider.Status
# Of sweeps over providers, which beat starts every ten minutes.
POLICY = due.Policy(batch=100, first_pause=timedelta(minutes=5))
_CAN_BE_APPROVED = [Provider.Status.SUBMITTED, Provider.Status.REJECTED, Provider.Status.PAUSED]

explain(
    account_closed="The account of the provider is closed (409).",
    cannot_be_approved="The application is not handed in, or the provider works already (409).",
    cannot_be_decided="The application is decided already, or not handed in (409).",
    cannot_be_paused="The provider is not approved (409).",
    not_paused="There is no pause to end (409).",
    paused_by_operator="Only an operator can open this provider again (409).",
)


class Listener(Protocol):
    """A callback for a provider, called in the transaction of the change."""

    def __call__(self, *, provider_id: UUID, now: datetime) -> object:
        """Do what the change of the provider asks of this layer."""


# Callbacks of higher layers; registered in their ``AppConfig.ready()``.
_on_opening: list[Listener] = []
_on_pausing: list[Listener] = []
_on_stopping: list[Listener] = []


def when_opened(act: Listener) -> None:
    """Register a callback: it runs when customers may book a provider from now on."""
    _on_opening.append(act)


def when_paused(act: Listener) -> None:
    """Register a callback: it runs when customers may no longer book a provider."""
    _on_pausing.append(act)


def when_stopped(act: Listener) -> None:
    """Register a callback: it runs when a provider may not take on what is not confirmed yet, either.

    That is so once an operator has paused them, their account is closed, or their cover is not enough.
    """
    _on_stopping.append(act)


def _opened(provider_id: UUID, now: datetime) -> None:
    for act in _on_opening:
        act(provider_id=provider_id, now=now)
    catalogue.touch()


@transaction.atomic
def approve(*, provider_id: UUID, now: datetime, actor: User | None = None, seen: str | None = None) -> None:
    """Let customers book a provider; a new one starts with the data of their application.

    409 unless their application is submitted or they are paused, while their account is closed, and
    where the recorded cover is below CHF 1,000,000 or has ended; for a new one also where a required
    document is missing, and where ``seen`` is another version (:mod:`providers.seen_papers`).
    """
    _refuse_closed(provider_id)
    provider = locked_provider(provider_id)
    refuse_approving(provider, now=now)
    application = Application.objects.filter(provider=provider).first()
    if application is not None and provider.approved_at is None:
        application.provider = provider
        seen_papers.refuse_unseen(application, seen)
        seen_papers.refuse_missing(application)
        _begin_with(application, provider)
        application.documents.update(checked_at=now)
        applying.record(application=application, status=Provider.Status.APPROVED, actor=actor, now=now)
        notifications.approved(provider=provider, now=now)
    if provider.status == Provider.Status.PAUSED:
        notifications.reopened(provider=provider, now=now)
    provider.approved_at = provider.approved_at or now
    provider.save(update_fields=["approved_at", "business_name"])
    _set(provider, Provider.Status.APPROVED, None, False)
    _opened(provider_id, now)


def refuse_approving(provider: Provider, *, now: datetime) -> None:
    """Raise 409 if the provider, in its current state, cannot be approved."""
    if not provider.user.is_active:
        raise _account_closed()
    if provider.status not in _CAN_BE_APPROVED:
        raise DomainError(
            _("Only a provider whose application is handed in, or who is paused, can be approved."),
            code="cannot_be_approved",
        )
    cover.refuse_insufficient(provider=provider, now=now)


def _begin_with(application: Application, provider: Provider) -> None:
    """Copy name and postal codes from the application to a new provider."""
    provider.business_name = provider.business_name or application.business_name
    ServiceArea.objects.filter(provider=provider).delete()
    ServiceArea.objects.bulk_create(
        ServiceArea(provider=provider, postal_code=code, position=position)
        for position, code in enumerate(application.service_areas)
    )


def ask_for_changes(
    *, provider_id: UUID, note: str, actor: User, now: datetime, seen: str | None = None
) -> None:
    """Hand an application back to its applicant, who reads ``note``.

    409 unless it is submitted, and where ``seen`` is another version.
    """
    _decide(
        provider_id=provider_id, status=Provider.Status.CHANGES, note=note, actor=actor, now=now, seen=seen
    )


def reject(*, provider_id: UUID, note: str, actor: User, now: datetime, seen: str | None = None) -> None:
    """Reject an application; the applicant reads ``note``.

    409 unless it is submitted, and where ``seen`` is another version.
    """
    _decide(
        provider_id=provider_id, status=Provider.Status.REJECTED, note=note, actor=actor, now=now, seen=seen
    )


@transaction.atomic
def _decide(
    *, provider_id: UUID, status: Provider.Status, note: str, actor: User, now: datetime, seen: str | None
) -> None:
    provider = locked_provider(provider_id)
    application = Application.objects.filter(provider=provider).first()
    if application is None or provider.status != Provider.Status.SUBMITTED:
        raise DomainError(
            _("This application does not wait for a decision any more."), code="cannot_be_decided"
        )
    application.provider, application.note = provider, note
    seen_papers.refuse_unseen(application, seen)
    application.save(update_fields=["note"])
    applying.move(application=application, status=status, actor=actor, now=now, note=note)
    tell = notifications.rejected if status == Provider.Status.REJECTED else notifications.changes_asked
    tell(application=application, now=now)


@transaction.atomic
def pause(*, provider_id: UUID, now: datetime, until: date | None = None, by_operator: bool = False) -> None:
    """Take a provider out of the list; their running orders continue.

    ``until`` is the Swiss day on which the pause ends by itself; it can be changed during a pause.
    ``by_operator``: an operator orders it, and the provider is told and cannot end it; it replaces a pause
    for the end of the cover. 409 unless the provider is approved, or paused in another way.
    """
    provider = locked_provider(provider_id)
    refuse_pausing(provider, until=until, by_operator=by_operator)
    _pause(provider, until, by_operator, cover_lapsed=provider.cover_lapsed and not by_operator, now=now)
    if by_operator:
        notifications.paused_by_team(provider=provider, now=now)


@transaction.atomic
def pause_for_cover(*, provider_id: UUID, now: datetime) -> None:
    """Take a provider without enough cover out of the list until a certificate of it is recorded."""
    _pause(locked_provider(provider_id), None, True, cover_lapsed=True, now=now)


@transaction.atomic
def stop_for_cover(*, provider_id: UUID, now: datetime) -> None:
    """Record the end of the cover of a provider whose own pause goes on beside it."""
    Provider.objects.filter(pk=provider_id).update(cover_lapsed=True)
    _stopped(provider_id, now)


def _pause(
    provider: Provider, until: date | None, by_operator: bool, *, cover_lapsed: bool, now: datetime
) -> None:
    _set(provider, Provider.Status.PAUSED, until, by_operator, cover_lapsed=cover_lapsed)
    for act in _on_pausing:
        act(provider_id=provider.pk, now=now)
    if by_operator or cover_lapsed:
        _stopped(provider.pk, now)
    catalogue.touch()


def _stopped(provider_id: UUID, now: datetime) -> None:
    for act in _on_stopping:
        act(provider_id=provider_id, now=now)


def refuse_pausing(provider: Provider, *, until: date | None = None, by_operator: bool = False) -> None:
    """Raise 409 if the provider, in its current state, cannot be paused. No query."""
    if provider.paused_by_operator and not by_operator:
        raise _operator_pause()
    is_new = (until, by_operator) != (provider.paused_until, provider.paused_by_operator)
    is_new = is_new or provider.is_paused_for_cover
    if provider.status != Provider.Status.APPROVED and not (
        provider.status == Provider.Status.PAUSED and is_new
    ):
        raise DomainError(_("Only an approved provider can be paused."), code="cannot_be_paused")


@transaction.atomic
def resume(*, provider_id: UUID, now: datetime, by_operator: bool = False) -> None:
    """Let customers book a paused provider again, who is told of it if an operator does it.

    409 unless paused, if an operator ordered the pause, while the account is closed, and where the recorded
    cover is too low or has ended.
    """
    _refuse_closed(provider_id)
    provider = locked_provider(provider_id)
    if provider.status != Provider.Status.PAUSED:
        raise DomainError(_("Only a paused provider can be opened again."), code="not_paused")
    if provider.paused_by_operator and not by_operator:
        raise _operator_pause()
    cover.refuse_insufficient(provider=provider, now=now)
    _resume(provider, now)
    if by_operator:
        notifications.reopened(provider=provider, now=now)


def _resume(provider: Provider, now: datetime) -> None:
    _set(provider, Provider.Status.APPROVED, None, False)
    _opened(provider.pk, now)


def account_closed(*, user_id: UUID, now: datetime) -> None:
    """Pause the provider of a closed account until an operator reopens it."""
    bookable = (Provider.Status.APPROVED, Provider.Status.PAUSED)
    own = Provider.objects.filter(user_id=user_id, status__in=bookable)
    provider = own.select_for_update(no_key=True).first()
    if provider is not None and not provider.is_paused_for_good:
        _pause(provider, None, True, cover_lapsed=False, now=now)


def resume_due(*, now: datetime) -> int:
    """End the pauses whose last day is over; return how many. Safe twice, late, or in parallel.

    A pause of somebody without cover becomes one for that. A provider whose row is locked is left for the
    next run; one that fails delays no other, and is given up in the end (:mod:`marketplace.jobs.sweeping`).
    """

    def resume_one(job: Job, _instant: datetime) -> bool:
        return _resume_if_ended(job.subject, now)

    return sweep_counting("pause", _ended(now).order_by("pk"), act=resume_one, policy=POLICY, now=now)


def _ended(now: datetime) -> QuerySet[Provider]:
    return Provider.objects.filter(
        status=Provider.Status.PAUSED, paused_until__lte=clock.local_date(now), user__is_active=True
    )


@transaction.atomic
def _resume_if_ended(provider_id: UUID, now: datetime) -> bool:
    if not lock_account_if_open(provider_id):
        return False
    # Checked again under the lock: it may have been opened, extended or closed since it was listed.
    locked = _ended(now).select_for_update(
        no_key=True, of=("self",), skip_locked=connection.features.has_select_for_update_skip_locked
    )
    provider = locked.filter(pk=provider_id).first()
    if provider is None:
        return False
    if not cover.is_enough(provider=provider, now=now):
        pause_for_cover(provider_id=provider_id, now=now)
        return False
    _resume(provider, now)
    return True


def lock_account_if_open(provider_id: UUID) -> bool:
    """Lock the account of a provider; return whether it is open.

    Before the provider is locked, as closing does it, so that the two neither overtake each other nor wait
    for each other.
    """
    user_id = Provider.objects.filter(pk=provider_id).values_list("user_id", flat=True).first()
    return user_id is None or closing.lock_if_open(user_id=user_id)


def _refuse_closed(provider_id: UUID) -> None:
    if not lock_account_if_open(provider_id):
        raise _account_closed()


def locked_provider(provider_id: UUID) -> Provider:
    """Return a provider, locked until the transaction ends; 404 if there is none."""
    provider = Provider.objects.select_for_update(no_key=True).filter(pk=provider_id).first()
    if provider is None:
        raise NotFound(_("There is no such provider."))
    return provider


def _set(
    provider: Provider,
    status: Provider.Status,
    until: date | None,
    by_operator: bool,
    *,
    cover_lapsed: bool = False,
) -> None:
    provider.status, provider.paused_until, provider.paused_by_operator = status, until, by_operator
    provider.cover_lapsed = cover_lapsed
    provider.save(update_fields=["status", "paused_until", "paused_by_operator", "cover_lapsed"])


def _account_closed() -> DomainError:
    return DomainError(_("The account of this provider is closed."), code="account_closed")


def _operator_pause() -> DomainError:
    return DomainError(
        _("Our team has paused your account. Please write to support to have it reopened."),
        code="paused_by_operator",
    )
