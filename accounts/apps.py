"""Django's registration of accounts."""

from django.apps import AppConfig
from django.contrib.auth.signals import user_logged_in
from django.db.models.signals import post_migrate


class AccountsConfig(AppConfig):
    """The app config of accounts."""

    name = "accounts"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from accounts import (
            account_texts,
            clients,
            closing,
            digests,
            email_address,
            emailed_links,
            emails,
            erasure_requests,
            giving_back,
            groups,
            link_letters,
            notice_texts,
            notification_choices,
            notifications,
            personal_data,
            personal_export,
            photos,
            push_delivery,
            push_service,
            support_requests,
            timeline,
        )
        from accounts.models import AccountPhoto, PersonalDataExport, SupportPhoto
        from marketplace.files import private
        from marketplace.jobs import outbox

        outbox.register(notifications.EMAIL_TOPIC, emails.send_notice, queue=outbox.Queue.MAIL)
        outbox.register(notifications.BULK_TOPIC, emails.send_notice, queue=outbox.Queue.BULK)
        outbox.register(digests.HELD_TOPIC, digests.send_held, queue=outbox.Queue.MAIL)
        private.owned_by(AccountPhoto, "file", folder=photos.FOLDER)
        private.owned_by(SupportPhoto, "file", folder=support_requests.FOLDER)
        outbox.register(support_requests.REPLY_TOPIC, support_requests.mail_reply, queue=outbox.Queue.MAIL)
        outbox.register(support_requests.DIGEST_TOPIC, support_requests.mail_digest, queue=outbox.Queue.MAIL)
        outbox.register(emailed_links.TOPIC, link_letters.send, queue=outbox.Queue.LINKS)
        outbox.register(email_address.TOPIC, email_address.send_letter, queue=outbox.Queue.LINKS)
        outbox.register_context(outbox.Queue.LINKS, emails.one_connection)
        outbox.register_context(outbox.Queue.MAIL, emails.one_connection)
        outbox.register_context(outbox.Queue.BULK, emails.one_connection)
        outbox.register(push_delivery.TOPIC, push_delivery.send, queue=outbox.Queue.PUSH)
        outbox.register(push_delivery.BULK_TOPIC, push_delivery.send, queue=outbox.Queue.BULK_PUSH)
        outbox.register_context(outbox.Queue.PUSH, push_service.one_run)
        outbox.register_context(outbox.Queue.BULK_PUSH, push_service.one_run)
        notice_texts.declare(account_texts.TEXTS)
        notification_choices.belong(notification_choices.Group.ACCOUNT, account_texts.KINDS)
        # The welcome notice is sent before anybody can switch it off.
        notification_choices.may_be_left_out("welcome")
        notification_choices.may_not_wait("password_changed", "account_deletion", "data_export")
        notification_choices.may_not_wait("second_factor", "codes_guessed")
        private.owned_by(PersonalDataExport, "file", folder=personal_export.FOLDER)
        outbox.register(
            personal_export.TOPIC,
            personal_export.handle,
            queue=outbox.Queue.EXPORTS,
            is_needed=True,
            when_given_up=personal_export.give_up,
        )
        closing.when_closed(erasure_requests.begin_for_closed)
        giving_back.when_given_back(erasure_requests.account_given_back)
        personal_data.declare()
        post_migrate.connect(groups.create_missing, dispatch_uid="accounts.groups")
        user_logged_in.connect(clients.on_signed_in, dispatch_uid="accounts.on_signed_in")
        timeline.declare()
