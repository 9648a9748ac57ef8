"""What operators have set up goes on working: their authenticator apps and backup codes move to allauth.

Read by table and column: the package that wrote them need not be installed any more.
"""

import base64
from typing import Any
from uuid import UUID

from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps

from accounts import sealing

# Of the package's defaults, which ours all had: six digits, a code every half minute.
_APPS = (
    "SELECT user_id, key, last_used_at FROM otp_totp_totpdevice"
    " WHERE confirmed AND digits = 6 AND step = 30 AND t0 = 0 ORDER BY id"
)
_CODES = (
    "SELECT device.user_id, token.token FROM otp_static_statictoken token"
    " JOIN otp_static_staticdevice device ON device.id = token.device_id WHERE device.confirmed ORDER BY token.id"
)


def _rows(schema_editor: BaseDatabaseSchemaEditor, table: str, query: str) -> list[tuple[Any, ...]]:
    connection = schema_editor.connection
    if table not in connection.introspection.table_names():
        return []
    with connection.cursor() as cursor:
        cursor.execute(query)
        return list(cursor.fetchall())


def take_over(apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Write an app for each account that had one, the newest, and the codes that were left beside it."""
    authenticators = apps.get_model("mfa", "Authenticator").objects
    # SQLite has ids as text, PostgreSQL as what they are.
    keys = {UUID(str(user)): key for user, key, _ in _rows(schema_editor, "otp_totp_totpdevice", _APPS)}
    codes: dict[UUID, list[str]] = {}
    for user, code in _rows(schema_editor, "otp_static_statictoken", _CODES):
        codes.setdefault(UUID(str(user)), []).append(sealing.seal(code.lower()))
    for user_id, key in keys.items():
        secret = base64.b32encode(bytes.fromhex(key)).decode()
        authenticators.get_or_create(
            user_id=user_id, type="totp", defaults={"data": {"secret": sealing.seal(secret)}}
        )
        authenticators.get_or_create(
            user_id=user_id,
            type="recovery_codes",
            defaults={"data": {"migrated_codes": codes.get(user_id, []), "used_mask": 0}},
        )


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0029_push_and_quiet_hours"),
        ("mfa", "0003_authenticator_type_uniq"),
    ]

    operations = [migrations.RunPython(take_over, migrations.RunPython.noop)]
