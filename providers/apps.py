"""Django's registration of providers."""

from django.apps import AppConfig


class ProvidersConfig(AppConfig):
    """The app config of providers."""

    name = "providers"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Register for changed names and closed accounts."""
        from accounts import closing, notice_texts, notification_choices, profile
        from accounts.notification_choices import Group
        from marketplace.files import private
        from providers import approving, catalogue, documents, personal_data, timeline
        from providers import notifications as provider_notifications
        from providers.models import ApplicationDocument, Provider
        from providers.profile import PHOTOS

        private.owned_by(ApplicationDocument, "file", folder=documents.FOLDER)
        private.owned_by(Provider, "profile_image_url", folder=PHOTOS, before="/")
        closing.when_closed(approving.account_closed)
        profile.when_renamed(catalogue.person_renamed)
        notice_texts.declare(provider_notifications.TEXTS)
        notification_choices.may_be_left_out("review_report")
        notification_choices.belong(Group.REVIEWS, ["review_report"])
        notification_choices.belong(Group.WORK, provider_notifications.KINDS)
        personal_data.declare()
        timeline.declare()
