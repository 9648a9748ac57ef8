"""PATCH /api/orders/{id}: addresses and instructions until pickup, nothing else."""

import pytest

from conftest import client_for
from orders.api.booking_serializers import OrderPatchSerializer
from orders.lifecycle.order_actions import EDITABLE_FIELDS
from orders.models import Order
from orders.tests.booking import advance


def patch(user, order, body, **headers):
    return client_for(user).patch(f"/api/orders/{order.pk}", body, headers=headers)


def test_changes_addresses_and_instructions(paid_order, alice, bruno) -> None:
    body = {
        "pickupAddress": "Limmatquai 2, Zurich 8001",
        "deliveryAddress": " Seestrasse 3, Zurich 8002 ",
        "specialInstructions": "Second floor",
    }

    response = patch(alice, paid_order, body)

    assert response.status_code == 200
    data = response.json()
    assert (data["pickupAddress"], data["deliveryAddress"], data["specialInstructions"]) == (
        "Limmatquai 2, Zurich 8001",
        "Seestrasse 3, Zurich 8002",
        "Second floor",
    )
    assert response["ETag"] == f'"{paid_order.version + 1}"'
    assert bruno.notifications.filter(kind="order_edited").exists()


def test_instructions_may_be_emptied_but_not_an_address(order, alice) -> None:
    assert patch(alice, order, {"specialInstructions": ""}).status_code == 200
    response = patch(alice, order, {"pickupAddress": "  "})

    assert (response.status_code, response.json()["fields"]) == (
        400,
        {"pickupAddress": ["Address is required"]},
    )


def test_a_change_that_changes_nothing_keeps_the_version(order, alice) -> None:
    response = patch(alice, order, {"pickupAddress": order.pickup_address})

    assert (response.status_code, response["ETag"]) == (200, '"1"')


@pytest.mark.parametrize(
    "field", ["status", "totalAmount", "weight", "serviceType", "pickupTime", "providerId", "rating", "x"]
)
def test_refuses_any_other_field_by_name(order, alice, field) -> None:
    before = Order.objects.values().get()

    response = patch(alice, order, {"pickupAddress": "Limmatquai 2, Zurich 8001", field: "1"})

    assert (response.status_code, set(response.json()["fields"])) == (400, {field})
    assert Order.objects.values().get() == before


@pytest.mark.parametrize("value", [None, 5.5, [], {}, True, "x" * 301])
def test_refuses_what_is_no_address(order, alice, value) -> None:
    response = patch(alice, order, {"pickupAddress": value})

    assert response.status_code in {200, 400}
    if response.status_code == 400:
        assert set(response.json()["fields"]) == {"pickupAddress"}


@pytest.mark.parametrize("stage", ["pickup", "completed"])
def test_refuses_once_picked_up(paid_order, alice, stage) -> None:
    advance(paid_order, to=stage)

    response = patch(alice, paid_order, {"specialInstructions": "Too late"})

    assert (response.status_code, response.json()["code"]) == (409, "too_late_to_edit")


def test_only_the_customer_or_an_operator_edits(order, bruno, chiara, dora) -> None:
    body = {"specialInstructions": "Ring twice"}

    assert patch(bruno, order, body).status_code == 403
    assert patch(chiara, order, body).status_code == 404
    assert patch(None, order, body).status_code == 401
    assert patch(dora, order, body).status_code == 200


def test_a_stale_version_is_not_edited(order, alice) -> None:
    patch(alice, order, {"specialInstructions": "One"}, **{"If-Match": '"1"'})

    response = patch(alice, order, {"specialInstructions": "Two"}, **{"If-Match": '"1"'})

    assert (response.status_code, response.json()["code"]) == (409, "version_conflict")
    assert response.json()["current"]["specialInstructions"] == "One"


def test_the_fields_that_are_taken_are_those_that_may_be_changed() -> None:
    assert {*OrderPatchSerializer().fields} == {*EDITABLE_FIELDS}
