"""Numbers without a gap and none twice: workers at once, and workers that are killed in the middle."""

import os
import subprocess
import sys
from copy import copy
from datetime import timedelta
from time import monotonic
from typing import Any
from uuid import uuid4

import pytest
from django.conf import settings

from conftest import WEDNESDAY as NOW
from conftest import make_slot
from marketplace.tests.proof import figure, record
from orders.documents import making, receipts
from orders.models import Document, NumberSeries, Order, OrderLine, Payment, Receipt
from orders.tests.booking import book, pay
from orders.tests.test_repeated_calls import environment

pytestmark = [pytest.mark.at(NOW), pytest.mark.race, pytest.mark.django_db(transaction=True)]

WORKER = """
import os, signal, sys
from datetime import datetime
import django
django.setup()
from django.db import connection
from orders.documents import receipts
from orders.models import Order

now, last, is_guarded = datetime.fromisoformat(sys.argv[1]), int(sys.argv[2]), sys.argv[3] == "guarded"
if not is_guarded:
    # Each statement commits by itself.
    receipts.issue = receipts.issue.__wrapped__
    receipts.locking.locked_order = lambda order_id: Order.objects.get(pk=order_id)
seen = 0

def kill(execute, sql, params, many, context):
    global seen
    if sql.startswith('INSERT INTO "orders_receipt"'):
        seen += 1
        if seen == last:
            # The number is taken, and its receipt not written.
            os.kill(os.getpid(), signal.SIGKILL)
    return execute(sql, params, many, context)

with connection.execute_wrapper(kill):
    receipts.issue_due(now=now)
"""


def start(*, now, last: int = 0, is_guarded: bool = True) -> "subprocess.Popen[str]":
    """Start a worker that is killed while it writes its receipt number ``last``; 0: never."""
    return subprocess.Popen(  # noqa: S603 - our own script in our own interpreter
        [sys.executable, "-c", WORKER, now.isoformat(), str(last), "guarded" if is_guarded else "control"],
        env=os.environ | environment(),
        cwd=settings.BASE_DIR,
        text=True,
        stderr=subprocess.PIPE,
    )


def end(worker: "subprocess.Popen[str]") -> int:
    _, errors = worker.communicate(timeout=300)
    assert worker.returncode in {0, -9}, errors
    return worker.returncode


@pytest.fixture
def paid(alice, salon) -> int:
    """Return how many orders are paid and have no receipt yet."""
    slot = make_slot(salon, capacity=20)
    for _ in range(12):
        pay(book(alice, slot))
    return 12


def numbers() -> list[int]:
    return sorted(Receipt.objects.values_list("number", flat=True))


def test_a_worker_killed_between_number_and_receipt_leaves_no_gap(paid) -> None:
    assert end(start(now=NOW, last=4)) == -9
    assert numbers() == [1, 2, 3]
    assert NumberSeries.objects.get().last == 3

    # What the killed worker had leased is free again after three minutes, one at a time.
    later = NOW + timedelta(minutes=4)
    workers = [start(now=later, last=last) for last in (0, 2, 0)]
    killed = [end(worker) for worker in workers]
    assert killed.count(-9) <= 1
    for _ in range(3):
        later += timedelta(minutes=4)
        assert end(start(now=later)) == 0

    assert numbers() == list(range(1, paid + 1))
    assert NumberSeries.objects.get().last == paid
    assert Document.objects.filter(receipt__isnull=False, made_at=None).count() == paid
    assert not Payment.objects.filter(receipted_at=None).exists()


@pytest.mark.breaks_invariants
def test_control_without_one_transaction_a_number_is_lost(paid) -> None:
    assert end(start(now=NOW, last=4, is_guarded=False)) == -9

    assert numbers() == [1, 2, 3]
    assert NumberSeries.objects.get().last == 4


@pytest.mark.proof
@pytest.mark.breaks_invariants
def test_a_night_of_receipts_is_numbered_and_made(alice, salon) -> None:
    count = figure(80, 10_000)
    pay(book(alice, make_slot(salon)))
    copy_order(count - 1)
    now, began = NOW, monotonic()

    while (
        Document.objects.filter(made_at=None).exists() or Payment.objects.filter(receipted_at=None).exists()
    ):
        receipts.issue_due(now=now)
        making.make_due(now=now)
        now += timedelta(minutes=1)
    seconds = monotonic() - began

    assert numbers() == list(range(1, count + 1))
    assert Document.objects.exclude(file="").values("file").distinct().count() == count
    record(
        "R32",
        f"{count} in {seconds:.0f} s, by one worker, in {(now - NOW).seconds // 60} runs",
        "10,000 without a gap",
    )


def copy_order(count: int) -> None:
    """Copy the only order, its payment and its lines, in bulk and without a place."""
    order, payment, lines = Order.objects.get(), Payment.objects.get(), list(OrderLine.objects.all())
    orders = [copied(order, pk=uuid4()) for _ in range(count)]
    Order.objects.bulk_create(orders, batch_size=500)
    Payment.objects.bulk_create(
        [copied(payment, pk=uuid4(), order=one, intent_id=f"pi_{one.pk.hex}") for one in orders],
        batch_size=500,
    )
    OrderLine.objects.bulk_create(
        [copied(line, pk=None, order=one) for one in orders for line in lines], batch_size=500
    )


def copied(row: Any, **changes: Any) -> Any:
    """Return an unsaved copy of a row."""
    new = copy(row)
    for name, value in changes.items():
        setattr(new, name, value)
    return new
