"""Django's registration of scheduling."""

from django.apps import AppConfig


class SchedulingConfig(AppConfig):
    """Scheduling."""

    name = "scheduling"
    default_auto_field = "django.db.models.BigAutoField"
