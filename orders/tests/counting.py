"""Counting the statements of a request."""

from django.test.utils import CaptureQueriesContext

CONTROL = ("SAVEPOINT", "RELEASE", "BEGIN", "COMMIT", "ROLLBACK")


def statements(queries: CaptureQueriesContext) -> list[str]:
    """Return the statements of a request, without transaction control and authentication."""
    found = [query["sql"] for query in queries.captured_queries]
    rows = [sql for sql in found if not sql.upper().startswith(CONTROL)]
    return [sql for sql in rows if not _asks_who(sql)]


def _asks_who(sql: str) -> bool:
    session = sql.startswith("SELECT") and "django_session" in sql
    account = "accounts_user" in sql and '"password"' in sql and " JOIN " not in sql
    return session or account
