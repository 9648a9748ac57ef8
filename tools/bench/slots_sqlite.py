"""P7 on SQLite: generating four weeks of slots into a database file."""

import json
import subprocess
import sys
import time
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

import django
from django.db import connection

from tools.bench.figures import Context, Row

PROVIDERS = 200
SLOTS_A_PROVIDER = 28 * 8


def run(ctx: Context) -> list[Row]:
    """Measure in a subprocess, on a new file."""
    with TemporaryDirectory() as folder:
        env = ctx.environment | {"DATABASE_URL": f"sqlite:///{folder}/bench.sqlite3"}
        manage = Path(__file__).resolve().parent.parent.parent / "manage.py"
        subprocess.run([sys.executable, manage, "migrate", "--skip-checks", "-v0"], env=env, check=True)
        command = [sys.executable, "-m", "tools.bench.slots_sqlite", str(ctx.rounds)]
        found = json.loads(subprocess.check_output(command, env=env).splitlines()[-1])
    rows = PROVIDERS * SLOTS_A_PROVIDER
    return [
        Row(
            "P7",
            "slot generation on SQLite, slots a second",
            rows / median(found["seconds"]),
            30_000,
            30_000,
            detail=f"{rows:,} slots",
        )
    ]


def _main(rounds: int) -> None:
    django.setup()
    from marketplace import clock  # noqa: PLC0415 - needs Django
    from providers.horizon import horizon_days  # noqa: PLC0415
    from scheduling.generating import generate  # noqa: PLC0415
    from scheduling.models import TimeSlot  # noqa: PLC0415
    from tools.bench.fill import make_providers, make_weeks  # noqa: PLC0415

    now = clock.now()
    provider_ids = make_providers(PROVIDERS, now=now)
    make_weeks(provider_ids)
    start_on, end_on = horizon_days(now)
    seconds = []
    for _ in range(rounds):
        TimeSlot.objects.all().delete()
        start = time.perf_counter()
        made = generate(provider_ids=provider_ids, start_on=start_on, end_on=end_on, now=now)
        seconds.append(time.perf_counter() - start)
        if (made.created, connection.vendor) != (PROVIDERS * SLOTS_A_PROVIDER, "sqlite"):
            raise RuntimeError(f"{made.created} slots on {connection.vendor}")
    sys.stdout.write("\n" + json.dumps({"seconds": seconds}) + "\n")


if __name__ == "__main__":
    _main(int(sys.argv[1]))
