"""The Celery application and what beat starts when.

Beat is only a hint: every due time is a row, and each task sweeps the rows that are due. A task
that runs twice, late, or beside itself changes nothing more.
"""

import os

from celery import Celery
from celery.schedules import crontab

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "marketplace.settings")

app = Celery("marketplace")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks(["marketplace", "accounts", "providers", "scheduling", "orders"])

app.conf.beat_schedule = {
    "relay-outbox": {"task": "marketplace.relay_outbox", "schedule": 5.0},
    "expire-unpaid-orders": {"task": "orders.expire_unpaid_orders", "schedule": 20.0},
    "cancel-unanswered-orders": {"task": "orders.cancel_unanswered_orders", "schedule": 60.0},
    "execute-refunds": {"task": "orders.execute_refunds", "schedule": 30.0},
    "reconcile-payments": {"task": "orders.reconcile_payments", "schedule": 600.0},
    "compare-all-payments": {
        "task": "orders.compare_all_payments",
        "schedule": crontab(hour="3", minute="40"),
    },
    "generate-time-slots": {
        "task": "scheduling.generate_time_slots",
        "schedule": crontab(hour="2", minute="10"),
    },
    "prune-plumbing": {"task": "marketplace.prune", "schedule": crontab(hour="4", minute="20")},
}
