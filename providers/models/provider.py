"""Providers, their service areas, reviews and favourites."""

import re
from datetime import datetime
from uuid import uuid4

from django.conf import settings
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models import Case, F, Q, Value, When
from django.db.models.functions import Now  # noqa: TID251 - for rows of the previous release
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from marketplace.money import MoneyField


def average_rating(rating_sum: int, review_count: int) -> float:
    """Return the average number of stars with one decimal, half up; 0 without a review."""
    if not review_count:
        return 0.0
    return (20 * rating_sum + review_count) // (2 * review_count) / 10


_SENTENCE_END = re.compile(r"(?<=[.!?])\s|\n")
LONGEST_EXCERPT = 100


def excerpt_of(bio: str) -> str:
    """Return the first sentence of a description; one beyond 100 characters is cut between words."""
    sentence = _SENTENCE_END.split(bio.strip(), maxsplit=1)[0].strip()
    if len(sentence) <= LONGEST_EXCERPT:
        return sentence
    return sentence[: LONGEST_EXCERPT - 1].rsplit(" ", 1)[0].rstrip(",;:") + "…"


# :func:`average_rating` in tenths, as a database expression.
RATING_IN_TENTHS = Case(
    When(review_count=0, then=Value(0)),
    default=(F("rating_sum") * 20 + F("review_count")) / (F("review_count") * 2),
)


class PostalCode(models.Model):
    """A Swiss postal code with the main locality that names it, and that one's coordinates (WGS 84).

    ``others`` are the names of its further localities, separated by ``|``.
    """

    code = models.CharField(max_length=4, primary_key=True)
    locality = models.CharField(max_length=80, db_column="place")
    canton = models.CharField(max_length=2, blank=True)
    latitude = models.FloatField()
    longitude = models.FloatField()
    others = models.TextField(blank=True, default="", db_default="")

    def __str__(self) -> str:
        return f"{self.code} {self.locality}"

    @property
    def localities(self) -> list[str]:
        """The names of all of its localities, the main one first."""
        return [self.locality, *filter(None, self.others.split("|"))]


class Provider(models.Model):
    """Somebody who does laundry for others.

    The row begins with the application (:class:`Application`); ``status`` alone says how far that has come.
    Listed only while ``approved`` and while free capacity that has not begun exists within the next 28 days.
    ``paused_until`` is the Swiss day on which a pause ends by itself, ``paused_by_operator`` a pause that an
    operator ordered and only an operator ends.
    ``cover_amount`` (CHF) and ``cover_ends_on`` (the last Swiss day) are what an operator recorded from the
    certificate of the liability insurance. ``cover_lapsed`` says that this cover is not enough, or has ended:
    beside ``paused_by_operator`` the pause is for that alone, else the provider's own goes on beside it.
    ``rating_sum`` and ``review_count`` count visible reviews and change in the transaction in which one
    becomes visible, or no longer is.
    """

    # Annotated by :func:`providers.selectors.with_card`.
    service_area_codes: list[str]

    class Status(models.TextChoices):
        DRAFT = "draft", gettext_lazy("Application not handed in")
        SUBMITTED = "submitted", gettext_lazy("Waiting for review")
        CHANGES = "changes", gettext_lazy("Changes asked for")
        APPROVED = "approved", gettext_lazy("Approved")
        REJECTED = "rejected", gettext_lazy("Rejected")
        PAUSED = "paused", gettext_lazy("Paused")

    id = models.UUIDField(primary_key=True, default=uuid4, editable=False)
    user = models.OneToOneField(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="provider")
    status = models.CharField(max_length=12, choices=Status, default=Status.DRAFT)
    approved_at = models.DateTimeField(null=True, blank=True)
    paused_until = models.DateField(null=True, blank=True)
    paused_by_operator = models.BooleanField(default=False, db_default=False)
    cover_amount = MoneyField(null=True, blank=True)
    cover_ends_on = models.DateField(null=True, blank=True)
    cover_lapsed = models.BooleanField(default=False, db_default=False)
    business_name = models.CharField(max_length=120, blank=True)
    bio = models.TextField(max_length=1000, blank=True)
    specialties = models.JSONField(default=list, blank=True)
    profile_image_url = models.CharField(max_length=200, blank=True)
    accepts_instantly = models.BooleanField(default=True)
    late_fee_percent = models.PositiveSmallIntegerField(default=50)
    rating_sum = models.PositiveIntegerField(default=0)
    review_count = models.PositiveIntegerField(default=0)
    created_at = models.DateTimeField(default=timezone.now)  # noqa: TID251 - migrations know it by this name

    class Meta:
        constraints = [
            models.CheckConstraint(
                name="rating_sum_fits_review_count",
                condition=Q(rating_sum__gte=F("review_count")) & Q(rating_sum__lte=F("review_count") * 5),
            ),
            models.CheckConstraint(name="late_fee_is_a_share", condition=Q(late_fee_percent__lte=100)),
            models.CheckConstraint(
                name="cover_is_an_amount", condition=Q(cover_amount__isnull=True) | Q(cover_amount__gte=0)
            ),
        ]
        indexes = [
            models.Index(fields=["status"], name="provider_status"),
            models.Index(fields=["-created_at", "-id"], name="providers_newest"),
            models.Index(
                fields=["cover_ends_on"],
                name="providers_by_end_of_cover",
                condition=Q(cover_ends_on__isnull=False, status__in=["approved", "paused"]),
            ),
            # Serves the list without a postal code, in its order: average rating in tenths, then id.
            models.Index(
                RATING_IN_TENTHS.desc(), "id", name="listed_best_first", condition=Q(status="approved")
            ),
        ]

    def __str__(self) -> str:
        return self.business_name or str(self.user)

    @property
    def rating(self) -> float:
        """Average of the visible reviews with one decimal, half up; 0 until the first."""
        return average_rating(self.rating_sum, self.review_count)

    @property
    def is_paused_for_cover(self) -> bool:
        """Whether the pause is for lack of cover alone, so that a new certificate ends it."""
        return self.paused_by_operator and self.cover_lapsed

    @property
    def is_paused_for_good(self) -> bool:
        """Whether the provider stays paused until an operator opens them again."""
        return self.paused_by_operator and self.paused_until is None and not self.cover_lapsed


class ServiceArea(models.Model):
    """A postal code that a provider serves; ``position`` is its order in the provider's own list."""

    provider = models.ForeignKey(
        Provider, on_delete=models.CASCADE, related_name="service_areas", db_index=False
    )
    postal_code = models.CharField(max_length=4)
    position = models.PositiveSmallIntegerField(default=0)

    class Meta:
        ordering = ["position", "id"]
        constraints = [
            models.UniqueConstraint(fields=["provider", "postal_code"], name="one_row_per_served_code")
        ]
        indexes = [models.Index(fields=["postal_code", "provider"], name="providers_of_code")]

    def __str__(self) -> str:
        return self.postal_code


class ReviewQuerySet(models.QuerySet["Review"]):
    """Reviews, by who may see them."""

    def visible(self) -> "ReviewQuerySet":
        """Return those that everybody sees and that count: published, and not hidden."""
        return self.filter(published_at__isnull=False, hidden_at__isnull=True)

    def to_publish(self, *, now: datetime) -> "ReviewQuerySet":
        """Return those whose time to wait for the provider's rating is over, the earliest first."""
        waiting = self.filter(published_at__isnull=True, publish_due_at__lte=now)
        return waiting.order_by("publish_due_at", "pk")


class Review(models.Model):
    """A customer's review of a completed order; at most one per order, answered at most once.

    Only its author sees it until ``published_at``: once the provider has rated the customer, too, or at
    ``publish_due_at``. Both are UTC.
    """

    id = models.UUIDField(primary_key=True, default=uuid4, editable=False)
    provider = models.ForeignKey(Provider, on_delete=models.PROTECT, related_name="reviews", db_index=False)
    order = models.OneToOneField("orders.Order", on_delete=models.PROTECT, related_name="review")
    author = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="reviews")
    rating = models.PositiveSmallIntegerField(validators=[MinValueValidator(1), MaxValueValidator(5)])
    comment = models.TextField(max_length=2000, blank=True)
    created_at = models.DateTimeField()
    # The default is for rows that the previous release writes, which counts a review at once.
    published_at = models.DateTimeField(null=True, blank=True, db_default=Now())
    publish_due_at = models.DateTimeField(null=True, blank=True)
    hidden_at = models.DateTimeField(null=True, blank=True)
    answer = models.TextField(max_length=2000, blank=True)
    answered_at = models.DateTimeField(null=True, blank=True)

    objects = ReviewQuerySet.as_manager()

    class Meta:
        ordering = ["-created_at", "-id"]
        constraints = [
            models.CheckConstraint(name="rating_from_1_to_5", condition=Q(rating__gte=1, rating__lte=5)),
            models.CheckConstraint(
                name="unpublished_reviews_are_due",
                condition=Q(published_at__isnull=False) | Q(publish_due_at__isnull=False),
            ),
        ]
        indexes = [
            models.Index(
                fields=["publish_due_at"], name="reviews_to_publish", condition=Q(published_at__isnull=True)
            ),
            models.Index(fields=["provider", "-created_at"], name="review_newest"),
            models.Index(fields=["-created_at", "-id"], name="reviews_newest_of_all"),
            models.Index(fields=["-created_at"], name="reviews_hidden", condition=Q(hidden_at__isnull=False)),
        ]

    def __str__(self) -> str:
        return _("Review with {rating} of 5 stars").format(rating=self.rating)


class Favourite(models.Model):
    """A provider whom an account has marked as favourite."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="favourites", db_index=False
    )
    provider = models.ForeignKey(Provider, on_delete=models.CASCADE, related_name="favourites")
    created_at = models.DateTimeField()

    class Meta:
        ordering = ["-created_at", "-id"]
        constraints = [
            models.UniqueConstraint(fields=["user", "provider"], name="one_favourite_per_provider")
        ]

    def __str__(self) -> str:
        return str(self.provider_id)


class CatalogueChange(models.Model):
    """One change that a provider list could show (``catalogue.py`` says how they are read).

    Caches of the list are keyed by the sum of the tokens, so they are never served by age.
    """

    token = models.BigIntegerField()

    def __str__(self) -> str:
        return str(self.pk)
