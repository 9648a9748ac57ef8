"""The Celery application: what beat starts when, in which queue it waits, and how long it may run.

Beat is only a hint: every due time is a row, and each task sweeps the rows that are due. A task that runs
twice, late, or in parallel changes nothing more.

Each queue has its own workers, so that waiting for a mail server or for Stripe delays nothing else. Sweeps
are started again soon after they were cut off, so their limits are short.
"""

import os
from dataclasses import dataclass

from celery import Celery
from celery.schedules import crontab
from celery.signals import beat_init
from kombu import Queue
from kombu.transport import TRANSPORT_ALIASES

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "marketplace.settings")

# File transport of the embedded default, without its moment in which a message's file exists but is empty.
TRANSPORT_ALIASES["filesystem"] = "marketplace.jobs.file_broker:Transport"

SWEEPS, MAIL, STRIPE, COMPARISON, NIGHTLY = "sweeps", "mail", "stripe", "comparison", "nightly"
PUSH, FILES = "push", "files"
# Soft and hard time limits in seconds: the task is told to stop, then its process is killed. A run over due
# work ends by itself before that, and its leases last longer than both.
_LONG = (3 * 3600, 3 * 3600 + 300)
LIMITS = {
    SWEEPS: (90, 120),
    MAIL: (120, 150),
    PUSH: (120, 150),
    STRIPE: (120, 150),
    FILES: (90, 120),
    COMPARISON: _LONG,
    NIGHTLY: _LONG,
}
# Of a task that takes longer than others of its queue, and leaves one of two processes to them.
LIMITS_OF_TASK = {"marketplace.relay_exports": (900, 960)}
LONGEST_LIMIT = max(hard for _, hard in LIMITS.values())


@dataclass(frozen=True)
class Entry:
    """One task: its queue, and beat's schedule: a period in seconds, or a time of the night."""

    task: str
    queue: str
    schedule: float | crontab

    def for_beat(self) -> dict[str, object]:
        """Return beat's entry; a sweep that waited longer than its period expires in favour of the next."""
        options = {"expires": self.schedule} if isinstance(self.schedule, float) else {}
        return {"task": self.task, "schedule": self.schedule, "options": options}


def _at(hour: int, minute: int) -> crontab:
    return crontab(hour=str(hour), minute=str(minute))


TASKS = (
    Entry("marketplace.relay_outbox", SWEEPS, 5.0),
    Entry("marketplace.relay_exports", FILES, 5.0),
    Entry("marketplace.relay_links", MAIL, 5.0),
    Entry("marketplace.relay_mail", MAIL, 5.0),
    Entry("marketplace.relay_bulk", MAIL, 5.0),
    Entry("marketplace.relay_push", PUSH, 5.0),
    Entry("marketplace.relay_bulk_push", PUSH, 5.0),
    Entry("marketplace.relay_stripe", STRIPE, 5.0),
    Entry("orders.expire_unpaid_orders", SWEEPS, 20.0),
    Entry("orders.cancel_unanswered_orders", SWEEPS, 60.0),
    Entry("orders.cancel_untaken_orders", SWEEPS, 60.0),
    Entry("orders.offer_substitutes", SWEEPS, 60.0),
    Entry("accounts.end_impersonations", SWEEPS, 60.0),
    Entry("orders.forget_positions", SWEEPS, 60.0),
    Entry("accounts.announce_support_requests", SWEEPS, 300.0),
    Entry("orders.publish_reviews", SWEEPS, 60.0),
    Entry("orders.place_recurring_orders", SWEEPS, 60.0),
    Entry("orders.remind_of_recurring_payments", SWEEPS, 300.0),
    Entry("orders.extend_recurring_bookings", SWEEPS, 600.0),
    Entry("orders.issue_receipts", SWEEPS, 60.0),
    Entry("orders.make_documents", FILES, 60.0),
    # Has work once a month; otherwise it is one query.
    Entry("orders.make_fee_invoices", SWEEPS, 600.0),
    # One query if all slots exist; new and failed ones wait no longer than this.
    Entry("scheduling.generate_time_slots", SWEEPS, 600.0),
    Entry("providers.end_pauses", SWEEPS, 600.0),
    # Has work once a week; otherwise it is one query.
    Entry("orders.make_payouts", SWEEPS, 600.0),
    Entry("providers.watch_insurance", SWEEPS, 600.0),
    Entry("orders.execute_refunds", STRIPE, 30.0),
    Entry("orders.process_stripe_events", STRIPE, 30.0),
    Entry("orders.charge_recurring_orders", STRIPE, 60.0),
    Entry("orders.reconcile_payments", STRIPE, 600.0),
    # At night it waits for the comparison; the dashboard says when its figures were computed.
    Entry("marketplace.compute_dashboard", COMPARISON, 600.0),
    Entry("orders.compare_all_payments", COMPARISON, _at(3, 40)),
    Entry("marketplace.prune", NIGHTLY, _at(4, 20)),
    Entry("marketplace.remove_stray_files", NIGHTLY, _at(4, 25)),
    Entry("accounts.forget_attempts", NIGHTLY, _at(4, 30)),
    Entry("scheduling.prune_time_slots", NIGHTLY, _at(4, 40)),
    Entry("accounts.prune_notifications", NIGHTLY, _at(4, 45)),
    Entry("orders.prune_webhook_events", NIGHTLY, _at(4, 50)),
    Entry("orders.remove_handover_photos", NIGHTLY, _at(4, 55)),
    Entry("accounts.prune_support_requests", NIGHTLY, _at(5, 0)),
    Entry("accounts.remove_old_exports", NIGHTLY, _at(5, 2)),
    Entry("accounts.erase_accounts", NIGHTLY, _at(5, 4)),
    Entry("orders.forget_old_orders", NIGHTLY, _at(5, 6)),
    Entry("orders.remove_message_photos", NIGHTLY, _at(5, 8)),
    Entry("orders.check_data", NIGHTLY, _at(5, 10)),
)
# Without a schedule: whoever needs the result asks again until it is there, so it waits behind nothing long.
ON_REQUEST = {"orders.make_statement": FILES}

QUEUES = {entry.task: entry.queue for entry in TASKS} | ON_REQUEST

app = Celery("marketplace")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.conf.task_default_queue = SWEEPS
# Declared here, so that a worker started without queues serves them all.
app.conf.task_queues = [Queue(name) for name in LIMITS]
app.conf.task_routes = {task: {"queue": queue} for task, queue in QUEUES.items()}
app.conf.task_annotations = {
    task: dict(zip(("soft_time_limit", "time_limit"), LIMITS_OF_TASK.get(task, LIMITS[queue]), strict=True))
    for task, queue in QUEUES.items()
}
app.conf.beat_schedule = {entry.task: entry.for_beat() for entry in TASKS}
app.autodiscover_tasks(
    ["marketplace.jobs", "marketplace.admin_site", "accounts", "providers", "scheduling", "orders"]
)


@beat_init.connect
def compute_dashboard_at_start(**_: object) -> None:
    """Start the dashboard's computation with beat, which begins each period with its wait.

    A new site, or a release with a new panel, would show nothing for ten minutes.
    """
    app.send_task("marketplace.compute_dashboard", retry=False, expires=600.0)
