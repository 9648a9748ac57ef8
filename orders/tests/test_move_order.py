"""POST …/status and what it may do: all pairs of statuses, for every kind of caller."""

import ast
from datetime import timedelta
from itertools import product
from pathlib import Path

import pytest
from django.contrib.auth.models import Group

import orders
from accounts import groups
from accounts.models import Notification, User
from conftest import WEDNESDAY as NOW
from conftest import client_for, make_provider, make_slot
from marketplace.events.models import LiveEvent
from marketplace.tests.proof import record
from orders.lifecycle.transitions import TRANSITIONS
from orders.models import Handover, LedgerEntry, Order, OrderEvent, OrderStatus, PaymentStatus
from orders.tests.booking import advance, book, pay
from orders.tests.handing_over import step
from orders.tests.order_at_status import order_at

pytestmark = pytest.mark.at(NOW)

ACTORS = ["guest", "customer", "other_provider", "own_provider", "operator"]
STATUSES = [status.value for status in OrderStatus]
FORWARD = [
    ("pending", "confirmed"),
    ("confirmed", "pickup"),
    ("pickup", "washing"),
    ("washing", "delivery"),
    ("delivery", "completed"),
]
CANCELS = {
    "own_provider": [("pending", "cancelled")],
    "operator": [("pending", "cancelled"), ("confirmed", "cancelled")],
}


def test_the_table_has_eight_moves_of_forty_nine() -> None:
    pairs = {(row.source.value, row.target.value) for row in TRANSITIONS}

    assert len(TRANSITIONS) == len(pairs) == 8
    assert pairs == {*FORWARD, *CANCELS["operator"], ("cancelled", "pending")}


def expected(actor: str, source: str, target: str) -> tuple[int, str | None]:
    if actor == "guest":
        return 401, "not_authenticated"
    if actor == "other_provider":
        return 404, "not_found"
    if actor != "customer" and (source, target) in [*FORWARD, *CANCELS.get(actor, [])]:
        return 200, None
    return 409, "transition_not_allowed"


@pytest.mark.long
@pytest.mark.proof
def test_every_pair_for_every_actor(now, alice, chiara, dora, salon, sampled) -> None:
    make_provider(chiara)
    people = dict(zip(ACTORS, [None, alice, chiara, salon.user, dora], strict=True))
    slot, cases = make_slot(salon, capacity=50), list(product(ACTORS, STATUSES, STATUSES))
    assert len(cases) == 245
    # An error leaves the order unchanged, so the next case reuses it.
    at: dict[str, Order] = {}

    for actor, source, target in sampled(cases):
        order = at[source] = at.get(source) or order_at(alice, slot, source)
        before = state(order)
        code, why = expected(actor, source, target)

        # Operators must give a reason for cancelling.
        wanted = {"status": target, "reason": "The machine is broken"}
        response = client_for(people[actor]).post(f"/api/orders/{order.pk}/status", wanted)

        case = (actor, source, target, response.json())
        assert response.status_code == code, case
        assert response.json().get("code") == why, case
        if code == 200:
            assert response.json()["status"] == target, case
            assert len(state(order)[1]) == len(before[1]) + 1, case
            del at[source]
        else:
            assert state(order) == before, case

    record("R6", f"{len(cases)} cases", "245 cases")


def state(order: Order) -> tuple[dict[str, object], list[str]]:
    row = Order.objects.filter(pk=order.pk).values().get()
    return row, list(order.events.values_list("to_status", flat=True))


@pytest.mark.parametrize("actor", ["customer", "own_provider", "operator"])
def test_nobody_confirms_an_unpaid_order(order, alice, bruno, dora, actor) -> None:
    user = {"customer": alice, "own_provider": bruno, "operator": dora}[actor]

    response = client_for(user).post(f"/api/orders/{order.pk}/status", {"status": "confirmed"})

    assert (response.status_code, response.json()["code"]) == (409, "payment_required")


@pytest.mark.parametrize("status", ["pickup", "cancelled", "lost", None])
def test_a_customer_moves_nothing_whatever_they_send(paid_order, alice, status) -> None:
    response = client_for(alice).post(f"/api/orders/{paid_order.pk}/status", {"status": status})

    assert (response.status_code, response.json()["code"]) == (409, "transition_not_allowed")


@pytest.mark.parametrize("status", ["ready", 5, None, ["pickup"], ""])
def test_refuses_what_is_no_status(paid_order, bruno, status) -> None:
    response = client_for(bruno).post(f"/api/orders/{paid_order.pk}/status", {"status": status})

    assert (response.status_code, set(response.json()["fields"])) == (400, {"status"})


def test_the_timeline_tells_when_each_stage_was_reached(paid_order, bruno, time_machine) -> None:
    client = client_for(bruno)
    for hour, stage in enumerate(["pickup", "washing", "delivery", "completed"], start=1):
        time_machine.move_to(NOW + timedelta(hours=hour))
        assert client.post(f"/api/orders/{paid_order.pk}/status", {"status": stage}).status_code == 200

    data = client.get(f"/api/orders/{paid_order.pk}").json()

    assert [step["at"][11:16] for step in data["timeline"]] == [
        "08:30",
        "08:30",
        "09:30",
        "10:30",
        "11:30",
        "12:30",
    ]
    assert data["allowedTransitions"] == []


def test_a_provider_hears_of_ironing_in_pieces(now, alice, bruno, slot) -> None:
    pay(book(alice, slot, serviceType="ironing", weight="10.5"))

    assert ": Ironing only, about 12 pieces, pickup on " in bruno.notifications.get(title="New order").body


def test_a_sentence_that_ends_with_an_initial_has_one_full_stop(paid_order, alice, bruno) -> None:
    alice.language = "fr"
    alice.save()

    for stage in ("pickup", "washing", "delivery", "completed"):
        client_for(bruno).post(f"/api/orders/{paid_order.pk}/status", {"status": stage})

    completed = alice.notifications.get(kind="order_completed")
    assert completed.body.endswith("Vous pouvez maintenant noter Bruno M.")


def test_both_sides_hear_of_every_stage(order, alice, bruno) -> None:
    Notification.objects.all().delete()
    pay(order)
    client = client_for(bruno)
    for stage in ["pickup", "washing", "delivery", "completed"]:
        client.post(f"/api/orders/{order.pk}/status", {"status": stage})

    assert list(alice.notifications.order_by("created_at", "pk").values_list("title", flat=True).distinct())
    assert set(alice.notifications.values_list("title", flat=True)) == {
        "Order confirmed",
        "Pickup in progress",
        "Washing in progress",
        "Out for delivery",
        "Order completed",
    }
    assert set(alice.notifications.values_list("link", flat=True)) == {f"/tracking/{order.pk}"}
    assert list(bruno.notifications.values_list("title", "link")) == [("New order", f"/provider#{order.pk}")]
    for user in (alice, bruno):
        live = LiveEvent.objects.filter(account=user, topic="order").order_by("pk")
        assert [event.data["status"] for event in live] == [
            "confirmed",
            "pickup",
            "washing",
            "delivery",
            "completed",
        ]


def test_a_completed_order_makes_the_share_of_the_provider_payable(paid_order) -> None:
    advance(paid_order, to="completed")

    owed = LedgerEntry.objects.filter(account="provider").values_list("amount", flat=True)
    assert [str(amount) for amount in owed] == ["-25.00"]


def test_a_stale_version_conflicts_and_shows_the_present_order(paid_order, bruno) -> None:
    client = client_for(bruno)
    seen = client.get(f"/api/orders/{paid_order.pk}")["ETag"]
    assert (
        client.post(
            f"/api/orders/{paid_order.pk}/status", {"status": "pickup"}, headers={"If-Match": seen}
        ).json()["status"]
        == "pickup"
    )

    response = client.post(
        f"/api/orders/{paid_order.pk}/status", {"status": "washing"}, headers={"If-Match": seen}
    )

    assert (response.status_code, response.json()["code"]) == (409, "version_conflict")
    present = client.get(f"/api/orders/{paid_order.pk}").json()
    assert response.json()["current"] | {"position": None} == present
    assert response.json()["current"]["status"] == "pickup"


@pytest.mark.parametrize(
    ("change", "present"),
    [
        (lambda client, path: client.patch(path, {"specialInstructions": "Ring twice"}), "Confirmed"),
        (lambda client, path: client.post(f"{path}/cancellation"), "Cancelled"),
    ],
    ids=["edited", "cancelled"],
)
def test_a_step_taken_on_an_old_list_changes_nothing(paid_order, alice, bruno, change, present) -> None:
    client, path = client_for(bruno), f"/api/orders/{paid_order.pk}"
    [seen] = client.get("/api/provider/orders").json()
    change(client_for(alice), path)
    before = shown_and_stored()

    response = client.post(f"{path}/status", {"status": "pickup"}, headers={"If-Match": seen["etag"]})

    assert (response.status_code, response.json()["code"]) == (409, "version_conflict")
    assert f"It now stands at “{present}”." in response.json()["message"]
    assert [response.json()["current"]] == client.get("/api/provider/orders").json()
    assert response["ETag"] == response.json()["current"]["etag"]
    assert shown_and_stored() == before


def shown_and_stored() -> list[object]:
    """Return everything that a step could change: orders, related rows, notices."""
    kinds = (OrderEvent, Notification, LiveEvent, LedgerEntry)
    return [*Order.objects.order_by("pk").values(), *(kind.objects.count() for kind in kinds)]


def test_the_tag_of_a_list_takes_one_step_and_no_second(paid_order, bruno) -> None:
    client, path = client_for(bruno), f"/api/orders/{paid_order.pk}/status"
    seen = {"If-Match": client.get("/api/provider/orders").json()[0]["etag"]}

    responses = [client.post(path, {"status": status}, headers=seen) for status in ("pickup", "washing")]

    assert [response.status_code for response in responses] == [200, 409]
    fresh = client.post(path, {"status": "delivery"}, headers={"If-Match": responses[0].json()["etag"]})
    assert (fresh.status_code, fresh.json()["code"]) == (409, "transition_not_allowed")


def test_each_step_is_one_version_which_its_answer_carries(paid_order, bruno) -> None:
    client, path = client_for(bruno), f"/api/orders/{paid_order.pk}"
    before = client.get(path)["ETag"]

    moved = client.post(f"{path}/status", {"status": "pickup"})

    assert moved["ETag"] == client.get(path)["ETag"]
    assert int(moved["ETag"].strip('"')) == int(before.strip('"')) + 1


@pytest.mark.parametrize(
    ("status", "said"),
    [
        ("confirmed", "This order already stands at “Confirmed”."),
        ("completed", "An order at “Confirmed” cannot move to “Completed”."),
    ],
)
def test_a_refused_step_says_where_the_order_stands(paid_order, bruno, status, said) -> None:
    response = client_for(bruno).post(f"/api/orders/{paid_order.pk}/status", {"status": status})

    assert (response.status_code, response.json()["message"]) == (409, said)


@pytest.mark.parametrize("tag", ['"999999999999"', "3", "nonsense", '"-1"', '"x"'])
def test_a_version_that_nobody_can_have_seen_conflicts(paid_order, bruno, tag) -> None:
    response = client_for(bruno).post(
        f"/api/orders/{paid_order.pk}/status", {"status": "pickup"}, headers={"If-Match": tag}
    )

    assert (response.status_code, response.json()["code"]) == (409, "version_conflict")


def test_only_the_table_assigns_a_status() -> None:
    root = Path(orders.__file__).parent
    guilty = [
        f"{path.relative_to(root)}:{node.lineno}"
        for path in sorted(root.rglob("*.py"))
        if path.name != "transitions.py" and not {"tests", "migrations"} & set(path.parts)
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if assigns_status_of_order(node)
    ]

    assert guilty == []


def assigns_status_of_order(node: ast.AST) -> bool:
    """Tell whether code writes ``order.status = …`` or ``Order.objects….update(status=…)``."""
    if isinstance(node, ast.Assign | ast.AugAssign | ast.AnnAssign):
        targets = node.targets if isinstance(node, ast.Assign) else [node.target]
        names = [ast.unparse(part) for target in targets for part in ast.walk(target)]
        return any(name.endswith("order.status") for name in names)
    if isinstance(node, ast.Call):
        call = ast.unparse(node.func)
        about_orders = call.startswith(("Order.objects", "Order(", "order.save")) or call == "Order"
        return (
            about_orders
            and any(word.arg == "status" for word in node.keywords)
            and (call.endswith((".update", ".create", ".bulk_create", "get_or_create")) or call == "Order")
        )
    return False


def test_an_order_remembers_every_move(paid_order, bruno, alice) -> None:
    advance(paid_order, to="washing")

    moves = OrderEvent.objects.order_by("pk").values_list("from_status", "to_status", "actor_role")
    assert list(moves) == [
        ("", "pending", "customer"),
        ("pending", "confirmed", "system"),
        ("confirmed", "pickup", "provider"),
        ("pickup", "washing", "provider"),
    ]
    with pytest.raises(TypeError):
        OrderEvent.objects.all().delete()


def test_the_provider_of_a_paid_order_may_accept_or_decline(now, alice, bruno, salon, slot) -> None:
    salon.accepts_instantly = False
    salon.save()
    order = book(alice, slot)
    pay(order)

    data = client_for(bruno).get(f"/api/orders/{order.pk}").json()

    assert (data["status"], data["needsProviderAnswer"]) == ("pending", True)
    assert data["allowedTransitions"] == ["confirmed", "cancelled"]
    customer = client_for(alice)
    assert customer.get(f"/api/orders/{order.pk}").json()["allowedTransitions"] == ["cancelled"]
    refused = customer.post(f"/api/orders/{order.pk}/status", {"status": "confirmed"})
    assert (refused.status_code, refused.json()["code"]) == (409, "transition_not_allowed")
    accepted = client_for(bruno).post(f"/api/orders/{order.pk}/status", {"status": "confirmed"})
    assert accepted.json()["status"] == "confirmed"
    assert accepted.json()["paymentStatus"] == PaymentStatus.PAID


@pytest.fixture
def bruno_of_the_team(bruno) -> User:
    """Return bruno, who is in the operations group, too."""
    groups.create_missing()
    bruno.is_staff = True
    bruno.save(update_fields=["is_staff"])
    bruno.groups.add(Group.objects.get(name="operations"))
    return bruno


def test_staff_decline_their_own_job_as_its_provider(now, alice, bruno_of_the_team, salon, slot) -> None:
    salon.accepts_instantly = False
    salon.save()
    order = book(alice, slot)
    pay(order)

    response = client_for(bruno_of_the_team).post(f"/api/orders/{order.pk}/status", {"status": "cancelled"})

    assert (response.status_code, response.json()["status"]) == (200, "cancelled")
    assert OrderEvent.objects.latest("pk").actor_role == "provider"
    order.refresh_from_db()
    assert order.cancel_reason == "declined"


def test_staff_take_a_step_of_their_own_job_by_the_customers_code(asked, bruno_of_the_team) -> None:
    code = Handover.objects.get(order=asked, kind="pickup").code

    refused = step(bruno_of_the_team, asked)
    moved = step(bruno_of_the_team, asked, code=code)

    assert (refused.status_code, refused.json()["code"]) == (409, "handover_code_required")
    assert (moved.status_code, moved.json()["status"]) == (200, "washing")
    assert Handover.objects.get(order=asked, kind="pickup").code_confirmed_at == NOW


def test_staff_cancel_their_own_confirmed_job_no_more_than_any_provider(
    paid_order, bruno_of_the_team
) -> None:
    sent = {"status": "cancelled", "reason": "The house is flooded"}
    response = client_for(bruno_of_the_team).post(f"/api/orders/{paid_order.pk}/status", sent)

    assert (response.status_code, response.json()["code"]) == (409, "transition_not_allowed")
    paid_order.refresh_from_db()
    assert paid_order.status == "confirmed"
