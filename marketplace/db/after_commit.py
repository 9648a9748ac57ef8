"""What is done once after a commit, however many parts of the transaction asked for it."""

from collections.abc import Callable
from functools import partial
from weakref import WeakKeyDictionary

from django.db import connection, connections, transaction
from django.db.backends.base.base import BaseDatabaseWrapper

Act = Callable[[], None]

# The round that each connection's open transaction has for an act. A connection has one transaction at
# a time and belongs to one thread, so what was registered since the last commit is one commit's.
_rounds: WeakKeyDictionary[BaseDatabaseWrapper, dict[Act, "_Round"]] = WeakKeyDictionary()


class _Round:
    """The registrations that one commit answers together."""

    is_over = False


def once_after_commit(act: Act) -> None:
    """Call ``act`` once when the present transaction is committed, and never if it is rolled back.

    ``act`` must be the same function each time, such as one of a module. Outside a transaction it
    is called at once. Every registration is Django's own, so that one whose savepoint is rolled
    back falls away; the first that is called takes the rest of its round with it. The registrations
    of a transaction that was rolled back are never called, and their round serves the next one.
    """
    rounds = _rounds.setdefault(connections[connection.alias], {})
    this = rounds.setdefault(act, _Round())
    transaction.on_commit(partial(_act_once, act, this, rounds))


def _act_once(act: Act, this: _Round, rounds: dict[Act, _Round]) -> None:
    if this.is_over:
        return
    # What the act itself asks for again is another round.
    this.is_over = True
    del rounds[act]
    act()
