"""The infrastructure's tasks; each may run twice, late, or in parallel."""

from celery import shared_task

from marketplace import clock
from marketplace.files import private, remade
from marketplace.jobs import outbox, pruning
from marketplace.jobs.outbox import Queue

# Of what goes to very many a few are sent at a time.
_FEW = 50


@shared_task(name=Queue.DEFAULT.value)
def relay_outbox() -> None:
    """Relay the messages of the default queue."""
    outbox.relay(now=clock.now(), queue=Queue.DEFAULT)


@shared_task(name=Queue.EXPORTS.value)
def relay_exports() -> None:
    """Make copies of people's data, one at a time: documents and statements share the worker."""
    now = clock.now()
    if not outbox.is_relaying(queue=Queue.EXPORTS, now=now):
        outbox.relay(now=now, queue=Queue.EXPORTS)


@shared_task(name=Queue.MAIL.value)
def relay_mail() -> None:
    """Send the emails that are due; first those with a link, whose own run waits behind this one."""
    outbox.relay(now=clock.now(), queue=Queue.LINKS)
    outbox.relay(now=clock.now(), queue=Queue.MAIL)


@shared_task(name=Queue.BULK.value)
def relay_bulk() -> None:
    """Send some of the emails that go to very many; first all that somebody waits for."""
    relay_mail()
    outbox.relay(now=clock.now(), queue=Queue.BULK, limit=_FEW)


@shared_task(name=Queue.LINKS.value)
def relay_links() -> None:
    """Send the emails with a link that somebody waits for."""
    outbox.relay(now=clock.now(), queue=Queue.LINKS)


@shared_task(name=Queue.STRIPE.value)
def relay_stripe() -> None:
    """Relay the messages that call Stripe."""
    outbox.relay(now=clock.now(), queue=Queue.STRIPE)


@shared_task(name=Queue.PUSH.value)
def relay_push() -> None:
    """Relay the due notifications to the push services."""
    outbox.relay(now=clock.now(), queue=Queue.PUSH)


@shared_task(name=Queue.BULK_PUSH.value)
def relay_bulk_push() -> None:
    """Relay some of the notifications that go to very many; first all others."""
    relay_push()
    outbox.relay(now=clock.now(), queue=Queue.BULK_PUSH, limit=_FEW)


@shared_task(name="marketplace.prune")
def prune() -> None:
    """Delete rows past their retention."""
    now = clock.now()
    pruning.prune(now=now)
    pruning.pack_responses(now=now)


@shared_task(name="marketplace.remove_stray_files")
def remove_stray_files() -> None:
    """Remove files that no row names, and those that can be made again."""
    now = clock.now()
    private.sweep(now=now)
    remade.sweep(now=now)
