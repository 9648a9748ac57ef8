"""Everybody is found by their name, whichever way it is typed; the web app's tests read the same names."""

import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from unicodedata import normalize

import psycopg
import pytest
from django.db import connection
from django.db.models import QuerySet
from django.urls import reverse

from accounts.models import User
from accounts.search import people, people_ids
from conftest import make_provider, make_user
from demo.people import CUSTOMERS, PROVIDERS, plain
from marketplace.tests.admin_forms import page_of
from marketplace.tests.proof import figure, record

pytestmark = pytest.mark.django_db

TABLE = Path(__file__).parents[2] / "marketplace" / "tests" / "search_names.json"
MADE = [tuple(row) for row in json.loads(TABLE.read_text(encoding="utf-8"))]
DEMO = [
    (one.first_name, one.last_name, plain(one.first_name), plain(one.last_name))
    for one in (*PROVIDERS, *CUSTOMERS)
]
NAMES = [*dict.fromkeys([*DEMO, *MADE])]
Name = tuple[str, str, str, str]
# PostgreSQL would read a table of a few hundred rows as a whole, folding each; production has more.
BY_INDEX = "SET LOCAL enable_seqscan = off"


def together(text: str) -> str:
    """Return a text without blanks, hyphens and apostrophes."""
    return re.sub(r"[ '\u2019-]", "", text)


def ways(name: Name) -> list[str]:
    """Return how a name is typed; ``plain`` is how somebody without accents on the keyboard types it."""
    first, last, plain_first, plain_last = name
    return [
        f"{first} {last}",
        f"{first} {last}".upper(),
        f"{plain_first} {plain_last}".lower(),
        normalize("NFD", f" {last}  {first} "),
        together(plain_last).upper(),
        together(f"{first}{last}").lower(),
        f"{plain_last} {plain_first[:2]}",
    ]


def people_of(names: list[Name]) -> dict[Name, User]:
    rows = [
        User(email=f"p{at}@example.org", first_name=first, last_name=last)
        for at, (first, last, *_) in enumerate(names)
    ]
    made = User.objects.bulk_create(rows)
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute(BY_INDEX)
    return dict(zip(names, made, strict=True))


@pytest.mark.proof
def test_everybody_is_found_however_their_name_is_typed() -> None:
    assert len(MADE) >= 300
    # A quick run types every eighth name.
    typed = people_of(NAMES)
    chosen = NAMES[:: figure(8, 1)]

    missed = [
        (name, words) for name in chosen for words in ways(name) if typed[name].pk not in people_ids(words)
    ]

    assert missed == []
    record("D4", f"{len(chosen)} names, typed {len(ways(NAMES[0]))} ways: all found", "300 names, 6 ways")


def test_no_way_to_type_a_name_finds_everybody() -> None:
    people_of(NAMES)

    for words in ("Petra von Arx", "vonarx", "meier", "\u6771\u4eac"):
        assert len(people_ids(words)) < 20, words
    for words in ("-", "\u2019", "...", "%", "_", "\\"):
        assert people_ids(words) == [], words


@pytest.mark.parametrize("words", ["vonarx", "VON ARX", "von-arx petra", "petravonarx", "Petra vonArx"])
def test_the_admin_site_opens_whom_a_name_without_blanks_names(operator_client, words) -> None:
    petra = make_user("petra")
    User.objects.filter(pk=petra.pk).update(last_name="von Arx")

    assert operator_client.get(reverse("admin:find"), {"q": words})["Location"] == page_of(petra)
    listed = operator_client.get(reverse("admin:accounts_user_changelist"), {"q": words})
    assert list(listed.context["cl"].result_list) == [petra]


@pytest.mark.parametrize("words", ["cafe weiss", "CafeWeiss", "weiß", "caf\u00e9-wei\u00df", "erika"])
def test_a_business_is_found_however_its_name_is_typed(operator_client, words) -> None:
    salon = make_provider(make_user("petra"), business_name="Caf\u00e9 Wei\u00df Da Erika")

    assert operator_client.get(reverse("admin:find"), {"q": words})["Location"] == page_of(salon)


# --- PostgreSQL with another locale ------------------------------------------------------------------------


@contextmanager
def database_in(locale: str) -> Iterator[psycopg.Connection]:
    """Make a database with a locale, holding the table of accounts as it is migrated here."""
    settings = connection.get_connection_params()
    name = f"{settings['dbname']}_{re.sub('[^a-z0-9]', '', locale.lower())}"
    with connection.schema_editor(collect_sql=True) as editor:
        editor.create_model(User)
    address = {key: settings[key] for key in ("host", "port", "user", "password") if key in settings}
    with psycopg.connect(**address, dbname="postgres", autocommit=True) as server:
        server.execute(f'DROP DATABASE IF EXISTS "{name}"')
        server.execute(f"CREATE DATABASE \"{name}\" TEMPLATE template0 ENCODING 'UTF8' LOCALE '{locale}'")
        try:
            with psycopg.connect(**address, dbname=name, autocommit=True) as made:
                for statement in editor.collected_sql:
                    if not re.search("accounts_user_(groups|user_permissions)", statement):
                        made.execute(statement)
                yield made
        finally:
            server.execute(f'DROP DATABASE "{name}"')


def found(made: psycopg.Connection, rows: QuerySet[User]) -> set[object]:
    sql, values = rows.values("pk").query.sql_with_params()
    return {pk for (pk,) in made.execute(sql, values)}


@pytest.mark.proof
@pytest.mark.parametrize("locale", ["C", "C.UTF-8"])
def test_a_database_of_any_locale_finds_the_same(locale) -> None:
    if connection.vendor != "postgresql":
        # SQLite has no locale: it folds in Python.
        assert connection.vendor == "sqlite"
        return
    chosen = NAMES[:: figure(8, 1)]
    with database_in(locale) as made:
        [[there]] = made.execute("SELECT datcollate FROM pg_database WHERE datname = current_database()")
        assert there == locale
        add = (
            "INSERT INTO accounts_user (id, password, is_superuser, email, first_name, last_name, phone,"
            " is_active, is_staff, date_joined) VALUES (gen_random_uuid(), '', false, %s, %s, %s, '', true,"
            " false, now()) RETURNING id"
        )
        made.execute(BY_INDEX.replace("LOCAL", "SESSION"))
        ids = {
            name: made.execute(add, [f"p{at}@example.org", *name[:2]]).fetchone()[0]
            for at, name in enumerate(NAMES)
        }
        missed = [
            (name, words)
            for name in chosen
            for words in ways(name)
            if not any(ids[name] in found(made, User.objects.filter(one)) for one in people(words))
        ]

    assert missed == []
    record(
        "D4 locale", f"{locale}: {len(chosen)} names, typed {len(ways(NAMES[0]))} ways: all found", "found"
    )
