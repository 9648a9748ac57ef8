"""How views are described in the OpenAPI document."""

from collections import defaultdict
from collections.abc import Callable
from typing import Any, TypeVar

from drf_spectacular.extensions import OpenApiAuthenticationExtension
from drf_spectacular.openapi import AutoSchema
from drf_spectacular.utils import OpenApiParameter
from rest_framework import permissions, serializers

from marketplace import errors
from marketplace.http.authentication import SessionAuthentication
from marketplace.http.idempotency import HEADER, KeyReused, StillRunning

_SAFE = {"GET", "HEAD"}
# Of errors that an operation declares itself.
_MEANINGS = {"404": "There is no such thing, or not for the caller."}
# Of an operation that declares no error of this status (409) as a class.
_NOT_NOW = "The present state does not allow it: `code` says why."
IDEMPOTENCY_KEY = OpenApiParameter(
    HEADER, str, OpenApiParameter.HEADER, description="A repeat gives the first response."
)


def if_match_header(description: str) -> OpenApiParameter:
    """Describe ``If-Match``, which :func:`marketplace.http.parsing.if_match` reads."""
    return OpenApiParameter("If-Match", str, OpenApiParameter.HEADER, description=description)


View = TypeVar("View", bound=Callable[..., Any])


def error_responses(*raised: type[errors.DomainError]) -> Callable[[View], View]:
    """Declare the errors that a view method raises, beside those that any may raise."""

    def named(view: View) -> View:
        view.error_responses = raised  # type: ignore[attr-defined]  # our own attribute
        return view

    return named


class ErrorSerializer(serializers.Serializer[object]):
    """The body of every error response."""

    message = serializers.CharField(help_text="a sentence for a person")
    fields_ = serializers.DictField(
        child=serializers.ListField(child=serializers.CharField()),
        required=False,
        help_text="sentences by payload name",
    )

    # The class is not generic when it runs.
    def get_fields(self) -> dict[str, serializers.Field]:  # type: ignore[type-arg]  # not generic when it runs
        """Add the codes, and rename ``fields_`` to ``fields``, which is a name of the framework's own."""
        own = super().get_fields()
        # The codes are complete only once every app is loaded.
        own["code"] = serializers.ChoiceField(errors.code_choices(), help_text="stable, for programs")
        own["fields"] = own.pop("fields_")
        return own


def errors_of(*statuses: int) -> dict[Any, Any]:
    """Describe the errors that an operation has beside the common ones, by status."""
    return dict.fromkeys(statuses, ErrorSerializer)


class SessionScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]  # untyped
    """The session cookie, and the token that accompanies it on unsafe requests."""

    target_class = "marketplace.http.authentication.SessionAuthentication"
    name = ["session", "csrfToken"]

    def get_security_definition(self, auto_schema: AutoSchema) -> list[dict[str, str]]:
        return [
            {"type": "apiKey", "in": "cookie", "name": "sessionid"},
            {"type": "apiKey", "in": "header", "name": "X-CSRFToken"},
        ]


class ApiSchema(AutoSchema):
    """Groups the operations by resource."""

    def get_tags(self) -> list[str]:
        """Group operations by the first part of the path after ``/api/``."""
        return [self.path.removeprefix("/api/").split("/")[0]]

    def _common_errors(self) -> dict[str, str]:
        errors = {
            "400": "The request cannot be understood.",
            "429": "Too many calls: come back after Retry-After seconds.",
            "503": "Busy: the same call may be sent again after Retry-After seconds.",
        }
        if SessionAuthentication in self.view.authentication_classes:
            errors["403"] = "X-Account names another account than the signed-in one: `account_mismatch`."
        if self.method not in _SAFE:
            errors |= {
                "403": "The CSRF token is missing or wrong, X-Account names another account than the "
                "signed-in one, or this is not allowed.",
                "413": "The body is too large.",
                "415": "The body is not JSON.",
            }
        kinds = self.view.permission_classes
        reads_freely = self.method in _SAFE and permissions.IsAuthenticatedOrReadOnly in kinds
        if permissions.AllowAny not in kinds and not reads_freely:
            errors["401"] = "Sign in first."
        return errors

    def _described(self, description: str) -> dict[str, Any]:
        error = self.resolve_serializer(ErrorSerializer, "response").ref
        return {"description": description, "content": {"application/json": {"schema": error}}}

    def _own_codes(self, operation: dict[str, Any]) -> dict[str, list[str]]:
        """Return the codes that the operation declares itself, by status."""
        own = getattr(getattr(self.view, self.method.lower()), "error_responses", ())
        if any(one["name"] == HEADER for one in operation.get("parameters", [])):
            own = (*own, KeyReused, StillRunning)
        found = defaultdict(list)
        for error in own:
            found[str(error.status)].append(f"`{error.code}`")
        return found

    def get_operation(self, *args: Any, **kwargs: Any) -> Any:
        """Add the common errors to the operation's own."""
        operation = super().get_operation(*args, **kwargs)
        if operation is None:
            return None
        common = self._common_errors()
        responses = {status: self._described("") for status in common} | operation["responses"]
        for status, description in (_MEANINGS | common).items():
            if status in responses and not responses[status]["description"]:
                responses[status]["description"] = description
        for status, codes in self._own_codes(operation).items():
            response = responses.setdefault(status, self._described(""))
            response["description"] = f"{response['description']} {' '.join(codes)}".strip()
        if "409" in responses and not responses["409"]["description"]:
            responses["409"]["description"] = _NOT_NOW
        operation["responses"] = dict(sorted(responses.items()))
        return operation


def explain_codes(result: dict[str, Any], **_: object) -> dict[str, Any]:
    """Explain each code in the document."""
    lines = [f"* `{code}`: {meaning}" for code, meaning in errors.codes().items()]
    result["components"]["schemas"]["ErrorCode"]["description"] = "\n".join(lines).replace("``", "`")
    return result
