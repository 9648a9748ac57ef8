"""Who may be booked: approving and pausing providers."""

from datetime import date, datetime
from typing import Protocol
from uuid import UUID

from django.db import transaction
from django.db.models import F
from django.db.models.functions import Coalesce

from marketplace import clock
from marketplace.errors import NotFound, Refusal
from providers import catalogue
from providers.models import Provider

_CAN_BE_APPROVED = [Provider.Status.SUBMITTED, Provider.Status.REJECTED, Provider.Status.PAUSED]


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
    """Let customers book a provider; 409 unless their application is handed in or they are paused."""
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
    """Let customers book a paused provider again; 409 unless paused, or if an operator ordered it."""
    provider = _locked(provider_id)
    if provider.status != Provider.Status.PAUSED:
        raise Refusal("Only a paused provider can be opened again.", code="not_paused")
    if provider.paused_by_office and not by_office:
        raise _office_pause()
    _set(provider, Provider.Status.APPROVED, None, False)
    _opened(provider_id, now)


def resume_due(*, now: datetime) -> int:
    """End the pauses whose day has come; return how many. Safe twice, late, and beside itself."""
    due = Provider.objects.filter(
        status=Provider.Status.PAUSED, paused_until__lte=clock.local_date(now)
    ).order_by("pk")
    done = 0
    for provider_id in list(due.values_list("pk", flat=True)):
        with transaction.atomic():
            # Somebody may have opened it, or named another day, since it was listed.
            if due.select_for_update(no_key=True).filter(pk=provider_id).first() is not None:
                resume(provider_id=provider_id, now=now, by_office=True)
                done += 1
    return done


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
