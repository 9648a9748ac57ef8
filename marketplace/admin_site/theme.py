"""The look of the admin site: its name, its menu, the product's colour."""

from typing import Any

from django.templatetags.static import static
from django.utils.translation import gettext_lazy as _

# Django's German texts with an ß, which is not used in Switzerland.
IN_SWISS_GERMAN = (
    _("Close"),
    _(
        "Please enter the correct %(username)s and password for a staff account. Note that both fields may "
        "be case-sensitive."
    ),
    _("Ensure this value is greater than or equal to %(limit_value)s."),
)

# Texts of Unfold that stand on our pages; it has no translations of its own.
OF_UNFOLD = (
    _("Apply Filters"),
    _("Filters"),
    _("Go back"),
    _("More actions"),
    _("No results found"),
    _("Run"),
    _("Select action"),
    _("Select action to run"),
    _("Select all rows"),
    _("Type to search"),
)


def unfold(*, product_name: str, admin_path: str) -> dict[str, Any]:
    """Return the settings of django-unfold; ``admin_path`` is without a leading slash."""
    return {
        "SITE_TITLE": product_name,
        "SITE_HEADER": product_name,
        "SITE_SYMBOL": "local_laundry_service",
        "SHOW_VIEW_ON_SITE": False,
        "STYLES": [lambda _request: static("admin_site/utilities.css")],
        "DASHBOARD_CALLBACK": "marketplace.admin_site.dashboard.dashboard",
        "SIDEBAR": {"show_search": False, "navigation": "marketplace.admin_site.dashboard.navigation"},
        "COLORS": {
            # The product's teal, from light to dark.
            "primary": {
                "50": "oklch(98.4% .014 180.72)",
                "100": "oklch(95.3% .051 180.801)",
                "200": "oklch(91% .096 180.426)",
                "300": "oklch(85.5% .138 181.071)",
                "400": "oklch(77.7% .152 181.912)",
                "500": "oklch(60% .118 184.704)",
                "600": "oklch(51.1% .096 186.391)",
                "700": "oklch(43.7% .078 188.216)",
                "800": "oklch(38.6% .063 188.416)",
                "900": "oklch(27.7% .046 192.524)",
                "950": "oklch(22% .04 192.5)",
            }
        },
        "ACCOUNT": {
            "navigation": [{"title": _("Second factor"), "link": f"/{admin_path}second-factor/"}],
        },
    }
