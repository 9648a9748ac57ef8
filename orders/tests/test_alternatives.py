"""Alternative providers: after a cancellation, and where a pickup is too soon for manual confirmation."""

from datetime import time, timedelta

import pytest

from conftest import WEDNESDAY as NOW
from conftest import client_for, make_provider, make_slot, make_user
from marketplace import clock
from orders.lifecycle import holds
from orders.models import Order
from orders.tests.booking import book, order_payload, pay
from orders.tests.counting import statements
from providers.models import Provider

pytestmark = pytest.mark.at(NOW)

TODAY = clock.local_date(NOW)


def other_provider(name: str, *codes: str, start: time = time(12), **fields) -> Provider:
    """Create a provider with a free hour tomorrow, by default at noon."""
    provider = make_provider(make_user(name), *codes, **fields)
    make_slot(provider, start=start)
    return provider


def offered(user, order: Order) -> list[str]:
    response = client_for(user).get(f"/api/orders/{order.pk}/alternatives")
    assert response.status_code == 200, response.json()
    return [row["id"] for row in response.json()]


def ids(*providers: Provider) -> list[str]:
    return [str(provider.pk) for provider in providers]


@pytest.fixture
def declined(now, alice, bruno, salon, slot) -> Order:
    """Return alice's paid order that bruno has declined."""
    salon.accepts_instantly = False
    salon.save(update_fields=["accepts_instantly"])
    order = book(alice, slot)
    pay(order)
    response = client_for(bruno).post(f"/api/orders/{order.pk}/status", {"status": "cancelled"})
    assert response.json()["status"] == "cancelled"
    return order


def test_after_a_decline_providers_with_that_hour_are_offered_the_nearest_first(declined, alice) -> None:
    far = other_provider("far", "8400")
    near = other_provider("near", "8001")
    other_provider("elsewhere", "3011")
    other_provider("busy", "8001", start=time(15))
    other_provider("paused", "8001", status="paused")

    assert offered(alice, declined) == ids(near, far)


def test_only_who_would_come_at_that_very_time_is_offered(declined, alice) -> None:
    """A booking at half past would begin on the hour in a slot that has begun by then."""
    Order.objects.filter(pk=declined.pk).update(pickup_at=declined.pickup_at + timedelta(minutes=30))
    other_provider("hourly", "8001")
    same = other_provider("same", "8001", start=time(12, 30))

    assert offered(alice, declined) == ids(same)


def test_offers_the_nearest_three(declined, alice) -> None:
    for number in range(5):
        other_provider(f"near{number}", "8001")

    shown = client_for(alice).get(f"/api/orders/{declined.pk}/alternatives").json()

    listed = client_for().get("/api/providers/8001").json()
    others = [row for row in listed if row["id"] != str(declined.provider_id)]
    assert shown == others[:3]


def test_one_tap_books_the_same_with_somebody_else(declined, alice) -> None:
    near = other_provider("near", "8001")
    shown = client_for(alice).get(f"/api/orders/{declined.pk}").json()
    same = {
        name: shown[name]
        for name in ("serviceType", "weight", "pickupAddress", "deliveryAddress", "pickupTime")
    }

    response = client_for(alice).post("/api/orders", same | {"providerId": offered(alice, declined)[0]})

    assert (response.status_code, response.json()["providerId"]) == (201, str(near.pk))


def test_nobody_is_offered_themselves(declined, alice) -> None:
    make_slot(make_provider(alice, "8001"))
    near = other_provider("near", "8001")

    assert offered(alice, declined) == ids(near)


def test_who_handed_the_order_back_or_said_no_to_it_is_not_offered(
    time_machine, alice, bruno, salon, slot
) -> None:
    order = book(alice, slot)
    pay(order)
    emil, fanny = other_provider("emil", "8001"), other_provider("fanny", "8001")

    def call(user, path: str, body=None):
        response = client_for(user).post(f"/api/{path}", body)
        assert response.status_code in {200, 204}, response.json()

    reason = {"reason": "My machine broke."}
    call(bruno, f"orders/{order.pk}/hand-back", reason)
    call(alice, f"orders/{order.pk}/substitute", {"accept": True})
    call(emil.user, f"provider/offers/{order.pk}/accept")
    time_machine.move_to(NOW + timedelta(minutes=10))
    call(emil.user, f"orders/{order.pk}/hand-back", reason)
    call(alice, f"orders/{order.pk}/substitute", {"accept": True})
    call(fanny.user, f"provider/offers/{order.pk}/decline")
    near = other_provider("near", "8001")

    assert client_for(alice).get(f"/api/orders/{order.pk}").json()["status"] == "cancelled"
    assert offered(alice, order) == ids(near)


@pytest.mark.parametrize("paid", [True, False])
def test_what_ended_by_itself_has_alternatives_too(now, alice, salon, slot, paid) -> None:
    salon.accepts_instantly = False
    salon.save(update_fields=["accepts_instantly"])
    near = other_provider("near", "8001")
    order = book(alice, slot)
    if paid:
        pay(order)
        holds.cancel_unanswered(now=NOW + timedelta(hours=2))
    else:
        holds.expire_unpaid(now=NOW + timedelta(minutes=15))
    order.refresh_from_db()
    assert order.status == "cancelled"

    assert offered(alice, order) == ids(near)


def test_an_order_that_runs_or_that_its_customer_cancelled_has_none(paid_order, alice) -> None:
    other_provider("near", "8001")
    assert offered(alice, paid_order) == []

    client_for(alice).post(f"/api/orders/{paid_order.pk}/cancellation", {})

    assert offered(alice, paid_order) == []


def test_an_hour_that_has_begun_has_none(declined, alice, time_machine) -> None:
    other_provider("near", "8001")
    time_machine.move_to(declined.pickup_at)

    assert offered(alice, declined) == []


def test_shortly_before_the_pickup_only_who_accepts_instantly_is_offered(
    declined, alice, time_machine
) -> None:
    other_provider("slow", "8001", accepts_instantly=False)
    quick = other_provider("quick", "8001")
    assert len(offered(alice, declined)) == 2

    time_machine.move_to(declined.pickup_at - timedelta(hours=1))

    assert offered(alice, declined) == ids(quick)


def test_strangers_and_the_provider_are_notified_nothing(declined, chiara, bruno) -> None:
    address = f"/api/orders/{declined.pk}/alternatives"

    assert [client_for(user).get(address).status_code for user in (chiara, bruno, None)] == [404, 403, 401]


@pytest.mark.parametrize("number", [1, 40])
def test_it_takes_at_most_four_statements(declined, alice, number, django_assert_max_num_queries) -> None:
    for count in range(number):
        other_provider(f"near{count}", "8001")
    client = client_for(alice)
    # The first call of a process adjusts its estimate of the search radius.
    client.get(f"/api/orders/{declined.pk}/alternatives")

    with django_assert_max_num_queries(8) as queries:
        client.get(f"/api/orders/{declined.pk}/alternatives")
    assert len(statements(queries)) <= 4, statements(queries)


# --- Too soon for an answer ---------------------------------------------------------------------------


@pytest.fixture
def soon(now, salon):
    """Return a slot of bruno's within the hour; he confirms manually."""
    salon.accepts_instantly = False
    salon.save(update_fields=["accepts_instantly"])
    return make_slot(salon, day=TODAY, start=time(10))


def test_a_pickup_too_soon_comes_with_providers_who_accept_instantly(soon, alice) -> None:
    quick = make_provider(make_user("quick"), "8001")
    make_slot(quick, day=TODAY, start=time(10))
    make_slot(make_provider(make_user("slow"), "8001", accepts_instantly=False), day=TODAY, start=time(10))
    make_slot(make_provider(make_user("later"), "8001"), day=TODAY, start=time(11))

    response = client_for(alice).post("/api/orders", order_payload(soon))

    assert (response.status_code, response.json()["code"]) == (409, "instant_provider_needed")
    assert [row["id"] for row in response.json()["providers"]] == ids(quick)


def test_an_order_moved_too_near_is_refused_with_providers(soon, alice, salon) -> None:
    order = book(alice, make_slot(salon))
    quick = make_provider(make_user("quick"), "8001")
    make_slot(quick, day=TODAY, start=time(10))

    response = client_for(alice).patch(
        f"/api/orders/{order.pk}/reschedule", {"newPickupDate": str(TODAY), "newPickupTime": "10:00"}
    )

    assert (response.status_code, response.json()["code"]) == (409, "instant_provider_needed")
    assert [row["id"] for row in response.json()["providers"]] == ids(quick)
    order.refresh_from_db()
    assert order.pickup_at > NOW + timedelta(hours=2)
