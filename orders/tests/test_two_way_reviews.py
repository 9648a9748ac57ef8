"""Both sides of a completed order rate each other, and see it once both have, or after seven days."""

from datetime import time, timedelta
from functools import partial

import pytest

from conftest import WEDNESDAY as NOW
from conftest import client_for, make_provider, make_slot, make_user
from marketplace.tests.racing import insisting, race
from orders.checks import invariants
from orders.lifecycle import reviewing
from orders.models import Order
from orders.tasks import publish_reviews
from orders.tests.booking import advance, book, pay
from providers import reviews as rules
from providers.models import CustomerRating, Provider, Review

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("now"), pytest.mark.at(NOW)]
BY = "2026-11-25T08:30:00Z"


@pytest.fixture
def done(paid_order) -> Order:
    """Return alice's order with bruno, completed now."""
    return advance(paid_order, to="completed")


def review(customer, order, rating=4, comment="Spotless."):
    return client_for(customer).post(
        "/api/reviews", {"orderId": str(order.pk), "rating": rating, "comment": comment}
    )


def edit(customer, order, rating, comment=""):
    return client_for(customer).put(f"/api/orders/{order.pk}/review", {"rating": rating, "comment": comment})


def rate_customer(provider, order, rating=5):
    return client_for(provider).put(f"/api/orders/{order.pk}/customer-rating", {"rating": rating})


def own_review(customer, order):
    return client_for(customer).get(f"/api/orders/{order.pk}/review").json()


def seen(user, order):
    return client_for(user).get(f"/api/orders/{order.pk}").json()


def shown(order):
    """Return what everybody sees of the provider: average, count, and the stars of each review."""
    data = client_for().get(f"/api/providers/details/{order.provider_id}").json()
    return data["rating"], data["reviewCount"], [entry["rating"] for entry in data["reviews"]]


def notices(user) -> list[str]:
    return [notice.body for notice in user.notifications.filter(kind="review").order_by("created_at", "id")]


# --- Blind until both have written ----------------------------------------------------------------------


def test_a_review_is_its_authors_alone_until_the_provider_has_rated_the_customer(done, alice, bruno) -> None:
    response = review(alice, done, 4)

    assert response.status_code == 201
    assert (response.json()["publishedAt"], response.json()["shownBy"]) == (None, BY)
    assert seen(alice, done)["rating"] == 4
    assert seen(alice, done)["reviewState"]["shownBy"] == BY
    assert own_review(alice, done)["comment"] == "Spotless."
    assert shown(done) == (0, 0, [])
    assert seen(bruno, done)["rating"] is None

    rated = rate_customer(bruno, done, 5)

    assert (rated.status_code, rated.json()["rating"]) == (200, 4)
    assert shown(done) == (4.0, 1, [4])
    assert own_review(alice, done)["publishedAt"] is not None
    assert seen(alice, done)["reviewState"]["shownBy"] is None
    assert "Alice M. gave you 4 stars." in notices(bruno)


def test_the_customer_who_writes_second_is_shown_at_once(done, alice, bruno) -> None:
    rate_customer(bruno, done)
    assert seen(bruno, done)["reviewState"] == {
        "shownBy": BY,
        "editableUntil": "2026-11-18T09:30:00Z",
        "customerRating": 5,
        "canRateCustomer": False,
    }

    assert review(alice, done, 3).json()["publishedAt"] is not None

    assert shown(done) == (3.0, 1, [3])
    assert notices(bruno) == ["Alice M. gave you 3 stars."]


def test_nobody_but_the_provider_is_notified_the_stars_of_a_customer(done, alice, bruno, dora) -> None:
    rate_customer(bruno, done, 2)
    review(alice, done)

    for other in (alice, dora):
        assert "customerRating" not in (seen(other, done)["reviewState"] or {}) or (
            seen(other, done)["reviewState"]["customerRating"] is None
        )
    assert seen(alice, done)["customer"] is None
    assert not alice.notifications.filter(kind="review").exists()


def test_an_unseen_review_is_neither_answered_nor_reported(done, alice, bruno) -> None:
    written = review(alice, done).json()["id"]

    reply = client_for(bruno).post(f"/api/provider/reviews/{written}/answer", {"answer": "Thanks"})
    report = client_for(bruno).post(f"/api/reviews/{written}/report", {"reason": "untrue"})

    assert (reply.status_code, report.status_code) == (404, 404)


# --- Seven days after the completion --------------------------------------------------------------------


def test_what_waits_is_published_seven_days_after_the_completion(done, alice, bruno, time_machine) -> None:
    time_machine.move_to(NOW + timedelta(days=2))
    review(alice, done, 5)
    time_machine.move_to(NOW + timedelta(days=7) - timedelta(seconds=1))
    assert publish_reviews() == 0

    time_machine.move_to(NOW + timedelta(days=7))

    assert [publish_reviews(), publish_reviews()] == [1, 0]
    assert shown(done) == (5.0, 1, [5])
    assert "Alice M. gave you 5 stars." in notices(bruno)
    assert list(invariants.ratings_are_of_visible_reviews()) == []


def test_later_than_that_each_is_published_when_it_is_written(done, alice, bruno, time_machine) -> None:
    time_machine.move_to(NOW + timedelta(days=8))

    assert review(alice, done, 5).json()["publishedAt"] is not None
    assert rate_customer(bruno, done).json()["reviewState"]["shownBy"] is None

    assert shown(done) == (5.0, 1, [5])
    assert notices(bruno) == ["Alice M. gave you 5 stars."]


def test_the_seven_days_begin_when_the_completion_is_sent_whatever_a_phone_says(
    alice, bruno, salon, stripe, time_machine
) -> None:
    order = book(alice, make_slot(salon, day=NOW.date() + timedelta(days=8)))
    pay(order)
    time_machine.move_to(NOW + timedelta(days=8))
    for status in ("pickup", "washing", "delivery", "completed"):
        body = {"status": status, "at": NOW.isoformat()}
        assert client_for(bruno).post(f"/api/orders/{order.pk}/status", body).status_code == 200

    review(alice, order, 2)

    assert own_review(alice, order)["publishedAt"] is None
    assert own_review(alice, order)["shownBy"].startswith("2026-12-03")
    assert (seen(bruno, order)["rating"], shown(order)) == (None, (0, 0, []))


def test_a_review_that_was_hidden_before_it_was_shown_is_not_announced(done, alice, bruno) -> None:
    review(alice, done, 1, "Words that nobody should read.")
    rules.hide_review(review_id=Review.objects.get().pk, now=NOW)

    rate_customer(bruno, done)

    assert "Alice M. gave you 1 star." not in notices(bruno)
    assert shown(done) == (0, 0, [])


def test_a_rating_of_a_customer_counts_after_seven_days(done, bruno, time_machine) -> None:
    rate_customer(bruno, done)

    time_machine.move_to(NOW + timedelta(days=7))
    publish_reviews()

    assert CustomerRating.objects.published().count() == 1


# --- Editable for an hour -------------------------------------------------------------------------------


def test_a_review_is_edited_for_an_hour_unseen_or_shown_and_the_rating_follows(
    done, alice, bruno, time_machine
) -> None:
    review(alice, done, 1)
    assert seen(alice, done)["reviewState"]["editableUntil"] == "2026-11-18T09:30:00Z"
    edited = edit(alice, done, 4, " Better. ")
    assert (edited.status_code, edited.json()["comment"]) == (200, "Better.")
    rate_customer(bruno, done)
    assert shown(done) == (4.0, 1, [4])

    time_machine.move_to(NOW + timedelta(minutes=59))
    assert edit(alice, done, 5).status_code == 200
    assert shown(done) == (5.0, 1, [5])

    time_machine.move_to(NOW + timedelta(minutes=60))
    late = edit(alice, done, 1)
    assert (late.status_code, late.json()["code"]) == (409, "review_not_editable")
    assert seen(alice, done)["reviewState"]["editableUntil"] is None
    assert shown(done) == (5.0, 1, [5])
    assert list(invariants.ratings_are_of_visible_reviews()) == []


def test_an_answered_review_stays_as_it_was_answered(done, alice, bruno) -> None:
    rate_customer(bruno, done)
    written = review(alice, done, 4).json()["id"]
    client_for(bruno).post(f"/api/provider/reviews/{written}/answer", {"answer": "Thank you."})

    assert edit(alice, done, 1).json()["code"] == "review_not_editable"
    assert own_review(alice, done)["editableUntil"] is None


def test_a_hidden_review_stays_hidden_and_uncounted_when_it_is_edited_or_shown_again(
    done, alice, bruno
) -> None:
    review(alice, done, 1)
    hidden = Review.objects.get()
    rules.hide_review(review_id=hidden.pk, now=NOW)
    assert edit(alice, done, 2).status_code == 200
    rate_customer(bruno, done)
    assert shown(done) == (0, 0, [])

    rules.show_review(review_id=hidden.pk)

    assert shown(done) == (2.0, 1, [2])


def test_the_provider_changes_stars_for_an_hour_while_the_review_is_unseen(
    done, alice, bruno, time_machine
) -> None:
    rate_customer(bruno, done, 2)
    assert rate_customer(bruno, done, 3).json()["reviewState"]["customerRating"] == 3
    time_machine.move_to(NOW + timedelta(minutes=60))
    assert rate_customer(bruno, done, 3).status_code == 200

    assert rate_customer(bruno, done, 1).json()["code"] == "review_not_editable"
    assert CustomerRating.objects.get().rating == 3


def test_the_provider_does_not_change_stars_after_reading_the_review(done, alice, bruno) -> None:
    rate_customer(bruno, done, 5)
    review(alice, done, 1)

    assert seen(bruno, done)["reviewState"]["editableUntil"] is None
    assert rate_customer(bruno, done, 1).json()["code"] == "review_not_editable"
    assert CustomerRating.objects.get().rating == 5


def test_there_is_nothing_to_edit_before_it_is_written(done, alice) -> None:
    assert edit(alice, done, 4).status_code == 404
    assert client_for(alice).get(f"/api/orders/{done.pk}/review").status_code == 404


@pytest.mark.sweep
@pytest.mark.parametrize("rating", [0, 6, None, "five", [], 10**30])
def test_asks_for_one_to_five_stars_here_too(done, alice, bruno, rating) -> None:
    review(alice, done)

    for response in (edit(alice, done, rating), rate_customer(bruno, done, rating)):
        assert response.status_code == 400
        assert list(response.json()["fields"]) == ["rating"]


def test_a_customer_is_rated_once_the_order_is_completed(paid_order, bruno) -> None:
    response = rate_customer(bruno, paid_order)

    assert (response.status_code, response.json()["code"]) == (409, "order_not_completed")
    assert seen(bruno, paid_order)["reviewState"] is None


# --- The figure of a customer ---------------------------------------------------------------------------


def test_providers_see_a_customers_average_from_three_ratings_on(
    paid_order, alice, bruno, chiara, slot
) -> None:
    for number, stars in enumerate((5, 4, 4), start=1):
        order = book(alice, make_slot(slot.provider, start=time(12 + number)))
        pay(order)
        advance(order, to="completed")
        assert seen(bruno, paid_order)["customerRatings"] is None
        rate_customer(bruno, order, stars)
        review(alice, order)

    assert seen(bruno, paid_order)["customerRatings"] == {"average": 4.3, "count": 3}
    jobs = client_for(bruno).get("/api/provider/orders").json()
    assert {job["customerRatings"]["count"] for job in jobs} == {3}
    assert seen(alice, paid_order)["customerRatings"] is None


# --- Copies of data -------------------------------------------------------------------------------------


def test_a_copy_of_data_holds_ones_own_and_what_is_published(done, alice, bruno) -> None:
    from marketplace import personal_data  # noqa: PLC0415 - the tables are declared once Django is ready

    def copied(user, model):
        [table] = [table for table in personal_data.tables() if table.model is model]
        return table.rows(user.pk).count()

    review(alice, done)
    assert [copied(alice, Review), copied(bruno, Review)] == [1, 0]
    rules.publish_review(review_id=Review.objects.get().pk, now=NOW)
    assert copied(bruno, Review) == 1

    CustomerRating.objects.create(
        order=done, provider=done.provider, customer=alice, rating=4, created_at=NOW,
        publish_due_at=NOW + timedelta(days=7),
    )  # fmt: skip
    assert [copied(alice, CustomerRating), copied(bruno, CustomerRating)] == [0, 1]
    CustomerRating.objects.update(published_at=NOW)
    assert copied(alice, CustomerRating) == 1


# --- Races ----------------------------------------------------------------------------------------------


def waiting_review() -> tuple[Order, Provider]:
    provider, alice = make_provider(make_user("bruno")), make_user("alice")
    order = book(alice, make_slot(provider))
    pay(order)
    advance(order, to="completed")
    review(alice, order, 5)
    return order, provider


def counted(provider) -> tuple[int, int]:
    provider.refresh_from_db()
    return provider.rating_sum, provider.review_count


@pytest.mark.django_db(transaction=True)
@pytest.mark.race
def test_sweeps_and_the_provider_at_once_publish_and_count_once() -> None:
    order, provider = waiting_review()
    later = NOW + timedelta(days=7)

    sweeps = [partial(insisting, partial(reviewing.publish_due, now=later)) for _ in range(6)]
    rates = partial(reviewing.rate_customer, order_id=order.pk, rating=4, now=later)
    outcomes = race([*sweeps, partial(insisting, rates)])

    assert not [outcome for outcome in outcomes if isinstance(outcome, Exception)], outcomes
    assert counted(provider) == (5, 1)
    assert notices(provider.user).count("Alice M. gave you 5 stars.") == 1


@pytest.mark.django_db(transaction=True)
@pytest.mark.race
@pytest.mark.breaks_invariants
def test_control_publishing_without_the_comparison_counts_more_than_once(monkeypatch) -> None:
    _order, provider = waiting_review()
    waiting = Review.objects.get()

    def publish_whatever_it_is_now(*, review_id, now):
        Review.objects.filter(pk=review_id).update(published_at=now)
        rules._count(provider_id=waiting.provider_id, rating=waiting.rating, times=1)

    race([partial(insisting, partial(publish_whatever_it_is_now, review_id=waiting.pk, now=NOW))] * 6)

    assert counted(provider) == (30, 6)


@pytest.mark.django_db(transaction=True)
@pytest.mark.race
def test_an_edit_beside_publishing_and_hiding_keeps_the_rating_exact() -> None:
    order, provider = waiting_review()
    written = Review.objects.get().pk
    acts = [
        *(
            partial(reviewing.edit_review, order_id=order.pk, rating=n, comment="", now=NOW)
            for n in (1, 2, 3)
        ),
        partial(reviewing.rate_customer, order_id=order.pk, rating=5, now=NOW),
        partial(rules.hide_review, review_id=written, now=NOW),
    ]

    outcomes = race([partial(insisting, act) for act in acts])

    assert not [outcome for outcome in outcomes if isinstance(outcome, Exception)], outcomes
    assert counted(provider) == (0, 0)
    rules.show_review(review_id=written)
    assert counted(provider) == (Review.objects.get().rating, 1)
