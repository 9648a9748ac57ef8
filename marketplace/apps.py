"""Django's registration of the infrastructure."""

from django.apps import AppConfig
from django.core import checks
from django.utils.translation import gettext_lazy as _


class MarketplaceConfig(AppConfig):
    """Idempotency records, the outbox and live events."""

    name = "marketplace"
    verbose_name = _("System")
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Mark the names of tables and columns for translation, and register the checks."""
        from marketplace import names, personal_data, site_owner

        names.translate()
        checks.register(personal_data.check_columns)
        checks.register(site_owner.warn_without_owner, deploy=True)
