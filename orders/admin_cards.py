"""The back office of saved cards: to look at, above all at what their owners agreed to."""

from django.contrib import admin
from unfold.decorators import display

from marketplace import clock
from orders.admin_money import NeverChangedAdmin
from orders.models import SavedCard

STATE_COLOURS = {"Default": "success", "Kept": "info", "Expired": "warning", "Removed": "danger"}


@admin.register(SavedCard)
class SavedCardAdmin(NeverChangedAdmin):
    """Cards that customers let us charge; Stripe alone knows their numbers."""

    list_display = ["card", "user", "expires", "state", "consented_at", "removed_at"]
    list_filter = ["is_default", "brand", "consented_at"]
    search_fields = ["=payment_method_id", "=last4", "user__email"]
    search_help_text = "Stripe's payment method, the last four digits, or the customer's e-mail address"
    list_select_related = ["user"]
    ordering = ["-created_at"]

    @admin.display(description="Card", ordering="brand")
    def card(self, card: SavedCard) -> str:
        """Show brand and last digits."""
        return f"{card.brand.capitalize()} •••• {card.last4}"

    @admin.display(description="Expires", ordering="exp_year")
    def expires(self, card: SavedCard) -> str:
        """Show the month until whose end the card is good."""
        return f"{card.exp_month:02}/{card.exp_year}"

    @display(description="State", label=STATE_COLOURS)  # type: ignore[untyped-decorator]
    def state(self, card: SavedCard) -> str:
        """Show whether the card is charged, and as which."""
        if card.removed_at is not None:
            return "Removed"
        if card.is_expired(on=clock.local_date(clock.now())):
            return "Expired"
        return "Default" if card.is_default else "Kept"
