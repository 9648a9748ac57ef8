"""The permission matrix's users, their data, and how calls are made and compared."""

import functools
from collections.abc import Iterator
from contextlib import contextmanager
from http.cookies import SimpleCookie
from typing import Any, TypeVar

from django.apps import apps
from django.db import connection, transaction
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver, resolve
from rest_framework.test import APIClient

from accounts.tests.soft_factors import show_factor
from conftest import client_for
from marketplace import clock
from marketplace.tests.matrix_rows import Row
from marketplace.tests.matrix_table import TABLE

UNSAFE = [row for row in TABLE if row.method != "GET"]
ASKING = [row for row in TABLE if row.method == "GET"]
# Placeholders of the table that are ids in a URL.
IDS = [
    "address", "review", "salon", "order", "unpaid", "done", "rated", "alice", "series", "date", "skip",
    "card", "link", "document", "photo", "away", "support", "export", "device",
    "claim", "claim_photo", "support_photo", "unsubscribe",
]  # fmt: skip
# Reads of these by an operator who is neither customer nor provider are logged.
LOOKED_AT = {
    "/api/orders/{order}",
    "/api/orders/{away}",
    "/api/orders/{unpaid}",
    "/api/orders",
    "/api/orders/customer/{alice}",
    "/api/orders/{order}/calendar.ics",
    "/api/orders/{order}/messages",
    "/api/orders/{order}/messages/{photo}/photo",
    "/api/orders/{done}/proofs/pickup/photo",
    "/api/orders/{done}/claims",
    "/api/orders/{done}/photos/{claim_photo}",
    "/api/support-requests/{support}/photos/{support_photo}",
    "/api/orders/{order}/receipt.pdf",
    "/api/provider-application/documents/{document}",
}
# Tables that may change although a call is refused or only reads: sessions and counted attempts.
_ASIDE = {
    *("django_session", "accounts_signedindevice"),
    *("accounts_failedsignin", "accounts_throttledact", "accounts_knownclient"),
}


class Fixtures:
    """The users, their orders, and the values of the table's placeholders."""

    def __init__(self, users: dict[str, Any], values: dict[str, str]) -> None:
        self.users = users
        self.values = values
        self._signed_in: dict[str, SimpleCookie] = {}

    def filled(self, part: Any) -> Any:
        """Replace placeholders by their values."""
        if isinstance(part, str):
            return part.format_map(self.values) if "{" in part else part
        if isinstance(part, list):
            return [self.filled(entry) for entry in part]
        if isinstance(part, dict):
            return {key: self.filled(value) for key, value in part.items()}
        return part

    def path(self, row: Row) -> str:
        """Return the URL that a row calls."""
        path = self.filled(row.path)
        return f"{path}?{self.filled(row.query)}" if row.query else path

    def sign_everybody_in(self) -> None:
        """Sign everybody in once, for a test of thousands of calls: sign-ins would double its time."""
        self._signed_in = {actor: self.client(actor).cookies for actor in self.users}

    def client(self, actor: str) -> APIClient:
        """Return a new client of an actor; operators except ``udo`` have shown their second factor."""
        if actor in self._signed_in:
            client = client_for()
            client.cookies.update(self._signed_in[actor])
            return client
        return proven(client_for(self.users[actor]), self.users[actor] if actor != "udo" else None)

    def call(self, row: Row, actor: str, client: APIClient | None = None, **headers: str) -> Any:
        """Make the call of a row as an actor."""
        client = client or self.client(actor)
        body = self.filled(row.body) if row.body is not None else None
        response = getattr(client, row.method.lower())(self.path(row), body, headers=headers)
        if response.streaming and "Content-Disposition" in response:
            # Reading a streamed file to its end closes it.
            b"".join(response.streaming_content)
        return response


C = TypeVar("C", bound=Client)


def proven(client: C, user: Any) -> C:
    """Mark a signed-in client's session as having shown the second factor, if its account has one."""
    if user is not None and user.is_staff:
        show_factor(client, user)
    return client


def wall(slot) -> str:
    return f"{slot.starts_at.astimezone(clock.ZURICH):%H:%M}"


def api_routes(resolver: URLResolver, prefix: str = "") -> dict[str, Any]:
    """Return every route below /api/ with its view class."""
    found: dict[str, Any] = {}
    for part in resolver.url_patterns:
        route = prefix + str(part.pattern)
        if isinstance(part, URLResolver):
            found |= api_routes(part, route)
        elif isinstance(part, URLPattern) and hasattr(part.callback, "cls"):
            found[route] = part.callback.cls
    return found


def declared_calls() -> set[tuple[str, str]]:
    """Return every (method, route) that the API answers."""
    routes = api_routes(get_resolver())
    methods = ("get", "post", "put", "patch", "delete")
    return {
        (name.upper(), route) for route, view in routes.items() for name in methods if hasattr(view, name)
    }


def route_of(row: Row) -> str:
    blank = row.path
    for name in IDS:
        blank = blank.replace(f"{{{name}}}", "5b6b2e9e-6f0c-4c0b-a6f5-1f8a1e0b1c11")
    for name in ("day_off", "passkey", "year"):
        blank = blank.replace(f"{{{name}}}", "1")
    return resolve(blank).route


@functools.cache
def _readings() -> dict[str, str]:
    """Return a SELECT for each table of the product, without ``last_login``.

    The tests of the matrix run all of them hundreds of times; building such a query with the ORM takes longer
    than running it.
    """
    found = {}
    quoted = connection.ops.quote_name
    for model in apps.get_models():
        meta = model._meta
        if meta.db_table not in _ASIDE:
            columns = [quoted(field.column) for field in meta.concrete_fields if field.name != "last_login"]
            found[meta.db_table] = (
                f"SELECT {', '.join(columns)} FROM {quoted(meta.db_table)} ORDER BY {quoted(meta.pk.column)}"
            )
    return found


def dump() -> dict[str, list[Any]]:
    """Return every row of every table of the product, as raw values."""
    found = {}
    with connection.cursor() as cursor:
        for table, sql in _readings().items():
            cursor.execute(sql)
            found[table] = cursor.fetchall()
    return found


@contextmanager
def undone(row: Row) -> Iterator[None]:
    """Roll the block back, except for calls of Stripe, which must not happen inside a transaction."""
    if row.asks_stripe:
        yield
        return
    with transaction.atomic():
        yield
        transaction.set_rollback(True)


class Writes:
    """Collects the statements that write, except to sessions."""

    def __init__(self) -> None:
        self.found: list[str] = []

    def __call__(self, execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        words = sql.split()
        if words and words[0].upper() in {"INSERT", "UPDATE", "DELETE", "REPLACE"} and "session" not in sql:
            self.found.append(sql)
        return execute(sql, params, many, context)
