"""Each worker of a run has its own database, which started as a copy."""

from django.db import connection


def test_rows_are_written_where_the_settings_say(db) -> None:
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT current_database()"
            if connection.vendor == "postgresql"
            else "SELECT file FROM pragma_database_list"
        )
        (name,) = cursor.fetchone()

    assert name == connection.settings_dict["NAME"]
    assert "migrated" not in name
