"""Django's registration of accounts."""

from django.apps import AppConfig


class AccountsConfig(AppConfig):
    """People."""

    name = "accounts"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Tell the plumbing who sends e-mails."""
        from accounts import emails, notifications  # noqa: PLC0415 - models are not ready before
        from marketplace.jobs import outbox  # noqa: PLC0415 - likewise

        outbox.register(notifications.EMAIL_TOPIC, emails.send_notice, lane=outbox.Lane.MAIL)
        outbox.surround(outbox.Lane.MAIL, emails.one_connection)
