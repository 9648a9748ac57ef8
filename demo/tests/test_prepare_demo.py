"""``manage.py prepare_demo``."""

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.db.migrations.recorder import MigrationRecorder


def test_data_of_another_version_are_refused_with_what_to_do(db) -> None:
    MigrationRecorder(connection).record_applied("orders", "0099_of_another_version")

    with pytest.raises(CommandError, match=r"made by another version of Suuber: delete that folder"):
        call_command("prepare_demo")
