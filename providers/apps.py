"""Django's registration of providers."""

from django.apps import AppConfig


class ProvidersConfig(AppConfig):
    """Providers."""

    name = "providers"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Ask to be told when a provider's name changes."""
        from accounts import profile  # noqa: PLC0415 - models are not ready before
        from providers import catalogue  # noqa: PLC0415

        profile.when_renamed(catalogue.person_renamed)
