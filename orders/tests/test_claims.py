"""Damage claims: reported in time by the customer, answered by the provider, decided by an operator."""

from datetime import timedelta
from decimal import Decimal

import pytest
from django.core.files.storage import storages
from django.test import Client
from django.urls import reverse

from conftest import WEDNESDAY as NOW
from conftest import client_for, make_operator, sign_in
from marketplace.tests.page_forms import sent_by
from orders.claims.time_value import time_value
from orders.models import DamageClaim, LedgerEntry, OrderPhoto, Refund
from orders.payouts import payable
from orders.tasks import remove_message_photos
from orders.tests.booking import advance
from orders.tests.claims import add_photo, answer, claims_of, decide, report

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("now"), pytest.mark.at(NOW)]
# The end of the pickup hour, tomorrow at 13:00 in Zurich, and a day.
WINDOW_ENDS = "2026-11-20T12:00:00Z"


@pytest.fixture
def done(paid_order):
    """Return alice's completed order with bruno, of CHF 27.50."""
    return advance(paid_order, to="completed")


@pytest.fixture
def claim(done, alice) -> DamageClaim:
    assert report(alice, done).status_code == 201
    return DamageClaim.objects.get()


@pytest.fixture
def operator_site(dora) -> Client:
    client = Client()
    sign_in(client, dora)
    return client


def kinds(user) -> list[str]:
    return [notice.kind for notice in user.notifications.filter(kind__startswith="claim")]


# --- Reporting ------------------------------------------------------------------------------------------


def test_damage_is_reported_with_photos_and_the_provider_is_asked(done, alice, bruno) -> None:
    assert claims_of(alice, done) == {"reportableUntil": WINDOW_ENDS, "claims": []}
    photo = add_photo(alice, done)
    assert photo.status_code == 201

    response = report(alice, done, item="shirt", price="80", ageMonths=12, photos=[photo.json()["id"]])

    assert response.status_code == 201, response.json()
    [shown] = claims_of(bruno, done)["claims"]
    assert {
        name: shown[name] for name in ("state", "item", "price", "ageMonths", "statement", "decision")
    } == {
        "state": "answer",
        "item": "shirt",
        "price": "80.00",
        "ageMonths": 12,
        "statement": None,
        "decision": None,
    }
    assert (shown["description"], shown["answerBy"]) == (
        "A red stain on the white shirt.",
        "2026-11-20T08:30:00Z",
    )
    assert [one["byCustomer"] for one in shown["photos"]] == [True]
    assert client_for(bruno).get(shown["photos"][0]["url"])["Content-Type"] == "image/jpeg"
    assert (kinds(alice), kinds(bruno)) == ([], ["claim_reported"])


def test_the_window_ends_a_day_after_the_pickup_hour(done, alice, time_machine) -> None:
    time_machine.move_to(NOW + timedelta(hours=51, minutes=29))
    assert claims_of(alice, done)["reportableUntil"] == WINDOW_ENDS

    time_machine.move_to(NOW + timedelta(hours=51, minutes=30))

    assert claims_of(alice, done)["reportableUntil"] is None
    response = report(alice, done)
    assert (response.status_code, response.json()["code"]) == (409, "claim_window_over")
    assert "Fri 20 Nov" in response.json()["message"]


def test_the_order_says_until_when_to_its_customer(paid_order, alice, bruno, time_machine) -> None:
    """From when the completion reached us on: the provider's phone gave a time three days before."""
    done = advance(paid_order, to="delivery")
    time_machine.move_to(NOW + timedelta(days=3))
    body = {"status": "completed", "at": (NOW + timedelta(minutes=5)).isoformat()}
    assert client_for(bruno).post(f"/api/orders/{done.pk}/status", body).status_code == 200

    customer, provider = (client_for(user).get(f"/api/orders/{done.pk}").json() for user in (alice, bruno))

    assert customer["claimsUntil"] == claims_of(alice, done)["reportableUntil"] == "2026-11-22T08:30:00Z"
    assert provider["claimsUntil"] is None


def test_an_order_that_is_not_completed_has_no_claim(at_the_door, alice) -> None:
    assert client_for(alice).get(f"/api/orders/{at_the_door.pk}").json()["claimsUntil"] is None
    response = report(alice, at_the_door)

    assert (response.status_code, response.json()["code"]) == (409, "claim_too_early")
    assert claims_of(alice, at_the_door)["reportableUntil"] is None


def test_one_claim_is_open_at_a_time(claim, done, alice) -> None:
    assert claims_of(alice, done)["reportableUntil"] is None

    response = report(alice, done)

    assert (response.status_code, response.json()["code"]) == (409, "claim_open")
    assert DamageClaim.objects.count() == 1


def test_only_the_customer_reports_and_only_the_two_sides_read(claim, done, bruno, chiara, dora) -> None:
    path = f"/api/orders/{done.pk}/claims"

    assert [report(user, done).status_code for user in (bruno, chiara, dora)] == [403, 404, 403]
    readers = [client_for(user).get(path).status_code for user in (bruno, chiara, dora, None)]
    assert readers == [200, 404, 200, 401]
    finance_like = make_operator("emma", "support")
    assert client_for(finance_like).get(path).status_code == 200


@pytest.mark.sweep
@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"description": " "}, "description"),
        ({"description": "x" * 2001}, "description"),
        ({"item": "car"}, "item"),
        ({"price": "0"}, "price"),
        ({"price": "many"}, "price"),
        ({"price": "100000"}, "price"),
        ({"ageMonths": -1}, "ageMonths"),
        ({"ageMonths": 601}, "ageMonths"),
        ({"photos": ["nonsense"]}, "photos"),
        ({"photos": ["7c9e6679-7425-40de-944b-e07fc1f90ae7"]}, "photos"),
    ],
)
def test_refuses_what_is_no_report(done, alice, changes, field) -> None:
    response = report(alice, done, **changes)

    assert response.status_code == 400
    assert list(response.json()["fields"]) == [field]
    assert not DamageClaim.objects.exists()


# --- Photos ---------------------------------------------------------------------------------------------


def test_a_photo_that_is_not_sent_yet_is_seen_by_who_uploaded_it(done, alice, bruno, chiara) -> None:
    url = add_photo(alice, done).json()["url"]

    seen = [client_for(user).get(url).status_code for user in (alice, bruno, chiara, None)]

    assert seen == [200, 404, 404, 401]


def test_photos_belong_to_paid_orders(order, alice) -> None:
    response = add_photo(alice, order)

    assert (response.status_code, response.json()["code"]) == (409, "claim_too_early")
    assert not OrderPhoto.objects.exists()


def test_photos_of_others_and_of_an_earlier_claim_are_not_taken(done, alice, bruno, chiara) -> None:
    theirs = add_photo(bruno, done).json()["id"]

    assert add_photo(chiara, done).status_code == 404
    assert report(alice, done, photos=[theirs]).status_code == 400


def test_there_are_six_photos_at_most_and_no_other_files(done, alice) -> None:
    assert add_photo(alice, done, b"%PDF-1.7\n%%EOF").status_code == 400
    assert {add_photo(alice, done).status_code for _ in range(6)} == {201}

    seventh = add_photo(alice, done)

    assert (seventh.status_code, seventh.json()["code"]) == (409, "too_many_photos")


def test_a_photo_that_is_removed_makes_room_for_another_one(done, alice) -> None:
    photos = [add_photo(alice, done).json()["url"] for _ in range(6)]

    assert client_for(alice).delete(photos[0]).status_code == 204

    assert client_for(alice).get(photos[0]).status_code == 404
    assert client_for(alice).delete(photos[0]).status_code == 404
    assert add_photo(alice, done).status_code == 201


def test_nobody_removes_a_photo_that_is_not_theirs_or_was_sent(done, alice, bruno, chiara) -> None:
    pending, sent = add_photo(alice, done).json(), add_photo(alice, done).json()
    assert report(alice, done, photos=[sent["id"]]).status_code == 201

    for user, photo in ((bruno, pending), (chiara, pending), (alice, sent), (bruno, sent)):
        assert client_for(user).delete(photo["url"]).status_code == 404

    assert client_for(alice).get(pending["url"]).status_code == 200
    assert client_for(bruno).get(sent["url"]).status_code == 200


def test_photos_go_a_day_after_they_were_not_sent_and_a_year_after_the_claim(
    done, alice, bruno, operator_site, time_machine, django_capture_on_commit_callbacks
) -> None:
    files = storages["private"]
    sent, pending = (add_photo(alice, done).json()["id"] for _ in range(2))
    report(alice, done, photos=[sent])
    claim = DamageClaim.objects.get()
    answer(bruno, done, claim)
    decide(operator_site, claim)

    time_machine.move_to(NOW + timedelta(days=2))
    with django_capture_on_commit_callbacks(execute=True):
        remove_message_photos()
    assert [str(row.pk) for row in OrderPhoto.objects.all()] == [sent]
    assert pending != sent
    time_machine.move_to(NOW + timedelta(days=366))
    stored = OrderPhoto.objects.get().file
    with django_capture_on_commit_callbacks(execute=True):
        remove_message_photos()

    assert not OrderPhoto.objects.exists()
    assert not files.exists(stored)


# --- The provider's view --------------------------------------------------------------------------------


def test_the_provider_answers_once(claim, done, alice, bruno) -> None:
    photo = add_photo(bruno, done).json()["id"]

    assert answer(bruno, done, claim, photos=[photo]).status_code == 200

    [shown] = claims_of(alice, done)["claims"]
    assert (shown["state"], shown["statement"]) == ("review", "The stain was there before.")
    assert [one["byCustomer"] for one in shown["photos"]] == [False]
    again = answer(bruno, done, claim)
    assert (again.status_code, again.json()["code"]) == (409, "claim_answered")


def test_nobody_else_answers(claim, done, alice, chiara, dora) -> None:
    assert [answer(user, done, claim).status_code for user in (alice, chiara, dora)] == [403, 404, 403]


def test_a_claim_of_another_order_is_not_there(claim, done, bruno) -> None:
    path = f"/api/orders/{done.pk}/claims/7c9e6679-7425-40de-944b-e07fc1f90ae7/statement"

    assert client_for(bruno).post(path, {"statement": "No."}).status_code == 404


# --- The decision ---------------------------------------------------------------------------------------


def test_nothing_is_decided_before_the_provider_was_heard(claim, operator_site, time_machine) -> None:
    page = decide(operator_site, claim)
    assert "has not answered yet" in page.content.decode()
    assert not Refund.objects.exists()

    time_machine.move_to(NOW + timedelta(hours=48))
    decide(operator_site, claim)

    assert Refund.objects.get().amount == Decimal(10)


@pytest.mark.parametrize(
    ("borne_by", "earns", "platform"), [("provider", "15.00", "2.50"), ("platform", "25.00", "-7.50")]
)
def test_money_goes_back_from_whom_the_operator_says(
    claim, done, alice, bruno, operator_site, borne_by, earns, platform
) -> None:
    answer(bruno, done, claim)

    decide(operator_site, claim, borne_by=borne_by)

    [shown] = claims_of(alice, done)["claims"]
    assert (shown["state"], shown["decision"]) == (
        "refunded",
        {"amount": "10.00", "reason": "The photo shows it.", "at": "2026-11-18T08:30:00Z"},
    )
    done.refresh_from_db()
    assert done.refunded_amount == Decimal(10)
    sums = {
        account: -sum(
            LedgerEntry.objects.filter(order=done, account=account).values_list("amount", flat=True)
        )
        for account in ("provider", "platform")
    }
    assert sums == {"provider": Decimal(earns), "platform": Decimal(platform)}
    assert kinds(alice) == ["claim_decided"]
    notice = bruno.notifications.get(kind="claim_decided").body
    assert f"your share is CHF {Decimal(25) - Decimal(earns):.2f} less" in notice


def test_a_claim_is_rejected_with_a_reason(claim, done, alice, bruno, operator_site) -> None:
    answer(bruno, done, claim)

    decide(operator_site, claim, amount="0", reason="The stain is on the photo of the pickup.")

    [shown] = claims_of(alice, done)["claims"]
    assert (shown["state"], shown["decision"]["amount"]) == ("rejected", "0.00")
    assert not Refund.objects.exists()
    assert "The stain is on the photo of the pickup." in alice.notifications.get(kind="claim_decided").body
    late = answer(bruno, done, claim)
    assert late.json()["code"] == "claim_decided"


def test_nothing_is_decided_by_a_page_that_did_not_show_the_providers_view(
    claim, done, bruno, operator_site, time_machine
) -> None:
    time_machine.move_to(NOW + timedelta(hours=48))
    page = reverse("admin:orders_damageclaim_decide_it", args=[claim.pk])
    shown = sent_by(operator_site.get(page).text) | {"amount": "10", "reason": "No view was given."}
    answer(bruno, done, claim)

    refused = operator_site.post(page, shown, follow=True)

    assert "has changed since this page was shown" in refused.text
    assert "The stain was there before." in refused.text
    assert DamageClaim.objects.get().is_open
    operator_site.post(page, sent_by(refused.text))
    assert Refund.objects.get().amount == Decimal(10)


def test_at_most_what_the_item_is_worth_goes_back(done, alice, bruno, operator_site) -> None:
    report(alice, done, item="shirt", price="20", ageMonths=12)
    claim = DamageClaim.objects.get()
    answer(bruno, done, claim)

    page = decide(operator_site, claim, amount="10.01")
    assert "CHF 10.00 can be returned at most" in page.content.decode()
    decide(operator_site, claim, amount="10")

    assert Refund.objects.get().amount == Decimal(10)


def test_at_most_what_is_left_of_the_payment_goes_back(claim, done, bruno, operator_site) -> None:
    answer(bruno, done, claim)

    assert (
        "CHF 27.50 can be returned at most" in decide(operator_site, claim, amount="27.51").content.decode()
    )
    decide(operator_site, claim, amount="27.50")

    assert Refund.objects.get().amount == Decimal("27.50")


def test_who_may_not_decide_has_no_button_and_no_page(claim, done, bruno) -> None:
    answer(bruno, done, claim)
    client = Client()
    sign_in(client, make_operator("emma", "support"))

    assert decide(client, claim).status_code == 403
    assert DamageClaim.objects.get().is_open


@pytest.mark.parametrize(
    ("item", "price", "age", "worth"),
    [
        ("shirt", "80", 0, "80.00"),
        ("shirt", "80", 12, "40.00"),
        ("shirt", "80", 24, "8.00"),
        ("shirt", "80", 600, "8.00"),
        ("jacket", "99.95", 7, "85.37"),
        ("shirt", None, 12, None),
        ("shirt", "80", None, None),
    ],
)
def test_an_item_loses_its_value_month_by_month(item, price, age, worth) -> None:
    value = time_value(item=item, price=price and Decimal(price), age_months=age)

    assert value == (worth and Decimal(worth))


# --- The provider's share -------------------------------------------------------------------------------


def test_the_share_waits_for_the_decision(claim, done, bruno, operator_site) -> None:
    week = payable.week_of(NOW.date() + timedelta(days=7))
    assert not payable.payable(week=week).exists()
    assert client_for(bruno).get("/api/provider/earnings").json()["held"] == "25.00"

    answer(bruno, done, claim)
    decide(operator_site, claim)

    assert sum(-entry.amount for entry in payable.payable(week=week)) == Decimal(15)
    assert client_for(bruno).get("/api/provider/earnings").json()["held"] == "0.00"


@pytest.mark.parametrize("who", ["alice", "bruno"])
def test_an_account_with_an_open_claim_is_not_deleted(claim, done, who, request) -> None:
    response = client_for(request.getfixturevalue(who)).get("/api/privacy/deletion")

    assert "claims" in response.json()["waitsFor"]


def test_the_queue_shows_the_claim_and_both_views(claim, done, bruno, operator_site) -> None:
    answer(bruno, done, claim)

    page = operator_site.get(f"/admin/orders/damageclaim/{claim.pk}/change/").content.decode()

    assert "A red stain on the white shirt." in page
    assert "The stain was there before." in page
    assert "state=open" in operator_site.get("/admin/").content.decode()
    assert "A red stain" not in operator_site.get("/admin/orders/damageclaim/?state=open").content.decode()
