"""The admin site's queue of support requests: waiting times, answering, closing."""

from datetime import timedelta

import pytest
from django.contrib.admin.models import LogEntry
from django.urls import reverse

from accounts import support_requests
from accounts.models import SupportRequest
from conftest import NOW, make_operator, make_slot
from marketplace.tests.admin_forms import page_of, signed_in
from marketplace.tests.page_forms import sent_by
from orders.tests.booking import book

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("now")]
LIST = "/admin/accounts/supportrequest/"


def written(account=None, subject="A sock is missing", *, hours_ago=0, email="kim@example.org"):
    return support_requests.send_request(
        account=account,
        name="Kim Keller",
        email=email,
        category="quality",
        subject=subject,
        message="A blue one, of wool.",
        now=NOW - timedelta(hours=hours_ago),
    )


def button(request: SupportRequest, name: str) -> str:
    return f"{LIST}{request.pk}/{name}/"


def order_of(page: str, *subjects: str) -> list[str]:
    return sorted((subject for subject in subjects if subject in page), key=page.index)


def test_the_one_that_waits_longest_stands_first_in_the_queue(operator_client) -> None:
    written(subject="The newer")
    written(subject="The older", hours_ago=5)
    support_requests.close(request_id=written(subject="The closed").pk, now=NOW)

    page = operator_client.get(f"{LIST}?status=open").content.decode()

    assert order_of(page, "The newer", "The older", "The closed") == ["The older", "The newer"]
    assert "5\xa0hours" in page


def test_finds_by_person_and_by_words(operator_client, alice) -> None:
    written(alice, subject="Of Alice")
    written(subject="Of a visitor", email="berta@example.org")

    def found(words: str) -> list[str]:
        return order_of(operator_client.get(LIST, {"q": words}).content.decode(), "Of Alice", "Of a visitor")

    assert found("alice") == ["Of Alice"]
    assert found("berta@") == ["Of a visitor"]
    assert found("a visitor") == ["Of a visitor"]
    assert len(found("of wool")) == 2


def test_the_page_shows_the_thread_and_leads_to_the_persons_orders(
    operator_client, alice, salon, dora
) -> None:
    order = book(alice, make_slot(salon))
    request = written(alice)
    support_requests.reply_as_operator(
        operator=dora, request_id=request.pk, body="Which color?", closes=False, now=NOW
    )

    page = operator_client.get(page_of(request)).content.decode()

    for text in ("A blue one, of wool.", "Which color?", page_of(order), page_of(alice), "kim@example.org"):
        assert text in page


def test_answering_tells_the_person_and_leaves_the_queue(operator_client, alice) -> None:
    request = written(alice)
    assert "What the person reads" in operator_client.get(button(request, "answer")).content.decode()

    page = operator_client.post(
        button(request, "answer"), {"body": "Found it."}, follow=True
    ).content.decode()

    request.refresh_from_db()
    assert request.status == "answered"
    assert "Kim Keller is answered." in page
    assert "Found it." in page
    assert "Pressed" in LogEntry.objects.get().change_message


def test_what_was_typed_stays_where_the_person_has_written_meanwhile(operator_client, alice) -> None:
    request = written(alice)
    path = button(request, "answer")
    typed = sent_by(operator_client.get(path).content.decode()) | {"body": ["Which color?"]}
    support_requests.reply(account=alice, request_id=request.pk, body="It is blue, by the way.", now=NOW)

    page = operator_client.post(path, typed).content.decode()

    assert "has changed since this page was shown" in page
    assert "It is blue, by the way." in page
    assert sent_by(page)["body"] == ["Which color?"]
    assert "is answered" in operator_client.post(path, sent_by(page), follow=True).content.decode()


def test_an_empty_answer_is_asked_for_again(operator_client) -> None:
    request = written()

    page = operator_client.post(button(request, "answer"), {"body": " "}).content.decode()

    assert "Please write an answer." in page
    request.refresh_from_db()
    assert request.status == "open"


def test_an_answer_can_close_the_request(operator_client) -> None:
    request = written()

    operator_client.post(button(request, "answer"), {"body": "All done.", "closes": "on"})

    request.refresh_from_db()
    assert request.status == "closed"
    assert request.replies.get().body == "All done."


def test_closes_without_a_word_and_once(operator_client) -> None:
    request = written()

    operator_client.post(button(request, "close"), {})
    again = operator_client.post(button(request, "close"), {}, follow=True).content.decode()

    request.refresh_from_db()
    assert (request.status, request.replies.count()) == ("closed", 0)
    assert "closed already" in again


@pytest.mark.parametrize("is_visitor", [True, False])
def test_closing_says_what_opens_the_request_again(operator_client, alice, is_visitor) -> None:
    request = written(None if is_visitor else alice)

    page = operator_client.get(button(request, "close")).content.decode()

    assert ("what they write opens it again" in page) is not is_visitor
    assert ("what they write then comes by email, or as a new request" in page) is is_visitor


def test_nothing_is_answered_where_the_account_is_closed(operator_client, alice) -> None:
    request = written(alice)
    support_requests.forget_sender(user_id=alice.pk, now=NOW)

    page = operator_client.get(page_of(request)).content.decode()
    replied = operator_client.post(
        button(request, "answer"), {"body": "Hello?"}, follow=True
    ).content.decode()

    assert button(request, "answer") not in page
    assert "no answer reaches it" in replied
    assert not request.replies.exists()


@pytest.mark.parametrize(("group", "status"), [("support", 200), ("operations", 200), ("finance", 403)])
def test_support_and_operations_answer_finance_does_not(db, group, status) -> None:
    request = written()
    browser = signed_in(make_operator("emma", group))

    assert browser.get(LIST).status_code == status
    assert browser.get(button(request, "answer")).status_code == status


def test_the_dashboard_counts_who_waits_and_leads_there(operator_client) -> None:
    written()
    support_requests.close(request_id=written(subject="Another sock is missing").pk, now=NOW)

    (queue,) = (
        one for one in operator_client.get("/admin/").context["queues"] if one.title == "Support requests"
    )

    assert (queue.count, queue.link) == (1, f"{LIST}?status=open")


def test_the_list_goes_out_as_a_table_without_formulas(operator_client) -> None:
    written(subject="=HYPERLINK(1)")

    table = operator_client.get(
        reverse("admin:accounts_supportrequest_export", args=["csv"])
    ).content.decode()

    assert "'=HYPERLINK(1)" in table
    assert "Kim Keller" in table


def test_a_long_list_asks_as_few_questions_as_a_short_one(
    operator_client, alice, django_assert_max_num_queries
) -> None:
    for _ in range(60):
        written(alice)

    with django_assert_max_num_queries(15):
        assert operator_client.get(LIST).status_code == 200
