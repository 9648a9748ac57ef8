"""The factory of browser tests: its people and providers are like any other."""

from datetime import timedelta

import pytest
from django.test import Client

from accounts import factors
from accounts.models import User
from conftest import client_for
from demo.people import PASSWORD
from demo.tests.factory_calls import ALICE, FACTORY, SALON, SUNDAY_NIGHT, browser_of, make, make_order
from marketplace import clock
from orders.models import SavedCard
from providers.models import Application, Provider
from scheduling.models import TimeSlot, WeeklyWindow

pytestmark = pytest.mark.django_db


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
    # The CSRF token is accepted.
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
    assert (user["language"], user["postalCode"], user["emailVerified"]) == ("de", "3011", False)


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
    # There is an application, as for every provider.
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
    made = make({"users": [ALICE], "providers": [SALON, {"ref": "other"}]})
    withdrawn = [made["users"][ref]["id"] for ref in ("alice", "salon")]

    for _ in range(2):
        response = Client().delete(FACTORY, {"users": withdrawn}, content_type="application/json")
        assert response.status_code == 204, response.content

    left = [one["id"] for one in client_for().get("/api/providers/8001").json()]
    assert left == [made["providers"]["other"]["id"]]


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
