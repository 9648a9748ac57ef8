"""The bell, its notices, and the emails that are sent with them."""

from datetime import timedelta

import pytest
from aiosmtpd.controller import Controller
from django.core import mail
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext

from accounts import emails
from accounts.models import Notification
from accounts.notifications import NewNotification, notify, notify_many
from accounts.tests.notice_words import words
from conftest import NOW, client_for
from marketplace.events import live
from marketplace.events.models import LiveEvent
from marketplace.jobs import outbox
from marketplace.jobs.models import OutboxMessage
from marketplace.jobs.outbox import relay
from marketplace.tests.server import free_port


def tell(user, number=1, title="", body="Your laundry is picked up tomorrow.", **changes):
    notify(
        **{
            "user_id": user.pk,
            "kind": "order_confirmed",
            "said": words(title or f"Order confirmed {number}", body),
            "link": "/tracking/1",
            "dedupe_key": f"order-{number}",
            "now": NOW + timedelta(minutes=number),
        }
        | changes
    )


def bell(user=None):
    return client_for(user).get("/api/notifications")


def test_a_visitor_starts_with_two_notices(db):
    response = bell()

    assert response.status_code == 200
    assert response.json()["unread"] == 2
    assert [notice["kind"] for notice in response.json()["results"]] == ["welcome", "how_it_works"]
    assert all(notice["readAt"] is None for notice in response.json()["results"])
    assert bell().json()["results"][0]["id"] == response.json()["results"][0]["id"]


def test_the_newest_comes_first_with_the_number_of_unread(alice):
    tell(alice, 1)
    tell(alice, 2)

    response = bell(alice).json()

    assert response["unread"] == 2
    assert [notice["title"] for notice in response["results"]] == ["Order confirmed 2", "Order confirmed 1"]
    assert response["results"][0]["link"] == "/tracking/1"


def test_telling_twice_tells_once(alice):
    tell(alice)
    tell(alice)

    assert bell(alice).json()["unread"] == 1
    assert OutboxMessage.objects.count() == 1
    assert LiveEvent.objects.count() == 1


def test_one_key_for_two_accounts_tells_both(alice, bruno):
    tell(alice)
    tell(bruno)

    assert bell(alice).json()["unread"] == bell(bruno).json()["unread"] == 1


def test_open_pages_hear_the_new_number(alice):
    tell(alice, 1)
    tell(alice, 2)

    events = LiveEvent.objects.order_by("id")
    assert [(event.topic, event.data) for event in events] == [
        ("notification", {"unread": 1}),
        ("notification", {"unread": 2}),
    ]


def test_what_is_rolled_back_was_never_notified(alice):
    with transaction.atomic():
        tell(alice)
        transaction.set_rollback(True)

    assert bell(alice).json()["results"] == []
    assert not OutboxMessage.objects.exists()


def test_long_texts_are_shortened(alice):
    tell(alice, title="x" * 500, body="y" * 5000)

    notice = bell(alice).json()["results"][0]
    assert (len(notice["title"]), len(notice["body"])) == (255, 2000)
    assert notice["title"].endswith("…")


def test_reading_some_leaves_the_others_unread(alice):
    tell(alice, 1)
    tell(alice, 2)
    newest = bell(alice).json()["results"][0]

    response = client_for(alice).post("/api/notifications/read", {"ids": [newest["id"]]})

    assert response.json() == {"unread": 1}
    assert [notice["readAt"] is None for notice in bell(alice).json()["results"]] == [False, True]


def test_reading_all_leaves_none(alice):
    tell(alice, 1)
    tell(alice, 2)

    assert client_for(alice).post("/api/notifications/read").json() == {"unread": 0}
    assert LiveEvent.objects.last().data == {"unread": 0}


def test_reading_again_changes_nothing(alice):
    tell(alice)
    client_for(alice).post("/api/notifications/read")
    first, events = Notification.objects.get().read_at, LiveEvent.objects.count()

    client_for(alice).post("/api/notifications/read")

    assert Notification.objects.get().read_at == first
    assert LiveEvent.objects.count() == events


def test_somebody_elses_notices_stay_unread(alice, chiara):
    tell(alice)
    notice = bell(alice).json()["results"][0]

    response = client_for(chiara).post("/api/notifications/read", {"ids": [notice["id"]]})

    assert response.json() == {"unread": 0}
    assert bell(alice).json()["unread"] == 1


@pytest.mark.parametrize("ids", ["x", ["x"], [None], {"a": 1}, [["x"]], ["00000000"] * 1001])
def test_ids_that_are_none_are_refused(alice, ids):
    response = client_for(alice).post("/api/notifications/read", {"ids": ids})

    assert response.status_code == 400
    assert "ids" in response.json()["fields"]


def test_a_visitor_has_nothing_to_mark(db):
    assert client_for().post("/api/notifications/read").status_code == 401


def test_the_list_asks_the_database_as_often_for_a_hundred(alice, django_assert_num_queries):
    client = client_for(alice)
    for number in range(100):
        tell(alice, number)

    with django_assert_num_queries(4):  # session, account, notices, unread
        assert len(client.get("/api/notifications").json()["results"]) == 100


def send_mails():
    for message in OutboxMessage.objects.order_by("id"):
        outbox.handler_for(message.topic)(message.payload, NOW)
    return mail.outbox


def test_a_notice_goes_out_by_email(alice):
    tell(alice)

    (message,) = send_mails()

    assert message.to == ["alice@example.org"]
    assert message.subject == "Order confirmed 1"
    assert "Hello Alice" in message.body
    assert "Your laundry is picked up tomorrow." in message.body
    assert "http://localhost:8000/tracking/1" in message.body


@pytest.mark.parametrize(
    ("kind", "hours", "emails"),
    [
        *(("order_pickup", 23, 1), ("order_pickup", 24, 0), ("order_paid", 48, 0)),
        ("recurring_payment", 48, 0),
        *(("order_confirmed", 48, 1), ("order_cancelled", 48, 1), ("payment_returned", 48, 1)),
    ],
)
def test_after_a_day_without_emails_what_has_passed_is_left_out_and_said_in_the_log(
    alice, caplog, kind, hours, emails
):
    tell(alice, kind=kind, now=NOW)

    relay(now=NOW + timedelta(hours=hours), queue=outbox.Queue.MAIL)

    assert (len(mail.outbox), len(bell(alice).json()["results"])) == (emails, 1)
    assert caplog.text.count("is left out") == 1 - emails
    assert not OutboxMessage.objects.filter(topic="email", done_at=None).exists()


def test_a_message_that_is_sent_twice_has_one_id(alice):
    tell(alice)
    send_mails()
    send_mails()

    first, second = mail.outbox
    assert first.extra_headers["Message-ID"] == second.extra_headers["Message-ID"]


def test_what_people_wrote_is_shown_and_not_run(alice):
    tell(alice, title="<script>alert(1)</script>", body='<img src=x onerror="alert(1)"> & more')

    (message,) = send_mails()

    html = message.alternatives[0].content
    assert "<script>" not in html
    assert "<img" not in html
    assert "&lt;script&gt;" in html
    assert '<img src=x onerror="alert(1)"> & more' in message.body


def test_a_line_break_adds_no_header(alice):
    tell(alice, title="Hello\r\nBcc: everybody@example.org")

    (message,) = send_mails()

    assert message.subject == "Hello Bcc: everybody@example.org"
    assert "Bcc" not in message.message()


class RefusingMailServer:
    """Refuses the sender by one answer, of a sized email by another, and recipients by a third."""

    def __init__(self, *, sender: str = "250 OK", sized: str = "", recipient: str = "250 OK") -> None:
        self.sender, self.sized, self.recipient = sender, sized, recipient

    async def handle_MAIL(self, _server, _session, envelope, address, options) -> str:  # noqa: N802
        if self.sized and any(option.upper().startswith("SIZE=") for option in options):
            return self.sized
        envelope.mail_from = address
        return self.sender

    async def handle_RCPT(self, *_called) -> str:  # noqa: N802
        return self.recipient


@pytest.mark.parametrize(
    ("answers", "attempts"),
    [
        ({"sender": "452 4.3.1 Disk full"}, 0),
        ({"sender": "421 4.7.0 Quota reached"}, 0),
        ({"sized": "452 4.3.4 Too large for now"}, 1),
        ({"sender": "550 5.7.1 Not you"}, 1),
        ({"recipient": "450 4.2.1 Mailbox busy"}, 1),
        ({"recipient": "550 5.1.1 <alice@example.org>: no such mailbox"}, 1),
    ],
)
def test_a_server_that_takes_no_email_for_now_costs_no_attempt(alice, settings, answers, attempts):
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", free_port()
    server = Controller(RefusingMailServer(**answers), hostname="127.0.0.1", port=settings.EMAIL_PORT)
    tell(alice)
    server.start()
    try:
        outbox.relay(now=NOW + timedelta(minutes=1), queue=outbox.Queue.MAIL)
    finally:
        server.stop()

    message = OutboxMessage.objects.get()
    assert (message.attempts, message.done_at, message.failed_at) == (attempts, None, None)
    # The account may be erased before the message is pruned.
    assert message.last_error
    assert "@" not in message.last_error


def test_without_email_none_is_sent(alice):
    tell(alice, email=False)

    assert send_mails() == []


def test_a_closed_account_gets_no_email(alice):
    tell(alice)
    alice.is_active = False
    alice.save()

    assert send_mails() == []


def test_an_account_that_is_gone_gets_no_email(db):
    payload = {
        "userId": "5b6b2e9e-6f0c-4c0b-a6f5-1f8a1e0b1c11", "subject": "x", "body": "x", "link": "", "key": "x",
    }  # fmt: skip

    emails.send_notice(payload, NOW)

    assert mail.outbox == []


def test_a_new_account_is_welcomed_by_one_email(db):
    client_for().post(
        "/api/auth/register",
        {"email": "anna@example.org", "password": "quiet-alpine-river", "firstName": "Anna"},
    )

    (message,) = send_mails()
    assert message.subject == "Welcome to Suuber: please confirm your address"


def test_counts_the_unread_up_to_ninety_nine_and_nothing_that_was_read(alice) -> None:
    tell_many = [
        NewNotification(alice.pk, "order", words(f"Title {number}", "Body"), "/", f"key {number}")
        for number in range(150)
    ]
    notify_many(tell_many, now=NOW, email=False)
    assert LiveEvent.objects.last().data == {"unread": 99}
    assert bell(alice).json()["unread"] == 99

    Notification.objects.filter(user=alice).update(read_at=NOW)
    with CaptureQueriesContext(connection) as queries:
        notify_many(
            [NewNotification(alice.pk, "order", words("One more", "Body"), "/", "one more")],
            now=NOW,
            email=False,
        )

    assert LiveEvent.objects.last().data == {"unread": 1}
    counting = [query["sql"] for query in queries.captured_queries if "count(*)" in query["sql"].lower()]
    assert len(counting) == 1
    assert "LIMIT 99" in counting[0]
    assert "read_at" in counting[0]


def test_tells_beside_what_was_notified_before(alice) -> None:
    again = [NewNotification(alice.pk, "order", words("Title", "Body"), "/", "once")]
    notify_many(again, now=NOW)

    notify_many(again, now=NOW, beside=[live.Event(alice.pk, "order", {"orderId": "1"})])

    assert [event.topic for event in LiveEvent.objects.order_by("pk")] == ["notification", "order"]
    assert OutboxMessage.objects.count() == 1


def test_an_address_that_nobody_has_proven_gets_none(alice) -> None:
    alice.email_verified_at = None
    alice.save()

    tell(alice)

    assert send_mails() == []
    assert bell(alice).json()["unread"] == 1


def test_what_waits_is_read_when_it_is_sent(alice) -> None:
    for number in range(5):
        tell(alice, number, now=NOW, link=f"/tracking/{number}")
    Notification.objects.filter(title="Order confirmed 4").delete()

    outbox.relay(now=NOW + timedelta(minutes=2))

    held = mail.outbox[-1]
    # Of one instant, their ids decide which is the newest.
    assert held.subject in {"Order confirmed 2", "Order confirmed 3"}
    assert "Order confirmed 4" not in held.body
    for number in (2, 3):
        assert f"Order confirmed {number}" in held.body
        assert f"/tracking/{number}" in held.body


def test_what_waits_for_a_closed_account_is_not_sent(alice) -> None:
    for number in range(4):
        tell(alice, number, now=NOW)
    outbox.relay(now=NOW)
    sent = len(mail.outbox)
    alice.is_active = False
    alice.save()

    outbox.relay(now=NOW + timedelta(minutes=2))

    assert len(mail.outbox) == sent
