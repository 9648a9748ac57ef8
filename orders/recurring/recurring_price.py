"""What one pickup of a recurring booking costs, and which add-ons it may have."""

from collections.abc import Mapping

from django.utils.translation import gettext as _

from marketplace import figures
from orders.checkout.pricing import Price, price
from orders.errors import ExpressNotAvailable
from orders.models import OrderLine, RecurringBooking


def price_of(booking: RecurringBooking) -> Price:
    """Return the price of one pickup, at the figures of the moment when it was agreed."""
    return price(
        service_type=booking.service_type,
        weight=booking.weight,
        figures=figures.at(booking.price_agreed_at),
        add_ons=booking.add_ons,
    )


def refuse_express(add_ons: Mapping[str, int]) -> None:
    """Raise ``express_not_available`` (400): recurring pickups are booked days ahead."""
    if OrderLine.Kind.EXPRESS in add_ons:
        raise ExpressNotAvailable(_("Express is for pickups today, and not for recurring ones."))
