"""Reading orders: visibility, what a provider sees before payment, and the number of statements."""

from datetime import date, time, timedelta

import pytest
from django.contrib.admin.models import LogEntry
from django.db import connection
from django.test.utils import CaptureQueriesContext

from conftest import WEDNESDAY as NOW
from conftest import client_for, make_operator, make_provider, make_slot, make_user
from marketplace.tests.admin_forms import page_of
from orders.models import Order
from orders.tests.booking import advance, book, order_payload, pay
from orders.tests.counting import statements

pytestmark = pytest.mark.at(NOW)


def test_only_the_parties_and_operators_find_an_order(order, alice, bruno, chiara, dora) -> None:
    make_provider(chiara)
    address = f"/api/orders/{order.pk}"

    assert [client_for(user).get(address).status_code for user in (alice, bruno, dora)] == [200, 200, 200]
    assert client_for(chiara).get(address).status_code == 404
    assert client_for().get(address).status_code == 401


@pytest.mark.parametrize(("group", "offered"), [("support", []), ("operations", ["pickup", "cancelled"])])
def test_operators_are_offered_what_their_group_may_do(paid_order, group, offered) -> None:
    data = client_for(make_operator("emil", group)).get(f"/api/orders/{paid_order.pk}").json()

    assert data["allowedTransitions"] == offered


def test_an_operator_s_look_is_written_down_once_an_hour(
    paid_order, alice, bruno, dora, operator_client, time_machine
) -> None:
    def opened() -> list[tuple]:
        return list(LogEntry.objects.order_by("pk").values_list("user", "object_id", "change_message"))

    address = f"/api/orders/{paid_order.pk}"
    for _ in range(2):
        assert client_for(dora).get(address).status_code == 200
        assert operator_client.get(page_of(paid_order)).status_code == 200
        assert {client_for(side).get(address).status_code for side in (alice, bruno)} == {200}
        assert client_for(dora).get(f"{address}/calendar.ics").status_code == 200
    look = (dora.pk, str(paid_order.pk), "Opened the order.")
    assert opened() == [look]

    time_machine.shift(timedelta(hours=1))
    operator_client.get(page_of(paid_order))

    assert opened() == [look, look]


def test_that_an_operator_listed_somebody_s_orders_is_written_down(paid_order, alice, dora) -> None:
    for reader in (alice, dora, dora):
        assert client_for(reader).get(f"/api/orders/customer/{alice.pk}").status_code == 200

    look = LogEntry.objects.get()
    assert (look.user, look.object_id, look.change_message) == (dora, str(alice.pk), "Listed the orders.")


@pytest.mark.parametrize("name", ["00000000-0000-0000-0000-000000000000", "sample", "1"])
def test_what_is_no_order_is_not_found(now, alice, name) -> None:
    response = client_for(alice).get(f"/api/orders/{name}")

    assert (response.status_code, response.json()["code"]) == (404, "not_found")


def test_until_paid_the_provider_knows_first_name_and_initial(order, alice, bruno) -> None:
    alice.phone = "+41 79 000 00 00"
    alice.save()

    data = client_for(bruno).get(f"/api/orders/{order.pk}").json()

    assert data["customer"] == {"id": str(alice.pk), "firstName": "Alice", "lastName": "M", "phone": None}
    assert (data["pickupAddress"], data["deliveryAddress"], data["specialInstructions"]) == (None, None, None)
    pay(order)
    data = client_for(bruno).get(f"/api/orders/{order.pk}").json()
    assert data["customer"] | {"id": ""} == {
        "id": "",
        "firstName": "Alice",
        "lastName": "Meier",
        "phone": "+41 79 000 00 00",
    }
    assert data["pickupAddress"] == order.pickup_address


def test_the_provider_is_reachable_once_paid(order, alice, bruno) -> None:
    bruno.phone = "+41 44 000 00 00"
    bruno.save()
    address = f"/api/orders/{order.pk}"

    assert client_for(alice).get(address).json()["provider"]["phone"] is None
    pay(order)
    assert client_for(alice).get(address).json()["provider"]["phone"] == "+41 44 000 00 00"
    assert client_for(alice).get(address).json()["customer"] is None


def test_a_customers_list_is_theirs_alone(now, alice, chiara, dora, slot) -> None:
    first, second = book(alice, slot), book(alice, slot)
    expected = [str(second.pk), str(first.pk)]

    for address in (f"/api/orders/customer/{alice.pk}", f"/api/orders?customerId={alice.pk}", "/api/orders"):
        assert sorted(row["id"] for row in client_for(alice).get(address).json()) == sorted(expected)
    for address in (f"/api/orders/customer/{alice.pk}", f"/api/orders?customerId={alice.pk}"):
        assert client_for(chiara).get(address).status_code == 404
        assert client_for().get(address).status_code == 401
        assert len(client_for(dora).get(address).json()) == 2
    assert client_for(alice).get("/api/orders?customerId=1").status_code == 400
    assert client_for(dora).get(f"/api/orders/customer/{slot.pk}").status_code == 404


def test_lists_are_newest_first(now, alice, slot, time_machine) -> None:
    first = book(alice, slot)
    time_machine.move_to(NOW + timedelta(minutes=1))
    second = book(alice, slot)

    listed = client_for(alice).get("/api/orders").json()

    assert [row["id"] for row in listed] == [str(second.pk), str(first.pk)]


def test_the_workspace_lists_every_order_of_the_provider(now, alice, bruno, chiara, slot) -> None:
    paid, unpaid = book(alice, slot), book(make_user("emil"), slot)
    pay(paid)

    listed = {row["id"]: row for row in client_for(bruno).get("/api/provider/orders").json()}

    assert set(listed) == {str(paid.pk), str(unpaid.pk)}
    assert listed[str(unpaid.pk)]["paymentStatus"] == "unpaid"
    assert listed[str(unpaid.pk)]["pickupAddress"] is None
    assert client_for(chiara).get("/api/provider/orders").status_code == 403
    assert client_for().get("/api/provider/orders").status_code == 401


@pytest.mark.parametrize("number", [1, 30])
def test_a_list_takes_at_most_four_statements_however_long(now, alice, bruno, salon, number) -> None:
    slot = make_slot(salon, capacity=40)
    for _ in range(number):
        order = book(alice, slot)
        pay(order)
        advance(order, to="washing")

    for user, address in ((alice, "/api/orders"), (bruno, "/api/provider/orders")):
        client = client_for(user)
        with CaptureQueriesContext(connection) as queries:
            assert len(client.get(address).json()) == number
        assert len(statements(queries)) <= 4, statements(queries)


def test_one_order_takes_at_most_three_statements(paid_order, alice) -> None:
    client = client_for(alice)
    with CaptureQueriesContext(connection) as queries:
        client.get(f"/api/orders/{paid_order.pk}")

    assert len(statements(queries)) <= 3, statements(queries)


def test_an_order_carries_its_tag_wherever_it_is_shown(paid_order, alice, bruno) -> None:
    customer, provider, path = client_for(alice), client_for(bruno), f"/api/orders/{paid_order.pk}"
    tag = f'"{Order.objects.get().version}"'

    response = customer.get(path)
    listed = [customer.get("/api/orders"), customer.get(f"/api/orders/customer/{alice.pk}")]
    jobs = provider.get("/api/provider/orders").json()

    assert (response["ETag"], response.json()["etag"]) == (tag, tag)
    assert [row["etag"] for response in listed for row in response.json()] == [tag, tag]
    assert [row["etag"] for row in jobs] == [tag]
    assert "version" not in response.json()


def test_an_order_that_is_over_carries_its_tag_in_the_history(paid_order, bruno) -> None:
    order = advance(paid_order, to="completed")

    page = client_for(bruno).get("/api/provider/orders/history").json()

    assert [row["etag"] for row in page["orders"]] == [f'"{order.version}"']


def test_every_change_answers_the_tag_that_the_next_one_takes(now, alice, bruno, salon, slot) -> None:
    make_slot(salon, day=date(2026, 11, 20), start=time(14))
    client, later = client_for(alice), {"newPickupDate": "2026-11-20", "newPickupTime": "14:00"}
    placed = client.post("/api/orders", order_payload(slot))
    path = f"/api/orders/{placed.json()['id']}"
    pay(Order.objects.get())
    responses = [placed, client.get(path)]

    for call, body in (("", {"specialInstructions": "Ring twice"}), ("/reschedule", later)):
        seen = {"If-Match": responses[-1].json()["etag"]}
        responses.append(client.patch(path + call, body, headers=seen))
    seen = {"If-Match": responses[-1].json()["etag"]}
    responses.append(client_for(bruno).post(f"{path}/status", {"status": "pickup"}, headers=seen))

    assert [response.status_code for response in responses] == [201, 200, 200, 200, 200]
    assert [response["ETag"] for response in responses] == [response.json()["etag"] for response in responses]
    assert len({response["ETag"] for response in responses}) == len(responses)
