"""The factory of browser tests: what it makes is what the product makes, and it is where tests are alone."""

import json
from datetime import UTC, datetime, timedelta
from itertools import count

import pytest
from django.test import Client
from rest_framework.test import APIClient

from accounts import factors
from accounts.models import Notification, User
from conftest import client_for
from demo.people import PASSWORD
from marketplace import clock
from marketplace.tests.test_production import run
from orders.invariants import OF_DATA
from orders.models import LedgerEntry, Order, OrderStatus, Payment, Payout, Refund, SavedCard
from orders.recurring.charging import charge_due
from orders.transitions import find
from providers.models import Application, Provider
from scheduling.models import TimeSlot, WeeklyWindow

SUNDAY_NIGHT = datetime(2027, 3, 28, 0, 30, tzinfo=UTC)  # half an hour before the clocks go forward
# In Zurich a week ends between the two.
EACH_END_OF_A_WEEK = [
    pytest.param(instant, marks=pytest.mark.at(instant))
    for instant in (datetime(2026, 11, 22, 22, 50, tzinfo=UTC), datetime(2026, 11, 22, 23, 10, tzinfo=UTC))
]
FACTORY = "/demo/factory"
ALICE, SALON = {"ref": "alice"}, {"ref": "salon"}
HAND_MADE = SALON | {"acceptsInstantly": False}
ORDER = {"ref": "order", "customer": "alice", "provider": "salon"}

pytestmark = pytest.mark.django_db


def ask(world, **extra):
    return Client(enforce_csrf_checks=True).post(FACTORY, world, content_type="application/json", **extra)


def make(world):
    response = ask(world)
    assert response.status_code == 201, response.content
    return response.json()


def make_order(*, provider=SALON, **changes):
    """Make one order; return the world and it."""
    world = make({"users": [ALICE], "providers": [provider], "orders": [ORDER | changes]})
    return world, world["orders"]["order"]


def browser_of(world, ref):
    """Return the API's client that holds what the factory gave for a browser."""
    client = APIClient(enforce_csrf_checks=True)
    session = world["users"][ref]["session"]
    client.cookies.load(session["cookies"])
    client.credentials(HTTP_X_CSRFTOKEN=session["csrfToken"])
    client.default_format = "json"
    return client


def seen_by(world, ref, order):
    response = browser_of(world, ref).get(f"/api/orders/{order['id']}")
    assert response.status_code == 200, response.content
    return response.json()


def violations():
    """Return what is wrong with the data, by the product's own invariants."""
    return [line for _, check in OF_DATA for line in check()]


def refused(world):
    """Return the code and the first path of what is refused; nothing is made."""
    before = User.objects.count(), Provider.objects.count(), Order.objects.count()
    response = ask(world)
    assert response.status_code == 400, response.content
    assert (User.objects.count(), Provider.objects.count(), Order.objects.count()) == before
    body = response.json()
    return body["code"], next(iter(body["fields"]))


# --- People ---------------------------------------------------------------------------------------------


def test_makes_accounts_that_sign_in() -> None:
    world = make({"users": [ALICE, {"ref": "zoe", "firstName": "Zoë", "lastName": "", "signedIn": False}]})

    alice, zoe = world["users"]["alice"], world["users"]["zoe"]
    credentials = {"email": zoe["email"], "password": PASSWORD}
    signed_in = client_for().post("/api/auth/login", credentials)
    assert signed_in.status_code == 200, signed_in.content
    assert signed_in.json()["user"]["firstName"] == "Zoë"
    assert zoe["session"] is None
    assert alice["email"].endswith("@example.com")
    session = browser_of(world, "alice").get("/api/auth/session").json()
    assert (session["user"]["id"], session["user"]["emailVerified"]) == (alice["id"], True)
    # The token is that of unsafe calls.
    changed = browser_of(world, "alice").patch("/api/profile", {"firstName": "Alicia"})
    assert changed.status_code == 200, changed.content


def test_makes_other_people_with_each_call() -> None:
    first, second = make({"users": [ALICE]}), make({"users": [ALICE]})

    assert first["users"]["alice"]["email"] != second["users"]["alice"]["email"]
    assert User.objects.count() == 2


def test_makes_the_addresses_and_choices_of_an_account() -> None:
    home = {"label": "Home", "street": "Langstrasse 84", "city": "Zurich", "postalCode": "8004"}
    chosen = {"language": "de", "postalCode": "3011", "phone": "+41 79 555 01 01", "emailVerified": False}

    world = make({"users": [ALICE | chosen | {"addresses": [home, {}]}]})

    mine = browser_of(world, "alice").get("/api/addresses").json()
    assert [address["street"] for address in mine if address["isDefault"]] == ["Langstrasse 84"]
    assert {address["id"] for address in mine} == set(world["users"]["alice"]["addressIds"])
    user = browser_of(world, "alice").get("/api/auth/session").json()["user"]
    assert (user["language"], user["place"], user["emailVerified"]) == ("de", "3011", False)


def test_saves_cards_that_can_be_charged(stripe) -> None:
    world = make({"users": [ALICE | {"cards": ["mastercard", "visa"]}]})

    saved = browser_of(world, "alice").get("/api/payment-methods").json()
    assert {card["last4"]: card["isDefault"] for card in saved} == {"4444": True, "4242": False}
    assert world["users"]["alice"]["cards"]["visa"]["last4"] == "4242"
    assert SavedCard.objects.exclude(consent_text="").count() == 2


@pytest.mark.parametrize("group", ["all", "support", "operations", "finance"])
def test_makes_operators_of_each_group(group) -> None:
    world = make({"users": [{"ref": "dora", "operator": group}]})

    assert browser_of(world, "dora").get("/api/auth/session").json()["user"]["isOperator"] is True
    assert browser_of(world, "dora").get("/admin/").status_code == 200


def test_gives_an_operator_a_second_factor_that_the_session_has_shown(now) -> None:
    world = make({"users": [{"ref": "dora", "operator": "all", "secondFactor": True}]})

    dora = world["users"]["dora"]
    assert browser_of(world, "dora").get("/admin/").status_code == 200
    client = client_for()
    first = client.post("/api/auth/login", {"email": dora["email"], "password": PASSWORD})
    assert first.json()["code"] == "second_factor_required"
    code = factors.code_at(dora["secondFactor"]["secret"], now)
    assert client.post("/api/auth/second-step", {"code": code}).status_code == 200
    assert len(dora["secondFactor"]["recoveryCodes"]) == 10


# --- Providers and hours --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "instant", [pytest.param(SUNDAY_NIGHT, marks=pytest.mark.at(SUNDAY_NIGHT)), pytest.param(None)]
)
def test_makes_providers_who_can_be_booked_on_any_day(now, instant) -> None:
    assert instant in {now, None}
    world = make({"providers": [SALON]})

    today = clock.local_date(now)
    query = {"providerId": world["providers"]["salon"]["id"], "startDate": today + timedelta(days=1)}
    slots = client_for().get("/api/time-slots", query | {"endDate": today + timedelta(days=7)}).json()
    assert len(slots) == 7 * 12
    assert {slot["maxBookings"] for slot in slots} == {3}
    assert all(slot["isAvailable"] for slot in slots)
    listed = client_for().get("/api/providers/8001").json()
    assert [one["id"] for one in listed] == [world["providers"]["salon"]["id"]]


@pytest.mark.parametrize("weekday", range(7))
def test_makes_hours_on_the_weekday_that_is_asked_for(now, weekday) -> None:
    hours = {"weekday": weekday, "from": "06:30", "to": "08:00", "slotMinutes": 30, "capacity": 1}

    make({"providers": [SALON | {"hours": [hours]}]})

    slots = list(TimeSlot.objects.order_by("starts_at"))
    assert {slot.date.isoweekday() % 7 for slot in slots} == {weekday}
    assert {f"{slot.start_time:%H:%M}" for slot in slots} == {"06:30", "07:00", "07:30"}
    assert {slot.capacity for slot in slots} == {1}


def test_makes_what_a_provider_says_and_plans() -> None:
    said = {"businessName": "Frischwerk", "bio": "Eco.", "specialties": ["Express"], "lateFeePercent": 20}
    planned = {"postalCodes": ["3011", "3005"], "daysOff": [{"firstDay": 2, "note": "Wedding"}]}
    money = {"iban": "CH93 0076 2011 6238 5295 7"}

    world = make(
        {"users": [{"ref": "bruno"}], "providers": [SALON | said | planned | money | {"user": "bruno"}]}
    )

    assert world["users"]["bruno"]["providerId"] == world["providers"]["salon"]["id"]
    own = browser_of(world, "bruno").get("/api/provider/settings").json()
    assert (own["businessName"], own["serviceArea"], own["lateFeePercent"]) == (
        "Frischwerk",
        ["3011", "3005"],
        20,
    )
    assert browser_of(world, "bruno").get("/api/provider/days-off").json()[0]["note"] == "Wedding"
    assert Provider.objects.get().payout_account.iban == "CH9300762011623852957"
    # They came by an application, as everybody does.
    assert Application.objects.get().documents.count() == 2


@pytest.mark.parametrize("status", ["draft", "submitted", "changes", "rejected"])
def test_makes_applications_that_have_come_so_far(status) -> None:
    make({"providers": [SALON | {"application": status}]})

    assert Provider.objects.get().status == status
    assert WeeklyWindow.objects.count() == 0


def test_pauses_a_provider_after_they_were_booked(stripe) -> None:
    _, order = make_order(provider=SALON | {"pause": {"days": 5}})

    assert order["status"] == "confirmed"
    assert Provider.objects.get().status == "paused"
    assert client_for().get("/api/providers/8001").json() == []


def test_takes_providers_out_of_the_list_again() -> None:
    ids = [one["id"] for one in make({"providers": [SALON, {"ref": "other"}]})["providers"].values()]

    for _ in range(2):
        response = Client().delete(FACTORY, {"providers": ids[:1]}, content_type="application/json")
        assert response.status_code == 204, response.content

    assert [one["id"] for one in client_for().get("/api/providers/8001").json()] == ids[1:]


# --- Orders ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("status", ["confirmed", "pickup", "washing", "delivery", "completed"])
def test_makes_an_order_in_a_state_that_both_sides_see(stripe, status) -> None:
    world, order = make_order(status=status)

    assert seen_by(world, "alice", order)["status"] == order["status"] == status
    assert seen_by(world, "salon", order)["status"] == status
    assert order["paymentStatus"] == "paid"
    assert stripe.captured() == int(Order.objects.get().total_amount * 100)
    assert TimeSlot.objects.get(booked=1).starts_at == Order.objects.get().pickup_at
    assert LedgerEntry.objects.exists()
    assert Notification.objects.filter(
        user_id=world["users"]["alice"]["id"], kind__startswith="order"
    ).exists()
    assert violations() == []


def test_makes_orders_that_nobody_has_paid(stripe) -> None:
    world, order = make_order(status="pending")

    assert (order["status"], order["paymentStatus"]) == ("pending", "unpaid")
    assert seen_by(world, "alice", order)["status"] == "pending"
    assert Payment.objects.count() == 0
    assert TimeSlot.objects.filter(booked=1).count() == 1


def test_makes_orders_whose_card_was_declined(stripe) -> None:
    _, order = make_order(status="pending", payment="declined")

    assert (order["status"], order["paymentStatus"]) == ("pending", "failed")
    assert stripe.captured() == 0


def test_makes_orders_that_wait_for_their_provider(stripe) -> None:
    world, order = make_order(provider=HAND_MADE, status="pending", payment="paid")

    assert (order["status"], order["paymentStatus"]) == ("pending", "paid")
    assert "confirmed" in seen_by(world, "salon", order)["allowedTransitions"]


def test_lets_a_provider_confirm_by_hand_what_is_further(stripe) -> None:
    _, order = make_order(provider=HAND_MADE, status="washing")

    assert order["status"] == "washing"


@pytest.mark.parametrize(
    ("by", "provider", "payment", "left"),
    [
        ("customer", SALON, "paid", "refunded"),
        ("customer", SALON, "unpaid", "unpaid"),
        ("operator", SALON, "paid", "refunded"),
        ("provider", HAND_MADE, "paid", "refunded"),
    ],
)
def test_makes_cancelled_orders_whose_money_is_back(stripe, by, provider, payment, left) -> None:
    _, order = make_order(provider=provider, status="cancelled", cancelledBy=by, payment=payment)

    assert (order["status"], order["paymentStatus"]) == ("cancelled", left)
    assert stripe.captured() == 0
    assert {refund.status for refund in Refund.objects.all()} <= {"succeeded"}
    assert TimeSlot.objects.filter(booked__gt=0).count() == 0
    assert violations() == []


def test_returns_a_part_of_the_money(stripe) -> None:
    _, order = make_order(status="completed", refund={"amount": "5.00"})

    assert order["paymentStatus"] == "partially_refunded"
    assert stripe.captured() == int(Order.objects.get().total_amount * 100) - 500
    assert violations() == []


def test_returns_everything_to_a_bank_that_does_not_take_it(stripe) -> None:
    make_order(status="completed", card="refusesRefunds", refund={})

    assert Refund.objects.get().amount == Order.objects.get().total_amount


def test_has_a_bank_take_a_payment_back(stripe) -> None:
    make_order(status="completed", card="disputed")

    assert Order.objects.get().disputed_amount == Order.objects.get().total_amount


def test_makes_what_belongs_to_an_order(stripe) -> None:
    messages = [{"from": "customer", "body": "Ring twice."}, {"from": "provider", "body": "I will."}]
    review = {"rating": 4, "comment": "Clean.", "reply": "Thank you."}
    extras = {"addOns": {"shirt": 2}, "specialInstructions": "The bag is red.", "weight": "12.5"}

    world, order = make_order(status="completed", messages=messages, review=review, **extras)

    lines = browser_of(world, "alice").get(f"/api/orders/{order['id']}/messages").json()
    assert [(line["body"], line["mine"]) for line in lines] == [("Ring twice.", True), ("I will.", False)]
    seen = seen_by(world, "alice", order)
    assert seen["specialInstructions"] == "The bag is red."
    assert Provider.objects.get().rating == 4
    assert Order.objects.get().review.answer == "Thank you."
    assert Order.objects.get().lines.filter(kind="shirt", quantity=2).exists()


def test_makes_orders_that_are_handed_back_and_offered(stripe) -> None:
    providers = [SALON, {"ref": "other"}]
    order = ORDER | {"handBack": {"agreed": True}}

    world = make({"users": [ALICE], "providers": providers, "orders": [order]})

    offers = browser_of(world, "other").get("/api/provider/offers").json()
    assert [offer["orderId"] for offer in offers] == [world["orders"]["order"]["id"]]


def test_wishes_codes_at_the_door(stripe) -> None:
    make_order(status="pickup", handoverCodes=True)

    assert Order.objects.get().handovers.exclude(code="").count() == 2


def test_books_the_hour_that_is_asked_for(stripe, now) -> None:
    _, order = make_order(pickup={"days": 3, "time": "17:00"})

    assert order["startTime"] == "17:00"
    assert order["date"] == f"{clock.local_date(now) + timedelta(days=3)}"


@pytest.mark.parametrize(
    "instant", [pytest.param(SUNDAY_NIGHT, marks=pytest.mark.at(SUNDAY_NIGHT)), pytest.param(None)]
)
def test_makes_a_past_whose_steps_lie_in_the_past(stripe, now, instant) -> None:
    world, order = make_order(
        provider=HAND_MADE, status="completed", pickup={"days": -9, "time": "10:00"}, review={"rating": 5}
    )

    made = Order.objects.get()
    times = list(made.events.order_by("id").values_list("at", flat=True))
    assert times == sorted(times)
    assert len(times) == len(OrderStatus.values) - 1
    assert times[0] == made.pickup_at - timedelta(hours=17)
    assert times[-1] < now - timedelta(days=7)
    assert made.customer.date_joined < made.created_at
    assert Provider.objects.get().approved_at < made.created_at
    # Their hours to come are there as well.
    assert TimeSlot.objects.filter(starts_at__gt=now).exists()
    assert seen_by(world, "alice", order)["status"] == "completed"
    assert violations() == []


@pytest.mark.parametrize("instant", EACH_END_OF_A_WEEK)
def test_makes_the_payout_of_what_was_earned_up_to_last_week(stripe, instant) -> None:
    past = {"status": "completed", "pickup": {"days": -10, "time": "10:00"}}
    make_order(provider=SALON | {"payout": True}, **past)

    payout = Payout.objects.get()
    assert (payout.status, payout.iban) == ("due", "")
    assert payout.amount == -LedgerEntry.objects.filter(account="provider").get().amount
    assert violations() == []


def test_makes_no_payout_of_nothing(stripe) -> None:
    world = {"users": [ALICE], "providers": [SALON | {"payout": True}], "orders": [ORDER]}

    response = ask(world)

    assert (response.status_code, response.json()["code"]) == (400, "impossible_state")
    assert list(response.json()["fields"]) == ["providers.0.payout"]


def test_makes_an_order_that_was_placed_earlier(stripe, now) -> None:
    make_order(placedHoursAgo=30, pickup={"days": 2})

    assert Order.objects.get().created_at == now - timedelta(hours=30)


def test_makes_more_orders_of_a_customer_than_may_wait_for_their_payment(stripe) -> None:
    orders = [ORDER | {"ref": f"o{number}", "pickup": {"days": 1 + number % 2}} for number in range(7)]

    world = make({"users": [ALICE], "providers": [SALON], "orders": orders})

    assert {order["status"] for order in world["orders"].values()} == {"confirmed"}


# --- What comes again, and what else there is -----------------------------------------------------------


def test_makes_recurring_bookings(stripe, now) -> None:
    customer = ALICE | {"cards": ["visa", "amex"]}
    booked = {"customer": "alice", "provider": "salon", "card": "amex"}
    recurring = [
        booked | {"ref": "weekly", "days": 1, "time": "13:00"},
        booked
        | {"ref": "monthly", "pattern": "monthly", "dayOfMonth": 15, "time": "09:00", "pausedDays": 30},
    ]

    world = make({"users": [customer], "providers": [SALON], "recurring": recurring})

    alice = world["users"]["alice"]
    found = browser_of(world, "alice").get(f"/api/recurring-bookings/customer/{alice['id']}").json()
    assert {one["id"] for one in found} == {one["id"] for one in world["recurring"].values()}
    # What is due within two days is an order already.
    first = Order.objects.get()
    assert clock.local_date(first.pickup_at) == clock.local_date(now) + timedelta(days=1)
    charge_due(now=now)
    first.refresh_from_db()
    assert first.payment_status == "paid"


def test_makes_favourites_and_requests_to_support() -> None:
    asked = {
        "ref": "question",
        "user": "alice",
        "category": "booking",
        "subject": "Bags",
        "message": "How many?",
    }
    world = {"users": [ALICE], "providers": [SALON], "favourites": [{"user": "alice", "provider": "salon"}]}

    made = make(world | {"supportRequests": [asked | {"answer": "Two."}]})

    alice = browser_of(made, "alice")
    assert [one["providerId"] for one in alice.get("/api/favourites").json()] == [
        made["providers"]["salon"]["id"]
    ]
    assert alice.get("/api/support-requests").json()[0]["id"] == made["supportRequests"]["question"]["id"]


# --- What is refused ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("world", "path"),
    [
        ({"people": []}, "people"),
        ({"users": [ALICE | {"isStaff": True}]}, "users.0.isStaff"),
        ({"providers": [SALON | {"hours": [{}, {"places": 3}]}]}, "providers.0.hours.1.places"),
        (
            {"users": [ALICE], "providers": [SALON], "orders": [ORDER | {"pickup": {"day": 1}}]},
            "orders.0.pickup.day",
        ),
    ],
)
def test_refuses_a_field_that_it_does_not_know(world, path) -> None:
    assert refused(world) == ("unknown_field", path)


@pytest.mark.parametrize(
    ("world", "path"),
    [
        ({"users": [{}]}, "users.0.ref"),
        ({"users": ["alice"]}, "users.0"),
        ({"users": {}}, "users"),
        ({"users": [ALICE | {"operator": "boss"}]}, "users.0.operator"),
        ({"users": [ALICE | {"firstName": 7}]}, "users.0.firstName"),
        ({"providers": [SALON | {"hours": [{"weekday": 7}]}]}, "providers.0.hours.0.weekday"),
        ({"providers": [SALON | {"hours": [{"weekday": True}]}]}, "providers.0.hours.0.weekday"),
        ({"providers": [SALON | {"hours": [{"from": "8"}]}]}, "providers.0.hours.0.from"),
        ({"providers": [SALON | {"iban": "CH00"}]}, "iban"),
        ({"orders": [ORDER | {"status": "lost"}]}, "orders.0.status"),
        ({"orders": [ORDER | {"addOns": {"bow": 1}}]}, "orders.0.addOns"),
        ({"orders": [ORDER | {"pickup": {"days": 28}}]}, "orders.0.pickup.days"),
    ],
)
def test_refuses_what_is_no_world(world, path) -> None:
    assert refused(world) == ("invalid", path)


@pytest.mark.parametrize(
    "kind", ["users", "providers", "orders", "recurring", "favourites", "supportRequests"]
)
def test_refuses_more_than_twenty_of_a_kind(kind) -> None:
    one = {
        "orders": ORDER,
        "recurring": ORDER,
        "favourites": {"user": "alice", "provider": "salon"},
        "supportRequests": {
            "user": "alice",
            "category": "booking",
            "subject": "Bags",
            "message": "How many?",
        },
    }
    numbers = count()
    named = {} if kind == "favourites" else {"ref": ""}
    many = [one.get(kind, {}) | {name: f"r{next(numbers)}" for name in named} for _ in range(21)]

    assert refused({kind: many}) == ("invalid", kind)


@pytest.mark.parametrize(
    ("world", "path"),
    [
        ({"providers": [SALON | {"user": "nobody"}]}, "providers.0.user"),
        ({"providers": [SALON], "orders": [ORDER]}, "orders.0.customer"),
        ({"users": [ALICE], "orders": [ORDER]}, "orders.0.provider"),
        ({"users": [ALICE], "recurring": [ORDER | {"days": 1}]}, "recurring.0.provider"),
        ({"users": [ALICE], "favourites": [{"user": "alice", "provider": "salon"}]}, "favourites.0.provider"),
        (
            {"users": [ALICE], "providers": [SALON], "recurring": [ORDER | {"days": 1, "card": "visa"}]},
            "recurring.0.card",
        ),
    ],
)
def test_refuses_a_name_that_nothing_has(world, path) -> None:
    assert refused(world) == ("unknown_reference", path)


@pytest.mark.parametrize(
    ("body", "code", "path"),
    [
        ({}, "invalid", "providers"),
        ({"providers": ["salon"]}, "invalid", "providers.0"),
        ({"providers": [], "users": []}, "unknown_field", "users"),
    ],
)
def test_withdraws_nobody_where_the_call_is_wrong(body, code, path) -> None:
    response = Client().delete(FACTORY, body, content_type="application/json")

    assert response.status_code == 400
    assert (response.json()["code"], *response.json()["fields"]) == (code, path)


def test_refuses_a_name_that_two_have() -> None:
    assert refused({"users": [ALICE, ALICE]}) == ("duplicate_reference", "users")
    assert refused({"users": [{"ref": "salon"}], "providers": [SALON]}) == ("duplicate_reference", "users")


@pytest.mark.parametrize(
    ("changes", "path"),
    [
        ({"status": "washing", "payment": "unpaid"}, "payment"),
        ({"status": "pending", "payment": "paid"}, "status"),
        ({"status": "cancelled", "cancelledBy": "provider"}, "cancelledBy"),
        ({"status": "delivery", "review": {}}, "review"),
        ({"status": "washing", "handBack": {}}, "handBack"),
        ({"status": "completed", "handoverCodes": True}, "handoverCodes"),
        ({"status": "pending", "refund": {}}, "refund"),
    ],
)
def test_refuses_a_state_that_the_rules_do_not_allow(changes, path) -> None:
    world = {"users": [ALICE], "providers": [SALON], "orders": [ORDER | changes]}

    assert refused(world) == ("impossible_state", f"orders.0.{path}")


def test_says_no_by_the_table_of_transitions() -> None:
    assert find(OrderStatus.CONFIRMED, OrderStatus.CANCELLED, "provider") is None


def test_refuses_a_day_of_the_week_for_each_month() -> None:
    booked = ORDER | {"pattern": "monthly", "dayOfWeek": 1}

    assert refused({"users": [ALICE], "providers": [SALON], "recurring": [booked]})[0] == "invalid"


def test_leaves_nobody_in_the_list_where_an_order_cannot_be_made(stripe) -> None:
    closed = {"pickup": {"days": 1, "time": "23:00"}}
    world = {"users": [ALICE], "providers": [SALON], "orders": [ORDER | closed]}

    response = ask(world)

    assert (response.status_code, response.json()["code"]) == (409, "slot_closed")
    assert Provider.objects.get().status == "paused"
    assert Order.objects.count() == 0


def test_makes_nothing_where_the_hours_cannot_be() -> None:
    inverted = SALON | {"hours": [{"from": "10:00", "to": "09:00"}]}

    response = ask({"users": [ALICE], "providers": [inverted]})

    assert (response.status_code, response.json()["code"]) == (400, "window_inverted")
    assert User.objects.count() == 0


def test_takes_nothing_but_json() -> None:
    client = Client()

    assert client.post(FACTORY, "{", content_type="application/json").json()["code"] == "malformed"
    assert client.post(FACTORY, "[]", content_type="application/json").json()["code"] == "malformed"
    # A page of another site can send this without asking.
    assert client.post(FACTORY, "{}", content_type="text/plain").json()["code"] == "unsupported_media_type"
    assert User.objects.count() == 0


# --- Where it is ----------------------------------------------------------------------------------------


def nothing_there(response) -> bool:
    unknown = Client().post("/no/such/address", {}, content_type="application/json")
    return (response.status_code, response.content) == (404, unknown.content)


def test_is_not_there_outside_of_demonstration_and_tests(settings) -> None:
    settings.DEMO = settings.TESTING = False

    assert nothing_there(ask({"users": [ALICE]}))
    assert User.objects.count() == 0


@pytest.mark.parametrize(
    "caller",
    [
        {"REMOTE_ADDR": "192.168.1.7"},
        {"REMOTE_ADDR": ""},
        {"HTTP_X_FORWARDED_FOR": "127.0.0.1"},
        {"HTTP_FORWARDED": "for=127.0.0.1"},
    ],
)
def test_is_there_for_this_machine_alone(caller) -> None:
    assert nothing_there(ask({"users": [ALICE]}, **caller))
    assert ask({"users": [ALICE]}, REMOTE_ADDR="::1").status_code == 201


def test_withdraws_for_nobody_else(settings) -> None:
    settings.DEMO = settings.TESTING = False

    assert Client().delete(FACTORY, {"providers": []}, content_type="application/json").status_code == 404


def test_is_no_page() -> None:
    assert Client().get(FACTORY).status_code == 404


POST = """
import json, sys
import django
django.setup()
from django.test import Client
client = Client(headers={"host": "suuber.example"}, enforce_csrf_checks=True)
paths = ["/demo/factory", "/no/such/address"]
answers = [client.post(path, {}, content_type="application/json", secure=True).status_code for path in paths]
print(json.dumps([answers, [name for name in sys.modules if name.startswith("demo")]]))
"""


def test_a_production_start_does_not_know_of_it(tmp_path) -> None:
    started = run(tmp_path, "-c", POST)

    assert started.returncode == 0, started.stderr
    assert json.loads(started.stdout) == [[404, 404], []]
