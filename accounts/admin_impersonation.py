"""The button "Sign in as this customer", and the list of impersonations."""

from typing import Any

from django.contrib import admin, messages
from django.db.models import Q
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from unfold.dataclasses import UnfoldAction

from accounts import impersonated_calls, impersonating
from accounts.models import Impersonation, User
from accounts.search import people_ids
from marketplace import clock
from marketplace.admin_site.actions import ReasonForm, action, log_press
from marketplace.admin_site.base_admin import ReadOnlyAdmin
from marketplace.errors import DomainError

SIGN_IN_AS = "sign-in-as"


class ImpersonationPage:
    """The button "Sign in as this customer"."""

    def has_impersonate_permission(self: Any, request: HttpRequest, obj: Any = None) -> bool:
        return bool(self.allows(request, "impersonate"))

    def get_actions_detail(self: Any, request: HttpRequest, object_id: Any) -> list[UnfoldAction]:
        """Offer the button where the account can be impersonated."""
        account = self.get_object(request, str(object_id))
        buttons: list[UnfoldAction] = super().get_actions_detail(request, object_id)  # type: ignore[misc]  # the page has it
        return [one for one in buttons if one.path != SIGN_IN_AS or _is_customer(request, account)]

    @action(
        description=gettext_lazy("Sign in as this customer"),
        url_path=SIGN_IN_AS,
        icon="switch_account",
        permissions=["impersonate"],
    )
    def sign_in_as(self: Any, request: HttpRequest, object_id: str) -> HttpResponse:
        """Ask for a reason (GET), then open the web app as the customer (POST)."""
        account: User = self.row_or_404(request, object_id)
        form, back = ReasonForm.of(request), reverse("admin:accounts_user_change", args=[account.pk])
        if not _is_customer(request, account):
            _say_no(self, request, account)
            return HttpResponseRedirect(back)
        if not form.is_valid():
            return _ask_why(self, request, account, form, back)
        operator: Any = request.user
        begun = impersonating.begin(
            operator=operator,
            account_id=account.pk,
            reason=form.cleaned_data["note"],
            now=clock.now(),
        )
        response = HttpResponseRedirect("/")
        impersonated_calls.hand_out(response, begun)
        return response


def _ask_why(
    model_admin: Any, request: HttpRequest, account: User, form: ReasonForm, back: str
) -> HttpResponse:
    context = model_admin.admin_site.each_context(request) | {
        "title": _("Sign in as this customer"),
        "account": account,
        "minutes": int(impersonating.LASTS.total_seconds() // 60),
        "reason": form,
        "hint": _("kept in the audit log; the customer does not see it"),
        "back": back,
        "opts": model_admin.opts,
    }
    return TemplateResponse(request, "admin/accounts/user/sign_in_as.html", context)


def _say_no(model_admin: Any, request: HttpRequest, account: User) -> None:
    """Show why this account cannot be impersonated; only an attempt (POST) is logged, not a look."""
    try:
        _refuse(request, account)
    except DomainError as error:
        if request.method == "POST":
            log_press(model_admin, request, account, error=error)
        model_admin.message_user(request, error.message, messages.WARNING)


def _refuse(request: HttpRequest, account: User) -> None:
    operator: Any = request.user
    impersonating.refuse_unless_customer(account=account, operator_id=operator.pk)


def _is_customer(request: HttpRequest, account: User | None) -> bool:
    try:
        if account is not None:
            _refuse(request, account)
    except DomainError:
        return False
    return account is not None


def of_people(words: str) -> list[Q]:
    """Find impersonations by operator or customer."""
    people = people_ids(words)
    return [Q(operator_id__in=people), Q(account_id__in=people)]


@admin.register(Impersonation)
class ImpersonationAdmin(ReadOnlyAdmin):
    """Who was signed in as whom, why and how long."""

    list_display = ["began_at", "who", "whom", "reason", "ends_at", "ended_at"]
    list_display_links = ["began_at"]
    list_select_related = ["operator", "account"]
    search_fields = ["operator__email"]
    search_help_text = gettext_lazy("Who, or as whom: the beginning of a name or an email address")
    searches = (of_people,)
    ordering = ["-began_at"]
    sortable_by = ()
    exclude = ["session_key"]

    @admin.display(description=gettext_lazy("Operator"))
    def who(self, row: Impersonation) -> str:
        return row.operator.known_name

    @admin.display(description=gettext_lazy("As"))
    def whom(self, row: Impersonation) -> str:
        return row.account.known_name
