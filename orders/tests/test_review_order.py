"""POST /api/reviews and …/rating: the customer of a completed order, once."""

from uuid import uuid4

import pytest

from conftest import WEDNESDAY, client_for
from orders.tests.booking import advance
from providers.models import Provider, Review


@pytest.fixture
def done(paid_order):
    return advance(paid_order, to="completed")


@pytest.mark.at(WEDNESDAY)
def test_reviews_a_completed_order(done, alice, bruno) -> None:
    client = client_for(alice)
    assert client.get(f"/api/orders/{done.pk}").json()["reviewable"] is True

    response = client.post("/api/reviews", {"orderId": str(done.pk), "rating": 5, "comment": " Spotless "})

    assert response.status_code == 201
    assert {name: response.json()[name] for name in ("rating", "comment", "authorName", "answer")} == {
        "rating": 5,
        "comment": "Spotless",
        "authorName": "Alice M.",
        "answer": None,
    }
    data = client.get(f"/api/orders/{done.pk}").json()
    assert (data["rating"], data["reviewable"]) == (5, False)
    assert Provider.objects.get().review_count == 0
    assert bruno.notifications.get(kind="review").body == (
        "Alice M. has reviewed you. You see it once you have rated them, too, at the latest on "
        "Wed 25 Nov, 09:30."
    )


def test_rates_by_the_address_of_the_order(done, alice) -> None:
    response = client_for(alice).post(f"/api/orders/{done.pk}/rating", {"rating": 4})

    assert (response.status_code, response.json()["comment"]) == (201, "")


def test_one_review_an_order(done, alice) -> None:
    client = client_for(alice)
    client.post(f"/api/orders/{done.pk}/rating", {"rating": 4})

    response = client.post("/api/reviews", {"orderId": str(done.pk), "rating": 1})

    assert (response.status_code, response.json()["code"]) == (409, "already_reviewed")
    assert Review.objects.get().rating == 4


def test_refuses_before_it_is_completed(paid_order, alice) -> None:
    response = client_for(alice).post(f"/api/orders/{paid_order.pk}/rating", {"rating": 4})

    assert (response.status_code, response.json()["code"]) == (409, "order_not_completed")


def test_only_its_customer_reviews(done, bruno, chiara, dora) -> None:
    body = {"orderId": str(done.pk), "rating": 5}

    assert client_for(bruno).post("/api/reviews", body).status_code == 403
    assert client_for(dora).post("/api/reviews", body).status_code == 403
    assert client_for(chiara).post("/api/reviews", body).status_code == 404
    assert client_for().post("/api/reviews", body).status_code == 401
    assert not Review.objects.exists()


def test_an_order_that_does_not_exist_is_not_reviewed(now, alice) -> None:
    response = client_for(alice).post("/api/reviews", {"orderId": str(uuid4()), "rating": 5})

    assert response.status_code == 404


@pytest.mark.sweep
@pytest.mark.parametrize("rating", [0, 6, -1, None, "five", 4.5, [], "", 10**30])
def test_asks_for_one_to_five_stars(done, alice, rating) -> None:
    response = client_for(alice).post(f"/api/orders/{done.pk}/rating", {"rating": rating})

    assert response.status_code == 400
    assert response.json()["fields"] == {"rating": ["Please select a star rating before submitting."]}
