"""Personal data of accounts, also in tables of other packages, and how it is erased."""

from uuid import UUID

from allauth.account.models import EmailAddress, EmailConfirmation
from allauth.mfa.models import Authenticator
from allauth.socialaccount.models import SocialAccount, SocialApp, SocialToken
from django.contrib.admin.models import LogEntry
from django.contrib.auth.models import Group, Permission
from django.contrib.contenttypes.models import ContentType
from django.contrib.sessions.models import Session
from django.db.models import Q, QuerySet
from django.db.models.fields.json import KT
from django.utils.translation import gettext_lazy as _

from accounts import erasing
from accounts.limits import account_key, code_key
from accounts.models import (
    AccountPhoto,
    Address,
    ConsentChange,
    EmailChange,
    ErasureRequest,
    FailedSignIn,
    Impersonation,
    KnownClient,
    NoticeWords,
    Notification,
    NotificationChoices,
    PersonalDataExport,
    PrivacyPreferences,
    PushSubscription,
    QuietHours,
    SignedInDevice,
    SupportPhoto,
    SupportReply,
    SupportRequest,
    ThrottledAct,
    User,
)
from marketplace import figures, mailbox, personal_data
from marketplace.events.models import LiveEvent
from marketplace.http.models import IdempotencyRecord
from marketplace.jobs.models import Job, OutboxMessage, SweepRun
from marketplace.models import DashboardPanel, FigureVersion
from marketplace.personal_data import Deleted, Done, Emptied, Retained, Table, by


def _keys(user_id: UUID) -> list[str]:
    emails = User.objects.filter(pk=user_id).values_list("email", flat=True)
    return [key for email in emails for key in (account_key(email), code_key(email))]


def _failed(user_id: UUID) -> "QuerySet[FailedSignIn]":
    return FailedSignIn.objects.filter(account_key__in=_keys(user_id))


def _counted(user_id: UUID) -> "QuerySet[ThrottledAct]":
    return ThrottledAct.objects.filter(account_key__in=_keys(user_id))


def _support(user_id: UUID) -> "QuerySet[SupportRequest]":
    return SupportRequest.objects.filter(account=user_id)


def _sessions(user_id: UUID) -> "QuerySet[Session]":
    return Session.objects.filter(signed_in_device__user=user_id)


def _factors(user_id: UUID) -> "QuerySet[Authenticator]":
    # Authenticator apps have no ``data.name``, so it may be null.
    rows = Authenticator.objects.filter(user=user_id)
    named: QuerySet[Authenticator] = rows.annotate(name=KT("data__name"))
    return named


def _waiting(user_id: UUID) -> "QuerySet[OutboxMessage]":
    emails = [mailbox.compared(user.email) for user in User.objects.filter(pk=user_id)]
    # Messages about requested links hold only the email address.
    return OutboxMessage.objects.filter(Q(payload__userId=str(user_id)) | Q(payload__email__in=emails))


_GUARDED = _("It is a secret that guards the account; a copy of it would be a key.")
_TEAM = _("It is about somebody of our team.")
_NOTE = _("It is a note for our team.")
_HASH = _("It is a digest that nobody reads anything from.")
_BROWSERS = _("It is a key of your browser's, with which we write to it.")
_AFTER_3_YEARS = "It shows that we kept to what was allowed; it leaves with the account's last row."


def declare() -> None:
    """Register these tables, in the order in which they are erased."""
    _declare_own()
    _declare_of_others()
    _declare_plumbing()


def _declare_own() -> None:
    personal_data.declare(
        Table(
            PersonalDataExport, _("Copies of your data"),
            by(PersonalDataExport, "account"),
            "kind requested_at ready_at failed_at expires_at size",
            (Deleted(),),
            withheld={"file": _("It is the copy itself.")}, aside="id account", file="file",
        ),
        Table(
            Address, _("Addresses"), by(Address, "user"),
            "label street city postal_code is_default created_at",
            (Deleted(),), aside="id user",
        ),
        Table(
            EmailChange, _("Changes of your email address"),
            by(EmailChange, "user"),
            "old_email new_email was_confirmed asked_at confirmed_at ended_at is_reverted",
            (Deleted(),), aside="id user",
        ),
        Table(
            Notification, _("Notifications"), by(Notification, "user"),
            "kind title body link created_at read_at",
            (Deleted(),), aside="id user dedupe_key email_due_at language",
        ),
        Table(
            NotificationChoices, _("Notification choices"), by(NotificationChoices, "user"),
            "off changed_at", (Deleted(),), aside="user",
        ),
        Table(
            QuietHours, _("Quiet hours"), by(QuietHours, "user"), "begins ends changed_at", (Deleted(),),
            aside="user",
        ),
        Table(
            PushSubscription, _("Devices that show notifications"),
            by(PushSubscription, "device__user"),
            "device endpoint created_at last_used_at", (Deleted(),),
            withheld={"p256dh": _BROWSERS, "auth": _BROWSERS}, aside="id",
        ),
        Table(
            NoticeWords, _("Texts that you wrote for our notices"), by(NoticeWords, "written_by"),
            "key language title body written_at",
            (Retained("It is what the house said, and names nobody.", words="key language title body"),),
            aside="id written_by",
        ),
        Table(
            FailedSignIn, _("Failed sign-ins"), _failed, "address failed_at", (Deleted(),),
            withheld={"account_key": _HASH, "client_key": _HASH}, aside="id",
        ),
        Table(
            ThrottledAct,
            _("Emails that were asked for"),
            _counted,
            "act address at",
            (Deleted(),),
            withheld={"account_key": _HASH},
            aside="id",
        ),
        Table(
            KnownClient, _("Known devices"), by(KnownClient, "user"),
            "last_used_at", (Deleted(),),
            withheld={"client_key": _HASH}, aside="id user",
        ),
        Table(
            Impersonation, _("Sign-ins of our team as you"),
            by(Impersonation, "account"),
            "began_at ends_at ended_at",
            (
                Emptied({"reason": ""}),
                Retained("The session was the operator's, and is over.", words="session_key"),
            ),
            withheld={"reason": _NOTE, "session_key": _GUARDED, "operator": _TEAM},
            aside="id account",
        ),
        Table(
            AccountPhoto, _("Your photo"), by(AccountPhoto, "user"), "file", (Deleted(),),
            aside="user", file="file",
        ),
        Table(
            SupportPhoto, _("Photos for our support"), by(SupportPhoto, "sender"), "request file sent_at",
            (Deleted(),), aside="id sender", file="file",
        ),
        Table(
            SupportReply, _("Support replies"),
            by(SupportReply, "request__account"),
            "request by_operator body sent_at", (Retained("They go with their requests."),),
            aside="id author",
        ),
        Table(
            SupportRequest, _("Support requests"), _support,
            "id name email category subject message status created_at updated_at waiting_since "
            "about_order_id is_chat language",
            (Deleted(),), aside="account announced_at",
        ),
        Table(
            PrivacyPreferences, _("Privacy preferences"),
            by(PrivacyPreferences, "user"),
            "analytics marketing notifications location_tracking data_sharing changed_at",
            (Deleted(),), aside="user",
        ),
        Table(
            ErasureRequest,
            _("Requests to delete your account"),
            by(ErasureRequest, "account"),
            "reason requested_at due_at withdrawn_at erased_at",
            (Retained(_AFTER_3_YEARS),),
            aside="id account",
        ),
        Table(
            ConsentChange, _("Consents"), by(ConsentChange, "user"),
            "topic was_allowed is_allowed text_version at", (Retained(_AFTER_3_YEARS),), aside="id user",
        ),
    )  # fmt: skip


def _declare_of_others() -> None:
    personal_data.declare(
        Table(
            EmailAddress, _("Email addresses"), by(EmailAddress, "user"),
            "email verified primary",
            (Deleted(),), aside="id user",
        ),
        Table(
            SocialAccount, _("Sign-ins through others"),
            by(SocialAccount, "user"),
            "provider uid last_login date_joined extra_data",
            (Deleted(),), aside="id user",
        ),
        Table(
            Authenticator, _("Passkeys and authenticator apps"), _factors,
            "type created_at last_used_at", (Deleted(),),
            withheld={"data": _GUARDED}, aside="id user", read_out="name",
        ),
        Table(
            SignedInDevice, _("Where you are signed in"), by(SignedInDevice, "user"),
            "device network signed_in_at last_used_at",
            (Deleted(),), aside="id session user",
        ),
        Table(
            Session, _("Sessions"), _sessions, "expire_date", (Deleted(),),
            withheld={"session_key": _GUARDED, "session_data": _GUARDED},
        ),
        Table(
            LogEntry, _("Acts of our team"), erasing.log_of,
            "action_time object_repr",
            (Retained("Its words are emptied before the rows go."),),
            withheld={"change_message": _NOTE, "user": _TEAM},
            aside="id content_type object_id action_flag",
        ),
        Table(
            User, _("Account"), by(User, "pk"),
            "id email first_name last_name phone postal_code language email_verified_at date_joined "
            "last_login last_used_at is_active is_staff",
            (Done(erasing.anonymise),),
            withheld={"password": _HASH}, aside="is_superuser",
        ),
    )  # fmt: skip
    personal_data.holds_nobody(EmailConfirmation, "id email_address created sent key")
    personal_data.holds_nobody(SocialApp, "id provider provider_id name client_id secret key settings")
    personal_data.holds_nobody(SocialToken, "id app account token token_secret expires_at")
    personal_data.holds_nobody(Group, "id name")
    personal_data.holds_nobody(Permission, "id name content_type codename")
    personal_data.holds_nobody(ContentType, "id app_label model")
    personal_data.holds_nobody(Group.permissions.through, "id group permission")
    personal_data.holds_nobody(User.groups.through, "id user group")
    personal_data.holds_nobody(User.user_permissions.through, "id user permission")


def _declare_plumbing() -> None:
    personal_data.declare(
        Table(
            IdempotencyRecord, _("Answers kept for repeats"),
            by(IdempotencyRecord, "account"),
            "status body created_at",
            (Deleted(),),
            withheld={"packed": _("It is the answer once more, packed."), "fingerprint": _HASH},
            aside="id account key headers",
        ),
        Table(
            LiveEvent, _("Live events"), by(LiveEvent, "account"),
            "topic data created_at", (Deleted(),),
            aside="id account",
        ),
        Table(
            OutboxMessage, _("Messages on their way"),
            _waiting,
            "topic payload created_at done_at", (Deleted(),),
            aside="id due_at leased_until attempts failed_at last_error",
        ),
        Table(
            FigureVersion, _("Figures that you decided"), by(FigureVersion, "made_by"),
            f"number written_at valid_from reason {' '.join(figures.NAMES)}",
            (
                Retained(
                    "They say what held when orders were placed, and who of our team decided it.",
                    words="reason support_email support_phone",
                ),
            ),
            aside="made_by",
        ),
    )  # fmt: skip
    personal_data.holds_nobody(DashboardPanel, "name found computed_at")
    personal_data.holds_nobody(Job, "id due_at leased_until attempts failed_at last_error kind subject")
    personal_data.holds_nobody(SweepRun, "sweep last_at resumed_at")
