"""Django's registration of accounts."""

from django.apps import AppConfig


class AccountsConfig(AppConfig):
    """People."""

    name = "accounts"
    default_auto_field = "django.db.models.BigAutoField"
