"""Reviews: one per order, counted exactly once, hidden by operators, answered once."""

from datetime import timedelta
from functools import partial
from random import Random

import pytest
from django.db import transaction
from django.db.models import Count, Sum

from conftest import WEDNESDAY as NOW
from conftest import client_for, make_provider, make_user
from marketplace.errors import DomainError, Invalid
from marketplace.tests.proof import figure, record
from marketplace.tests.racing import race, refused, succeeded
from providers.models import Provider, Review
from providers.reviews import (
    AlreadyReviewed,
    add_review,
    edit_review,
    hide_review,
    publish_review,
    show_review,
)

pytestmark = [pytest.mark.django_db, pytest.mark.at(NOW)]


def make_order(provider, customer):
    """Create a completed order through the relation: the orders app is a higher layer."""
    return provider.orders.create(
        customer=customer,
        status="completed",
        service_type="standard",
        weight="10.0",
        service_amount="25.00",
        platform_fee="2.50",
        total_amount="27.50",
        pickup_address="Bahnhofstrasse 1, Zurich 8001",
        delivery_address="Bahnhofstrasse 1, Zurich 8001",
        pickup_at=NOW,
        late_fee_percent=50,
        accepts_instantly=True,
        created_at=NOW,
    )


def written(provider, customer, rating=4, comment="Fine", *, order=None, now=NOW):
    """Write a review that is not published yet."""
    order = order or make_order(provider, customer)
    return add_review(
        provider_id=provider.pk,
        order_id=order.pk,
        author_id=customer.pk,
        rating=rating,
        comment=comment,
        publish_due_at=now + timedelta(days=7),
        now=now,
    )


@transaction.atomic
def review(provider, customer, rating=4, comment="Fine", *, order=None, now=NOW):
    """Write a review and publish it."""
    entry = written(provider, customer, rating, comment, order=order, now=now)
    return publish_review(review_id=entry.pk, now=now)


def details(provider):
    return client_for().get(f"/api/providers/details/{provider.pk}").json()


def aggregates(provider):
    provider.refresh_from_db()
    return provider.rating_sum, provider.review_count


def recomputed(provider):
    visible = Review.objects.filter(provider=provider, hidden_at=None, published_at__isnull=False)
    found = visible.aggregate(stars=Sum("rating", default=0), count=Count("pk"))
    return found["stars"], found["count"]


def test_shows_a_provider_with_their_newest_visible_reviews(salon, alice):
    salon.bio = "Soap and patience."
    salon.save(update_fields=["bio"])
    review(salon, alice, 4, "Fine")
    hidden = review(salon, alice, 1, "Spam", now=NOW + timedelta(minutes=1))
    newest = review(salon, alice, 5, " Great ", now=NOW + timedelta(minutes=2))
    hide_review(review_id=hidden.pk, now=NOW)

    shown = details(salon)

    assert (shown["rating"], shown["reviewCount"]) == (4.5, 2)
    assert (shown["bio"], shown["acceptsInstantly"], shown["distanceKm"]) == (
        "Soap and patience.",
        True,
        None,
    )
    assert [(entry["rating"], entry["comment"]) for entry in shown["reviews"]] == [(5, "Great"), (4, "Fine")]
    assert shown["reviews"][0] == {
        "id": str(newest.pk),
        "rating": 5,
        "comment": "Great",
        "authorName": "Alice M.",
        "createdAt": "2026-11-18T08:32:00Z",
        "answer": None,
        "answeredAt": None,
    }


@pytest.mark.parametrize("status", ["draft", "submitted", "rejected"])
def test_knows_no_provider_who_was_never_approved(salon, status):
    Provider.objects.update(status=status)

    response = client_for().get(f"/api/providers/details/{salon.pk}")

    assert (response.status_code, response.json()["code"]) == (404, "not_found")


def test_a_paused_provider_can_still_be_looked_at(salon):
    Provider.objects.update(status="paused")

    assert details(salon)["businessName"] == "Brunos Waschsalon"


@pytest.mark.parametrize("count", [1, 10, 20])
def test_details_take_two_queries_whatever_the_reviews(salon, alice, count, django_assert_num_queries):
    for _ in range(count):
        review(salon, alice)

    with django_assert_num_queries(2):
        assert len(details(salon)["reviews"]) == count


@pytest.mark.parametrize(
    ("ratings", "average"),
    [([], 0), ([5], 5.0), ([4, 5, 4], 4.3), ([3, 4, 4, 4], 3.8), ([5] * 19 + [4], 5.0)],
)
def test_the_rating_is_the_average_with_one_decimal_half_up(salon, alice, ratings, average):
    for rating in ratings:
        review(salon, alice, rating)

    assert details(salon)["rating"] == average


def test_refuses_a_second_review_of_an_order_and_counts_one(salon, alice):
    order = make_order(salon, alice)
    review(salon, alice, 5, order=order)

    with pytest.raises(AlreadyReviewed) as error:
        review(salon, alice, 1, order=order)

    assert error.value.code == "already_reviewed"
    assert aggregates(salon) == (5, 1)


@pytest.mark.parametrize("rating", [0, 6, -1])
def test_refuses_other_than_one_to_five_stars(salon, alice, rating):
    with pytest.raises(Invalid):
        review(salon, alice, rating)

    assert aggregates(salon) == (0, 0)
    assert not Review.objects.exists()


def test_hiding_and_showing_move_the_rating_once(salon, alice):
    shown, gone = review(salon, alice, 5), review(salon, alice, 1)

    hide_review(review_id=gone.pk, now=NOW)
    with pytest.raises(DomainError, match="already hidden"):
        hide_review(review_id=gone.pk, now=NOW)
    assert aggregates(salon) == (5, 1)

    show_review(review_id=gone.pk)
    with pytest.raises(DomainError, match="already visible"):
        show_review(review_id=shown.pk)
    assert aggregates(salon) == (6, 2)


@pytest.mark.proof
def test_aggregates_equal_the_recomputed_ones_after_random_acts(salon, alice, chiara):
    acts, random = figure(300, 10_000), Random(17)
    providers = [salon, make_provider(chiara)]
    orders = {provider.pk: [make_order(provider, alice) for _ in range(40)] for provider in providers}

    for number in range(acts):
        provider = random.choice(providers)
        present = list(Review.objects.filter(provider=provider).order_by("created_at", "pk"))
        act = random.choice(["add", "publish", "edit", "hide", "show"])
        try:
            if act == "add":
                order = random.choice(orders[provider.pk])
                written(
                    provider, alice, random.randint(1, 5), order=order, now=NOW + timedelta(seconds=number)
                )
            elif present and act == "publish":
                publish_review(review_id=random.choice(present).pk, now=NOW)
            elif present and act == "edit":
                edit_review(
                    review_id=random.choice(present).pk, rating=random.randint(1, 5), comment="", now=NOW
                )
            elif present and act == "hide":
                hide_review(review_id=random.choice(present).pk, now=NOW)
            elif present:
                show_review(review_id=random.choice(present).pk)
        except DomainError:
            pass
        if number % 50 == 0 or number == acts - 1:
            assert [aggregates(each) for each in providers] == [recomputed(each) for each in providers]

    record("R17 (aggregates)", f"{acts} random acts: equal", "10,000 random acts: equal")


@pytest.mark.django_db(transaction=True)
@pytest.mark.race
@pytest.mark.proof
def test_many_at_once_write_one_review_and_count_it_once():
    provider, alice = make_provider(make_user("bruno")), make_user("alice")
    customers = figure(20, 50)
    order = make_order(provider, alice)

    outcomes = race([partial(review, provider, alice, 5, order=order)] * customers)

    assert len(succeeded(outcomes)) == 1
    assert len(refused(outcomes, AlreadyReviewed)) == customers - 1
    assert aggregates(provider) == recomputed(provider) == (5, 1)
    record("R17 (rule)", f"{customers} at once: 1 review", "50 at once: 1 review")


@pytest.mark.django_db(transaction=True)
@pytest.mark.race
def test_hiding_beside_new_reviews_keeps_the_aggregates_exact():
    provider, alice = make_provider(make_user("bruno")), make_user("alice")
    old = [review(provider, alice, rating) for rating in (1, 2, 3, 4, 5)]
    orders = [make_order(provider, alice) for _ in range(5)]

    acts = [partial(hide_review, review_id=entry.pk, now=NOW) for entry in old] * 2
    acts += [partial(review, provider, alice, 5, order=order) for order in orders]
    race(acts)

    assert aggregates(provider) == recomputed(provider) == (25, 5)


# --- The provider's answer.


def reply(user, entry, text="Thank you!", **headers):
    return client_for(user).post(f"/api/provider/reviews/{entry.pk}/answer", {"answer": text}, **headers)


def test_the_provider_answers_a_review_once(salon, bruno, alice, now):
    entry = review(salon, alice)

    first = reply(bruno, entry, " Thank you! ")
    second = reply(bruno, entry, "Again")

    assert (first.status_code, first.json()["answer"]) == (200, "Thank you!")
    assert first.json()["answeredAt"] == "2026-11-18T08:30:00Z"
    assert (second.status_code, second.json()["code"]) == (409, "already_answered")
    assert details(salon)["reviews"][0]["answer"] == "Thank you!"


@pytest.mark.parametrize("who", ["alice", "chiara"])
def test_nobody_answers_a_foreign_review(salon, alice, who, request):
    entry, stranger = review(salon, alice), request.getfixturevalue(who)
    if who == "chiara":
        make_provider(stranger)

    assert reply(stranger, entry).status_code == 404
    assert details(salon)["reviews"][0]["answer"] is None


def test_a_visitor_must_sign_in_to_answer(salon, alice):
    assert reply(None, review(salon, alice)).status_code == 401


def test_a_hidden_review_cannot_be_answered(salon, bruno, alice):
    entry = review(salon, alice)
    hide_review(review_id=entry.pk, now=NOW)

    assert reply(bruno, entry).status_code == 404


@pytest.mark.parametrize("text", ["", "   ", "x" * 2001, None, ["a"]])
def test_refuses_an_answer_that_is_no_text(salon, bruno, alice, text):
    error = reply(bruno, review(salon, alice), text)

    assert (error.status_code, list(error.json()["fields"])) == (400, ["answer"])


def test_answers_what_was_read_and_not_what_stands_there_since(salon, bruno, alice, now):
    entry = review(salon, alice, 4, "Fine\n\nAlmost")
    read = {"rating": 4, "comment": "Fine\n\nAlmost"}

    def answer_as_read():
        body = {"answer": "Thank you!", "seen": read}
        return client_for(bruno).post(f"/api/provider/reviews/{entry.pk}/answer", body)

    edit_review(review_id=entry.pk, rating=4, comment="Never again", now=NOW)
    other_words = answer_as_read()
    edit_review(review_id=entry.pk, rating=1, comment=read["comment"], now=NOW)
    other_stars = answer_as_read()
    edit_review(review_id=entry.pk, rating=4, comment=read["comment"], now=NOW)
    as_read = answer_as_read()

    for error in (other_words, other_stars):
        assert (error.status_code, error.json()["code"]) == (409, "review_changed")
    assert (as_read.status_code, as_read.json()["answer"]) == (200, "Thank you!")
    assert answer_as_read().json()["code"] == "already_answered"


@pytest.mark.parametrize(
    "seen", [None, "Fine", {}, {"rating": 4}, {"rating": "4", "comment": "Fine"}, {"rating": 4, "comment": 7}]
)
def test_refuses_what_was_read_in_another_shape(salon, bruno, alice, seen):
    entry = review(salon, alice)

    error = client_for(bruno).post(
        f"/api/provider/reviews/{entry.pk}/answer", {"answer": "Thank you!", "seen": seen}
    )

    assert (error.status_code, list(error.json()["fields"])) == (400, ["seen"])
    assert details(salon)["reviews"][0]["answer"] is None
