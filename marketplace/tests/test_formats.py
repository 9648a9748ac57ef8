"""Date and time formats of the admin site."""

from datetime import UTC, date, datetime

import pytest
from django.template import Context, Template
from django.utils import translation

from marketplace import wall_time


def test_writes_swiss_wall_time_with_24_hours() -> None:
    shown = Template("{{ at }}").render(Context({"at": datetime(2026, 11, 20, 13, 5, tzinfo=UTC)}))

    assert shown == "Fri 20 Nov 2026, 14:05"


@pytest.mark.parametrize(
    ("language", "short", "full"),
    [
        ("en", "19 Mar 2026", "Thu 19 Mar 2026"),
        ("de", "19. März 2026", "Do., 19. März 2026"),
        ("fr", "19 mars 2026", "jeu. 19 mars 2026"),
        ("it", "19 mar 2026", "gio 19 mar 2026"),
    ],
)
def test_writes_days_as_the_language_does(language, short, full) -> None:
    with translation.override(language):
        assert wall_time.short_day(date(2026, 3, 19)) == short
        assert wall_time.full_day(date(2026, 3, 19)) == full
