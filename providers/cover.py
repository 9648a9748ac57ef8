"""The liability insurance that a provider needs to be booked.

An operator records what the certificate says; the applicant only uploads it. A cover that is not recorded
is no obstacle; one below CHF 1,000,000, or past its end, prevents approval and pauses whoever is approved.
"""

from datetime import datetime
from decimal import Decimal

from django.db.models import Q
from django.utils.translation import gettext as _

from marketplace import clock
from marketplace.errors import DomainError, explain
from providers.models import ApplicationDocument, Provider

# Provider minimum liability cover 1M CHF (specification point 9).
LEAST_COVER = Decimal("1000000.00")
STATES = ["enough", "too_low", "ended", "none"]
CERTIFICATE_STATES = ["waits", "refused", "none"]

explain(
    cover_too_low="The recorded liability cover is below CHF 1,000,000 (409).",
    cover_ended="The recorded liability cover has ended (409).",
)


def refuse_insufficient(*, provider: Provider, now: datetime) -> None:
    """Raise 409 if the recorded cover is too low or has ended."""
    if _is_too_low(provider):
        raise DomainError(_("The recorded liability cover is below CHF 1,000,000."), code="cover_too_low")
    if has_ended(provider=provider, now=now):
        raise DomainError(_("The recorded liability cover has ended."), code="cover_ended")


def is_enough(*, provider: Provider, now: datetime) -> bool:
    """Return whether the recorded cover, if there is one, allows bookings."""
    return not _is_too_low(provider) and not has_ended(provider=provider, now=now)


def state(*, provider: Provider, now: datetime) -> str:
    """Return what the recorded cover amounts to, of :data:`STATES`; ``none`` where nothing is recorded."""
    if _is_too_low(provider):
        return "too_low"
    if has_ended(provider=provider, now=now):
        return "ended"
    return "none" if provider.cover_amount is None and provider.cover_ends_on is None else "enough"


def certificate_state(certificate: ApplicationDocument | None) -> str:
    """Return what has become of a working provider's certificate, of :data:`CERTIFICATE_STATES`.

    It waits for an operator, another one was asked for, or, ``none``, there is nothing to be read.
    """
    if certificate is None or certificate.checked_at is not None:
        return "none"
    return "waits" if certificate.refused_at is None else "refused"


def without_enough(*, now: datetime) -> Q:
    """Return the condition on providers that is the opposite of :func:`is_enough`."""
    return Q(cover_amount__lt=LEAST_COVER) | Q(cover_ends_on__lt=clock.local_date(now))


def _is_too_low(provider: Provider) -> bool:
    return provider.cover_amount is not None and provider.cover_amount < LEAST_COVER


def has_ended(*, provider: Provider, now: datetime) -> bool:
    """Return whether the last Swiss day of the recorded cover is over."""
    return provider.cover_ends_on is not None and provider.cover_ends_on < clock.local_date(now)
