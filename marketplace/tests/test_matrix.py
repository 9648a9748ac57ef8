"""Every call by every kind of person: what they get, what they see of it, and what it changes."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import time, timedelta
from typing import Any

import pytest
from django.apps import apps
from django.contrib import admin
from django.db import connection, transaction
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver, resolve
from rest_framework.test import APIClient

from accounts.models import Address, Notification
from conftest import NOW, client_for, make_provider, make_slot, make_user
from marketplace import clock
from marketplace.tests.matrix_table import ACTORS, PARTS, PARTS_OF, SHAPES, TABLE, Row
from marketplace.tests.proof import record
from orders import selectors
from orders.models import Message, Order
from orders.payments import pay_links
from orders.payments.tests.cards import OTHER, save
from orders.payments.tests.cards import set_up as begin_card
from orders.recurring import skip_links
from orders.recurring.tests.standing import give_week, set_up
from orders.tests.booking import advance, book, pay
from providers.models import Review

UNSAFE = [row for row in TABLE if row.method != "GET"]
ASKING = [row for row in TABLE if row.method == "GET"]
# What may change although a call is refused or only asks: sessions, and the counting of attempts.
IDS = [
    "address", "review", "salon", "order", "unpaid", "done", "rated", "alice", "series", "date", "skip",
    "card", "link",
]  # fmt: skip
_ASIDE = {"django_session", "accounts_failedsignin", "accounts_throttledact", "accounts_knownclient"}


class Scene:
    """The cast, their orders, and the values that the table's placeholders stand for."""

    def __init__(self, cast: dict[str, Any], values: dict[str, str]) -> None:
        self.cast = cast
        self.values = values

    def filled(self, part: Any) -> Any:
        """Put the values in the place of their names."""
        if isinstance(part, str):
            return part.format_map(self.values) if "{" in part else part
        if isinstance(part, list):
            return [self.filled(entry) for entry in part]
        if isinstance(part, dict):
            return {key: self.filled(value) for key, value in part.items()}
        return part

    def path(self, row: Row) -> str:
        """Return the address that a row calls."""
        path = self.filled(row.path)
        return f"{path}?{self.filled(row.query)}" if row.query else path

    def call(self, row: Row, actor: str, client: APIClient | None = None, **headers: str) -> Any:
        """Make the call of a row as somebody."""
        client = client or client_for(self.cast[actor])
        body = self.filled(row.body) if row.body is not None else None
        return getattr(client, row.method.lower())(self.path(row), body, headers=headers)


def wall(slot) -> str:
    return f"{slot.starts_at.astimezone(clock.ZURICH):%H:%M}"


@pytest.fixture
def scene(now, alice, bruno, chiara, dora, salon, stripe) -> Scene:
    emil = make_user("emil", phone="+41 70 555 00 05")
    make_slot(make_provider(emil, "8002"))
    for user, last in ((alice, "1"), (bruno, "2"), (chiara, "3"), (dora, "4")):
        user.phone = f"+41 70 555 00 0{last}"
        user.save()
    slots = [make_slot(salon, start=time(hour), capacity=5) for hour in (10, 11, 12, 13, 14)]
    later = make_slot(salon, day=clock.local_date(NOW) + timedelta(days=3), start=time(15), capacity=5)
    order, done, rated = (book(alice, slot) for slot in slots[:3])
    for paid in (order, done, rated):
        pay(paid)
    for finished in (done, rated):
        advance(finished, to="completed")
    unpaid = book(alice, slots[3])
    answer = client_for(alice).post(f"/api/orders/{rated.pk}/rating", {"rating": 4, "comment": "Good."})
    assert answer.status_code == 201
    day_off = salon.days_off.create(start_on=later.date + timedelta(9), end_on=later.date + timedelta(9))
    salon.weekly_windows.create(weekday=0, start_time=time(9), end_time=time(12))
    address = Address.objects.create(
        user=alice, street="Geheimweg 7", city="Zurich", postal_code="8001", is_default=True
    )
    Message.objects.create(order=order, sender=alice, body="See you tomorrow.", sent_at=NOW)
    give_week(salon)
    series = set_up(alice, salon)
    first = series.occurrences.earliest("on")
    cast = {"guest": None, "alice": alice, "chiara": chiara, "bruno": bruno, "emil": emil, "dora": dora}
    values = {
        "alice": alice.pk, "salon": salon.pk, "order": order.pk, "unpaid": unpaid.pk, "done": done.pk,
        "rated": rated.pk, "review": Review.objects.get().pk, "address": address.pk,
        "notice": Notification.objects.filter(user=alice).first().pk,
        "pickup": slots[4].starts_at.isoformat(), "later_date": later.date.isoformat(),
        "series": series.pk, "date": first.pk,
        "skip": skip_links.path_for(first.pk).removeprefix("/skip/"),
        "later_time": wall(later), "card": save(stripe, alice).pk, "setup": begin_card(stripe, alice, OTHER),
        "link": pay_links.path_for(unpaid.pk).removeprefix("/pay/"),
        "day_off": day_off.pk,
    }  # fmt: skip
    return Scene(cast, {name: str(value) for name, value in values.items()})


# --- No call without a row -------------------------------------------------------------------------


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
    return resolve(blank.replace("{day_off}", "1")).route


def test_every_call_has_its_row_and_every_row_its_call():
    assert {(row.method, route_of(row)) for row in TABLE} == declared_calls()


def test_every_view_says_who_may_call_it():
    for route, view in api_routes(get_resolver()).items():
        classes = [kind for kind in view.__mro__ if kind.__module__.split(".")[0] != "rest_framework"]
        assert any("permission_classes" in vars(kind) for kind in classes), route


# --- Who gets what -----------------------------------------------------------------------------------


def dump() -> dict[str, list[Any]]:
    """Return every row of every table that is the product's, but for when somebody last signed in."""
    found = {}
    for model in apps.get_models():
        if model._meta.db_table not in _ASIDE:
            names = [field.name for field in model._meta.concrete_fields if field.name != "last_login"]
            found[model._meta.db_table] = list(model._default_manager.order_by("pk").values_list(*names))
    return found


@contextmanager
def undone(row: Row) -> Iterator[None]:
    """Take back what happens within; Stripe is never asked inside a transaction, so then nothing is."""
    if row.asks_stripe:
        yield
        return
    with transaction.atomic():
        yield
        transaction.set_rollback(True)


def statuses(scene: Scene, row: Row) -> dict[str, int]:
    """Return what each actor gets, each in the same scene."""
    found = {}
    for actor in ACTORS:
        with undone(row):
            found[actor] = scene.call(row, actor).status_code
    return found


# One scene serves all rows of a test: what a row changes is undone before the next.


def surprises(scene: Scene, rows: list[Row] = TABLE) -> dict[str, dict[str, int]]:
    """Return, by call, what actors get where it is not what is declared."""
    found = {}
    for row in rows:
        got = statuses(scene, row)
        if got != row.statuses:
            found[str(row)] = {actor: got[actor] for actor in ACTORS if got[actor] != row.statuses[actor]}
    return found


@pytest.mark.proof
def test_each_gets_what_is_declared(scene):
    assert surprises(scene) == {}
    asked = "every route and method, 0 unexpected"
    record("S1, S2", f"{len(declared_calls())} calls x {len(ACTORS)} actors: 0 unexpected", asked)


def test_a_refusal_changes_nothing(scene):
    before = dump()
    for row in UNSAFE:
        for actor, status in row.statuses.items():
            if status >= 400:
                scene.call(row, actor)
        assert dump() == before, row


def test_the_matrix_notices_when_orders_are_open_to_strangers(scene, monkeypatch):
    def order_for(*, user: Any, order_id: Any) -> Order:
        return selectors.orders().get(pk=order_id)

    monkeypatch.setattr(selectors, "order_for", order_for)

    rows = [row for row in ASKING if row.path == "/api/orders/{order}"]

    assert surprises(scene, rows) == {"GET /api/orders/{order}": {"chiara": 200, "emil": 200}}


# --- What they see of it --------------------------------------------------------------------------------


def entries_of(answer: Any) -> list[dict[str, Any]]:
    content = answer.json()
    return content if isinstance(content, list) else [content]


def check_parts(entry: dict[str, Any], shape: str) -> None:
    """Compare the parts inside an entry."""
    for name, keys in PARTS.items():
        part, keys = entry.get(name), PARTS_OF.get((shape, name), keys)  # noqa: PLW2901 - a shape's own
        if name == "user" and shape in {"Session", "AuthSuccess"}:
            keys = SHAPES["User"]  # noqa: PLW2901 - the account itself, not a provider's card
        for inner in part if isinstance(part, list) else [part]:
            if isinstance(inner, dict):
                assert set(inner) == keys, name
                check_parts(inner, "")


@pytest.mark.proof
def test_an_answer_holds_what_is_declared_and_nothing_beside_it(scene):
    for row in (row for row in TABLE if row.keys):
        for actor, status in row.statuses.items():
            with undone(row):
                answer = scene.call(row, actor)
            if status >= 400:
                assert set(answer.json()) <= {"message", "code", "fields", "current", "success"}
                continue
            for entry in entries_of(answer):
                assert set(entry) == SHAPES[row.keys], (row, actor)
                check_parts(entry, row.keys)
    record("S3 shapes", f"{len(SHAPES)} shapes x {len(ACTORS)} actors exact", "golden keys of every response")


def own_secrets(scene: Scene, name: str) -> list[str]:
    user = scene.cast[name]
    return [user.email, user.phone]


# A customer and the provider of a paid order know each other; an operator knows everybody.
KNOWN = {"alice": {"bruno"}, "bruno": {"alice"}, "dora": {"alice", "bruno", "chiara", "emil"}}


def test_nobody_sees_what_is_not_theirs_to_see(scene):
    for row in (row for row in ASKING if row.keys):
        for actor in ACTORS:
            text = scene.call(row, actor).content.decode()
            for name in set(ACTORS) - {"guest", actor} - KNOWN.get(actor, set()):
                for secret in own_secrets(scene, name):
                    assert secret not in text, (row, actor, name)
            if actor in {"guest", "chiara", "emil"}:
                assert "Geheimweg" not in text, (row, actor)
                assert "Bahnhofstrasse" not in text, (row, actor)
                # Their own last name, once; that of a provider or an author is one letter.
                assert text.count("Meier") <= (actor != "guest"), (row, actor)


def test_the_public_list_of_providers_tells_no_more_than_a_card(scene):
    for row in (row for row in ASKING if row.path.startswith("/api/providers")):
        text = scene.call(row, "dora").content.decode()
        assert not any(secret in text for secret in ("@", "Meier", "+41", "strasse")), row


def test_until_paid_the_provider_sees_no_address_and_no_phone(scene):
    row = next(row for row in ASKING if row.path == "/api/orders/{unpaid}")

    seen = scene.call(row, "bruno").json()

    assert seen["pickupAddress"] is seen["deliveryAddress"] is seen["specialInstructions"] is None
    assert seen["customer"]["phone"] is None
    assert seen["customer"]["lastName"] == "M"


# --- What it takes to change something ----------------------------------------------------------------------


def strict_client(user: Any) -> APIClient:
    """Return a client whose calls are checked for the CSRF token, as a browser's are."""
    client = APIClient(enforce_csrf_checks=True)
    client.default_format = "json"
    if user is not None:
        client.force_login(user)
    return client


@pytest.mark.proof
def test_nothing_is_changed_without_the_csrf_token(scene):
    before = dump()
    for row in (row for row in UNSAFE if row.csrf):
        for actor in ("guest", "alice"):
            answer = scene.call(row, actor, strict_client(scene.cast[actor]))
            assert answer.status_code == 403, (row, actor)
            assert answer.json()["code"] == "csrf_failed", (row, actor)

    assert dump() == before
    guarded = sum(row.csrf for row in UNSAFE)
    record("S8 token", f"{guarded} of {guarded} unsafe calls 403, 0 changes", "100 % of unsafe routes")


def test_with_the_token_the_same_calls_get_what_is_declared(scene):
    for row in (row for row in UNSAFE if row.csrf):
        with undone(row):
            client = strict_client(scene.cast["alice"])
            token = client.get("/api/auth/session").json()["csrfToken"]
            answer = scene.call(row, "alice", client, **{"X-CSRFToken": token})
        assert answer.status_code == row.statuses["alice"], row


def test_json_that_comes_as_plain_text_is_refused(scene):
    client = client_for(scene.cast["alice"])
    for row in UNSAFE:
        answer = client.generic(row.method, scene.path(row), b'{"a": 1}', content_type="text/plain")
        assert answer.status_code == 415, row


class Writes:
    """Collects the statements that write, but for sessions."""

    def __init__(self) -> None:
        self.found: list[str] = []

    def __call__(self, execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        words = sql.split()
        if words and words[0].upper() in {"INSERT", "UPDATE", "DELETE", "REPLACE"} and "session" not in sql:
            self.found.append(sql)
        return execute(sql, params, many, context)


@pytest.mark.proof
@pytest.mark.parametrize("method", ["get", "head"])
def test_asking_changes_nothing(scene, method):
    for actor in ACTORS:
        client = client_for(scene.cast[actor])
        for row in ASKING:
            writes = Writes()
            with connection.execute_wrapper(writes):
                getattr(client, method)(scene.path(row))
            assert writes.found == [], (row, actor)
    record(f"S8 {method}", f"{len(ASKING)} calls x {len(ACTORS)} actors: 0 writes", "every route: 0 writes")


def test_the_detector_notices_a_write(scene, monkeypatch):
    order_for = selectors.order_for

    def writing(**wanted: Any) -> Order:
        Order.objects.filter(pk=wanted["order_id"]).update(special_instructions="seen")
        return order_for(**wanted)

    monkeypatch.setattr(selectors, "order_for", writing)
    client, writes = client_for(scene.cast["alice"]), Writes()
    with connection.execute_wrapper(writes):
        client.get(scene.filled("/api/orders/{order}"))

    assert len(writes.found) == 1


def test_a_method_that_is_not_declared_does_nothing(scene):
    client, declared = client_for(scene.cast["dora"]), declared_calls()
    for row in TABLE:
        for method in ("PUT", "DELETE", "PATCH", "POST", "OPTIONS", "TRACE"):
            if (method, route_of(row)) not in declared:
                assert client.generic(method, scene.filled(row.path)).status_code == 405, (row, method)


@pytest.mark.parametrize(
    "value", ["5b6b2e9e-6f0c-4c0b-a6f5-1f8a1e0b1c11", "1", "x%00", "../../etc", "%F0%9F%A7%BA"]
)
def test_what_is_no_id_of_anything_is_not_found(scene, value):
    scene.values |= dict.fromkeys([*IDS, "day_off"], value)
    for row in (row for row in TABLE if "{" in row.path):
        assert scene.call(row, "emil").status_code in {400, 404}, row


# --- The back office ------------------------------------------------------------------------------------


# Who may come here without being let in: to the doors themselves.
DOORS = {"/admin/login/", "/admin/logout/", "/admin/second-factor/"}


def admin_paths() -> list[str]:
    """Return every address of the back office but its doors, with real ids where one stands in them."""
    site = next(part for part in get_resolver().url_patterns if getattr(part, "app_name", "") == "admin")
    found = []
    for part in site.url_patterns:
        inner = part.url_patterns if isinstance(part, URLResolver) else [part]
        base = str(part.pattern) if isinstance(part, URLResolver) else ""
        model = apps.get_model(*base.strip("/").split("/")) if base.count("/") == 2 else None
        row = model._default_manager.first() if model else None
        for pattern in inner:
            path = re.sub(r"<[^>]+>", str(row.pk) if row else "1", str(pattern.pattern))
            found.append(f"/admin/{base}{path}")
    return sorted({path for path in found if re.fullmatch(r"[/\w-]+", path)} - DOORS)


@pytest.mark.parametrize("actor", ["guest", "alice", "bruno"])
def test_the_back_office_is_closed_to_everybody_else(scene, actor):
    before = dump()
    client = Client()
    if actor != "guest":
        client.force_login(scene.cast[actor])
    for path in admin_paths():
        for answer in (client.get(path), client.post(path, {})):
            assert answer.status_code == 302, path
            assert answer["Location"].startswith("/admin/login/"), path

    assert dump() == before


def test_the_back_office_opens_to_an_operator_and_asking_changes_nothing(scene):
    client = Client()
    client.force_login(scene.cast["dora"])
    for path in admin_paths():
        writes = Writes()
        with connection.execute_wrapper(writes):
            answer = client.get(path)
        assert answer.status_code in {200, 302, 403, 404}, path
        assert writes.found == [], path


def test_every_list_button_asks_for_the_right_to_change():
    for model, office in admin.site._registry.items():
        for name in office.actions:
            button = getattr(office, name) if isinstance(name, str) else name
            assert getattr(button, "allowed_permissions", None), (model, name)


def test_nothing_of_other_packages_is_edited_in_the_back_office():
    labels = {model._meta.app_label for model in admin.site._registry}

    assert labels == {"accounts", "auth", "marketplace", "orders", "providers", "scheduling"}


@pytest.mark.parametrize(
    "path", ["/admin/", "/admin/orders/order/", "/admin/login/", "/admin/second-factor/"]
)
def test_a_form_of_the_back_office_needs_the_csrf_token(scene, path):
    client = Client(enforce_csrf_checks=True)
    client.force_login(scene.cast["dora"])

    assert client.post(path, {}).status_code == 403
