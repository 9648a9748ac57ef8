"""Operators see recurring bookings and their dates, and pause, resume and end them."""

import pytest
from django.urls import reverse

from conftest import WEDNESDAY as NOW
from conftest import client_for
from marketplace import clock
from marketplace.tests.page_forms import sent_by
from orders.models import Order, RecurringBooking
from orders.payments.tests.cards import save
from orders.recurring import occurrence_placing
from orders.recurring.tests.running_bookings import at, days, set_up, set_up_many, shown
from orders.tasks import charge_recurring_orders, place_recurring_orders

pytestmark = pytest.mark.at(NOW)

LIST = "admin:orders_recurringbooking_changelist"


@pytest.fixture
def operator_client(dora, client):
    """Return a client of the admin site, signed in as operator."""
    client.force_login(dora)
    return client


def press(operator_client, action: str, booking: RecurringBooking) -> str:
    """Run an action of the list, confirm it, and return the resulting page."""
    body = {"action": action, "_selected_action": [str(booking.pk)], "confirmed": "yes"}
    return operator_client.post(reverse(LIST), body, follow=True).content.decode()


def test_the_pages_show_bookings_and_dates(now, operator_client, alice, salon) -> None:
    booking = set_up(alice, salon)
    occurrence_placing.place_due(now=at("2026-11-21 09:00"))

    listed = operator_client.get(reverse(LIST)).content.decode()
    one = operator_client.get(
        reverse("admin:orders_recurringbooking_change", args=[booking.pk])
    ).content.decode()
    dates = operator_client.get(reverse("admin:orders_occurrence_changelist")).content.decode()

    assert "every Monday at 09:00" in listed
    assert alice.known_name in listed
    assert "alice@example.org" not in listed
    assert "2026" in one
    assert dates.count("Planned") >= 5


def test_titles_are_words(now, operator_client, alice, salon) -> None:
    booking = set_up(alice, salon)
    planned = booking.occurrences.first()

    of_booking = operator_client.get(reverse("admin:orders_recurringbooking_change", args=[booking.pk]))
    of_date = operator_client.get(reverse("admin:orders_occurrence_change", args=[planned.pk]))
    dates = operator_client.get(reverse("admin:orders_occurrence_changelist")).content.decode()

    assert str(of_booking.context["original"]) == "Alice M., every Monday at 09:00"
    assert str(of_date.context["original"]) == f"Recurring pickup, {planned.on:%a %-d %b %Y}"
    assert "Alice M., every Monday at 09:00" in dates
    assert str(booking.pk)[-8:] not in dates.replace(str(booking.pk), "")


def test_the_buttons_do_what_they_say(now, operator_client, alice, salon) -> None:
    booking = set_up(alice, salon)

    assert "1 done." in press(operator_client, "pause_chosen", booking)
    assert shown(booking)["pausedUntil"] == "2026-12-16"
    assert "1 done." in press(operator_client, "resume_chosen", booking)
    assert shown(booking)["pausedUntil"] is None
    assert "1 done." in press(operator_client, "end_chosen", booking)
    assert set(days(shown(booking), "cancelled")) == set(days(shown(booking)))
    again = press(operator_client, "end_chosen", booking)
    assert "0 done, 1 refused: This recurring booking has already been cancelled." in again


def test_the_page_of_a_booking_has_the_buttons_that_are_possible(now, operator_client, alice, salon) -> None:
    booking = set_up(alice, salon)
    own_page = reverse("admin:orders_recurringbooking_change", args=[booking.pk])

    def offered() -> list[str]:
        body = operator_client.get(own_page).content.decode()
        acts = ("pause", "resume", "end")
        return [one for one in acts if f"/recurringbooking/{booking.pk}/{one}/" in body]

    def button(act: str) -> str:
        return reverse(f"admin:orders_recurringbooking_{act}_it", args=[booking.pk])

    assert offered() == ["pause", "end"]
    assert "Nothing is picked up before Wed 16 Dec" in operator_client.get(button("pause")).text
    assert shown(booking)["pausedUntil"] is None
    operator_client.post(button("pause"), {"confirmed": "yes"})
    assert offered() == ["resume", "end"]
    operator_client.post(button("resume"), {"confirmed": "yes"})
    assert "What is paid takes place; Alice M. is told." in operator_client.get(button("end")).text
    operator_client.post(button("end"), {"confirmed": "yes"})
    assert offered() == []


def test_a_pause_is_counted_in_switzerland_s_days(past_midnight, operator_client, alice, salon) -> None:
    booking = set_up(alice, salon)
    press(operator_client, "pause_chosen", booking)
    assert shown(booking)["pausedUntil"] == "2026-12-17"

    RecurringBooking.objects.update(paused_until=clock.local_date(past_midnight))

    rows = operator_client.get(reverse(LIST)).context["results"]
    assert "Active" in str(rows)
    assert "Paused" not in str(rows)


def test_a_page_of_many_takes_few_statements(
    now, operator_client, alice, salon, django_assert_max_num_queries
) -> None:
    set_up_many(alice, salon, 15)

    with django_assert_max_num_queries(15):
        operator_client.get(reverse(LIST))
    with django_assert_max_num_queries(15):
        operator_client.get(reverse("admin:orders_occurrence_changelist"))


def test_customers_stay_outside(now, alice, salon) -> None:
    set_up(alice, salon)

    assert client_for(alice).get(reverse(LIST)).status_code == 302


def test_what_a_page_has_refused_is_not_done_with_it_later(now, operator_client, alice, salon) -> None:
    paused, running = set_up_many(alice, salon, 2)
    press(operator_client, "pause_chosen", paused)
    body = {"action": "resume_chosen", "_selected_action": [str(paused.pk), str(running.pk)]}
    asked = operator_client.post(reverse(LIST), body).content.decode()
    assert "Refused." in asked
    press(operator_client, "pause_chosen", running)

    page = operator_client.post(reverse(LIST), sent_by(asked), follow=True).content.decode()

    assert "1 done, 1 refused" in page
    paused.refresh_from_db()
    running.refresh_from_db()
    assert paused.paused_until is None
    assert running.paused_until is not None


def test_resuming_says_what_is_booked_and_charged_at_once(
    now, time_machine, operator_client, stripe, alice, salon
) -> None:
    booking = set_up(alice, salon)
    save(stripe, alice)
    button = reverse("admin:orders_recurringbooking_resume_it", args=[booking.pk])
    press(operator_client, "pause_chosen", booking)
    at_once = (
        "1 of them is less than two days away: it is booked and charged at once. The customer is not told."
    )
    asked = operator_client.get(button).content.decode()
    assert at_once not in asked
    assert "The customer is not told." in asked

    # Monday's pickup is 47 hours away.
    time_machine.move_to(at("2026-11-21 10:00"))
    assert at_once in operator_client.get(button).content.decode()
    operator_client.post(button, sent_by(operator_client.get(button).content.decode()))
    place_recurring_orders()
    charge_recurring_orders()

    assert Order.objects.get(occurrence__booking=booking).payment_status == "paid"


def test_four_weeks_do_not_shorten_a_longer_pause(now, operator_client, alice, salon) -> None:
    booking = set_up(alice, salon)
    until = {"until": "2027-02-01"}
    assert client_for(alice).post(f"/api/recurring-bookings/{booking.pk}/pause", until).status_code == 200

    said = press(operator_client, "pause_chosen", booking)
    page = operator_client.get(reverse("admin:orders_recurringbooking_change", args=[booking.pk]))

    assert "0 done, 1 refused: It is paused until 1 February 2027 already." in said
    assert shown(booking)["pausedUntil"] == "2027-02-01"
    assert f"/recurringbooking/{booking.pk}/pause/" not in page.content.decode()
