"""The tables of the package that second factors were kept with before, and what Django noted of them, go."""

from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps

_TABLES = ("otp_static_statictoken", "otp_static_staticdevice", "otp_totp_totpdevice")
_APPS = ("otp_static", "otp_totp")


def remove(apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Drop the tables that are there, and the permissions that groups could be given over them."""
    connection = schema_editor.connection
    apps.get_model("auth", "Permission").objects.filter(content_type__app_label__in=_APPS).delete()
    with connection.cursor() as cursor:
        there = connection.introspection.table_names(cursor)
        for table in _TABLES:
            if table in there:
                schema_editor.execute(f"DROP TABLE {schema_editor.quote_name(table)}")
        if "django_migrations" in there:
            cursor.execute("DELETE FROM django_migrations WHERE app IN (%s, %s)", _APPS)


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0030_second_factors"),
        ("auth", "0012_alter_user_first_name_max_length"),
        ("contenttypes", "0002_remove_content_type_name"),
    ]

    operations = [migrations.RunPython(remove, migrations.RunPython.noop)]
