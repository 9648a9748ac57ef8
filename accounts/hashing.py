"""The queue of passwords that are hashed.

One long-lived thread hashes all passwords of a process, about forty a second. A thread that has hashed keeps
the 19 MiB it took; hashing in the request threads would keep them dozens of times.
"""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from django.utils.translation import gettext as _
from rest_framework import status

from marketplace.errors import DomainError

T = TypeVar("T")

#: How many seconds a password waits for its turn. Whoever waits holds a thread of the server.
LONGEST_WAIT = 5.0
_RETRY_AFTER_SECONDS = 5

_queue = ThreadPoolExecutor(1, thread_name_prefix="hashing")


class PasswordsBusy(DomainError):
    """So many passwords are to be checked that this one was not; the call may be sent again (503)."""

    status = status.HTTP_503_SERVICE_UNAVAILABLE
    code = "passwords_busy"

    def __init__(self) -> None:
        super().__init__(
            _("So many people are signing in right now that this has to wait. Please try again in a moment."),
            headers={"Retry-After": str(_RETRY_AFTER_SECONDS)},
        )


def in_turn(work: Callable[[str, str], T], first: str, second: str) -> T:
    """Return what ``work`` returns in the hashing thread; blocks while others are hashed.

    Raises :class:`PasswordsBusy` if its turn does not come in time: then it is not done at all.
    """
    waiting = _queue.submit(work, first, second)
    try:
        return waiting.result(LONGEST_WAIT)
    except TimeoutError:
        if waiting.cancel():
            raise PasswordsBusy from None
    # Its turn has come: it is done in a few hundredths of a second.
    return waiting.result()
