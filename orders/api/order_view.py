"""What the calls about orders share: the caller, extra data of errors, and rendering an order."""

import re
from typing import Any
from uuid import UUID

from django.utils.translation import gettext as _
from rest_framework import status
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts import operators
from accounts.models import User
from marketplace import clock
from marketplace.errors import DomainError, Forbidden
from marketplace.http.parsing import if_match
from marketplace.http.schema import errors_of, if_match_header
from marketplace.http.throttling import ProviderBookingThrottle
from orders import selectors
from orders.api import rendering
from orders.api.booking_serializers import (
    AddressErrorSerializer,
    BookingErrorSerializer,
    MoveErrorSerializer,
    PriceErrorSerializer,
)
from orders.api.position_serializers import position_json
from orders.errors import InstantProviderNeeded, NotServed, NotYours, TooManyBookingsHere, VersionConflict
from orders.lifecycle import alternatives, permissions, positions
from orders.models import Actor, ActorRole, Order

IF_MATCH = if_match_header("The `etag` of the order that the caller has seen.")
_TAG = re.compile(r'^"(\d{1,9})"$')
# No order has this version: an invalid tag matches none.
_NEVER = 0


def expected_version(request: Request) -> int | None:
    """Return the version in ``If-Match``; ``None`` without one."""
    tag = if_match(request)
    if tag is None:
        return None
    match = _TAG.match(tag)
    return int(match.group(1)) if match else _NEVER


def responses_of(code: int, shape: Any, *errors: int) -> dict[int, Any]:
    """Describe an operation's responses: one success, and its errors beside the common ones."""
    return {code: shape} | errors_of(*errors)


# Errors of acts on an order that are logged: guesses, and what came twice, too late, or cannot be.
LOGGED = frozenset(
    {
        *("handover_code_wrong", "handover_code_used_up", "cannot_hand_back", "already_agreed", "offer_gone"),
        *("position_in_future", "position_too_far", "outside_switzerland"),
    }
)
ADDRESS_ERROR = {400: AddressErrorSerializer}
MOVE_ERROR = {409: MoveErrorSerializer}
BOOKING_ERROR = {409: BookingErrorSerializer}
PRICE_ERROR = {409: PriceErrorSerializer}


class OrderView(APIView):
    """What the calls about orders share: an account, and what goes with a refusal.

    ``version_conflict`` carries the present order, ``not_served`` neighbors who do serve the address,
    ``instant_provider_needed`` neighbors who accept instantly and have that hour free.
    """

    permission_classes = [IsAuthenticated]
    acts_on: UUID

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """Note the order that the address names, if it names one."""
        super().initial(request, *args, **kwargs)
        if "order_id" in kwargs:
            self.acts_on = kwargs["order_id"]

    def handle_exception(self, exc: Exception) -> Response:
        """Add to a refusal what helps to go on, and log those that operators may want to know of."""
        if isinstance(exc, DomainError) and exc.code in LOGGED:
            # Here, because the request's transaction has been rolled back.
            order = Order.objects.select_related("customer").get(pk=self.acts_on)
            permissions.note_refused(order=order, user=self.user, code=exc.code)
        if isinstance(exc, VersionConflict):
            order = selectors.order_for(user=self.user, order_id=exc.order_id)
            exc.extra["current"] = self.rendered([order])[0]
            exc.headers |= rendering.headers(order)
        elif isinstance(exc, NotServed):
            exc.extra["providers"] = alternatives.providers_serving(
                exc.postal_codes, customer_id=self.user.pk, now=clock.now()
            )
        elif isinstance(exc, InstantProviderNeeded):
            exc.extra["providers"] = alternatives.providers_free_at(
                postal_codes=exc.postal_codes,
                pickup_at=exc.pickup_at,
                instead_of=[exc.provider_id],
                customer_id=self.user.pk,
                now=clock.now(),
            )
        return super().handle_exception(exc)

    @property
    def user(self) -> User:
        """The signed-in account."""
        user = self.request.user
        assert isinstance(user, User)  # noqa: S101 - the permission has let nobody else in
        return user

    def rendered(self, found: list[Order]) -> list[dict[str, Any]]:
        """Render orders that carry everything their JSON shows."""
        return rendering.orders_json(found, self.user, now=clock.now())

    def respond(self, order: Order, *, code: int = status.HTTP_200_OK) -> Response:
        """Render an order that carries everything its JSON shows."""
        return Response(self.rendered([order])[0], status=code, headers=rendering.headers(order))

    def fresh(self, order_id: UUID) -> Response:
        """Render an order as it stands after a change."""
        return self.respond(selectors.order_for(user=self.user, order_id=order_id))

    def tracked(self, order_id: UUID) -> Response:
        """Render an order with the provider's position, which no other response has."""
        order = selectors.order_for(user=self.user, order_id=order_id)
        permissions.note_opened(order=order, user_id=self.user.pk)
        seen = positions.seen_by(viewer=self.user, order=order, now=clock.now())
        content = self.rendered([order])[0] | {"position": seen and position_json(seen)}
        return Response(content, headers=rendering.headers(order))

    def stepped(self, moved: Order, *, seen: Order) -> Response:
        """Render an order that was just moved one step, with the refund that may go with it."""
        # Without another change in between, ``seen`` plus this step is the present state: no query needed.
        changes = 1 + (moved.refunded_amount != seen.refunded_amount)
        if moved.version != seen.version + changes:
            return self.fresh(moved.pk)
        return self.respond(selectors.stepped(moved, seen=seen))

    def owned(self, order_id: UUID, permission: str) -> tuple[Order, Actor]:
        """Return an order to its customer or an operator who may; 403 to its provider, 404 to strangers."""
        order = selectors.order_for(user=self.user, order_id=order_id)
        actor = permissions.owning(order, self.user, permission=permission)
        if actor.role == ActorRole.PROVIDER:
            raise NotYours(_("Only the customer can do this."))
        return order, actor

    def booker(self, customer_id: UUID | None, permission: str) -> tuple[User, Actor]:
        """Return for whom is booked, and by whom: oneself, or an operator who may for anybody."""
        if customer_id in {None, self.user.pk}:
            return self.user, Actor(ActorRole.CUSTOMER, self.user.pk)
        if not operators.may(self.user, permission):
            raise Forbidden(_("You can only book for yourself."))
        customer = User.objects.filter(pk=customer_id).first()
        if customer is None:
            raise selectors.no_such_customer()
        return customer, Actor(ActorRole.OPERATOR, self.user.pk)

    def count_booking(self, provider_id: UUID, *, placed_by: Actor) -> None:
        """Count a customer's booking with a provider; ``too_many_bookings_here`` (429) above the limit."""
        throttle = ProviderBookingThrottle()
        # Operators book for people who call, all from the office's address.
        if placed_by.role == ActorRole.OPERATOR:
            return
        if not throttle.is_allowed(self.request._request, provider_id=provider_id):
            raise TooManyBookingsHere(free_in=throttle.wait())
