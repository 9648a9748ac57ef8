"""Texts about an account: notices and emails, with ``{names}`` as placeholders."""

from django.utils.translation import gettext_lazy as _

from accounts.notice_texts import NoticeText

# --- The first notices of every account ---------------------------------------------------------------------

WELCOME = NoticeText(
    "welcome",
    _("Welcome to {product}"),
    _("Your neighbors wash, dry, fold and iron for you. See who is near you."),
)
HOW_IT_WORKS = NoticeText(
    "how_it_works",
    _("How it works"),
    _("Book a service, have it picked up, professionally cleaned and delivered back to you."),
)

# --- Notices ----------------------------------------------------------------------------------------------

PASSWORD_CHANGED = NoticeText(
    "password_changed",
    _("Your password was changed"),
    _(
        "All other devices have been signed out. If it was not you, choose a new password at once by"
        " “Forgot your password?” on the sign-in page."
    ),
)
PASSWORD_REMOVED = NoticeText(
    "password_removed",
    _("Your address is confirmed, your password removed"),
    _(
        "A password from before your email address was confirmed no longer works: somebody else could have"
        " chosen it. Choose a new one by “Forgot your password?” on the sign-in page, or sign in by email."
    ),
)
PASSKEY_ADDED = NoticeText(
    "passkey_added",
    _("A passkey was added"),
    _(
        "“{name}” now signs in to your account. If it was not you, remove it under “Sign-in and security” and"
        " choose a new password."
    ),
)
PASSKEY_REMOVED = NoticeText(
    "passkey_removed",
    _("A passkey was removed"),
    _("“{name}” no longer signs in to your account. If it was not you, choose a new password at once."),
)
CONNECTED = NoticeText(
    "provider_connected",
    _("{provider} signs in to your account"),
    _(
        "Your account was connected with {provider}. If it was not you, disconnect it under “Sign-in and"
        " security” and choose a new password."
    ),
)
DISCONNECTED = NoticeText(
    "provider_disconnected",
    _("{provider} no longer signs in to your account"),
    _("Your account was disconnected from {provider}. If it was not you, choose a new password at once."),
)
APP_ON = NoticeText(
    "authenticator_app_on",
    _("Two-step sign-in is on"),
    _(
        "From now on a code of your authenticator app is asked for when you sign in. Keep your recovery codes"
        " where your phone is not. If it was not you, choose a new password at once and write to our support."
    ),
)
APP_OFF = NoticeText(
    "authenticator_app_off",
    _("Two-step sign-in is off"),
    _(
        "Your authenticator app was removed, and your recovery codes with it. If it was not you, choose a new"
        " password at once."
    ),
)
RECOVERY_CODES_NEW = NoticeText(
    "recovery_codes_new",
    _("You have new recovery codes"),
    _("The former ones no longer work. If it was not you, choose a new password at once."),
)
RECOVERY_CODE_USED = NoticeText(
    "recovery_code_used",
    _("A recovery code was used"),
    _(
        "Somebody signed in with one of your recovery codes; {rest}. If it was not you, choose a new"
        " password at once."
    ),
    more=frozenset({"left"}),
)
FACTORS_RESET = NoticeText(
    "factors_reset",
    _("Your second factor was reset"),
    _(
        "Our team has removed your passkeys, authenticator app and recovery codes. Set them up anew under"
        " “Sign-in and security”."
    ),
)
CODES_GUESSED = NoticeText(
    "codes_guessed",
    _("Somebody is guessing your codes"),
    _(
        "Several wrong codes were entered after your password or a link from your mailbox. If it was not you,"
        " choose a new password at once by “Forgot your password?” on the sign-in page."
    ),
)
DATA_READY = NoticeText(
    "data_export", _("Your data is ready"), _("Sign in to download your copy until {until}.")
)
DATA_NOT_MADE = NoticeText(
    "data_export.failed", _("Your copy could not be made"), _("Please ask for it again.")
)
DELETION_ASKED = NoticeText(
    "account_deletion",
    _("Your account will be deleted"),
    _("It is deleted on {until}. Changed your mind? Sign in before and choose Keep my account."),
)
DELETION_WAITS = NoticeText(
    "account_deletion.waits",
    _("Your account is not deleted yet"),
    _("Something must end first: your privacy settings say what. The account is deleted the night after."),
)
DELETION_UNUSED = NoticeText(
    "account_deletion.unused",
    _("We are about to delete your account"),
    _("Nobody has used it for {years} years. Sign in before {until} to keep it."),
)
ACCOUNT_KEPT = NoticeText(
    "account_kept", _("Your account stays"), _("The request to delete it was withdrawn.")
)
TERMS_CHANGE = NoticeText(
    "terms_change",
    _("Our terms change on {day}"),
    _(
        "{changes}\n\nUntil then the present terms apply, and to an order always those of the day on which it"
        " was placed. If you do not agree, you may close your account before."
    ),
)
PRIVACY_CHANGE = NoticeText(
    "privacy_change",
    _("Our privacy policy changes on {day}"),
    _(
        "{changes}\n\nUntil then the present policy applies. If you do not agree, you may close your account"
        " before."
    ),
)
SUPPORT_ANSWER = NoticeText("support_answer", _("We have answered: {subject}"), "{words}")

# --- Letters: they go out by email alone -----------------------------------------------------------------

SUPPORT_NEW = NoticeText("support_new", _("New in support: {count}"), "{kinds}")
SUPPORT_LETTER = NoticeText("support_letter", "Re: {subject}", _("{words}\n\nYou wrote:\n{message}"))
NEW_PASSWORD = NoticeText(
    "letter_reset",
    _("Choose a new password"),
    _(
        "Somebody, probably you, has asked for a new password for your {product} account.\n\n"
        "Choose it by the link below, until {until}. It works once.\n\n"
        "If it was not you, you need not do anything: your password stays as it is."
    ),
)
SIGN_IN = NoticeText(
    "letter_sign_in",
    _("Your sign-in link"),
    _(
        "Sign in to {product} by the link below, until {until}. It works once.\n\n"
        "If you have not asked for it, you need not do anything. Never pass this link on."
    ),
)
VERIFY = NoticeText(
    "letter_verify",
    _("Welcome to {product}: please confirm your address"),
    _(
        "Your neighbors wash, dry, fold and iron for you, and you can book at once.\n\n"
        "Please confirm that this address is yours, within three days: so you get in again should you"
        " forget your password.\n\n"
        "Until you confirm it, news of your orders comes in the app only.\n\n"
        "If you have not opened an account, somebody has mistyped theirs: you need not do anything."
    ),
)
NEW_ADDRESS = NoticeText(
    "letter_new_address",
    _("Confirm your new address"),
    _(
        "Please confirm, within a day, that your {product} account shall have this"
        " address.\n\nUntil then nothing changes. If you have not asked for it, you need not do anything."
    ),
)
ADDRESS_TAKEN = NoticeText(
    "letter_address_taken",
    _("This address has an account already"),
    _(
        "Somebody, probably you, wants to use this address for another account of theirs. It has an"
        " account already, so nothing was changed. Sign in with it, or choose another address."
    ),
)
ADDRESS_CHANGES = NoticeText(
    "letter_address_changes",
    _("Your email address is about to change"),
    _(
        "Your account is to have the address {address} as soon as that is confirmed.\n\n"
        "If it was you, you need not do anything. If it was not, somebody can get into your account: keep "
        "this address and choose a new password by the link below. It works for a week, also afterwards."
    ),
)

# The kinds of notices about an account itself.
KINDS = (
    "welcome", "how_it_works", "support_answer", "terms_change", "password_changed", "second_factor",
    "codes_guessed", "data_export", "account_deletion", "account_kept",
)  # fmt: skip

TEXTS = [value for value in list(globals().values()) if isinstance(value, NoticeText)]
