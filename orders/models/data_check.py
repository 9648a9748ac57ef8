"""Checks of the data and comparisons with Stripe, run in the background, with their results."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext as _


class DataCheck(models.Model):
    """One check of every invariant, or one comparison with Stripe.

    At most one is open, that is not finished. ``found`` maps each invariant to its first violations, possibly
    none; ``violations`` counts all.
    """

    class Kind(models.TextChoices):
        """What was checked: our tables alone, or compared with Stripe."""

        DATA = "data"
        STRIPE = "stripe"

    kind = models.CharField(max_length=10, choices=Kind, default=Kind.DATA, db_default=Kind.DATA)
    asked_at = models.DateTimeField()
    asked_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        null=True,
        blank=True,
        on_delete=models.PROTECT,
        related_name="+",
        db_index=False,
    )
    started_at = models.DateTimeField(null=True, blank=True)
    finished_at = models.DateTimeField(null=True, blank=True)
    is_open = models.BooleanField(default=True)
    found = models.JSONField(default=dict)
    violations = models.PositiveIntegerField(default=0)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["is_open"], condition=Q(is_open=True), name="one_open_check"),
            models.CheckConstraint(
                name="finished_check_is_closed", condition=Q(finished_at__isnull=True) | Q(is_open=False)
            ),
        ]
        indexes = [models.Index(fields=["-finished_at"], name="checks_newest")]

    def __str__(self) -> str:
        return _("Check of {time}").format(time=f"{self.asked_at:%Y-%m-%d %H:%M}")

    @property
    def is_cut(self) -> bool:
        """Whether there are more violations than ``found`` names."""
        return self.violations > sum(map(len, self.found.values()))
