"""What proves that laundry was handed over: bags, a photo, and a code that the customer says."""

from typing import Self

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from orders.models.order import Order

MOST_BAGS = 30


class HandoverQuery(models.QuerySet["Handover"]):
    """Handovers by the state of their code."""

    def with_code(self) -> Self:
        """Return those for which the customer requires a code."""
        return self.exclude(code__exact="")

    def waiting(self) -> Self:
        """Return those whose code has not been confirmed yet."""
        return self.with_code().filter(code_confirmed_at=None)


class Handover(models.Model):
    """One of the two moments at which laundry changes hands. At most one row per kind and order.

    A row is created when there is something to store. ``code`` is four digits, shown to the customer alone;
    empty if they require none. ``wrong_codes`` are the wrong tries, divided by blanks. ``photo`` is the name
    of a private file. All instants are UTC.
    """

    class Kind(models.TextChoices):
        # The values are those of the order status in which the handover takes place.
        PICKUP = "pickup", gettext_lazy("Pickup")
        DELIVERY = "delivery", gettext_lazy("Delivery")

    order = models.ForeignKey(Order, on_delete=models.CASCADE, related_name="handovers", db_index=False)
    kind = models.CharField(max_length=8, choices=Kind)
    code = models.CharField(max_length=4, blank=True)
    wrong_codes = models.CharField(max_length=24, blank=True)
    code_confirmed_at = models.DateTimeField(null=True, blank=True)
    bags = models.PositiveSmallIntegerField(null=True, blank=True)
    photo = models.CharField(max_length=120, blank=True)
    taken_at = models.DateTimeField(
        null=True, blank=True, help_text=gettext_lazy("when bags or photo were last noted")
    )
    taken_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )

    objects = HandoverQuery.as_manager()

    class Meta:
        ordering = ["-kind"]
        constraints = [
            models.UniqueConstraint(fields=["order", "kind"], name="one_handover_per_kind"),
            models.CheckConstraint(
                name="bags_from_1_to_30", condition=Q(bags=None) | Q(bags__gte=1, bags__lte=MOST_BAGS)
            ),
            models.CheckConstraint(
                name="confirmed_handover_has_a_code", condition=Q(code_confirmed_at=None) | ~Q(("code", ""))
            ),
            models.CheckConstraint(
                name="proof_of_handover_names_who",
                condition=Q(taken_at__isnull=False, taken_by__isnull=False)
                | Q(taken_at=None, taken_by=None, bags=None, photo=""),
            ),
        ]
        indexes = [
            models.Index(fields=["taken_at"], name="handover_photos_by_age", condition=~Q(photo="")),
            models.Index(fields=["photo"], name="handover_photos_by_file", condition=~Q(photo="")),
        ]

    def __str__(self) -> str:
        """Which of the two, as ``Pickup of Order of Anna M., Mon 23 Nov 14:00``."""
        return _("{kind} of {order}").format(kind=self.get_kind_display(), order=self.order)

    @property
    def needs_code(self) -> bool:
        """The customer requires a code, and the right one has not been given yet."""
        return self.code != "" and self.code_confirmed_at is None

    @property
    def tried(self) -> list[str]:
        """The wrong codes that were tried, each once."""
        return self.wrong_codes.split()
