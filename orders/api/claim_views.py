"""The calls about damage claims: photos, the report, the provider's view."""

from typing import Any
from uuid import UUID

from django.http import HttpResponseBase
from django.utils.translation import gettext as _
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework import serializers, status
from rest_framework.parsers import MultiPartParser
from rest_framework.request import Request
from rest_framework.response import Response

from marketplace import clock
from marketplace.files import private
from marketplace.files.accepting import FORM_OVERHEAD, MAX_BYTES, content_of
from marketplace.http.fields import IdField, ParagraphsField, WholeField
from marketplace.http.idempotency import idempotent
from marketplace.http.parsing import parsed
from marketplace.http.schema import IDEMPOTENCY_KEY, error_responses, errors_of
from marketplace.http.throttling import AccountThrottle, MessageThrottle, UploadThrottle
from marketplace.money import AmountField
from orders import selectors
from orders.api.order_view import OrderView, responses_of
from orders.api.rendering import instant, money
from orders.claims import claiming, photos
from orders.claims.claiming import (
    MOST_PHOTOS,
    ClaimAnswered,
    ClaimDecided,
    ClaimOpen,
    ClaimTooEarly,
    ClaimWindowOver,
    Report,
)
from orders.errors import NotYours, TooManyPhotos
from orders.lifecycle import permissions
from orders.models import DamageClaim, Order, OrderPhoto

LOOKED = "Looked at a damage claim."


class PhotosField(serializers.ListField):
    """Ids of photos that were uploaded before."""

    def __init__(self) -> None:
        super().__init__(child=IdField(), max_length=MOST_PHOTOS, required=False, default=list)


class ClaimCreateSerializer(serializers.Serializer[Any]):
    """What is reported; price (CHF, new) and age in months may be left out."""

    description = ParagraphsField(max_length=2000)
    item = serializers.ChoiceField(DamageClaim.Item.choices, default=DamageClaim.Item.OTHER)
    price = serializers.DecimalField(
        max_digits=7, decimal_places=2, min_value=1, required=False, allow_null=True, default=None
    )
    ageMonths = WholeField(min_value=0, max_value=600, required=False, allow_null=True, default=None)
    photos = PhotosField()


class StatementSerializer(serializers.Serializer[Any]):
    """The provider's view of a claim."""

    statement = ParagraphsField(max_length=2000)
    photos = PhotosField()


class OrderPhotoSerializer(serializers.Serializer[Any]):
    """A photo of an order."""

    id = serializers.UUIDField()
    url = serializers.CharField()
    byCustomer = serializers.BooleanField()


class ClaimDecisionSerializer(serializers.Serializer[Any]):
    """What was decided: the amount that is returned in CHF, and why."""

    amount = AmountField()
    reason = serializers.CharField(allow_blank=True)
    at = serializers.DateTimeField()


class ClaimSerializer(serializers.Serializer[Any]):
    """A damage claim; ``state`` is ``answer`` while the provider is asked, ``review``, then the outcome."""

    id = serializers.UUIDField()
    state = serializers.ChoiceField(DamageClaim.State.choices)
    item = serializers.ChoiceField(DamageClaim.Item.choices)
    description = serializers.CharField(allow_blank=True)
    price = AmountField(allow_null=True)
    ageMonths = serializers.IntegerField(allow_null=True)
    photos = OrderPhotoSerializer(many=True)
    reportedAt = serializers.DateTimeField()
    answerBy = serializers.DateTimeField(help_text="until when the provider is heard")
    statement = serializers.CharField(allow_null=True, help_text="the provider's view; null: none yet")
    decision = ClaimDecisionSerializer(allow_null=True)


class ClaimListSerializer(serializers.Serializer[Any]):
    """The claims of an order, the newest first, and until when its customer can report another one."""

    reportableUntil = serializers.DateTimeField(
        allow_null=True, help_text="null: not completed, over, or a claim is open"
    )
    claims = ClaimSerializer(many=True)


def photo_json(photo: OrderPhoto, order: Order) -> dict[str, Any]:
    """Return where a photo is, and which side it is from."""
    return {
        "id": str(photo.pk),
        "url": f"/api/orders/{order.pk}/photos/{photo.pk}",
        "byCustomer": photo.uploaded_by_id == order.customer_id,
    }


def claim_json(claim: DamageClaim, order: Order) -> dict[str, Any]:
    """Return a claim as both sides see it."""
    decided_at = claim.decided_at
    return {
        "id": str(claim.pk),
        "state": claim.state,
        "item": claim.item,
        "description": claim.description,
        "price": None if claim.price is None else money(claim.price),
        "ageMonths": claim.age_months,
        "photos": [photo_json(photo, order) for photo in claim.photos.all()],
        "reportedAt": instant(claim.reported_at),
        "answerBy": instant(claim.answer_due_at),
        "statement": claim.statement if claim.stated_at else None,
        "decision": {"amount": money(claim.amount), "reason": claim.decision, "at": instant(decided_at)}
        if decided_at
        else None,
    }


class ClaimsView(OrderView):
    """The damage claims of an order."""

    throttle_classes = [AccountThrottle, MessageThrottle]

    @extend_schema(operation_id="list_claims", responses=responses_of(200, ClaimListSerializer, 404))
    def get(self, request: Request, order_id: UUID) -> Response:
        """Return the claims of an order to both of its sides, and until when damage can be reported."""
        order = selectors.order_for(user=self.user, order_id=order_id)
        actor = permissions.acting_on(order, self.user, permission=permissions.SEE_CLAIMS)
        permissions.note_look(order=order, actor=actor, sentence=LOOKED)
        return self._shown(order)

    @extend_schema(
        operation_id="report_damage",
        parameters=[IDEMPOTENCY_KEY],
        request=ClaimCreateSerializer,
        responses=responses_of(201, ClaimListSerializer, 404, 409, 422),
    )
    @error_responses(ClaimTooEarly, ClaimWindowOver, ClaimOpen)
    @idempotent
    def post(self, request: Request, order_id: UUID) -> Response:
        """Report damage or loss as the order's customer, within 24 hours of its completion."""
        order = selectors.order_for(user=self.user, order_id=order_id)
        if order.customer_id != self.user.pk:
            raise NotYours(_("Only the customer can report damage."))
        sent = parsed(ClaimCreateSerializer, request)
        report = Report(
            description=sent["description"],
            item=sent["item"],
            price=sent["price"],
            age_months=sent["ageMonths"],
            photos=sent["photos"],
        )
        claiming.report_damage(order_id=order_id, report=report, now=clock.now())
        return self._shown(order, code=status.HTTP_201_CREATED)

    def _shown(self, order: Order, *, code: int = status.HTTP_200_OK) -> Response:
        until, found = claiming.reportable_until(order), claiming.claims_of(order)
        may_report = until is not None and clock.now() < until and not any(one.is_open for one in found)
        return Response(
            {
                "reportableUntil": instant(until) if until and may_report else None,
                "claims": [claim_json(claim, order) for claim in found],
            },
            status=code,
        )


class ClaimStatementView(OrderView):
    """The provider's view of a claim."""

    throttle_classes = [AccountThrottle, MessageThrottle]

    @extend_schema(
        operation_id="answer_claim",
        parameters=[IDEMPOTENCY_KEY],
        request=StatementSerializer,
        responses=responses_of(200, ClaimSerializer, 404, 409, 422),
    )
    @error_responses(ClaimAnswered, ClaimDecided)
    @idempotent
    def post(self, request: Request, order_id: UUID, claim_id: UUID) -> Response:
        """Say one's view of a claim as the order's provider, once, before it is decided."""
        order = selectors.order_for(user=self.user, order_id=order_id)
        if order.provider.user_id != self.user.pk:
            raise NotYours(_("Only the provider of this order can do this."))
        sent = parsed(StatementSerializer, request)
        claim = claiming.answer_claim(
            order_id=order_id,
            claim_id=claim_id,
            statement=sent["statement"],
            photos=sent["photos"],
            now=clock.now(),
        )
        return Response(claim_json(claim, order))


class OrderPhotoCreateSerializer(serializers.Serializer[Any]):
    """A JPEG or PNG of 10 MB at most."""

    file = serializers.FileField()


class OrderPhotosView(OrderView):
    """Photos that either side uploads for a claim."""

    throttle_classes = [AccountThrottle, MessageThrottle, UploadThrottle]
    parser_classes = [MultiPartParser]
    max_body_bytes = MAX_BYTES + FORM_OVERHEAD

    @extend_schema(
        operation_id="add_order_photo",
        parameters=[IDEMPOTENCY_KEY],
        request={"multipart/form-data": OrderPhotoCreateSerializer},
        responses=responses_of(201, OrderPhotoSerializer, 404, 409, 422),
    )
    @error_responses(ClaimTooEarly, TooManyPhotos)
    @idempotent
    def post(self, request: Request, order_id: UUID) -> Response:
        """Upload a photo of a paid order, to be sent with a claim or an answer within a day."""
        order = selectors.order_for(user=self.user, order_id=order_id)
        if self.user.pk not in {order.customer_id, order.provider.user_id}:
            raise NotYours(_("Only the two sides of an order can add photos."))
        photo = photos.add_photo(order=order, user=self.user, content=content_of(request), now=clock.now())
        return Response(photo_json(photo, order), status=status.HTTP_201_CREATED)


class OrderPhotoView(OrderView):
    """One photo of an order."""

    @extend_schema(
        operation_id="get_order_photo",
        responses={(200, "image/jpeg"): OpenApiTypes.BINARY} | errors_of(404),
    )
    def get(self, request: Request, order_id: UUID, photo_id: UUID) -> HttpResponseBase:
        """Return a photo, to both sides of the order and to operators who may see claims."""
        order = selectors.order_for(user=self.user, order_id=order_id)
        actor = permissions.acting_on(order, self.user, permission=permissions.SEE_CLAIMS)
        photo = photos.photo_of(order=order, photo_id=photo_id, user=self.user)
        permissions.note_look(order=order, actor=actor, sentence=LOOKED)
        return private.photo_response(photo.file, called="photo")

    @extend_schema(operation_id="remove_order_photo", responses={204: None} | errors_of(404))
    def delete(self, request: Request, order_id: UUID, photo_id: UUID) -> Response:
        """Remove one's own photo that is not sent with a claim or an answer."""
        order = selectors.order_for(user=self.user, order_id=order_id)
        photos.remove_photo(order=order, photo_id=photo_id, user=self.user)
        return Response(status=status.HTTP_204_NO_CONTENT)
