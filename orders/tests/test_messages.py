"""GET and POST …/messages: the conversation of an order."""

from datetime import timedelta

import pytest

from conftest import NOW, client_for
from marketplace import clock
from marketplace.models import LiveEvent
from orders.models import Message


def test_customer_and_provider_talk(order, alice, bruno, monkeypatch) -> None:
    address = f"/api/orders/{order.pk}/messages"

    sent = client_for(alice).post(address, {"body": "  Is 12:15 fine?  "})
    monkeypatch.setattr(clock, "now", lambda: NOW + timedelta(minutes=1))
    client_for(bruno).post(address, {"body": "Yes"})

    assert sent.status_code == 201
    assert [
        (row["body"], row["mine"], row["senderName"]) for row in client_for(alice).get(address).json()
    ] == [
        ("Is 12:15 fine?", True, "Alice M."),
        ("Yes", False, "Bruno M."),
    ]
    assert [row["mine"] for row in client_for(bruno).get(address).json()] == [False, True]


def test_the_other_side_is_told(order, alice, bruno) -> None:
    client_for(alice).post(f"/api/orders/{order.pk}/messages", {"body": "Hello"})

    assert bruno.notifications.get(kind="message").title == "Message from Alice M."
    assert not alice.notifications.filter(kind="message").exists()
    live = LiveEvent.objects.filter(topic="message")
    assert {event.account_id for event in live} == {alice.pk, bruno.pk}
    assert {event.data["orderId"] for event in live} == {str(order.pk)}


@pytest.mark.parametrize("body", ["", "   ", "x" * 2001, None, [], {}])
def test_refuses_an_empty_or_endless_message(order, alice, body) -> None:
    answer = client_for(alice).post(f"/api/orders/{order.pk}/messages", {"body": body})

    assert (answer.status_code, set(answer.json()["fields"])) == (400, {"body"})
    assert not Message.objects.exists()


def test_script_like_text_is_kept_as_written(order, alice) -> None:
    text = "<script>alert(1)</script> & =1+1"

    sent = client_for(alice).post(f"/api/orders/{order.pk}/messages", {"body": text}).json()

    assert sent["body"] == Message.objects.get().body == text


def test_strangers_and_visitors_neither_read_nor_write(order, chiara) -> None:
    address = f"/api/orders/{order.pk}/messages"
    for client, code in ((client_for(chiara), 404), (client_for(), 401)):
        assert client.get(address).status_code == code
        assert client.post(address, {"body": "Hello"}).status_code == code
    assert not Message.objects.exists()
