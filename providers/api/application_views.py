"""Applying to be a provider over HTTP."""

from uuid import UUID

from django.http import HttpResponseBase
from django.utils.translation import gettext as _
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import status
from rest_framework.parsers import MultiPartParser
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.clients import account_of
from marketplace import clock
from marketplace.errors import Invalid, NotFound
from marketplace.files import private
from marketplace.files.accepting import FORM_OVERHEAD, MAX_BYTES, content_of
from marketplace.http.idempotency import idempotent
from marketplace.http.parsing import parsed
from marketplace.http.schema import IDEMPOTENCY_KEY, error_responses, errors_of
from marketplace.http.throttling import AccountThrottle, UploadThrottle
from providers import applying, documents, selectors
from providers.api.application_serializers import (
    ApplicationChangeSerializer,
    ApplicationSerializer,
    DocumentSerializer,
    DocumentUploadSerializer,
    application_json,
)
from providers.applying import Incomplete
from providers.models import ApplicationDocument

Kind = ApplicationDocument.Kind
_KIND = OpenApiParameter("kind", str, OpenApiParameter.PATH, enum=Kind.values)


class ApplicationView(APIView):
    """The account's application."""

    permission_classes = [IsAuthenticated]

    @extend_schema(
        operation_id="get_provider_application",
        responses={200: ApplicationSerializer},
    )
    def get(self, request: Request) -> Response:
        """Show the application; before it is begun, a draft with what is known of the account."""
        user = account_of(request)
        now = clock.now()
        application = selectors.application_of(user=user) or applying.unsaved(user=user, now=now)
        return Response(application_json(application, now=now))

    @extend_schema(
        operation_id="fill_in_provider_application",
        request=ApplicationChangeSerializer,
        responses={200: ApplicationSerializer} | errors_of(409),
    )
    @error_responses(Incomplete)
    def put(self, request: Request) -> Response:
        """Save sections of the draft; each must be complete and valid."""
        sections = parsed(ApplicationChangeSerializer, request)
        values, now = sections.get("personalInfo", {}) | sections.get("businessInfo", {}), clock.now()
        application = applying.fill_in(user=account_of(request), values=values, now=now)
        return Response(application_json(application, now=now))


class SubmitApplicationView(APIView):
    """Handing the application in."""

    permission_classes = [IsAuthenticated]

    @extend_schema(
        operation_id="submit_provider_application",
        parameters=[IDEMPOTENCY_KEY],
        request=None,
        responses={200: ApplicationSerializer} | errors_of(409),
    )
    @error_responses(Incomplete)
    @idempotent
    def post(self, request: Request) -> Response:
        """Submit the application; 400 ``application_incomplete`` names what is missing or wrong."""
        now = clock.now()
        application = applying.submit(user=account_of(request), now=now)
        return Response(application_json(application, now=now))


class ApplyAgainView(APIView):
    """Reopening an application that was rejected."""

    permission_classes = [IsAuthenticated]

    @extend_schema(
        operation_id="apply_again",
        parameters=[IDEMPOTENCY_KEY],
        request=None,
        responses={200: ApplicationSerializer} | errors_of(409),
    )
    @idempotent
    def post(self, request: Request) -> Response:
        """Reopen a rejected application with everything that was filled in."""
        now = clock.now()
        application = applying.apply_again(user=account_of(request), now=now)
        return Response(application_json(application, now=now))


class KindOfDocument:
    """URL converter for the kinds of documents."""

    regex = "|".join(Kind.values)

    def to_python(self, value: str) -> Kind:
        return Kind(value)

    def to_url(self, value: Kind) -> str:
        return value.value


class UploadView(APIView):
    """A document of one kind."""

    permission_classes = [IsAuthenticated]
    throttle_classes = [AccountThrottle, UploadThrottle]
    parser_classes = [MultiPartParser]
    max_body_bytes = MAX_BYTES + FORM_OVERHEAD

    @extend_schema(
        operation_id="upload_application_document",
        parameters=[_KIND, IDEMPOTENCY_KEY],
        request={"multipart/form-data": DocumentUploadSerializer},
        responses={200: DocumentSerializer} | errors_of(404, 409, 422),
    )
    @idempotent
    def put(self, request: Request, kind: Kind) -> Response:
        """Save a document in place of the former one: PDF, JPEG or PNG, 10 MB at most."""
        content = content_of(request)
        document = documents.save_document(
            user=account_of(request),
            kind=kind,
            content=content,
            name=request.FILES["file"].name or "",
            now=clock.now(),
        )
        return Response(DocumentSerializer(document).data)

    def handle_exception(self, exc: Exception) -> Response:
        """Log which file was refused, here: the request's transaction has been rolled back."""
        if isinstance(exc, Invalid) and self.request.method == "PUT":
            documents.note_refused(user=account_of(self.request), kind=self.kwargs["kind"], code=exc.code)
        return super().handle_exception(exc)

    @extend_schema(
        operation_id="remove_application_document",
        parameters=[_KIND],
        responses={204: None} | errors_of(404, 409),
    )
    def delete(self, request: Request, kind: Kind) -> Response:
        """Remove the document; no error if there is none."""
        documents.remove(user=account_of(request), kind=kind, now=clock.now())
        return Response(status=status.HTTP_204_NO_CONTENT)


class DocumentFileView(APIView):
    """The file of a document."""

    permission_classes = [IsAuthenticated]

    @extend_schema(
        operation_id="get_application_document",
        responses={(200, "application/octet-stream"): OpenApiTypes.BINARY} | errors_of(404),
    )
    def get(self, request: Request, document_id: UUID) -> HttpResponseBase:
        """Return the file as an attachment, to its owner and to operators who review applications."""
        document = documents.to_show(document_id=document_id, viewer=account_of(request))
        try:
            return private.file_response(
                document.file, called=document.name, content_type=document.content_type
            )
        except FileNotFoundError as error:
            raise NotFound(_("This file is gone. Please send it again.")) from error
