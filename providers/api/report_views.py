"""The call by which somebody reports a review."""

from typing import Any
from uuid import UUID

from drf_spectacular.utils import extend_schema
from rest_framework import serializers, status
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.clients import account_of
from marketplace import clock
from marketplace.http.fields import ParagraphsField
from marketplace.http.idempotency import idempotent
from marketplace.http.parsing import parsed
from marketplace.http.schema import IDEMPOTENCY_KEY, error_responses, errors_of
from marketplace.http.throttling import AccountThrottle, ReviewReportThrottle
from providers.models import ReviewReport
from providers.reporting import AlreadyReported, report_review


class ReviewReportCreateSerializer(serializers.Serializer[dict[str, Any]]):
    """What is wrong with a review; ``words`` are needed where the reason is ``other``."""

    reason = serializers.ChoiceField(choices=ReviewReport.Reason.choices)
    words = ParagraphsField(max_length=1000, allow_blank=True, required=False)


class ReviewReportSerializer(serializers.ModelSerializer[ReviewReport]):
    """A report as its author sees it."""

    createdAt = serializers.DateTimeField(source="created_at")

    class Meta:
        model = ReviewReport
        fields = ["id", "reason", "words", "createdAt"]


class ReviewReportView(APIView):
    """Reports of one review."""

    permission_classes = [IsAuthenticated]
    throttle_classes = [AccountThrottle, ReviewReportThrottle]

    @extend_schema(
        operation_id="report_review",
        parameters=[IDEMPOTENCY_KEY],
        request=ReviewReportCreateSerializer,
        responses={201: ReviewReportSerializer} | errors_of(404, 409, 422),
    )
    @error_responses(AlreadyReported)
    @idempotent
    def post(self, request: Request, review_id: UUID) -> Response:
        """Report a review to the operators, once until they have decided."""
        data = parsed(ReviewReportCreateSerializer, request)
        report = report_review(
            reporter=account_of(request),
            review_id=review_id,
            reason=data["reason"],
            words=data.get("words", ""),
            now=clock.now(),
        )
        return Response(ReviewReportSerializer(report).data, status=status.HTTP_201_CREATED)
