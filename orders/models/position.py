"""The last position of a provider on the way; stored for a short time, for the customer alone."""

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext as _

from orders.models.order import Order

# Switzerland and some 20 km around it: routes also lead through Constance and Como.
SOUTH, NORTH, WEST, EAST = 45.6, 48.0, 5.7, 10.8
MOST_ACCURACY_M = 100_000


class SharedPosition(models.Model):
    """The last position that an order's provider has shared; one row per order.

    Degrees are WGS 84, ``accuracy_m`` is the radius of the device's accuracy in metres, ``at`` is when the
    server received it (UTC). No history: see docs/decisions/0029.
    """

    order = models.OneToOneField(
        Order, on_delete=models.CASCADE, primary_key=True, related_name="shared_position"
    )
    latitude = models.FloatField()
    longitude = models.FloatField()
    accuracy_m = models.PositiveIntegerField()
    at = models.DateTimeField()

    class Meta:
        constraints = [
            models.CheckConstraint(
                name="shared_position_in_switzerland",
                condition=Q(
                    latitude__gte=SOUTH, latitude__lte=NORTH, longitude__gte=WEST, longitude__lte=EAST
                ),
            ),
            models.CheckConstraint(
                name="shared_position_accuracy", condition=Q(accuracy_m__lte=MOST_ACCURACY_M)
            ),
        ]

    def __str__(self) -> str:
        # Without the position: this text may end up in logs.
        return _("Position for {order}").format(order=self.order_id)
