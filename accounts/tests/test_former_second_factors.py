"""What operators had set up with the package before works on; then its tables go."""

import base64
from importlib import import_module
from typing import Any

import pytest
from allauth.mfa.models import Authenticator
from django.apps import apps
from django.db import connection

from accounts import factors
from accounts.models import User
from conftest import NOW, make_user

KEY = "3132333435363738393031323334353637383930"
SECRET = base64.b32encode(bytes.fromhex(KEY)).decode()
TABLES = {"otp_totp_totpdevice", "otp_static_staticdevice", "otp_static_statictoken"}
take_over = import_module("accounts.migrations.0030_second_factors").take_over
remove = import_module("accounts.migrations.0031_former_second_factors_go").remove


def execute(sql: str, *values: Any) -> None:
    with connection.cursor() as cursor:
        cursor.execute(sql, values)


def id_of(user: User) -> Any:
    """Return an id as the database has it."""
    return user.pk.hex if connection.vendor == "sqlite" else user.pk


@pytest.fixture
def former(db) -> None:
    """Make the tables as the package made them."""
    user = "char(32)" if connection.vendor == "sqlite" else "uuid"
    common = f"id integer PRIMARY KEY, user_id {user} NOT NULL, confirmed boolean NOT NULL"
    execute(
        f"CREATE TABLE otp_totp_totpdevice ({common}, key varchar(80), step integer, t0 integer,"
        " digits integer, last_used_at timestamp)"
    )
    execute(f"CREATE TABLE otp_static_staticdevice ({common})")
    execute(
        "CREATE TABLE otp_static_statictoken (id integer PRIMARY KEY, device_id integer, token varchar(16))"
    )


def had_app(user: User, number: int, *, key: str = KEY, confirmed: bool = True, digits: int = 6) -> None:
    execute(
        "INSERT INTO otp_totp_totpdevice (id, user_id, confirmed, key, step, t0, digits)"
        " VALUES (%s, %s, %s, %s, 30, 0, %s)",
        *(number, id_of(user), confirmed, key, digits),
    )


def had_codes(user: User, *codes: str) -> None:
    execute(
        "INSERT INTO otp_static_staticdevice (id, user_id, confirmed) VALUES (1, %s, %s)", id_of(user), True
    )
    for number, code in enumerate(codes):
        execute("INSERT INTO otp_static_statictoken (id, device_id, token) VALUES (%s, 1, %s)", number, code)


def migrate(act: Any) -> None:
    # Not entered: on SQLite that cannot be done within the transaction of a test.
    act(apps, connection.SchemaEditorClass(connection))  # type: ignore[misc]  # each database has its own


def test_an_app_that_was_set_up_goes_on_working(former, dora) -> None:
    had_app(dora, 1)

    migrate(take_over)

    accepted = factors.accept_code(user=dora, code=factors.code_at(SECRET, NOW), now=NOW)
    assert accepted is not None
    assert dora.has_second_step
    assert SECRET not in str(Authenticator.objects.filter(user=dora, type="totp").get().data)


def test_backup_codes_that_were_left_work_once_each(former, dora) -> None:
    had_app(dora, 1)
    had_codes(dora, "abcdefgh23", "mnpqrstu45")

    migrate(take_over)

    assert factors.codes_left(dora) == 2
    assert factors.accept_code(user=dora, code="MNPQ rstu45", now=NOW) is not None
    assert factors.accept_code(user=dora, code="mnpqrstu45", now=NOW) is None
    assert factors.codes_left(dora) == 1


def test_of_several_apps_the_newest_counts_and_none_that_was_never_confirmed(former, dora) -> None:
    emil = make_user("emil", is_staff=True)
    had_app(dora, 1, key="00" * 20)
    had_app(dora, 2)
    had_app(dora, 3, key="11" * 20, confirmed=False)
    had_app(emil, 4, confirmed=False)
    had_app(emil, 5, digits=8)

    migrate(take_over)

    assert factors.accept_code(user=dora, code=factors.code_at(SECRET, NOW), now=NOW) is not None
    assert not Authenticator.objects.filter(user=emil).exists()


def test_what_is_taken_over_twice_is_there_once(former, dora) -> None:
    had_app(dora, 1)

    migrate(take_over)
    migrate(take_over)

    assert Authenticator.objects.filter(user=dora).count() == 2


def test_then_the_tables_go(former) -> None:
    migrate(remove)

    assert not TABLES & set(connection.introspection.table_names())


def test_a_new_database_has_nothing_to_take_over_or_remove(db) -> None:
    migrate(take_over)
    migrate(remove)

    assert not Authenticator.objects.exists()
