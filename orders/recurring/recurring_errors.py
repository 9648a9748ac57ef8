"""Why a recurring booking cannot do what was asked: one small class for each stable code."""

from datetime import time
from uuid import UUID

from django.utils.translation import gettext as _

from marketplace.errors import DomainError, NotFound


class AlreadyCancelled(DomainError):
    """The recurring booking has ended (409)."""

    code = "already_cancelled"

    def __init__(self) -> None:
        super().__init__(_("This recurring booking has already been cancelled."))


class AlreadyMoved(DomainError):
    """A pickup is moved once (409)."""

    code = "already_moved"

    def __init__(self) -> None:
        super().__init__(_("You have already moved this pickup once. You can skip it instead."))


class AlreadyOver(DomainError):
    """The pickup was skipped, missed or cancelled before (409)."""

    code = "already_skipped"

    def __init__(self) -> None:
        super().__init__(_("This pickup does not take place any more."))


class TooLateToSkip(DomainError):
    """Skipping would cost the late fee, or the laundry is on its way (409)."""

    code = "too_late_to_skip"

    def __init__(self) -> None:
        super().__init__(
            _("It is too late to skip this pickup free of charge. Please look at your order instead.")
        )


class OtherPickupThatDay(DomainError):
    """The series has a pickup of its own on that day (409)."""

    code = "other_pickup_that_day"

    def __init__(self) -> None:
        super().__init__(
            _("You already have a pickup of this booking on that day. Please choose another day.")
        )


class ProviderDoesNotWork(DomainError):
    """The provider's week has nothing at the chosen day and time (409)."""

    code = "provider_does_not_work"

    def __init__(self, name: str, when: str) -> None:
        super().__init__(
            _("{name} does not work {time}. Please choose another day or time.").format(name=name, time=when)
        )


class NotAStart(DomainError):
    """Pickups begin when a slot does, and the chosen time lies within one (409)."""

    code = "not_a_slot_start"

    def __init__(self, chosen: time, start: time) -> None:
        super().__init__(
            _("No pickup begins at {time}. Please choose {start} or another start.").format(
                time=f"{chosen:%H:%M}", start=f"{start:%H:%M}"
            )
        )


class TooManyRecurringBookings(DomainError):
    """A customer has as many recurring bookings as they may (409)."""

    code = "too_many_recurring_bookings"

    def __init__(self, limit: int) -> None:
        super().__init__(
            _("You have {limit} recurring bookings already. Please cancel one of them first.").format(
                limit=limit
            )
        )


class HourIsBooked(DomainError):
    """A running booking has that day and time with that provider already (409)."""

    code = "recurring_booking_exists"

    def __init__(self, name: str, when: str, *, booking_id: UUID) -> None:
        super().__init__(
            _(
                "You already have a recurring booking with {name} {time}. You can edit it under Recurring."
            ).format(name=name, time=when),
            extra={"recurringBookingId": str(booking_id)},
        )


class NotPaused(DomainError):
    """There is nothing to resume (409)."""

    code = "not_paused"

    def __init__(self) -> None:
        super().__init__(_("This recurring booking is not paused."))


def no_such_booking() -> NotFound:
    """Return the 404 for an unknown recurring booking or one of somebody else."""
    return NotFound(_("There is no such recurring booking."))


def no_such_pickup() -> NotFound:
    """Return the 404 for an unknown pickup."""
    return NotFound(_("There is no such pickup."))
