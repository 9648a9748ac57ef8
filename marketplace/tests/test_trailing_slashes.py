"""An address with a slash too many leads to its page, with its query, and never to another site."""

import pytest
from django.test import Client

ID = "5b6b2e9e-6f0c-4c0b-a6f5-1f8a1e0b1c11"


@pytest.mark.parametrize(
    ("address", "plain"),
    [
        ("/services/", "/services"),
        ("/services/?lang=de", "/services?lang=de"),
        ("/booking/?providerId=1&at=2026-11-19T12%3A00", "/booking?providerId=1&at=2026-11-19T12%3A00"),
        (f"/providers/{ID}/?lang=fr", f"/providers/{ID}?lang=fr"),
        (f"/tracking/{ID}/", f"/tracking/{ID}"),
        ("/tracking/a%3Fb%25/", "/tracking/a%3Fb%25"),
    ],
)
def test_a_slash_too_many_leads_to_the_page_with_its_query(address, plain):
    response = Client().get(address)

    assert response.status_code == 301
    assert response["Location"] == plain


@pytest.mark.django_db
@pytest.mark.parametrize(
    "address",
    [
        "/%5Cevil.example/",
        "/services//evil.example/",
        "/%2Fevil.example/",
        "/tracking/%5Cevil.example/",
    ],
)
def test_the_way_back_from_a_slash_stays_on_this_site(address):
    assert Client().get(address).status_code == 404


@pytest.mark.django_db
@pytest.mark.parametrize("address", ["/nowhere/", "/robots.txt/", "/healthz/", "/api/config/"])
def test_what_is_no_page_has_none_with_a_slash_either(address):
    assert Client().get(address).status_code == 404
