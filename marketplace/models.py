"""Rows of the plumbing: answers kept for repeats, messages to hand on, events to stream."""

from decimal import Decimal
from typing import Any

from django.conf import settings
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from marketplace.db.append_only import AppendOnly
from marketplace.http.packing import unpack
from marketplace.jobs.due import DueWork
from marketplace.money import MoneyField


class IdempotencyRecord(models.Model):
    """The first response to a write that carried an ``Idempotency-Key``, kept 30 days.

    After two days, when hardly anybody repeats a call, ``answer`` is moved to ``packed``, a quarter of
    its size.

    ``fingerprint`` is the SHA-256 of method, path and body: the same key with another fingerprint
    is a mistake of the client (422).
    """

    account = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.CASCADE,
        related_name="idempotency_records",
        db_index=False,
    )
    key = models.CharField(max_length=255)
    fingerprint = models.CharField(max_length=64)
    status = models.PositiveSmallIntegerField()
    answer = models.JSONField()
    packed = models.BinaryField(null=True, blank=True)
    headers = models.JSONField(default=dict)
    created_at = models.DateTimeField(db_index=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["account", "key"], name="one_answer_per_account_and_key")
        ]

    def __str__(self) -> str:
        return f"{self.key} ({self.status})"

    @property
    def first_response_body(self) -> Any:
        """What was answered, wherever it is kept."""
        return self.answer if self.packed is None else unpack(bytes(self.packed))


class OutboxMessage(DueWork):
    """Something to do after the transaction that wrote it: an e-mail, a card to forget, a push.

    Written with the change, relayed afterwards at least once; its handler must bear a repeat.
    """

    topic = models.CharField(max_length=64)
    payload = models.JSONField()
    created_at = models.DateTimeField()
    done_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        indexes = [
            models.Index(
                fields=["due_at"],
                name="outbox_due",
                condition=Q(done_at__isnull=True, parked_at__isnull=True),
            ),
            models.Index(fields=["parked_at"], name="outbox_parked", condition=Q(parked_at__isnull=False)),
            # What is removed each night.
            models.Index(fields=["done_at"], name="outbox_done", condition=Q(done_at__isnull=False)),
        ]

    def __str__(self) -> str:
        return f"{self.topic} #{self.pk}"


class Job(DueWork):
    """What is being done about a row that is due by itself, or what went wrong with it.

    ``kind`` names the sweep, ``subject`` is the row's id. It is made when the row is taken and removed
    when it is done, so there are few.
    """

    kind = models.CharField(max_length=40)
    subject = models.UUIDField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["kind", "subject"], name="one_job_per_kind_and_subject")
        ]
        indexes = [
            models.Index(fields=["subject"], name="job_subject"),
            models.Index(fields=["parked_at"], name="job_parked", condition=Q(parked_at__isnull=False)),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.subject}"


class LiveEvent(models.Model):
    """One event for one account's open pages; ``id`` is the stream's ``Last-Event-ID``."""

    account = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="live_events", db_index=False
    )
    topic = models.CharField(max_length=32)
    data = models.JSONField()
    created_at = models.DateTimeField(db_index=True)

    class Meta:
        indexes = [models.Index(fields=["account", "id"], name="live_event_replay")]

    def __str__(self) -> str:
        return f"{self.topic} #{self.pk}"


#: The least and the most that operators may decide: CHF, minutes, percent, days of the week from Monday (1).
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
    """The figures that operators turn, all of them, as decided once. :mod:`marketplace.figures` reads them.

    ``number`` counts up by one. From ``valid_from`` on a version takes the place of every one that was
    written before it, those included that were to begin later.
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

    support_email = models.EmailField(_("Support: e-mail"))
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
