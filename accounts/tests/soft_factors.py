"""Software authenticator apps and passkeys for tests."""

import base64
import hashlib
import json
import secrets
from dataclasses import dataclass, field
from typing import Any

from allauth.mfa.models import Authenticator
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.hashes import SHA256
from fido2 import cbor
from fido2.cose import ES256

from accounts import factors, sealing
from accounts.models import User

ORIGIN = "http://localhost:8000"
SECRET = "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP"


def give_app(user: User, *, codes: bool = False) -> str:
    """Give an account an authenticator app, and recovery codes; return its secret."""
    Authenticator.objects.create(user=user, type="totp", data={"secret": sealing.seal(SECRET)})
    if codes:
        factors.new_recovery_codes(user=user, now=user.date_joined)
    user.forget_factor_kinds()
    return SECRET


def give_passkey(user: User) -> int:
    """Give an account a passkey; return its id."""
    made = SoftPasskey().make({"user": {"id": "AA"}, "challenge": "AAAA"})
    row = Authenticator.objects.create(user=user, type="webauthn", data={"name": "Key", "credential": made})
    user.forget_factor_kinds()
    return int(row.pk)


def recovery_codes_of(user: User) -> list[str]:
    """Return the unused recovery codes of an account."""
    codes: list[str] = Authenticator.objects.get(user=user, type="recovery_codes").wrap().get_unused_codes()
    return codes


def show_factor(client: Any, user: User) -> None:
    """Mark a signed-in client's session as having shown its account's first factor, if there is one."""
    first = Authenticator.objects.filter(user=user).exclude(type="recovery_codes").first()
    if first is not None:
        session = client.session
        session["second_factor_id"] = first.pk
        session.save()


def b64(value: bytes) -> str:
    return base64.urlsafe_b64encode(value).decode().rstrip("=")


@dataclass
class SoftPasskey:
    """A software passkey: responds to what a browser would pass on to an authenticator."""

    origin: str = ORIGIN
    rp_id: str = "localhost"
    # User verification: whether the device has checked its owner's finger, face or code.
    verifies: bool = True
    key: ec.EllipticCurvePrivateKey = field(default_factory=lambda: ec.generate_private_key(ec.SECP256R1()))
    id: bytes = field(default_factory=lambda: secrets.token_bytes(32))
    user_handle: str = ""

    def _client_data(self, kind: str, challenge: str) -> bytes:
        data = {"type": kind, "challenge": challenge, "origin": self.origin, "crossOrigin": False}
        return json.dumps(data).encode()

    def _head(self, *, new: bool) -> bytes:
        flags = 0x01 | (0x04 if self.verifies else 0) | (0x40 if new else 0)
        return hashlib.sha256(self.rp_id.encode()).digest() + bytes([flags]) + bytes(4)

    def make(self, options: dict[str, Any]) -> dict[str, Any]:
        """Respond to navigator.credentials.create()."""
        self.user_handle = options["user"]["id"]
        public = cbor.encode(dict(ES256.from_cryptography_key(self.key.public_key())))
        attested = bytes(16) + len(self.id).to_bytes(2, "big") + self.id + public
        data = self._head(new=True) + attested
        attestation = cbor.encode({"fmt": "none", "attStmt": {}, "authData": data})
        return self._answer(
            clientDataJSON=b64(self._client_data("webauthn.create", options["challenge"])),
            attestationObject=b64(attestation),
        ) | {"clientExtensionResults": {"credProps": {"rk": True}}}

    def sign(self, options: dict[str, Any]) -> dict[str, Any]:
        """Respond to navigator.credentials.get()."""
        client_data, data = self._client_data("webauthn.get", options["challenge"]), self._head(new=False)
        signature = self.key.sign(data + hashlib.sha256(client_data).digest(), ec.ECDSA(SHA256()))
        return self._answer(
            clientDataJSON=b64(client_data),
            authenticatorData=b64(data),
            signature=b64(signature),
            userHandle=self.user_handle,
        )

    def _answer(self, **response: str) -> dict[str, Any]:
        return {
            "id": b64(self.id),
            "rawId": b64(self.id),
            "type": "public-key",
            "response": response,
            "clientExtensionResults": {},
        }
