"""PostgreSQL: health checks of persistent connections need no query; prepared statements are planned once."""

from collections.abc import Iterator

import psycopg
import pytest
from django.db import connection

from conftest import client_for
from marketplace.db import prepared
from marketplace.db.prepared import Prepared

pytestmark = [pytest.mark.only_postgres, pytest.mark.django_db(transaction=True)]

SUM = Prepared("sum_of_two", "SELECT %(one)s + %(other)s", {"one": "integer", "other": "integer"})


@pytest.fixture
def server() -> Iterator[psycopg.Connection]:
    """Another session, which sees what this one does."""
    found = connection.settings_dict
    parts = {"dbname": "NAME", "user": "USER", "password": "PASSWORD", "host": "HOST", "port": "PORT"}
    given = {part: found[name] for part, name in parts.items() if found[name]}
    with psycopg.connect(**given, autocommit=True) as other:
        yield other


def last_statement(server: psycopg.Connection) -> str:
    """Return the last statement of this test's session."""
    pid = connection.connection.info.backend_pid
    row = server.execute("SELECT query FROM pg_stat_activity WHERE pid = %s", [pid]).fetchone()
    assert row is not None
    return str(row[0])


def test_a_living_connection_is_not_asked(server) -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT 2")

    assert connection.is_usable()

    assert last_statement(server) == "SELECT 2"


def test_a_session_that_the_server_ended_is_noticed_and_replaced(server) -> None:
    connection.ensure_connection()
    server.execute("SELECT pg_terminate_backend(%s, 5000)", [connection.connection.info.backend_pid])

    assert not connection.is_usable()

    connection.close()
    assert client_for().get("/api/providers").status_code == 200


def test_a_server_that_says_something_unasked_is_asked(server) -> None:
    with connection.cursor() as cursor:
        cursor.execute("LISTEN news")
    server.execute("NOTIFY news")

    assert connection.is_usable()

    with connection.cursor() as cursor:
        cursor.execute("UNLISTEN news")


def sum_of(one: int, other: int) -> int:
    """Run the prepared statement."""
    with connection.cursor() as cursor:
        prepared.execute(cursor, SUM, {"other": other, "one": one})
        return int(cursor.fetchone()[0])


def test_a_statement_is_planned_once_a_connection(server, django_assert_num_queries) -> None:
    with django_assert_num_queries(3):
        assert (sum_of(1, 2), sum_of(3, 4)) == (3, 7)
    assert last_statement(server) == "EXECUTE sum_of_two (3, 4)"

    connection.connection.close()
    connection.close()

    assert sum_of(5, 6) == 11
