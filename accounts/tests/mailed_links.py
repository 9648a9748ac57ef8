"""Helpers for tests of mailed links: sending what is due, and taking the link out of an email."""

import re
from datetime import datetime

from django.core import mail

from conftest import client_for
from marketplace import clock
from marketplace.jobs import outbox
from marketplace.jobs.outbox import Queue

ENDED = (404, "link_ended")


def letters(*, at: datetime | None = None) -> list[mail.EmailMultiAlternatives]:
    """Send what is due, and return the emails with a link since the last call, the oldest first."""
    outbox.relay(now=at or clock.now(), queue=Queue.LINKS)
    found = [letter for letter in mail.outbox if "/email-link#" in letter.body]
    mail.outbox.clear()
    return found


def token_in(letter: mail.EmailMultiAlternatives) -> str:
    """Return the token of the link in an email; text and HTML carry the same."""
    (address,) = re.findall(r"http\S+/email-link#(\S+)", letter.body)
    (html,) = letter.alternatives
    assert f"/email-link#{address}" in str(html[0])
    return address


def look(token: str):
    return client_for().post("/api/auth/emailed-link", {"token": token})


def outcome(response) -> tuple[int, str]:
    """Return status and code of an error response."""
    return response.status_code, response.json()["code"]
