"""Settings of the OpenAPI document: its title, its version, and the names of its enums."""

from typing import Any


def spectacular(*, product_name: str) -> dict[str, Any]:
    """Return the settings of drf-spectacular."""
    return {
        "TITLE": product_name,
        "DESCRIPTION": "Every unsafe call sends the CSRF token as X-CSRFToken; "
        "refusals have one shape, Error. Any call may send the id of the account that it is meant for as "
        "X-Account: once somebody else is signed in it is refused (403 `account_mismatch`).",
        "VERSION": "1.0.0",
        "OAS_VERSION": "3.1.1",
        "ENUM_NAME_OVERRIDES": {
            "ErrorCode": "marketplace.errors.code_choices",
            "ServiceType": "orders.models.ServiceType",
            "AddOnId": "orders.prices.pricing.ADD_ON_CHOICES",
            "OrderStatus": "orders.models.OrderStatus",
            "ClaimItem": "orders.models.DamageClaim.Item",
            "ClaimState": "orders.models.DamageClaim.State",
            "SignInProvider": "accounts.social_connections.PROVIDER_CHOICES",
            "HandoverKind": "orders.models.Handover.Kind",
            "PaymentStatus": "orders.models.PaymentStatus",
            "ApplicationStatus": "providers.api.application_serializers.STATUSES",
            "SlotType": "scheduling.models.SlotType",
            "RecurringPattern": "orders.models.RecurringPattern",
            "ReviewReportReason": "providers.models.ReviewReport.Reason",
            "SupportCategory": "accounts.models.SupportRequest.Category",
            "ExportKind": "accounts.models.PersonalDataExport.Kind",
            "SupportStatus": "accounts.models.SupportRequest.Status",
            "OccurrenceStatus": "orders.api.recurring_serializers.STATUSES",
        },
        "ENUM_GENERATE_CHOICE_DESCRIPTION": False,
        "POSTPROCESSING_HOOKS": [
            "drf_spectacular.hooks.postprocess_schema_enums",
            "marketplace.http.schema.explain_codes",
        ],
    }
