"""Support requests: with and without an account, the thread, emails, and retention."""

from datetime import timedelta

import pytest
from django.core import mail
from django.db import DatabaseError, transaction

from accounts import closing, support_requests
from accounts.models import Notification, SupportReply, SupportRequest, ThrottledAct
from conftest import NOW, client_for
from marketplace.jobs import outbox
from marketplace.jobs.outbox import Queue

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("now")]

WRITTEN = {
    "name": "Kim Keller",
    "email": "kim@example.org",
    "category": "payment",
    "subject": "Charged twice?",
    "message": "My card shows CHF 27.50 two times.",
}
# Escaped wherever they are shown; the request's page and the email are HTML.
SCRIPTS = [
    "<script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    "{{ 7*7 }}{% debug %}",
    "</textarea><svg/onload=alert(1)>",
]


def write(user=None, **changes) -> SupportRequest:
    response = client_for(user).post("/api/support-requests", WRITTEN | changes)
    assert response.status_code == 201, response.json()
    return SupportRequest.objects.get(pk=response.json()["id"])


def response_of(request: SupportRequest, operator, body="We look into it.", closes=False) -> None:
    support_requests.reply_as_operator(
        operator=operator, request_id=request.pk, body=body, closes=closes, now=NOW + timedelta(hours=1)
    )


def sent() -> list:
    outbox.relay(now=NOW + timedelta(hours=2), queue=Queue.MAIL)
    return mail.outbox


def test_a_visitor_writes_and_the_request_waits_for_us() -> None:
    request = write()

    assert (request.account, request.status, request.waiting_since) == (None, "open", NOW)
    assert (request.name, request.email, request.category) == ("Kim Keller", "kim@example.org", "payment")


def test_the_category_is_general_unless_said_otherwise() -> None:
    response = client_for().post(
        "/api/support-requests", {key: value for key, value in WRITTEN.items() if key != "category"}
    )

    assert response.json()["category"] == "general"


@pytest.mark.parametrize(
    ("field", "value", "sentence"),
    [
        ("name", "  ", "Name is required"),
        ("email", "", "Email is required"),
        ("email", "kim", "Enter a valid email address."),
        ("email", "kim@localhost", "Enter a valid email address."),
        ("subject", "", "Subject is required"),
        ("message", "", "Message is required"),
        ("subject", "x" * 151, "Ensure this field has no more than 150 characters."),
        ("message", "x" * 5001, "Ensure this field has no more than 5000 characters."),
        ("category", "gossip", '"gossip" is not a valid choice.'),
    ],
)
def test_refuses_what_cannot_be_answered_and_names_the_field(field, value, sentence) -> None:
    response = client_for().post("/api/support-requests", WRITTEN | {field: value})

    assert (response.status_code, response.json()["fields"]) == (400, {field: [sentence]})
    assert not SupportRequest.objects.exists()
    assert not ThrottledAct.objects.exists()


def test_of_one_address_twenty_an_hour_are_taken() -> None:
    client = client_for()
    for number in range(20):
        written = WRITTEN | {"subject": f"Question {number}"}
        assert client.post("/api/support-requests", written).status_code == 201

    refused = client.post("/api/support-requests", WRITTEN)

    assert (refused.status_code, refused.json()["code"]) == (429, "throttled")
    assert 0 < int(refused["Retry-After"]) <= 3600
    assert client.post("/api/support-requests", WRITTEN, REMOTE_ADDR="198.51.100.7").status_code == 201


def test_a_repeat_under_one_key_is_one_request(alice) -> None:
    client = client_for(alice)
    first, again = (
        client.post("/api/support-requests", WRITTEN, headers={"Idempotency-Key": "support-1"})
        for _ in range(2)
    )

    assert first.json() == again.json()
    assert SupportRequest.objects.count() == 1


def test_a_visitor_who_sends_the_same_words_within_minutes_has_sent_one_request(time_machine) -> None:
    first = write()
    time_machine.shift(timedelta(minutes=9))

    assert write() == first
    assert write(message="And another thing.") != first
    assert write(email="chiara@example.org") != first
    time_machine.shift(timedelta(minutes=2))
    assert write() != first


def test_an_account_sees_its_own_requests_and_nobody_elses(alice, chiara) -> None:
    write()
    mine = write(alice)

    assert [row["id"] for row in client_for(alice).get("/api/support-requests").json()] == [str(mine.pk)]
    assert client_for(chiara).get("/api/support-requests").json() == []
    assert client_for(chiara).get(f"/api/support-requests/{mine.pk}/replies").status_code == 404


def test_an_answer_reaches_the_person_by_e_mail_and_in_the_app(alice, dora) -> None:
    request = write(alice)

    response_of(request, dora, "The second one is a reservation.\nIt goes away by itself.")

    (line,) = client_for(alice).get(f"/api/support-requests/{request.pk}/replies").json()
    assert (line["body"].splitlines()[0], line["mine"], line["senderName"]) == (
        "The second one is a reservation.", False, "Dora",
    )  # fmt: skip
    notice = Notification.objects.get(user=alice, kind="support_answer")
    assert notice.title == "We have answered: Charged twice?"
    assert notice.link == f"/support?request={request.pk}"
    (letter,) = sent()
    assert (letter.to, letter.subject) == (["kim@example.org"], "Re: Charged twice?")
    assert "It goes away by itself." in letter.body
    assert WRITTEN["message"] in letter.body
    assert f"/support?request={request.pk}" in letter.body
    html = letter.alternatives[0][0]
    assert "is a reservation.<br>It goes" in html
    assert f"/support?request={request.pk}" in html
    request.refresh_from_db()
    assert (request.status, request.waiting_since) == ("answered", None)


def test_a_visitor_is_answered_by_e_mail_alone(dora) -> None:
    response_of(write(), dora)

    assert not Notification.objects.filter(kind="support_answer").exists()
    assert [letter.to for letter in sent()] == [["kim@example.org"]]


def test_a_visitor_is_answered_in_the_language_in_which_they_wrote(dora) -> None:
    client_for().post("/api/support-requests", WRITTEN, HTTP_ACCEPT_LANGUAGE="de-CH")

    response_of(SupportRequest.objects.get(), dora)

    assert "Sie schrieben:" in sent()[0].body


def test_a_subject_of_several_lines_adds_no_header_to_the_answer(dora) -> None:
    response_of(write(subject="My shirt\r\nBcc: everybody@example.org"), dora)

    assert [letter.subject for letter in sent()] == ["Re: My shirt Bcc: everybody@example.org"]
    assert mail.outbox[0].message()["Bcc"] is None


def test_an_answer_is_mailed_once_however_often_it_is_handed_on(alice, dora) -> None:
    response_of(write(alice), dora)

    assert len(sent()) == 1
    assert len(sent()) == 1


@pytest.mark.parametrize("closes", [False, True])
def test_what_the_person_writes_then_opens_the_request_again(alice, dora, closes) -> None:
    request = write(alice)
    response_of(request, dora, closes=closes)

    said = client_for(alice).post(
        f"/api/support-requests/{request.pk}/replies", {"body": "It is still there."}
    )

    request.refresh_from_db()
    assert (said.status_code, said.json()["mine"]) == (201, True)
    assert (request.status, request.waiting_since) == ("open", NOW)


def test_one_more_line_does_not_move_a_request_to_the_end_of_the_queue(alice) -> None:
    request = write(alice)
    later = NOW + timedelta(hours=3)

    support_requests.reply(account=alice, request_id=request.pk, body="And the receipt?", now=later)

    request.refresh_from_db()
    assert (request.waiting_since, request.updated_at) == (NOW, later)


def test_refuses_an_empty_line_and_one_that_is_too_long(alice) -> None:
    path = f"/api/support-requests/{write(alice).pk}/replies"

    for body in ("  ", "x" * 5001):
        response = client_for(alice).post(path, {"body": body})
        assert (response.status_code, list(response.json()["fields"])) == (400, ["body"])


def said_before(request, user, count, *, at) -> None:
    SupportReply.objects.bulk_create(
        SupportReply(request=request, author=user, by_operator=False, body=f"Line {number}.", sent_at=at)
        for number in range(count)
    )


def test_of_a_long_thread_the_newest_lines_are_shown(alice, operator_client) -> None:
    request = write(alice)
    said_before(request, alice, 1, at=NOW - timedelta(days=3))
    said_before(request, alice, 499, at=NOW - timedelta(days=2))
    client, address = client_for(alice), f"/api/support-requests/{request.pk}/replies"
    client.post(address, {"body": "The newest."})

    assert len(client.get(address).json()) == 500
    assert client.get(address).json()[-1]["body"] == "The newest."
    page = operator_client.get(f"/admin/accounts/supportrequest/{request.pk}/change/").content.decode()
    assert page.count("Line 0.") == 1
    assert "The newest." in page


def test_one_writes_two_hundred_lines_a_day_in_one_request(alice, dora) -> None:
    request, other = write(alice), write(alice)
    said_before(request, alice, 1, at=NOW - timedelta(days=1))
    said_before(request, alice, 199, at=NOW)
    response_of(request, dora)
    client, address = client_for(alice), f"/api/support-requests/{request.pk}/replies"

    assert client.post(address, {"body": "The last one."}).status_code == 201
    refused = client.post(address, {"body": "One more."})

    assert (refused.status_code, refused.json()["code"]) == (409, "too_many_replies")
    assert client.post(f"/api/support-requests/{other.pk}/replies", {"body": "Here."}).status_code == 201


def test_a_line_of_a_thread_is_never_changed(alice, dora) -> None:
    response_of(write(alice), dora)
    line = SupportReply.objects.get()

    with pytest.raises(TypeError):
        SupportReply.objects.update(body="Something else")
    with pytest.raises(DatabaseError, match="append-only"), transaction.atomic():
        SupportReply._base_manager.filter(pk=line.pk).update(body="Something else")


def test_a_closed_account_leaves_no_name_and_nothing_to_answer(alice, dora) -> None:
    request = write(alice)
    response_of(request, dora)

    closing.close(user_id=alice.pk, now=NOW)

    request.refresh_from_db()
    assert (request.name, request.email, request.status) == ("", "", "closed")
    assert sent() == []


def test_an_account_that_is_open_again_is_answered(alice, dora) -> None:
    request = write(alice)
    closing.close(user_id=alice.pk, now=NOW)
    closing.reopen(user_id=alice.pk)
    written = client_for(alice).post(f"/api/support-requests/{request.pk}/replies", {"body": "Still here."})
    assert written.status_code == 201

    response_of(request, dora)

    assert [(letter.to, "We look into it." in letter.body) for letter in sent()] == [([alice.email], True)]


@pytest.mark.parametrize("text", SCRIPTS)
def test_what_was_written_is_text_in_the_letter_and_on_the_page(alice, dora, operator_client, text) -> None:
    request = write(alice, name=text, subject=text, message=text)
    response_of(request, dora, body=text)

    (letter,) = sent()
    pages = [
        operator_client.get(f"/admin/accounts/supportrequest/{request.pk}/change/").content.decode(),
        operator_client.get(f"/admin/accounts/supportrequest/{request.pk}/answer/").content.decode(),
        operator_client.get("/admin/accounts/supportrequest/").content.decode(),
        letter.alternatives[0][0],
    ]

    for page in pages:
        assert "alert(1)>" not in page
        assert "<script>alert" not in page
        assert "<svg/onload" not in page


def test_requests_are_kept_for_three_years_with_their_threads(alice, dora) -> None:
    old, new = write(alice), write(alice)
    response_of(old, dora)
    response_of(new, dora)
    SupportRequest.objects.filter(pk=old.pk).update(updated_at=NOW - timedelta(days=3 * 365 + 2))

    support_requests.prune(now=NOW)

    assert list(SupportRequest.objects.all()) == [new]
    assert SupportReply.objects.get().request == new
