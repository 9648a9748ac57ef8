"""Obstacles to generating slots: a transaction that holds the provider's lock, and a failing INSERT."""

from collections.abc import Iterator
from contextlib import contextmanager
from threading import Event, Thread
from uuid import UUID

from django.db import connection, connections, transaction

from providers import approving
from providers.models import Provider

BREAKS = {
    "sqlite": [
        """CREATE TRIGGER breaks BEFORE INSERT ON scheduling_timeslot WHEN NEW.provider_id = '{hex}'
        BEGIN SELECT RAISE(ABORT, 'broken'); END"""
    ],
    "postgresql": [
        """CREATE FUNCTION breaks() RETURNS trigger LANGUAGE plpgsql AS
        $$ BEGIN RAISE EXCEPTION 'broken'; END $$""",
        """CREATE TRIGGER breaks BEFORE INSERT ON scheduling_timeslot FOR EACH ROW
        WHEN (NEW.provider_id = '{hex}') EXECUTE FUNCTION breaks()""",
    ],
}


def breaks_for(provider: Provider) -> None:
    """Make the database refuse every slot of one provider."""
    with connection.cursor() as cursor:
        for statement in BREAKS[connection.vendor]:
            cursor.execute(statement.format(hex=provider.pk.hex))


@contextmanager
def arranging(provider_id: UUID) -> Iterator[None]:
    """Hold a provider's lock in a transaction on another connection until the block ends."""
    holds, may_end = Event(), Event()

    def hold() -> None:
        try:
            with transaction.atomic():
                approving.locked_provider(provider_id)
                holds.set()
                may_end.wait(30)
        finally:
            connections.close_all()

    thread = Thread(target=hold)
    thread.start()
    try:
        if not holds.wait(10):
            raise RuntimeError("the provider's time could not be locked")
        yield
    finally:
        may_end.set()
        thread.join()
