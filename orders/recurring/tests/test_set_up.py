"""Setting up a recurring booking, seeing it, changing and ending it."""

import re
from datetime import time

import pytest

from accounts.models import Notification, User
from conftest import WEDNESDAY as NOW
from conftest import client_for, make_provider, make_user
from orders.api.recurring_serializers import RecurringBookingCreateSerializer
from orders.models import Occurrence, RecurringBooking, SavedCard
from orders.recurring.tests.running_bookings import (
    CALL,
    ask,
    days,
    give_week,
    monthly,
    recurring_payload,
    set_up,
    set_up_many,
    shown,
)
from orders.tests.counting import statements
from providers.models import Provider
from scheduling.models import WeeklyWindow

pytestmark = pytest.mark.at(NOW)

# NOW is Wednesday, 18 November 2026.
MONDAYS = ["2026-11-23", "2026-11-30", "2026-12-07", "2026-12-14", "2026-12-21", "2026-12-28"]
SENTENCE = "Please provide both pickup and delivery addresses."


def test_a_weekly_booking_has_its_dates_six_weeks_ahead(now, alice, salon) -> None:
    response = ask(alice, recurring_payload(salon))

    assert response.status_code == 201, response.json()
    entry = response.json()
    assert days(entry, "planned") == MONDAYS
    assert entry["nextBookingDate"] == "2026-11-23"
    assert (entry["isActive"], entry["pausedUntil"]) == (True, None)
    assert (entry["recurringPattern"], entry["dayOfWeek"], entry["dayOfMonth"]) == ("weekly", 1, None)
    assert (entry["preferredTime"], entry["totalAmount"], entry["weight"]) == ("09:00", "27.50", "10.0")
    assert entry["providerAvailable"] is True
    assert {row["time"] for row in entry["occurrences"]} == {"09:00"}
    assert all(row["canSkip"] and row["canMove"] for row in entry["occurrences"])
    assert entry == shown(RecurringBooking.objects.get())


def test_biweekly_and_monthly_have_theirs(now, alice, salon) -> None:
    biweekly = ask(alice, recurring_payload(salon, recurringPattern="biweekly")).json()
    each_month = ask(alice, monthly(salon, 28)).json()

    assert days(biweekly) == ["2026-11-23", "2026-12-07", "2026-12-21"]
    assert days(each_month) == ["2026-11-28", "2026-12-28"]
    assert (each_month["dayOfWeek"], each_month["dayOfMonth"]) == (None, 28)


def test_the_first_date_is_from_tomorrow_on(now, alice, salon) -> None:
    assert days(ask(alice, recurring_payload(salon, dayOfWeek=3)).json())[0] == "2026-11-25"
    assert days(ask(alice, recurring_payload(salon, dayOfWeek=4)).json())[0] == "2026-11-19"


def test_the_customer_is_notified_by_a_notice(now, alice, salon) -> None:
    set_up(alice, salon)

    notice = Notification.objects.get(user=alice, kind="recurring_set_up")
    assert "Bruno M. picks up your laundry every Monday at 09:00, first on Mon 23 Nov." in notice.body
    assert notice.link == "/recurring"


@pytest.mark.parametrize(
    ("changes", "field", "sentence"),
    [
        ({"dayOfWeek": None}, "dayOfWeek", "Please choose a day of the week."),
        ({"dayOfWeek": 7}, "dayOfWeek", "Please choose a day of the week."),
        ({"dayOfWeek": "1"}, "dayOfWeek", "Please choose a day of the week."),
        ({"dayOfMonth": 3}, "dayOfMonth", "A weekly or biweekly booking has a day of the week only."),
        ({"recurringPattern": "daily"}, "recurringPattern", "Please choose weekly, biweekly or monthly."),
        ({"preferredTime": "10:00"}, "preferredTime", "Please choose 09:00, 11:00, 13:00, 15:00 or 17:00."),
        ({"preferredTime": "24:00"}, "preferredTime", "Please choose 09:00, 11:00, 13:00, 15:00 or 17:00."),
        ({"serviceType": "dry"}, "serviceType", "Please choose standard, premium or ironing."),
        ({"weight": "9"}, "weight", "The weight must be between 10 and 15 kg, in steps of 0.5 kg."),
        ({"weight": "10.25"}, "weight", "The weight must be between 10 and 15 kg, in steps of 0.5 kg."),
        ({"pickupAddress": "  "}, "pickupAddress", SENTENCE),
        ({"deliveryAddress": ""}, "deliveryAddress", SENTENCE),
    ],
)
def test_bad_input_is_named_and_changes_nothing(now, alice, salon, changes, field, sentence) -> None:
    response = ask(alice, recurring_payload(salon, **changes))

    assert response.status_code == 400, response.json()
    assert response.json()["fields"][field] == [sentence]
    assert not RecurringBooking.objects.exists()


@pytest.mark.parametrize("day", [0, 29, 31, None, True, "5"])
def test_a_monthly_booking_has_a_day_from_1_to_28(now, alice, salon, day) -> None:
    response = ask(alice, monthly(salon, day))

    assert response.status_code == 400
    assert response.json()["fields"]["dayOfMonth"] == ["Please choose a day of the month from 1 to 28."]


def test_a_monthly_booking_has_no_day_of_the_week(now, alice, salon) -> None:
    response = ask(alice, monthly(salon, 5) | {"dayOfWeek": 1})

    assert response.json()["fields"] == {"dayOfWeek": ["A monthly booking has a day of the month only."]}


def test_nobody_books_for_others_but_an_operator(now, alice, chiara, dora, salon) -> None:
    body = recurring_payload(salon, customerId=str(alice.pk))

    assert ask(chiara, body).status_code == 403
    assert ask(None, body).status_code == 401
    made = ask(dora, body)
    assert (made.status_code, made.json()["customerId"]) == (201, str(alice.pk))


def test_what_the_provider_cannot_do_is_refused(now, alice, bruno, salon) -> None:
    assert ask(bruno, recurring_payload(salon)).json()["code"] == "cannot_book_own_service"
    Provider.objects.filter(pk=salon.pk).update(status=Provider.Status.PAUSED)
    assert ask(alice, recurring_payload(salon)).json()["code"] == "provider_not_available"
    unknown = ask(alice, recurring_payload(salon, providerId=str(alice.pk)))
    assert unknown.status_code == 404


def test_a_day_that_the_week_does_not_have_is_refused(now, alice, salon) -> None:
    WeeklyWindow.objects.filter(provider=salon, weekday=1).delete()

    response = ask(alice, recurring_payload(salon))

    assert (response.status_code, response.json()["code"]) == (409, "provider_does_not_work")
    assert "Bruno M. does not work every Monday at 09:00." in response.json()["message"]
    in_italian = ask(alice, recurring_payload(salon), **{"Accept-Language": "it"})
    assert "(ogni lunedì alle 09:00)" in in_italian.json()["message"]


def test_a_repeated_call_sets_up_one(now, alice, salon) -> None:
    first = ask(alice, recurring_payload(salon), **{"Idempotency-Key": "once"})
    again = ask(alice, recurring_payload(salon), **{"Idempotency-Key": "once"})

    assert first.json() == again.json()
    assert RecurringBooking.objects.count() == 1


def test_refuses_a_twenty_first_recurring_booking(now, alice, salon) -> None:
    set_up_many(alice, salon, 20)

    assert ask(alice, recurring_payload(salon)).json()["code"] == "too_many_recurring_bookings"


def test_the_list_takes_few_statements_however_long_it_is(
    now, alice, salon, django_assert_max_num_queries
) -> None:
    for number, before in ((1, 0), (5, 1)):
        set_up_many(alice, salon, number, after=before)
        client = client_for(alice)
        with django_assert_max_num_queries(10) as queries:
            assert len(client.get(f"{CALL}/customer/{alice.pk}").json()) >= number
        assert len(statements(queries)) <= 3, statements(queries)


def test_strangers_find_nothing(now, alice, bruno, chiara, salon) -> None:
    booking = set_up(alice, salon)

    for stranger in (bruno, chiara):
        client = client_for(stranger)
        assert client.get(f"{CALL}/customer/{alice.pk}").status_code == 404
        assert client.delete(f"{CALL}/{booking.pk}").status_code == 404
        assert client.patch(f"{CALL}/{booking.pk}", {"weight": "12"}).status_code == 404
        assert client.post(f"{CALL}/{booking.pk}/pause", {"until": "2026-12-01"}).status_code == 404
    assert shown(booking)["isActive"] is True


def save_card(owner: User) -> SavedCard:
    return SavedCard.objects.create(
        user=owner, payment_method_id=f"pm_{owner.pk.hex}", brand="visa", last4="4242", exp_month=4,
        exp_year=2030, is_default=True, consented_at=NOW, consent_text="I agree.", created_at=NOW,
    )  # fmt: skip


def test_a_card_of_ones_own_can_be_chosen(now, alice, chiara, salon) -> None:
    mine, other = save_card(alice), save_card(chiara)

    assert ask(alice, recurring_payload(salon, paymentMethodId=str(other.pk))).status_code == 404
    entry = ask(alice, recurring_payload(salon, paymentMethodId=str(mine.pk))).json()
    assert entry["paymentMethodId"] == str(mine.pk)

    client, path = client_for(alice), f"{CALL}/{entry['id']}"
    assert client.patch(path, {"paymentMethodId": str(other.pk)}).status_code == 404
    assert client.patch(path, {"paymentMethodId": None}).json()["paymentMethodId"] is None
    assert client.patch(path, {"paymentMethodId": str(mine.pk)}).json()["paymentMethodId"] == str(mine.pk)
    SavedCard.objects.filter(pk=mine.pk).update(removed_at=NOW, is_default=False)
    assert client.get(f"{CALL}/customer/{alice.pk}").json()[0]["paymentMethodId"] is None


# --- Ending -----------------------------------------------------------------------------------------------


def test_ending_cancels_what_is_planned_and_twice_is_refused(now, alice, salon) -> None:
    booking = set_up(alice, salon)
    client = client_for(alice)

    response = client.delete(f"{CALL}/{booking.pk}")

    assert response.status_code == 200
    entry = response.json()
    assert (entry["isActive"], entry["nextBookingDate"]) == (False, None)
    assert days(entry, "cancelled") == MONDAYS
    assert {row["reason"] for row in entry["occurrences"]} == {"You ended this recurring booking."}
    again = client.delete(f"{CALL}/{booking.pk}")
    assert (again.status_code, again.json()["code"]) == (409, "already_cancelled")
    for call in ("pause", "resume"):
        assert client.post(f"{CALL}/{booking.pk}/{call}", {"until": "2026-12-01"}).status_code == 409


# --- Pausing ----------------------------------------------------------------------------------------------


def test_a_pause_skips_what_lies_before_its_end(now, alice, salon) -> None:
    booking = set_up(alice, salon)

    entry = client_for(alice).post(f"{CALL}/{booking.pk}/pause", {"until": "2026-12-07"}).json()

    assert (entry["pausedUntil"], entry["nextBookingDate"]) == ("2026-12-07", "2026-12-07")
    assert days(entry, "skipped") == MONDAYS[:2]
    assert entry["occurrences"][0]["reason"] == "Your recurring booking is paused."


def test_a_long_pause_names_the_date_after_it(now, alice, salon) -> None:
    booking = set_up(alice, salon)

    entry = client_for(alice).post(f"{CALL}/{booking.pk}/pause", {"until": "2027-02-03"}).json()

    assert entry["nextBookingDate"] == "2027-02-08"
    assert days(entry, "planned") == []


def test_resuming_brings_back_what_the_pause_took_and_no_more(now, alice, salon) -> None:
    booking = set_up(alice, salon)
    client = client_for(alice)
    Occurrence.objects.filter(on="2026-11-30").update(status="skipped", reason="by_customer")
    client.post(f"{CALL}/{booking.pk}/pause", {"until": "2026-12-14"})

    entry = client.post(f"{CALL}/{booking.pk}/resume").json()

    assert entry["pausedUntil"] is None
    assert days(entry, "skipped") == ["2026-11-30"]
    again = client.post(f"{CALL}/{booking.pk}/resume")
    assert (again.status_code, again.json()["code"]) == (409, "not_paused")


def test_a_shorter_pause_takes_the_place_of_a_longer_one(now, alice, salon) -> None:
    booking = set_up(alice, salon)
    client = client_for(alice)
    client.post(f"{CALL}/{booking.pk}/pause", {"until": "2026-12-28"})

    entry = client.post(f"{CALL}/{booking.pk}/pause", {"until": "2026-11-24"}).json()

    assert days(entry, "skipped") == MONDAYS[:1]


@pytest.mark.parametrize("until", ["2026-11-18", "2026-11-17", "2028-01-01", "soon", ""])
def test_a_pause_ends_on_a_day_that_comes(now, alice, salon, until) -> None:
    booking = set_up(alice, salon)

    response = client_for(alice).post(f"{CALL}/{booking.pk}/pause", {"until": until})

    assert response.status_code == 400
    assert "until" in response.json()["fields"]
    assert shown(booking)["pausedUntil"] is None


# --- Changing ---------------------------------------------------------------------------------------------


def test_addresses_weight_and_requests_can_be_changed(now, alice, salon) -> None:
    booking = set_up(alice, salon)
    changes = {"pickupAddress": " Langstrasse 2, Zurich 8004 ", "weight": "12.5", "specialInstructions": "x"}

    entry = client_for(alice).patch(f"{CALL}/{booking.pk}", changes).json()

    assert entry["pickupAddress"] == "Langstrasse 2, Zurich 8004"
    assert (entry["weight"], entry["totalAmount"], entry["specialInstructions"]) == ("12.5", "36.25", "x")


def test_another_provider_can_be_chosen(now, alice, chiara, salon) -> None:
    booking = set_up(alice, salon)
    other = make_provider(make_user("emil"))
    client = client_for(alice)
    refused = client.patch(f"{CALL}/{booking.pk}", {"providerId": str(other.pk)})
    assert refused.json()["code"] == "provider_does_not_work"
    give_week(other, start=time(9))

    entry = client.patch(f"{CALL}/{booking.pk}", {"providerId": str(other.pk)}).json()

    assert entry["providerId"] == str(other.pk)
    assert days(entry, "planned") == MONDAYS


@pytest.mark.parametrize(
    "changes",
    [
        {"isActive": False},
        {"pausedUntil": "2026-12-01"},
        {"pickupAddress": ""},
        {"weight": "20"},
        {"nextBookingDate": "2026-12-01"},
        {"customerId": "5b6b2e9e-6f0c-4c0b-a6f5-1f8a1e0b1c11"},
    ],
)
def test_nothing_else_can_be_changed(now, alice, salon, changes) -> None:
    booking = set_up(alice, salon)
    before = shown(booking)

    response = client_for(alice).patch(f"{CALL}/{booking.pk}", changes)

    assert response.status_code == 400
    assert set(response.json()["fields"]) == set(changes)
    assert shown(booking) == before


# --- Unknown fields ---------------------------------------------------------------------------------------


def test_no_column_can_be_sent_along(now, alice, chiara, salon) -> None:
    columns = [field.name for model in (RecurringBooking, Occurrence) for field in model._meta.fields]
    names = {re.sub(r"_(.)", lambda part: part[1].upper(), name) for name in columns}
    taken = {name for name in names if name in RecurringBookingCreateSerializer().fields}
    plain = ask(alice, recurring_payload(salon)).json()

    for value in ("2020-01-01", True, 5, str(chiara.pk), "placed"):
        running = RecurringBooking.objects.get(is_active=True)
        assert client_for(alice).delete(f"{CALL}/{running.pk}").status_code == 200
        hostile = dict.fromkeys(names - taken, value) | {"nextBookingDate": value, "totalAmount": "0.01"}
        made = ask(alice, recurring_payload(salon) | hostile)
        assert made.status_code == 201, made.json()
        own = {"id", "occurrences"}
        assert {k: v for k, v in made.json().items() if k not in own} == {
            k: v for k, v in plain.items() if k not in own
        }
        assert days(made.json(), "planned") == MONDAYS
