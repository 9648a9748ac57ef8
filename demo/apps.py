"""The Django app of the demonstration and of test helpers."""

from django.apps import AppConfig


class DemoConfig(AppConfig):
    """Demo data, the stand-in for Stripe, the movable clock."""

    name = "demo"
    label = "demo"
