"""Encryption of stored secrets: reading the database, or a copy of it, is not enough to use them.

The key is derived from ``SECRET_KEY``; ``SECRET_KEY_FALLBACKS`` still decrypt older texts.
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
    """The text was encrypted under a key that is no longer configured."""


@lru_cache(maxsize=2)
def _keys(secrets: tuple[str, ...]) -> "MultiFernet":
    # Imported late: most processes decrypt nothing.
    from cryptography.fernet import Fernet, MultiFernet  # noqa: PLC0415

    digests = [salted_hmac(_SALT, "key", secret=secret, algorithm="sha256").digest() for secret in secrets]
    return MultiFernet([Fernet(base64.urlsafe_b64encode(digest)) for digest in digests])


def _present() -> "MultiFernet":
    return _keys((settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS))


def seal(text: str) -> str:
    """Encrypt a secret."""
    return _present().encrypt(text.encode()).decode()


def unseal(sealed: str) -> str:
    """Decrypt a secret; raises :class:`Unreadable`."""
    from cryptography.fernet import InvalidToken  # noqa: PLC0415 - as above

    try:
        return _present().decrypt(sealed.encode()).decode()
    except InvalidToken as error:
        raise Unreadable from error
