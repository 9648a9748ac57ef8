"""What pages may load, depending on the settings."""

import pytest

from marketplace.http import content_policy
from marketplace.tests.observatory import directives_of


def policy() -> dict[str, set[str]]:
    return directives_of(content_policy.document_policy("n0nce"))


@pytest.mark.parametrize("address", ["/stripe/v3.js", "http://localhost:8000/stripe/v3.js"])
def test_a_script_of_this_site_needs_no_other_host(settings, address):
    settings.PUBLIC_URL = "http://localhost:8000"
    settings.STRIPE_SCRIPT_URL = address

    found = policy()

    assert found["script-src"] == {"'self'", "'nonce-n0nce'"}
    assert found["frame-src"] == {"'self'"}
    assert found["connect-src"] == {"'self'"}


def test_a_script_of_another_host_is_allowed_from_there_alone(settings):
    settings.STRIPE_SCRIPT_URL = "http://127.0.0.1:8101/v3/"

    found = policy()

    assert "http://127.0.0.1:8101" in found["script-src"] & found["frame-src"] & found["connect-src"]
    assert not any("stripe.com" in source for sources in found.values() for source in sources)


def test_map_tiles_are_pictures_from_one_more_host(settings):
    settings.MAP_TILES_URL = "https://{s}.tiles.example/{z}/{x}/{y}.png"

    assert policy()["img-src"] == {"'self'", "data:", "blob:", "https://*.tiles.example"}


@pytest.mark.parametrize(
    "address", ["/", "/booking", "/api/config", "/admin/login/", "/nothing-here", "/healthz"]
)
def test_nobody_frames_what_we_serve(client, db, address):
    response = client.get(address)

    assert response["X-Frame-Options"] == "DENY"
    assert directives_of(response["Content-Security-Policy"])["frame-ancestors"] == {"'none'"}


def test_what_is_no_page_may_do_nothing(client):
    found = directives_of(client.get("/healthz")["Content-Security-Policy"])

    assert set().union(*found.values()) == {"'none'"}


def test_the_document_of_the_api_is_served_and_readable(client, db):
    document = client.get("/api/schema").json()
    page = client.get("/api/docs")

    assert document["openapi"].startswith("3.1")
    assert "/api/orders" in document["paths"]
    assert page.status_code == 200
    assert "drf_spectacular_sidecar" in page.text
    assert "https://" not in page.text
    policy = directives_of(page["Content-Security-Policy"])
    assert not {"'unsafe-inline'", "'unsafe-eval'"} & (policy["script-src"] | policy["style-src"])


def test_every_call_of_the_document_says_what_a_error_looks_like(client, db):
    for path, calls in client.get("/api/schema").json()["paths"].items():
        for method, call in calls.items():
            codes = set(call["responses"])
            assert {"400", "429", "503"} <= codes, (method, path)
            if method != "get":
                assert {"403", "413", "415"} <= codes, (method, path)
