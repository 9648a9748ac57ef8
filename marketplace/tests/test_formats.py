"""Dates and times as the back office writes them."""

from datetime import UTC, datetime

from django.template import Context, Template


def test_writes_swiss_wall_time_with_24_hours() -> None:
    shown = Template("{{ at }}").render(Context({"at": datetime(2026, 11, 20, 13, 5, tzinfo=UTC)}))

    assert shown == "Fri 20 Nov 2026, 14:05"
