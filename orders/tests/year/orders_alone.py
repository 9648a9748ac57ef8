"""The invariants of some orders alone: the same checks, over tables that hold only what belongs to these.

A check reads whole tables. Here its statements begin with common table expressions that are named like the
tables and hold only the rows of some orders, so that it takes a few milliseconds after each act of a year.
"""

import functools
import json
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from typing import Any
from uuid import UUID

from django.apps import apps
from django.db import connection

from orders.checks import invariants
from orders.models import Order, Reservation
from orders.payments import payment_invariants
from orders.recurring import recurring_invariants
from orders.tests.invariant_checks import with_rows
from scheduling.models import TimeSlot

# Those that tell of an order by what belongs to it. Sums over providers, payouts, series, and numbers
# without a gap need every row: they are asked once a day.
OF_ORDERS = (
    invariants.booked_capacity_is_reserved,
    invariants.running_orders_hold_one_reservation,
    invariants.histories_are_paths,
    invariants.reviewed_orders_are_completed,
    invariants.totals_are_sums_of_lines,
    payment_invariants.paid_orders_have_a_succeeded_payment,
    payment_invariants.refunds_stay_within_what_was_paid,
    payment_invariants.one_live_payment_an_order,
    payment_invariants.the_ledger_adds_up,
    payment_invariants.the_accounts_of_an_order_say_whose_its_money_is,
    payment_invariants.disputes_withhold_what_orders_say,
    payment_invariants.the_platform_bears_what_is_its_to_bear,
    payment_invariants.nothing_goes_back_twice,
    recurring_invariants.placed_occurrences_have_a_running_order,
    recurring_invariants.recurring_orders_are_the_customers,
)


def violations(orders: Collection[UUID]) -> list[str]:
    """Return a sentence for each violation that the checks of orders find in some of them."""
    names = {check: name for name, check in invariants.OF_DATA}
    checks = [(names[check], check) for check in OF_ORDERS]
    before = _only(tuple(_conditions()), "$1")
    with _grouped_by_every_column():
        found = with_rows(checks, called="of_orders", before=before, given=[_given(orders)])
    with only(orders):
        return [f"{name}: {what}" for name, check in found for what in check()]


@contextmanager
def only(orders: Collection[UUID]) -> Iterator[None]:
    """Let the statements of the block see of each table that tells of orders only the rows of some."""

    def narrow(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        named = tuple(table for table in _conditions() if f'"{table}"' in sql)
        if not named:
            return execute(sql, params, many, context)
        return execute(_only(named, "%s") + sql, (_given(orders), *(params or ())), many, context)

    with _grouped_by_every_column(), connection.execute_wrapper(narrow):
        yield


@contextmanager
def _grouped_by_every_column() -> Iterator[None]:
    """Let Django name every column in GROUP BY: of an expression PostgreSQL knows no primary key."""
    features = connection.features
    knew = features.allows_group_by_selected_pks
    features.allows_group_by_selected_pks = False
    try:
        yield
    finally:
        features.allows_group_by_selected_pks = knew


def _given(orders: Collection[UUID]) -> object:
    if connection.vendor == "postgresql":
        return list(orders)
    return json.dumps([order.hex for order in orders])


def _only(tables: tuple[str, ...], placeholder: str) -> str:
    """Return what stands before a statement: the tables, each with the rows of the given orders only."""
    if connection.vendor == "postgresql":
        schema, ids = "public", f"SELECT unnest({placeholder}::uuid[])"
    else:
        schema, ids = "main", "SELECT value FROM json_each(%s)"
    conditions = _conditions()
    rows = [
        f'"{table}" AS (SELECT * FROM {schema}."{table}" WHERE {conditions[table]})'.replace("@", schema)
        for table in tables
    ]
    return f"WITH of_these (id) AS ({ids}), {', '.join(rows)} "


@functools.cache
def _conditions() -> dict[str, str]:
    """Return by table which of its rows belong to the given orders."""
    these = "(SELECT id FROM of_these)"
    reservation, slot = Reservation._meta.db_table, TimeSlot._meta.db_table
    slots = f'(SELECT slot_id FROM @."{reservation}" WHERE order_id IN {these})'
    found = {
        field.model._meta.db_table: f"order_id IN {these}"
        for model in apps.get_models()
        for field in model._meta.concrete_fields
        if field.related_model is Order and field.column == "order_id"
    }
    return found | {
        Order._meta.db_table: f"id IN {these}",
        # A slot counts all its reservations, those of other orders, too.
        reservation: f"order_id IN {these} OR slot_id IN {slots}",
        slot: f"id IN {slots}",
    }
