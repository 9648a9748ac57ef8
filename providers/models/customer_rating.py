"""Providers' ratings of their customers."""

from datetime import datetime
from uuid import uuid4

from django.conf import settings
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext as _

from providers.models.provider import Provider


class CustomerRatingQuerySet(models.QuerySet["CustomerRating"]):
    """Ratings of customers, by whether they count."""

    def published(self) -> "CustomerRatingQuerySet":
        """Return those that count."""
        return self.filter(published_at__isnull=False)

    def to_publish(self, *, now: datetime) -> "CustomerRatingQuerySet":
        """Return those whose time to wait for the customer's review is over."""
        return self.filter(published_at__isnull=True, publish_due_at__lte=now)


class CustomerRating(models.Model):
    """A provider's rating of the customer of a completed order; at most one per order, without words.

    It counts from ``published_at`` (UTC) on, and is never shown alone: providers see a customer's average.
    """

    id = models.UUIDField(primary_key=True, default=uuid4, editable=False)
    order = models.OneToOneField("orders.Order", on_delete=models.PROTECT, related_name="customer_rating")
    provider = models.ForeignKey(Provider, on_delete=models.PROTECT, related_name="customer_ratings")
    customer = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="ratings")
    rating = models.PositiveSmallIntegerField(validators=[MinValueValidator(1), MaxValueValidator(5)])
    created_at = models.DateTimeField()
    published_at = models.DateTimeField(null=True, blank=True)
    publish_due_at = models.DateTimeField()

    objects = CustomerRatingQuerySet.as_manager()

    class Meta:
        ordering = ["-created_at", "-id"]
        constraints = [
            models.CheckConstraint(
                name="customer_rating_from_1_to_5", condition=Q(rating__gte=1, rating__lte=5)
            )
        ]
        indexes = [
            models.Index(
                fields=["publish_due_at"],
                name="customer_ratings_to_publish",
                condition=Q(published_at__isnull=True),
            )
        ]

    def __str__(self) -> str:
        return _("Rating with {rating} of 5 stars").format(rating=self.rating)
