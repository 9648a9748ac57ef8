"""The environment that the settings are read from: the process's own, then a file of assignments.

An empty value counts as missing, so that a start from a copied ``.env.example`` reports what is missing
instead of using the sample values.
"""

import os
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import environ
from django.core.exceptions import ImproperlyConfigured

from marketplace.files import location

# What a production start requires, and its meaning.
NEEDED = {
    "SECRET_KEY": "at least 50 random characters",
    "ALLOWED_HOSTS": "the host names that this site answers to",
    "PUBLIC_URL": "the https:// address of this site",
    "DATABASE_URL": "the address of the PostgreSQL database",
    "REDIS_URL": "the address of the Redis that queues and counts",
    "EMAIL_URL": "the address of the mail server",
    "DEFAULT_FROM_EMAIL": "the sender of the emails",
    "SUPPORT_EMAIL": "the email address at which people reach support",
    "SUPPORT_PHONE": "the telephone number at which people reach support",
}
_STRIPE = ("STRIPE_SECRET_KEY", "STRIPE_PUBLISHABLE_KEY", "STRIPE_WEBHOOK_SECRET")
_OF_CONNECT = ("STRIPE_CONNECT_WEBHOOK_SECRET",)


@dataclass(frozen=True)
class Kind:
    """The valid values of a variable; ``asked`` ends the sentence of the error."""

    asked: str = ""
    admits: Callable[[str], bool] = lambda _: True
    has_blanks: bool = False


def _like(asked: str, pattern: str) -> Kind:
    return Kind(asked, lambda value: re.fullmatch(pattern, value) is not None)


def _one_of(asked: str, words: Iterable[str]) -> Kind:
    known = frozenset(words)
    return Kind(asked, lambda value: value.lower() in known)


def _address(asked: str, schemes: Iterable[str]) -> Kind:
    known = frozenset(schemes)

    def admits(value: str) -> bool:
        try:
            scheme, _ = urlsplit(value).scheme, urlsplit(value).port
        except ValueError:  # an invalid port
            return False
        return scheme in known

    return Kind(asked, admits)


def _is_account(value: str) -> bool:
    """Return whether an IBAN is valid and of a normal account, not a QR-IBAN for payment slips only."""
    if not re.fullmatch(r"(CH|LI)\d{7}[0-9A-Z]{12}", value):
        return False
    digits = "".join(str(int(letter, 36)) for letter in value[4:] + value[:4])
    return int(digits) % 97 == 1 and not value[4:9].startswith(("30", "31"))


_ALONE = Kind()
_TEXT = Kind(has_blanks=True)
_COUNT = _like("a whole number, not below 0", r"\d{1,9}")
_SECONDS = _like("a number of seconds above 0", r"(?=.*[1-9])\d{1,9}(\.\d{1,9})?")
_SWITCH = _one_of("1 or 0", (*environ.Env.BOOLEAN_TRUE_STRINGS, "0", "false", "off", "no", "n"))
_LEVEL = _one_of("DEBUG, INFO, WARNING, ERROR or CRITICAL", ("debug", "info", "warning", "error", "critical"))
# A host name, ``*.`` before it for all its subdomains, or a local stand-in.
_PUSH_SERVICE = r"((\*\.)?[\w-]+(\.[\w-]+)+|http://127\.0\.0\.1:\d+)"

# Every variable that is read, and its valid values. Reading any other name is a bug.
KINDS = (
    dict.fromkeys(("SECRET_KEY", "ALLOWED_HOSTS", "SUPPORT_EMAIL", "MAP_TILES_URL", "ADMIN_PATH"), _ALONE)
    | {"SECRET_KEY_FALLBACKS": _ALONE}
    | dict.fromkeys((*_STRIPE, *_OF_CONNECT, "STRIPE_API_BASE", "STRIPE_SCRIPT_URL"), _ALONE)
    | dict.fromkeys(("GOOGLE_CLIENT_ID", "GOOGLE_CLIENT_SECRET"), _ALONE)
    | dict.fromkeys(("GOOGLE_AUTHORIZE_URL", "GOOGLE_TOKEN_URL", "GOOGLE_ISSUER"), _ALONE)
    | dict.fromkeys(("APPLE_CLIENT_ID", "APPLE_KEY_ID", "APPLE_TEAM_ID"), _ALONE)
    | {
        "VAPID_PRIVATE_KEY": _like("32 random bytes in base64url, which are 43 characters", r"[\w-]{43}"),
        "VAPID_SUBJECT": _like(
            "a mailto: or https:// address", r"(mailto:[^@\s]+@|https://)[\w.-]+\.\w+(/\S*)?"
        ),
        "PUSH_SERVICES": _like(
            "names of hosts with commas, such as *.push.services.mozilla.com",
            rf"{_PUSH_SERVICE}(,{_PUSH_SERVICE})*",
        ),
    }
    | dict.fromkeys(("PRODUCT_NAME", "SUPPORT_PHONE", "DEFAULT_FROM_EMAIL", "APPLE_PRIVATE_KEY"), _TEXT)
    | dict.fromkeys(("PLATFORM_BANK_HOLDER", "MAP_TILES_ATTRIBUTION"), _TEXT)
    | {
        "PRIVATE_STORAGE_URL": Kind(
            "an address such as s3://bucket/prefix?endpoint_url=https://s3.example.ch&region_name=eu",
            location.is_bucket,
        )
    }
    | dict.fromkeys(("AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY"), _ALONE)
    | dict.fromkeys(("VAR_DIR", "MEDIA_ROOT", "FRONTEND_DIST"), _TEXT)
    | dict.fromkeys(("PORT", "TRUSTED_PROXIES", "DATABASE_POOL_SIZE", "MIN_PASSWORD_LENGTH"), _COUNT)
    | dict.fromkeys(("COMPARE_DAYS", "PACK_RESPONSES_AFTER_HOURS", "STATEMENT_TIMEOUT_SECONDS"), _COUNT)
    | dict.fromkeys(
        (
            "KEEP_PAST_SLOTS_DAYS",
            "KEEP_WEBHOOK_EVENTS_DAYS",
            "KEEP_READ_NOTICES_DAYS",
            "KEEP_ACCOUNTS_YEARS",
            "KEEP_MESSAGE_PHOTOS_DAYS",
            "KEEP_ORDERS_YEARS",
        ),
        _COUNT,
    )
    | dict.fromkeys(("KEEP_DONE_MESSAGES_DAYS", "KEEP_RESPONSES_DAYS"), _COUNT)
    | dict.fromkeys(("PRODUCTION", "DEBUG", "DEMO", "TESTING", "SECOND_FACTOR_REQUIRED"), _SWITCH)
    | dict.fromkeys(("MOVABLE_CLOCK", "TEST_PAYMENTS", "SERVICE_WORKER", "STRIPE_CONNECT"), _SWITCH)
    | dict.fromkeys(("SUPPORT_DIGEST", "WEB_PROCESS"), _SWITCH)
    | {
        "STRIPE_TIMEOUT_SECONDS": _SECONDS,
        "PLATFORM_BANK_IBAN": Kind("a Swiss IBAN without blanks, not a QR-IBAN", _is_account),
        "VAT_PERCENT": _like("a rate in percent such as 8.1", r"\d{1,2}(\.\d{1,2})?"),
        "PLATFORM_ADDRESS": Kind(
            "a street and a place such as Bahnhofstrasse 1, 8001 Zürich",
            lambda value: re.fullmatch(r"[^,]{1,70}, \d{4} [^,]{1,35}", value) is not None,
            has_blanks=True,
        ),
        "PLATFORM_VAT_NUMBER": Kind(
            "a VAT number such as CHE-107.787.577 MWST",
            lambda value: re.fullmatch(r"CHE-\d{3}\.\d{3}\.\d{3} (MWST|TVA|IVA)", value) is not None,
            has_blanks=True,
        ),
        "LANGUAGES": _like("codes of languages with commas, such as en,de", r"[a-z]{2}(,[a-z]{2})*"),
        "LOG_LEVEL": _LEVEL,
        "METRICS_TOKEN": _like("at least 20 letters and digits", r"[\w-]{20,}"),
        "PUBLIC_URL": _address("an http:// or https:// address", ("http", "https")),
        "DATABASE_URL": _address("a postgres:// or sqlite:// address", ("postgres", "postgresql", "sqlite")),
        "REDIS_URL": _address("a redis:// or rediss:// address", ("redis", "rediss", "unix")),
        "EMAIL_URL": _address("an address such as smtp+tls://…", environ.Env.EMAIL_SCHEMES),
    }
)
# URLs of local files, whose folders may have any name.
_FILES = ("sqlite:", "filemail:")
# Sample values of .env.example.
_SAMPLES = (
    *("laundry.example.ch", "user:password@", "noreply@example.ch", "redis://host:"),
    *("support@example.", "+41 44 555 01 42", "sk_live_…", "pk_live_…", "whsec_…"),
)


class Environment(environ.Env):  # type: ignore[misc]  # the package has no types
    """Reads settings from given values instead of the process's environment."""

    def __init__(self, values: Mapping[str, str]) -> None:
        super().__init__()
        self.ENVIRON = dict(values)

    def get_value(self, var: str, *args: Any, **kwargs: Any) -> Any:
        """Return a validated value, or its default; only for names in :data:`KINDS`."""
        if var not in KINDS:
            raise LookupError(f"{var} is read, but nobody says in KINDS what it may be.")
        return super().get_value(var, *args, **kwargs)

    def given(self, name: str) -> bool:
        return name in self.ENVIRON


class _File(environ.Env):  # type: ignore[misc]  # likewise
    """Reads the assignments of a file, apart from the process's environment."""


def _assigned(file: Path) -> dict[str, str]:
    _File.ENVIRON = {}
    _File.read_env(str(file))
    return dict(_File.ENVIRON)


def read(file: Path) -> Environment:
    """Return the environment of the process, completed by a file if it exists.

    Raises ``ImproperlyConfigured`` with a sentence for each value that cannot be valid.
    """
    values = (_assigned(file) if file.is_file() else {}) | dict(os.environ)
    if mistakes := list(_mistakes(values)):
        raise ImproperlyConfigured(" ".join(mistakes))
    return Environment({name: value for name, value in values.items() if value.strip()})


def _mistakes(values: Mapping[str, str]) -> Iterable[str]:
    """Yield a sentence for each value with a copied comment, a blank, a sample value or a typing error."""
    for name in sorted(KINDS.keys() & values.keys()):
        value, kind = values[name], KINDS[name]
        if not value.strip() or value.startswith(_FILES):
            continue
        if "#" in value:
            yield f"{name} contains a #: comments stand on lines of their own, and an address says %23."
        elif value != value.strip() or (not kind.has_blanks and len(value.split()) > 1):
            yield f"{name} contains blanks: write the value alone, lists with commas only."
        elif value.startswith("$"):
            yield f"{name} begins with a $: write the value itself, not where it stands."
        elif any(sample in value for sample in _SAMPLES):
            yield f"{name} still is the sample of .env.example: fill in your own."
        elif not kind.admits(value):
            yield f"{name} must be {kind.asked}."


def missing(env: Environment) -> Iterable[str]:
    """Yield a sentence for each required value that a production start lacks."""
    for name, meaning in NEEDED.items():
        if not env.given(name):
            yield f"{name} must be set: {meaning}."
    stripe = [name for name in _STRIPE if env.given(name)]
    if stripe and len(stripe) < len(_STRIPE):
        lacking = ", ".join(name for name in _STRIPE if name not in stripe)
        yield f"{lacking} must be set beside {', '.join(stripe)}: payments need all three, or none of them."
    if env.bool("STRIPE_CONNECT", default=False):
        for name in (*_STRIPE, *_OF_CONNECT):
            if not env.given(name):
                yield f"{name} must be set: STRIPE_CONNECT pays providers through Stripe."


def refuse_unsafe_start(env: Environment, *, secret_key: str, allowed_hosts: list[str], known: str) -> None:
    """Raise ``ImproperlyConfigured`` with a sentence for each missing or unsafe value of a production start.

    ``known`` is the secret key from the public source.
    """
    mistakes = list(missing(env))
    if secret_key and (len(secret_key) < 50 or len(set(secret_key)) < 5 or secret_key == known):
        mistakes.append("SECRET_KEY must be set: at least 50 random characters.")
    if "*" in allowed_hosts:
        mistakes.append("ALLOWED_HOSTS must be set: the host names that this site answers to.")
    if env.given("PUBLIC_URL") and not env.str("PUBLIC_URL").startswith("https://"):
        mistakes.append("PUBLIC_URL must be set: the https:// address of this site.")
    if mistakes:
        raise ImproperlyConfigured(" ".join(mistakes))


def refuse_in_production(env: Environment, *, demo: bool, debug: bool, testing: bool) -> None:
    """Raise ``ImproperlyConfigured`` where settings for demonstration and tests meet PRODUCTION."""
    if not env.bool("PRODUCTION", default=False):
        return
    for given, why in (
        (demo, "DEMO=1 has well-known passwords: a production start refuses it. Unset DEMO."),
        (debug, "DEBUG shows internals to everybody: a production start refuses it. Unset DEBUG."),
        (testing, "TESTING weakens passwords for speed: a production start refuses it. Unset TESTING."),
    ):
        if given:
            raise ImproperlyConfigured(why)


def refuse_mixed_payments(*, secret_key: str, publishable_key: str, api_base: str) -> None:
    """Raise ``ImproperlyConfigured`` where the payment keys do not belong together."""
    wrong = []
    if ("_live_" in secret_key) != ("_live_" in publishable_key):
        wrong.append("STRIPE_SECRET_KEY and STRIPE_PUBLISHABLE_KEY must be of one mode, live or test.")
    if not api_base.startswith("https://"):
        wrong.append("STRIPE_API_BASE must be an https:// address; leave it out for Stripe's own.")
    if wrong:
        raise ImproperlyConfigured(" ".join(wrong))


def refuse_standin_of_google(addresses: Iterable[str]) -> None:
    """Raise ``ImproperlyConfigured`` where somebody else would say who signs in by Google."""
    if any(addresses):
        raise ImproperlyConfigured(
            "GOOGLE_AUTHORIZE_URL, GOOGLE_TOKEN_URL and GOOGLE_ISSUER must be left out: a stand-in is for "
            "the demonstration and the tests."
        )


def refuse_standin_of_push(services: list[str]) -> None:
    """Raise ``ImproperlyConfigured`` where pushes would go to a local stand-in."""
    if any("://" in service for service in services):
        raise ImproperlyConfigured(
            "PUSH_SERVICES must name hosts alone: a stand-in is for the demonstration and the tests."
        )
