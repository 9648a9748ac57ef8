"""Support by chat: live within our hours, by email outside of them; orders and photos with a request."""

from datetime import UTC, datetime, timedelta

import pytest
from django.core import mail
from django.core.files.uploadedfile import SimpleUploadedFile

from accounts import support_requests
from accounts.models import SupportPhoto, SupportRequest
from accounts.support_hours import at
from conftest import WEDNESDAY as NOW
from conftest import client_for, make_slot
from marketplace.jobs import outbox
from orders.tests.booking import book
from providers.tests.applicants import picture

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("now"), pytest.mark.at(NOW)]

WORDS = {"name": "Alice", "email": "alice@example.org", "subject": "A sock", "message": "It is gone."}


def write(user=None, **changes):
    return client_for(user).post("/api/support-requests", WORDS | changes)


def add_photo(user, request_id, content=None):
    file = SimpleUploadedFile("sock.jpg", picture() if content is None else content)
    path = f"/api/support-requests/{request_id}/photos"
    return client_for(user).post(path, {"file": file}, format="multipart")


def letters_to(user) -> list[str]:
    return [str(letter.body) for letter in mail.outbox if letter.to == [user.email]]


def reply(operator, request_id, now=NOW):
    return support_requests.reply_as_operator(
        operator=operator, request_id=request_id, body="Found.", closes=False, now=now
    )


# --- Hours ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("now", "is_open", "changes_at"),
    [
        # Wednesday, 09:30 in Zurich: until 20:00.
        ("2026-11-18T08:30", True, "2026-11-18T19:00"),
        ("2026-11-18T07:00", True, "2026-11-18T19:00"),
        ("2026-11-18T06:59", False, "2026-11-18T07:00"),
        ("2026-11-18T19:00", False, "2026-11-19T07:00"),
        # Friday evening: until Monday.
        ("2026-11-20T19:30", False, "2026-11-23T07:00"),
        ("2026-11-21T11:00", False, "2026-11-23T07:00"),
        # Clocks change in the night to Sunday, 28 March 2027.
        ("2027-03-26T20:00", False, "2027-03-29T06:00"),
    ],
)
def test_the_support_is_there_on_weekdays_by_swiss_clocks(now, is_open, changes_at) -> None:
    instant = datetime.fromisoformat(now).replace(tzinfo=UTC)

    hours = at(instant)

    assert (hours.is_open, hours.changes_at) == (
        is_open,
        datetime.fromisoformat(changes_at).replace(tzinfo=UTC),
    )


def test_everybody_is_notified_the_hours(db) -> None:
    assert client_for().get("/api/support-hours").json() == {
        "isOpen": True,
        "changesAt": "2026-11-18T19:00:00Z",
    }


# --- The chat -------------------------------------------------------------------------------------------


def test_a_chat_is_begun_within_our_hours_and_a_request_outside_of_them(alice, time_machine) -> None:
    assert write(alice, isChat=True).json()["isChat"] is True

    time_machine.move_to(NOW + timedelta(hours=11))

    response = write(alice, isChat=True)
    assert (response.status_code, response.json()["isChat"]) == (201, False)


def test_a_chat_takes_an_account(db) -> None:
    response = write(isChat=True)

    assert (response.status_code, list(response.json()["fields"])) == (400, ["isChat"])
    assert not SupportRequest.objects.exists()


def test_what_was_read_in_a_chat_is_not_mailed(alice, dora) -> None:
    request_id = write(alice, isChat=True).json()["id"]
    reply(dora, request_id)
    assert client_for(alice).get("/api/notifications").json()["results"][0]["kind"] == "support_answer"
    client_for(alice).post("/api/notifications/read", {})

    outbox.relay(queue=outbox.Queue.MAIL, now=NOW + timedelta(minutes=3))

    assert letters_to(alice) == []


def test_what_nobody_reads_in_a_chat_is_mailed_after_two_minutes(alice, dora) -> None:
    request_id = write(alice, isChat=True).json()["id"]
    reply(dora, request_id)
    outbox.relay(queue=outbox.Queue.MAIL, now=NOW + timedelta(minutes=1))
    assert letters_to(alice) == []

    outbox.relay(queue=outbox.Queue.MAIL, now=NOW + timedelta(minutes=2))

    assert len(letters_to(alice)) == 1


def test_the_queue_refreshes_itself_while_somebody_may_begin_a_chat(operator_client, time_machine) -> None:
    queue, refresh = "/admin/accounts/supportrequest/?status=open", '<meta http-equiv="refresh"'
    assert refresh in operator_client.get(queue).text
    assert refresh not in operator_client.get("/admin/accounts/supportrequest/").text

    time_machine.move_to(NOW + timedelta(hours=11))

    assert refresh not in operator_client.get(queue).text


def test_answers_that_follow_each_other_in_a_chat_are_one_letter(alice, dora) -> None:
    request_id = write(alice, isChat=True).json()["id"]
    for minutes, body in (
        (0, "Good morning."),
        (1, "I have looked."),
        (2, "It is on its way."),
        (9, "Done."),
    ):
        at_minute = NOW + timedelta(minutes=minutes)
        support_requests.reply_as_operator(
            operator=dora, request_id=request_id, body=body, closes=False, now=at_minute
        )

    for minutes in range(15):
        outbox.relay(queue=outbox.Queue.MAIL, now=NOW + timedelta(minutes=minutes))

    first, second = letters_to(alice)
    assert "Good morning.\n\nI have looked.\n\nIt is on its way.\n" in first
    assert "Done." in second
    assert "It is on its way." not in second


# --- An order, and photos -------------------------------------------------------------------------------


def test_a_request_names_an_order_of_either_side(alice, bruno, salon, operator_client) -> None:
    order = book(alice, make_slot(salon))

    ids = [write(user, orderId=str(order.pk)).json()["orderId"] for user in (alice, bruno)]

    assert ids == [str(order.pk)] * 2
    row = SupportRequest.objects.filter(account=alice).get()
    page = operator_client.get(f"/admin/accounts/supportrequest/{row.pk}/change/").content.decode()
    assert f"/admin/orders/order/{order.pk}/change/" in page


def test_an_order_of_somebody_else_is_not_there(alice, chiara, salon) -> None:
    order = book(alice, make_slot(salon))

    for user in (chiara, None):
        response = write(user, orderId=str(order.pk))
        assert (response.status_code, list(response.json()["fields"])) == (400, ["orderId"])


def test_photos_stand_in_the_thread_and_open_it_again(alice, chiara, dora, operator_client) -> None:
    request_id = write(alice).json()["id"]
    reply(dora, request_id)

    sent = add_photo(alice, request_id)

    assert sent.status_code == 201
    client = client_for(alice)
    thread = client.get(f"/api/support-requests/{request_id}/replies").json()
    assert [(line["body"], line["mine"]) for line in thread] == [("Found.", False), ("", True)]
    url = thread[1]["photoUrl"]
    assert client.get(url)["Content-Type"] == "image/jpeg"
    assert [client_for(user).get(url).status_code for user in (chiara, dora, None)] == [404, 200, 401]
    assert SupportRequest.objects.get().status == "open"
    page = operator_client.get(f"/admin/accounts/supportrequest/{request_id}/change/").content.decode()
    assert f"/admin/files/{url.removeprefix('/api/')}" in page


def test_only_its_account_adds_photos_ten_at_most_and_no_other_files(alice, chiara) -> None:
    request_id = write(alice).json()["id"]
    assert add_photo(chiara, request_id).status_code == 404
    assert add_photo(alice, request_id, b"%PDF-1.7\n%%EOF").status_code == 400
    row = SupportRequest.objects.get()
    SupportPhoto.objects.bulk_create(
        SupportPhoto(request=row, sender=alice, file=f"support/{number}.jpg", sent_at=NOW)
        for number in range(10)
    )

    response = add_photo(alice, request_id)

    assert (response.status_code, response.json()["code"]) == (409, "too_many_photos")
