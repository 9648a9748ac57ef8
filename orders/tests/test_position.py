"""A provider on the way shares their position with the order's customer, and with nobody else."""

import json
from datetime import timedelta
from functools import partial

import pytest
from django.contrib.admin.models import LogEntry

from conftest import WEDNESDAY as NOW
from conftest import client_for, make_operator, make_provider, make_user
from marketplace.events.models import LiveEvent
from marketplace.jobs.models import OutboxMessage
from marketplace.tests.admin_forms import signed_in
from marketplace.tests.racing import race
from orders.lifecycle import order_actions, positions
from orders.lifecycle.positions import estimate
from orders.models import Actor, Order, SharedPosition
from orders.tasks import forget_positions
from orders.tests.booking import advance, book, pay
from orders.tests.sharing import ADDRESS, HERE, seen, share, stop
from providers.distance import Point

pytestmark = [pytest.mark.django_db, pytest.mark.at(NOW)]


def later(time_machine, **time: float) -> None:
    time_machine.move_to(NOW + timedelta(**time))


def test_the_customer_sees_where_the_provider_is_and_about_when_they_come(at_the_door, alice, bruno) -> None:
    assert seen(alice, at_the_door) is None

    response = share(bruno, at_the_door)

    assert (response.status_code, response.content) == (204, b"")
    shown = seen(alice, at_the_door)
    assert shown.pop("destination")["postalCode"] == "8001"
    landmarks = [one["postalCode"] for one in shown.pop("landmarks")]
    assert len(landmarks) == 16
    assert "8004" in landmarks
    assert "8001" not in landmarks
    assert shown == {
        "latitude": 47.37818,
        "longitude": 8.54019,
        "accuracy": 12,
        "at": "2026-11-18T08:30:00Z",
        "currentUntil": "2026-11-18T08:35:00Z",
        "keptUntil": "2026-11-18T09:30:00Z",
        "minutesAway": 5,
    }


def test_one_position_is_kept_the_last(at_the_door, alice, bruno, time_machine) -> None:
    share(bruno, at_the_door)
    later(time_machine, seconds=30)
    share(bruno, at_the_door, latitude=47.4)

    assert seen(alice, at_the_door)["latitude"] == 47.4
    assert SharedPosition.objects.count() == 1


def test_what_comes_within_five_seconds_is_passed_over(at_the_door, alice, bruno, time_machine) -> None:
    share(bruno, at_the_door)
    later(time_machine, seconds=4)

    assert share(bruno, at_the_door, latitude=47.4).status_code == 204

    assert seen(alice, at_the_door)["latitude"] == 47.37818
    later(time_machine, seconds=5)
    share(bruno, at_the_door, latitude=47.4)
    assert seen(alice, at_the_door)["latitude"] == 47.4


def test_only_the_pages_of_the_customer_are_notified_and_not_where(at_the_door, alice, bruno) -> None:
    LiveEvent.objects.all().delete()

    share(bruno, at_the_door)

    (event,) = LiveEvent.objects.all()
    assert (event.account_id, event.topic) == (alice.pk, "position")
    assert event.data == {"orderId": str(at_the_door.pk)}


def test_nobody_else_sees_it_and_no_operator(at_the_door, bruno, chiara, dora) -> None:
    share(bruno, at_the_door)
    support, operations = make_operator("emma", "support"), make_operator("otto", "operations")

    assert [seen(user, at_the_door) for user in (bruno, dora, support, operations)] == [None] * 4
    assert client_for(chiara).get(f"/api/orders/{at_the_door.pk}").status_code == 404
    assert client_for().get(f"/api/orders/{at_the_door.pk}").status_code == 401


def test_an_operator_who_is_signed_in_as_the_customer_does_not_see_it(at_the_door, alice, bruno) -> None:
    share(bruno, at_the_door)
    browser = signed_in(make_operator("emma", "support"))
    browser.post(f"/admin/accounts/user/{alice.pk}/sign-in-as/", {"confirmed": "yes", "note": "Helping"})

    assert browser.get(f"/api/orders/{at_the_door.pk}").json()["position"] is None
    assert seen(alice, at_the_door)


def test_it_stands_nowhere_but_in_its_own_answer(
    at_the_door, alice, bruno, dora, operator_client, caplog
) -> None:
    share(bruno, at_the_door)
    alone = f"/api/orders/{at_the_door.pk}"
    calls = [f"/api/orders/customer/{alice.pk}", "/api/provider/orders", alone]
    calls += ["/api/notifications", f"{alone}/calendar.ics"]
    assert "47.378" in client_for(alice).get(alone).content.decode()

    asked = [
        (user, call) for user in (alice, bruno, dora) for call in calls if (user, call) != (alice, alone)
    ]
    shown = [client_for(user).get(call).content for user, call in asked]
    pages = [f"{at_the_door.pk}/change/", "export/csv/", f"?q={at_the_door.pk}"]
    shown += [b"".join(operator_client.get(f"/admin/orders/order/{page}")) for page in pages]
    shown += [json.dumps([*rows.objects.values()], default=str).encode() for rows in WRITTEN]

    assert str(at_the_door.pk).encode() in shown[0]
    assert not [text for text in shown if b"47.378" in text or b"8.5401" in text]
    assert "47.37" not in caplog.text + str(SharedPosition.objects.get())


WRITTEN = (LiveEvent, OutboxMessage, LogEntry)


@pytest.mark.parametrize("who", ["alice", "dora"])
def test_nobody_but_a_provider_shares_or_stops(at_the_door, bruno, who, request) -> None:
    share(bruno, at_the_door)
    other = request.getfixturevalue(who)

    assert share(other, at_the_door, latitude=47.5).status_code == 403
    assert stop(other, at_the_door).status_code == 403
    assert SharedPosition.objects.get().latitude == 47.37818


def test_another_provider_finds_no_order_and_stops_nothing(at_the_door, bruno, chiara) -> None:
    make_provider(chiara, "8001")
    share(bruno, at_the_door)

    assert share(chiara, at_the_door).status_code == 404
    assert client_for(chiara).put(ADDRESS, HERE).json()["code"] == "not_on_the_way"
    assert [stop(chiara, at_the_door).status_code, stop(chiara).status_code] == [204, 204]
    assert SharedPosition.objects.get().order == at_the_door


# --- Several customers -----------------------------------------------------------------------------------


@pytest.fixture
def dinas(at_the_door, salon, slot) -> Order:
    """Return dina's order; bruno is on the way to its pickup as well."""
    order = book(make_user("dina"), slot)
    pay(order)
    return advance(order, to="pickup")


def test_without_a_name_it_is_shown_to_the_only_customer_on_the_way(at_the_door, alice, bruno) -> None:
    assert client_for(bruno).put(ADDRESS, HERE | {"at": "2026-11-18T08:30:00Z"}).status_code == 204

    assert seen(alice, at_the_door)["accuracy"] == 12


def test_on_the_way_to_two_the_provider_says_who_sees_it(at_the_door, dinas, alice, bruno) -> None:
    response = client_for(bruno).put(ADDRESS, HERE)
    assert (response.status_code, response.json()["code"]) == (400, "order_needed")
    assert not SharedPosition.objects.exists()

    share(bruno, at_the_door)

    assert seen(alice, at_the_door)
    assert seen(dinas.customer, dinas) is None


def test_sharing_with_another_customer_ends_the_one_before(at_the_door, dinas, alice, bruno) -> None:
    share(bruno, at_the_door)
    LiveEvent.objects.all().delete()

    share(bruno, dinas)

    assert seen(alice, at_the_door) is None
    assert seen(dinas.customer, dinas)
    notified = {
        (event.account_id, event.data["orderId"]) for event in LiveEvent.objects.filter(topic="position")
    }
    assert notified == {(alice.pk, str(at_the_door.pk)), (dinas.customer_id, str(dinas.pk))}


def test_what_ended_long_ago_stops_no_other_sharing(at_the_door, dinas, bruno) -> None:
    share(bruno, dinas)

    assert stop(bruno, at_the_door).status_code == 204
    assert SharedPosition.objects.get().order == dinas
    assert stop(bruno).status_code == 204
    assert not SharedPosition.objects.exists()


def test_an_order_that_is_none_is_refused(at_the_door, bruno) -> None:
    share(bruno, at_the_door)

    responses = [
        client_for(bruno).put(ADDRESS, HERE | {"orderId": "mine"}),
        client_for(bruno).delete(ADDRESS, query_params={"orderId": "mine"}),
    ]

    assert [one.status_code for one in responses] == [400, 400]
    assert all("orderId" in one.json()["fields"] for one in responses)
    assert SharedPosition.objects.exists()


@pytest.mark.parametrize("status", ["confirmed", "washing", "completed"])
def test_there_is_a_way_during_pickup_and_delivery_alone(paid_order, alice, bruno, status) -> None:
    advance(paid_order, to=status)

    response = share(bruno, paid_order)

    assert (response.status_code, response.json()["code"]) == (409, "not_on_the_way")
    assert seen(alice, paid_order) is None


@pytest.mark.parametrize(("way", "step"), [("pickup", "washing"), ("delivery", "completed")])
def test_the_end_of_the_way_deletes_it(paid_order, alice, bruno, way, step) -> None:
    advance(paid_order, to=way)
    share(bruno, paid_order)
    assert seen(alice, paid_order)

    advance(paid_order, to=step)

    assert not SharedPosition.objects.exists()
    assert seen(alice, paid_order) is None


def test_the_provider_stops_it_at_any_time(at_the_door, alice, bruno) -> None:
    share(bruno, at_the_door)
    LiveEvent.objects.all().delete()

    stopped = [stop(bruno, at_the_door).status_code for _ in range(2)]

    assert stopped == [204, 204]
    assert not SharedPosition.objects.exists()
    assert [event.topic for event in LiveEvent.objects.filter(account_id=alice.pk)] == ["position"]


def test_after_five_minutes_there_is_no_estimate_and_after_an_hour_nothing(
    at_the_door, alice, bruno, time_machine
) -> None:
    share(bruno, at_the_door)

    later(time_machine, minutes=5)
    assert seen(alice, at_the_door)["minutesAway"] == 5
    later(time_machine, minutes=5, seconds=1)
    assert seen(alice, at_the_door)["minutesAway"] is None
    later(time_machine, minutes=59)
    assert seen(alice, at_the_door)["at"] == "2026-11-18T08:30:00Z"
    later(time_machine, minutes=60)
    assert seen(alice, at_the_door) is None


def test_what_has_been_silent_for_an_hour_is_deleted(at_the_door, alice, bruno, time_machine) -> None:
    share(bruno, at_the_door)
    LiveEvent.objects.all().delete()

    later(time_machine, minutes=59)
    assert forget_positions() == 0
    later(time_machine, minutes=60)
    assert forget_positions() == 1

    assert not SharedPosition.objects.exists()
    assert [(event.account_id, event.topic) for event in LiveEvent.objects.all()] == [(alice.pk, "position")]


@pytest.mark.breaks_invariants
def test_what_is_left_of_a_way_that_is_over_is_neither_shown_nor_kept(at_the_door, alice, bruno) -> None:
    share(bruno, at_the_door)
    Order.objects.update(status="washing")

    assert seen(alice, at_the_door) is None
    assert positions.forget(now=NOW) == 1


def test_a_device_says_when_it_was_there(at_the_door, alice, bruno) -> None:
    assert share(bruno, at_the_door, at="2026-11-18T08:28:00Z").status_code == 204
    assert seen(alice, at_the_door)["at"] == "2026-11-18T08:28:00Z"

    assert share(bruno, at_the_door, at="2026-11-18T08:27:00Z").status_code == 204
    assert seen(alice, at_the_door)["at"] == "2026-11-18T08:28:00Z"

    # Found soon after the one before, sent later: the newest, and the device may lie still from now on.
    assert share(bruno, at_the_door, at="2026-11-18T08:28:03Z").status_code == 204
    assert seen(alice, at_the_door)["at"] == "2026-11-18T08:28:03Z"

    # A clock that is a little fast.
    assert share(bruno, at_the_door, at="2026-11-18T08:30:40Z").status_code == 204
    assert seen(alice, at_the_door)["at"] == "2026-11-18T08:30:00Z"


@pytest.mark.parametrize(
    ("km", "minutes"), [(0, 5), (1.5, 5), (2.4, 10), (3, 10), (10, 35), (26, 85), (28, None)]
)
def test_the_estimate_goes_in_steps_of_five_minutes(km, minutes) -> None:
    assert estimate(km) == minutes


def test_there_is_no_estimate_from_a_vague_position_or_to_an_unknown_place(at_the_door, alice, bruno) -> None:
    share(bruno, at_the_door, accuracy=1001)
    assert seen(alice, at_the_door)["minutesAway"] is None

    SharedPosition.objects.update(accuracy_m=10)
    Order.objects.update(pickup_postal_code=None)
    shown = seen(alice, at_the_door)
    assert (shown["minutesAway"], shown["destination"]) == (None, None)


def test_the_way_back_leads_to_the_delivery_address(paid_order, alice, bruno) -> None:
    Order.objects.filter(pk=paid_order.pk).update(delivery_postal_code="8400")
    advance(paid_order, to="delivery")
    share(bruno, paid_order)

    shown = seen(alice, paid_order)

    assert (shown["destination"]["postalCode"], shown["minutesAway"]) == ("8400", 65)


@pytest.mark.race
@pytest.mark.django_db(transaction=True)
def test_nothing_is_kept_by_a_call_that_meets_the_end_of_the_way(now, at_the_door, bruno) -> None:
    point = Point(HERE["latitude"], HERE["longitude"])
    provider = Actor("provider", bruno.pk)  # type: ignore[arg-type]  # the role as a string

    race(
        [
            partial(positions.share, order_id=at_the_door.pk, at=point, accuracy_m=5, now=NOW),
            partial(order_actions.step, order_id=at_the_door.pk, to="washing", actor=provider, now=NOW),
        ]
    )

    assert not SharedPosition.objects.exists()


def test_who_has_switched_location_tracking_off_shares_nothing(at_the_door, alice, bruno) -> None:
    share(bruno, at_the_door)

    client_for(bruno).put("/api/privacy/preferences", {"locationTracking": False})

    # What was shared is gone at once, and nothing new is taken.
    assert not SharedPosition.objects.exists()
    assert seen(alice, at_the_door) is None
    response = share(bruno, at_the_door)
    assert (response.status_code, response.json()["code"]) == (403, "location_switched_off")
    assert not SharedPosition.objects.exists()

    client_for(bruno).put("/api/privacy/preferences", {"locationTracking": True})
    assert share(bruno, at_the_door).status_code == 204
