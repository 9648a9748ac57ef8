"""The counters of rate limits in Redis: exact for one process, shared by several, with few queries."""

from collections import OrderedDict

import pytest
from redis import Redis

from conftest import client_for
from marketplace.http import call_counters
from tools import services

pytestmark = pytest.mark.django_db
HERE = "203.0.113.7"
LIMIT = 600
MINUTE = 1_800_000_000.0


@pytest.fixture(scope="module")
def address():
    with services.redis() as address:
        yield address


@pytest.fixture(autouse=True)
def redis(address, settings, monkeypatch, now):
    """Count in an empty Redis, from the start of a minute."""
    settings.REDIS_URL, settings.NEARBY_LISTS_PER_MINUTE = address, LIMIT
    monkeypatch.setattr("marketplace.http.throttling.time.time", lambda: MINUTE)
    call_counters.forget()
    with Redis.from_url(address) as redis:
        redis.flushall()
        yield redis
    call_counters.forget()
    call_counters._redis.cache_clear()


def read(path: str = "/api/providers/8001"):
    return client_for().get(path, REMOTE_ADDR=HERE)


def test_the_call_after_the_last_is_refused(monkeypatch) -> None:
    responses = [read() for _ in range(LIMIT + 1)]

    assert [response.status_code for response in responses] == [200] * LIMIT + [429]
    wait = int(responses[-1]["Retry-After"])
    monkeypatch.setattr("marketplace.http.throttling.time.time", lambda: MINUTE + wait - 1)
    assert read().status_code == 429
    monkeypatch.setattr("marketplace.http.throttling.time.time", lambda: MINUTE + wait)
    assert read().status_code == 200


def test_most_calls_ask_nothing_of_redis(redis) -> None:
    redis.config_resetstat()

    assert {read().status_code for _ in range(400)} == {200}

    assert redis.info("commandstats")["cmdstat_incrby"]["calls"] <= 400 / 8


def test_who_calls_seldom_is_counted_call_by_call(redis) -> None:
    for _ in range(3):
        read()

    assert counted(redis) <= 4


def counted(redis: Redis) -> int:
    """Return the sum of the counters."""
    return sum(int(redis.get(key) or 0) for key in redis.scan_iter("calls:*"))


def test_processes_share_a_limit(monkeypatch) -> None:
    processes = [OrderedDict() for _ in range(4)]

    def in_turn(number: int) -> int:
        monkeypatch.setattr(call_counters, "_held", processes[number % len(processes)])
        return read().status_code

    responses = [in_turn(number) for number in range(LIMIT + 100)]

    # A process may still use the calls it has claimed when the others have used up the rest.
    assert LIMIT - 40 <= responses.count(200) <= LIMIT
    assert responses[-4:] == [429] * 4


def test_refused_calls_are_given_back(redis) -> None:
    for _ in range(LIMIT + 50):
        read()

    assert counted(redis) == LIMIT


def test_a_small_limit_is_counted_call_by_call(redis, settings) -> None:
    settings.LISTS_PER_MINUTE = 30

    assert [read("/api/providers").status_code for _ in range(31)] == [200] * 30 + [429]
    assert counted(redis) == 30
