"""Saved cards in the admin site: read only, with the consent of their owners."""

from django.contrib import admin
from django.db.models import Q
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.search import of_people
from marketplace import clock
from marketplace.admin_site.actions import display
from marketplace.admin_site.base_admin import ReadOnlyAdmin
from marketplace.admin_site.lists import choice_filter
from orders.models import SavedCard

STATE_COLOURS = {"default": "success", "kept": "info", "expired": "warning", "removed": "danger"}

BRANDS = [
    (brand, brand.capitalize())
    for brand in ("visa", "mastercard", "amex", "diners", "discover", "jcb", "unionpay", "unknown")
]


def by_name_at_stripe(words: str) -> list[Q]:
    """Find a card by its id at Stripe."""
    return [Q(payment_method_id=words)]


def by_last_digits(words: str) -> list[Q]:
    """Find cards by their last four digits."""
    return [Q(last4=words)] if len(words) == 4 and words.isdecimal() else []


@admin.register(SavedCard)
class SavedCardAdmin(ReadOnlyAdmin):
    """Saved cards. Only Stripe has their numbers."""

    list_display = ["card", "user", "expires", "state", "consented_at", "removed_at"]
    list_filter = [
        "is_default",
        choice_filter(title=gettext_lazy("brand"), field="brand", choices=BRANDS),
        "consented_at",
    ]
    search_fields = ["last4", "payment_method_id", "user__email"]
    search_help_text = gettext_lazy(
        "Last digits, Stripe's payment method, or the customer's name, email or telephone"
    )
    searches = (of_people, by_name_at_stripe, by_last_digits)
    list_select_related = ["user"]
    ordering = ["-created_at"]

    @admin.display(description=gettext_lazy("Card"), ordering="brand")
    def card(self, card: SavedCard) -> str:
        return f"{card.brand.capitalize()} •••• {card.last4}"

    @admin.display(description=gettext_lazy("Expires"), ordering="exp_year")
    def expires(self, card: SavedCard) -> str:
        return f"{card.exp_month:02}/{card.exp_year}"

    @display(description=gettext_lazy("State"), label=STATE_COLOURS)
    def state(self, card: SavedCard) -> tuple[str, str]:
        """Show whether the card is charged, and as which."""
        if card.removed_at is not None:
            return "removed", _("Removed")
        if card.is_expired(on=clock.local_date(clock.now())):
            return "expired", _("Expired")
        return ("default", _("Default")) if card.is_default else ("kept", _("Kept"))
