"""Django's registration of orders."""

from django.apps import AppConfig


class OrdersConfig(AppConfig):
    """Orders."""

    name = "orders"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Name the functions that act upon outbox messages of orders."""
        from marketplace.jobs import outbox  # noqa: PLC0415 - models are not ready before
        from orders import messaging  # noqa: PLC0415 - likewise
        from orders.payments import refunds, saved_cards, webhooks  # noqa: PLC0415 - likewise

        outbox.register(messaging.DIGEST_TOPIC, messaging.handle_digest)
        outbox.register(refunds.TOPIC, refunds.handle)
        outbox.register(webhooks.TOPIC, webhooks.handle)
        outbox.register(saved_cards.KEEP_TOPIC, saved_cards.handle_keep, lane=outbox.Lane.STRIPE)
        outbox.register(saved_cards.DETACH_TOPIC, saved_cards.handle_detach, lane=outbox.Lane.STRIPE)
