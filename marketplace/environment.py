"""The environment that the settings are read from: the process's own, then a file of assignments.

A value that is empty counts as not given, so that a copied ``.env.example`` says what is missing
instead of starting with what stands in it.
"""

import os
from collections.abc import Iterable, Mapping
from pathlib import Path

import environ
from django.core.exceptions import ImproperlyConfigured

# What a production start cannot do without, and what it is.
NEEDED = {
    "SECRET_KEY": "at least 50 random characters",
    "ALLOWED_HOSTS": "the host names that this site answers to",
    "PUBLIC_URL": "the https:// address of this site",
    "DATABASE_URL": "the address of the PostgreSQL database",
    "REDIS_URL": "the address of the Redis that queues and counts",
    "EMAIL_URL": "the address of the mail server",
    "DEFAULT_FROM_EMAIL": "the sender of the e-mails",
}
_STRIPE = ("STRIPE_SECRET_KEY", "STRIPE_PUBLISHABLE_KEY", "STRIPE_WEBHOOK_SECRET")
_OPTIONAL = (
    *_STRIPE,
    *("STRIPE_API_BASE", "STRIPE_SCRIPT_URL", "STRIPE_TIMEOUT_SECONDS"),
    *("SUPPORT_EMAIL", "MIN_PASSWORD_LENGTH", "MAP_TILES_URL"),
    *("GOOGLE_CLIENT_ID", "GOOGLE_CLIENT_SECRET", "APPLE_CLIENT_ID", "APPLE_KEY_ID", "APPLE_TEAM_ID"),
    *("PORT", "TRUSTED_PROXIES", "DATABASE_POOL_SIZE", "ADMIN_PATH", "SECOND_FACTOR_REQUIRED", "LOG_LEVEL"),
    *("PRODUCTION", "DEBUG", "DEMO", "TESTING"),
)
_TEXTS = frozenset({"PRODUCT_NAME", "SUPPORT_PHONE", "DEFAULT_FROM_EMAIL", "APPLE_PRIVATE_KEY"})
# Addresses that name a file of this machine, whose folder may be called anything.
_FILES = ("sqlite:", "filemail:")
# What .env.example shows of how a value looks.
_SAMPLES = (
    *("laundry.example.ch", "user:password@", "noreply@example.ch", "redis://host:"),
    *("sk_live_…", "pk_live_…", "whsec_…"),
)


class Environment(environ.Env):  # type: ignore[misc]  # the package has no types
    """Reads settings from values of its own instead of from the process's environment."""

    def __init__(self, values: Mapping[str, str]) -> None:
        super().__init__()
        self.ENVIRON = dict(values)

    def given(self, name: str) -> bool:
        """Tell whether a variable has a value."""
        return name in self.ENVIRON


class _File(environ.Env):  # type: ignore[misc]  # likewise
    """Takes what a file assigns, apart from the process's environment."""


def _assigned(file: Path) -> dict[str, str]:
    _File.ENVIRON = {}
    _File.read_env(str(file))
    return dict(_File.ENVIRON)


def read(file: Path) -> Environment:
    """Return the environment of the process, completed by a file if it exists.

    Raises ``ImproperlyConfigured`` with a sentence for each value that cannot be meant.
    """
    values = (_assigned(file) if file.is_file() else {}) | dict(os.environ)
    if mistakes := list(_mistakes(values)):
        raise ImproperlyConfigured(" ".join(mistakes))
    return Environment({name: value for name, value in values.items() if value.strip()})


def _mistakes(values: Mapping[str, str]) -> Iterable[str]:
    """Yield a sentence for each value that a copied comment, a blank or a sample has got into."""
    for name in sorted({*NEEDED, *_OPTIONAL, *_TEXTS} & values.keys()):
        value = values[name]
        if not value.strip() or value.startswith(_FILES):
            continue
        if "#" in value:
            yield f"{name} contains a #: comments stand on lines of their own, and an address says %23."
        elif value != value.strip() or (name not in _TEXTS and len(value.split()) > 1):
            yield f"{name} contains blanks: write the value alone, lists with commas only."
        elif any(sample in value for sample in _SAMPLES):
            yield f"{name} still is the sample of .env.example: fill in your own."


def missing(env: Environment) -> Iterable[str]:
    """Yield a sentence for each value that a production start lacks."""
    for name, meaning in NEEDED.items():
        if not env.given(name):
            yield f"{name} must be set: {meaning}."
    stripe = [name for name in _STRIPE if env.given(name)]
    if stripe and len(stripe) < len(_STRIPE):
        lacking = ", ".join(name for name in _STRIPE if name not in stripe)
        yield f"{lacking} must be set beside {', '.join(stripe)}: payments need all three, or none of them."


def refuse_unsafe_start(env: Environment, *, secret_key: str, allowed_hosts: list[str], known: str) -> None:
    """Raise ``ImproperlyConfigured`` with a sentence for each thing that a production start lacks.

    ``known`` is the secret key that every reader of the source knows.
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
    """Raise ``ImproperlyConfigured`` where what is for demonstration and tests meets PRODUCTION."""
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
