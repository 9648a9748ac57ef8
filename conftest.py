"""The users and clients for all back-end tests.

alice is a customer, bruno a provider, chiara a stranger, dora an operator. Time is frozen at
``NOW`` unless a test moves it with the fixture ``time_machine``.
"""

import gc
import logging
import os
from collections.abc import Iterator
from contextlib import nullcontext
from datetime import UTC, date, datetime, time, timedelta

os.environ["TESTING"] = "1"

import pytest
from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.contrib.auth.models import Group
from django.contrib.sessions.backends.db import SessionStore
from django.contrib.sessions.models import Session
from django.core.cache import cache
from django.core.management.commands import flush
from django.db import connection
from django.test import Client, override_settings
from django.utils.crypto import get_random_string
from hypothesis import settings as hypothesis_settings
from rest_framework.test import APIClient
from time_machine import travel

from accounts import groups, own_words
from accounts.models import SignedInDevice, User
from accounts.signed_in_devices import network_of
from demo.stripe_standin.testing import RunningStandin, running_standin
from marketplace import clock, figures
from marketplace.db import append_only
from marketplace.http import health
from marketplace.tests.frozen_time import TimeMachine
from orders.payments import gateway
from providers import distance, localities
from providers.models import PostalCode, Provider, ServiceArea
from scheduling.models import TimeSlot
from tools.instant import chosen_instant

# Deterministic in normal runs, so that the same code gives the same result; `make proof` searches further.
hypothesis_settings.register_profile("repeatable", derandomize=True, deadline=None)
if os.environ.get("PROOF") != "1":
    hypothesis_settings.load_profile("repeatable")

# Tests make thousands of requests; the access log is tested in separate processes.
logging.getLogger("access").setLevel(logging.WARNING)

pytest_plugins = ["marketplace.tests.migrated", "marketplace.tests.selecting"]

PASSWORD = "a-long-enough-passphrase"
# 09:30 in Zurich, on an ordinary Wednesday.
WEDNESDAY = datetime(2026, 11, 18, 8, 30, tzinfo=UTC)
# The instant at which tests start. AT="2027-03-28T01:30", in Zurich's wall time, selects another one for a
# run; a test about given dates starts at its own (``@pytest.mark.at``).
NOW = chosen_instant(WEDNESDAY)


def make_user(name: str, **fields) -> User:
    """Create an account of this name, whose address is proven."""
    fields = {"email_verified_at": NOW} | fields
    return User.objects.create_user(
        f"{name}@example.org", PASSWORD, first_name=name.capitalize(), last_name="Meier", **fields
    )


def make_operator(name: str, group: str) -> User:
    """Create staff of one of the groups: support, operations or finance.

    A test with real transactions empties the tables, the groups from the migrations included: they are
    recreated here.
    """
    groups.create_missing()
    user = make_user(name, is_staff=True)
    user.groups.add(Group.objects.get(name=group))
    return user


def make_provider(user: User, *codes: str, **fields) -> Provider:
    """Create an approved provider that serves some postal codes (by default 8001)."""
    fields = {"status": Provider.Status.APPROVED, "business_name": f"{user.first_name}s Waschsalon"} | fields
    provider = Provider.objects.create(user=user, approved_at=clock.now(), **fields)
    ServiceArea.objects.bulk_create(
        ServiceArea(provider=provider, postal_code=code, position=position)
        for position, code in enumerate(codes or ("8001",))
    )
    return provider


def make_slot(
    provider: Provider, *, day: date | None = None, start: time = time(12), capacity: int = 3, **fields
) -> TimeSlot:
    """Create a one-hour slot, by default tomorrow at noon."""
    day = day or clock.local_date(clock.now()) + timedelta(days=1)
    starts_at = clock.at_wall_time(day, start)
    return TimeSlot.objects.create(
        provider=provider,
        date=day,
        start_time=start,
        end_time=time(start.hour + 1, start.minute),
        starts_at=starts_at,
        ends_at=starts_at + timedelta(hours=1),
        capacity=capacity,
        **fields,
    )


def client_for(user: User | None = None) -> APIClient:
    """Return an API client signed in as a user, by default a visitor's.

    CSRF is not checked, as in the framework's own clients; the tests of CSRF make their own.
    """
    client = APIClient()
    client.default_format = "json"  # type: ignore[attr-defined]  # the client has it, its stubs do not
    if user is not None:
        sign_in(client, user)
    return client


def sign_in(client: Client, user: User) -> None:
    """Give a client a session, as a login does, with two statements instead of a dozen.

    Thousands of tests start so. The other effects of a login are tested separately.
    """
    now, store = clock.now(), SessionStore()
    content = {
        SESSION_KEY: str(user.pk),
        BACKEND_SESSION_KEY: settings.AUTHENTICATION_BACKENDS[0],
        HASH_SESSION_KEY: user.get_session_auth_hash(),
    }
    session = Session.objects.create(
        session_key=get_random_string(32),
        session_data=store.encode(content),
        expire_date=store.get_expiry_date(),
    )
    SignedInDevice.objects.create(
        session=session, user=user, network=network_of("127.0.0.1"), signed_in_at=now, last_used_at=now
    )
    client.cookies[settings.SESSION_COOKIE_NAME] = session.session_key


@pytest.fixture(scope="session")
def django_db_setup(django_db_setup, django_db_blocker) -> None:
    """Read the postal codes while they exist: the first test with real transactions empties every table."""
    with django_db_blocker.unblock():
        distance.locate("8001")
        localities.localities_named("8001")


def pytest_collection_finish(session) -> None:
    """Exclude modules and tests, which live until the end, from a worker's garbage collection.

    It is also done less often: a tenth of the time of all tests went into it.
    """
    if hasattr(session.config, "workerinput"):
        gc.collect()
        gc.freeze()
        gc.set_threshold(100_000, 50, 100)


@pytest.fixture(scope="session", autouse=True)
def _files_of_tests(tmp_path_factory):
    """Store tests' uploads apart from those of a running server."""
    root = tmp_path_factory.mktemp("media")
    private = settings.STORAGES["private"]
    private = private | {"OPTIONS": private["OPTIONS"] | {"location": root / "private"}}
    with override_settings(MEDIA_ROOT=root, STORAGES=settings.STORAGES | {"private": private}):
        yield root


@pytest.fixture(autouse=True)
def _no_files_of_others(_files_of_tests) -> Iterator[None]:
    """End each test without its files, as without its rows: sweeps see every file there is."""
    before = set(_files_of_tests.rglob("*"))
    yield
    for path in set(_files_of_tests.rglob("*")) - before:
        if path.is_file():
            path.unlink()


@pytest.fixture(scope="session", autouse=True)
def _everybody_at_one_address() -> Iterator[None]:
    """Let the people of a test book with one provider: they all call from the same network address."""
    with override_settings(PROVIDER_BOOKINGS_PER_HOUR=10_000):
        yield


@pytest.fixture(autouse=True)
def _calls_counted_anew() -> None:
    """Start each test with empty request counters."""
    cache.clear()
    own_words.forget()
    health.forget()


@pytest.fixture(autouse=True)
def _nothing_decided() -> None:
    """Start each test with the specification's figures, already cached."""
    figures.cache_versions([])


@pytest.fixture(scope="session", autouse=True)
def _time_stands_still(tmp_path_factory):
    """Freeze time around the tests, too, for fixtures of wider scope."""
    # Created with the real clock first: it deletes the folders of runs from days ago.
    tmp_path_factory.getbasetemp()
    with travel(NOW.astimezone(clock.ZURICH), tick=False):
        yield


@pytest.fixture(autouse=True)
def time_machine(request, time_machine, monkeypatch) -> TimeMachine:
    """Freeze time at ``NOW``, or where the test's mark ``at`` says; the test may move it."""
    mark = request.node.get_closest_marker("at")
    return TimeMachine(time_machine, monkeypatch, mark.args[0] if mark else NOW)


@pytest.fixture
def now(time_machine) -> datetime:
    """Return the instant at which the test starts."""
    return time_machine.now


@pytest.fixture
def past_midnight(time_machine) -> datetime:
    """Move to half an hour into Thursday, 19 November in Switzerland: in UTC it is still the 18th."""
    time_machine.move_to(datetime(2026, 11, 18, 23, 30, tzinfo=UTC))
    return time_machine.now


@pytest.fixture
def alice(db) -> User:
    """Return a customer."""
    return make_user("alice")


@pytest.fixture
def bruno(db) -> User:
    """Return an account with a provider (fixture ``salon``)."""
    return make_user("bruno")


@pytest.fixture
def chiara(db) -> User:
    """Return an account that is unrelated to the others' data."""
    return make_user("chiara")


@pytest.fixture
def dora(db) -> User:
    """Return an operator with every permission."""
    return make_user("dora", is_staff=True, is_superuser=True)


@pytest.fixture
def operator_client(dora) -> Client:
    """Return dora's client, signed in to the admin site."""
    client = Client()
    sign_in(client, dora)
    return client


@pytest.fixture
def salon(bruno) -> Provider:
    """Return bruno's approved provider, who serves 8001."""
    return make_provider(bruno)


@pytest.fixture
def postal_codes(db) -> None:
    """Put 8001 back into the table, for a separate process: tests of races empty every table."""
    place = {"locality": "Zürich", "canton": "ZH", "latitude": 47.372, "longitude": 8.5413}
    PostalCode.objects.get_or_create(code="8001", defaults=place)


@pytest.fixture
def slot(salon) -> TimeSlot:
    """Return a slot of bruno's, tomorrow 12:00-13:00, with capacity 3."""
    return make_slot(salon)


# Tables that Django derives from the models after each migration, and again after each flush.
DERIVED = {"django_content_type", "auth_permission"}


@pytest.fixture(autouse=True, scope="session")
def _emptying_tables():
    """Speed up the flush after a test with real transactions, and let it empty append-only tables.

    Derived tables are kept. PostgreSQL makes new files for each table and index that it truncates, half a
    second's work for a few rows: rows are deleted instead, with triggers and keys disabled and after
    locking out writers. This needs the superuser of the tests' own cluster (tools/services.py).
    """
    operations = type(connection.ops)
    sql_flush, execute = operations.sql_flush, operations.execute_sql_flush

    def sql_of_flush(self, style, tables, **options) -> list[str]:
        emptied = sorted(set(tables) - DERIVED)
        if connection.vendor == "sqlite":
            return list(sql_flush(self, style, emptied, **options))
        names = [self.quote_name(table) for table in emptied]
        deletions = [f"DELETE FROM {name}" for name in names]  # noqa: S608 - names of our own tables
        without_guards = "SET LOCAL session_replication_role = replica"
        return ["; ".join([f"LOCK TABLE {', '.join(names)}", without_guards, *deletions])]

    def execute_without_guards(self, sql_list) -> None:
        guards = append_only.lifted(self.connection) if connection.vendor == "sqlite" else nullcontext()
        with guards:
            execute(self, sql_list)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(operations, "sql_flush", sql_of_flush)
        patch.setattr(operations, "execute_sql_flush", execute_without_guards)
        patch.setattr(flush, "emit_post_migrate_signal", lambda *_args, **_options: None)
        yield


@pytest.fixture(scope="session")
def running_stripe():
    """Run the stand-in for Stripe for the whole session; use ``stripe``, which resets it."""
    with running_standin() as running:
        yield running


@pytest.fixture
def only_our_transactions(db, monkeypatch) -> None:
    """Make ``gateway.in_transaction`` ignore the transactions that wrap a test."""
    if connection.in_atomic_block:
        around = len(connection.savepoint_ids)
        monkeypatch.setattr(gateway, "in_transaction", lambda: len(connection.savepoint_ids) > around)


@pytest.fixture
def stripe(running_stripe, settings, only_our_transactions) -> RunningStandin:
    """Return a reset stand-in for Stripe, with the settings pointing to it."""
    running_stripe.reset()
    settings.STRIPE_SECRET_KEY = running_stripe.secret_key
    settings.STRIPE_PUBLISHABLE_KEY = running_stripe.publishable_key
    settings.STRIPE_WEBHOOK_SECRET = running_stripe.webhook_secret
    settings.STRIPE_CONNECT_WEBHOOK_SECRET = running_stripe.connect_webhook_secret
    settings.STRIPE_API_BASE = running_stripe.base_url
    settings.STRIPE_TIMEOUT_SECONDS = 5.0
    return running_stripe
