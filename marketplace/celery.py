"""The Celery application and what beat starts when.

Beat is only a hint: every due time is a row, and each task sweeps the rows that are due. A task
that runs twice, late, or beside itself changes nothing more.
"""

import os

from celery import Celery
from celery.schedules import crontab
from kombu.transport import TRANSPORT_ALIASES

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "marketplace.settings")

# The embedded default's queue, without the moment at which a message is there but empty.
TRANSPORT_ALIASES["filesystem"] = "marketplace.jobs.file_broker:Transport"

app = Celery("marketplace")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks(["marketplace.jobs", "accounts", "providers", "scheduling", "orders"])


def _sweep(task: str, seconds: float) -> dict[str, object]:
    """Start a task every so often; one that waited longer than that is dropped for the next."""
    return {"task": task, "schedule": seconds, "options": {"expires": seconds}}


app.conf.beat_schedule = {
    "relay-outbox": _sweep("marketplace.relay_outbox", 5.0),
    "expire-unpaid-orders": _sweep("orders.expire_unpaid_orders", 20.0),
    "cancel-unanswered-orders": _sweep("orders.cancel_unanswered_orders", 60.0),
    "execute-refunds": _sweep("orders.execute_refunds", 30.0),
    "reconcile-payments": _sweep("orders.reconcile_payments", 600.0),
    "place-recurring-orders": _sweep("orders.place_recurring_orders", 60.0),
    "remind-of-recurring-payments": _sweep("orders.remind_of_recurring_payments", 300.0),
    "extend-recurring-bookings": _sweep("orders.extend_recurring_bookings", 600.0),
    "compare-all-payments": {
        "task": "orders.compare_all_payments",
        "schedule": crontab(hour="3", minute="40"),
    },
    "generate-time-slots": {
        "task": "scheduling.generate_time_slots",
        "schedule": crontab(hour="2", minute="10"),
    },
    "end-pauses": _sweep("providers.end_pauses", 600.0),
    "forget-attempts": {"task": "accounts.forget_attempts", "schedule": crontab(hour="4", minute="30")},
    "prune-plumbing": {"task": "marketplace.prune", "schedule": crontab(hour="4", minute="20")},
}
