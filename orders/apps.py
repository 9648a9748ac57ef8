"""Django's registration of orders."""

from django.apps import AppConfig


class OrdersConfig(AppConfig):
    """Orders."""

    name = "orders"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Register outbox and webhook handlers, listeners, notification kinds and personal data of orders."""
        from accounts import closing, giving_back, privacy_preferences, unused
        from accounts import erasing as accounts_erasing
        from accounts import notice_texts as all_texts
        from accounts import notification_choices as choices
        from marketplace.files import private
        from marketplace.jobs import outbox
        from orders import messaging, notice_texts, notifications
        from orders.admin_site import timeline
        from orders.claims import photos as claim_photos
        from orders.documents import fee_invoices, mailing, making, receipts
        from orders.lifecycle import (
            handovers,
            listeners,
            parties,
            positions,
        )
        from orders.models import Document, Handover, Message, OrderPhoto
        from orders.payments import reconciling, saved_cards, webhooks
        from orders.payouts import payout_accounts, stripe_accounts, transferring
        from orders.privacy import erasing, personal_data
        from orders.recurring import occurrence_followup
        from providers import approving

        listeners.register(occurrence_followup)
        listeners.when_paid(messaging.pass_on_earlier)
        closing.when_closed(parties.account_closed)
        approving.when_stopped(parties.provider_stopped)
        webhooks.register(stripe_accounts.UPDATED, stripe_accounts.handle_updated)
        webhooks.register(transferring.REVERSED, transferring.handle_reversed)
        reconciling.register(transferring.compare_transfers)
        private.owned_by(Message, "photo", folder=messaging.FOLDER)
        private.owned_by(Handover, "photo", folder=handovers.FOLDER)
        private.owned_by(OrderPhoto, "file", folder=claim_photos.FOLDER)
        private.owned_by(Document, "file", folder=making.FOLDER)
        outbox.register(messaging.DIGEST_TOPIC, messaging.handle_digest)
        outbox.register(parties.TOPIC, parties.handle_missing_side)
        outbox.register(fee_invoices.MAIL_TOPIC, fee_invoices.mail, queue=outbox.Queue.BULK)
        outbox.register(receipts.MAIL_TOPIC, mailing.mail, queue=outbox.Queue.MAIL)
        outbox.register(saved_cards.KEEP_TOPIC, saved_cards.handle_keep, queue=outbox.Queue.STRIPE)
        outbox.register(saved_cards.DETACH_TOPIC, saved_cards.handle_detach, queue=outbox.Queue.STRIPE)
        privacy_preferences.when_changed(positions.preferences_changed)
        all_texts.declare(notice_texts.TEXTS)
        # Email and push are optional for mere progress and messages, which the app shows anyway. Whatever
        # asks for an answer, changes the contract or moves money is always sent.
        choices.may_be_left_out("order_pickup", "order_washing", "order_delivery", "order_completed")
        choices.may_be_left_out("message", "review")
        choices.may_not_wait(*notifications.URGENT)
        choices.pass_within_hours(*notifications.PASSING)
        for group, kinds in notifications.KINDS.items():
            choices.belong(group, kinds)
        outbox.register(erasing.FORGET_TOPIC, erasing.handle_forget, queue=outbox.Queue.STRIPE)
        accounts_erasing.when_unfinished(erasing.unfinished)
        unused.when_needed(erasing.had_orders)
        giving_back.when_given_back(payout_accounts.account_given_back)
        personal_data.declare()
        timeline.declare()
