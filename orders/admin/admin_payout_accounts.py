"""Payout accounts and holds in the admin site. Read only."""

from django.contrib import admin
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from marketplace.admin_site.base_admin import ReadOnlyAdmin
from marketplace.admin_site.exporting import ExportedList
from marketplace.wall_time import moment
from orders.admin.admin_money import of_orders
from orders.models import PayoutAccount, PayoutHold, StripeAccount
from providers.search import OF_PROVIDERS, of_providers

# States of accounts at Stripe, for use in a sentence.
STATES = {
    StripeAccount.State.BEGUN: gettext_lazy("begun"),
    StripeAccount.State.NEEDS_MORE: gettext_lazy("stripe needs more"),
    StripeAccount.State.READY: gettext_lazy("ready"),
}


@admin.register(PayoutAccount)
class PayoutAccountAdmin(ReadOnlyAdmin):
    """Payout accounts; only their providers change them, and each change is logged."""

    list_display = ["provider", "holder", "iban", "at_stripe", "changed_at"]
    list_select_related = ["provider__user", "provider__stripe_account"]
    search_fields = ["provider"]
    search_help_text = OF_PROVIDERS
    searches = (of_providers,)
    ordering = ["pk"]
    readonly_fields = ["at_stripe", "changes"]

    @admin.display(description=gettext_lazy("Account at Stripe"))
    def at_stripe(self, account: PayoutAccount) -> str:
        """Show the account at Stripe with its last known state."""
        theirs = getattr(account.provider, "stripe_account", None)
        if theirs is None:
            return "-"
        said = _("{account}: {state}") if account.stripe_account_id else _("{account}: {state}, not used")
        return said.format(account=theirs.account_id, state=STATES[theirs.state])

    @admin.display(description=gettext_lazy("Changes"))
    def changes(self, account: PayoutAccount) -> str:
        """Show who changed it and when, the newest first."""
        newest = account.provider.payout_account_changes.select_related("changed_by")[:20]
        return "; ".join(
            _("{time} by {name}: {account}").format(
                time=moment(one.at), name=one.changed_by.known_name, account=one
            )
            for one in newest
        )


@admin.register(PayoutHold)
class PayoutHoldAdmin(ExportedList, ReadOnlyAdmin):
    """Orders whose money is held back; it is released on the order's page."""

    list_display = ["order", "reason", "held_by", "held_at"]
    list_select_related = ["order__customer", "held_by"]
    search_fields = ["order"]
    search_help_text = gettext_lazy(
        "Of the order: the end of its id, a name, email address or telephone number, or the street"
    )
    searches = (of_orders,)
    ordering = ["-held_at"]
