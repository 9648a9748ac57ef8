"""Django's registration of scheduling."""

from django.apps import AppConfig


class SchedulingConfig(AppConfig):
    """The app config of scheduling."""

    name = "scheduling"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Register for openings and pauses of providers."""
        from accounts import notice_texts, notification_choices
        from providers import approving
        from scheduling import notifications, personal_data, reshaping

        notice_texts.declare(notifications.TEXTS)
        notification_choices.belong(notification_choices.Group.WORK, notifications.KINDS)
        personal_data.declare()
        approving.when_opened(reshaping.reshape)
        approving.when_paused(notifications.paused)
