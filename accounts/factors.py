"""Passkeys, authenticator apps and recovery codes: the one module that knows how django-allauth stores them.

It uses allauth's public models and adapter where they suffice; allauth's internals are imported here and
nowhere else, so that a new release affects this file alone. Who may change what, and who is notified, is
decided in :mod:`accounts.second_factor`.

A challenge to an authenticator app or a passkey is stored in the session, for a few minutes and one response.
"""

import base64
import hmac
import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Any
from urllib.parse import urlsplit

from allauth.core import context
from allauth.mfa.adapter import DefaultMFAAdapter, get_adapter
from allauth.mfa.models import Authenticator
from django.conf import settings
from django.db import DatabaseError, transaction

from accounts import locks, sealing
from accounts.models import User

APP, PASSKEY, CODES = Authenticator.Type.TOTP, Authenticator.Type.WEBAUTHN, Authenticator.Type.RECOVERY_CODES
# A phone's clock may be off by one code (30 s).
_CODES_AROUND = (-1, 0, 1)
_CODE_SECONDS = 30
_ANSWER_WITHIN = timedelta(minutes=10)
_QUESTION = "factor_question"
_SECRET = "authenticator_app_secret"  # noqa: S105 - a session key, not a secret


class Adapter(DefaultMFAAdapter):  # type: ignore[misc]  # allauth is untyped
    """allauth's hooks: how secrets are stored, and under which names passkeys and apps list us."""

    def encrypt(self, text: str) -> str:
        """Encrypt a secret before it is stored."""
        return sealing.seal(text)

    def decrypt(self, encrypted_text: str) -> str:
        return sealing.unseal(encrypted_text)

    def get_totp_issuer(self) -> str:
        """Return the name that an authenticator app shows for us."""
        return str(settings.PRODUCT_NAME)

    def get_public_key_credential_rp_entity(self) -> dict[str, str]:
        """Bind passkeys to the public address, whatever host a request used."""
        return {"id": urlsplit(settings.PUBLIC_URL).hostname or "", "name": settings.PRODUCT_NAME}

    def get_public_key_credential_user_entity(self, user: User) -> dict[str, Any]:
        """Return how a browser labels the account when it offers its passkey."""
        entity: dict[str, Any] = super().get_public_key_credential_user_entity(user)
        return entity | {"display_name": user.known_name}

    def send_notification_mail(self, *args: Any, **kwargs: Any) -> None:
        """Send nothing: :mod:`accounts.second_factor` notifies owners."""


class NotAccepted(Exception):
    """A passkey's response does not match the challenge, or comes too late."""


@dataclass(frozen=True)
class Factor:
    """A passkey or an authenticator app; ``name`` is the owner's, of passkeys alone."""

    id: int
    name: str
    added_at: datetime
    last_used_at: datetime | None


def _shown(row: Authenticator) -> Factor:
    return Factor(row.pk, row.data.get("name", ""), row.created_at, row.last_used_at)


def _rows(user: User, kind: str) -> Any:
    return Authenticator.objects.filter(user_id=user.pk, type=kind).order_by("created_at", "pk")


def passkeys_of(user: User) -> list[Factor]:
    """Return an account's passkeys, the oldest first."""
    return [_shown(row) for row in _rows(user, PASSKEY)]


def app_of(user: User) -> Factor | None:
    """Return an account's authenticator app."""
    row = _rows(user, APP).first()
    return None if row is None else _shown(row)


def codes_left(user: User) -> int:
    """Return how many recovery codes of an account are unused."""
    row = _rows(user, CODES).first()
    try:
        return 0 if row is None else len(row.wrap().get_unused_codes())
    except sealing.Unreadable:
        return 0


# --- Challenges -----------------------------------------------------------------------------------------


class _Purpose(StrEnum):
    ADDING = "adding"
    SIGNING_IN = "signing in"
    APP = "app"


def _note_question(purpose: _Purpose, now: datetime) -> None:
    until = (now + _ANSWER_WITHIN).isoformat()
    context.request.session[_QUESTION] = {"purpose": purpose, "until": until}


def _is_asked(purpose: _Purpose, now: datetime) -> bool:
    noted = context.request.session.get(_QUESTION) or {}
    return noted.get("purpose") == purpose and now < datetime.fromisoformat(noted["until"])


# --- Passkeys -------------------------------------------------------------------------------------------


def _webauthn() -> Any:
    """Return allauth's WebAuthn module; imported late, as it loads cryptography."""
    from allauth.mfa.webauthn.internal import auth  # noqa: PLC0415

    return auth


def begin_passkey(user: User, now: datetime) -> dict[str, Any]:
    """Return the browser's options for a passkey that needs no typed address and verifies its owner."""
    options: dict[str, Any] = _webauthn().begin_registration(user, passwordless=True)["publicKey"]
    _note_question(_Purpose.ADDING, now)
    return _plain(options)


def finish_passkey(*, user: User, name: str, credential: dict[str, Any], now: datetime) -> Factor:
    """Save a passkey that a browser has created; raises :class:`NotAccepted`."""
    auth = _webauthn()
    with _one_answer(credential, _Purpose.ADDING, now):
        auth.complete_registration(credential)
    # Only the fields that verifying a passkey needs.
    stored = {
        **{key: credential[key] for key in ("id", "rawId", "type")},
        "response": {key: credential["response"][key] for key in ("clientDataJSON", "attestationObject")},
        "clientExtensionResults": {"credProps": {"rk": True}},
    }
    row = auth.WebAuthn.add(user, name, stored).instance
    row.created_at = now
    row.save(update_fields=["created_at"])
    return _shown(row)


def rename_passkey(*, user: User, passkey_id: int, name: str) -> Factor | None:
    """Give a passkey another name; ``None`` if the account has none of this id."""
    with transaction.atomic():
        row = _rows(user, PASSKEY).select_for_update().filter(pk=passkey_id).first()
        if row is None:
            return None
        row.wrap().name = name
        row.save(update_fields=["data"])
        return _shown(row)


def remove_passkey(*, user: User, passkey_id: int) -> Factor | None:
    """Remove a passkey and return it; ``None`` if the account has none of this id."""
    row = _rows(user, PASSKEY).filter(pk=passkey_id).first()
    if row is None:
        return None
    shown = _shown(row)
    row.delete()
    return shown


def begin_passkey_sign_in(now: datetime) -> dict[str, Any]:
    """Return the options for a browser to offer its passkeys for us, of any account."""
    options: dict[str, Any] = _webauthn().begin_authentication()["publicKey"]
    _note_question(_Purpose.SIGNING_IN, now)
    return _plain(options)


def account_of_passkey(*, credential: dict[str, Any], now: datetime) -> tuple[User, int]:
    """Return the account that a passkey opens, and the passkey's id; raises :class:`NotAccepted`.

    The device has verified its owner (finger, face or code): a passkey counts as both factors.
    """
    auth = _webauthn()
    with _one_answer(credential, _Purpose.SIGNING_IN, now):
        user: User = auth.extract_user_from_response(credential)
        row = auth.complete_authentication(user, credential)
    if not user.is_active:
        raise NotAccepted
    Authenticator.objects.filter(pk=row.pk).update(last_used_at=now)
    return user, row.pk


class _one_answer:  # noqa: N801 - it reads as a verb where it stands
    """Accepts one response, to the current challenge, from our own origin."""

    def __init__(self, credential: dict[str, Any], purpose: _Purpose, now: datetime) -> None:
        self.credential, self.purpose, self.now = credential, purpose, now

    def __enter__(self) -> None:
        if not _is_asked(self.purpose, self.now) or _origin_of(self.credential) != settings.PUBLIC_URL:
            self._forget()
            raise NotAccepted

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: Any) -> None:
        self._forget()
        # allauth and fido2 raise many types of errors for malformed input.
        if isinstance(error, Exception) and not isinstance(error, DatabaseError):
            raise NotAccepted from error

    def _forget(self) -> None:
        context.request.session.pop(_QUESTION, None)
        _webauthn().clear_state()


def _origin_of(credential: dict[str, Any]) -> str:
    """Return the origin that the browser signed; empty where the data is malformed."""
    try:
        given = credential["response"]["clientDataJSON"]
        client_data = json.loads(base64.urlsafe_b64decode(given + "=" * (-len(given) % 4)))
        return str(client_data["origin"])
    except (KeyError, TypeError, ValueError):
        return ""


def _plain(options: Any) -> dict[str, Any]:
    """Return options as JSON values: bytes in base64url, without empty entries."""
    plain: dict[str, Any] = json.loads(json.dumps(dict(options)))
    return {key: value for key, value in plain.items() if value is not None}


# --- Authenticator apps and recovery codes --------------------------------------------------------------


def _totp() -> Any:
    from allauth.mfa.totp.internal import auth  # noqa: PLC0415 - with allauth's other internals

    return auth


@dataclass(frozen=True)
class AppSetup:
    """What an authenticator app reads: a QR code as a data URL, the URL in it, the key."""

    picture: str
    address: str
    secret: str


def begin_app(user: User, now: datetime) -> AppSetup:
    """Make a new secret for an authenticator app; it is encrypted in the session until a code confirms it."""
    secret = _totp().generate_totp_secret()
    context.request.session[_SECRET] = sealing.seal(secret)
    _note_question(_Purpose.APP, now)
    return _setup(user, secret)


def app_begun(user: User, now: datetime) -> AppSetup | None:
    """Return the set-up that was begun a few minutes ago and is not confirmed yet."""
    sealed = context.request.session.get(_SECRET)
    return _setup(user, sealing.unseal(sealed)) if sealed and _is_asked(_Purpose.APP, now) else None


def _setup(user: User, secret: str) -> AppSetup:
    adapter = get_adapter()
    address = adapter.build_totp_url(user, secret)
    drawn = base64.b64encode(adapter.build_totp_svg(address).encode()).decode()
    return AppSetup(f"data:image/svg+xml;base64,{drawn}", address, secret)


def confirm_app(*, user: User, setup: AppSetup, code: str, now: datetime) -> list[str] | None:
    """Turn the authenticator app on by its first code; return new recovery codes, or ``None`` if it is wrong.

    The account has no app yet.
    """
    counter = _counter_of(setup.secret, code, now)
    if counter is None:
        return None
    with transaction.atomic():
        row = _totp().TOTP.activate(user, setup.secret).instance
        row.data["last_counter"], row.created_at = counter, now
        row.save(update_fields=["data", "created_at"])
        codes = new_recovery_codes(user=user, now=now)
    context.request.session.pop(_SECRET, None)
    context.request.session.pop(_QUESTION, None)
    return codes


def new_recovery_codes(*, user: User, now: datetime) -> list[str]:
    """Replace an account's recovery codes, used or not, and return the new ones."""
    from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes  # noqa: PLC0415 - likewise

    with transaction.atomic():
        locks.lock_account(user.pk)
        _rows(user, CODES).delete()
        stored = RecoveryCodes.activate(user)
        Authenticator.objects.filter(pk=stored.instance.pk).update(created_at=now)
        codes: list[str] = stored.generate_codes()
    return codes


def remove_app(*, user: User) -> bool:
    """Remove the authenticator app with its recovery codes; ``False`` if there was none."""
    with transaction.atomic():
        _rows(user, CODES).delete()
        removed, _by_model = _rows(user, APP).delete()
    return bool(removed)


def remove_all(*, user: User) -> None:
    """Remove every passkey, app and recovery code of an account."""
    Authenticator.objects.filter(user_id=user.pk).delete()


def remove_since(*, user: User, since: datetime) -> None:
    """Remove factors added from a moment on, and recovery codes without an app."""
    with transaction.atomic():
        Authenticator.objects.filter(user_id=user.pk, created_at__gte=since).delete()
        if app_of(user) is None:
            _rows(user, CODES).delete()


@dataclass(frozen=True)
class Accepted:
    """A right code: the id of its app, and whether it was a recovery code."""

    factor_id: int
    by_recovery_code: bool


def accept_code(*, user: User, code: str, now: datetime) -> Accepted | None:
    """Use up a code of the app, or a recovery code; ``None`` if it is wrong or already used."""
    with transaction.atomic():
        app = _rows(user, APP).select_for_update().first()
        if app is None:
            return None
        if _is_next_code(app, code, now):
            return Accepted(app.pk, by_recovery_code=False)
        stored = _rows(user, CODES).first()
        if stored is not None and _is_recovery_code(stored, code):
            Authenticator.objects.filter(pk=stored.pk).update(last_used_at=now)
            return Accepted(app.pk, by_recovery_code=True)
    return None


def _is_next_code(app: Authenticator, code: str, now: datetime) -> bool:
    try:
        counter = _counter_of(sealing.unseal(app.data["secret"]), code, now)
    except sealing.Unreadable:
        return False
    if counter is None or counter <= app.data.get("last_counter", -1):
        return False
    app.data["last_counter"], app.last_used_at = counter, now
    app.save(update_fields=["data", "last_used_at"])
    return True


def _is_recovery_code(stored: Authenticator, code: str) -> bool:
    try:
        return bool(stored.wrap().validate_code(_bare(code)))
    except sealing.Unreadable:
        return False


def _bare(code: str) -> str:
    """Return a code without the separators that people type."""
    return re.sub(r"[\s-]", "", code).lower()


def _counters(now: datetime) -> Iterator[int]:
    present = int(now.timestamp()) // _CODE_SECONDS
    return (present + step for step in _CODES_AROUND)


def _counter_of(secret: str, code: str, now: datetime) -> int | None:
    """Return the counter of a currently valid code; ``None`` if it is not valid."""
    totp, given = _totp(), _bare(code)
    for counter in _counters(now):
        expected = totp.format_hotp_value(totp.hotp_value(secret, counter))
        if hmac.compare_digest(given.encode(), expected.encode()):
            return counter
    return None


def code_at(secret: str, now: datetime) -> str:
    """Return the code that an authenticator app shows at a moment."""
    totp = _totp()
    shown: str = totp.format_hotp_value(totp.hotp_value(secret, int(now.timestamp()) // _CODE_SECONDS))
    return shown
