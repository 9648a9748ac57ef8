"""The setup of each action of the admin site: the row that it acts on, and what operators type."""

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from marketplace.tests.admin_world import (
    NOTICE,
    World,
    application,
    at_status,
    claim,
    closed_slot,
    day_off,
    dispute_borne_by,
    failed_event,
    failed_job,
    failed_message,
    failed_refund,
    filed_payout,
    group,
    held,
    hidden_review,
    nothing,
    owed,
    paid_payout,
    paused_provider,
    paused_series,
    payout,
    person,
    provider,
    refund_borne_by,
    refund_paid_twice,
    renewed_certificate,
    replaced_text,
    report,
    request,
    review,
    series,
    slot,
    stripe_payout,
    window,
    with_factor,
)
from orders import tasks

WHY = {"note": "A reason"}
DECISION = {"amount": "5.00", "borne_by": "provider", "reason": "The photo shows it."}


@dataclass(frozen=True)
class Setup:
    """An action as two operators meet it.

    ``row`` makes the row that it acts on possible; ``typed`` is what the first operator fills in, ``other``
    what the second does, who is never a copy of the first; ``looks`` is how many times the form is sent
    before it can be confirmed; ``then`` runs what the first one's act has started.
    """

    row: Callable[[World], Any] = nothing
    typed: dict[str, Any] = field(default_factory=dict)
    other: dict[str, Any] = field(default_factory=dict)
    looks: int = 0
    query: dict[str, str] = field(default_factory=dict)
    then: Callable[[World], object] = nothing


WORDS = {"title": "Ready", "body": "Your data is there."}
COVER = {"amount": "2000000", "ends_on": "2027-06-30"}
WINDOW = {
    "provider": "{salon}",
    "weekday": "2",
    "start_time": "09:00",
    "end_time": "12:00",
    "slot_minutes": "60",
    "capacity": "3",
}
DAYS = {"provider": "{salon}", "start_on": "2026-12-01", "end_on": "2026-12-03", "note": ""}
PERSON = {"email": "lea@example.org", "first_name": "Lea", "last_name": "Frei", "phone": ""}
PASSWORD = {"password1": "quiet-alpine-river", "password2": "quiet-alpine-river"}
OTHER_PASSWORD = {"password1": "loud-valley-brook", "password2": "loud-valley-brook"}
NEW_PROVIDER = {"user": "{alice}", "business_name": "Alices Salon", "late_fee_percent": "50"}

# By model and action: the name of a button, ``change``, ``add``, ``delete``, or ``password_change``.
SETUPS: dict[tuple[str, str], Setup] = {
    ("orders.order", "check_data"): Setup(),
    ("orders.order", "to_confirmed"): Setup(at_status("pending")),
    ("orders.order", "to_pickup"): Setup(at_status("confirmed")),
    ("orders.order", "to_washing"): Setup(at_status("pickup")),
    ("orders.order", "to_delivery"): Setup(at_status("washing")),
    ("orders.order", "to_completed"): Setup(at_status("delivery")),
    ("orders.order", "to_cancelled"): Setup(at_status("confirmed"), WHY),
    ("orders.order", "advance_chosen"): Setup(at_status("pickup")),
    ("orders.order", "cancel_chosen"): Setup(at_status("confirmed"), WHY),
    ("orders.order", "refund"): Setup(at_status("completed"), WHY | {"amount": "5.00"}, looks=1),
    ("orders.order", "write_message"): Setup(
        at_status("confirmed"), {"body": "We look into it."}, {"body": "Is all well?"}
    ),
    ("orders.order", "hold_money"): Setup(at_status("completed"), WHY),
    ("orders.order", "release_money"): Setup(held),
    ("orders.damageclaim", "decide_it"): Setup(claim, DECISION, {"reason": "It was there before."}),
    **{
        ("orders.recurringbooking", f"{act}_{where}"): Setup(paused_series if act == "resume" else series)
        for act in ("pause", "resume", "end")
        for where in ("it", "chosen")
    },
    **{("orders.refund", name): Setup(failed_refund) for name in ("try_again", "try_it_again")},
    ("orders.refund", "mark_paid_by_bank"): Setup(
        failed_refund, {"reference": "2 Dec, UBS 1"}, {"reference": "2 Dec, UBS 2"}
    ),
    ("orders.refund", "settle_paid_twice"): Setup(
        refund_paid_twice, {"outcome": "It came back"}, {"outcome": "Given up"}
    ),
    **{
        (label, name): Setup(failed)
        for label, failed in (
            ("orders.stripeevent", failed_event),
            ("marketplace.outboxmessage", failed_message),
        )
        for name in ("try_again", "try_it_again", "set_aside", "set_it_aside")
    },
    **{("marketplace.job", name): Setup(failed_job) for name in ("try_again", "try_it_again")},
    ("orders.refund", "borne_by_platform"): Setup(partial(refund_borne_by, "provider")),
    ("orders.refund", "borne_by_provider"): Setup(partial(refund_borne_by, "platform")),
    ("orders.dispute", "borne_by_platform"): Setup(partial(dispute_borne_by, "provider")),
    ("orders.dispute", "borne_by_provider"): Setup(partial(dispute_borne_by, "platform")),
    ("orders.payout", "make_week"): Setup(owed, then=lambda _world: tasks.make_payouts()),
    ("orders.payout", "make_bank_file"): Setup(payout),
    ("orders.payout", "make_bank_file_again"): Setup(filed_payout),
    ("orders.payout", "mark_paid"): Setup(payout, {"reference": "UBS 1"}, {"reference": "UBS 2"}),
    ("orders.payout", "mark_it_paid"): Setup(payout, {"reference": "UBS 1"}, {"reference": "UBS 2"}),
    ("orders.payout", "mark_refused"): Setup(filed_payout, WHY),
    ("orders.payout", "mark_it_refused"): Setup(filed_payout, WHY),
    ("orders.payout", "mark_failed"): Setup(paid_payout, WHY),
    ("orders.payout", "mark_it_failed"): Setup(paid_payout, WHY),
    ("orders.payout", "pay_through_stripe"): Setup(stripe_payout),
    ("orders.payout", "pay_it_through_stripe"): Setup(stripe_payout),
    ("providers.provider", "approve_chosen"): Setup(paused_provider),
    ("providers.provider", "open_it"): Setup(paused_provider),
    ("providers.provider", "pause_chosen"): Setup(provider, WHY),
    ("providers.provider", "pause_it"): Setup(provider, WHY),
    ("providers.provider", "change"): Setup(provider, {"bio": "Since 1987"}, {"late_fee_percent": "20"}),
    ("providers.provider", "add"): Setup(typed=NEW_PROVIDER, other={"business_name": "Salon Alice"}),
    ("providers.application", "approve_it"): Setup(application),
    ("providers.application", "ask_it"): Setup(application, WHY),
    ("providers.application", "reject_it"): Setup(application, WHY),
    ("providers.application", "record_cover"): Setup(application, COVER, {"amount": "3000000"}),
    ("providers.application", "ask_for_another"): Setup(renewed_certificate, WHY),
    ("providers.review", "hide"): Setup(review, WHY),
    ("providers.review", "hide_chosen"): Setup(review, WHY),
    ("providers.review", "show_again"): Setup(hidden_review, WHY),
    ("providers.review", "show_chosen"): Setup(hidden_review, WHY),
    ("providers.reviewreport", "keep"): Setup(report, WHY),
    ("scheduling.timeslot", "close_chosen"): Setup(slot),
    ("scheduling.timeslot", "open_chosen"): Setup(closed_slot),
    ("scheduling.weeklywindow", "change"): Setup(window, {"capacity": "5"}, {"end_time": "13:00"}),
    ("scheduling.weeklywindow", "add"): Setup(typed=WINDOW, other={"capacity": "5"}),
    ("scheduling.weeklywindow", "delete"): Setup(window),
    ("scheduling.weeklywindow", "delete_selected"): Setup(window),
    ("scheduling.dayoff", "change"): Setup(day_off, {"note": "Lisbon"}, {"end_on": "2026-12-05"}),
    ("scheduling.dayoff", "add"): Setup(typed=DAYS, other={"note": "Lisbon"}),
    ("scheduling.dayoff", "delete"): Setup(day_off),
    ("scheduling.dayoff", "delete_selected"): Setup(day_off),
    ("accounts.user", "change"): Setup(person, {"first_name": "Alicia"}, {"last_name": "Frei"}),
    ("accounts.user", "add"): Setup(typed=PERSON | PASSWORD, other={"first_name": "Leonie"}),
    ("accounts.user", "password_change"): Setup(person, PASSWORD, OTHER_PASSWORD),
    ("accounts.user", "reset_second_factor"): Setup(with_factor, WHY),
    ("accounts.supportrequest", "answer_it"): Setup(request, {"body": "Found."}, {"body": "Lost."}),
    ("accounts.supportrequest", "close_it"): Setup(request),
    ("accounts.noticewords", "texts"): Setup(nothing, WORDS, {"body": "Look at it."}, query=NOTICE),
    ("accounts.noticewords", "texts, reset"): Setup(replaced_text, {"reset": ""}, query=NOTICE),
    ("auth.group", "change"): Setup(group, {"name": "Translators"}, {"permissions": ["1"]}),
    ("auth.group", "add"): Setup(typed={"name": "drivers"}),
    ("auth.group", "delete"): Setup(group),
    ("auth.group", "delete_selected"): Setup(group),
    ("marketplace.figureversion", "decide"): Setup(
        typed={"platform_fee": "3.00", "reason": "Dearer cards"}, other={"platform_fee": "4.00"}, looks=1
    ),
}
# Actions on chosen rows that have no page of their own: they are done at once.
AT_ONCE = {
    *((label, "try_again") for label in ("orders.refund", "orders.stripeevent")),
    *((f"marketplace.{model}", "try_again") for model in ("outboxmessage", "job")),
    *(
        (f"orders.{model}", f"borne_by_{bearer}")
        for model in ("refund", "dispute")
        for bearer in ("platform", "provider")
    ),
    *(("scheduling.timeslot", f"{act}_chosen") for act in ("close", "open")),
    ("orders.payout", "make_bank_file"),
}
ON_CHOSEN = {
    *AT_ONCE,
    *(
        ("orders.payout", name)
        for name in ("make_bank_file_again", "mark_paid", "mark_refused", "mark_failed", "pay_through_stripe")
    ),
    ("accounts.user", "reset_second_factor"),
    ("marketplace.outboxmessage", "set_aside"),
    ("orders.stripeevent", "set_aside"),
}
# What only shows something; it may be written down who looked.
READS = {
    ("orders.order", "conversation"),
    ("orders.ledgerentry", "balance"),
    ("orders.feeinvoice", "document"),
    ("accounts.user", "timeline"),
    ("providers.provider", "timeline"),
    # Leads to the page that hides any review.
    ("providers.reviewreport", "hide"),
}
# What an operator does for themselves: each has a session of their own as a customer.
OWN = {("accounts.user", "sign_in_as")}
