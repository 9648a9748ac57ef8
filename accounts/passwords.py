"""Rules for passwords, and how they are hashed.

The minimum length is a setting, 6 by the specification's point 5.
"""

from typing import Any

from django.contrib.auth import password_validation
from django.contrib.auth.hashers import Argon2PasswordHasher
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from accounts.hashing import in_turn
from accounts.models.account import password_spellings

MAX_LENGTH = 256


class PasswordHasher(Argon2PasswordHasher):
    """Argon2id with 19 MiB, two passes, parallelism 1: OWASP's figures for a server with shared memory."""

    time_cost = 2
    memory_cost = 19_456
    parallelism = 1

    def encode(self, password: str, salt: str) -> str:
        """Hash a password in its turn; raises :class:`~accounts.hashing.PasswordsBusy`."""
        return in_turn(super().encode, password, salt)

    def verify(self, password: str, encoded: str) -> bool:
        """Check a password in its turn; raises :class:`~accounts.hashing.PasswordsBusy`."""
        return in_turn(super().verify, password, encoded)


class LengthValidator:
    """Refuses passwords that are too short, longer than any person would choose, or of blanks only."""

    def __init__(self, min_length: int = 6, max_length: int = MAX_LENGTH) -> None:
        self.min_length = min_length
        self.max_length = max_length

    def validate(self, password: str, user: Any = None) -> None:
        """Raise Django's ``ValidationError`` for a length outside the limits, or nothing but blanks."""
        if len(password) < self.min_length:
            raise ValidationError(
                _("Password must be at least {least} characters").format(least=self.min_length),
                code="password_too_short",
            )
        if not password.strip():
            raise ValidationError(_("Password must not consist of blanks alone"), code="password_blank")
        if len(password) > self.max_length:
            raise ValidationError(
                _("Password must be at most {most} characters").format(most=self.max_length),
                code="password_too_long",
            )

    def get_help_text(self) -> str:
        """Return the rule as Django's forms show it."""
        return _("Your password must have {least} to {most} characters.").format(
            least=self.min_length, most=self.max_length
        )


def problems(password: str) -> list[str]:
    """Return a sentence for each rule that a new password breaks."""
    try:
        # Its length is that of the form that is compared.
        password_validation.validate_password(password_spellings(password)[0])
    except ValidationError as error:
        return list(error.messages)
    return []
