"""Django's registration of scheduling."""

from django.apps import AppConfig


class SchedulingConfig(AppConfig):
    """Scheduling."""

    name = "scheduling"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Ask to be told when providers are opened or paused."""
        from providers import approving  # noqa: PLC0415 - models are not ready before
        from scheduling import notifications, reshaping  # noqa: PLC0415 - likewise

        approving.when_opened(reshaping.reshape)
        approving.when_paused(notifications.paused)
