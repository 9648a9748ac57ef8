"""Signed links let anybody in, so each network address may use them only so often in a minute."""

import pytest

from conftest import client_for
from orders.payments import pay_links

pytestmark = pytest.mark.django_db
HERE, ELSEWHERE = "203.0.113.7", "203.0.113.8"
MINUTE = 1_800_000_000.0


@pytest.fixture(autouse=True)
def clock_of_the_limits(monkeypatch) -> None:
    monkeypatch.setattr("marketplace.http.throttling.time.time", lambda: MINUTE)


def read(path: str, *, address: str = HERE, user=None):
    return client_for(user).get(path, REMOTE_ADDR=address)


def write(path: str, *, address: str = HERE, user=None):
    return client_for(user).post(path, REMOTE_ADDR=address)


@pytest.fixture
def pay_link(order) -> str:
    return f"/api/pay-links/{pay_links.path_for(order.pk).removeprefix('/pay/')}"


def test_an_address_may_write_so_often_and_is_notified_when_it_may_again(
    settings, monkeypatch, pay_link
) -> None:
    settings.LINK_WRITES_PER_MINUTE = 3

    responses = [write(f"{pay_link}/payment-return") for _ in range(4)]

    assert [response.status_code for response in responses] == [200, 200, 200, 429]
    wait = int(responses[3]["Retry-After"])
    assert responses[3].json() == {
        "message": f"Too many requests. Please try again in {wait} seconds.",
        "code": "throttled",
    }
    assert write(f"{pay_link}/payment-return", address=ELSEWHERE).status_code == 200
    monkeypatch.setattr("marketplace.http.throttling.time.time", lambda: MINUTE + wait)
    assert write(f"{pay_link}/payment-return").status_code == 200


def test_reads_are_counted_apart_from_writes(settings, pay_link) -> None:
    settings.LINK_READS_PER_MINUTE, settings.LINK_WRITES_PER_MINUTE = 2, 1

    assert [write(f"{pay_link}/payment-return").status_code for _ in range(2)] == [200, 429]
    assert [read(pay_link).status_code for _ in range(3)] == [200, 200, 429]


@pytest.mark.parametrize("call", [read, write])
def test_guesses_count_for_every_kind_of_link_together(settings, call) -> None:
    settings.LINK_READS_PER_MINUTE = settings.LINK_WRITES_PER_MINUTE = 2
    pay = "/api/pay-links/guess" + ("/payment-intent" if call is write else "")

    assert [call(path).status_code for path in ("/api/skip-links/guess", pay)] == [404, 404]
    assert call("/api/skip-links/guess").status_code == 429
    assert call(pay).status_code == 429


def test_signing_in_lends_no_second_allowance(settings, alice, chiara, pay_link) -> None:
    settings.LINK_WRITES_PER_MINUTE = 1

    responses = [write(f"{pay_link}/payment-return", user=user) for user in (alice, chiara, None)]

    assert [response.status_code for response in responses] == [200, 429, 429]


def test_a_refused_call_changes_nothing(settings, stripe, pay_link) -> None:
    settings.LINK_WRITES_PER_MINUTE = 0

    assert write(f"{pay_link}/payment-intent").status_code == 429
    assert stripe.objects("payment_intent") == []


def test_what_a_page_does_is_far_from_the_limits(stripe, pay_link) -> None:
    visits = [(read(pay_link), write(f"{pay_link}/payment-intent")) for _ in range(12)]

    assert {response.status_code for visit in visits for response in visit} == {200}
    assert write(f"{pay_link}/payment-return").status_code == 200
