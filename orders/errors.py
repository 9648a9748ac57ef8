"""Why an order cannot do what was asked: one small class for each stable code."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from math import ceil

from django.utils.translation import gettext as _
from rest_framework import status

from marketplace import postal_codes
from marketplace.errors import DomainError, Forbidden, Invalid
from marketplace.http.throttling import Throttled
from orders.models import Order, OrderStatus
from providers.models import Provider


class TransitionNotAllowed(DomainError):
    """The order's status cannot change like this, or not by this actor (409)."""

    code = "transition_not_allowed"


class PaymentRequired(DomainError):
    """An unpaid order cannot be confirmed (409)."""

    code = "payment_required"

    def __init__(self) -> None:
        super().__init__(_("This order is not paid yet. It can be confirmed once the payment has arrived."))


class TooManyPhotos(DomainError):
    """An account has sent as many photos for this order as it can (409)."""

    code = "too_many_photos"


class VersionConflict(DomainError):
    """The order changed since the caller read it (409); the API adds it under ``current``."""

    code = "version_conflict"

    def __init__(self, order: Order) -> None:
        present = OrderStatus(order.status).label
        super().__init__(
            _(
                "This order has changed in the meantime. It now stands at “{status}”. "
                "Please look at it again."
            ).format(status=present)
        )
        self.order_id = order.pk


class ReasonRequired(Invalid):
    """An operator must give a reason for cancelling, or for a step without the required code (400)."""

    code = "reason_required"

    def __init__(self, sentence: str = "") -> None:
        sentence = sentence or _("Please say why. The customer reads it.")
        super().__init__(sentence, fields={"reason": [sentence]})


class ExpressNotAvailable(Invalid):
    """An express order needs a pickup on the day of the booking, also when it is moved (400)."""

    code = "express_not_available"

    def __init__(self, sentence: str = "", *, field: str = "addOns") -> None:
        sentence = sentence or _(
            "Express is for pickups today. Choose an hour of today, or leave express out."
        )
        super().__init__(sentence, fields={field: [sentence]})


class VoucherNotUsable(Invalid):
    """There is no such voucher, or it is used up or expired (400)."""

    code = "voucher_not_usable"

    def __init__(self) -> None:
        sentence = _("This voucher cannot be used. Nothing was booked: please leave the code out.")
        super().__init__(sentence, fields={"voucherCode": [sentence]})


class TooManyUnpaidOrders(DomainError):
    """The customer has three unpaid orders already (409)."""

    code = "too_many_unpaid_orders"

    def __init__(self, limit: int) -> None:
        super().__init__(
            _("You have {limit} orders waiting for payment. Please pay or cancel one of them first.").format(
                limit=limit
            )
        )


class EmailNotConfirmed(DomainError):
    """Customers who have proved nothing hold half of that day unpaid, and the caller is one of them (409).

    They have neither confirmed their email address nor paid an order.
    """

    code = "email_not_confirmed"

    def __init__(self, name: str) -> None:
        super().__init__(
            _(
                "Many new customers are booking this day with {name} right now. Please confirm your email "
                "address with the link that we sent you, then book again. Or choose another day."
            ).format(name=name)
        )


class TooManyBookingsHere(Throttled):
    """Very many bookings with this provider came from the caller's network address within an hour (429)."""

    code = "too_many_bookings_here"

    def __init__(self, *, free_in: float) -> None:
        super().__init__(
            _(
                "Very many bookings with this provider came from your network within the last hour. Please "
                "try again later, or choose another provider."
            ),
            headers={"Retry-After": str(ceil(free_in))},
        )


class CustomerClosed(DomainError):
    """The customer's account is closed (409)."""

    code = "account_closed"

    def __init__(self) -> None:
        super().__init__(_("The customer's account is closed."))


class ProviderNotAvailable(DomainError):
    """The provider takes no orders at present (409)."""

    code = "provider_not_available"

    def __init__(self) -> None:
        super().__init__(_("This provider takes no bookings at the moment. Please choose another one."))


class InstantProviderNeeded(DomainError):
    """The pickup is so near that a provider who confirms manually could not answer in time (409).

    The API adds providers who accept instantly and have that hour free under ``providers``.
    """

    code = "instant_provider_needed"

    def __init__(self, provider: Provider, *, pickup_at: datetime, postal_codes: list[str]) -> None:
        super().__init__(
            _(
                "{name} confirms bookings by hand, and this pickup is too soon for that. "
                "Please choose a later time, or a provider who accepts instantly."
            ).format(name=provider.user.short_name)
        )
        self.provider_id, self.pickup_at, self.postal_codes = provider.pk, pickup_at, postal_codes


class OwnService(DomainError):
    """Providers cannot book their own service (409)."""

    code = "cannot_book_own_service"

    def __init__(self) -> None:
        super().__init__(_("This is your own service. Please choose another provider."))


class UnknownPostalCode(Invalid):
    """An address names no Swiss postal code (400); ``fields`` says which."""

    code = "unknown_postal_code"

    def __init__(self, names: list[str], *, in_liechtenstein: Sequence[str] = ()) -> None:
        sentence = _(
            "Please end the address with its Swiss postal code, as in Bahnhofstrasse 1, Zurich 8001."
        )
        abroad = str(postal_codes.NOT_LIECHTENSTEIN)
        said = {name: abroad if name in in_liechtenstein else sentence for name in names}
        super().__init__(said[names[0]], fields={name: [one] for name, one in said.items()})


class NotServed(Invalid):
    """The provider does not come to an address (400); the API adds providers who do under ``providers``."""

    code = "not_served"

    def __init__(self, name: str, *, outside: list[str], codes: Mapping[str, str]) -> None:
        """``outside`` names the fields not served; ``codes`` maps every address field to its postal code."""
        not_served = list(dict.fromkeys(codes[field] for field in outside))
        said = (
            _("{name} does not come to {place}. Please choose somebody who does, or another address.")
            if len(not_served) == 1
            else _(
                "{name} does not come to {place} or {other}. "
                "Please choose somebody who does, or another address."
            )
        )
        sentence = said.format(name=name, place=not_served[0], other=not_served[-1])
        super().__init__(sentence, fields={field: [sentence] for field in outside})
        self.postal_codes = list(dict.fromkeys(codes.values()))


class TooLateToReschedule(DomainError):
    """It is less than an hour before pickup, and more than an hour after booking (409)."""

    code = "too_late_to_reschedule"

    def __init__(self) -> None:
        super().__init__(_("It is too late to move this pickup. Please write to your provider."))


class TooLateToEdit(DomainError):
    """The laundry has been picked up, or the order is over (409)."""

    code = "too_late_to_edit"

    def __init__(self) -> None:
        super().__init__(_("This order can no longer be changed."))


class NotCompleted(DomainError):
    """Only a completed order can be reviewed (409)."""

    code = "order_not_completed"

    def __init__(self) -> None:
        super().__init__(_("You can rate this order once it is completed."))


class NotYours(DomainError):
    """The account may see the order, but not do this with it (403)."""

    status = status.HTTP_403_FORBIDDEN
    code = "permission_denied"


class OwnOrder(Forbidden):
    """An operator is a side of the order, and leaves it to another operator (403)."""

    code = "own_order"

    def __init__(self) -> None:
        super().__init__(
            _("You are the customer or the provider of this order. Please leave it to another operator.")
        )


class HandedBack(DomainError):
    """The provider has handed the order back, so it cannot be moved to another hour with them (409)."""

    code = "handed_back"

    def __init__(self) -> None:
        super().__init__(
            _("Your provider cannot do this order. Let us ask neighbors, or cancel it for free.")
        )
