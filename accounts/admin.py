"""The back office of people: accounts, their addresses and what they were told."""

from typing import Any

from allauth.account.models import EmailAddress
from allauth.socialaccount.models import SocialAccount, SocialApp, SocialToken
from django.contrib import admin, messages
from django.contrib.auth.admin import GroupAdmin as DjangoGroupAdmin
from django.contrib.auth.admin import UserAdmin as DjangoUserAdmin
from django.contrib.auth.models import Group
from django.db.models import QuerySet
from django.http import HttpRequest
from django_otp import devices_for_user
from django_otp.plugins.otp_static.models import StaticDevice
from django_otp.plugins.otp_totp.models import TOTPDevice
from unfold.admin import ModelAdmin, TabularInline
from unfold.forms import AdminPasswordChangeForm, UserChangeForm, UserCreationForm

from accounts.models import Address, Notification, User

_OF_SUPERUSERS: list[Any] = ["is_active", "is_staff", "is_superuser", "groups"]


class AddressInline(TabularInline):
    """The addresses of an account; its owner keeps them."""

    model = Address
    extra = 0
    can_delete = False
    fields = readonly_fields = ["label", "street", "postal_code", "city", "is_default"]

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Leave adding to the owner."""
        return False


@admin.register(User)
class UserAdmin(DjangoUserAdmin, ModelAdmin):  # type: ignore[type-arg]  # not generic when it runs
    """Accounts. Only superusers change what somebody may do, or touch another operator."""

    form = UserChangeForm
    add_form = UserCreationForm
    change_password_form = AdminPasswordChangeForm
    inlines = [AddressInline]
    list_display = ["email", "first_name", "last_name", "phone", "is_staff", "is_active", "date_joined"]
    list_filter = ["is_active", "is_staff", "groups", "date_joined"]
    search_fields = ["email", "first_name", "last_name", "phone"]
    ordering = ["-date_joined"]
    show_full_result_count = False
    actions = ["reset_second_factor"]
    filter_horizontal = []
    autocomplete_fields = ["groups"]
    readonly_fields = ["date_joined", "last_login", "email_verified_at"]
    fieldsets = [
        (None, {"fields": ["email", "password"]}),
        ("Person", {"fields": ["first_name", "last_name", "phone"]}),
        ("May do", {"fields": _OF_SUPERUSERS}),
        ("Dates", {"fields": ["date_joined", "last_login", "email_verified_at"]}),
    ]
    add_fieldsets = [
        (None, {"fields": ["email", "first_name", "last_name", "phone", "password1", "password2"]}),
    ]

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> list[str]:
        """Keep permissions out of the hands of those who could give themselves more."""
        fixed = list(super().get_readonly_fields(request, obj))
        return fixed if request.user.is_superuser else fixed + _OF_SUPERUSERS

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Let only superusers change operators: who sets a password can become its owner."""
        allowed = bool(super().has_change_permission(request, obj))
        return allowed and (obj is None or not obj.is_staff or bool(request.user.is_superuser))

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Refuse: an account that must end is closed, and erased by the rules of privacy."""
        return False

    @admin.action(description="Reset the second factor", permissions=["change"])
    def reset_second_factor(self, request: HttpRequest, chosen: QuerySet[User]) -> None:
        """Forget the authenticator apps of accounts, so that they can be set up anew."""
        done = refused = 0
        for user in chosen:
            if not self.has_change_permission(request, user):
                refused += 1
                continue
            for device in devices_for_user(user, confirmed=None):
                device.delete()
            done += 1
        note = f", {refused} refused: only superusers change operators" if refused else ""
        self.message_user(request, f"{done} done{note}.", messages.SUCCESS)


@admin.register(Notification)
class NotificationAdmin(ModelAdmin):
    """What accounts were told, to look up; nothing is changed by hand."""

    list_display = ["title", "user", "kind", "created_at", "read_at"]
    list_filter = ["kind", "created_at"]
    list_select_related = ["user"]
    search_fields = ["title", "user__email"]
    ordering = ["-created_at"]
    show_full_result_count = False

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Notices are written by the rules alone."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Refuse: it was said as it was said."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Refuse: it was said as it was said."""
        return False


# Other packages bring pages of their own: secrets of authenticator apps, and tables of sign-ins that
# nobody edits by hand. What an operator needs of them is a button on the account.
for _model in (Group, StaticDevice, TOTPDevice, EmailAddress, SocialAccount, SocialApp, SocialToken):
    if admin.site.is_registered(_model):
        admin.site.unregister(_model)


@admin.register(Group)
class GroupAdmin(DjangoGroupAdmin, ModelAdmin):
    """What support, operations and finance may do."""
