"""How views describe themselves in the OpenAPI document."""

from typing import Any

from drf_spectacular.extensions import OpenApiAuthenticationExtension
from drf_spectacular.openapi import AutoSchema
from drf_spectacular.utils import OpenApiParameter
from rest_framework import permissions, serializers

_SAFE = {"GET", "HEAD"}
IDEMPOTENCY_KEY = OpenApiParameter(
    "Idempotency-Key", str, OpenApiParameter.HEADER, description="A repeat gives the first answer."
)


class ErrorSerializer(serializers.Serializer[object]):
    """What every refusal looks like."""

    message = serializers.CharField(help_text="a sentence for a person")
    code = serializers.CharField(help_text="stable, for programs")
    fields_ = serializers.DictField(
        child=serializers.ListField(child=serializers.CharField()),
        required=False,
        help_text="sentences by payload name",
    )

    # The class is not generic when it runs.
    def get_fields(self) -> dict[str, serializers.Field]:  # type: ignore[type-arg]
        """Name ``fields_`` as in the answer: the attribute ``fields`` is the framework's own."""
        own = super().get_fields()
        own["fields"] = own.pop("fields_")
        return own


class SessionScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]  # untyped
    """The session cookie, and the token that goes with it on unsafe calls."""

    target_class = "marketplace.http.authentication.SessionAuthentication"
    name = ["session", "csrfToken"]

    def get_security_definition(self, auto_schema: AutoSchema) -> list[dict[str, str]]:
        """Describe the cookie and the header."""
        return [
            {"type": "apiKey", "in": "cookie", "name": "sessionid"},
            {"type": "apiKey", "in": "header", "name": "X-CSRFToken"},
        ]


class ApiSchema(AutoSchema):
    """Groups the operations by resource."""

    def get_tags(self) -> list[str]:
        """Group operations by the first part of the path after ``/api/``."""
        return [self.path.removeprefix("/api/").split("/")[0]]

    def _common_refusals(self) -> dict[str, str]:
        refusals = {
            "400": "The request cannot be understood.",
            "429": "Too many calls: come back after Retry-After seconds.",
            "503": "Busy: the same call may be sent again after Retry-After seconds.",
        }
        if self.method not in _SAFE:
            refusals |= {
                "403": "The CSRF token is missing or wrong, or this is not allowed.",
                "413": "The body is too large.",
                "415": "The body is not JSON.",
            }
        kinds = self.view.permission_classes
        reads_freely = self.method in _SAFE and permissions.IsAuthenticatedOrReadOnly in kinds
        if permissions.AllowAny not in kinds and not reads_freely:
            refusals["401"] = "Sign in first."
        return refusals

    def get_operation(self, *args: Any, **kwargs: Any) -> Any:
        """Describe the operation with the common refusals beside its own."""
        operation = super().get_operation(*args, **kwargs)
        if operation is None:
            return None
        error = self.resolve_serializer(ErrorSerializer, "response").ref
        for status, description in self._common_refusals().items():
            answer = {"description": description, "content": {"application/json": {"schema": error}}}
            operation["responses"].setdefault(status, answer)
        operation["responses"] = dict(sorted(operation["responses"].items()))
        return operation
