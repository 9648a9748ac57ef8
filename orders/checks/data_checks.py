"""Checking the data in the background: it reads every order, which takes too long for a request.

A check is a row. If its task is lost or dies, the next one, nightly at the latest, picks the row up again.
The result of the nightly comparison with Stripe is stored in the same table.
"""

import logging
from datetime import datetime, timedelta
from time import monotonic
from typing import Any
from uuid import UUID

from celery import current_app
from django.db import transaction
from django.db.models import Q, Subquery

from orders.checks.invariants import all_violations
from orders.models import DataCheck
from orders.payments import gateway, reconciling

TASK = "orders.check_data"
COMPARISON = "what Stripe says of payments, refunds and disputes is what stands here"
# Violations stored for each invariant; the rest is only counted.
SENTENCES = 100
# A check that started longer ago has died: the task's time limit is shorter.
GIVEN_UP_AFTER = timedelta(hours=4)
logger = logging.getLogger(__name__)


def last_finished() -> dict[DataCheck.Kind, DataCheck]:
    """Return the newest result of each kind that has one."""
    finished = DataCheck.objects.filter(finished_at__isnull=False).order_by("-finished_at")
    newest: list[Any] = [Subquery(finished.filter(kind=kind).values("pk")[:1]) for kind in DataCheck.Kind]
    return {DataCheck.Kind(check.kind): check for check in DataCheck.objects.filter(pk__in=newest)}


def open_check() -> DataCheck | None:
    """Return the check that is asked for or running, if any."""
    return DataCheck.objects.filter(is_open=True).first()


def ask(*, actor_id: UUID | None, now: datetime) -> DataCheck:
    """Request a check; returns the open one if there is one."""
    check, _ = DataCheck.objects.get_or_create(
        is_open=True, defaults={"asked_at": now, "asked_by_id": actor_id}
    )
    transaction.on_commit(_wake)
    return check


def _wake() -> None:
    try:
        current_app.send_task(TASK, retry=False)
    except Exception as error:  # noqa: BLE001 - whatever the broker raises, the row stays
        logger.warning("The check of the data could not be started (%s); the next night does it.", error)


def carry_out(*, now: datetime) -> DataCheck | None:
    """Run the open check, a new one if there is none; ``None`` while another process runs it.

    ``None``, too, if the run took so long that another has begun the same check since: its result counts.
    """
    check, _ = DataCheck.objects.get_or_create(is_open=True, defaults={"asked_at": now})
    free = Q(started_at__isnull=True) | Q(started_at__lt=now - GIVEN_UP_AFTER)
    if not DataCheck.objects.filter(free, pk=check.pk, is_open=True).update(started_at=now):
        return None
    began = monotonic()
    found = all_violations(now=now)
    result = _result(found, began=now, took=monotonic() - began)
    if not DataCheck.objects.filter(pk=check.pk, is_open=True, started_at=now).update(**result):
        logger.warning("A check of the data that was given up has ended after all; its result is dropped.")
        return None
    check.refresh_from_db()
    return check


def compare_with_stripe(*, now: datetime) -> DataCheck | None:
    """Compare the last weeks with Stripe, store what differs; ``None`` without Stripe keys. Calls Stripe."""
    if not gateway.is_configured():
        return None
    began = monotonic()
    differences = reconciling.compare_all(now=now).differences
    result = _result({COMPARISON: differences}, began=now, took=monotonic() - began)
    return DataCheck.objects.create(kind=DataCheck.Kind.STRIPE, asked_at=now, started_at=now, **result)


def _result(found: dict[str, list[str]], *, began: datetime, took: float) -> dict[str, Any]:
    """Return the columns of a finished check that ``took`` so many seconds."""
    return {
        "is_open": False,
        "finished_at": began + timedelta(seconds=took),
        "found": {name: sentences[:SENTENCES] for name, sentences in found.items()},
        "violations": sum(map(len, found.values())),
    }
