"""The figures that operators change; also imports the models of the packages, so that Django finds them."""

from decimal import Decimal
from typing import Any

from django.conf import settings
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from marketplace.admin_site.panels import DashboardPanel
from marketplace.db.append_only import AppendOnly
from marketplace.events.models import LiveEvent
from marketplace.http.models import IdempotencyRecord
from marketplace.jobs.models import Job, OutboxMessage, SweepRun
from marketplace.money import MoneyField

__all__ = [
    "BOUNDS",
    "DashboardPanel",
    "FigureVersion",
    "IdempotencyRecord",
    "Job",
    "LiveEvent",
    "OutboxMessage",
    "SweepRun",
]

#: Minimum and maximum that operators may set: CHF, minutes, percent, days of the week from Monday = 1.
BOUNDS: dict[str, tuple[Decimal | int, Decimal | int]] = {
    "price_standard": (Decimal("1.00"), Decimal("500.00")),
    "price_premium": (Decimal("1.00"), Decimal("500.00")),
    "price_ironing": (Decimal("1.00"), Decimal("500.00")),
    "price_extra_kg": (Decimal("0.50"), Decimal("100.00")),
    "price_express": (Decimal("0.50"), Decimal("200.00")),
    "price_delicate": (Decimal("0.50"), Decimal("200.00")),
    "price_shirt": (Decimal("0.50"), Decimal("200.00")),
    "price_trousers": (Decimal("0.50"), Decimal("200.00")),
    "price_dress": (Decimal("0.50"), Decimal("200.00")),
    "price_coat": (Decimal("0.50"), Decimal("200.00")),
    "platform_fee": (Decimal("0.50"), Decimal("50.00")),
    "free_minutes_before_pickup": (15, 1440),
    "free_minutes_after_booking": (5, 1440),
    "late_fee_percent": (0, 100),
    "hold_minutes": (10, 60),
    "support_first_day": (1, 7),
    "support_last_day": (1, 7),
}


def _limits(name: str) -> list[Any]:
    least, most = BOUNDS[name]
    return [MinValueValidator(least), MaxValueValidator(most)]


def _amount(name: str, label: Any) -> Any:
    return MoneyField(label, validators=_limits(name))


def _number(name: str, label: Any) -> Any:
    return models.PositiveSmallIntegerField(label, validators=_limits(name))


def _within_bounds() -> list[models.CheckConstraint]:
    return [
        models.CheckConstraint(
            name=f"{name}_within_bounds",
            condition=Q(**{f"{name}__gte": least, f"{name}__lte": most}),
        )
        for name, (least, most) in BOUNDS.items()
    ]


class FigureVersion(AppendOnly):
    """One decided version of all figures that operators change. :mod:`marketplace.figures` reads them.

    ``number`` counts up by one. From ``valid_from`` on a version replaces every one that was written
    before it, also those that would have begun later.
    """

    number = models.PositiveIntegerField(_("version"), primary_key=True)
    written_at = models.DateTimeField(_("written"))
    valid_from = models.DateTimeField(_("valid from"))
    made_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.PROTECT,
        related_name="+",
        db_index=False,
        verbose_name=_("decided by"),
    )
    reason = models.CharField(_("reason"), max_length=200)

    price_standard = _amount("price_standard", _("Standard wash and fold"))
    price_premium = _amount("price_premium", _("Premium care"))
    price_ironing = _amount("price_ironing", _("Ironing only"))
    price_extra_kg = _amount("price_extra_kg", _("Each kilogram above 10"))
    price_express = _amount("price_express", _("Express same-day"))
    price_delicate = _amount("price_delicate", _("Delicate items"))
    price_shirt = _amount("price_shirt", _("Dry cleaning: shirt or blouse"))
    price_trousers = _amount("price_trousers", _("Dry cleaning: trousers or skirt"))
    price_dress = _amount("price_dress", _("Dry cleaning: dress or jacket"))
    price_coat = _amount("price_coat", _("Dry cleaning: coat"))
    platform_fee = _amount("platform_fee", _("Platform fee"))

    free_minutes_before_pickup = _number(
        "free_minutes_before_pickup", _("Minutes before pickup until which cancelling is free")
    )
    free_minutes_after_booking = _number(
        "free_minutes_after_booking", _("Minutes after booking during which cancelling is free")
    )
    late_fee_percent = _number("late_fee_percent", _("Late fee that new providers begin with, in percent"))
    hold_minutes = _number("hold_minutes", _("Minutes for which a place is held until it is paid"))

    support_email = models.EmailField(_("Support: email"))
    support_phone = models.CharField(_("Support: phone"), max_length=30)
    support_first_day = _number("support_first_day", _("Support: first day of the week"))
    support_last_day = _number("support_last_day", _("Support: last day of the week"))
    support_opens = models.TimeField(_("Support: opens"))
    support_closes = models.TimeField(_("Support: closes"))

    class Meta:
        ordering = ["-number"]
        verbose_name = _("figures")
        verbose_name_plural = _("figures")
        constraints = [
            *_within_bounds(),
            models.CheckConstraint(
                name="figures_begin_after_they_are_written", condition=Q(valid_from__gt=F("written_at"))
            ),
            models.CheckConstraint(
                name="premium_costs_no_less_than_standard",
                condition=Q(price_premium__gte=F("price_standard")),
            ),
            models.CheckConstraint(
                name="support_opens_before_it_closes",
                condition=Q(support_opens__lt=F("support_closes"))
                & Q(support_first_day__lte=F("support_last_day")),
            ),
        ]

    def __str__(self) -> str:
        return f"#{self.number}"
