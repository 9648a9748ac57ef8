"""Models of accounts, their notifications, privacy choices and support requests."""

from accounts.models.account import (
    Address,
    EmailChange,
    FailedSignIn,
    Impersonation,
    KnownClient,
    SignedInDevice,
    ThrottledAct,
    User,
    UserManager,
)
from accounts.models.notice import (
    NoticeWords,
    Notification,
    NotificationChoices,
    PushSubscription,
    QuietHours,
)
from accounts.models.photo import AccountPhoto
from accounts.models.privacy import ConsentChange, ErasureRequest, PersonalDataExport, PrivacyPreferences
from accounts.models.support import SupportPhoto, SupportReply, SupportRequest

__all__ = [
    "AccountPhoto",
    "Address",
    "ConsentChange",
    "EmailChange",
    "ErasureRequest",
    "FailedSignIn",
    "Impersonation",
    "KnownClient",
    "NoticeWords",
    "Notification",
    "NotificationChoices",
    "PersonalDataExport",
    "PrivacyPreferences",
    "PushSubscription",
    "QuietHours",
    "SignedInDevice",
    "SupportPhoto",
    "SupportReply",
    "SupportRequest",
    "ThrottledAct",
    "User",
    "UserManager",
]
