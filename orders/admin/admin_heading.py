"""The heading of an order's page in the admin site: who, when, how much, what next."""

from dataclasses import dataclass
from datetime import datetime

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from marketplace.admin_site.files import file_link
from marketplace.money import chf
from marketplace.text import one_full_stop
from marketplace.wall_time import moment
from orders import notifications
from orders.lifecycle import lateness, parties
from orders.lifecycle.handing_back import still_asked
from orders.lifecycle.lateness import Step
from orders.models import ActorRole, HandBack, Order, OrderStatus
from orders.prices import turnaround

_LATE = {
    Step.PICKUP: gettext_lazy("The pickup is overdue since {time}: please ask {name}."),
    Step.WASHING: gettext_lazy("It should have been washed since {time}: please ask {name}."),
    Step.RETURN: gettext_lazy("The return is overdue since {time}: please ask {name}."),
}


@dataclass(frozen=True)
class Person:
    """Customer or provider of an order, with contact details."""

    role: str
    name: str
    link: str
    phone: str
    email: str


@dataclass(frozen=True)
class Paper:
    """A receipt or credit note, and where it opens; nowhere for a receipt that another one replaces."""

    name: str
    link: str


@dataclass(frozen=True)
class Heading:
    """Facts of an order as text; times are Swiss, amounts CHF. ``documents`` are its numbered ones.

    ``messages`` is their number.
    """

    people: tuple[Person, Person]
    when: str
    back: str
    how_much: str
    money: str
    what_next: str
    is_late: bool
    documents: list[Paper]
    messages: int


def heading_of(order: Order, *, now: datetime) -> Heading:
    """Return the heading of an order whose customer and provider are loaded."""
    customer, owner = order.customer, order.provider.user
    return Heading(
        people=(
            Person(
                _("Customer"),
                customer.known_name,
                reverse("admin:accounts_user_change", args=[customer.pk]),
                customer.shown_phone,
                customer.email,
            ),
            Person(
                _("Provider"),
                str(order.provider),
                reverse("admin:providers_provider_change", args=[order.provider_id]),
                owner.shown_phone,
                owner.email,
            ),
        ),
        when=order.pickup_window(),
        back=moment(turnaround.return_of(order)),
        how_much=chf(order.total_amount),
        money=_money(order),
        what_next=one_full_stop(what_next(order, now=now)),
        is_late=lateness.is_late(order, now=now),
        documents=_documents(order),
        messages=order.messages.count(),
    )


def called(order: Order) -> str:
    """Return a name for an order that tells it apart in a list: its number and its two sides."""
    return _("{order} of {customer} with {provider}").format(
        order=order, customer=order.customer.known_name, provider=order.provider
    )


def _money(order: Order) -> str:
    said = order.get_payment_status_display()
    if not order.refunded_amount:
        return said
    return _("{state}: {amount} returned").format(state=said, amount=chf(order.refunded_amount))


def what_next(order: Order, *, now: datetime) -> str:
    """Return a sentence on what has to happen with the order next, and by whom."""
    name = order.provider.user.short_name
    if order.status == OrderStatus.CANCELLED:
        return notifications.reason(order, to=ActorRole.OPERATOR) or _("It is cancelled.")
    if order.status == OrderStatus.PENDING:
        return _before_it_is_confirmed(order)
    if handed_back := _handed_back(order):
        return handed_back
    if late := lateness.lateness(order, now=now):
        return _LATE[late.step].format(time=moment(late.at), name=name)
    back = moment(turnaround.return_of(order))
    return {
        OrderStatus.CONFIRMED.value: _("{name} picks the laundry up on {time}.").format(
            name=name, time=order.pickup_window()
        ),
        OrderStatus.PICKUP.value: _("{name} is on the way to the pickup.").format(name=name),
        OrderStatus.WASHING.value: _("{name} washes it; it is back by {time}.").format(name=name, time=back),
        OrderStatus.DELIVERY.value: _("{name} brings it back, by {time}.").format(name=name, time=back),
        OrderStatus.COMPLETED.value: _("Nothing: it is done."),
    }[order.status]


def _before_it_is_confirmed(order: Order) -> str:
    if parties.missing_side(order):
        return _("One side is not there any more: it ends by itself, and everything paid goes back.")
    if order.answer_due_at:
        return _("{name} accepts or declines it by {time}; else everything goes back.").format(
            name=order.provider.user.short_name, time=moment(order.answer_due_at)
        )
    name = order.customer.short_name
    if order.hold_expires_at is None:
        return _("{name} pays; the place is held.").format(name=name)
    return _("{name} pays; the place is held until {time}.").format(
        name=name, time=moment(order.hold_expires_at)
    )


def _documents(order: Order) -> list[Paper]:
    base = file_link(f"orders/{order.pk}")
    found = [
        Paper(
            _("Receipt {number}").format(number=receipt),
            "" if receipt.replaced_at else f"{base}/receipt.pdf",
        )
        for receipt in order.receipts.order_by("issued_at", "number")
    ]
    return found + [
        Paper(_("Credit note {number}").format(number=note), f"{base}/credit-note-{note.position}.pdf")
        for note in order.credit_notes.order_by("position")
    ]


def _handed_back(order: Order) -> str:
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
    return f"{_why_handed_back(row, customer)} {then}"


def _why_handed_back(row: HandBack, customer: str) -> str:
    if row.is_by_customer:
        return _("{customer} wants somebody else to come.").format(customer=customer)
    name = row.provider.user.short_name
    return _("{name} has handed it back (“{reason}”).").format(name=name, reason=row.reason)
