"""No test sees the real time: every clock is frozen at the start of the run."""

import os
import subprocess
import sys
import time
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from django.conf import settings
from django.core import signing
from django.utils import timezone

from conftest import NOW, client_for
from marketplace import clock

GIVEN = datetime(2027, 3, 28, 0, 30, tzinfo=UTC)


def test_everybody_who_asks_hears_the_instant_of_the_test(now) -> None:
    heard = [clock.now(), timezone.now(), datetime.fromtimestamp(time.time(), UTC)]  # noqa: TID251

    assert heard == [now] * 3 == [NOW] * 3


@pytest.mark.at(GIVEN)
def test_a_test_about_given_dates_begins_at_its_own_instant(now) -> None:
    assert now == clock.now() == GIVEN


def test_time_passes_where_a_test_lets_it_and_nowhere_else(now, time_machine) -> None:
    time_machine.shift(timedelta(minutes=20))
    assert clock.now() == now + timedelta(minutes=20)

    time_machine.move_to(now + timedelta(days=400, microseconds=1))
    assert clock.now() == time_machine.now == now + timedelta(days=400, microseconds=1)


@pytest.mark.parametrize("days", [-900, 900])
def test_at_any_instant_a_session_and_a_signed_value_are_new(alice, time_machine, days) -> None:
    time_machine.shift(timedelta(days=days))
    client, signed = client_for(alice), signing.dumps("x")
    assert client.get("/api/profile").status_code == 200
    assert signing.loads(signed, max_age=1) == "x"

    time_machine.shift(timedelta(seconds=settings.SESSION_COOKIE_AGE + 1))

    assert client.get("/api/profile").status_code == 401
    with pytest.raises(signing.SignatureExpired):
        signing.loads(signed, max_age=1)


def test_a_process_that_a_test_starts_lives_at_the_tests_instant(time_machine) -> None:
    time_machine.move_to(GIVEN)
    program = "import sys, time; print(time.time(), 'pytest' in sys.modules)"

    shown = subprocess.check_output([sys.executable, "-c", program], env=os.environ, text=True)  # noqa: S603

    seconds, is_taken_for_a_test = shown.split()
    assert timedelta() <= datetime.fromtimestamp(float(seconds), UTC) - GIVEN < timedelta(minutes=1)
    assert is_taken_for_a_test == "False"


ASKING = [
    "from django.utils import timezone\nseen = timezone.now()\n",
    "from django.utils.timezone import now\nseen = now()\n",
    "from datetime import UTC, datetime\nseen = datetime.now(UTC)\n",
    "import datetime as dt\nseen = dt.datetime.utcnow()\n",
    "from datetime import datetime\nseen = datetime.today()\n",
    "from datetime import date\nseen = date.today()\n",
    "import time\nseen = time.time()\n",
    "from time import time_ns\nseen = time_ns()\n",
]


def refused(program: str, folder: str) -> bool:
    """Return whether `make lint` refuses a module with this text in a folder of the product."""
    command = [sys.executable, "-m", "ruff", "check", "--select", "TID251", "--no-cache", "-q"]
    module = Path(settings.BASE_DIR) / folder / "asking.py"
    done = subprocess.run(  # noqa: S603 - our own linter
        [*command, "--stdin-filename", str(module), "-"],
        cwd=settings.BASE_DIR, input=program, capture_output=True, text=True, check=False,
    )  # fmt: skip
    return "TID251" in done.stdout


@pytest.mark.sweep
@pytest.mark.parametrize("folder", ["orders", "orders/tests", "demo"])
@pytest.mark.parametrize("program", ASKING)
def test_what_asks_the_machine_for_the_time_is_refused(program, folder) -> None:
    assert refused(program, folder)


@pytest.mark.parametrize(
    "program",
    [
        "from time import monotonic\nseen = monotonic()\n",
        "from marketplace import clock\nseen = clock.now()\n",
        "from datetime import date\nseen = date(2026, 11, 18)\n",
    ],
)
def test_measuring_and_the_products_clock_are_not(program) -> None:
    assert not refused(program, "orders")
