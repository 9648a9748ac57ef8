"""The calls about hand-backs: for the provider, the customer, and the providers who are asked."""

from typing import Any
from uuid import UUID

from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response

from marketplace import clock
from marketplace.errors import Forbidden, NotFound
from marketplace.http.fields import FlagField, ParagraphsField
from marketplace.http.idempotency import idempotent
from marketplace.http.parsing import parsed
from marketplace.http.schema import IDEMPOTENCY_KEY, error_responses
from marketplace.http.throttling import AccountThrottle, OrderChangeThrottle
from marketplace.money import AmountField
from orders import ledger, selectors
from orders.api.booking_fields import AddOnLineSerializer
from orders.api.job_views import JobsView
from orders.api.order_serializers import OrderSerializer
from orders.api.order_view import IF_MATCH, OrderView, expected_version, responses_of
from orders.api.rendering import instant, lines_json, money
from orders.errors import VersionConflict
from orders.lifecycle import handing_back, permissions
from orders.models import Actor, ActorRole, HandBack, HandBackOffer, ServiceType
from orders.prices import turnaround
from orders.prices.price_lines import of_rows
from providers.localities import city_of

STAGES = ["customer", "neighbours"]


class HandBackReasonSerializer(serializers.Serializer[Any]):
    """Why the order cannot be done; its customer reads it."""

    reason = ParagraphsField(max_length=300)


class SubstituteSerializer(serializers.Serializer[Any]):
    """Whether the customer wants somebody else to come; otherwise the order is cancelled free of charge."""

    accept = FlagField()


class HandBackSerializer(serializers.Serializer[Any]):
    """Where the search for another provider stands."""

    stage = serializers.ChoiceField(STAGES, help_text="who is asked and has not answered yet")
    reason = serializers.CharField(
        allow_blank=True, help_text="empty: the customer moved on from a provider who is late"
    )
    pickupTime = serializers.DateTimeField(help_text="for which neighbors are asked")
    until = serializers.DateTimeField(help_text="when it is cancelled and refunded if nobody has accepted")
    neighbours = serializers.IntegerField(help_text="how many were asked and may still accept")


class HandBackOfferSerializer(serializers.Serializer[Any]):
    """An order that its provider cannot do, as a neighbor sees it who may take it."""

    orderId = serializers.UUIDField()
    serviceType = serializers.ChoiceField(ServiceType.choices)
    weight = serializers.CharField(help_text="kilograms")
    pickupTime = serializers.DateTimeField()
    returnBy = serializers.DateTimeField()
    addOns = AddOnLineSerializer(many=True, help_text="within serviceAmount")
    postalCode = serializers.CharField(allow_blank=True)
    city = serializers.CharField(allow_blank=True)
    serviceAmount = AmountField()
    providerEarning = AmountField(help_text="what whoever takes it earns by it")
    customerName = serializers.CharField()
    until = serializers.DateTimeField()


def offer_json(offer: HandBackOffer) -> dict[str, Any]:
    """Return an offer, without the details that only the order's provider may see."""
    order = offer.hand_back.order
    # In memory: the hour for which this provider is asked, by which the return is promised, too.
    order.pickup_at = offer.hand_back.pickup_at or order.pickup_at
    code = order.pickup_postal_code or ""
    return {
        "orderId": str(order.pk),
        "serviceType": order.service_type,
        "weight": f"{order.weight:.1f}",
        "pickupTime": instant(order.pickup_at),
        "returnBy": instant(turnaround.return_of(order)),
        "addOns": lines_json(of_rows(order, order.lines.all()))["addOns"],
        "postalCode": code,
        "city": city_of(code) if code else "",
        "serviceAmount": money(order.service_amount),
        "providerEarning": money(ledger.will_earn(order)),
        "customerName": order.customer.short_name,
        "until": instant(order.hand_back_due_at) if order.hand_back_due_at else None,
    }


class OneHandBackView(OrderView):
    """An order that its provider cannot do."""

    throttle_classes = [AccountThrottle, OrderChangeThrottle]

    @extend_schema(operation_id="get_hand_back", responses=responses_of(200, HandBackSerializer, 404))
    def get(self, request: Request, order_id: UUID) -> Response:
        """Return the state of the search for another provider; 404 unless the order was handed back."""
        order = selectors.order_for(user=self.user, order_id=order_id)
        row = HandBack.objects.filter(order=order, ended_at=None).first()
        if row is None or order.hand_back_due_at is None:
            raise NotFound(_("This order is not handed back."))
        return Response(
            {
                "stage": "neighbours" if row.agreed_at else "customer",
                "reason": row.reason,
                "pickupTime": instant(row.pickup_at or order.pickup_at),
                "until": instant(order.hand_back_due_at),
                "neighbours": len(handing_back.still_asked(row)),
            }
        )

    @extend_schema(
        operation_id="hand_back_order",
        parameters=[IDEMPOTENCY_KEY, IF_MATCH],
        request=HandBackReasonSerializer,
        responses=responses_of(200, OrderSerializer, 404, 409, 422),
    )
    @error_responses(VersionConflict)
    @idempotent
    def post(self, request: Request, order_id: UUID) -> Response:
        """Hand a confirmed order back before its pickup, as its provider or an operator."""
        actor = self._check_theirs(order_id)
        handing_back.hand_back(
            order_id=order_id,
            actor=actor,
            reason=parsed(HandBackReasonSerializer, request)["reason"],
            now=clock.now(),
            expected_version=expected_version(request),
        )
        return self.fresh(order_id)

    @extend_schema(
        operation_id="keep_order",
        parameters=[IDEMPOTENCY_KEY],
        responses=responses_of(200, OrderSerializer, 404, 409, 422),
    )
    @idempotent
    def delete(self, request: Request, order_id: UUID) -> Response:
        """Withdraw a hand-back, as long as no other provider has taken the order.

        Not for a late provider from whom the customer moved on; the order can still be picked up.
        """
        self._check_theirs(order_id)
        handing_back.keep_order(order_id=order_id, now=clock.now())
        return self.fresh(order_id)

    def _check_theirs(self, order_id: UUID) -> Actor:
        """Return who acts; refuse (403) the customer. Strangers do not find the order (404)."""
        order = selectors.order_for(user=self.user, order_id=order_id)
        actor = permissions.owning(order, self.user, permission=permissions.MOVE)
        if actor.role == ActorRole.CUSTOMER:
            raise Forbidden(_("Only the provider can hand an order back. You can cancel it."))
        return actor


class SubstituteView(OrderView):
    """The customer's choice where the provider cannot do the order, or is late and silent."""

    @extend_schema(
        operation_id="choose_substitute",
        parameters=[IDEMPOTENCY_KEY],
        request=SubstituteSerializer,
        responses=responses_of(200, OrderSerializer, 404, 409, 422),
    )
    @idempotent
    def post(self, request: Request, order_id: UUID) -> Response:
        """Ask up to three neighbors who have that hour free, or the next one where it has passed.

        The first to accept comes instead. Without ``accept`` the order is cancelled, and all goes back.
        """
        _, actor = self.owned(order_id, permissions.MOVE)
        if parsed(SubstituteSerializer, request)["accept"]:
            handing_back.agree(order_id=order_id, now=clock.now())
        else:
            handing_back.refuse_substitute(order_id=order_id, actor=actor, now=clock.now())
        return self.fresh(order_id)


class OffersView(JobsView):
    """Orders that a provider may take over."""

    @extend_schema(
        operation_id="list_offers", responses=responses_of(200, HandBackOfferSerializer(many=True))
    )
    def get(self, request: Request) -> Response:
        """List the orders that neighbors handed back and that this provider may take, the next first."""
        offers = handing_back.open_offers(provider=self.provider(), now=clock.now())
        return Response([offer_json(offer) for offer in offers])


class TakeOfferView(JobsView):
    """Taking an order over."""

    @extend_schema(
        operation_id="take_offer",
        parameters=[IDEMPOTENCY_KEY],
        request=None,
        responses=responses_of(200, OrderSerializer, 404, 409, 422),
    )
    @idempotent
    def post(self, request: Request, order_id: UUID) -> Response:
        """Accept the order; the first provider to accept gets it."""
        handing_back.take(order_id=order_id, provider=self.provider(), now=clock.now())
        return self.fresh(order_id)


class DeclineOfferView(JobsView):
    """Saying no to an offer."""

    @extend_schema(
        operation_id="decline_offer",
        parameters=[IDEMPOTENCY_KEY],
        request=None,
        responses=responses_of(204, None, 404, 422),
    )
    @idempotent
    def post(self, request: Request, order_id: UUID) -> Response:
        """Decline the offered order. Idempotent."""
        handing_back.decline(order_id=order_id, provider=self.provider(), now=clock.now())
        return Response(status=status.HTTP_204_NO_CONTENT)
