"""The calls about payments: opening one, returning from it, and Stripe's webhook."""

from decimal import Decimal, InvalidOperation
from typing import IO, Any, cast
from uuid import UUID

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from drf_spectacular.utils import extend_schema, extend_schema_field
from rest_framework import serializers
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from marketplace import clock
from marketplace.errors import NotFound
from marketplace.http import idempotency
from marketplace.http.fields import FlagField, IdField
from marketplace.http.parsing import parsed, read_bounded
from marketplace.http.schema import IDEMPOTENCY_KEY, error_responses
from marketplace.http.throttling import AccountThrottle, StripeThrottle
from orders.api.order_serializers import OrderSerializer
from orders.api.order_view import OrderView, responses_of
from orders.lifecycle import permissions
from orders.models import Order
from orders.payments import intents, saved_cards, webhooks
from orders.payments.gateway import Intent, NotConfigured, StripeFailure
from orders.payments.intents import AmountMismatch, CardNotSavable, CardNotUsable, HoldExpired, NotPayable
from orders.payments.settle import Mismatch, settle_order
from orders.payments.webhooks import Forged


@extend_schema_field({"oneOf": [{"type": "number"}, {"type": "string"}]})
class StatedAmountField(serializers.Field[Decimal, Any, str, Any]):
    """What the client believes that the order costs: a JSON number or a decimal string.

    What is no finite number equals no total, so it is refused like any other wrong amount.
    """

    default_error_messages = {"invalid": gettext_lazy("The amount must be a number.")}

    def to_internal_value(self, data: Any) -> Decimal:
        """Return the amount exactly as written, or not-a-number."""
        if isinstance(data, bool) or not isinstance(data, int | float | str):
            self.fail("invalid")
        try:
            amount = Decimal(str(data)[:64])
        except InvalidOperation:
            return Decimal("NaN")
        return amount if amount.is_finite() else Decimal("NaN")


class PaymentIntentCreateSerializer(serializers.Serializer[Any]):
    """Which order to pay, and what the client has shown as its total.

    ``saveCard`` tells that the customer agreed to have the card kept and charged later; without it,
    an agreement that was given before is taken back. ``paymentMethodId`` names one of the customer's
    saved cards: the client then confirms the intent as it is, without a form.
    """

    amount = StatedAmountField()
    orderId = IdField()
    saveCard = FlagField(default=False)
    paymentMethodId = IdField(required=False, allow_null=True, help_text="a saved card of one's own")


class PaymentIntentSerializer(serializers.Serializer[Any]):
    """What the browser hands to Stripe's Payment Element."""

    clientSecret = serializers.CharField()


class CheckoutIntentSerializer(PaymentIntentSerializer):
    """The same at the checkout, where the card can be saved."""

    canSaveCard = serializers.BooleanField(
        help_text="whether `saveCard` is taken: not once the payment link of the order has been opened"
    )


class ReceivedSerializer(serializers.Serializer[Any]):
    """The acknowledgement of a webhook."""

    received = serializers.BooleanField()


class PaymentIntentView(OrderView):
    """Opening the payment of an order."""

    throttle_classes = [AccountThrottle, StripeThrottle]

    @extend_schema(
        operation_id="create_payment_intent",
        parameters=[IDEMPOTENCY_KEY],
        request=PaymentIntentCreateSerializer,
        responses=responses_of(200, CheckoutIntentSerializer, 404, 409, 422, 502),
    )
    @error_responses(
        AmountMismatch,
        HoldExpired,
        NotPayable,
        CardNotUsable,
        CardNotSavable,
        Mismatch,
        NotConfigured,
        StripeFailure,
    )
    def post(self, request: Request) -> Response:
        """Return the client secret of the order's one live payment, opened if there is none."""
        key = idempotency.key_of(request)
        first = idempotency.recall(request, key)
        if first is not None:
            intent = intents.intent_of_payment(UUID(first["paymentId"]))
        else:
            intent = self._open(request, key)
        headers = {idempotency.HEADER: key} if key else {}
        content = {"clientSecret": intent.client_secret, "canSaveCard": not intent.is_shared}
        return Response(CheckoutIntentSerializer(content).data, headers=headers)

    def _open(self, request: Request, key: str) -> Intent:
        data = parsed(PaymentIntentCreateSerializer, request)
        order = Order.objects.filter(pk=data["orderId"], customer=self.user).first()
        if order is None:
            raise NotFound(_("There is no such order."))
        chosen = data.get("paymentMethodId")
        payment, intent = intents.open_payment(
            order=order,
            amount=data["amount"],
            now=clock.now(),
            save_card=data["saveCard"],
            card=saved_cards.card_of(user=self.user, card_id=chosen) if chosen else None,
        )
        # Only the payment's id is stored for a repeat, which fetches the secret from Stripe again.
        idempotency.remember(request, key, {"paymentId": str(payment.pk)})
        return intent


class PaymentReturnView(OrderView):
    """Coming back from Stripe's page, or asking whether the money has arrived."""

    throttle_classes = [AccountThrottle, StripeThrottle]

    @extend_schema(
        operation_id="return_from_payment",
        request=None,
        responses=responses_of(200, OrderSerializer, 404, 502),
    )
    @error_responses(Mismatch, NotConfigured, StripeFailure)
    def post(self, request: Request, order_id: UUID) -> Response:
        """Fetch the state of the order's payment from Stripe, apply it, and return the order."""
        order, _ = self.owned(order_id, permissions.SETTLE)
        settle_order(order=order, now=clock.now())
        return self.fresh(order_id)


class StripeWebhookView(APIView):
    """Where Stripe reports events. Its signature is its only credential: no session, no CSRF."""

    authentication_classes = []
    permission_classes = [AllowAny]
    throttle_classes = []

    @extend_schema(
        operation_id="receive_stripe_event",
        request={"application/json": {"type": "object"}},
        responses={200: ReceivedSerializer},
        auth=[],
    )
    @error_responses(Forged)
    def post(self, request: Request) -> Response:
        """Store a webhook event once; it is processed after the response."""
        # The raw bytes, because the signature covers them.
        body = read_bounded(cast("IO[bytes]", request._request), webhooks.MAX_BYTES)
        notice = webhooks.read(body=body, signature=request.headers.get("Stripe-Signature"))
        webhooks.accept(notice=notice, now=clock.now())
        return Response({"received": True})
