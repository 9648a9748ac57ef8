"""The rows that the actions of the admin site act on, each made as the product makes it."""

from collections.abc import Callable
from datetime import date, time, timedelta
from decimal import Decimal
from typing import Any

from django.contrib.auth.models import Group

from accounts import own_words, support_requests
from accounts.models import User
from accounts.tests.soft_factors import give_app
from conftest import WEDNESDAY as NOW
from conftest import client_for, make_slot, make_user
from marketplace.jobs.models import Job, OutboxMessage
from orders.claims.claiming import Report, answer_claim, report_damage
from orders.lifecycle import reviewing
from orders.models import (
    DamageClaim,
    Dispute,
    Order,
    Payout,
    PayoutAccount,
    Refund,
    StripeAccount,
    StripeEvent,
)
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

NOTICE = {"key": "data_export", "language": "en"}


class World:
    """The people of the setups, and the clock and Stripe that some of them need."""

    def __init__(self, *, alice: User, salon: Provider, dora: User, time_machine: Any, stripe: Any) -> None:
        self.alice, self.salon, self.dora = alice, salon, dora
        self.time_machine, self.stripe = time_machine, stripe

    def order_at(self, status: str) -> Order:
        return order_at(self.alice, make_slot(self.salon), status)


def nothing(_world: World) -> None:
    """Prepare nothing, or wait for nothing."""


# --- Orders and what belongs to them ----------------------------------------------------------------------


def at_status(status: str) -> Callable[[World], Order]:
    return lambda world: world.order_at(status)


def claim(world: World) -> DamageClaim:
    """Return a damage claim that the provider has answered."""
    order = world.order_at("completed")
    made = report_damage(order_id=order.pk, report=Report("A stain."), now=NOW)
    return answer_claim(order_id=order.pk, claim_id=made.pk, statement="No.", photos=[], now=NOW)


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
        booking_id=series(world).pk, until=date(2026, 12, 9), now=world.time_machine.now
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


def returned_payout(world: World) -> Payout:
    return paying.mark_failed(payout_id=paid_payout(world).pk, note="AC04 account closed", now=MONDAY)


def stripe_payout(world: World) -> Payout:
    account_id = connect_gateway.create_account(provider_id=world.salon.pk, now=NOW)
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


def renewed_certificate(world: World) -> Application:
    row = application(world)
    approving.approve(provider_id=row.pk, now=NOW)
    sent = applicants.send(client_for(row.provider.user), "insuranceCertificate")
    assert sent.status_code == 200, sent.json()
    return row


def review(world: World) -> Review:
    order = world.order_at("completed")
    reviewing.rate_customer(order_id=order.pk, rating=5, now=NOW)
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
    set_closed(slot_id=row.pk, closed=True, note="A test", now=NOW)
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
