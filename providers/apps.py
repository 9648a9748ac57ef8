"""Django's registration of providers."""

from django.apps import AppConfig


class ProvidersConfig(AppConfig):
    """Providers."""

    name = "providers"
    default_auto_field = "django.db.models.BigAutoField"
