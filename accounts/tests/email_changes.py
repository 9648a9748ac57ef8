"""Asking for another email address, confirming it, and taking the account back, in tests."""

from accounts.models import User
from accounts.tests.mailed_links import letters, token_in
from conftest import PASSWORD, client_for

NEW = "alice@example.net"
OLD = "alice@example.org"


def ask(alice, email=NEW, password=PASSWORD, client=None):
    return (client or client_for(alice)).post("/api/profile/email", {"email": email, "password": password})


def mailed(alice, **order_payload) -> dict[str, str]:
    """Request a change, and return the tokens by the address that they were mailed to."""
    assert ask(alice, **order_payload).status_code == 200
    return {letter.to[0]: token_in(letter) for letter in letters()}


def confirm(token, client=None, **body):
    body = {"token": token} | (body or {"password": PASSWORD})
    return (client or client_for()).post("/api/auth/email-change", body)


def take_back(token, client=None):
    body = {"token": token, "password": "quiet-alpine-river"}
    return (client or client_for()).post("/api/auth/email-change/take-back", body)


def address_of(alice) -> str:
    return User.objects.get(pk=alice.pk).email
