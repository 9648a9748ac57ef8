"""A provider reads the review of a job where the job is, and answers it there."""

import pytest

from conftest import WEDNESDAY as NOW
from conftest import client_for
from orders.models import Order
from orders.tests.booking import advance
from providers import reviews as rules

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("now"), pytest.mark.at(NOW)]


@pytest.fixture
def done(paid_order) -> Order:
    """Return alice's order with bruno, completed now."""
    return advance(paid_order, to="completed")


def review(customer, order):
    body = {"orderId": str(order.pk), "rating": 4, "comment": "Spotless.\n\nEven the shirts."}
    return client_for(customer).post("/api/reviews", body).json()


def rate_customer(provider, order):
    return client_for(provider).put(f"/api/orders/{order.pk}/customer-rating", {"rating": 5}).json()


def seen(user, order):
    return client_for(user).get(f"/api/orders/{order.pk}").json()["review"]


def listed(provider, path=""):
    data = client_for(provider).get(f"/api/provider/orders{path}").json()
    return [job["review"] for job in (data["orders"] if path else data)]


def test_the_provider_reads_it_once_it_is_published(done, alice, bruno) -> None:
    assert seen(bruno, done) is None
    written = review(alice, done)
    assert (seen(bruno, done), listed(bruno), listed(bruno, "/history")) == (None, [None], [None])

    rated = rate_customer(bruno, done)

    assert rated["review"] == {
        "id": written["id"],
        "rating": 4,
        "comment": "Spotless.\n\nEven the shirts.",
        "createdAt": "2026-11-18T08:30:00Z",
        "answer": None,
    }
    assert seen(bruno, done) == rated["review"]
    assert (listed(bruno), listed(bruno, "/history")) == ([rated["review"]], [rated["review"]])


def test_nobody_else_reads_it_with_the_order(done, alice, bruno, dora) -> None:
    review(alice, done)
    rate_customer(bruno, done)

    assert (seen(alice, done), seen(dora, done)) == (None, None)
    orders = client_for(alice).get(f"/api/orders/customer/{alice.pk}").json()
    assert [order["review"] for order in orders] == [None]


def test_one_that_is_hidden_is_gone_until_it_is_shown_again(done, alice, bruno) -> None:
    written = review(alice, done)["id"]
    rate_customer(bruno, done)
    rules.hide_review(review_id=written, now=NOW)
    assert (seen(bruno, done), listed(bruno)) == (None, [None])

    rules.show_review(review_id=written)

    assert seen(bruno, done)["id"] == written


def test_an_edit_between_reading_and_answering_is_read_first(done, alice, bruno) -> None:
    review(alice, done)
    rate_customer(bruno, done)
    read = seen(bruno, done)
    client_for(alice).put(f"/api/orders/{done.pk}/review", {"rating": 1, "comment": "A stain."})

    def answer(words):
        body = {"answer": "Thank you!", "seen": {"rating": words["rating"], "comment": words["comment"]}}
        return client_for(bruno).post(f"/api/provider/reviews/{words['id']}/answer", body)

    assert (answer(read).status_code, answer(read).json()["code"]) == (409, "review_changed")
    present = seen(bruno, done)
    assert (present["rating"], present["comment"], present["answer"]) == (1, "A stain.", None)
    assert answer(present).status_code == 200
    assert [entry["answer"] for entry in listed(bruno)] == ["Thank you!"]


def test_a_list_takes_no_more_statements_for_reviews(
    done, alice, bruno, django_assert_max_num_queries
) -> None:
    client = client_for(bruno)
    with django_assert_max_num_queries(100) as queries:
        client.get("/api/provider/orders")
        statements = len(queries)
    review(alice, done)
    rate_customer(bruno, done)

    with django_assert_max_num_queries(statements):
        [job] = client.get("/api/provider/orders").json()
    assert job["review"]["rating"] == 4
