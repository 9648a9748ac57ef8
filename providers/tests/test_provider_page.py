"""What a provider's page has beyond the card: reviews by stars, areas, and their distances."""

from datetime import timedelta
from decimal import Decimal

import pytest

from conftest import client_for
from marketplace import clock
from providers import approving
from providers.insurance import record_cover
from providers.reviews import hide_review
from providers.tests.applicants import send, submitted
from providers.tests.test_reviews import NOW, review

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("now")]


def page(provider, query: str = ""):
    return client_for().get(f"/api/providers/details/{provider.pk}{query}")


def counted(provider) -> dict[int, int]:
    return {row["rating"]: row["count"] for row in page(provider).json()["starCounts"]}


def test_the_reviews_are_counted_by_their_stars_five_first(salon, alice):
    for stars in (5, 5, 4, 1):
        review(salon, alice, stars)

    assert list(counted(salon).items()) == [(5, 2), (4, 1), (3, 0), (2, 0), (1, 1)]


def test_a_hidden_review_is_not_counted(salon, alice):
    hidden = review(salon, alice, 1)
    review(salon, alice, 5)
    hide_review(review_id=hidden.pk, now=NOW)

    assert counted(salon) == {5: 1, 4: 0, 3: 0, 2: 0, 1: 0}


def test_nobody_has_said_anything_yet(salon):
    assert set(counted(salon).values()) == {0}


def test_the_areas_say_where_they_lie(salon):
    areas = page(salon).json()["areas"]

    assert [area["postalCode"] for area in areas] == page(salon).json()["serviceArea"]
    assert areas[0]["city"] == "Zurich"
    assert (round(areas[0]["latitude"], 1), round(areas[0]["longitude"], 1)) == (47.4, 8.5)


@pytest.mark.parametrize(
    ("language", "city"),
    [("en", "Zurich"), ("de", "Zürich"), ("fr", "Zurich"), ("it", "Zurigo"), ("rm", "Zurich")],
)
def test_the_areas_are_called_as_in_the_language_of_whoever_looks(salon, language, city):
    response = client_for().get(f"/api/providers/details/{salon.pk}", headers={"Accept-Language": language})

    assert response.json()["areas"][0]["city"] == city


def test_the_distance_is_that_from_the_postal_code_that_is_named(salon):
    code = page(salon).json()["serviceArea"][0]

    assert page(salon).json()["distanceKm"] is None
    assert page(salon, f"?from={code}").json()["distanceKm"] == 0
    assert page(salon, "?from=3000").json()["distanceKm"] > 80


def test_what_verified_means_is_what_the_documents_were_checked_for(nora, client):
    submitted(client)
    approving.approve(provider_id=nora.provider.pk, now=NOW)
    checks = page(nora.provider).json()["checks"]

    # A renewed certificate is not looked at yet.
    assert send(client, "insuranceCertificate").status_code == 200

    assert checks == ["identity", "insurance"]
    assert page(nora.provider).json()["checks"] == ["identity"]


def test_every_kind_of_document_is_named(nora, client):
    submitted(client)
    for kind in ("businessRegistration", "references"):
        nora.provider.application.documents.create(
            kind=kind, name=kind, file=kind, content_type="-", size=1, digest="-", uploaded_at=NOW
        )
    approving.approve(provider_id=nora.provider.pk, now=NOW)

    assert page(nora.provider).json()["checks"] == ["identity", "registration", "insurance", "references"]


def test_whom_operators_opened_without_documents_has_passed_what_is_recorded(salon):
    opened = page(salon).json()["checks"]
    today = clock.local_date(NOW)
    record_cover(provider_id=salon.pk, amount=Decimal(2_000_000), ends_on=today, now=NOW)
    covered = page(salon).json()["checks"]
    record_cover(provider_id=salon.pk, amount=Decimal(2_000_000), ends_on=today - timedelta(days=1), now=NOW)

    assert (opened, covered, page(salon).json()["checks"]) == ([], ["insurance"], [])


@pytest.mark.parametrize("text", ["", "800", "80011", "80a1", "\uff18001"])
def test_a_place_that_is_no_postal_code_is_refused(salon, text):
    response = page(salon, f"?from={text}")

    assert (response.status_code, response.json()["code"]) == (400, "invalid_postal_code")
    assert "from" in response.json()["fields"]
