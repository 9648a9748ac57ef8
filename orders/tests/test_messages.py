"""GET and POST …/messages: the conversation of an order."""

from datetime import time, timedelta
from threading import Thread
from uuid import uuid4

import pytest
from django.contrib.admin.models import LogEntry
from django.core import mail
from django.db import transaction
from django.urls import reverse

from accounts.models import User
from conftest import WEDNESDAY as NOW
from conftest import client_for, make_operator, make_slot
from marketplace.events.models import LiveEvent
from marketplace.jobs import outbox
from marketplace.tests.admin_forms import signed_in
from marketplace.tests.racing import race, until_somebody_waits
from orders import messaging, selectors
from orders.models import Actor, ActorRole, Bearer, Message, Order
from orders.payments import refunding
from orders.tests.booking import advance, book, pay, send_photo

pytestmark = pytest.mark.at(NOW)


@pytest.fixture
def order(paid_order) -> Order:
    """Return alice's paid order: before that its provider is told nothing."""
    return paid_order


def test_customer_and_provider_talk(order, alice, bruno, time_machine) -> None:
    address = f"/api/orders/{order.pk}/messages"

    sent = client_for(alice).post(address, {"body": "  Is 12:15 fine?  "})
    time_machine.move_to(NOW + timedelta(minutes=1))
    client_for(bruno).post(address, {"body": "Yes"})

    assert sent.status_code == 201
    assert [
        (row["body"], row["mine"], row["senderName"]) for row in client_for(alice).get(address).json()
    ] == [
        ("Is 12:15 fine?", True, "Alice M."),
        ("Yes", False, "Bruno M."),
    ]
    assert [row["mine"] for row in client_for(bruno).get(address).json()] == [False, True]


def test_the_other_side_is_notified(order, alice, bruno) -> None:
    client_for(alice).post(f"/api/orders/{order.pk}/messages", {"body": "Hello"})

    notified = bruno.notifications.get(kind="message")
    assert (notified.title, notified.link) == ("Message from Alice M.", f"/provider#{order.pk}/messages")
    assert not alice.notifications.filter(kind="message").exists()
    live = LiveEvent.objects.filter(topic="message")
    assert {event.account_id for event in live} == {alice.pk, bruno.pk}
    assert {event.data["orderId"] for event in live} == {str(order.pk)}

    client_for(bruno).post(f"/api/orders/{order.pk}/messages", {"body": "Hello"})

    assert alice.notifications.get(kind="message").link == f"/tracking/{order.pk}#messages"


@pytest.mark.parametrize("body", ["", "   ", "x" * 2001, None, [], {}])
def test_refuses_an_empty_or_endless_message(order, alice, body) -> None:
    response = client_for(alice).post(f"/api/orders/{order.pk}/messages", {"body": body})

    assert (response.status_code, set(response.json()["fields"])) == (400, {"body"})
    assert not Message.objects.exists()


def test_script_like_text_is_kept_as_written(order, alice) -> None:
    text = "<script>alert(1)</script> & =1+1"

    sent = client_for(alice).post(f"/api/orders/{order.pk}/messages", {"body": text}).json()

    assert sent["body"] == Message.objects.get().body == text


def test_what_is_written_before_the_payment_reaches_the_provider_with_it(
    time_machine, alice, bruno, salon
) -> None:
    unpaid = book(alice, make_slot(salon))
    for second, body in enumerate(("The bell is broken.", "Please call.")):
        time_machine.move_to(NOW + timedelta(seconds=second))
        assert client_for(alice).post(f"/api/orders/{unpaid.pk}/messages", {"body": body}).status_code == 201
    assert not bruno.notifications.exists()

    pay(unpaid)
    outbox.relay(now=NOW + timedelta(minutes=3))

    notified = bruno.notifications.filter(kind="message").order_by("created_at")
    assert [notice.body for notice in notified] == ["The bell is broken.", "Please call."]
    (mailed,) = [one for one in mail.outbox if "The bell is broken.\nPlease call." in one.body]
    assert mailed.to == [bruno.email]


def test_what_is_sent_while_the_order_is_paid_reaches_the_provider(alice, bruno, dora, salon) -> None:
    unpaid = book(alice, make_slot(salon))
    # As the call of a photo has read it, before it took the order's lock.
    as_read = selectors.orders().get(pk=unpaid.pk)
    sent_by_team = selectors.orders().get(pk=unpaid.pk)
    messaging.send_message(order=sent_by_team, sender=dora, body="Please pay by noon.", now=NOW)

    pay(unpaid)
    messaging.send_message(order=as_read, sender=alice, body="The bell is broken.", now=NOW)

    texts = bruno.notifications.filter(kind="message").values_list("body", flat=True)
    assert set(texts) == {"Please pay by noon.", "The bell is broken."}


@pytest.mark.race
@pytest.mark.only_postgres
@pytest.mark.django_db(transaction=True)
def test_a_payment_that_waits_for_a_message_passes_it_on(alice, bruno, salon) -> None:
    unpaid = book(alice, make_slot(salon))
    order = selectors.orders().get(pk=unpaid.pk)
    thread = Thread(target=lambda: race([lambda: pay(unpaid)]))

    with transaction.atomic():
        messaging.send_message(order=order, sender=alice, body="The bell is broken.", now=NOW)
        thread.start()
        until_somebody_waits()
    thread.join()

    assert bruno.notifications.get(kind="message").body == "The bell is broken."


def test_strangers_and_visitors_neither_read_nor_write(order, chiara) -> None:
    address = f"/api/orders/{order.pk}/messages"
    for client, code in ((client_for(chiara), 404), (client_for(), 401)):
        assert client.get(address).status_code == code
        assert client.post(address, {"body": "Hello"}).status_code == code
    assert not Message.objects.exists()


# --- The end -------------------------------------------------------------------------------------------


@pytest.fixture
def completed(order):
    return advance(order, to="completed")


def test_the_conversation_closes_seven_days_after_the_end(
    completed, alice, bruno, dora, time_machine
) -> None:
    address = f"/api/orders/{completed.pk}/messages"
    assert client_for(alice).get(f"/api/orders/{completed.pk}").json()["messagesUntil"] == (
        "2026-11-25T08:30:00Z"
    )
    time_machine.move_to(NOW + timedelta(days=7, seconds=-1))
    assert client_for(alice).post(address, {"body": "Where is my sock?"}).status_code == 201

    time_machine.move_to(NOW + timedelta(days=7))

    for response in (
        client_for(alice).post(address, {"body": "Hello?"}),
        client_for(bruno).post(address, {"body": "Hello?"}),
        send_photo(alice, completed),
    ):
        assert (response.status_code, response.json()["code"]) == (409, "conversation_closed")
    assert len(client_for(alice).get(address).json()) == 1
    assert client_for(dora).post(address, {"body": "We found it."}).status_code == 201


@pytest.mark.parametrize("is_given_back", [False, True], ids=["paid", "given back"])
def test_the_seven_days_begin_when_the_completion_is_sent_whatever_a_phone_says(
    order, alice, bruno, dora, time_machine, is_given_back
) -> None:
    if is_given_back:
        refunding.refund_order(
            actor=Actor(ActorRole.OPERATOR, dora.pk),
            order_id=order.pk,
            amount=order.total_amount,
            note="It was torn",
            key=uuid4(),
            borne_by=Bearer.PROVIDER,
            now=NOW,
        )
    advance(order, to="delivery")
    time_machine.move_to(NOW + timedelta(days=8))
    body = {"status": "completed", "at": (NOW + timedelta(hours=1)).isoformat()}

    moved = client_for(bruno).post(f"/api/orders/{order.pk}/status", body)

    until = "2026-12-03T08:30:00Z"
    assert (moved.status_code, moved.json()["messagesUntil"]) == (200, until)
    assert client_for(alice).get(f"/api/orders/{order.pk}").json()["messagesUntil"] == until
    wrote = client_for(alice).post(f"/api/orders/{order.pk}/messages", {"body": "Where is my sock?"})
    assert wrote.status_code == 201


# --- Operators -----------------------------------------------------------------------------------------


def test_what_an_operator_reads_is_written_down(order, alice, bruno, dora) -> None:
    url = send_photo(alice, order).json()["photoUrl"]
    client_for(bruno).get(f"/api/orders/{order.pk}/messages")
    assert not LogEntry.objects.exists()

    client_for(dora).get(f"/api/orders/{order.pk}/messages")
    client_for(dora).get(url)

    entries = LogEntry.objects.all()
    assert {(entry.user, entry.object_id, entry.change_message) for entry in entries} == {
        (dora, str(order.pk), "Read the conversation.")
    }


def test_an_operator_who_reads_their_own_conversation_is_not_written_down(dora, salon, slot) -> None:
    own = book(dora, slot)

    assert client_for(dora).get(f"/api/orders/{own.pk}/messages").status_code == 200
    assert client_for(dora).get(f"/api/orders/{own.pk}").status_code == 200

    assert not LogEntry.objects.exists()


def test_the_admin_site_shows_a_conversation_behind_a_button(order, alice, operator_client) -> None:
    client_for(alice).post(f"/api/orders/{order.pk}/messages", {"body": "The code is 1234."})
    page = reverse("admin:orders_order_change", args=[order.pk])
    assert "The code is 1234." not in operator_client.get(page).content.decode()

    button = reverse("admin:orders_order_conversation", args=[order.pk])
    own_page = operator_client.get(reverse("admin:orders_order_change", args=[order.pk])).content.decode()
    assert button in own_page
    shown = operator_client.get(button).content.decode()

    assert "The code is 1234." in shown
    assert [entry.change_message for entry in LogEntry.objects.order_by("pk")] == [
        "Opened the order.", "Read the conversation.",
    ]  # fmt: skip


def test_operators_write_in_the_name_of_the_product(order, alice, bruno, operator_client) -> None:
    client_for(alice).post(f"/api/orders/{order.pk}/messages", {"body": "Nobody came."})
    conversation = reverse("admin:orders_order_conversation", args=[order.pk])
    page = reverse("admin:orders_order_write_message", args=[order.pk])
    assert page in operator_client.get(conversation).content.decode()
    assert "read it as a message of Suuber" in operator_client.get(page).content.decode()

    assert "gets no email" not in operator_client.get(page).content.decode()
    User.objects.filter(pk=bruno.pk).update(email_verified_at=None)
    asked = operator_client.get(page).content.decode()
    assert f"{bruno.short_name} gets no email: the address is not confirmed." in asked

    assert "Please write a message." in operator_client.post(page, {"body": " "}).content.decode()
    operator_client.post(page, {"body": "We look into it."})

    lines = client_for(alice).get(f"/api/orders/{order.pk}/messages").json()
    assert {(line["body"], line["senderName"]) for line in lines} == {
        ("Nobody came.", "Alice M."),
        ("We look into it.", "Suuber"),
    }
    for user in (alice, bruno):
        assert user.notifications.filter(kind="message", title="Message from Suuber").count() == 1
    assert LogEntry.objects.filter(change_message="Pressed “Write a message”.").count() == 1
    shown = operator_client.get(conversation).content.decode()
    assert "(as Suuber)" in shown


@pytest.mark.parametrize("is_paid", [True, False])
def test_writing_in_an_unpaid_order_says_that_its_provider_waits(
    order, alice, bruno, salon, operator_client, is_paid
) -> None:
    written = order if is_paid else book(alice, make_slot(salon, start=time(16)))
    page = reverse("admin:orders_order_write_message", args=[written.pk])
    warning = "Bruno M. is told only once the order is paid."

    assert (warning in operator_client.get(page).text) is not is_paid
    sent = operator_client.post(page, {"body": "We look into it."}, follow=True)

    assert [str(message) for message in sent.context["messages"]] == [
        "The message is sent to both sides." if is_paid else "The message is sent."
    ]
    notified = {user for user in (alice, bruno) if user.notifications.filter(kind="message").exists()}
    assert notified == ({alice, bruno} if is_paid else {alice})


def test_what_an_operator_writes_through_the_api_has_no_name_of_theirs(order, alice, dora) -> None:
    sent = client_for(dora).post(f"/api/orders/{order.pk}/messages", {"body": "We look into it."})

    assert (sent.json()["senderName"], sent.json()["mine"]) == ("Suuber", True)
    (line,) = client_for(alice).get(f"/api/orders/{order.pk}/messages").json()
    assert line["senderName"] == "Suuber"


@pytest.mark.parametrize(("group", "status"), [("support", 200), ("finance", 403)])
def test_who_may_not_write_has_no_form(order, group, status) -> None:
    client = signed_in(make_operator("olivia", group))

    response = client.get(reverse("admin:orders_order_write_message", args=[order.pk]))

    assert response.status_code == status


# --- The list of a provider's conversations ------------------------------------------------------------


def conversations(user):
    response = client_for(user).get("/api/provider/conversations")
    assert response.status_code == 200, response.json()
    return response.json()


def test_a_provider_sees_who_wrote_last_and_what_is_unread(
    order, alice, bruno, salon, chiara, time_machine, django_assert_max_num_queries
) -> None:
    other = book(chiara, make_slot(salon, start=time(15)))
    book(alice, make_slot(salon, start=time(16)))  # without messages
    say = [(alice, order, "One"), (chiara, other, "Two"), (alice, order, "Three"), (bruno, other, "Four")]
    for minute, (who, about, words) in enumerate(say):
        time_machine.move_to(NOW + timedelta(minutes=minute))
        client_for(who).post(f"/api/orders/{about.pk}/messages", {"body": words})

    client = client_for(bruno)
    # Session and account, their provider, the orders, the messages, and the unread ones.
    with django_assert_max_num_queries(7):
        found = client.get("/api/provider/conversations").json()

    assert [(one["customerName"], one["body"], one["mine"], one["unread"]) for one in found] == [
        ("Chiara M.", "Four", True, 0),
        ("Alice M.", "Three", False, 2),
    ]
    client_for(bruno).post(f"/api/orders/{order.pk}/messages/read")
    assert {one["unread"] for one in conversations(bruno)} == {0}


def test_conversations_of_long_ago_are_left_to_the_job_itself(order, alice, bruno, time_machine) -> None:
    client_for(alice).post(f"/api/orders/{order.pk}/messages", {"body": "Hello"})

    time_machine.move_to(order.pickup_at + timedelta(days=61))

    assert conversations(bruno) == []
