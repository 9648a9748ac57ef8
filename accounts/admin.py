"""The back office of people: accounts, their addresses and what they were told."""

from typing import Any

from allauth.account.models import EmailAddress
from allauth.socialaccount.models import SocialAccount, SocialApp, SocialToken
from django.contrib import admin, messages
from django.contrib.auth.admin import GroupAdmin as DjangoGroupAdmin
from django.contrib.auth.admin import UserAdmin as DjangoUserAdmin
from django.contrib.auth.models import Group
from django.core.exceptions import PermissionDenied
from django.db.models import Q, QuerySet
from django.http import HttpRequest, HttpResponse
from django_otp import devices_for_user
from django_otp.plugins.otp_static.models import StaticDevice
from django_otp.plugins.otp_totp.models import TOTPDevice
from unfold.admin import TabularInline
from unfold.forms import AdminPasswordChangeForm, UserChangeForm, UserCreationForm

from accounts import closing
from accounts.finding import people, people_ids
from accounts.models import Address, Notification, User
from marketplace import clock
from marketplace.back_office.lists import choice_filter
from marketplace.back_office.office import OfficeAdmin, ReadOnlyAdmin
from marketplace.events.live import publish_session_ended

# What the rules of every floor tell, by the word that they write.
KINDS = [
    (kind, kind.replace("_", " ").capitalize())
    for kind in (
        "welcome",
        "how_it_works",
        "order_paid",
        "order_confirmed",
        "order_pickup",
        "order_washing",
        "order_delivery",
        "order_completed",
        "order_cancelled",
        "order_edited",
        "order_rescheduled",
        "payment_returned",
        "message",
        "review",
        "bookings_outside_week",
        "recurring_set_up",
        "recurring_placed",
        "recurring_payment",
        "recurring_skipped",
        "recurring_missed",
        "recurring_provider_away",
        "recurring_ended",
    )
]


def of_people(words: str) -> list[Q]:
    """Find what was told to the accounts that the words name."""
    return [Q(user_id__in=people_ids(words))]


_MAY_DO: list[Any] = ["is_active", "is_staff", "is_superuser", "groups"]
# Whoever gets the letters of an account, or sets its password, can become its owner.
_OF_SUPERUSERS: list[Any] = ["email", *_MAY_DO]


class AddressInline(TabularInline):
    """The addresses of an account; its owner keeps them."""

    model = Address
    extra = 0
    can_delete = False
    fields = readonly_fields = ["label", "street", "postal_code", "city", "is_default"]

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Leave adding to the owner."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Leave changing to the owner."""
        return False


class PasswordForm(AdminPasswordChangeForm):
    """A new password, and nothing else of the account."""

    def save(self, commit: bool = True) -> User:
        """Write the password alone."""
        user: User = super().save(commit=False)
        if commit:
            user.save(update_fields=["password"])
            publish_session_ended(account_id=user.pk, now=clock.now())
        return user


@admin.register(User)
class UserAdmin(DjangoUserAdmin, OfficeAdmin):  # type: ignore[type-arg]  # not generic when it runs
    """Accounts. Only superusers change how somebody signs in and what they may do, or touch operators."""

    form = UserChangeForm
    add_form = UserCreationForm
    change_password_form = PasswordForm
    inlines = [AddressInline]
    list_display = ["email", "first_name", "last_name", "phone", "is_staff", "is_active", "date_joined"]
    list_filter = ["is_active", "is_staff", "groups", "date_joined"]
    search_fields = ["email", "first_name", "last_name", "phone"]
    search_help_text = "The beginning of a name or an e-mail address, or the end of a telephone number"
    finders = (people,)
    ordering = ["-date_joined"]
    sortable_by = ["date_joined"]
    actions = ["reset_second_factor"]
    filter_horizontal = []
    autocomplete_fields = ["groups"]
    readonly_fields = ["date_joined", "last_login", "email_verified_at"]
    fieldsets = [
        (None, {"fields": ["email", "password"]}),
        ("Person", {"fields": ["first_name", "last_name", "phone"]}),
        ("May do", {"fields": _MAY_DO}),
        ("Dates", {"fields": ["date_joined", "last_login", "email_verified_at"]}),
    ]
    add_fieldsets = [
        (None, {"fields": ["email", "first_name", "last_name", "phone", "password1", "password2"]}),
    ]

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> list[str]:
        """Keep permissions out of the hands of those who could give themselves more."""
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
        """Let only superusers change operators: who sets a password can become its owner."""
        allowed = bool(super().has_change_permission(request, obj))
        return allowed and (obj is None or not obj.is_staff or bool(request.user.is_superuser))

    def save_model(self, request: HttpRequest, obj: Any, form: Any, change: bool) -> None:
        """Save an account; closing and opening it goes through its own door."""
        if change and "is_active" in form.changed_data:
            if obj.is_active:
                closing.reopen(user_id=obj.pk)
            else:
                closing.close(user_id=obj.pk, now=clock.now())
        super().save_model(request, obj, form, change)

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
class NotificationAdmin(ReadOnlyAdmin):
    """What accounts were told, to look up; nothing is changed by hand."""

    list_display = ["title", "who", "shown_kind", "created_at", "read_at"]
    list_filter = [choice_filter(title="kind", field="kind", choices=KINDS), "created_at"]
    list_select_related = ["user"]
    search_fields = ["user__email"]
    search_help_text = "Whom: the beginning of a name or an e-mail address, or the end of a telephone number"
    finders = (of_people,)
    ordering = ["-created_at"]
    sortable_by = ["created_at"]

    @admin.display(description="Person")
    def who(self, notification: Notification) -> str:
        """Show by name who was told."""
        return notification.user.known_name

    @admin.display(description="Kind")
    def shown_kind(self, notification: Notification) -> str:
        """Show the kind in words, as the filter does."""
        return dict(KINDS).get(notification.kind, notification.kind)


# Other packages bring pages of their own: secrets of authenticator apps, and tables of sign-ins that
# nobody edits by hand. What an operator needs of them is a button on the account.
for _model in (Group, StaticDevice, TOTPDevice, EmailAddress, SocialAccount, SocialApp, SocialToken):
    if admin.site.is_registered(_model):
        admin.site.unregister(_model)


@admin.register(Group)
class GroupAdmin(DjangoGroupAdmin, OfficeAdmin):
    """What support, operations and finance may do."""
