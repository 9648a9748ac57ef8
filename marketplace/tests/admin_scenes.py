"""A scene for each action of the admin site: the row that it acts on, and what operators type."""

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import date, time, timedelta
from decimal import Decimal
from functools import partial
from typing import Any

from django.contrib.auth.models import Group

from accounts import own_words, support_requests
from accounts.models import User
from accounts.tests.soft_factors import give_app
from conftest import WEDNESDAY as NOW
from conftest import client_for, make_slot, make_user
from marketplace.jobs.models import Job, OutboxMessage
from orders import tasks
from orders.models import Dispute, Order, Payout, PayoutAccount, Refund, StripeAccount, StripeEvent
from orders.payments import connect_gateway
from orders.payouts import paying
from orders.payouts.holding import hold
from orders.payouts.tests.earning import MONDAY, completed, dispute, give_account, payout_of
from orders.recurring import recurring_actions
from orders.recurring.tests.running_bookings import give_week, set_up
from orders.tests.order_at_status import order_at
from providers import approving, reporting, reviews
from providers.models import Application, Provider, Review
from providers.tests import applicants
from scheduling.manual_slots import set_closed

WHY = {"note": "A reason"}


class World:
    """The people of the scenes, and the clock and Stripe that some of them need."""

    def __init__(self, *, alice: User, salon: Provider, dora: User, time_machine: Any, stripe: Any) -> None:
        self.alice, self.salon, self.dora = alice, salon, dora
        self.time_machine, self.stripe = time_machine, stripe

    def order_at(self, status: str) -> Order:
        return order_at(self.alice, make_slot(self.salon), status)


def nothing(_world: World) -> None:
    """Prepare nothing, or wait for nothing."""


@dataclass(frozen=True)
class Scene:
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


# --- Orders and what belongs to them ----------------------------------------------------------------------


def at_status(status: str) -> Callable[[World], Order]:
    return lambda world: world.order_at(status)


def held(world: World) -> Order:
    order = world.order_at("completed")
    hold(order=order, actor_id=world.dora.pk, reason="A sock is missing", now=NOW)
    return order


def failed_refund(world: World) -> Refund:
    return refund_borne_by("platform", world, status="failed", failed_at=NOW)


def refund_paid_twice(world: World) -> Refund:
    return refund_borne_by(
        "", world, status="paid_by_bank", netted_amount=Decimal("10.00"), bank_reference="UBS 1"
    )


def order_borne_by(bearer: str, world: World, amount: str) -> Order:
    order = world.order_at("washing")
    if bearer == "platform":
        Order.objects.filter(pk=order.pk).update(borne_by_platform=Decimal(amount))
    return order


def refund_borne_by(bearer: str, world: World, **fields: Any) -> Refund:
    order = order_borne_by(bearer, world, "10.00")
    given = {"status": "succeeded", "settled_at": NOW} | fields
    return order.refunds.create(
        payment=order.payments.get(), amount=Decimal("10.00"), reason="operator:1", borne_by=bearer,
        due_at=NOW, created_at=NOW, **given,
    )  # fmt: skip


def dispute_borne_by(bearer: str, world: World) -> Dispute:
    row = dispute(order_borne_by(bearer, world, "27.50"))
    Dispute.objects.filter(pk=row.pk).update(withheld=Decimal("27.50"), borne_by=bearer)
    return row


def failed_event(_world: World) -> StripeEvent:
    return StripeEvent.objects.create(
        event_id="evt_1", type="charge.refunded", intent_id="pi_1", received_at=NOW, failed_at=NOW
    )


def failed_message(_world: World) -> OutboxMessage:
    return OutboxMessage.objects.create(topic="email", payload={}, created_at=NOW, due_at=NOW, failed_at=NOW)


def failed_job(world: World) -> Job:
    return Job.objects.create(kind="unpaid_hold", subject=world.salon.pk, due_at=NOW, failed_at=NOW)


def series(world: World) -> Any:
    give_week(world.salon)
    return set_up(world.alice, world.salon)


def paused_series(world: World) -> Any:
    return recurring_actions.pause(
        booking_id=series(world).pk, until=date(2026, 12, 16), now=world.time_machine.now
    )


# --- Payouts ----------------------------------------------------------------------------------------------


def payout(world: World) -> Payout:
    completed(world.alice, world.salon)
    give_account(world.salon)
    made = payout_of(world.salon)
    world.time_machine.move_to(MONDAY)
    return made


def filed_payout(world: World) -> Payout:
    made = payout(world)
    Payout.objects.filter(pk=made.pk).update(filed_at=MONDAY - timedelta(hours=1))
    return made


def paid_payout(world: World) -> Payout:
    return paying.mark_paid(payout_id=payout(world).pk, actor_id=world.dora.pk, now=MONDAY)


def stripe_payout(world: World) -> Payout:
    account_id = connect_gateway.create_account(provider_id=world.salon.pk)
    world.stripe.restrict(account_id)
    world.stripe.top_up(10_000)
    StripeAccount.objects.create(provider=world.salon, account_id=account_id, state="ready", changed_at=NOW)
    PayoutAccount.objects.create(provider=world.salon, stripe_account_id=account_id, changed_at=NOW)
    completed(world.alice, world.salon)
    made = payout_of(world.salon)
    world.time_machine.move_to(MONDAY)
    return made


def owed(world: World) -> None:
    completed(world.alice, world.salon)
    give_account(world.salon)
    world.time_machine.move_to(MONDAY)


# --- Providers and their time -----------------------------------------------------------------------------


def provider(world: World) -> Provider:
    return world.salon


def paused_provider(world: World) -> Provider:
    approving.pause(provider_id=world.salon.pk, now=NOW, by_operator=True)
    return world.salon


def application(_world: World) -> Application:
    nora = make_user("nora", phone="+41 79 123 45 67")
    applicants.submitted(client_for(nora))
    return Application.objects.get(provider__user=nora)


def review(world: World) -> Review:
    order = world.order_at("completed")
    rated = client_for(world.alice).post(f"/api/orders/{order.pk}/rating", {"rating": 2, "comment": "Late."})
    assert rated.status_code == 201, rated.json()
    return Review.objects.get(order=order)


def hidden_review(world: World) -> Review:
    row = review(world)
    reviews.hide_review(review_id=row.pk, now=NOW)
    return row


def report(world: World) -> Any:
    row = review(world)
    reporting.report_review(
        reporter=world.salon.user, review_id=row.pk, reason="spam", words="", now=world.time_machine.now
    )
    return row.reports.get()


def slot(world: World) -> Any:
    return make_slot(world.salon)


def closed_slot(world: World) -> Any:
    row = slot(world)
    set_closed(slot_id=row.pk, closed=True, now=NOW)
    return row


def window(world: World) -> Any:
    return world.salon.weekly_windows.create(weekday=1, start_time=time(9), end_time=time(12))


def day_off(world: World) -> Any:
    day = NOW.date() + timedelta(days=9)
    return world.salon.days_off.create(start_on=day, end_on=day, note="Away")


# --- People -----------------------------------------------------------------------------------------------


def person(world: World) -> User:
    return world.alice


def with_factor(world: World) -> User:
    give_app(world.alice)
    return world.alice


def request(world: World) -> Any:
    return support_requests.send_request(
        account=world.alice, name="Alice", email="alice@example.org", category="quality",
        subject="A sock", message="It is gone.", now=NOW,
    )  # fmt: skip


def group(_world: World) -> Group:
    return Group.objects.create(name="translators")


def replaced_text(world: World) -> None:
    own_words.put(operator=world.dora, now=NOW, **NOTICE, title="Ready", body="It is there.", seen=0)


NOTICE = {"key": "data_export", "language": "en"}
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
SCENES: dict[tuple[str, str], Scene] = {
    ("orders.order", "check_data"): Scene(),
    ("orders.order", "to_confirmed"): Scene(at_status("pending")),
    ("orders.order", "to_pickup"): Scene(at_status("confirmed")),
    ("orders.order", "to_washing"): Scene(at_status("pickup")),
    ("orders.order", "to_delivery"): Scene(at_status("washing")),
    ("orders.order", "to_completed"): Scene(at_status("delivery")),
    ("orders.order", "to_cancelled"): Scene(at_status("confirmed"), WHY),
    ("orders.order", "advance_chosen"): Scene(at_status("pickup")),
    ("orders.order", "cancel_chosen"): Scene(at_status("confirmed"), WHY),
    ("orders.order", "refund"): Scene(at_status("completed"), WHY | {"amount": "5.00"}, looks=1),
    ("orders.order", "hold_money"): Scene(at_status("completed"), WHY),
    ("orders.order", "release_money"): Scene(held),
    **{
        ("orders.recurringbooking", f"{act}_{where}"): Scene(paused_series if act == "resume" else series)
        for act in ("pause", "resume", "end")
        for where in ("it", "chosen")
    },
    ("orders.refund", "try_again"): Scene(failed_refund),
    ("orders.refund", "mark_paid_by_bank"): Scene(
        failed_refund, {"reference": "2 Dec, UBS 1"}, {"reference": "2 Dec, UBS 2"}
    ),
    ("orders.refund", "settle_paid_twice"): Scene(
        refund_paid_twice, {"outcome": "It came back"}, {"outcome": "Given up"}
    ),
    ("orders.stripeevent", "try_again"): Scene(failed_event),
    ("marketplace.outboxmessage", "try_again"): Scene(failed_message),
    ("marketplace.job", "try_again"): Scene(failed_job),
    ("orders.refund", "borne_by_platform"): Scene(partial(refund_borne_by, "provider")),
    ("orders.refund", "borne_by_provider"): Scene(partial(refund_borne_by, "platform")),
    ("orders.dispute", "borne_by_platform"): Scene(partial(dispute_borne_by, "provider")),
    ("orders.dispute", "borne_by_provider"): Scene(partial(dispute_borne_by, "platform")),
    ("orders.payout", "make_week"): Scene(owed, then=lambda _world: tasks.make_payouts()),
    ("orders.payout", "make_bank_file"): Scene(payout),
    ("orders.payout", "make_bank_file_again"): Scene(filed_payout),
    ("orders.payout", "mark_paid"): Scene(payout, {"reference": "UBS 1"}, {"reference": "UBS 2"}),
    ("orders.payout", "mark_it_paid"): Scene(payout, {"reference": "UBS 1"}, {"reference": "UBS 2"}),
    ("orders.payout", "mark_failed"): Scene(paid_payout, WHY),
    ("orders.payout", "mark_it_failed"): Scene(paid_payout, WHY),
    ("orders.payout", "pay_through_stripe"): Scene(stripe_payout),
    ("orders.payout", "pay_it_through_stripe"): Scene(stripe_payout),
    ("providers.provider", "approve_chosen"): Scene(paused_provider),
    ("providers.provider", "open_it"): Scene(paused_provider),
    ("providers.provider", "pause_chosen"): Scene(provider, WHY),
    ("providers.provider", "pause_it"): Scene(provider, WHY),
    ("providers.provider", "change"): Scene(provider, {"bio": "Since 1987"}, {"late_fee_percent": "20"}),
    ("providers.provider", "add"): Scene(typed=NEW_PROVIDER, other={"business_name": "Salon Alice"}),
    ("providers.application", "approve_it"): Scene(application),
    ("providers.application", "ask_it"): Scene(application, WHY),
    ("providers.application", "reject_it"): Scene(application, WHY),
    ("providers.application", "record_cover"): Scene(application, COVER, {"amount": "3000000"}),
    ("providers.review", "hide"): Scene(review, WHY),
    ("providers.review", "hide_chosen"): Scene(review, WHY),
    ("providers.review", "show_again"): Scene(hidden_review, WHY),
    ("providers.review", "show_chosen"): Scene(hidden_review, WHY),
    ("providers.reviewreport", "keep"): Scene(report, WHY),
    ("scheduling.timeslot", "close_chosen"): Scene(slot),
    ("scheduling.timeslot", "open_chosen"): Scene(closed_slot),
    ("scheduling.weeklywindow", "change"): Scene(window, {"capacity": "5"}, {"end_time": "13:00"}),
    ("scheduling.weeklywindow", "add"): Scene(typed=WINDOW, other={"capacity": "5"}),
    ("scheduling.weeklywindow", "delete"): Scene(window),
    ("scheduling.weeklywindow", "delete_selected"): Scene(window),
    ("scheduling.dayoff", "change"): Scene(day_off, {"note": "Lisbon"}, {"end_on": "2026-12-05"}),
    ("scheduling.dayoff", "add"): Scene(typed=DAYS, other={"note": "Lisbon"}),
    ("scheduling.dayoff", "delete"): Scene(day_off),
    ("scheduling.dayoff", "delete_selected"): Scene(day_off),
    ("accounts.user", "change"): Scene(person, {"first_name": "Alicia"}, {"last_name": "Frei"}),
    ("accounts.user", "add"): Scene(typed=PERSON | PASSWORD, other={"first_name": "Leonie"}),
    ("accounts.user", "password_change"): Scene(person, PASSWORD, OTHER_PASSWORD),
    ("accounts.user", "reset_second_factor"): Scene(with_factor, WHY),
    ("accounts.supportrequest", "answer_it"): Scene(request, {"body": "Found."}, {"body": "Lost."}),
    ("accounts.supportrequest", "close_it"): Scene(request),
    ("accounts.noticewords", "texts"): Scene(nothing, WORDS, {"body": "Look at it."}, query=NOTICE),
    ("accounts.noticewords", "texts, reset"): Scene(replaced_text, {"reset": ""}, query=NOTICE),
    ("auth.group", "change"): Scene(group, {"name": "Translators"}, {"permissions": ["1"]}),
    ("auth.group", "add"): Scene(typed={"name": "drivers"}),
    ("auth.group", "delete"): Scene(group),
    ("auth.group", "delete_selected"): Scene(group),
    ("marketplace.figureversion", "decide"): Scene(
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
        for name in ("make_bank_file_again", "mark_paid", "mark_failed", "pay_through_stripe")
    ),
    ("accounts.user", "reset_second_factor"),
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
