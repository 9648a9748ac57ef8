"""The calls about proof of handover: requiring a code, and what the provider notes."""

from typing import Any
from uuid import UUID

from django.http import HttpResponseBase
from django.utils.translation import gettext as _
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework.parsers import MultiPartParser
from rest_framework.request import Request
from rest_framework.response import Response

from accounts import impersonated_calls
from marketplace import clock
from marketplace.files import private
from marketplace.files.accepting import FORM_OVERHEAD, MAX_BYTES, content_of
from marketplace.http.idempotency import idempotent
from marketplace.http.parsing import parsed
from marketplace.http.schema import IDEMPOTENCY_KEY, error_responses, errors_of
from marketplace.http.throttling import AccountThrottle, MessageThrottle, UploadThrottle
from orders import selectors
from orders.api.handover_serializers import HandoverCodeSerializer, HandoverSerializer, ProofSerializer
from orders.api.order_view import OrderView, responses_of
from orders.api.rendering import instant
from orders.errors import NotYours
from orders.lifecycle import handovers, permissions
from orders.lifecycle.handovers import NoHandover, Proof
from orders.models import Handover, Order

_SHOWN = HandoverSerializer(many=True)


def handover_json(row: Handover, *, to_customer: bool) -> dict[str, Any]:
    """Return a handover; its code only to the order's customer, and only until it is confirmed."""
    confirmed, taken = row.code_confirmed_at, row.taken_at
    has_photo = bool(row.photo)
    # A new photo gets a new URL; otherwise the page would show the cached one.
    version = f"{taken.timestamp():.0f}" if taken else ""
    return {
        "kind": row.kind,
        "codeWanted": row.code != "",
        "code": row.code if to_customer and row.needs_code else None,
        "triesLeft": handovers.tries_left(row),
        "codeConfirmedAt": instant(confirmed) if confirmed else None,
        "bags": row.bags,
        "photoUrl": f"/api/orders/{row.order_id}/proofs/{row.kind}/photo?at={version}" if has_photo else None,
        "takenAt": instant(taken) if taken else None,
    }


class HandoverView(OrderView):
    """What the calls about handovers share."""

    def shown(self, order: Order) -> Response:
        """Render both handovers of an order, the pickup first."""
        # Not for an operator signed in as the customer: the code proves the customer's presence.
        to_customer = order.customer_id == self.user.pk and impersonated_calls.of(self.request) is None
        rows = handovers.handovers_of(order)
        return Response([handover_json(row, to_customer=to_customer) for row in rows])


class HandoversView(HandoverView):
    """The two handovers of an order."""

    @extend_schema(operation_id="list_handovers", responses=responses_of(200, _SHOWN, 404))
    def get(self, request: Request, order_id: UUID) -> Response:
        """Return pickup and delivery with what proves them; the code to the order's customer alone."""
        order = selectors.order_for(user=self.user, order_id=order_id)
        permissions.acting_on(order, self.user, permission=permissions.SEE_HANDOVERS)
        return self.shown(order)


class HandoverCodeView(HandoverView):
    """Whether a code is asked for when the laundry changes hands."""

    @extend_schema(
        operation_id="set_handover_code",
        request=HandoverCodeSerializer,
        responses=responses_of(200, _SHOWN, 404, 409),
    )
    @error_responses(NoHandover)
    def put(self, request: Request, order_id: UUID) -> Response:
        """Require a code at all coming handovers, or stop requiring it. Idempotent."""
        order, _ = self.owned(order_id, permissions.EDIT)
        wanted = parsed(HandoverCodeSerializer, request)["wanted"]
        handovers.ask_for_codes(order_id=order_id, wanted=wanted, now=clock.now())
        return self.shown(order)


class ProofsView(HandoverView):
    """What a provider notes while laundry changes hands."""

    throttle_classes = [AccountThrottle, MessageThrottle, UploadThrottle]
    parser_classes = [MultiPartParser]
    max_body_bytes = MAX_BYTES + FORM_OVERHEAD

    @extend_schema(
        operation_id="give_proof",
        parameters=[IDEMPOTENCY_KEY],
        request={"multipart/form-data": ProofSerializer},
        responses=responses_of(200, _SHOWN, 404, 409, 422),
    )
    @error_responses(NoHandover)
    @idempotent
    def post(self, request: Request, order_id: UUID) -> Response:
        """Record the bags, a photo (JPEG or PNG of 10 MB at most), or both, as the order's provider."""
        order = selectors.order_for(user=self.user, order_id=order_id)
        if order.provider.user_id != self.user.pk:
            raise NotYours(_("Only the provider of this order can do this."))
        sent = parsed(ProofSerializer, request)
        photo = content_of(request) if "file" in request.FILES else None
        handovers.give_proof(
            order_id=order_id,
            kind=sent["kind"],
            proof=Proof(bags=sent.get("bags"), photo=photo),
            user=self.user,
            now=clock.now(),
        )
        return self.shown(order)


class ProofPhotoView(OrderView):
    """The photo of a handover."""

    @extend_schema(
        operation_id="get_proof_photo",
        responses={(200, "image/jpeg"): OpenApiTypes.BINARY} | errors_of(404),
    )
    def get(self, request: Request, order_id: UUID, kind: str) -> HttpResponseBase:
        """Return a photo, to both sides of the order and to operators who may see handovers."""
        order = selectors.order_for(user=self.user, order_id=order_id)
        actor = permissions.acting_on(order, self.user, permission=permissions.SEE_HANDOVERS)
        row = handovers.photo_of(order=order, kind=kind)
        looked = f"Looked at the photo of the {row.kind}."
        permissions.note_look(order=order, actor=actor, sentence=looked)
        return private.photo_response(row.photo, called=kind)
