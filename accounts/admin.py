"""The admin site of accounts, their addresses and their notifications."""

from typing import Any

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.socialaccount.models import SocialAccount, SocialApp, SocialToken
from django import forms
from django.contrib import admin
from django.contrib.auth.admin import GroupAdmin as DjangoGroupAdmin
from django.contrib.auth.admin import UserAdmin as DjangoUserAdmin
from django.contrib.auth.models import Group
from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from unfold.admin import TabularInline
from unfold.forms import AdminPasswordChangeForm, UserChangeForm, UserCreationForm

from accounts import (
    admin_impersonation,
    admin_log,
    admin_support,
    admin_words,
    closing,
    email_address,
    erasing,
    profile,
    second_factor,
    signed_in_devices,
)
from accounts.admin_impersonation import ImpersonationPage
from accounts.models import Address, Notification, User
from accounts.password_reset import tell_of_new_password
from accounts.readers import how_notified
from accounts.search import of_people, people
from marketplace import clock
from marketplace.admin_site.actions import as_shown
from marketplace.admin_site.asking import press
from marketplace.admin_site.base_admin import CHANGED_MEANWHILE, BaseAdmin, ReadOnlyAdmin
from marketplace.admin_site.lists import choice_filter
from marketplace.admin_site.timeline import Subject, TimelinePage
from marketplace.errors import Forbidden
from marketplace.events.live import publish_session_ended

__all__ = ["UserAdmin", "admin_impersonation", "admin_log", "admin_support", "admin_words"]

# Every kind of notification, of all apps, with its label.
KINDS = [
    ("welcome", gettext_lazy("Welcome")),
    ("how_it_works", gettext_lazy("How it works")),
    ("order_paid", gettext_lazy("Order paid")),
    ("order_confirmed", gettext_lazy("Order confirmed")),
    ("order_pickup", gettext_lazy("Order pickup")),
    ("order_washing", gettext_lazy("Order washing")),
    ("order_delivery", gettext_lazy("Order delivery")),
    ("order_completed", gettext_lazy("Order completed")),
    ("order_cancelled", gettext_lazy("Order cancelled")),
    ("order_edited", gettext_lazy("Order edited")),
    ("order_rescheduled", gettext_lazy("Order rescheduled")),
    ("order_handed_back", gettext_lazy("Order handed back")),
    ("order_late", gettext_lazy("Order late")),
    ("hand_back_offer", gettext_lazy("Hand back offer")),
    ("claim_reported", gettext_lazy("Claim reported")),
    ("claim_decided", gettext_lazy("Claim decided")),
    ("payment_returned", gettext_lazy("Payment returned")),
    ("message", gettext_lazy("Message")),
    ("review", gettext_lazy("Review")),
    ("review_report", gettext_lazy("Review report")),
    ("support_answer", gettext_lazy("Support answer")),
    ("terms_change", gettext_lazy("Changed terms")),
    ("application_submitted", gettext_lazy("Application submitted")),
    ("application_changes", gettext_lazy("Application changes")),
    ("application_rejected", gettext_lazy("Application rejected")),
    ("application_approved", gettext_lazy("Application approved")),
    ("insurance_ends", gettext_lazy("Insurance ends")),
    ("insurance_ended", gettext_lazy("Insurance ended")),
    ("bookings_outside_week", gettext_lazy("Bookings outside week")),
    ("availability_changed", gettext_lazy("Hours or pause set by the team")),
    ("recurring_set_up", gettext_lazy("Recurring set up")),
    ("recurring_placed", gettext_lazy("Recurring placed")),
    ("recurring_payment", gettext_lazy("Recurring payment")),
    ("recurring_waits", gettext_lazy("Recurring waits")),
    ("recurring_skipped", gettext_lazy("Recurring skipped")),
    ("recurring_missed", gettext_lazy("Recurring missed")),
    ("recurring_provider_away", gettext_lazy("Recurring provider away")),
    ("recurring_ended", gettext_lazy("Recurring ended")),
    ("payout_paid", gettext_lazy("Payout paid")),
    ("payout_failed", gettext_lazy("Payout failed")),
    ("payout_waits", gettext_lazy("Payout waits")),
    ("payout_account", gettext_lazy("Payout account")),
    ("password_changed", gettext_lazy("Password changed")),
    ("second_factor", gettext_lazy("Ways to sign in")),
    ("codes_guessed", gettext_lazy("Codes guessed")),
    ("data_export", gettext_lazy("Copy of the data")),
    ("account_deletion", gettext_lazy("Account deletion")),
    ("account_kept", gettext_lazy("Account kept")),
]

_MAY_DO: list[Any] = ["is_active", "is_staff", "is_superuser", "groups"]
# Whoever receives an account's emails, or sets its password, can take it over.
_OF_SUPERUSERS: list[Any] = ["email", *_MAY_DO]


class AddressInline(TabularInline):
    """The addresses of an account; only its owner changes them."""

    model = Address
    extra = 0
    can_delete = False
    fields = readonly_fields = ["label", "street", "postal_code", "city", "is_default"]

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


class PasswordForm(AdminPasswordChangeForm):
    """Sets a new password, tells its owner, and changes nothing else of the account.

    ``seen`` stands for the password that the account had when the page was shown.
    """

    seen = forms.CharField(widget=forms.HiddenInput, required=False)

    def __init__(self, user: User, *args: Any, **kwargs: Any) -> None:
        super().__init__(user, *args, **kwargs)
        self.fields["seen"].initial = as_shown(user, user.password)

    def clean_seen(self) -> str:
        """Refuse a page on which another password was shown: somebody else has set one meanwhile."""
        seen: str = self.cleaned_data["seen"]
        if seen and seen != self.fields["seen"].initial:
            raise forms.ValidationError(CHANGED_MEANWHILE)
        return seen

    def save(self, commit: bool = True) -> User:
        user: User = super().save(commit=False)
        if commit:
            now = clock.now()
            with transaction.atomic():
                user.save(update_fields=["password"])
                signed_in_devices.end_others(user=user, session_key=None)
                tell_of_new_password(user=user, now=now)
                publish_session_ended(account_id=user.pk, now=now)
        return user


@admin.register(User)
class UserAdmin(ImpersonationPage, TimelinePage, DjangoUserAdmin, BaseAdmin):  # type: ignore[type-arg]  # not generic when it runs
    """Accounts. Only superusers change how somebody signs in and what they may do, or touch operators."""

    form = UserChangeForm
    add_form = UserCreationForm
    change_password_form = PasswordForm
    change_user_password_template = "admin/accounts/user/password.html"  # noqa: S105 - a file
    inlines = [AddressInline]
    list_display = ["email", "first_name", "last_name", "phone", "is_staff", "is_active", "date_joined"]
    list_filter = ["is_active", "is_staff", "groups", "date_joined"]
    search_fields = ["email", "first_name", "last_name", "phone"]
    search_help_text = gettext_lazy(
        "The beginning of a name or an email address, or the end of a telephone number"
    )
    searches = (people,)
    ordering = ["-date_joined"]
    sortable_by = ["date_joined"]
    actions = ["reset_second_factor"]
    actions_detail = ["timeline", "sign_in_as"]
    filter_horizontal = []
    autocomplete_fields = ["groups"]
    readonly_fields = ["date_joined", "last_login", "last_used_at", "email_verified_at"]
    fieldsets = [
        (None, {"fields": ["email", "password"]}),
        (gettext_lazy("Person"), {"fields": ["first_name", "last_name", "phone"]}),
        (gettext_lazy("May do"), {"fields": _MAY_DO}),
        (
            gettext_lazy("Dates"),
            {"fields": ["date_joined", "last_login", "last_used_at", "email_verified_at"]},
        ),
    ]
    add_fieldsets = [
        (None, {"fields": ["email", "first_name", "last_name", "phone", "password1", "password2"]}),
    ]

    def subject_of(self, user: User) -> Subject:
        return Subject(user.pk, user.email)

    def called(self, user: User) -> str:
        return f"{user.known_name}, {user.email}"

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> list[str]:
        """Make permissions read-only for everybody but superusers."""
        fixed = list(super().get_readonly_fields(request, obj))
        return fixed if request.user.is_superuser else fixed + _OF_SUPERUSERS

    def get_fieldsets(self, request: HttpRequest, obj: Any = None) -> Any:
        """Leave out the password where it cannot be set."""
        sets = super().get_fieldsets(request, obj)
        if obj is None or request.user.is_superuser:
            return sets
        return [(None, {"fields": ["email"]}), *sets[1:]]

    def user_change_password(self, request: HttpRequest, id: str, form_url: str = "") -> HttpResponse:  # noqa: A002
        """Let superusers set a password."""
        if not request.user.is_superuser:
            raise PermissionDenied
        return super().user_change_password(request, id, form_url)

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Let only superusers change operators, and nobody what was erased.

        Whoever sets a password can take the account over.
        """
        allowed = bool(super().has_change_permission(request, obj))
        if obj is None or not allowed:
            return allowed
        return not erasing.is_erased(obj) and (not obj.is_staff or bool(request.user.is_superuser))

    def save_model(self, request: HttpRequest, obj: Any, form: Any, change: bool) -> None:
        """Save an account; :mod:`accounts.closing` changes ``is_active``.

        Lists learn of a new name, and a new address has to be confirmed from its mailbox.
        """
        if change and "is_active" in form.changed_data:
            if obj.is_active:
                closing.reopen(user_id=obj.pk)
            else:
                closing.close(user_id=obj.pk, now=clock.now())
        super().save_model(request, obj, form, change)
        if change and "email" in form.changed_data:
            email_address.set_by_operator(user=obj, former=form.initial["email"], now=clock.now())
        if change and not profile.NAMES.isdisjoint(form.changed_data):
            profile.name_changed(user_id=obj.pk)

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Refuse: accounts are closed, and erased through an erasure request."""
        return False

    @admin.action(description=gettext_lazy("Reset the second factor"), permissions=["change"])
    def reset_second_factor(self, request: HttpRequest, chosen: QuerySet[User]) -> HttpResponse | None:
        """Remove the passkeys and authenticator apps of accounts, after a confirmation page."""

        def means(user: User) -> str:
            if user.is_staff and not self.has_change_permission(request, user):
                raise Forbidden(_("Only superusers change operators."))
            second_factor.refuse_without(user=user)
            loses = _("Passkeys, authenticator app and recovery codes no longer work; others can be set up.")
            return f"{loses} {how_notified(user)}"

        def reset(user: User) -> None:
            means(user)
            second_factor.reset(user=user, now=clock.now())

        title = _("Reset the second factor")
        hint = _("kept in the audit log; the customer does not see it")
        return press(
            self,
            request,
            chosen,
            title=title,
            means=means,
            state=User.factor_ids,
            act=reset,
            hint=hint,
            locks=True,
        )


@admin.register(Notification)
class NotificationAdmin(ReadOnlyAdmin):
    """Notifications, read-only."""

    list_display = ["title", "who", "shown_kind", "created_at", "read_at"]
    list_filter = [choice_filter(title=gettext_lazy("kind"), field="kind", choices=KINDS), "created_at"]
    list_select_related = ["user"]
    search_fields = ["user__email"]
    search_help_text = gettext_lazy(
        "Whom: the beginning of a name or an email address, or the end of a telephone number"
    )
    searches = (of_people,)
    ordering = ["-created_at"]
    sortable_by = ["created_at"]
    exclude = ["body"]
    readonly_fields = ["title", "text"]

    @admin.display(description=gettext_lazy("Person"))
    def who(self, notification: Notification) -> str:
        return notification.user.known_name

    @admin.display(description=gettext_lazy("Kind"))
    def shown_kind(self, notification: Notification) -> str:
        return str(dict(KINDS).get(notification.kind, notification.kind))

    @admin.display(description=gettext_lazy("Text"))
    def text(self, notification: Notification) -> str:
        """Show what it says, unless operators read that elsewhere."""
        if notification.is_confidential:
            return _(
                "What it says stands in the order's conversation, in the support request, or under Payouts."
            )
        return notification.body or "-"


# Models that other packages register: secrets of authenticator apps, and sign-in tables that nobody edits
# by hand. What operators need of them is a button on the account.
for _model in (Group, Authenticator, EmailAddress, SocialAccount, SocialApp, SocialToken):
    if admin.site.is_registered(_model):
        admin.site.unregister(_model)


@admin.register(Group)
class GroupAdmin(DjangoGroupAdmin, BaseAdmin):
    """What support, operations and finance may do."""
