"""Why a recurring booking cannot do what was asked: one small class for each stable code."""

from datetime import time
from decimal import Decimal
from uuid import UUID

from django.utils.translation import gettext as _

from marketplace.errors import DomainError, NotFound


class AlreadyCancelled(DomainError):
    """The recurring booking has ended (409)."""

    code = "already_cancelled"

    def __init__(self) -> None:
        super().__init__(_("This recurring booking has already been cancelled."))


class AlreadyMoved(DomainError):
    """The pickup was moved before; it can be moved only once (409)."""

    code = "already_moved"

    def __init__(self) -> None:
        super().__init__(_("You have already moved this pickup once. You can skip it instead."))


class AlreadyOver(DomainError):
    """The pickup was skipped, missed or cancelled before (409)."""

    code = "already_skipped"

    def __init__(self) -> None:
        super().__init__(_("This pickup does not take place any more."))


class TooLateToSkip(DomainError):
    """It is too late to skip free of charge, or the laundry has been picked up (409)."""

    code = "too_late_to_skip"

    def __init__(self) -> None:
        super().__init__(
            _("It is too late to skip this pickup free of charge. Please look at your order instead.")
        )


class OtherPickupThatDay(DomainError):
    """The recurring booking has another pickup on that day (409)."""

    code = "other_pickup_that_day"

    def __init__(self) -> None:
        super().__init__(
            _("You already have a pickup of this booking on that day. Please choose another day.")
        )


class ProviderDoesNotWork(DomainError):
    """The provider does not work at the chosen day and time (409)."""

    code = "provider_does_not_work"

    def __init__(self, name: str, when: str) -> None:
        super().__init__(
            _("{name} does not work {time}. Please choose another day or time.").format(name=name, time=when)
        )


class NotAStart(DomainError):
    """The chosen time is not the start of a slot (409)."""

    code = "not_a_slot_start"

    def __init__(self, chosen: time, start: time) -> None:
        super().__init__(
            _("No pickup begins at {time}. Please choose {start} or another start.").format(
                time=f"{chosen:%H:%M}", start=f"{start:%H:%M}"
            )
        )


class TooManyRecurringBookings(DomainError):
    """The customer has the most recurring bookings that are allowed (409)."""

    code = "too_many_recurring_bookings"

    def __init__(self, limit: int) -> None:
        super().__init__(
            _("You have {limit} recurring bookings already. Please cancel one of them first.").format(
                limit=limit
            )
        )


class HourIsBooked(DomainError):
    """The customer has a running recurring booking at that day and time with that provider (409)."""

    code = "recurring_booking_exists"

    def __init__(self, name: str, when: str, *, booking_id: UUID) -> None:
        super().__init__(
            _(
                "You already have a recurring booking with {name} {time}. "
                "You can edit it under Recurring bookings."
            ).format(name=name, time=when),
            extra={"recurringBookingId": str(booking_id)},
        )


class ChargedAtOnce(DomainError):
    """The change places orders at once, and more is charged for them than was shown (409)."""

    code = "charged_at_once"

    def __init__(self, amount: Decimal) -> None:
        super().__init__(
            _("By now, CHF {amount} is due at once. Please confirm again.").format(amount=amount),
            extra={"chargedAtOnce": f"{amount:.2f}"},
        )


class NotPaused(DomainError):
    """There is no pause to end (409)."""

    code = "not_paused"

    def __init__(self) -> None:
        super().__init__(_("This recurring booking is not paused."))


def no_such_booking() -> NotFound:
    """Return the 404 for an unknown recurring booking or one of somebody else."""
    return NotFound(_("There is no such recurring booking."))


def no_such_pickup() -> NotFound:
    """Return the 404 for an unknown pickup."""
    return NotFound(_("There is no such pickup."))
