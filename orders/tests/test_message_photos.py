"""POST …/messages/photos and GET …/photo: photos in the conversation of an order."""

from datetime import time
from io import BytesIO

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from PIL import Image

from conftest import WEDNESDAY as NOW
from conftest import client_for, make_slot
from marketplace.tests.racing import race
from orders import messaging
from orders.models import Message, Order
from orders.tests.booking import book, send_photo
from providers.tests.applicants import picture

pytestmark = pytest.mark.at(NOW)


@pytest.fixture
def order(paid_order) -> Order:
    """Return alice's paid order: before that its provider is told nothing."""
    return paid_order


def test_a_photo_is_seen_by_the_two_sides_and_nobody_else(order, alice, bruno, chiara) -> None:
    sent = send_photo(alice, order, body="The door is behind the bikes.").json()

    assert (sent["body"], sent["mine"]) == ("The door is behind the bikes.", True)
    (line,) = client_for(bruno).get(f"/api/orders/{order.pk}/messages").json()
    shown = client_for(bruno).get(line["photoUrl"])
    assert (shown.status_code, shown["Content-Type"]) == (200, "image/jpeg")
    assert "sandbox" in shown["Content-Security-Policy"]
    assert client_for(chiara).get(line["photoUrl"]).status_code == 404
    assert client_for().get(line["photoUrl"]).status_code == 401


def test_a_photo_without_words_is_notified_as_a_photo(order, alice, bruno) -> None:
    assert send_photo(alice, order).status_code == 201

    assert bruno.notifications.get(kind="message").body == "A photo"


@pytest.mark.parametrize("content", [b"", b"%PDF-1.7\n%%EOF", b"<svg/>", b"\xff\xd8\xff" + b"0" * 90])
def test_only_pictures_are_taken(order, alice, content) -> None:
    assert send_photo(alice, order, content).status_code == 400
    assert not Message.objects.exists()


def test_a_photo_that_is_sent_again_stands_once(order, alice) -> None:
    address, client = f"/api/orders/{order.pk}/messages/photos", client_for(alice)

    def send(content):
        file = SimpleUploadedFile("door.jpg", content)
        return client.post(address, {"file": file}, format="multipart", headers={"Idempotency-Key": "one"})

    first, again, other = send(picture()), send(picture()), send(picture(size=(50, 50)))

    assert first.json() == again.json()
    assert other.json()["code"] == "idempotency_key_reused"
    assert Message.objects.count() == 1


def test_thirty_photos_of_one_sender_are_taken(order, alice, bruno, settings) -> None:
    settings.MESSAGES_PER_MINUTE = 1_200
    assert {send_photo(alice, order).status_code for _ in range(messaging.MOST_PHOTOS)} == {201}

    one_more = send_photo(alice, order)

    assert (one_more.status_code, one_more.json()["code"]) == (409, "too_many_photos")
    assert "30 photos" in one_more.json()["message"]
    assert Message.objects.count() == 30
    address = f"/api/orders/{order.pk}/messages"
    assert client_for(alice).post(address, {"body": "The rest in words."}).status_code == 201
    assert send_photo(bruno, order).status_code == 201


@pytest.mark.race
@pytest.mark.django_db(transaction=True)
def test_of_photos_at_once_no_more_are_taken(order, alice, settings, monkeypatch) -> None:
    settings.MESSAGES_PER_MINUTE = 1_200
    monkeypatch.setattr(messaging, "MOST_PHOTOS", 2)

    race([lambda: send_photo(alice, order)] * 4)

    assert Message.objects.exclude(photo="").count() == 2


@pytest.mark.parametrize("mode", ["RGB", "RGBA"])
def test_a_photo_is_kept_as_jpeg_with_white_for_what_is_not_to_be_seen(order, alice, mode) -> None:
    out = BytesIO()
    Image.new(mode, (40, 30), (0, 0, 0, 0)[: len(mode)]).save(out, "PNG")

    url = send_photo(alice, order, out.getvalue()).json()["photoUrl"]

    shown = client_for(alice).get(url)
    assert shown["Content-Type"] == "image/jpeg"
    with Image.open(BytesIO(shown.content)) as image:
        level = 255 if mode == "RGBA" else 0
        assert (image.format, image.getpixel((20, 15))) == ("JPEG", (level, level, level))


def test_a_line_of_another_order_is_no_photo_of_this_one(order, alice, salon) -> None:
    other = book(alice, make_slot(salon, start=time(15)))
    url = send_photo(alice, other).json()["photoUrl"]

    assert client_for(alice).get(url.replace(str(other.pk), str(order.pk))).status_code == 404
