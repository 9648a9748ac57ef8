"""The figures that operators change without a release: prices, the fee, the policy, support contact.

Read them through :func:`at` only. Without a decision the specification's figures apply, with the contact of
the settings. A version begins at least :data:`NOTICE` after it is written, and every process rereads the
versions within :data:`REREAD_SECONDS`: so each knows of a version before it begins, without a query per
call. The figures of a past instant never change.

Amounts are CHF.
"""

from collections.abc import Sequence
from dataclasses import asdict, dataclass, fields
from datetime import datetime, time, timedelta
from decimal import Decimal
from time import monotonic
from typing import NamedTuple
from uuid import UUID

from django.conf import settings
from django.core.exceptions import ValidationError
from django.db import Error, IntegrityError, transaction
from django.utils.translation import gettext as _

from marketplace.errors import DomainError, Invalid, explain
from marketplace.models import FigureVersion

NOTICE = timedelta(minutes=1)
REREAD_SECONDS = 20

explain(
    figures_begin_too_soon="Figures can take effect a minute from now at the earliest (400).",
    figures_changed_meanwhile="Somebody has decided other figures meanwhile (409).",
    figures_unchanged="The figures are the same as those that they would replace (409).",
)


@dataclass(frozen=True)
class Figures:
    """The figures of one moment; the defaults are those of specification point 9.

    Days of the week count from Monday = 1. Support hours and the listing's hours are Swiss wall time.
    """

    support_email: str
    support_phone: str
    price_standard: Decimal = Decimal("25.00")
    price_premium: Decimal = Decimal("30.00")
    price_ironing: Decimal = Decimal("7.00")
    price_extra_kg: Decimal = Decimal("3.50")
    price_express: Decimal = Decimal("10.00")
    price_delicate: Decimal = Decimal("5.00")
    price_shirt: Decimal = Decimal("15.00")
    price_trousers: Decimal = Decimal("18.00")
    price_dress: Decimal = Decimal("20.00")
    price_coat: Decimal = Decimal("25.00")
    platform_fee: Decimal = Decimal("2.50")
    free_minutes_before_pickup: int = 60
    free_minutes_after_booking: int = 60
    late_fee_percent: int = 50
    hold_minutes: int = 15
    support_first_day: int = 1
    support_last_day: int = 5
    support_opens: time = time(8)
    support_closes: time = time(20)


#: The names of the figures: columns of a version, and form fields.
NAMES = tuple(field.name for field in fields(Figures))


class Version(NamedTuple):
    """Figures and the instant (UTC) from which they replace all versions written before."""

    valid_from: datetime
    figures: Figures


class _Cached(NamedTuple):
    versions: tuple[Version, ...]
    read_at: float


_cached: list[_Cached] = []


def specified() -> Figures:
    """Return the figures that apply without any decision."""
    return Figures(support_email=settings.SUPPORT_EMAIL, support_phone=settings.SUPPORT_PHONE)


def at(instant: datetime) -> Figures:
    """Return the figures that apply at an aware instant."""
    return next((one.figures for one in _versions() if one.valid_from <= instant), None) or specified()


def shown_at(instant: datetime) -> Figures:
    """Return :func:`at`, or the specification's figures while the database is unreachable.

    For pages that are shown even then. Code that writes uses :func:`at`.
    """
    try:
        return at(instant)
    except Error:
        return specified()


def coming(*, now: datetime) -> list[FigureVersion]:
    """Return the versions that have yet to begin, the next first, without those that a later one replaces."""
    found: list[FigureVersion] = []
    for version in FigureVersion.objects.filter(valid_from__gt=now).order_by("-number"):
        if not found or version.valid_from < found[0].valid_from:
            found.insert(0, version)
    return found


def cache_versions(versions: Sequence[Version]) -> None:
    """Cache versions, newest first, until the next reread."""
    _cached[:] = [_Cached(tuple(versions), monotonic())]


def forget() -> None:
    """Clear the cache."""
    _cached.clear()


def _versions() -> tuple[Version, ...]:
    cached = _cached[:]
    if cached and monotonic() - cached[0].read_at < REREAD_SECONDS:
        return cached[0].versions
    # Versions are decisions of people, so there are never many.
    rows = FigureVersion.objects.order_by("-number")
    versions = tuple(Version(row.valid_from, figures_of(row)) for row in rows)
    cache_versions(versions)
    return versions


def figures_of(version: FigureVersion) -> Figures:
    """Return the figures of a version."""
    return Figures(**{name: getattr(version, name) for name in NAMES})


def newest_number() -> int:
    """Return the number of the newest version; 0: none."""
    newest = FigureVersion.objects.values_list("number", flat=True).first()
    return newest or 0


def unsaved(*, figures: Figures, valid_from: datetime, reason: str, now: datetime) -> FigureVersion:
    """Return a valid, unsaved version without number and author.

    Raises ``Invalid`` (400) where a figure is out of bounds, and ``figures_begin_too_soon`` (400).
    """
    version = FigureVersion(valid_from=valid_from, written_at=now, reason=reason, **asdict(figures))
    if valid_from < now + NOTICE:
        sentence = _("Please choose a moment that is at least a minute from now.")
        raise Invalid(sentence, code="figures_begin_too_soon", fields={"valid_from": [sentence]})
    try:
        # The database has the same bounds as check constraints.
        version.full_clean(exclude=["number", "made_by"], validate_unique=False, validate_constraints=False)
    except ValidationError as error:
        raise Invalid(" ".join(error.messages), fields=error.message_dict) from None
    _refuse_contradictions(figures)
    return version


def _refuse_contradictions(figures: Figures) -> None:
    """Raise ``Invalid`` (400) for figures that contradict each other."""
    if figures.price_premium < figures.price_standard:
        sentence = _("Premium care costs at least as much as standard wash and fold.")
        raise Invalid(sentence, fields={"price_premium": [sentence]})
    if figures.support_last_day < figures.support_first_day:
        sentence = _("The last day comes before the first.")
        raise Invalid(sentence, fields={"support_last_day": [sentence]})
    if figures.support_closes <= figures.support_opens:
        sentence = _("Support closes before it opens.")
        raise Invalid(sentence, fields={"support_closes": [sentence]})


def decide(
    *, figures: Figures, valid_from: datetime, reason: str, decided_by_id: UUID, seen: int, now: datetime
) -> FigureVersion:
    """Save the version that applies from ``valid_from`` on, in place of all versions written before.

    ``seen`` is the number of the newest version that the operator was shown. Raises ``Invalid`` (400) and
    ``figures_begin_too_soon`` (400), and 409 ``figures_unchanged`` where the version would change nothing,
    ``figures_changed_meanwhile`` where somebody else was faster.
    """
    version = unsaved(figures=figures, valid_from=valid_from, reason=reason, now=now)
    forget()
    if figures == at(valid_from) and not any(one.valid_from > valid_from for one in coming(now=now)):
        raise DomainError(_("These are the figures that hold then anyway."), code="figures_unchanged")
    version.number, version.made_by_id = seen + 1, decided_by_id
    try:
        with transaction.atomic():
            version.save(force_insert=True)
    except IntegrityError:
        raise DomainError(
            _("Somebody has decided other figures meanwhile. Please look at them first."),
            code="figures_changed_meanwhile",
        ) from None
    forget()
    return version
