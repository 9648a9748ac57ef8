"""Django's registration of the plumbing."""

from django.apps import AppConfig


class MarketplaceConfig(AppConfig):
    """Idempotency records, the outbox and live events."""

    name = "marketplace"
    verbose_name = "System"
    default_auto_field = "django.db.models.BigAutoField"
