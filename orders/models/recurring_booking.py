"""Recurring bookings and their single pickups (occurrences)."""

from datetime import date, datetime, time
from decimal import Decimal
from uuid import uuid4
from zoneinfo import ZoneInfo

from django.conf import settings
from django.db import models
from django.db.models import F, Q, Value
from django.db.models.functions import Coalesce
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from marketplace import clock, wall_time
from marketplace.db.text_search import ReversedText, SearchIndex
from orders.models.choices import ServiceType
from orders.models.order import Order
from orders.models.saved_card import SavedCard
from providers.models import Provider


class RecurringPattern(models.TextChoices):
    """How often a recurring booking has a pickup (specification point 3)."""

    WEEKLY = "weekly", gettext_lazy("Weekly")
    BIWEEKLY = "biweekly", gettext_lazy("Biweekly")
    MONTHLY = "monthly", gettext_lazy("Monthly")


class RecurringBooking(models.Model):
    """A customer's recurring booking with a provider.

    The rule is a day of the week or of the month, a wall time and its time zone. ``first_on`` is the first
    date, from which all others follow. Occurrences exist up to ``extended_until``; on ``extend_on`` the next
    one comes within the six weeks for which they are made. ``holds_hour``: no other active booking of the
    customer has this day and time with this provider; false in rows older than that rule.
    ``provider_away_since`` is set while the provider takes no bookings and the customer has been notified.
    ``repriced_at`` is when service, weight or add-ons, and so the price, last changed; null if never.
    ``add_ons`` maps kinds of lines to quantities.
    """

    # Annotation by :mod:`orders.recurring.recurring_selectors` for the JSON.
    service_area_codes: list[str]

    id = models.UUIDField(primary_key=True, default=uuid4, editable=False)
    customer = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.PROTECT,
        related_name="recurring_bookings",
        db_index=False,
    )
    provider = models.ForeignKey(Provider, on_delete=models.PROTECT, related_name="recurring_bookings")
    service_type = models.CharField(max_length=12, choices=ServiceType)
    weight = models.DecimalField(
        max_digits=4, decimal_places=1, default=Decimal("10.0"), help_text=gettext_lazy("kilograms")
    )
    add_ons = models.JSONField(
        gettext_lazy("add-ons"), default=dict, db_default=Value({}, models.JSONField()), blank=True
    )
    pickup_address = models.CharField(max_length=300)
    delivery_address = models.CharField(max_length=300)
    special_instructions = models.TextField(max_length=1000, blank=True)

    pattern = models.CharField(max_length=10, choices=RecurringPattern)
    day_of_week = models.PositiveSmallIntegerField(
        null=True, blank=True, help_text=gettext_lazy("0 = Sunday to 6 = Saturday; weekly and biweekly only")
    )
    day_of_month = models.PositiveSmallIntegerField(
        null=True, blank=True, help_text=gettext_lazy("1 to 28; monthly only")
    )
    preferred_time = models.TimeField(help_text=gettext_lazy("wall time in the booking's zone"))
    time_zone = models.CharField(max_length=40, default="Europe/Zurich")
    first_on = models.DateField()

    saved_card = models.ForeignKey(
        SavedCard,
        null=True,
        blank=True,
        on_delete=models.SET_NULL,
        related_name="+",
        help_text=gettext_lazy("the card to charge; none: the customer's default card"),
    )
    is_active = models.BooleanField(default=True)
    holds_hour = models.BooleanField(default=True, db_default=False, editable=False)
    paused_until = models.DateField(
        null=True, blank=True, help_text=gettext_lazy("pickups begin again on this day")
    )
    ended_at = models.DateTimeField(null=True, blank=True)
    provider_away_since = models.DateTimeField(null=True, blank=True)
    created_at = models.DateTimeField()
    repriced_at = models.DateTimeField(null=True, blank=True, editable=False)
    extended_until = models.DateField()
    extend_on = models.DateField()

    class Meta:
        ordering = ["-created_at", "-id"]
        constraints = [
            models.CheckConstraint(
                name="recurring_day_fits_pattern",
                condition=Q(
                    pattern__in=["weekly", "biweekly"],
                    day_of_week__isnull=False,
                    day_of_week__lte=6,
                    day_of_month__isnull=True,
                )
                | Q(
                    pattern="monthly",
                    day_of_week__isnull=True,
                    day_of_month__isnull=False,
                    day_of_month__gte=1,
                    day_of_month__lte=28,
                ),
            ),
            models.CheckConstraint(
                name="recurring_weight_from_10_to_15", condition=Q(weight__gte=10, weight__lte=15)
            ),
            models.CheckConstraint(
                name="ended_recurring_is_inactive",
                condition=Q(is_active=True, ended_at__isnull=True)
                | Q(is_active=False, ended_at__isnull=False),
            ),
            models.UniqueConstraint(
                fields=["customer", "provider", "day_of_week", "preferred_time"],
                name="one_recurring_per_weekday_hour",
                condition=Q(is_active=True, holds_hour=True, day_of_week__isnull=False),
            ),
            models.UniqueConstraint(
                fields=["customer", "provider", "day_of_month", "preferred_time"],
                name="one_recurring_per_month_day_hour",
                condition=Q(is_active=True, holds_hour=True, day_of_month__isnull=False),
            ),
        ]
        indexes = [
            SearchIndex(ReversedText("id"), name="recurring_by_end_of_id"),
            models.Index(fields=["customer", "-created_at"], name="recurring_of_customer"),
            models.Index(fields=["-created_at", "-id"], name="recurring_newest"),
            models.Index(fields=["extend_on"], name="recurring_to_extend", condition=Q(is_active=True)),
            # For erasing what is old (orders/privacy/erasing.py).
            models.Index(fields=["ended_at"], name="recurring_with_address", condition=~Q(pickup_address="")),
        ]

    def __str__(self) -> str:
        """``Anna M., every Monday at 09:00``."""
        return f"{self.customer.short_name}, {self.rhythm}"

    @property
    def price_agreed_at(self) -> datetime:
        """The moment whose prices apply to its orders."""
        return self.repriced_at or self.created_at

    def pickup_on(self, day: date, wall: time | None = None) -> datetime:
        """Return the instant (UTC) of a pickup on a day, at the usual time unless ``wall`` is another."""
        return clock.at_wall_time(day, wall or self.preferred_time, zone=ZoneInfo(self.time_zone))

    @property
    def rhythm(self) -> str:
        """The rule as text: ``every Monday at 09:00``, ``on day 5 of each month at …``."""
        wall = f"{self.preferred_time:%H:%M}"
        if self.day_of_week is None:
            return _("on day {day} of each month at {time}").format(day=self.day_of_month, time=wall)
        day = wall_time.inside_sentence(wall_time.WEEKDAYS[self.day_of_week])
        if self.pattern == RecurringPattern.WEEKLY:
            return _("every {day} at {time}").format(day=day, time=wall)
        return _("every second {day} at {time}").format(day=day, time=wall)


class OccurrenceStatus(models.TextChoices):
    """The status of one date of a recurring booking."""

    PLANNED = "planned", gettext_lazy("Planned")
    PLACED = "placed", gettext_lazy("Placed")
    SKIPPED = "skipped", gettext_lazy("Skipped")
    MISSED = "missed", gettext_lazy("Missed")
    CANCELLED = "cancelled", gettext_lazy("Cancelled")


class OccurrenceReason(models.TextChoices):
    """Why an occurrence does not take place."""

    BY_CUSTOMER = "by_customer", gettext_lazy("You skipped this pickup.")
    PAUSED = "paused", gettext_lazy("Your recurring booking is paused.")
    NO_CAPACITY = "no_place", gettext_lazy("The provider had no free place on that day.")
    NOT_PAID = "payment_not_completed", gettext_lazy("The payment was not completed in time.")
    PROVIDER_AWAY = "provider_not_available", gettext_lazy("The provider took no bookings.")
    TOO_LATE = "too_late", gettext_lazy("We could not book this pickup in time.")
    ORDER_CANCELLED = "order_cancelled", gettext_lazy("The order was cancelled.")
    ENDED = "ended", gettext_lazy("You ended this recurring booking.")
    OTHER_PICKUP = "other_pickup", gettext_lazy("Another pickup of this booking is on that day.")
    UNPAID_PICKUPS = "unpaid_pickups", gettext_lazy("Other pickups were waiting for your payment.")


class Occurrence(models.Model):
    """One date of a recurring booking: planned, until it is placed as an order or does not take place.

    ``on`` is the date by the rule; a customer may move it once. ``place_at``, ``charge_at`` and ``remind_at``
    are due times that the sweeps read: when to place the order, when to charge the card, when to remind the
    customer who was asked for payment at ``asked_at``. ``waiting_since`` is when the customer was notified
    that other pickups must be paid before this one is placed.
    """

    id = models.UUIDField(primary_key=True, default=uuid4, editable=False)
    booking = models.ForeignKey(
        RecurringBooking, on_delete=models.CASCADE, related_name="occurrences", db_index=False
    )
    on = models.DateField()
    moved_to = models.DateField(null=True, blank=True)
    moved_time = models.TimeField(null=True, blank=True)
    status = models.CharField(max_length=10, choices=OccurrenceStatus, default=OccurrenceStatus.PLANNED)
    reason = models.CharField(max_length=24, choices=OccurrenceReason, blank=True)
    order = models.OneToOneField(
        Order, null=True, blank=True, on_delete=models.PROTECT, related_name="occurrence"
    )
    place_at = models.DateTimeField()
    waiting_since = models.DateTimeField(null=True, blank=True)
    charge_at = models.DateTimeField(null=True, blank=True)
    charge_attempts = models.PositiveSmallIntegerField(default=0)
    asked_at = models.DateTimeField(null=True, blank=True)
    remind_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["on"]
        constraints = [
            models.UniqueConstraint(fields=["booking", "on"], name="one_occurrence_per_date"),
            models.UniqueConstraint(
                F("booking"), Coalesce("moved_to", "on"), name="one_occurrence_per_day_of_pickup"
            ),
            models.CheckConstraint(
                name="placed_occurrence_has_an_order",
                condition=(Q(status="placed") & Q(order__isnull=False))
                | (Q(status__in=["planned", "missed"]) & Q(order__isnull=True))
                | Q(status__in=["skipped", "cancelled"]),
            ),
            models.CheckConstraint(
                name="only_placed_occurrences_are_charged",
                condition=Q(status="placed") | Q(charge_at__isnull=True, remind_at__isnull=True),
            ),
            models.CheckConstraint(
                name="moved_occurrence_has_day_and_time",
                condition=Q(moved_to__isnull=True, moved_time__isnull=True)
                | Q(moved_to__isnull=False, moved_time__isnull=False),
            ),
        ]
        indexes = [
            models.Index(
                fields=["place_at", "id"], name="occurrences_to_place", condition=Q(status="planned")
            ),
            models.Index(
                fields=["charge_at"], name="occurrences_to_charge", condition=Q(charge_at__isnull=False)
            ),
            models.Index(fields=["-on", "-id"], name="occurrences_by_day"),
            models.Index(
                fields=["remind_at"], name="occurrences_to_remind", condition=Q(remind_at__isnull=False)
            ),
        ]

    def __str__(self) -> str:
        """``Recurring pickup, Mon 23 Nov 2026``."""
        return _("Recurring pickup, {date}").format(date=wall_time.full_day(self.day))

    @property
    def day(self) -> date:
        """The day of the pickup, after a move by the customer."""
        return self.moved_to or self.on

    @property
    def pickup_at(self) -> datetime:
        """The instant (UTC) of the pickup, after a move by the customer; its order may keep another."""
        return self.booking.pickup_on(self.day, self.moved_time)

    @property
    def arranged(self) -> "Order | RecurringBooking":
        """What says who comes: an order keeps its own provider, also if the booking has another by now."""
        return self.order or self.booking
