"""The cast and the clients that every back-end test uses.

alice is a customer, bruno a provider, chiara a stranger, dora an operator. Time stands still at
``NOW`` unless a test moves it with the fixture ``time_machine``.
"""

import gc
import logging
import os
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
from marketplace.tests.frozen_time import TimeMachine
from orders.payments import gateway
from providers import distance, localities
from providers.models import PostalCode, Provider, ServiceArea
from scheduling.models import TimeSlot
from tools.instant import chosen_instant

# A run of all tests gives the same verdict for the same code; `make proof` goes and looks for more.
hypothesis_settings.register_profile("repeatable", derandomize=True, deadline=None)
if os.environ.get("PROOF") != "1":
    hypothesis_settings.load_profile("repeatable")

# Thousands of calls are made by tests; who writes a line for each is tested in processes of their own.
logging.getLogger("access").setLevel(logging.WARNING)

pytest_plugins = ["marketplace.tests.migrated"]

PASSWORD = "a-long-enough-passphrase"
# 09:30 in Zurich, on an ordinary Wednesday.
WEDNESDAY = datetime(2026, 11, 18, 8, 30, tzinfo=UTC)
# When every test begins. AT="2027-03-28T01:30", as clocks in Zurich show it, chooses another instant for a
# run; a test that is about given dates begins at one of its own (``@pytest.mark.at``).
NOW = chosen_instant(WEDNESDAY)


def make_user(name: str, **fields) -> User:
    """Create an account named after one of the cast."""
    return User.objects.create_user(
        f"{name}@example.org", PASSWORD, first_name=name.capitalize(), last_name="Meier", **fields
    )


def make_operator(name: str, group: str) -> User:
    """Create staff of one of the groups: support, operations or finance.

    A test with real transactions empties the tables, and with them what migrating wrote: it is written
    again then.
    """
    groups.create_missing()
    user = make_user(name, is_staff=True)
    user.groups.add(Group.objects.get(name=group))
    return user


def make_provider(user: User, *codes: str, **fields) -> Provider:
    """Create an approved provider that serves some postal codes (8001 unless said otherwise)."""
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
    """Create a one-hour slot, tomorrow at noon unless said otherwise."""
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
    """Return an API client signed in as a user; without one it is a visitor's.

    CSRF is not checked here, as in the framework's own clients; the tests of CSRF make their own.
    """
    client = APIClient()
    client.default_format = "json"  # type: ignore[attr-defined]  # the client has it, its stubs do not
    if user is not None:
        sign_in(client, user)
    return client


def sign_in(client: Client, user: User) -> None:
    """Give a client a session of an account, as a login leaves it, by two statements instead of a dozen.

    Thousands of tests begin so. What a login does besides is tested where people sign in.
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
    """Read the postal codes while they are there: the first test of a race empties every table."""
    with django_db_blocker.unblock():
        distance.locate("8001")
        localities.places_named("8001")


# What is tested on SQLite, too, in `make test`; everything is in `make test-all`. Beside what races or
# opens transactions of its own: the main job, and whatever has a statement for each database.
KNOWS_SQLITE = (
    *("demo/", "tools/", "marketplace/tests/test_house", "marketplace/tests/test_modules"),
    *(
        "marketplace/tests/test_codes",
        "marketplace/tests/test_environment",
        "marketplace/tests/test_production",
    ),
    *("marketplace/tests/test_enforced_constraints", "marketplace/tests/test_kept_connections"),
    *("marketplace/tests/test_migrated", "marketplace/tests/test_outbox", "marketplace/tests/test_due_work"),
    *("marketplace/tests/test_sweeping", "marketplace/tests/test_pruning", "marketplace/tests/test_erasing"),
    *("orders/tests/test_place_order", "orders/tests/test_cancel_order", "orders/tests/test_money_arrives"),
    *("orders/tests/test_reschedule_order", "orders/tests/test_review_order", "orders/tests/test_ledger"),
    *("orders/tests/test_move_order", "orders/tests/test_admin_search", "orders/tests/test_invariants"),
    *("orders/payments/tests/test_settle", "orders/payments/tests/test_webhook"),
    *("orders/recurring/tests/test_place", "orders/recurring/tests/test_charge"),
    *("providers/tests/test_list", "providers/tests/test_places", "providers/tests/test_next_free"),
    *("scheduling/tests/test_generate", "scheduling/tests/test_reserve", "scheduling/tests/test_time_slots"),
)


def pytest_addoption(parser) -> None:
    """Let `make test` choose what it runs on SQLite."""
    parser.addoption(
        "--what-knows-sqlite", action="store_true", help="races, dialects and the main job alone"
    )


def knows_sqlite(item) -> bool:
    """Tell whether a test may behave otherwise on SQLite, or is of the main job."""
    in_transactions = item.get_closest_marker("django_db")
    return bool(
        item.get_closest_marker("race")
        or item.get_closest_marker("only_sqlite")
        or (in_transactions and in_transactions.kwargs.get("transaction"))
        or item.nodeid.startswith(KNOWS_SQLITE)
    )


def pytest_collection_modifyitems(config, items) -> None:
    """Leave out what is about the other database alone, and what `make test` does not choose."""
    other = "only_sqlite" if connection.vendor == "postgresql" else "only_postgres"
    only_some = config.getoption("--what-knows-sqlite")
    left_out = [
        item for item in items if item.get_closest_marker(other) or (only_some and not knows_sqlite(item))
    ]
    config.hook.pytest_deselected(items=left_out)
    items[:] = [item for item in items if item not in left_out]


def pytest_collection_finish(session) -> None:
    """Let a worker's collector of garbage leave alone what stays to the end: all modules, and all tests."""
    if hasattr(session.config, "workerinput"):
        gc.collect()
        gc.freeze()


@pytest.fixture(scope="session", autouse=True)
def _files_of_tests(tmp_path_factory):
    """Keep the files that tests upload apart from those of a running server."""
    root = tmp_path_factory.mktemp("media")
    private = settings.STORAGES["private"]
    private = private | {"OPTIONS": private["OPTIONS"] | {"location": root / "private"}}
    with override_settings(MEDIA_ROOT=root, STORAGES=settings.STORAGES | {"private": private}):
        yield


@pytest.fixture(autouse=True)
def _calls_counted_anew() -> None:
    """Begin each test with no call of any address or account counted."""
    cache.clear()
    own_words.forget()


@pytest.fixture(autouse=True)
def _nothing_decided() -> None:
    """Begin each test with the figures of the specification, in a process that has just read them."""
    figures.cache_versions([])


@pytest.fixture(scope="session", autouse=True)
def _time_stands_still(tmp_path_factory):
    """Let time stand still around the tests, too: for what several of them share."""
    # The folder for files is made by the machine's clock: it removes what other runs left days ago.
    tmp_path_factory.getbasetemp()
    with travel(NOW.astimezone(clock.ZURICH), tick=False):
        yield


@pytest.fixture(autouse=True)
def time_machine(request, time_machine, monkeypatch) -> TimeMachine:
    """Let time stand still at ``NOW``, or where the test's mark ``at`` says; the test may move it."""
    mark = request.node.get_closest_marker("at")
    return TimeMachine(time_machine, monkeypatch, mark.args[0] if mark else NOW)


@pytest.fixture
def now(time_machine) -> datetime:
    """Return the instant at which the test begins."""
    return time_machine.now


@pytest.fixture
def past_midnight(time_machine) -> datetime:
    """Let it be half an hour into Thursday, 19 November in Switzerland: in UTC it is the 18th yet."""
    time_machine.move_to(datetime(2026, 11, 18, 23, 30, tzinfo=UTC))
    return time_machine.now


@pytest.fixture
def alice(db) -> User:
    """Return a customer."""
    return make_user("alice")


@pytest.fixture
def bruno(db) -> User:
    """Return an account that is a provider (fixture ``salon``)."""
    return make_user("bruno")


@pytest.fixture
def chiara(db) -> User:
    """Return a stranger: an account that has nothing to do with the rest."""
    return make_user("chiara")


@pytest.fixture
def dora(db) -> User:
    """Return an operator with every permission."""
    return make_user("dora", is_staff=True, is_superuser=True)


@pytest.fixture
def operator_client(dora) -> Client:
    """Return a browser in the back office, in which that operator is signed in."""
    client = Client()
    sign_in(client, dora)
    return client


@pytest.fixture
def salon(bruno) -> Provider:
    """Return bruno as an approved provider who serves 8001."""
    return make_provider(bruno)


@pytest.fixture
def postal_codes(db) -> None:
    """Put 8001 back into the table, for a process of its own: tests of races empty every table."""
    place = {"place": "Zürich", "canton": "ZH", "latitude": 47.372, "longitude": 8.5413}
    PostalCode.objects.get_or_create(code="8001", defaults=place)


@pytest.fixture
def slot(salon) -> TimeSlot:
    """Return a slot of bruno's, tomorrow 12:00-13:00, three places."""
    return make_slot(salon)


# What Django itself derives from the models after each migration, and after each flush anew.
DERIVED = {"django_content_type", "auth_permission"}


@pytest.fixture(autouse=True, scope="session")
def _emptying_tables():
    """Let the flush after a test with real transactions take little time, and empty append-only tables.

    What Django derives stays, instead of being written anew. PostgreSQL makes new files of each table and
    index that it truncates, half a second's work for a few rows: they are deleted, without guards, keys and
    anything that still writes. Its user is the superuser of a cluster of the tests' own (tools/services.py).
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
    """Run the stand-in for Stripe for the whole session; use ``stripe``, which empties it."""
    with running_standin() as running:
        yield running


@pytest.fixture
def only_our_transactions(db, monkeypatch) -> None:
    """Say that the transactions which wrap a test are not the product's: they hold no locks for anybody."""
    if connection.in_atomic_block:
        around = len(connection.savepoint_ids)
        monkeypatch.setattr(gateway, "in_transaction", lambda: len(connection.savepoint_ids) > around)


@pytest.fixture
def stripe(running_stripe, settings, only_our_transactions) -> RunningStandin:
    """Return an empty stand-in for Stripe that the product is configured to talk to."""
    running_stripe.reset()
    settings.STRIPE_SECRET_KEY = running_stripe.secret_key
    settings.STRIPE_PUBLISHABLE_KEY = running_stripe.publishable_key
    settings.STRIPE_WEBHOOK_SECRET = running_stripe.webhook_secret
    settings.STRIPE_CONNECT_WEBHOOK_SECRET = running_stripe.connect_webhook_secret
    settings.STRIPE_API_BASE = running_stripe.base_url
    settings.STRIPE_TIMEOUT_SECONDS = 5.0
    return running_stripe
