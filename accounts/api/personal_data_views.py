"""The calls for data exports, and for requesting an account's erasure."""

from typing import Any
from uuid import UUID

from django.http import FileResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework import serializers, status
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts import erasing, erasure_requests, personal_export
from accounts.clients import account_of, proof_of
from accounts.erasure_requests import StillNeeded
from accounts.hashing import PasswordsBusy
from accounts.models import ErasureRequest, PersonalDataExport, User
from accounts.reauthentication import OwnerChanged, PasswordRequired, RecentSignInRequired, WrongPassword
from marketplace import clock
from marketplace.files import private
from marketplace.http.fields import TextField
from marketplace.http.idempotency import idempotent
from marketplace.http.parsing import parsed
from marketplace.http.schema import IDEMPOTENCY_KEY, ErrorSerializer, error_responses, errors_of
from marketplace.http.throttling import AccountThrottle, ExportThrottle, Throttled

_WAITS_FOR = ["operator", "orders", "jobs", "recurring", "refunds", "claims", "disputes", "payouts"]


class ExportRequestSerializer(serializers.Serializer[dict[str, Any]]):
    """Which kind of data export is requested."""

    kind = serializers.ChoiceField(
        PersonalDataExport.Kind.choices,
        default=PersonalDataExport.Kind.FULL,
        help_text="full: a page to read, JSON, CSV and files; portable: JSON and CSV",
    )


class ExportSerializer(serializers.Serializer[Any]):
    """A copy that is under way, has failed (``failedAt``), or can be fetched until ``expiresAt``."""

    id = serializers.UUIDField()
    kind = serializers.ChoiceField(PersonalDataExport.Kind.choices)
    requestedAt = serializers.DateTimeField(source="requested_at")
    readyAt = serializers.DateTimeField(source="ready_at", allow_null=True)
    failedAt = serializers.DateTimeField(
        source="failed_at", allow_null=True, help_text="since then it is given up, and can be requested again"
    )
    expiresAt = serializers.DateTimeField(source="expires_at", allow_null=True)
    size = serializers.IntegerField(help_text="bytes")


class ExportsView(APIView):
    """The copies of the account's data."""

    permission_classes = [IsAuthenticated]
    throttle_classes = [AccountThrottle]

    @extend_schema(operation_id="list_exports", responses={200: ExportSerializer(many=True)})
    def get(self, request: Request) -> Response:
        """Return the data exports that are being made, have failed or can be downloaded, the newest first."""
        found = personal_export.of(user_id=account_of(request).pk, now=clock.now())
        return Response(ExportSerializer(found, many=True).data)

    @extend_schema(
        operation_id="ask_for_export",
        parameters=[IDEMPOTENCY_KEY],
        request=ExportRequestSerializer,
        responses={202: ExportSerializer} | errors_of(409, 422),
    )
    @error_responses(Throttled)
    @idempotent
    def post(self, request: Request) -> Response:
        """Request a data export; if one of the kind is being made, return that one. 10 an hour are made."""
        user, kind = account_of(request), parsed(ExportRequestSerializer, request)["kind"]
        limit = ExportThrottle()
        if not personal_export.is_running(user=user, kind=kind) and not limit.allow_request(request, self):
            self.throttled(request, limit.wait())
        export = personal_export.ask(user=user, kind=kind, now=clock.now())
        return Response(ExportSerializer(export).data, status=status.HTTP_202_ACCEPTED)


class ExportFileView(APIView):
    """The file of a copy of the account's data."""

    permission_classes = [IsAuthenticated]

    @extend_schema(
        operation_id="download_export",
        responses={(200, "application/zip"): OpenApiTypes.BINARY} | errors_of(404),
    )
    def get(self, request: Request, export_id: UUID) -> FileResponse:
        """Return the data export as a ZIP file, to its own account only."""
        now = clock.now()
        export = personal_export.to_fetch(user=account_of(request), export_id=export_id, now=now)
        day = clock.local_date(export.requested_at)
        return private.stream(
            export.file, called=f"my-data-{export.kind}-{day.isoformat()}.zip", content_type="application/zip"
        )


class DeletionConfirmationSerializer(serializers.Serializer[dict[str, Any]]):
    """Proof that the caller owns the account."""

    password = TextField(
        trim_whitespace=False,
        allow_blank=True,
        default="",
        help_text="the account's; one without a password must have signed in within ten minutes",
    )


class DeletionRequestSerializer(serializers.Serializer[ErasureRequest]):
    """That the account is to be deleted; until ``dueAt`` it can be kept."""

    requestedAt = serializers.DateTimeField(source="requested_at")
    dueAt = serializers.DateTimeField(source="due_at")


class DeletionSerializer(serializers.Serializer[dict[str, Any]]):
    """Whether the account is to be deleted, and what must end before it can be."""

    request = DeletionRequestSerializer(allow_null=True)
    waitsFor = serializers.ListField(child=serializers.ChoiceField(_WAITS_FOR))
    hasPassword = serializers.BooleanField(help_text="asked for before the account is deleted")


def _deletion_json(user: User, asked: ErasureRequest | None) -> dict[str, Any]:
    return {
        "request": asked and DeletionRequestSerializer(asked).data,
        "waitsFor": erasing.waits_for(user_id=user.pk),
        "hasPassword": user.has_usable_password(),
    }


class StillNeededSerializer(ErrorSerializer):
    """Why the account cannot be deleted yet."""

    waitsFor = serializers.ListField(child=serializers.ChoiceField(_WAITS_FOR), required=False)


class DeletionView(APIView):
    """The end of the account."""

    permission_classes = [IsAuthenticated]

    @extend_schema(operation_id="get_deletion", responses={200: DeletionSerializer})
    def get(self, request: Request) -> Response:
        """Return the pending deletion of the account, if any, and what must end before one."""
        user = account_of(request)
        return Response(_deletion_json(user, erasure_requests.open_of(user_id=user.pk)))

    @extend_schema(
        operation_id="ask_for_deletion",
        request=DeletionConfirmationSerializer,
        responses={201: DeletionSerializer, 409: StillNeededSerializer},
    )
    @error_responses(
        StillNeeded,
        PasswordRequired,
        WrongPassword,
        RecentSignInRequired,
        OwnerChanged,
        Throttled,
        PasswordsBusy,
    )
    def post(self, request: Request) -> Response:
        """Request the deletion of the account in 30 days. Idempotent."""
        user, now = account_of(request), clock.now()
        proof = proof_of(request, password=parsed(DeletionConfirmationSerializer, request)["password"])
        asked = erasure_requests.ask(user=user, proof=proof, now=now)
        return Response(_deletion_json(user, asked), status=status.HTTP_201_CREATED)

    @extend_schema(operation_id="keep_account", responses={204: None} | errors_of(404))
    def delete(self, request: Request) -> Response:
        """Withdraw the request to delete the account; 404 if there is none."""
        erasure_requests.withdraw(user=account_of(request), now=clock.now())
        return Response(status=status.HTTP_204_NO_CONTENT)
