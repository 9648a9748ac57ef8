"""How views describe themselves in the OpenAPI document."""

from typing import Any

from django.conf import settings
from drf_spectacular.extensions import OpenApiAuthenticationExtension
from drf_spectacular.openapi import AutoSchema
from rest_framework import serializers


class ErrorSerializer(serializers.Serializer[object]):
    """What every refusal looks like."""

    message = serializers.CharField(help_text="a sentence for a person")
    code = serializers.CharField(help_text="stable, for programs")
    fields_ = serializers.DictField(
        child=serializers.ListField(child=serializers.CharField()),
        required=False,
        help_text="sentences by payload name",
    )

    def get_fields(self) -> dict[str, serializers.Field]:  # type: ignore[type-arg]
        """Name ``fields_`` as in the answer: the attribute ``fields`` is the framework's own."""
        own = super().get_fields()
        own["fields"] = own.pop("fields_")
        return own


class SessionScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]
    """The session cookie. Unsafe calls send the CSRF token in ``X-CSRFToken`` beside it."""

    target_class = "marketplace.authentication.SessionAuthentication"
    name = "session"

    def get_security_definition(self, auto_schema: AutoSchema) -> dict[str, Any]:
        """Describe the cookie."""
        return {"type": "apiKey", "in": "cookie", "name": settings.SESSION_COOKIE_NAME}


class ApiSchema(AutoSchema):
    """Groups the operations by resource."""

    def get_tags(self) -> list[str]:
        """Group operations by the first part of the path after ``/api/``."""
        return [self.path.removeprefix("/api/").split("/")[0]]
