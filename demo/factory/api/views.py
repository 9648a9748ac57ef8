"""The call of the factory. Only for demonstration and tests, and only from this machine."""

import ipaddress
from contextvars import Context

from django.conf import settings
from django.http import Http404, HttpRequest
from django.http.response import HttpResponseBase
from django.views.decorators.csrf import csrf_exempt
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from demo.factory.api.rendering import world_json
from demo.factory.api.serializers import read_withdrawal, read_world
from demo.factory.checks import checked
from demo.factory.world import make_world, withdraw
from marketplace import clock

# Headers by which a proxy names the client.
_FORWARDED = ("HTTP_FORWARDED", "HTTP_X_FORWARDED_FOR", "HTTP_X_REAL_IP")


class _FactoryView(APIView):
    """Makes a world, and takes its providers out of the list again."""

    # ``is_open`` is the only permission; without authentication there is no CSRF check either.
    authentication_classes = []
    permission_classes = [AllowAny]
    throttle_classes = []

    def post(self, request: Request) -> Response:
        """Make what the body describes; 201 with what was made, 400 for what cannot be."""
        spec = checked(read_world(request.data))
        # In a new context: without the request's time limit for calls to Stripe, and in the default language.
        world = Context().run(make_world, spec, visit=request._request, now=clock.now())
        return Response(world_json(world), status=201)

    def delete(self, request: Request) -> Response:
        """Take the accounts that are named out of the list of providers; 204, also where none is in it."""
        withdraw(read_withdrawal(request.data).users, now=clock.now())
        return Response(status=204)


_make = _FactoryView.as_view()


def is_open(request: HttpRequest) -> bool:
    """Tell whether the factory is available: in demonstration and tests, from this machine."""
    if not (settings.DEMO or settings.TESTING) or any(name in request.META for name in _FORWARDED):
        return False
    try:
        return ipaddress.ip_address(request.META.get("REMOTE_ADDR", "")).is_loopback
    except ValueError:
        return False


@csrf_exempt
def factory(request: HttpRequest) -> HttpResponseBase:
    """Make a world, or withdraw its providers; 404 where the factory is not available.

    A plain view, so that it is not in the OpenAPI document.
    """
    if not is_open(request) or request.method not in {"POST", "DELETE"}:
        raise Http404
    return _make(request)
