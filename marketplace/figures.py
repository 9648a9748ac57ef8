"""The figures that operators turn without a release: prices, the fee, the policy, how support is reached.

:func:`at` is the one door to them. Where nothing has been decided those of the specification hold, with the
contact of the settings. A version begins at the earliest :data:`NOTICE` after it is written, and every
process reads the versions again within :data:`REREAD_SECONDS`: so each knows of a version before it begins,
and none has to ask for every call. What held at some moment in the past never changes any more.

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
    figures_begin_too_soon="Figures begin a minute from now at the earliest (400).",
    figures_changed_meanwhile="Somebody has decided other figures meanwhile (409).",
    figures_unchanged="The figures are the same as those that they would replace (409).",
)


@dataclass(frozen=True)
class Figures:
    """What holds at one moment; without more said, the figures of specification point 9.

    Days of the week count from Monday, 1. Support's hours are Swiss wall time, and the listing's as well.
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


#: The names of the figures, as columns of a version and in forms.
NAMES = tuple(field.name for field in fields(Figures))


class Version(NamedTuple):
    """Figures and the moment (UTC) from which they take the place of all that were written before."""

    valid_from: datetime
    figures: Figures


class _Cached(NamedTuple):
    versions: tuple[Version, ...]
    read_at: float


_cached: list[_Cached] = []


def specified() -> Figures:
    """Return the figures that hold where nobody has decided others."""
    return Figures(support_email=settings.SUPPORT_EMAIL, support_phone=settings.SUPPORT_PHONE)


def at(instant: datetime) -> Figures:
    """Return the figures that hold, or held, at an aware instant."""
    return next((one.figures for one in _versions() if one.valid_from <= instant), None) or specified()


def shown_at(instant: datetime) -> Figures:
    """Return what :func:`at` does; while the database cannot be asked, what is specified.

    For pages that are shown even then. Whoever writes asks :func:`at`.
    """
    try:
        return at(instant)
    except Error:
        return specified()


def coming(*, now: datetime) -> list[FigureVersion]:
    """Return the versions that are still to begin, the next first; what a later one replaces is left out."""
    found: list[FigureVersion] = []
    for version in FigureVersion.objects.filter(valid_from__gt=now).order_by("-number"):
        if not found or version.valid_from < found[0].valid_from:
            found.insert(0, version)
    return found


def cache_versions(versions: Sequence[Version]) -> None:
    """Keep versions, what was written last first, until they are read again."""
    _cached[:] = [_Cached(tuple(versions), monotonic())]


def forget() -> None:
    """Read the versions anew with the next question."""
    _cached.clear()


def _versions() -> tuple[Version, ...]:
    cached = _cached[:]
    if cached and monotonic() - cached[0].read_at < REREAD_SECONDS:
        return cached[0].versions
    # A person decides each of them: there are never many.
    rows = FigureVersion.objects.order_by("-number")
    versions = tuple(Version(row.valid_from, figures_of(row)) for row in rows)
    cache_versions(versions)
    return versions


def figures_of(version: FigureVersion) -> Figures:
    """Return the figures of a version."""
    return Figures(**{name: getattr(version, name) for name in NAMES})


def newest_number() -> int:
    """Return the number of what was decided last; 0: nothing yet."""
    newest = FigureVersion.objects.values_list("number", flat=True).first()
    return newest or 0


def unsaved(*, figures: Figures, valid_from: datetime, reason: str, now: datetime) -> FigureVersion:
    """Return a version that could be decided now, without a number and whose it is.

    Raises ``Invalid`` (400) where a figure is beyond its bounds, and ``figures_begin_too_soon`` (400).
    """
    version = FigureVersion(valid_from=valid_from, written_at=now, reason=reason, **asdict(figures))
    if valid_from < now + NOTICE:
        sentence = _("Please choose a moment that is at least a minute from now.")
        raise Invalid(sentence, code="figures_begin_too_soon", fields={"valid_from": [sentence]})
    try:
        # The database holds the same bounds once more.
        version.full_clean(exclude=["number", "made_by"], validate_unique=False, validate_constraints=False)
    except ValidationError as error:
        raise Invalid(" ".join(error.messages), fields=error.message_dict) from None
    _refuse_contradictions(figures)
    return version


def _refuse_contradictions(figures: Figures) -> None:
    """Raise ``Invalid`` (400) where figures that stand together do not go together."""
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
    """Write the version that holds from ``valid_from`` on, in the place of all that were written before.

    ``seen`` is the number of the newest version that whoever decides has seen. Raises ``Invalid`` (400) and
    ``figures_begin_too_soon`` (400), and 409 ``figures_unchanged`` where nothing would be another than
    without it, ``figures_changed_meanwhile`` where somebody else was faster.
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
