"""Guards of the product that can be taken away, so that a year has something to find."""

from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from typing import Any
from uuid import uuid4

from accounts import email_budget
from orders import messaging
from orders.lifecycle import holds, order_actions, reservations, transitions
from orders.models import OrderStatus
from orders.payments import disputes, gateway, refunds, settle

GUARDS: dict[str, Callable[[Any], None]] = {}


def guard(take_away: Callable[[Any], None]) -> Callable[[Any], None]:
    GUARDS[take_away.__name__] = take_away
    return take_away


def _nothing(**_arguments: Any) -> int:
    return 0


@guard
def a_cancelled_order_gives_its_place_free(monkeypatch) -> None:
    monkeypatch.setattr(reservations, "release", _nothing)


@guard
def an_unpaid_order_is_not_confirmed(monkeypatch) -> None:
    table = dict(transitions._TABLE)
    move = (OrderStatus.PENDING, OrderStatus.CONFIRMED)
    table[move] = replace(table[move], needs_payment=False)
    monkeypatch.setattr(transitions, "_TABLE", table)


@guard
def what_is_not_paid_in_time_ends(monkeypatch) -> None:
    monkeypatch.setattr(holds, "expire_unpaid", _nothing)


@guard
def what_is_not_answered_in_time_ends(monkeypatch) -> None:
    monkeypatch.setattr(holds, "cancel_unanswered", _nothing)


@guard
def money_that_comes_too_late_goes_back(monkeypatch) -> None:
    monkeypatch.setattr(settle, "request_refund", _nothing)


@guard
def refunds_in_the_dashboard_are_booked(monkeypatch) -> None:
    monkeypatch.setattr(refunds, "_adopt", lambda _found, _now: None)


@guard
def disputes_are_booked(monkeypatch) -> None:
    monkeypatch.setattr(disputes, "apply_dispute", _nothing)


@guard
def nothing_is_edited_after_the_pickup(monkeypatch) -> None:
    monkeypatch.setattr(order_actions, "EDITABLE", tuple(OrderStatus))


@guard
def a_closed_conversation_takes_no_message(monkeypatch) -> None:
    monkeypatch.setattr(messaging, "_refuse_closed", lambda _order, _sender, _now: None)


@guard
def a_late_move_is_refused(monkeypatch) -> None:
    monkeypatch.setattr(order_actions, "changes_are_free", lambda _order, now: bool(now))


@guard
def a_refund_is_sent_once_although_its_worker_dies(monkeypatch) -> None:
    send = gateway.create_refund

    def anew(**call: Any) -> gateway.StripeRefund:
        return send(**call | {"idempotency_key": str(uuid4()), "refund_id": ""})

    monkeypatch.setattr(gateway, "create_refund", anew)


@guard
def repeated_acts_do_not_mail_each_time(monkeypatch) -> None:
    monkeypatch.setattr(email_budget, "AT_ONCE_OF_A_KIND", 1000)
    monkeypatch.setattr(email_budget, "OF_A_CAUSE", timedelta(0))
