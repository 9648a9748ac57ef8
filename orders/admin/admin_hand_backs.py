"""Handed back orders in the admin site: why one waits, for whom, and until when."""

from django.utils.translation import gettext as _

from marketplace.wall_time import moment
from orders.lifecycle.handing_back import still_asked
from orders.models import HandBack, Order


def what_next(order: Order) -> str:
    """Return why an order that is handed back waits, for whom, and until when; empty for any other."""
    if order.hand_back_due_at is None:
        return ""
    row = order.hand_backs.select_related("provider__user").get(ended_at=None)
    customer = order.customer.short_name
    asked = ", ".join(offer.provider.user.short_name for offer in still_asked(row))
    if row.agreed_at is None:
        then = _("{customer} lets us ask other neighbors by {time}, or everything goes back.")
    elif asked:
        then = _("We ask {asked} until {time}; if nobody takes it, everything goes back.")
    else:
        then = _("Nobody who was asked can take it any more: at {time} everything goes back.")
    then = then.format(customer=customer, asked=asked, time=moment(order.hand_back_due_at))
    return f"{_why(row, customer)} {then}"


def _why(row: HandBack, customer: str) -> str:
    if row.is_by_customer:
        return _("{customer} wants somebody else to come.").format(customer=customer)
    name = row.provider.user.short_name
    return _("{name} has handed it back (“{reason}”).").format(name=name, reason=row.reason)
