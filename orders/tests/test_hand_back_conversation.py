"""After an order was taken over: who reads which part of its conversation."""

from datetime import timedelta

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from conftest import WEDNESDAY as NOW
from conftest import client_for, make_provider, make_slot, make_user
from orders.tests.booking import book, pay
from providers.tests.applicants import picture

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("now"), pytest.mark.at(NOW)]


@pytest.fixture
def order(alice, salon):
    placed = book(alice, make_slot(salon))
    pay(placed)
    return placed


@pytest.fixture
def emil():
    """Return another provider with the same hour free."""
    provider = make_provider(make_user("emil"))
    make_slot(provider)
    return provider.user


def post(user, path, body=None):
    response = client_for(user).post(f"/api/{path}", body)
    assert response.status_code < 300, response.json()


def write(user, order, body):
    post(user, f"orders/{order.pk}/messages", {"body": body})


def send_photo(user, order):
    file = SimpleUploadedFile("door.jpg", picture())
    address = f"/api/orders/{order.pk}/messages/photos"
    return client_for(user).post(address, {"file": file}, format="multipart").json()["photoUrl"]


def words(user, order):
    return {line["body"] for line in client_for(user).get(f"/api/orders/{order.pk}/messages").json()}


def conversations(user):
    return [
        (one["customerName"], one["unread"])
        for one in client_for(user).get("/api/provider/conversations").json()
    ]


def later(time_machine, minutes):
    time_machine.move_to(NOW + timedelta(minutes=minutes))


def test_who_takes_over_reads_what_is_written_since_and_the_customer_all(
    order, alice, bruno, dora, emil, time_machine
) -> None:
    write(alice, order, "Only for Bruno.")
    before = send_photo(alice, order)
    post(bruno, f"orders/{order.pk}/hand-back", {"reason": "My machine broke."})
    post(alice, f"orders/{order.pk}/substitute", {"accept": True})
    later(time_machine, minutes=5)
    post(emil, f"provider/offers/{order.pk}/accept")

    assert words(emil, order) == set()
    assert conversations(emil) == []
    assert client_for(emil).get(before).status_code == 404

    later(time_machine, minutes=6)
    write(alice, order, "Hello Emil.")
    since = send_photo(alice, order)

    assert words(emil, order) == {"Hello Emil.", ""}
    assert conversations(emil) == [("Alice M.", 2)]
    assert client_for(emil).get(since).status_code == 200
    assert client_for(emil).get(before).status_code == 404
    for reader in (alice, dora):
        assert words(reader, order) == {"Only for Bruno.", "Hello Emil.", ""}
        assert client_for(reader).get(before).status_code == 200
    assert client_for(bruno).get(f"/api/orders/{order.pk}/messages").status_code == 404


def test_who_does_it_after_all_reads_on_where_they_were(order, alice, bruno, emil, time_machine) -> None:
    write(alice, order, "The bell is broken.")
    post(bruno, f"orders/{order.pk}/hand-back", {"reason": "My machine broke."})
    later(time_machine, minutes=5)

    assert client_for(bruno).delete(f"/api/orders/{order.pk}/hand-back").status_code == 200

    assert words(bruno, order) == {"The bell is broken."}


def test_what_was_written_to_the_one_before_does_not_reach_who_took_over(order, alice, bruno, emil) -> None:
    post(bruno, f"orders/{order.pk}/hand-back", {"reason": "My machine broke."})
    post(alice, f"orders/{order.pk}/substitute", {"accept": True})
    post(emil, f"provider/offers/{order.pk}/accept")
    address, to_bruno = f"/api/orders/{order.pk}/messages", {"providerId": str(order.provider_id)}
    photo = SimpleUploadedFile("door.jpg", picture())

    for response in (
        client_for(alice).post(address, {"body": "Only for Bruno."} | to_bruno),
        client_for(alice).post(f"{address}/photos", {"file": photo} | to_bruno, format="multipart"),
    ):
        assert (response.status_code, response.json()["code"]) == (409, "provider_changed")
        assert response.json()["message"].startswith("Emil M. does your order now")
    assert words(emil, order) == set()
    assert not emil.notifications.filter(kind="message").exists()
    post(alice, f"orders/{order.pk}/messages", {"body": "Hello Emil.", "providerId": str(emil.provider.pk)})
    assert words(emil, order) == {"Hello Emil."}
