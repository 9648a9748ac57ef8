"""Why an order cannot do what was asked: one small class for each stable code."""

from uuid import UUID

from rest_framework import status

from marketplace.errors import Refusal


class TransitionNotAllowed(Refusal):
    """The status cannot move there, or not by this actor (409)."""

    code = "transition_not_allowed"


class PaymentRequired(Refusal):
    """An unpaid order cannot be confirmed by anybody (409)."""

    code = "payment_required"

    def __init__(self) -> None:
        super().__init__("This order is not paid yet. It can be confirmed once the payment has arrived.")


class VersionConflict(Refusal):
    """The order changed since the caller read it (409); the API adds it under ``current``."""

    code = "version_conflict"

    def __init__(self, order_id: UUID) -> None:
        super().__init__("This order has changed in the meantime. Please look at it again.")
        self.order_id = order_id


class TooManyUnpaidOrders(Refusal):
    """Three checkouts are open already (409)."""

    code = "too_many_unpaid_orders"

    def __init__(self, limit: int) -> None:
        super().__init__(
            f"You have {limit} orders waiting for payment. Please pay or cancel one of them first."
        )


class ProviderNotAvailable(Refusal):
    """The provider takes no orders (409)."""

    code = "provider_not_available"

    def __init__(self) -> None:
        super().__init__("This provider takes no bookings at the moment. Please choose another one.")


class OwnService(Refusal):
    """Nobody books from themselves (409)."""

    code = "own_service"

    def __init__(self) -> None:
        super().__init__("This is your own service. Please choose another provider.")


class TooLateToReschedule(Refusal):
    """Less than an hour before pickup, and more than an hour after booking (409)."""

    code = "too_late_to_reschedule"

    def __init__(self) -> None:
        super().__init__("It is too late to move this pickup. Please write to your provider.")


class TooLateToEdit(Refusal):
    """The laundry has been picked up, or the order is over (409)."""

    code = "too_late_to_edit"

    def __init__(self) -> None:
        super().__init__("This order can no longer be changed.")


class NotCompleted(Refusal):
    """Only a completed order is reviewed (409)."""

    code = "order_not_completed"

    def __init__(self) -> None:
        super().__init__("You can rate this order once it is completed.")


class NotYours(Refusal):
    """Known, but this is for somebody else to do (403)."""

    status = status.HTTP_403_FORBIDDEN
    code = "permission_denied"
