"""Django's registration of orders."""

from django.apps import AppConfig


class OrdersConfig(AppConfig):
    """Orders."""

    name = "orders"
    default_auto_field = "django.db.models.BigAutoField"
