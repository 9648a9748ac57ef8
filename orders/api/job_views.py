"""The calls about a provider's jobs."""

from uuid import UUID

from django.utils.translation import gettext as _
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from marketplace import clock
from marketplace.errors import Forbidden
from marketplace.http.parsing import query_id
from orders import selectors
from orders.api import rendering
from orders.api.message_serializers import ConversationSerializer
from orders.api.order_serializers import OrderHistorySerializer, OrderSerializer
from orders.api.order_view import OrderView, responses_of
from providers.models import Provider


def no_workspace() -> Forbidden:
    """Return the error for whoever is no provider."""
    return Forbidden(_("Only providers have a workspace. You can become one from your profile."))


class JobsView(OrderView):
    """What the calls about a provider's jobs share."""

    def provider(self) -> Provider:
        """Return the signed-in provider; 403 to anybody else."""
        provider = selectors.provider_of(user=self.user)
        if provider is None:
            raise no_workspace()
        return provider


class ProviderOrdersView(JobsView):
    """The provider's jobs."""

    @extend_schema(
        operation_id="list_provider_orders", responses=responses_of(200, OrderSerializer(many=True))
    )
    def get(self, request: Request) -> Response:
        """Return every open order of the signed-in provider and the latest 50 that are over.

        Newest first; unpaid ones without addresses. Earlier ones: the history.
        """
        return Response(self.rendered(selectors.jobs_of_provider(provider=self.provider())))


class ConversationsView(JobsView):
    """What was written about the provider's jobs."""

    @extend_schema(
        operation_id="list_conversations", responses=responses_of(200, ConversationSerializer(many=True))
    )
    def get(self, request: Request) -> Response:
        """List what was written about jobs to come and of the last 60 days, the newest first, at most 100."""
        now = clock.now()
        found = selectors.conversations_of(provider=self.provider(), now=now)
        return Response([rendering.conversation_json(one, self.user, now=now) for one in found])


class ProviderHistoryView(JobsView):
    """The provider's orders that are over, page by page."""

    @extend_schema(
        operation_id="list_provider_history",
        parameters=[OpenApiParameter("before", UUID, description="The last order of the page before.")],
        responses=responses_of(200, OrderHistorySerializer, 404),
    )
    def get(self, request: Request) -> Response:
        """Return up to 50 completed or cancelled orders, the latest pickup first."""
        before = query_id(request, "before", _("before must be the id of an order."))
        found = selectors.history_of_provider(provider=self.provider(), before=before)
        is_full = len(found) == selectors.HISTORY_PAGE
        return Response({"orders": self.rendered(found), "next": str(found[-1].pk) if is_full else None})
