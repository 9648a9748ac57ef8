"""Who may be booked: approving and pausing providers."""

from datetime import datetime
from uuid import UUID

from django.db import transaction
from django.db.models import F
from django.db.models.functions import Coalesce

from marketplace.errors import Refusal
from providers import catalogue
from providers.models import Provider

_CAN_BE_APPROVED = [Provider.Status.SUBMITTED, Provider.Status.REJECTED, Provider.Status.PAUSED]


@transaction.atomic
def approve(*, provider_id: UUID, now: datetime) -> None:
    """Let customers book a provider; 409 unless their application is handed in or they are paused."""
    changed = Provider.objects.filter(pk=provider_id, status__in=_CAN_BE_APPROVED).update(
        status=Provider.Status.APPROVED, approved_at=Coalesce(F("approved_at"), now)
    )
    if not changed:
        raise Refusal(
            "Only a provider whose application is handed in, or who is paused, can be approved.",
            code="cannot_be_approved",
        )
    catalogue.touch()


@transaction.atomic
def pause(*, provider_id: UUID) -> None:
    """Take a provider out of the list; their running orders go on. 409 unless they are approved."""
    changed = Provider.objects.filter(pk=provider_id, status=Provider.Status.APPROVED).update(
        status=Provider.Status.PAUSED
    )
    if not changed:
        raise Refusal("Only an approved provider can be paused.", code="cannot_be_paused")
    catalogue.touch()
