"""The demonstration's data: its contents, and that loading it never overwrites changes."""

from collections import defaultdict
from datetime import timedelta

import pytest
from django.contrib.staticfiles import finders
from django.core.management import CommandError, call_command
from django.db import transaction
from django.db.models import QuerySet
from django.test import Client, override_settings

from accounts.models import Notification, User
from conftest import client_for
from demo import loading
from demo.money import Till
from demo.people import PASSWORD, PROVIDERS
from demo.stripe_standin.settings import PUBLISHABLE_KEY, SECRET_KEY, WEBHOOK_SECRET
from demo.stripe_standin.testing import running_standin
from marketplace import clock
from marketplace.events.models import LiveEvent
from marketplace.jobs.models import OutboxMessage
from orders.checks.invariants import all_violations
from orders.documents.tests.reading import words_of
from orders.lifecycle import lateness
from orders.models import (
    LedgerEntry,
    Occurrence,
    Order,
    OrderStatus,
    RecurringBooking,
    Refund,
    SavedCard,
    StripeCustomer,
)
from orders.payments import refunds, saved_cards
from orders.recurring.charging import charge_due
from orders.recurring.occurrence_placing import place_due
from providers.models import Application, ApplicationDocument, Provider, Review
from scheduling.models import TimeSlot

# Loading takes a minute: one worker runs all tests that need it.
pytestmark = pytest.mark.xdist_group("demo data")

AREAS = ("80", "40", "30", "12", "10", "60", "90")


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return tmp_path_factory.mktemp("demo")


@pytest.fixture(scope="module")
def as_demo(folder):
    """Apply the settings of `make run`."""
    with override_settings(
        DEMO=True,
        VAR_DIR=folder,
        STRIPE_SECRET_KEY=SECRET_KEY,
        STRIPE_PUBLISHABLE_KEY=PUBLISHABLE_KEY,
        STRIPE_WEBHOOK_SECRET=WEBHOOK_SECRET,
    ):
        yield


@pytest.fixture(scope="module")
def loaded(as_demo, django_db_setup, django_db_blocker):
    """Load the demonstration once for all tests of this module."""
    with django_db_blocker.unblock(), transaction.atomic():
        assert loading.load(now=clock.now())
        yield
        transaction.set_rollback(True)


@pytest.fixture
def demo(loaded, db) -> None:
    """Give a test the loaded demonstration, and roll its changes back."""


def user(email: str) -> User:
    return User.objects.get(email=email)


def working() -> QuerySet[Provider]:
    return Provider.objects.filter(status=Provider.Status.APPROVED)


def everything() -> dict[str, list]:
    tables = (
        User, Provider, TimeSlot, Order, Review, Refund, LedgerEntry, Notification, OutboxMessage, SavedCard,
        StripeCustomer, RecurringBooking, Occurrence,
    )  # fmt: skip
    return {model.__name__: sorted(map(str, model.objects.values_list())) for model in tables}


def test_there_are_providers_in_all_seven_areas(demo) -> None:
    everywhere = client_for().get("/api/providers").json()
    near = client_for().get("/api/providers/8001").json()

    codes = [provider["serviceArea"][0] for provider in everywhere]
    assert len(everywhere) == len(PROVIDERS) >= 24
    assert {area for area in AREAS for code in codes if code.startswith(area)} == set(AREAS)
    assert len([provider for provider in near if provider["distanceKm"] < 5]) >= 8


def test_the_nearest_accept_instantly_and_not_everybody_does(demo) -> None:
    near = client_for().get("/api/providers/8001").json()[:9]

    shown = Provider.objects.filter(pk__in=[provider["id"] for provider in near])
    assert all(provider.accepts_instantly for provider in shown)
    assert user("provider@example.com").provider in shown
    assert Provider.objects.filter(accepts_instantly=False).exists()


def test_every_provider_has_free_places_on_four_days_of_every_week(demo) -> None:
    now = clock.now()
    tomorrow = clock.local_date(now) + timedelta(days=1)
    free: dict = defaultdict(set)
    for slot in TimeSlot.objects.filter(date__gte=tomorrow, start_time__hour__gte=9, end_time__hour__lte=17):
        assert slot.capacity >= 3
        if slot.booked < slot.capacity:
            free[slot.provider_id, (slot.date - tomorrow).days // 7].add(slot.date)

    weeks = [(provider, week) for provider in working().values_list("pk", flat=True) for week in range(3)]
    assert min(len(free[place]) for place in weeks) >= 4


def test_the_demo_provider_works_every_day_from_eight_to_eight(demo) -> None:
    windows = user("provider@example.com").provider.weekly_windows.all()

    assert {
        (window.weekday, f"{window.start_time:%H%M}", f"{window.end_time:%H%M}") for window in windows
    } == {(day, "0800", "2000") for day in range(7)}


def test_there_is_an_application_in_every_state(demo) -> None:
    states = Application.objects.values_list("provider__status", flat=True)
    assert set(states) == {"approved", "changes", "draft", "rejected", "submitted"}
    last_events = {
        application.events.last().status: application.provider.status
        for application in Application.objects.select_related("provider")
    }
    assert all(event == status for event, status in last_events.items())


def test_every_provider_has_passed_checks(demo) -> None:
    details = [
        client_for().get(f"/api/providers/details/{provider.pk}").json()
        for provider in Provider.objects.filter(status="approved")
    ]

    assert [one["checks"] for one in details] == [["identity", "insurance"]] * len(details)


def test_there_are_orders_in_every_status_but_pending(demo) -> None:
    statuses = set(Order.objects.values_list("status", flat=True))
    of_customer = client_for(user("customer@example.com"))
    orders = of_customer.get(f"/api/orders/customer/{user('customer@example.com').pk}").json()

    assert statuses == set(OrderStatus) - {OrderStatus.PENDING}
    assert {order["status"] for order in orders} >= {
        "confirmed",
        "pickup",
        "washing",
        "delivery",
        "completed",
        "cancelled",
    }
    assert any(order["reviewable"] for order in orders)
    assert any(order["rating"] for order in orders)


def test_the_newest_order_under_way_is_just_being_picked_up(demo) -> None:
    anna = user("customer@example.com")

    orders = client_for(anna).get("/api/orders").json()

    active = {"confirmed", "pickup", "washing", "delivery"}
    under_way = [order for order in orders if order["status"] in active]
    assert under_way[0]["status"] == "pickup"
    assert under_way[0]["provider"]["businessName"] == user("provider@example.com").provider.business_name


def test_nothing_of_the_demo_accounts_is_late_and_operators_see_one_late_return(demo) -> None:
    now = clock.now()
    late = Order.objects.filter(lateness.late(now))

    assert not late.filter(customer=user("customer@example.com")).exists()
    assert not late.filter(provider=user("provider@example.com").provider).exists()
    assert [lateness.lateness(order, now=now).step for order in late] == [lateness.Step.RETURN]


def test_there_is_a_conversation_and_something_unread(demo) -> None:
    anna = client_for(user("customer@example.com"))
    washing = Order.objects.get(customer__email="customer@example.com", status=OrderStatus.WASHING)

    messages = anna.get(f"/api/orders/{washing.pk}/messages").json()
    notices = anna.get("/api/notifications").json()

    assert [message["mine"] for message in messages] == [True, False, True, False]
    assert notices["unread"] == loading.LEFT_UNREAD


def test_everything_lies_in_the_past_and_every_invariant_holds(demo) -> None:
    now = clock.now()

    assert not any(all_violations(now=now).values())
    assert not Order.objects.filter(created_at__gt=now).exists()
    assert not Review.objects.filter(created_at__gt=now).exists()
    assert not LiveEvent.objects.exists()
    assert not OutboxMessage.objects.filter(done_at=None).exists()


def test_an_operator_finds_something_in_every_queue_that_people_fill(demo, settings) -> None:
    settings.SECOND_FACTOR_REQUIRED = False
    operator = Client()
    operator.force_login(user("operator@example.com"))

    page = operator.get("/admin/")

    waiting = {queue.title: queue.count for queue in page.context["queues"]}
    people = ["Applications", "Support requests", "Reported reviews", "Dispute to answer"]
    assert {title: waiting[title] for title in people} == dict.fromkeys(people, 1)
    assert waiting["Payout to make"] > 0
    paper = ApplicationDocument.objects.get(kind="idDocument", application__provider__status="submitted")
    shown = operator.get(f"/api/provider-application/documents/{paper.pk}")
    assert (shown.status_code, shown["Content-Type"]) == (200, "application/pdf")
    assert words_of(shown.content) == "ID document of Stefan Graf, of the demonstration"


@pytest.mark.parametrize("email", ["customer@example.com", "provider@example.com", "operator@example.com"])
def test_the_printed_accounts_sign_in(demo, email) -> None:
    response = client_for().post("/api/auth/login", {"email": email, "password": PASSWORD})

    assert response.status_code == 200, response.json()
    assert response.json()["user"]["isProvider"] == (email == "provider@example.com")
    assert response.json()["user"]["isOperator"] == (email == "operator@example.com")


def test_the_scheduling_demo_knows_its_people_in_every_copy(demo, settings) -> None:
    settings.DEMO_IDS = "demo.people.main_ids"

    named = client_for().get("/api/config").json()["demo"]

    assert named == {
        "providerId": str(user("provider@example.com").provider.pk),
        "customerId": str(user("customer@example.com").pk),
    }
    assert named["providerId"] == "e9785674-67f7-5146-a9fb-9ccfce81df17"


def test_a_second_start_changes_nothing_that_a_person_made(demo) -> None:
    nora = user("provider@example.com").provider
    Provider.objects.filter(pk=nora.pk).update(business_name="Noras Waschstube", bio="")
    Review.objects.filter(provider=nora).update(comment="edited")
    User.objects.filter(email="customer@example.com").update(first_name="Annina")
    TimeSlot.objects.filter(provider=nora, booked=0).update(is_closed=True)
    before = everything()

    assert not loading.load(now=clock.now())

    assert everything() == before


def test_a_later_start_adds_the_slots_of_the_days_that_came_nearer(demo, time_machine) -> None:
    later = clock.now() + timedelta(days=5)
    before = TimeSlot.objects.count()
    time_machine.move_to(later)

    loading.load(now=later)

    assert TimeSlot.objects.count() > before


@pytest.mark.usefixtures("only_our_transactions")
def test_an_old_order_can_be_cancelled_and_its_money_comes_back(demo, folder, settings) -> None:
    anna = user("customer@example.com")
    order = Order.objects.get(customer=anna, status=OrderStatus.CONFIRMED)

    with running_standin(data_dir=folder / "stripe") as stripe:
        settings.STRIPE_API_BASE = stripe.base_url
        response = client_for(anna).post(f"/api/orders/{order.pk}/cancellation")
        refunds.execute_due(now=clock.now())

    assert response.json()["status"] == "cancelled"
    refund = Refund.objects.get(order=order)
    assert (refund.status, refund.amount) == (Refund.Status.SUCCEEDED, order.total_amount)


def test_it_is_loaded_in_a_demonstration_alone(db, settings) -> None:
    settings.DEMO = False

    with pytest.raises(CommandError, match="DEMO=1"):
        call_command("load_demo")


def test_the_customer_has_a_recurring_booking_with_a_past_and_a_future(demo) -> None:
    customer = user("customer@example.com")

    [booking] = client_for(customer).get(f"/api/recurring-bookings/customer/{customer.pk}").json()

    assert (booking["isActive"], booking["recurringPattern"]) == (True, "weekly")
    assert booking["provider"]["businessName"] == user("provider@example.com").provider.business_name
    statuses = [row["status"] for row in booking["occurrences"]]
    assert statuses == ["paid"] * 4 + ["planned"] * 6
    orders = client_for(customer).get("/api/orders").json()
    recurring = [order for order in orders if order["recurringBookingId"] == booking["id"]]
    assert [order["status"] for order in recurring] == ["completed"] * 4


@pytest.mark.usefixtures("only_our_transactions")
def test_the_next_pickup_pays_itself_with_the_saved_card(demo, folder, settings, time_machine) -> None:
    customer = user("customer@example.com")
    booking = RecurringBooking.objects.get(customer=customer)
    occurrence = booking.occurrences.filter(status="planned").earliest("on")
    later = occurrence.place_at + timedelta(minutes=1)
    time_machine.move_to(later)

    [card] = client_for(customer).get("/api/payment-methods").json()
    with running_standin(data_dir=folder / "stripe") as stripe:
        settings.STRIPE_API_BASE = stripe.base_url
        place_due(now=later)
        charge_due(now=later)

    assert (card["brand"], card["last4"], card["isDefault"]) == ("visa", "4242", True)
    [saved] = SavedCard.objects.filter(user=customer)
    assert saved.consent_text == saved_cards.consent_in_profile()
    assert not saved.is_expired(on=clock.local_date(later))
    [shown] = client_for(customer).get(f"/api/recurring-bookings/customer/{customer.pk}").json()
    [row] = [row for row in shown["occurrences"] if row["id"] == str(occurrence.pk)]
    assert row["status"] == "paid"


def test_with_real_test_keys_nobody_has_a_made_up_card(settings) -> None:
    settings.DEMO, settings.STRIPE_SECRET_KEY = True, "sk_test_of_a_person"
    till = Till()

    assert till.keep_card(user=User(), at=clock.now()) is None


def test_every_provider_has_a_drawn_face_of_their_own(loaded):
    faces = working().values_list("profile_image_url", flat=True)

    assert len(set(faces)) == len(PROVIDERS)
    assert all(finders.find(face.removeprefix("/static/")) for face in faces)
