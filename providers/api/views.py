"""Providers over HTTP."""

from functools import partial
from uuid import UUID

from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.utils.cache import get_conditional_response
from django.utils.translation import gettext as _
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse, extend_schema
from rest_framework import status
from rest_framework.permissions import AllowAny, IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.clients import account_of
from marketplace import clock
from marketplace.errors import Invalid, NotFound, explain
from marketplace.http.idempotency import idempotent
from marketplace.http.parsing import parsed
from marketplace.http.schema import IDEMPOTENCY_KEY, error_responses, errors_of
from marketplace.http.throttling import (
    ListThrottle,
    LocalityThrottle,
    NearbyListThrottle,
    ProviderReadThrottle,
)
from marketplace.postal_codes import problem_of
from providers.api.list_cache import Rendered, rendered_list
from providers.api.serializers import (
    FavouriteSerializer,
    ListedProviderSerializer,
    LocalitySerializer,
    ProviderDetailsSerializer,
    ReviewAnswerSerializer,
    ReviewSerializer,
    details_json,
    locality_json,
    review_json,
)
from providers.distance import can_be_listed, is_well_formed
from providers.favourites import add_favourite, remove_favourite
from providers.localities import Locality, localities_around, localities_named, point_of
from providers.models import Provider
from providers.provider_details import provider_details
from providers.reviews import AlreadyAnswered, ReviewChanged, answer_review
from providers.selectors import favourites_of, listed_everywhere, listed_near

_NOT_MODIFIED = OpenApiResponse(description="The list is still the one of the entity tag that was sent.")

explain(invalid_postal_code="A Swiss postal code has four digits (400).")


def _list_response(request: HttpRequest, rendered: Rendered) -> HttpResponseBase:
    response = HttpResponse(rendered.content, content_type="application/json")
    # Shared caches may store it, but must revalidate each time: it can change at any moment.
    response.headers["Cache-Control"] = "public, no-cache"
    response.headers["ETag"] = rendered.etag
    return get_conditional_response(request, etag=rendered.etag, response=response) or response


def _everywhere(request: HttpRequest) -> HttpResponseBase:
    now = clock.now()
    read = partial(listed_everywhere, now=now)
    return _list_response(request, rendered_list(key="", now=now, read=read))


def _check_postal_code(postal_code: str, *, field: str) -> None:
    if not is_well_formed(postal_code):
        sentence = _("A Swiss postal code has four digits.")
        raise Invalid(sentence, code="invalid_postal_code", fields={field: [sentence]})
    if not can_be_listed(postal_code):
        sentence = str(problem_of(postal_code))
        raise Invalid(sentence, code="unknown_postal_code", fields={field: [sentence]})


def _near(request: HttpRequest, postal_code: str) -> HttpResponseBase:
    _check_postal_code(postal_code, field="postalCode")
    now = clock.now()
    read = partial(listed_near, postal_code=postal_code, now=now)
    return _list_response(request, rendered_list(key=postal_code, now=now, read=read))


class PublicView(APIView):
    """A read that is the same for everybody: who calls is not even looked up."""

    authentication_classes = []
    permission_classes = [AllowAny]
    throttle_classes = []


class ProviderListView(PublicView):
    """Listed providers wherever they are."""

    throttle_classes = [ListThrottle]

    @extend_schema(
        operation_id="list_providers",
        responses={200: ListedProviderSerializer(many=True), 304: _NOT_MODIFIED},
    )
    def get(self, request: Request) -> HttpResponseBase:
        """List the 200 best rated providers who can be booked, wherever they are, the best rated first."""
        return _everywhere(request._request)


class ProvidersNearView(PublicView):
    """Listed providers around a postal code: the call that every visit begins with.

    A plain GET of it is answered before the framework looks at who calls and what they accept,
    which nothing here depends on; everything else goes its ordinary way.
    """

    throttle_classes = [NearbyListThrottle]

    def dispatch(self, request: HttpRequest, *args: object, **kwargs: str) -> HttpResponseBase:
        """Answer a plain GET at once."""
        postal_code = kwargs["postal_code"]
        is_plain = request.method == "GET" and is_well_formed(postal_code) and can_be_listed(postal_code)
        if is_plain and NearbyListThrottle().is_allowed(request):
            return _near(request, postal_code)
        return super().dispatch(request, *args, **kwargs)

    @extend_schema(
        operation_id="list_providers_near",
        parameters=[
            OpenApiParameter(
                "postal_code", {"type": "string", "pattern": "^[0-9]{4}$"}, OpenApiParameter.PATH
            )
        ],
        responses={200: ListedProviderSerializer(many=True), 304: _NOT_MODIFIED},
    )
    def get(self, request: Request, postal_code: str) -> HttpResponseBase:
        """List who serves a Swiss postal code, then who is within 25 km, the nearest first, at most 200."""
        return _near(request._request, postal_code)


class ProviderDetailsView(PublicView):
    """One provider."""

    throttle_classes = [ProviderReadThrottle]

    @extend_schema(
        operation_id="get_provider",
        parameters=[
            OpenApiParameter(
                "from",
                {"type": "string", "pattern": "^[0-9]{4}$"},
                description="A Swiss postal code: `distanceKm` is that from there, and null without it. "
                "Any other text is 400 `invalid_postal_code`.",
            )
        ],
        responses={200: ProviderDetailsSerializer} | errors_of(404),
    )
    def get(self, request: Request, provider_id: UUID) -> Response:
        """Show a provider with their newest reviews and their next free times."""
        postal_code = request.query_params.get("from")
        if postal_code is not None:
            _check_postal_code(postal_code, field="from")
        details = provider_details(provider_id=provider_id, now=clock.now())
        return Response(details_json(details, postal_code=postal_code))


class LocalitiesView(PublicView):
    """Postal codes by what people type, or by where they are."""

    throttle_classes = [LocalityThrottle]

    @extend_schema(
        operation_id="find_localities",
        parameters=[
            OpenApiParameter("q", str, description="The beginning of a postal code or of a locality's name."),
            OpenApiParameter("near", str, description="Latitude and longitude in degrees: 47.37,8.54."),
        ],
        responses={200: LocalitySerializer(many=True)},
    )
    def get(self, request: Request) -> Response:
        """Return up to ten localities: those that begin with ``q``, or those around ``near``."""
        found = _localities(request)
        response = Response([locality_json(locality) for locality in found])
        # The table changes with a release only.
        response.headers["Cache-Control"] = "public, max-age=86400"
        return response


def _localities(request: Request) -> list[Locality]:
    asked = {name: request.query_params[name] for name in ("q", "near") if request.query_params.get(name)}
    if len(asked) != 1:
        sentence = _("Please type a postal code or a city.")
        raise Invalid(sentence, fields={"q": [sentence]})
    if "q" in asked:
        return localities_named(asked["q"])
    point = point_of(asked["near"])
    if point is None:
        sentence = _("Please give a position as latitude and longitude, for example 47.37,8.54.")
        raise Invalid(sentence, fields={"near": [sentence]})
    return localities_around(point)


class FavouritesView(APIView):
    """The providers whom an account wants to find again."""

    permission_classes = [IsAuthenticated]

    @extend_schema(
        operation_id="list_favourites",
        responses={200: FavouriteSerializer(many=True)},
    )
    def get(self, request: Request) -> Response:
        """Return the account's favorites, the newest first."""
        favourites = favourites_of(user=account_of(request))
        return Response([{"providerId": provider_id} for provider_id in favourites])


class FavouriteView(APIView):
    """One provider among the account's favorites."""

    permission_classes = [IsAuthenticated]

    @extend_schema(
        operation_id="add_favourite",
        request=None,
        responses={204: None} | errors_of(404, 409),
    )
    def put(self, request: Request, provider_id: UUID) -> Response:
        """Add a provider to the favorites; 409 ``too_many_favourites`` beyond 200."""
        add_favourite(user=account_of(request), provider_id=provider_id, now=clock.now())
        return Response(status=status.HTTP_204_NO_CONTENT)

    @extend_schema(
        operation_id="remove_favourite",
        responses={204: None} | errors_of(404),
    )
    def delete(self, request: Request, provider_id: UUID) -> Response:
        """Remove a provider from the favorites; no error if it is none."""
        remove_favourite(user=account_of(request), provider_id=provider_id)
        return Response(status=status.HTTP_204_NO_CONTENT)


class ReviewAnswerView(APIView):
    """The provider's answer to a review."""

    permission_classes = [IsAuthenticated]

    @extend_schema(
        operation_id="answer_review",
        parameters=[IDEMPOTENCY_KEY],
        request=ReviewAnswerSerializer,
        responses={200: ReviewSerializer} | errors_of(404, 409, 422),
    )
    @error_responses(AlreadyAnswered, ReviewChanged)
    @idempotent
    def post(self, request: Request, review_id: UUID) -> Response:
        """Reply to a review of the caller's provider, once.

        ``seen`` is the review as it was read: its author may change it for an hour.
        """
        data = parsed(ReviewAnswerSerializer, request)
        own = Provider.objects.filter(user=account_of(request)).values_list("pk", flat=True).first()
        if own is None:
            raise NotFound(_("There is no such review."))
        review = answer_review(
            review_id=review_id,
            provider_id=own,
            answer=data["answer"],
            seen=data.get("seen"),
            now=clock.now(),
        )
        return Response(review_json(review))
