"""A mail server as in production, with STARTTLS and authentication."""

import logging
import ssl
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, AuthResult, Envelope, LoginPassword, Session

# The library logs a harmless warning at each sign-in.
logging.getLogger("mail.log").setLevel(logging.ERROR)
USER, PASSWORD = "suuber", "mail-password"


class Mailbox:
    """Stores the recipients."""

    def __init__(self) -> None:
        self.recipients: list[str] = []

    async def handle_DATA(self, _server: SMTP, _session: Session, envelope: Envelope) -> str:  # noqa: N802
        """Accept a message; the name is the library's."""
        self.recipients += envelope.rcpt_tos
        return "250 OK"


def _authenticate(_server: SMTP, _session: Session, _envelope: Envelope, _how: str, data: Any) -> AuthResult:
    known = LoginPassword(USER.encode(), PASSWORD.encode())
    return AuthResult(success=data == known)


@contextmanager
def running(port: int, tls: ssl.SSLContext) -> Iterator[Mailbox]:
    """Accept mail until the block ends."""
    mailbox = Mailbox()
    controller = Controller(
        mailbox,
        hostname="127.0.0.1",
        port=port,
        tls_context=tls,
        require_starttls=True,
        auth_required=True,
        authenticator=_authenticate,
    )
    controller.start()
    try:
        yield mailbox
    finally:
        controller.stop()
