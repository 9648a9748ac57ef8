"""Operators save pages while domain functions write the same rows: none of their writes is lost."""

from contextlib import nullcontext
from datetime import time
from threading import Barrier
from typing import Any

import pytest
from django.contrib.admin.models import LogEntry
from django.db import connection
from django.urls import reverse

from accounts import support_requests
from accounts.models import User
from conftest import NOW, client_for, make_slot, make_user
from marketplace.admin_site import actions, base_admin
from marketplace.tests.admin_forms import form_on, page_of, signed_in
from marketplace.tests.page_forms import sent_by
from marketplace.tests.proof import figure, record
from marketplace.tests.racing import START_WITHIN_SECONDS, race, until_somebody_waits
from orders.models import Order, Reservation
from orders.tests.booking import advance, book, order_payload, patiently, pay, rated_by_provider
from providers.approving import pause
from providers.models import ApplicationEvent, Provider
from providers.tests.applicants import submitted
from scheduling.models import TimeSlot

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.race]

GUESTS = 6


def completed(customer: User, slot: TimeSlot) -> Order:
    order = book(customer, slot)
    pay(order)
    return advance(order, to="completed")


def saving(dora: User, salon: Provider, form: dict[str, Any], **typed: str) -> Any:
    client = signed_in(dora)
    return lambda: patiently(lambda: client.post(page_of(salon), form | typed))


@pytest.mark.proof
def test_fifty_who_save_a_provider_lose_no_pause_no_rating_and_no_booking(now, dora, salon) -> None:
    saves = figure(12, 50)
    past, coming = make_slot(salon, capacity=GUESTS), make_slot(salon, start=time(15), capacity=GUESTS)
    guests = [make_user(f"guest{number}") for number in range(GUESTS)]
    rated = [rated_by_provider(completed(guest, past)) for guest in guests]
    form = form_on(signed_in(dora), page_of(salon))
    # Half of them submit the fingerprint of the page; the others omit it, so no conflict is detected.
    blind = {name: value for name, value in form.items() if name != "_shown"}
    acts = [saving(dora, salon, (form, blind)[n % 2], bio=f"Number {n}") for n in range(saves)]
    for guest, order in zip(guests, rated, strict=True):
        client, rating = client_for(guest), f"/api/orders/{order.pk}/rating"
        acts.append(lambda c=client, path=rating: patiently(lambda: c.post(path, {"rating": 4})))
        acts.append(lambda c=client: patiently(lambda: c.post("/api/orders", order_payload(coming))))
    acts.append(lambda: pause(provider_id=salon.pk, now=NOW, by_operator=True))

    outcomes = race(acts)

    assert not [outcome for outcome in outcomes if isinstance(outcome, Exception)], outcomes
    salon.refresh_from_db()
    assert (salon.status, salon.paused_by_operator) == ("paused", True)
    assert (salon.review_count, salon.rating_sum) == (GUESTS, 4 * GUESTS)
    for slot in (past, coming):
        slot.refresh_from_db()
        assert slot.booked == Reservation.objects.filter(slot=slot, released_at=None).count()
    assert salon.bio.startswith("Number ")
    asked = "50 concurrent saves: no lost pause, rating or booking count"
    record("S23", f"{saves} saves beside {2 * GUESTS + 1} other writes: 0 lost", asked)


@pytest.mark.proof
def test_of_many_who_were_shown_one_page_the_first_saves_and_the_others_are_notified(
    now, dora, salon
) -> None:
    people = figure(6, 50)
    form = form_on(signed_in(dora), page_of(salon))

    outcomes = race([saving(dora, salon, form, bio=f"Number {number}") for number in range(people)])

    saved = [outcome for outcome in outcomes if outcome.status_code == 302]
    refused = [outcome for outcome in outcomes if "changed this meanwhile" in outcome.content.decode()]
    assert (len(saved), len(refused)) == (1, people - 1)
    record("S23 second", f"{people} on one page: 1 saved, {len(refused)} told", "the second is told")


def test_of_many_who_decide_on_one_application_the_first_does_and_the_others_are_notified(now, dora) -> None:
    people = figure(6, 50)
    nora = make_user("nora", phone="+41 79 123 45 67")
    submitted(client_for(nora))
    responses = (("approve", {}), ("reject", {"note": "No certificate"}))

    def deciding(number: int) -> Any:
        client, (button, sent) = signed_in(dora), responses[number % 2]
        page = reverse(f"admin:providers_application_{button}_it", args=[nora.provider.pk])
        return lambda: patiently(lambda: client.post(page, sent))

    outcomes = race([deciding(number) for number in range(people)])

    # Whoever comes later sees the page again, with what they typed.
    assert {getattr(outcome, "status_code", outcome) for outcome in outcomes} <= {200, 302}
    decided = ["approved", "rejected"]
    events = ApplicationEvent.objects.filter(application__provider=nora.provider, status__in=decided)
    refused = nora.notifications.filter(kind__in=[f"application_{one}" for one in decided])
    # Approving after a rejection is not refused: a rejected applicant may be approved.
    assert list(events.values_list("status", flat=True)) in (["approved"], ["rejected", "approved"])
    assert refused.count() == events.count()
    logged = LogEntry.objects.filter(object_id=str(nora.provider.pk))
    assert logged.count() == people
    assert logged.filter(change_message__contains=", refused (").count() == people - events.count()


def pages_of(dora: User, alice: User, salon: Provider) -> dict[str, tuple[str, Any]]:
    """Return what could be done twice by one page: its address, and a count of what it does."""
    request = support_requests.send_request(
        account=alice, name="Alice", email=alice.email, category="quality",
        subject="A sock", message="It is gone.", now=NOW,
    )  # fmt: skip
    order = book(alice, make_slot(salon))
    return {
        "answer": (reverse("admin:accounts_supportrequest_answer_it", args=[request.pk]), request.replies),
        "message": (reverse("admin:orders_order_write_message", args=[order.pk]), order.messages),
    }


@pytest.mark.parametrize("locks", [True, False])
@pytest.mark.parametrize("act", ["answer", "message"])
@pytest.mark.skipif(connection.vendor == "sqlite", reason="SQLite has one writer")
def test_one_page_sent_twice_at_once_is_carried_out_once(
    now, dora, alice, salon, monkeypatch, act, locks
) -> None:
    page, done = pages_of(dora, alice, salon)[act]
    clients = [signed_in(dora) for _ in range(2)]
    form = dict(sent_by(clients[0].get(page).content.decode())) | {"body": "It was found."}
    both, compare = Barrier(2), actions.refuse_changed

    def compared(*given: Any) -> None:
        compare(*given)
        # Without the lock both have compared before one of them acts; with it the other one waits.
        if locks:
            until_somebody_waits()
        else:
            both.wait(START_WITHIN_SECONDS)

    monkeypatch.setattr(actions, "refuse_changed", compared)
    if not locks:
        monkeypatch.setattr(actions, "_locked", nullcontext)

    outcomes = race([lambda client=client: client.post(page, form) for client in clients])

    # Whoever comes later sees the page again, with what they typed.
    assert {getattr(outcome, "status_code", outcome) for outcome in outcomes} <= {200, 302}
    assert done.count() == (1 if locks else 2)


@pytest.mark.parametrize("guarded", [True, False])
def test_a_row_saved_whole_would_lose_a_pause(now, dora, salon, monkeypatch, guarded) -> None:
    save_changed = base_admin.save_changed

    def late(row: Provider, names: list[str]) -> None:
        pause(provider_id=salon.pk, now=NOW, by_operator=True)
        save_changed(row, names) if guarded else row.save()

    monkeypatch.setattr(base_admin, "save_changed", late)
    client = signed_in(dora)
    client.post(page_of(salon), form_on(client, page_of(salon)) | {"bio": "Since 1987"})

    salon.refresh_from_db()
    assert salon.bio == "Since 1987"
    assert salon.status == ("paused" if guarded else "approved")
