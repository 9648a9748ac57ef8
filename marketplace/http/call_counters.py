"""Request counters per time window, shared by all processes.

A query to Redis costs more than most of the requests that are counted. So a process claims requests ahead: as
many as it has used, ten at most, a second's worth of the limit, and a small share of what is left of it.
Infrequent callers, small limits and the last part before a limit are counted one by one.
"""

import logging
from collections import OrderedDict
from functools import lru_cache
from threading import Lock
from typing import TYPE_CHECKING

from django.conf import settings
from django.core.cache import cache

if TYPE_CHECKING:
    from redis import Redis

logger = logging.getLogger(__name__)

MOST_AHEAD = 10
# A process claims at most this fraction of what is left: other processes claim at the same moment.
SHARE_OF_SPARE = 16
MOST_HELD = 4096


class _Held:
    """A process's share of a counter: calls used, calls claimed but unused, and the limit's rest."""

    __slots__ = ("left", "spare", "used")

    def __init__(self) -> None:
        self.used, self.left, self.spare = 0, 0, 0


_held: OrderedDict[str, _Held] = OrderedDict()
_lock = Lock()


def forget() -> None:
    """Forget this process's share of every counter."""
    with _lock:
        _held.clear()


def use_held(key: str) -> bool:
    """Use one of the calls claimed ahead, if one is left."""
    with _lock:
        held = _held.get(key)
        if held is None or not held.left:
            return False
        held.left -= 1
        held.used += 1
        return True


def how_many_to_take(key: str, *, most: int) -> int:
    """Return how many calls to claim at once, at most ``most``, and at least the current one."""
    with _lock:
        held = _held.get(key)
        if held is None:
            return 1
        return max(1, min(held.used, most, MOST_AHEAD, held.spare // SHARE_OF_SPARE))


def hold(key: str, *, taken: int, spare: int) -> None:
    """Keep the claimed calls except the current one; ``spare`` is what is left of the limit."""
    if not settings.REDIS_URL:
        return  # counters in process memory need no claims ahead
    with _lock:
        held = _held.setdefault(key, _Held())
        _held.move_to_end(key)
        held.used, held.left, held.spare = held.used + 1, held.left + taken - 1, spare
        if len(_held) > MOST_HELD:
            _held.popitem(last=False)


def take(key: str, key_before: str, *, calls: int, seconds: int) -> tuple[int, int]:
    """Add calls to the counter of this window; return it and the counter of the window before.

    Zeros when the counters are unreachable: then nothing is limited, and the product keeps working.
    """
    try:
        return _add(key, key_before, calls, seconds)
    except Exception as error:  # noqa: BLE001 - any error of the driver
        logger.warning("Calls cannot be counted: %s", error)
        return 0, 0


def give_back(key: str, *, calls: int) -> None:
    """Subtract refused calls from a counter, if it is reachable."""
    try:
        if settings.REDIS_URL:
            _redis(settings.REDIS_URL).decrby(key, calls)
        else:
            cache.decr(key, calls)
    except Exception as error:  # noqa: BLE001 - any error of the driver
        logger.warning("Calls cannot be counted: %s", error)


@lru_cache(maxsize=1)
def _redis(address: str) -> "Redis":
    from redis import Redis  # noqa: PLC0415 - slow to import, and optional

    return Redis.from_url(address, socket_connect_timeout=1, socket_timeout=1)


def _add(key: str, key_before: str, calls: int, seconds: int) -> tuple[int, int]:
    """Increment a counter and read the one before: with Redis in one round trip."""
    if settings.REDIS_URL:
        counting = _redis(settings.REDIS_URL).pipeline(transaction=False)
        counting.incrby(key, calls)
        counting.expire(key, 2 * seconds)
        counting.get(key_before)
        counted, _, before = counting.execute()
        return int(counted), int(before or 0)
    cache.add(key, 0, timeout=2 * seconds)
    return cache.incr(key, calls), cache.get(key_before, 0)
