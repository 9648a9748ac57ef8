"""Django's registration of providers."""

from django.apps import AppConfig


class ProvidersConfig(AppConfig):
    """Providers."""

    name = "providers"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Ask to be told when a provider's name changes, and when their account is closed."""
        from accounts import closing, profile  # noqa: PLC0415 - models are not ready before
        from providers import approving, catalogue  # noqa: PLC0415

        closing.when_closed(approving.account_closed)
        profile.when_renamed(catalogue.person_renamed)
