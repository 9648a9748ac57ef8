"""How a customer wants their laundry done."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy


class Detergent(models.TextChoices):
    """Which detergent is used."""

    USUAL = "usual", gettext_lazy("The usual detergent")
    SENSITIVE = "sensitive", gettext_lazy("A detergent for sensitive skin")
    MINE = "mine", gettext_lazy("My own detergent")


TEMPERATURES = [30, 40, 60]


class CareProfile(models.Model):
    """What a customer always wants; copied onto each new order, and changed there without changing this.

    ``temperature`` is the highest one, in degrees Celsius. ``allergies`` is data about health: it
    stands in no notice and no log. With ``question_skipped`` the customer was asked and said nothing: the
    rest are the defaults, and no order carries them.
    """

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL, primary_key=True, on_delete=models.CASCADE, related_name="care_profile"
    )
    detergent = models.CharField(max_length=12, choices=Detergent, default=Detergent.USUAL)
    softener = models.BooleanField(default=False)
    temperature = models.PositiveSmallIntegerField(default=40, help_text=gettext_lazy("degrees Celsius"))
    allergies = models.CharField(max_length=300, blank=True)
    ironing = models.BooleanField(default=False)
    notes = models.TextField(max_length=300, blank=True)
    question_skipped = models.BooleanField(default=False, db_default=False, editable=False)
    changed_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.CheckConstraint(
                name="detergent_is_known", condition=Q(detergent__in=[choice.value for choice in Detergent])
            ),
            models.CheckConstraint(name="temperature_is_offered", condition=Q(temperature__in=TEMPERATURES)),
        ]

    def __str__(self) -> str:
        return str(self.user_id)
