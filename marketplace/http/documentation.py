"""The API described: ``/api/schema`` for programs, ``/api/docs`` for people. Part of the roof."""

import json
from functools import cache

from django.http import HttpResponse
from django.shortcuts import render
from django.utils import translation
from drf_spectacular.generators import SchemaGenerator
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.views import APIView


@cache
def document() -> bytes:
    """Return the OpenAPI document; it changes with the code alone."""
    generator = SchemaGenerator()  # type: ignore[no-untyped-call]  # untyped
    # Cached for everybody, so it must not depend on the first reader's language.
    with translation.override("en"):
        return json.dumps(generator.get_schema(public=True)).encode()  # type: ignore[no-untyped-call]  # untyped


class SchemaView(APIView):
    """The OpenAPI 3.1 document."""

    permission_classes = [AllowAny]
    schema = None

    def get(self, request: Request) -> HttpResponse:
        """Answer with the document."""
        return HttpResponse(document(), content_type="application/json")


class DocsView(APIView):
    """The document, readable."""

    permission_classes = [AllowAny]
    schema = None

    def get(self, request: Request) -> HttpResponse:
        """Answer with a page that shows it; everything on it comes from this site."""
        return render(
            request._request, "api_docs.html", {"nonce": getattr(request._request, "csp_nonce", "")}
        )
