"""Reporting a review, and what operators decide about it."""

from datetime import timedelta
from threading import Thread

import pytest
from django.db import connections, transaction

from accounts.models import Notification
from conftest import NOW, client_for, make_operator
from marketplace.tests.admin_forms import page_of, signed_in
from marketplace.tests.racing import race, refused, succeeded, until_somebody_waits
from providers.models import Provider, ReviewReport
from providers.reporting import AlreadyReported, report_review
from providers.reviews import hide_review
from providers.tests.test_reviews import review

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("now")]
LIST = "/admin/providers/reviewreport/"


@pytest.fixture
def reported(salon, alice):
    return review(salon, alice, rating=1, comment="He drinks.")


def report(user, reported, **sent):
    return client_for(user).post(f"/api/reviews/{reported.pk}/report", {"reason": "offensive"} | sent)


def notices(user) -> list[str]:
    return [one.title for one in Notification.objects.filter(user=user, kind="review_report")]


def test_anybody_with_an_account_reports_a_review_the_provider_too(reported, bruno, chiara) -> None:
    for user in (bruno, chiara):
        response = report(user, reported, reason="untrue", words="I do not.")
        assert response.status_code == 201, response.json()
        assert (response.json()["reason"], response.json()["words"]) == ("untrue", "I do not.")

    assert ReviewReport.objects.filter(decided_at__isnull=True).count() == 2


def test_a_visitor_signs_in_first(reported) -> None:
    assert report(None, reported).status_code == 401


def test_a_review_is_reported_once_until_it_is_decided(reported, chiara, operator_client) -> None:
    assert report(chiara, reported).status_code == 201
    again = report(chiara, reported)
    assert (again.status_code, again.json()["code"]) == (409, "already_reported")

    operator_client.post(f"{LIST}{ReviewReport.objects.get().pk}/keep/", {"note": "It is an opinion."})

    assert report(chiara, reported).status_code == 201


@pytest.mark.django_db(transaction=True)
@pytest.mark.race
@pytest.mark.only_postgres
def test_a_report_beside_the_hiding_of_its_review_leaves_nothing_to_decide(reported, chiara) -> None:
    codes: list[int] = []

    def act() -> None:
        codes.append(report(chiara, reported).status_code)
        connections.close_all()

    thread = Thread(target=act)
    with transaction.atomic():
        hide_review(review_id=reported.pk, now=NOW)
        thread.start()
        until_somebody_waits()
    thread.join()

    assert codes == [404]
    assert not ReviewReport.objects.filter(decided_at__isnull=True).exists()


@pytest.mark.django_db(transaction=True)
@pytest.mark.race
def test_of_two_reports_at_once_one_is_kept(reported, chiara) -> None:
    def act() -> object:
        return report_review(reporter=chiara, review_id=reported.pk, reason="spam", words="", now=NOW)

    results = race([act] * 4)

    assert len(succeeded(results)) == 1
    assert len(refused(results, AlreadyReported)) == 3


@pytest.mark.parametrize(
    ("sent", "field"),
    [
        ({"reason": "boring"}, "reason"),
        ({"reason": "other"}, "words"),
        ({"reason": "other", "words": "   "}, "words"),
        ({"words": "x" * 1001}, "words"),
    ],
)
def test_refuses_what_says_nothing(reported, chiara, sent, field) -> None:
    response = report(chiara, reported, **sent)

    assert (response.status_code, list(response.json()["fields"])) == (400, [field])


def test_a_hidden_review_cannot_be_reported(reported, chiara) -> None:
    hide_review(review_id=reported.pk, now=NOW)

    assert report(chiara, reported).status_code == 404


def test_an_account_reports_ten_an_hour(reported, chiara, settings) -> None:
    settings.REVIEW_REPORTS_PER_HOUR = 1
    assert report(chiara, reported).status_code == 201

    response = report(chiara, reported)

    assert (response.status_code, response.json()["code"]) == (429, "throttled")
    assert int(response["Retry-After"]) > 0


def test_keeping_tells_everybody_who_reported_it_why(reported, bruno, chiara, operator_client) -> None:
    report(bruno, reported)
    report(chiara, reported)
    page = f"{LIST}{ReviewReport.objects.first().pk}/"
    assert "2 people are told" in operator_client.get(f"{page}keep/").content.decode()

    said = operator_client.post(f"{page}keep/", {"note": "It is an opinion."}, follow=True).content.decode()

    assert "The review stays; 2 people are told why." in said
    assert notices(bruno) == notices(chiara) == ["The review that you reported stays"]
    assert set(ReviewReport.objects.values_list("outcome", "note")) == {("kept", "It is an opinion.")}
    reported.refresh_from_db()
    assert reported.hidden_at is None


def test_keeping_what_somebody_else_has_decided_says_so(reported, chiara, operator_client) -> None:
    report(chiara, reported)
    page = f"{LIST}{ReviewReport.objects.get().pk}/keep/"
    operator_client.post(page, {"note": "It is an opinion."})

    again = operator_client.post(page, {"note": "Again."}, follow=True).content.decode()

    assert "Somebody has decided about this already." in again
    assert len(notices(chiara)) == 1


def test_hiding_goes_through_the_reviews_own_page_and_ends_the_reports(
    reported, salon, chiara, operator_client
) -> None:
    report(chiara, reported)
    row = ReviewReport.objects.get()

    page = operator_client.get(f"{LIST}{row.pk}/hide/")
    assert page["Location"] == f"/admin/providers/review/{reported.pk}/hide/"
    operator_client.post(page["Location"], {"confirmed": "yes", "note": "Insulting."})

    row.refresh_from_db()
    assert (row.outcome, row.decided_at) == ("hidden", NOW)
    assert notices(chiara) == ["The review that you reported is hidden"]
    assert Provider.objects.get(pk=salon.pk).review_count == 0


def test_the_page_shows_the_review_and_every_report(reported, bruno, chiara, operator_client) -> None:
    report(bruno, reported, words="I am sober <b>always</b>.")
    report(chiara, reported, reason="spam")

    page = operator_client.get(page_of(ReviewReport.objects.first())).content.decode()

    for text in ("He drinks.", "Bruno Meier", "Chiara Meier", "Advertising", "&lt;b&gt;always&lt;/b&gt;"):
        assert text in page


def test_the_oldest_stands_first_in_the_queue_and_the_dashboard_counts(
    reported, bruno, chiara, operator_client
) -> None:
    report(bruno, reported)
    report(chiara, reported)
    ReviewReport.objects.filter(reporter=chiara).update(created_at=NOW - timedelta(days=2))

    rows = operator_client.get(f"{LIST}?state=open").context["cl"].result_list
    (queue,) = (
        one for one in operator_client.get("/admin/").context["queues"] if one.title == "Reported reviews"
    )

    assert [row.reporter for row in rows] == [chiara, bruno]
    assert (queue.count, queue.link) == (2, f"{LIST}?state=open")


def test_support_looks_and_operations_decides(reported, chiara) -> None:
    report(chiara, reported)
    row = ReviewReport.objects.get()
    for group, status in (("support", 403), ("operations", 200)):
        browser = signed_in(make_operator(f"of-{group}", group))
        assert browser.get(page_of(row)).status_code == 200
        assert browser.get(f"{LIST}{row.pk}/keep/").status_code == status
