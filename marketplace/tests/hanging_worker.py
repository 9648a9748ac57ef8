"""A worker with time limits of seconds and hanging refunds: a program for a test.

Each step is a line of the file ``steps`` in ``VAR_DIR``, with the id of its process.
"""

import os
import time
from datetime import datetime

from celery.exceptions import SoftTimeLimitExceeded
from celery.signals import worker_init
from django.conf import settings

from marketplace.celery import app

for limits in app.conf.task_annotations.values():
    limits.update(soft_time_limit=1, time_limit=3)


def _note(step: str) -> None:
    with (settings.VAR_DIR / "steps").open("a") as file:
        file.write(f"{step} {os.getpid()}\n")


def _hang(*, now: datetime) -> None:
    _note("began")
    while True:
        try:
            time.sleep(60)
        except SoftTimeLimitExceeded:
            _note("told")


@worker_init.connect
def _put_in(**_: object) -> None:
    from orders.payments import refunds, webhooks  # noqa: PLC0415 - Django is set up by now

    refunds.execute_due = _hang
    webhooks.prune = lambda *, now: _note("next")
