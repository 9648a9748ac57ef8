"""Tasks of the background: each has a queue with workers, and ends before its leases do."""

import pytest
from django.conf import settings

from marketplace import environment
from marketplace.celery import LIMITS, LONGEST_LIMIT, TASKS, app
from marketplace.jobs import due
from orders import holds
from orders.payments import refunds, webhooks
from orders.recurring import charging


def test_every_task_has_a_queue_limits_and_a_worker() -> None:
    app.loader.import_default_modules()
    known = {name for name in app.tasks if not name.startswith("celery.")}
    procfile = (settings.BASE_DIR / "Procfile").read_text()

    assert known == {entry.task for entry in TASKS}
    for name in known:
        limits = app.conf.task_annotations[name]
        assert 0 < limits["soft_time_limit"] < limits["time_limit"]
    for queue in LIMITS:
        assert f"--queues {queue} " in procfile


def test_redis_gives_no_task_out_again_that_may_still_run() -> None:
    text = (settings.BASE_DIR / "marketplace" / "settings.py").read_text()

    assert '"visibility_timeout": 4 * 3600' in text
    assert LONGEST_LIMIT < 4 * 3600


def test_no_lease_ends_before_the_task_that_holds_it_is_cut_off() -> None:
    for policy in (due.Policy(), charging.CHARGING, refunds.POLICY, webhooks.POLICY, holds.POLICY):
        assert policy.run_for + policy.within < policy.lease
        assert policy.lease.total_seconds() > LIMITS["stripe"][1]


@pytest.mark.parametrize("entry", TASKS, ids=lambda entry: entry.task)
def test_operators_read_of_every_task_what_it_does(entry) -> None:
    text = (settings.BASE_DIR / "docs" / "operate.md").read_text()

    [row] = [line for line in text.splitlines() if line.startswith("|") and f"`{entry.task}`" in line]
    _, _, every, what, _ = row.split("|")
    if isinstance(entry.schedule, float):
        seconds = int(entry.schedule)
        assert (f"{seconds // 60} min" if seconds >= 60 else f"{seconds} s") in every
    else:
        assert "nightly" in every
    assert what.strip()


def test_operators_read_how_long_what_is_past_is_kept() -> None:
    text = (settings.BASE_DIR / "docs" / "operate.md").read_text()
    kept = [name for name in environment.KINDS if name.startswith("KEEP_")]

    assert len(kept) == 5
    for name in [*kept, "COMPARE_DAYS", "PACK_ANSWERS_AFTER_HOURS"]:
        assert f"`{name}`" in text or f"`{name}=" in text, name
        assert f"`{name}` ({getattr(settings, name)})" in text, name
