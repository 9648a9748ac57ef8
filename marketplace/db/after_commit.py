"""Callbacks that run once after a commit, however often the transaction asked for them."""

from collections.abc import Callable
from functools import partial
from weakref import WeakKeyDictionary

from django.db import connection, connections, transaction
from django.db.backends.base.base import BaseDatabaseWrapper

Act = Callable[[], None]

# The current round of each connection for an act. A connection has one transaction at a time and belongs
# to one thread, so all registrations since the last commit belong to one commit.
_rounds: WeakKeyDictionary[BaseDatabaseWrapper, dict[Act, "_Round"]] = WeakKeyDictionary()


class _Round:
    """The registrations of one act that one commit serves together."""

    is_over = False


def once_after_commit(act: Act) -> None:
    """Call ``act`` once when the current transaction is committed, and never if it is rolled back.

    ``act`` must be the same function each time, such as a module's. Outside a transaction it is called at
    once. Every call registers with Django's ``on_commit``, so that one whose savepoint is rolled back is
    dropped; the first that runs marks its round as done. The registrations of a rolled-back transaction never
    run, and their round serves the next transaction.
    """
    rounds = _rounds.setdefault(connections[connection.alias], {})
    this = rounds.setdefault(act, _Round())
    transaction.on_commit(partial(_act_once, act, this, rounds))


def _act_once(act: Act, this: _Round, rounds: dict[Act, _Round]) -> None:
    if this.is_over:
        return
    # If the act registers itself again, that is a new round.
    this.is_over = True
    del rounds[act]
    act()
