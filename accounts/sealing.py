"""Secrets that are kept sealed: whoever reads the database alone, or a copy of it, cannot use them.

The key is made of ``SECRET_KEY``; what was sealed under one of ``SECRET_KEY_FALLBACKS`` can still be read.
"""

import base64
from functools import lru_cache
from typing import TYPE_CHECKING

from django.conf import settings
from django.utils.crypto import salted_hmac

if TYPE_CHECKING:
    from cryptography.fernet import MultiFernet

_SALT = "accounts.sealing"


class Unreadable(Exception):
    """It was sealed under a key that is not known any more."""


@lru_cache(maxsize=2)
def _keys(secrets: tuple[str, ...]) -> "MultiFernet":
    # Processes that open no seal need not load it.
    from cryptography.fernet import Fernet, MultiFernet  # noqa: PLC0415

    digests = [salted_hmac(_SALT, "key", secret=secret, algorithm="sha256").digest() for secret in secrets]
    return MultiFernet([Fernet(base64.urlsafe_b64encode(digest)) for digest in digests])


def _present() -> "MultiFernet":
    return _keys((settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS))


def seal(text: str) -> str:
    """Return a secret as it may be kept."""
    return _present().encrypt(text.encode()).decode()


def unseal(sealed: str) -> str:
    """Return the secret; raises :class:`Unreadable`."""
    from cryptography.fernet import InvalidToken  # noqa: PLC0415 - as above

    try:
        return _present().decrypt(sealed.encode()).decode()
    except InvalidToken as error:
        raise Unreadable from error
