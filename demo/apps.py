"""Django's registration of what exists only for the demonstration and the tests."""

from django.apps import AppConfig


class DemoConfig(AppConfig):
    """Demo data, the stand-in for Stripe, the movable clock."""

    name = "demo"
    label = "demo"
