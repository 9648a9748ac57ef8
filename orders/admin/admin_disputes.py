"""What a dispute says on its page and in lists: why, in words, and where and with what it is answered."""

from typing import Any

from django.conf import settings
from django.contrib import admin
from django.http import HttpRequest
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from marketplace import wall_time
from orders.models import Dispute

#: Stripe's reasons, in words.
REASONS: dict[str, Promise] = {
    "bank_cannot_process": gettext_lazy("The bank cannot process the payment"),
    "credit_not_processed": gettext_lazy("A promised refund is said not to have come"),
    "customer_initiated": gettext_lazy("The customer has contested it with their bank"),
    "debit_not_authorized": gettext_lazy("The debit is said not to be authorized"),
    "duplicate": gettext_lazy("It is said to be paid twice"),
    "fraudulent": gettext_lazy("The cardholder says that they did not pay this"),
    "general": gettext_lazy("No particular reason"),
    "insufficient_funds": gettext_lazy("The account did not cover it"),
    "product_not_received": gettext_lazy("The service is said not to have been received"),
    "product_unacceptable": gettext_lazy("The service is said to be bad, or not as described"),
    "subscription_canceled": gettext_lazy("The recurring booking is said to be canceled"),
    "unrecognized": gettext_lazy("The cardholder does not recognize the payment"),
}


class ShownReason:
    """The column of the reason; one that Stripe has added since stands as Stripe calls it."""

    @admin.display(description=gettext_lazy("Reason"), ordering="reason")
    def shown_reason(self, dispute: Dispute) -> str:
        return str(REASONS.get(dispute.reason, dispute.reason))


class DisputePage(ShownReason):
    """A dispute's page: what to do first, then its facts."""

    change_form_outer_before_template = "admin/orders/dispute/what_next.html"
    fields = [
        *("order", "status", "shown_reason", "amount", "withheld", "borne_by", "respond_by"),
        *("opened_at", "changed_at", "credited_at"),
    ]

    def render_change_form(
        self: Any, request: HttpRequest, context: dict[str, Any], *args: Any, obj: Any = None, **kwargs: Any
    ) -> Any:
        """Head the page by what has to be done, and where."""
        if obj is not None:
            context["what_next"] = _what_next(obj)
        return super().render_change_form(request, context, *args, obj=obj, **kwargs)  # type: ignore[misc]


def _what_next(dispute: Dispute) -> dict[str, Any]:
    is_to_answer = dispute.status in Dispute.TO_ANSWER
    if not is_to_answer:
        said = str(dispute.get_status_display())
    elif dispute.respond_by is None:
        said = _("Answer it in Stripe's dashboard.")
    else:
        said = _("Answer it in Stripe's dashboard by {time}.").format(
            time=wall_time.moment(dispute.respond_by)
        )
    return {
        "said": said,
        "is_to_answer": is_to_answer,
        "at_stripe": _at_stripe(dispute.payment.intent_id or ""),
        "order": reverse("admin:orders_order_change", args=[dispute.order_id]),
    }


def _at_stripe(intent_id: str) -> str:
    """Return the page of a payment in Stripe's dashboard, where its dispute is answered."""
    mode = "test/" if "_test_" in settings.STRIPE_SECRET_KEY else ""
    return f"https://dashboard.stripe.com/{mode}payments/{intent_id}"
