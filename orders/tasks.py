"""Celery tasks: each calls one rule, and may run twice, late or concurrently."""

from datetime import date
from uuid import UUID

from celery import shared_task

from marketplace import clock
from marketplace.jobs import outbox
from orders.checks import data_checks
from orders.claims import photos as claim_photos
from orders.documents import credit_notes, fee_invoices, making, receipts
from orders.lifecycle import handovers, holds, positions, reviewing, substitutes
from orders.payments import reconciling, refunds, saved_cards, webhooks
from orders.payouts import statement_files, weekly_run
from orders.privacy import erasing
from orders.recurring import charging, occurrence_placing, occurrences


@shared_task(name="orders.expire_unpaid_orders")
def expire_unpaid_orders() -> int:
    """Cancel the unpaid orders whose hold has expired."""
    return holds.expire_unpaid(now=clock.now())


@shared_task(name="orders.cancel_unanswered_orders")
def cancel_unanswered_orders() -> int:
    """Cancel and refund the orders that their provider has not answered in time."""
    return holds.cancel_unanswered(now=clock.now())


@shared_task(name="orders.cancel_untaken_orders")
def cancel_untaken_orders() -> int:
    """Cancel and refund the orders that were handed back and that nobody took."""
    return holds.cancel_untaken(now=clock.now())


@shared_task(name="orders.offer_substitutes")
def offer_substitutes() -> int:
    """Offer both sides a substitute where a provider is an hour late and silent."""
    return substitutes.offer_due(now=clock.now())


@shared_task(name="orders.forget_positions")
def forget_positions() -> int:
    """Delete shared positions without an update for an hour, or of orders no longer on the way."""
    return positions.forget(now=clock.now())


@shared_task(name="orders.publish_reviews")
def publish_reviews() -> int:
    """Publish the reviews that have waited for the other side for seven days."""
    return reviewing.publish_due(now=clock.now())


@shared_task(name="orders.execute_refunds")
def execute_refunds() -> int:
    """Carry out the refunds that are due at Stripe."""
    return refunds.execute_due(now=clock.now())


@shared_task(name="orders.process_stripe_events")
def process_stripe_events() -> int:
    """Process the webhook events that are due; return how many succeeded."""
    return webhooks.process_due_events(now=clock.now())


@shared_task(name="orders.reconcile_payments")
def reconcile_payments() -> int:
    """Compare the open payments with Stripe, and save outstanding cards; return how many changed."""
    now = clock.now()
    return reconciling.reconcile(now=now).corrected + saved_cards.keep_all(now=now)


@shared_task(name="orders.compare_all_payments")
def compare_all_payments() -> int:
    """Compare the last weeks with Stripe and store the differences; return how many there are."""
    check = data_checks.compare_with_stripe(now=clock.now())
    return check.violations if check else 0


@shared_task(name="orders.extend_recurring_bookings")
def extend_recurring_bookings() -> int:
    """Make the dates of recurring bookings that have come within six weeks."""
    return occurrences.extend_due(now=clock.now())


@shared_task(name=occurrences.PLACING_TASK)
def place_recurring_orders() -> int:
    """Place the recurring orders that are due; charging them is a task of its own, woken by this one."""
    return occurrence_placing.place_due(now=clock.now())


@shared_task(name=charging.TASK)
def charge_recurring_orders() -> int:
    """Charge the saved cards of recurring orders that were placed; return how many were paid."""
    return charging.charge_due(now=clock.now())


@shared_task(name="orders.remind_of_recurring_payments")
def remind_of_recurring_payments() -> int:
    """Remind the customers whose recurring orders still wait for their payment."""
    return charging.remind_due(now=clock.now())


@shared_task(name=weekly_run.TASK)
def make_payouts() -> int:
    """Make the payouts of the week that is over; return how many."""
    return weekly_run.make_due(now=clock.now())


@shared_task(name=receipts.TASK)
def issue_receipts() -> int:
    """Make the receipts of paid orders, and credit notes; return how many receipts."""
    now = clock.now()
    made = receipts.issue_due(now=now)
    if credit_notes.issue_due(now=now) or made:
        outbox.wake(making.TASK)
    return made


@shared_task(name=making.TASK)
def make_documents() -> int:
    """Make the files of receipts, credit notes and fee invoices; return how many."""
    return making.make_due(now=clock.now())


@shared_task(name=statement_files.TASK)
def make_statement(provider_id: str, month: str, language: str) -> bool:
    """Make the PDF of a provider's statement of a month, as in ``2026-11-01``; tell whether it was due."""
    first = date.fromisoformat(month)
    return statement_files.make(
        provider_id=UUID(provider_id), first=first, language=language, now=clock.now()
    )


@shared_task(name=fee_invoices.TASK)
def make_fee_invoices() -> int:
    """Make the invoices of the fee for the months that are over; return how many."""
    return fee_invoices.make_due(now=clock.now())


@shared_task(name=data_checks.TASK)
def check_data() -> int | None:
    """Check every invariant of the data and store the violations; return how many there are."""
    check = data_checks.carry_out(now=clock.now())
    return check.violations if check else None


@shared_task(name="orders.remove_handover_photos")
def remove_handover_photos() -> int:
    """Remove the photos of orders that were completed 90 days ago; return how many."""
    return handovers.remove_old_photos(now=clock.now())


@shared_task(name="orders.prune_webhook_events")
def prune_webhook_events() -> int:
    """Delete old webhook events; return how many."""
    return webhooks.prune(now=clock.now())


@shared_task(name="orders.forget_old_orders")
def forget_old_orders() -> int:
    """Erase addresses and texts of old orders; return of how many."""
    return erasing.forget_old(now=clock.now())


@shared_task(name="orders.remove_message_photos")
def remove_message_photos() -> int:
    """Remove the photos of old conversations and damage claims; return how many."""
    now = clock.now()
    return erasing.forget_photos(now=now) + claim_photos.remove_old(now=now)
