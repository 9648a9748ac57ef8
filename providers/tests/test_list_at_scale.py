"""The list among many providers: bounded, ranked by the database, and made once for parallel requests."""

from collections.abc import Callable
from contextlib import nullcontext
from functools import partial
from itertools import count
from threading import Barrier

import pytest

from accounts.models import User
from conftest import NOW, client_for, make_provider, make_slot, make_user
from marketplace import clock
from marketplace.tests.proof import record
from marketplace.tests.racing import race
from providers import catalogue, selectors
from providers.api import list_cache
from providers.distance import distance_km
from providers.models import Provider, ServiceArea, average_rating
from providers.selectors import Listing
from scheduling.models import TimeSlot

MANY = 230
# Fewer than the connections in a process's pool.
CALLERS = 8
numbers = count()


def crowd(size: int, *codes: str) -> list[Provider]:
    """Create bookable providers, with ratings that repeat, in a few statements."""
    pattern = make_slot(make_provider(make_user(f"first{next(numbers)}"), status="paused"))
    people = User.objects.bulk_create(
        User(email=f"{next(numbers)}@crowd.example", first_name="Anna", last_name="Meier")
        for _ in range(size)
    )
    providers = Provider.objects.bulk_create(
        Provider(user=user, status="approved", rating_sum=10 + number % 40, review_count=10)
        if number % 11
        else Provider(user=user, status="approved")
        for number, user in enumerate(people)
    )
    ServiceArea.objects.bulk_create(
        ServiceArea(provider=provider, postal_code=code, position=position)
        for provider in providers
        for position, code in enumerate(codes)
    )
    TimeSlot.objects.bulk_create(
        TimeSlot(
            provider=provider,
            date=pattern.date,
            start_time=pattern.start_time,
            end_time=pattern.end_time,
            starts_at=pattern.starts_at,
            ends_at=pattern.ends_at,
            capacity=1,
        )
        for provider in providers
    )
    return providers


def ids(path: str) -> list[str]:
    """Return the ids that are listed, in order."""
    response = client_for().get(path)
    assert response.status_code == 200
    return [row["id"] for row in response.json()]


def stars(provider: Provider) -> float:
    """Return the rating by which equally near providers are ranked."""
    return average_rating(provider.rating_sum, provider.review_count)


@pytest.mark.django_db
def test_everywhere_lists_the_two_hundred_best_rated(now) -> None:
    providers = crowd(MANY, "3011")

    found = ids("/api/providers")

    best = sorted(providers, key=lambda provider: (-stars(provider), str(provider.pk)))
    assert found == [str(provider.pk) for provider in best[:200]]


@pytest.mark.django_db
def test_a_place_lists_the_two_hundred_nearest_the_best_rated_first(now) -> None:
    here, near, far = crowd(90, "8400", "8001"), crowd(90, "8032"), crowd(90, "8400")

    found = ids("/api/providers/8001")

    groups = [(here, 0.0), (near, distance_km("8001", ["8032"])), (far, distance_km("8001", ["8400"]))]
    assert [km for _, km in groups] == sorted(km for _, km in groups if km is not None)
    best = [
        str(provider.pk)
        for group, _ in groups
        for provider in sorted(group, key=lambda provider: (-stars(provider), str(provider.pk)))
    ]
    assert found == best[:200]


@pytest.mark.django_db
def test_passes_over_any_number_who_have_no_place(now) -> None:
    providers = crowd(MANY, "8001")
    best = sorted(providers, key=lambda provider: (-stars(provider), str(provider.pk)))
    TimeSlot.objects.filter(provider__in=best[: MANY - 20]).update(booked=1)

    expected = [str(provider.pk) for provider in best[MANY - 20 :]]
    assert ids("/api/providers") == ids("/api/providers/8001") == expected


@pytest.mark.django_db
def test_a_dense_city_is_one_statement_in_a_fresh_process(
    now, monkeypatch, django_assert_num_queries
) -> None:
    crowd(MANY, "8001", "8002", "8003")
    # The first list on a connection prepares its statement.
    assert ids("/api/providers/1201") == []
    monkeypatch.setattr(selectors, "_reach", {})

    # The version of the list, and the list.
    with django_assert_num_queries(2):
        assert len(ids("/api/providers/8001")) == 200


def lists_made_for(callers: int, *, make: Callable[[], object] | None) -> int:
    """Request one list from many threads at once; return how often it was read."""
    made = count(1)

    def read() -> Listing:
        if make is not None:
            make()
        next(made)
        return Listing([], clock.day_bounds(clock.local_date(NOW))[1])

    outcomes = race([partial(list_cache.rendered_list, key="crowd", now=NOW, read=read)] * callers)

    assert {rendered.content for rendered in outcomes} == {b"[]"}, outcomes
    return next(made) - 1


@pytest.mark.race
@pytest.mark.proof
@pytest.mark.django_db(transaction=True)
def test_a_list_is_made_at_most_twice_for_all_who_ask_at_once() -> None:
    list_cache.forget()
    catalogue.touch()

    made = lists_made_for(CALLERS, make=None)

    assert made <= 2
    record("T9 (stampede)", f"{CALLERS} callers at once after a change, {made} made", "at most 2")


@pytest.mark.race
@pytest.mark.django_db(transaction=True)
def test_without_turns_each_would_make_its_own(monkeypatch) -> None:
    list_cache.forget()
    catalogue.touch()
    monkeypatch.setattr(list_cache, "_turn", lambda _key: nullcontext(False))
    all_inside = Barrier(CALLERS)

    assert lists_made_for(CALLERS, make=lambda: all_inside.wait(30)) == CALLERS
