"""An account's favourite providers."""

from datetime import timedelta
from functools import partial
from uuid import uuid4

import pytest

from conftest import client_for, make_provider, make_user
from marketplace.tests.racing import insisting, race
from providers import favourites
from providers.models import Favourite, Provider

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("now")]


def favorites_of(person) -> list[str]:
    response = client_for(person).get("/api/favourites")
    assert response.status_code == 200
    return [entry["providerId"] for entry in response.json()]


def keep(person, provider):
    return client_for(person).put(f"/api/favourites/{provider.pk}")


def test_the_newest_favourite_stands_first(alice, salon, time_machine, now) -> None:
    other = make_provider(make_user("other"))
    assert favorites_of(alice) == []

    assert keep(alice, salon).status_code == 204
    time_machine.move_to(now + timedelta(minutes=1))
    assert keep(alice, other).status_code == 204

    assert favorites_of(alice) == [str(other.pk), str(salon.pk)]


def test_kept_twice_is_kept_once_and_so_is_removing(alice, salon) -> None:
    assert [keep(alice, salon).status_code for _ in range(2)] == [204, 204]
    assert favorites_of(alice) == [str(salon.pk)]

    responses = [client_for(alice).delete(f"/api/favourites/{salon.pk}") for _ in range(2)]

    assert [response.status_code for response in responses] == [204, 204]
    assert favorites_of(alice) == []


def test_everybody_has_their_own(alice, chiara, salon) -> None:
    keep(alice, salon)

    assert favorites_of(chiara) == []
    assert client_for(chiara).delete(f"/api/favourites/{salon.pk}").status_code == 204
    assert favorites_of(alice) == [str(salon.pk)]


@pytest.mark.parametrize("status", ["draft", "submitted", "rejected"])
def test_nobody_is_kept_whom_nobody_can_look_at(alice, salon, status) -> None:
    keep(alice, salon)
    Provider.objects.update(status=status)

    response = keep(alice, salon)

    assert (response.status_code, response.json()["code"]) == (404, "not_found")
    assert favorites_of(alice) == []


def test_a_provider_who_does_not_exist_is_not_found(alice) -> None:
    assert client_for(alice).put(f"/api/favourites/{uuid4()}").status_code == 404
    assert client_for(alice).delete(f"/api/favourites/{uuid4()}").status_code == 404
    assert client_for(alice).put("/api/favourites/someone").status_code == 404


def test_who_is_paused_stays_among_them(alice, salon) -> None:
    keep(alice, salon)
    Provider.objects.update(status="paused")

    assert favorites_of(alice) == [str(salon.pk)]


def test_no_more_than_two_hundred(alice, salon, monkeypatch) -> None:
    monkeypatch.setattr(favourites, "MOST_FAVOURITES", 2)
    for number in range(2):
        assert keep(alice, make_provider(make_user(f"other{number}"))).status_code == 204

    response = keep(alice, salon)

    assert (response.status_code, response.json()["code"]) == (409, "too_many_favourites")
    assert len(favorites_of(alice)) == 2


def test_who_is_not_public_any_more_does_not_count(alice, salon, monkeypatch) -> None:
    monkeypatch.setattr(favourites, "MOST_FAVOURITES", 1)
    gone = make_provider(make_user("other"))
    keep(alice, gone)
    Provider.objects.filter(pk=gone.pk).update(status="rejected")

    assert keep(alice, salon).status_code == 204

    assert favorites_of(alice) == [str(salon.pk)]
    assert keep(alice, make_provider(make_user("third"))).status_code == 409


@pytest.mark.parametrize("number", [1, 30])
def test_takes_few_statements_whatever_the_number(alice, number, django_assert_max_num_queries) -> None:
    for count in range(number):
        keep(alice, make_provider(make_user(f"other{count}")))
    client = client_for(alice)
    client.get("/api/favourites")

    with django_assert_max_num_queries(4):
        assert len(client.get("/api/favourites").json()) == number


@pytest.mark.race
@pytest.mark.django_db(transaction=True)
def test_the_last_place_is_given_once(alice, monkeypatch) -> None:
    monkeypatch.setattr(favourites, "MOST_FAVOURITES", 1)
    providers = [make_provider(make_user(f"other{number}")) for number in range(6)]

    def act(provider: Provider) -> int:
        return insisting(lambda: keep(alice, provider).status_code)

    statuses = race([partial(act, provider) for provider in providers])

    assert Favourite.objects.filter(user=alice).count() == 1
    assert sorted(statuses) == [204, *[409] * 5]
