"""How PostgreSQL would find rows in tables that grow; for tests of indexes within a transaction."""

from django.db import connection


def plan_for_many_rows(*ways: str) -> None:
    """Have PostgreSQL plan for tables of some hundred rows, without ``ways`` such as "seqscan".

    It would read tables of few rows as a whole even with an index. What it counted in them by now depends on
    when autovacuum came by: without statistics it reckons with ten pages. All ends with the transaction.
    """
    with connection.cursor() as cursor:
        for way in ways:
            cursor.execute(f"SET LOCAL enable_{way} = off")
        cursor.execute(
            "UPDATE pg_class SET reltuples = -1, relpages = 0 "
            "WHERE relnamespace = 'public'::regnamespace AND relkind = 'r'"
        )
        cursor.execute("DELETE FROM pg_statistic")
