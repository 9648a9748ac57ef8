"""Background tasks: each has a queue with workers, and time limits below its leases."""

import os
import signal
import subprocess
import sys
import time

import pytest
from django.conf import settings

from marketplace import environment
from marketplace.celery import LIMITS, LIMITS_OF_TASK, LONGEST_LIMIT, ON_REQUEST, QUEUES, TASKS, app
from marketplace.jobs import due, outbox
from marketplace.tests.proof import record
from orders.lifecycle import holds
from orders.payments import refunds, webhooks
from orders.recurring import charging


def test_every_task_has_a_queue_limits_and_a_worker() -> None:
    app.loader.import_default_modules()
    known = {name for name in app.tasks if not name.startswith("celery.")}
    procfile = (settings.BASE_DIR / "Procfile").read_text()

    assert known == set(QUEUES)
    for name in known:
        limits = app.conf.task_annotations[name]
        assert 0 < limits["soft_time_limit"] < limits["time_limit"]
    for queue in LIMITS:
        assert f"--queues {queue} " in procfile


OF_STRIPE = {
    "marketplace.relay_stripe",
    "orders.execute_refunds",
    "orders.process_stripe_events",
    "orders.charge_recurring_orders",
    "orders.reconcile_payments",
}


def test_whoever_waits_for_others_keeps_no_sweep_waiting() -> None:
    tasks: dict[str, set[str]] = {}
    for entry in TASKS:
        tasks.setdefault(app.amqp.router.route({}, entry.task)["queue"].name, set()).add(entry.task)

    assert tasks["comparison"] == {"marketplace.compute_dashboard", "orders.compare_all_payments"}
    assert tasks["mail"] == {"marketplace.relay_bulk", "marketplace.relay_links", "marketplace.relay_mail"}
    assert tasks["push"] == {"marketplace.relay_bulk_push", "marketplace.relay_push"}
    assert tasks["stripe"] == OF_STRIPE
    assert "orders.make_documents" in tasks["files"]


@pytest.mark.parametrize("task", ON_REQUEST)
def test_what_is_asked_for_waits_behind_nothing_that_takes_hours(task) -> None:
    beside = [entry.task for entry in TASKS if entry.queue == QUEUES[task]]

    assert max(app.conf.task_annotations[one]["time_limit"] for one in beside) <= 20 * 60
    assert QUEUES["orders.check_data"] != QUEUES[task]


def test_copies_of_data_have_time_and_leave_a_process_to_others() -> None:
    policy, (_, hard) = outbox.policy_of(outbox.Queue.EXPORTS), LIMITS_OF_TASK["marketplace.relay_exports"]
    procfile = (settings.BASE_DIR / "Procfile").read_text()

    assert QUEUES["marketplace.relay_exports"] == "files"
    assert app.conf.task_annotations["marketplace.relay_exports"]["soft_time_limit"] >= 10 * 60
    assert policy.run_for + policy.within < policy.lease
    assert policy.within < policy.lease / 2
    assert policy.lease.total_seconds() > hard
    assert "--queues files --hostname files@%h --concurrency 2 " in procfile


def test_what_anybody_may_ask_for_keeps_no_sweep_waiting() -> None:
    for task in ON_REQUEST:
        assert app.amqp.router.route({}, task)["queue"].name not in {"sweeps", "mail", "push", "stripe"}
        assert app.conf.task_annotations[task]["time_limit"] <= 150


def test_each_worker_serves_one_queue_and_can_be_cut_off() -> None:
    procfile = (settings.BASE_DIR / "Procfile").read_text().splitlines()
    workers = [line for line in procfile if "celery --app marketplace worker" in line]

    served = [line.split("--queues ")[1].split()[0] for line in workers]

    assert sorted(served) == sorted(LIMITS)
    # Time limits kill processes; with threads they have no effect.
    assert not [line for line in workers if "--pool" in line or " -P" in line]


def in_a_process(program: str, **env: str) -> str:
    return subprocess.run(  # noqa: S603 - our own program
        [sys.executable, "-c", program],
        cwd=settings.BASE_DIR,
        env=os.environ | {"TESTING": "0", "DEMO": "1"} | env,
        check=True,
        capture_output=True,
        text=True,
    ).stdout


def test_redis_gives_no_task_out_again_that_may_still_run(tmp_path) -> None:
    shown = in_a_process(
        "from marketplace.celery import app; print(app.conf.broker_transport_options['visibility_timeout'])",
        REDIS_URL="redis://127.0.0.1:1/0",
        VAR_DIR=str(tmp_path),
    )

    assert int(shown) > LONGEST_LIMIT


SEND = """
from marketplace.celery import app
app.send_task("orders.execute_refunds")
app.send_task("orders.prune_webhook_events")
"""


@pytest.mark.long
@pytest.mark.proof
def test_a_task_that_hangs_is_notified_to_stop_then_cut_off_and_the_next_one_runs(tmp_path) -> None:
    for folder in ("messages", "control"):
        (tmp_path / "queue" / folder).mkdir(parents=True)
    steps = tmp_path / "steps"
    steps.touch()
    env = {"VAR_DIR": str(tmp_path), "REDIS_URL": "", "DATABASE_URL": f"sqlite:///{tmp_path / 'db'}"}
    in_a_process(SEND, **env)
    command = [
        sys.executable, "-m", "celery", "-A", "marketplace.tests.hanging_worker", "--quiet", "worker",
        "--concurrency=1", "--queues=stripe,nightly", "--loglevel=WARNING",
        "--without-gossip", "--without-mingle", "--without-heartbeat",
    ]  # fmt: skip
    with (tmp_path / "log").open("wb") as log:
        worker = subprocess.Popen(  # noqa: S603 - our own program
            command,
            cwd=settings.BASE_DIR,
            env=os.environ | {"TESTING": "0", "DEMO": "1"} | env,
            stdout=log,
            stderr=log,
        )
        try:
            ends = time.monotonic() + 60
            while "next" not in steps.read_text():
                assert time.monotonic() < ends, (steps.read_text(), (tmp_path / "log").read_text())
                time.sleep(0.1)
        finally:
            # A cold shutdown: a warm one waits for the process that is being replaced.
            worker.send_signal(signal.SIGQUIT)
            worker.wait(30)

    taken = [line.split() for line in steps.read_text().splitlines()]
    assert [step for step, _ in taken] == ["began", "told", "next"]
    assert taken[0][1] != taken[2][1], "its process was ended"
    record("T14 (limits)", "a hung task told after 1 s, ended after 3 s, the next one ran", "cut off")


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


@pytest.mark.parametrize("task", ON_REQUEST)
def test_operators_read_of_a_task_on_request_what_it_does(task) -> None:
    text = (settings.BASE_DIR / "docs" / "operate.md").read_text()

    [row] = [line for line in text.splitlines() if line.startswith("|") and f"`{task}`" in line]
    assert "on request" in row


def test_operators_read_how_long_what_is_past_is_kept() -> None:
    text = (settings.BASE_DIR / "docs" / "operate.md").read_text()
    retention = [name for name in environment.KINDS if name.startswith("KEEP_")]

    assert len(retention) == 8
    for name in [*retention, "COMPARE_DAYS", "PACK_RESPONSES_AFTER_HOURS"]:
        assert f"`{name}`" in text or f"`{name}=" in text, name
        assert f"`{name}` ({getattr(settings, name)})" in text, name
