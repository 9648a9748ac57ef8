"""The calls about saved cards, and those of the page that a payment link opens."""

from typing import Any
from uuid import UUID

from django.core.validators import RegexValidator
from django.utils.translation import gettext_lazy
from drf_spectacular.utils import extend_schema
from rest_framework import serializers, status
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from marketplace import clock
from marketplace.http.fields import TextField
from marketplace.http.idempotency import idempotent
from marketplace.http.parsing import parsed
from marketplace.http.schema import IDEMPOTENCY_KEY, error_responses
from marketplace.http.throttling import AccountThrottle, CardSetupThrottle, LinkThrottle, StripeThrottle
from marketplace.money import AmountField
from orders.api.order_view import OrderView, responses_of
from orders.api.payment_views import PaymentIntentSerializer
from orders.api.rendering import instant, money
from orders.models import PaymentStatus, SavedCard, ServiceType
from orders.payments import intents, pay_links, saved_cards
from orders.payments.gateway import NotConfigured, StripeFailure
from orders.payments.intents import HoldExpired, NotPayable
from orders.payments.saved_cards import CardNotSaved
from orders.payments.settle import Mismatch, settle_order


class SetupIntentSerializer(serializers.Serializer[Any]):
    """Which card the browser has handed to Stripe."""

    setupIntentId = TextField(
        max_length=80,
        validators=[
            RegexValidator(
                r"\Aseti_[A-Za-z0-9]+\Z",
                gettext_lazy("This card was not handed over by our form. Please enter it again."),
            )
        ],
    )


class PaymentMethodSerializer(serializers.Serializer[Any]):
    """A saved card; only Stripe knows its number."""

    id = serializers.UUIDField()
    brand = serializers.CharField()
    last4 = serializers.CharField()
    expMonth = serializers.IntegerField()
    expYear = serializers.IntegerField()
    isDefault = serializers.BooleanField()
    isExpired = serializers.BooleanField()


class PayLinkSerializer(serializers.Serializer[Any]):
    """An order as its payment link shows it: what is paid for, and nothing about the customer.

    ``orderId`` is null unless the viewer is the customer; ``expired`` tells that it is over because
    nobody paid in time, and that nothing was charged.
    """

    serviceType = serializers.ChoiceField(ServiceType.choices)
    serviceAmount = AmountField()
    platformFee = AmountField()
    totalAmount = AmountField()
    pickupTime = serializers.DateTimeField()
    providerName = serializers.CharField()
    paymentStatus = serializers.ChoiceField(PaymentStatus.choices)
    state = serializers.ChoiceField([state.value for state in pay_links.LinkState])
    expired = serializers.BooleanField()
    awaitsProvider = serializers.BooleanField()
    payBy = serializers.DateTimeField(allow_null=True)
    orderId = serializers.UUIDField(allow_null=True)


def card_json(card: SavedCard) -> dict[str, Any]:
    """Return a saved card as its owner sees it."""
    return {
        "id": str(card.pk),
        "brand": card.brand,
        "last4": card.last4,
        "expMonth": card.exp_month,
        "expYear": card.exp_year,
        "isDefault": card.is_default,
        "isExpired": card.is_expired(on=clock.local_date(clock.now())),
    }


class PaymentMethodsView(OrderView):
    """The account's saved cards."""

    throttle_classes = [AccountThrottle, StripeThrottle]

    @extend_schema(
        operation_id="list_payment_methods", responses=responses_of(200, PaymentMethodSerializer(many=True))
    )
    def get(self, request: Request) -> Response:
        """Return the account's cards, the default first, then the newest."""
        return Response([card_json(card) for card in saved_cards.cards_of(user_id=self.user.pk)])

    @extend_schema(
        operation_id="save_payment_method",
        request=SetupIntentSerializer,
        responses=responses_of(201, PaymentMethodSerializer, 404, 409),
    )
    @error_responses(CardNotSaved, NotConfigured, StripeFailure)
    def post(self, request: Request) -> Response:
        """Save the card that was handed to Stripe; a repeat gives the same card."""
        data = parsed(SetupIntentSerializer, request)
        card = saved_cards.finish_setup(
            user=self.user, setup_intent_id=data["setupIntentId"], now=clock.now()
        )
        return Response(card_json(card), status=status.HTTP_201_CREATED)


class PaymentMethodSetupView(OrderView):
    """The beginning of saving a card."""

    throttle_classes = [AccountThrottle, CardSetupThrottle]

    @extend_schema(
        operation_id="set_up_payment_method",
        request=None,
        responses=responses_of(200, PaymentIntentSerializer),
    )
    @error_responses(NotConfigured, StripeFailure)
    def post(self, request: Request) -> Response:
        """Return the client secret with which the browser saves a card at Stripe."""
        return Response({"clientSecret": saved_cards.begin_setup(user=self.user, now=clock.now())})


class OnePaymentMethodView(OrderView):
    """One saved card."""

    @extend_schema(
        operation_id="remove_payment_method",
        parameters=[IDEMPOTENCY_KEY],
        responses=responses_of(204, None, 404, 409, 422),
    )
    @idempotent
    def delete(self, request: Request, card_id: UUID) -> Response:
        """Remove a card; it is never charged again."""
        saved_cards.remove(user=self.user, card_id=card_id, now=clock.now())
        return Response(status=status.HTTP_204_NO_CONTENT)


class DefaultPaymentMethodView(OrderView):
    """The card that is charged unless another is chosen."""

    @extend_schema(
        operation_id="make_payment_method_default",
        request=None,
        responses=responses_of(200, PaymentMethodSerializer, 404),
    )
    def post(self, request: Request, card_id: UUID) -> Response:
        """Make a card the default one."""
        return Response(card_json(saved_cards.make_default(user=self.user, card_id=card_id)))


class LinkView(APIView):
    """What the calls of a payment link share; its signature is all that they take."""

    permission_classes = [AllowAny]
    throttle_classes = [AccountThrottle, LinkThrottle]

    def summary(self, token: str) -> Response:
        """Render the order of the link as it is now."""
        linked = pay_links.linked(token=token, now=clock.now())
        order = linked.order
        return Response(
            {
                "serviceType": order.service_type,
                "serviceAmount": money(order.service_amount),
                "platformFee": money(order.platform_fee),
                "totalAmount": money(order.total_amount),
                "pickupTime": instant(order.pickup_at),
                "providerName": order.provider.user.short_name,
                "paymentStatus": order.payment_status,
                "state": linked.state.value,
                "expired": linked.is_expired,
                "awaitsProvider": linked.awaits_provider,
                "payBy": instant(order.hold_expires_at) if order.hold_expires_at else None,
                "orderId": str(order.pk) if order.customer_id == self.request.user.pk else None,
            }
        )


class PayLinkView(LinkView):
    """What a payment link shows."""

    @extend_schema(operation_id="see_pay_link", responses=responses_of(200, PayLinkSerializer, 404))
    def get(self, request: Request, token: str) -> Response:
        """Return the order's summary and whether it can be paid."""
        return self.summary(token)


class PayLinkIntentView(LinkView):
    """Paying by a link."""

    @extend_schema(
        operation_id="create_pay_link_intent",
        request=None,
        responses=responses_of(200, PaymentIntentSerializer, 404, 409, 502),
    )
    @error_responses(HoldExpired, NotPayable, Mismatch, NotConfigured, StripeFailure)
    def post(self, request: Request, token: str) -> Response:
        """Return the client secret of the order's one live payment, opened if there is none."""
        now = clock.now()
        order = pay_links.linked(token=token, now=now).order
        # The holder of the link may not be the customer, so no card is saved.
        intent = intents.intent_for_link(order=order, now=now)
        return Response({"clientSecret": intent.client_secret})


class PayLinkReturnView(LinkView):
    """Coming back from Stripe's page to a link's."""

    @extend_schema(
        operation_id="return_from_pay_link",
        request=None,
        responses=responses_of(200, PayLinkSerializer, 404, 502),
    )
    @error_responses(Mismatch, NotConfigured, StripeFailure)
    def post(self, request: Request, token: str) -> Response:
        """Fetch the state of the payment from Stripe, apply it, and return what the link shows."""
        now = clock.now()
        settle_order(order=pay_links.linked(token=token, now=now).order, now=now)
        return self.summary(token)
