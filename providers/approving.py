"""Who may be booked: approving and pausing providers."""

from datetime import date, datetime
from typing import Protocol
from uuid import UUID

from django.db import connection, transaction
from django.db.models import F, QuerySet
from django.db.models.functions import Coalesce

from accounts import closing
from marketplace import clock
from marketplace.errors import NotFound, Refusal, explain
from marketplace.jobs.due import Isolated
from providers import catalogue
from providers.models import Provider

_CAN_BE_APPROVED = [Provider.Status.SUBMITTED, Provider.Status.REJECTED, Provider.Status.PAUSED]

explain(
    account_closed="The account of the provider is closed (409).",
    cannot_be_approved="The application is not handed in, or the provider works already (409).",
    cannot_be_paused="The provider is not approved (409).",
    not_paused="There is nothing to resume (409).",
    paused_by_operator="Only an operator can open this provider again (409).",
)


class Told(Protocol):
    """A function that is told of a provider in the transaction of the change."""

    def __call__(self, *, provider_id: UUID, now: datetime) -> object:
        """Act on it."""


# Upper floors that act when a provider is opened or paused; filled in their ``AppConfig.ready()``.
_on_opening: list[Told] = []
_on_pausing: list[Told] = []


def when_opened(act: Told) -> None:
    """Name a function that is called when customers may book a provider from now on."""
    _on_opening.append(act)


def when_paused(act: Told) -> None:
    """Name a function that is called when customers may no longer book a provider."""
    _on_pausing.append(act)


def _opened(provider_id: UUID, now: datetime) -> None:
    for act in _on_opening:
        act(provider_id=provider_id, now=now)
    catalogue.touch()


@transaction.atomic
def approve(*, provider_id: UUID, now: datetime) -> None:
    """Let customers book a provider.

    409 unless their application is handed in or they are paused, and while their account is closed.
    """
    _refuse_closed(provider_id)
    changed = Provider.objects.filter(pk=provider_id, status__in=_CAN_BE_APPROVED).update(
        status=Provider.Status.APPROVED,
        approved_at=Coalesce(F("approved_at"), now),
        paused_until=None,
        paused_by_office=False,
    )
    if not changed:
        raise Refusal(
            "Only a provider whose application is handed in, or who is paused, can be approved.",
            code="cannot_be_approved",
        )
    _opened(provider_id, now)


@transaction.atomic
def pause(*, provider_id: UUID, now: datetime, until: date | None = None, by_office: bool = False) -> None:
    """Take a provider out of the list; their running orders go on.

    ``until`` is the Swiss day on which the pause ends by itself; a provider who is paused may be
    given another one. ``by_office``: an operator orders it, and the provider cannot end it. 409
    unless the provider is approved, or paused in another way.
    """
    provider = _locked(provider_id)
    if provider.paused_by_office and not by_office:
        raise _office_pause()
    is_new = (until, by_office) != (provider.paused_until, provider.paused_by_office)
    if provider.status != Provider.Status.APPROVED and not (
        provider.status == Provider.Status.PAUSED and is_new
    ):
        raise Refusal("Only an approved provider can be paused.", code="cannot_be_paused")
    _set(provider, Provider.Status.PAUSED, until, by_office)
    for act in _on_pausing:
        act(provider_id=provider_id, now=now)
    catalogue.touch()


@transaction.atomic
def resume(*, provider_id: UUID, now: datetime, by_office: bool = False) -> None:
    """Let customers book a paused provider again.

    409 unless paused, if an operator ordered it, and while their account is closed.
    """
    _refuse_closed(provider_id)
    provider = _locked(provider_id)
    if provider.status != Provider.Status.PAUSED:
        raise Refusal("Only a paused provider can be opened again.", code="not_paused")
    if provider.paused_by_office and not by_office:
        raise _office_pause()
    _set(provider, Provider.Status.APPROVED, None, False)
    _opened(provider_id, now)


def account_closed(*, user_id: UUID, now: datetime) -> None:
    """Take the provider of a closed account out of the list until an operator opens them again."""
    bookable = (Provider.Status.APPROVED, Provider.Status.PAUSED)
    own = Provider.objects.filter(user_id=user_id, status__in=bookable)
    provider = own.select_for_update(no_key=True).first()
    if provider is not None and not (provider.paused_by_office and provider.paused_until is None):
        pause(provider_id=provider.pk, now=now, by_office=True)


def resume_due(*, now: datetime) -> int:
    """End the pauses whose day has come; return how many. Safe twice, late, and beside itself.

    One that fails, or that somebody else is busy with, is left for the next run and holds up no other.
    """
    due = _ended(now).order_by("pk").values_list("pk", "user_id")
    return sum(_try_to_resume(provider_id, user_id, now) for provider_id, user_id in list(due))


def _ended(now: datetime) -> QuerySet[Provider]:
    return Provider.objects.filter(
        status=Provider.Status.PAUSED, paused_until__lte=clock.local_date(now), user__is_active=True
    )


def _try_to_resume(provider_id: UUID, user_id: UUID, now: datetime) -> bool:
    with Isolated("The pause of provider %s could not be ended", provider_id), transaction.atomic():
        # Somebody may have opened it, named another day or closed the account since it was listed.
        locked = _ended(now).select_for_update(
            no_key=True, of=("self",), skip_locked=connection.features.has_select_for_update_skip_locked
        )
        if not closing.is_open(user_id=user_id) or locked.filter(pk=provider_id).first() is None:
            return False
        resume(provider_id=provider_id, now=now, by_office=True)
        return True
    return False


def _refuse_closed(provider_id: UUID) -> None:
    """Refuse to open the provider of a closed account.

    The account is locked before its provider, as in closing it: neither can pass the other by.
    """
    user_id = Provider.objects.filter(pk=provider_id).values_list("user_id", flat=True).first()
    if user_id is not None and not closing.is_open(user_id=user_id):
        raise Refusal("The account of this provider is closed.", code="account_closed")


def _locked(provider_id: UUID) -> Provider:
    provider = Provider.objects.select_for_update(no_key=True).filter(pk=provider_id).first()
    if provider is None:
        raise NotFound("There is no such provider.")
    return provider


def _set(provider: Provider, status: Provider.Status, until: date | None, by_office: bool) -> None:
    provider.status, provider.paused_until, provider.paused_by_office = status, until, by_office
    provider.save(update_fields=["status", "paused_until", "paused_by_office"])


def _office_pause() -> Refusal:
    return Refusal(
        "Our team has paused your account. Please write to support to be opened again.",
        code="paused_by_operator",
    )
