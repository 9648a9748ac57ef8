"""Below /api/ every response is JSON with a sentence and a code, whatever went wrong."""

from datetime import datetime

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.files.uploadhandler import TemporaryFileUploadHandler
from django.db import OperationalError
from django.test import Client
from rest_framework.test import APIClient

from accounts import selectors
from conftest import client_for


def test_the_configuration_is_what_the_app_needs_at_start(settings):
    settings.STRIPE_PUBLISHABLE_KEY = "pk_test_1"

    config = client_for().get("/api/config").json()

    assert config["productName"] == "Suuber"
    assert config["stripePublishableKey"] == "pk_test_1"
    assert config["mapTilesUrl"] is None
    assert config["minPasswordLength"] == 6
    assert config["answerWithinMinutes"] == 120
    assert config["prices"] == {
        "currency": "CHF",
        "services": {"standard": "25.00", "premium": "30.00", "ironing": "7.00"},
        "platformFee": "2.50",
        "extraKg": "3.50",
        "includedKg": "10.0",
        "minKg": "10.0",
        "maxKg": "15.0",
        "stepKg": "0.5",
        "addOns": [
            {"id": "express", "name": "Express same-day", "price": "10.00", "most": 1},
            {"id": "delicate", "name": "Delicate items", "price": "5.00", "most": 1},
            {"id": "shirt", "name": "Dry cleaning: shirt or blouse", "price": "15.00", "most": 50},
            {"id": "trousers", "name": "Dry cleaning: trousers or skirt", "price": "18.00", "most": 50},
            {"id": "dress", "name": "Dry cleaning: dress or jacket", "price": "20.00", "most": 50},
            {"id": "coat", "name": "Dry cleaning: coat", "price": "25.00", "most": 50},
        ],
        "expressWithinHours": 24,
        "returnWithinHours": {"standard": 72, "premium": 48, "ironing": 48},
    }
    assert config["socialSignIn"] == {"google": False, "apple": False}


def test_the_configuration_says_who_runs_the_site(settings):
    settings.PLATFORM_BANK_HOLDER, settings.PLATFORM_ADDRESS = "Suuber AG", "Bahnhofstrasse 1, 8001 Zürich"
    settings.PLATFORM_VAT_NUMBER = "CHE-107.787.577 MWST"

    assert client_for().get("/api/config").json()["siteOwner"] == {
        "name": "Suuber AG",
        "address": ["Bahnhofstrasse 1", "8001 Zürich"],
        "vatNumber": "CHE-107.787.577 MWST",
    }


@pytest.mark.parametrize("unset", ["PLATFORM_BANK_HOLDER", "PLATFORM_ADDRESS"])
def test_half_a_site_owner_is_none(settings, unset):
    settings.PLATFORM_BANK_HOLDER, settings.PLATFORM_ADDRESS = "Suuber AG", "Bahnhofstrasse 1, 8001 Zürich"
    setattr(settings, unset, "")

    assert client_for().get("/api/config").json()["siteOwner"] is None


def test_outside_of_the_demonstration_nobody_is_named(settings):
    settings.DEMO_IDS = ""

    assert client_for().get("/api/config").json()["demo"] is None


def test_without_a_key_payments_are_not_configured(settings):
    settings.STRIPE_PUBLISHABLE_KEY = ""

    assert client_for().get("/api/config").json()["stripePublishableKey"] is None


@pytest.mark.parametrize(
    "path",
    ["/api", "/api/", "/api/nothing", "/api/config/", "/api/addresses/not-a-uuid", "/api/line%0Abreak"],
)
@pytest.mark.parametrize("method", ["GET", "POST", "PUT", "PATCH", "DELETE"])
def test_an_unknown_address_is_404(db, path, method):
    response = Client().generic(method, path)

    assert response.status_code == 404
    assert response.json()["code"] == "not_found"


@pytest.mark.parametrize("method", ["PUT", "DELETE", "OPTIONS", "TRACE", "POST"])
def test_a_method_that_a_call_does_not_have_is_405(db, method):
    response = APIClient(enforce_csrf_checks=True).generic(method, "/api/auth/session")

    assert response.status_code == 405
    assert response.json()["code"] == "method_not_allowed"
    assert response["Allow"] == "GET, HEAD"


@pytest.mark.parametrize("accept", ["text/html", "application/xml", "image/*;q=0.1", "nonsense"])
@pytest.mark.parametrize("path", ["/api/config", "/api/auth/session?format=api", "/api/profile"])
def test_the_answer_is_json_whatever_is_accepted(db, accept, path):
    response = client_for().get(path, HTTP_ACCEPT=accept)

    assert response.status_code == (401 if path == "/api/profile" else 200)
    assert response["Content-Type"] == "application/json"
    assert "Allow" not in response


def test_head_is_answered_like_get(db):
    assert client_for().head("/api/auth/session").status_code == 200


@pytest.mark.parametrize(
    "kind", ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data", "x"]
)
@pytest.mark.parametrize("path", ["/api/auth/login", "/api/auth/logout"])
def test_a_body_that_is_not_json_is_415(alice, kind, path):
    response = client_for().generic("POST", path, b'{"email": "alice@example.org"}', content_type=kind)

    assert response.status_code == 415
    assert response.json()["code"] == "unsupported_media_type"


def test_a_body_of_more_than_a_mebibyte_is_413(db):
    body = b'{"email": "' + b"a" * 1024 * 1024 + b'"}'

    response = client_for().generic("POST", "/api/auth/login", body, content_type="application/json")

    assert response.status_code == 413
    assert response.json()["code"] == "too_large"


@pytest.mark.parametrize("path", ["/", "/login", "/admin/login/", "/auth/google/login/"])
def test_a_page_writes_no_file_of_a_form_to_the_disk(db, path, monkeypatch):
    written = []
    monkeypatch.setattr(TemporaryFileUploadHandler, "new_file", lambda *_args, **_kwargs: written.append(1))
    client = Client(enforce_csrf_checks=True)
    client.cookies["csrftoken"] = "a" * 32

    response = client.post(path, {"file": SimpleUploadedFile("large", b"x" * 3 * 1024 * 1024)})

    assert (response.status_code, response.json()["code"]) == (413, "too_large")
    assert written == []


def test_a_body_of_just_under_a_mebibyte_is_read(db):
    body = b'{"email": "' + b"a" * (1024 * 1024 - 30) + b'"}'

    response = client_for().generic("POST", "/api/auth/login", body, content_type="application/json")

    assert response.status_code == 400


def test_a_body_in_chunks_is_refused_in_words(alice):
    response = client_for().generic("POST", "/api/auth/login", b"", HTTP_TRANSFER_ENCODING="chunked")

    assert response.status_code == 400
    assert response.json() == {"message": "State the body's Content-Length.", "code": "malformed"}


def test_json_nested_a_thousand_deep_is_400(db):
    body = b'{"email": ' + b"[" * 1000 + b"]" * 1000 + b"}"

    response = client_for().generic("POST", "/api/auth/login", body, content_type="application/json")

    assert response.status_code == 400
    assert response.json()["code"] == "malformed"


@pytest.mark.parametrize(
    "path", ["/api/%00", "/api/config?x=%00", "/?x=a%00b", "/tracking/%00", "/admin/login/?next=%00"]
)
def test_a_nul_in_an_address_is_refused(db, path):
    response = Client().get(path)

    assert response.status_code == 400
    assert response.json()["code"] == "malformed"


@pytest.mark.parametrize("path", ["/api/profile", "/api/addresses"])
def test_a_visitor_is_asked_to_sign_in(db, path):
    response = client_for().get(path)

    assert response.status_code == 401
    assert response.json() == {"message": "Please sign in to continue.", "code": "not_authenticated"}


@pytest.mark.parametrize(
    "text", ["database is locked", "canceling statement due to lock timeout", "deadlock detected"]
)
def test_a_lock_that_cannot_be_had_is_503_with_a_time_to_come_back(alice, monkeypatch, text):
    def busy(**_):
        raise OperationalError(text)

    monkeypatch.setattr(selectors, "addresses_of", busy)

    response = client_for(alice).get("/api/addresses")

    assert response.status_code == 503
    assert response.json()["code"] == "database_busy"
    assert response["Retry-After"] == "1"


def test_a_fault_of_ours_is_logged_and_answered_without_details(alice, monkeypatch, caplog):
    def broken(**_):
        raise RuntimeError("secret detail")

    monkeypatch.setattr(selectors, "addresses_of", broken)
    client = client_for(alice)
    client.raise_request_exception = False

    response = client.get("/api/addresses")

    assert response.status_code == 500
    assert response.json()["code"] == "server_error"
    assert "secret detail" not in response.text
    assert "secret detail" in caplog.text


def test_answers_of_the_api_stay_out_of_caches(alice):
    for path in ("/api/profile", "/api/auth/session", "/api/notifications", "/api/nothing"):
        response = client_for(alice).get(path)
        assert response["Cache-Control"] == "no-store"
        assert "Cookie" in response["Vary"]


def test_every_answer_of_the_api_tells_the_servers_time(alice, now):
    for path in ("/api/profile", "/api/auth/session", "/api/providers/8001", "/api/nothing"):
        response = client_for(alice).get(path)
        assert datetime.fromisoformat(response["Server-Time"]) == now


def test_every_call_that_takes_a_key_says_what_becomes_of_a_reused_one(db):
    document = client_for().get("/api/schema").json()

    takers = [
        operation
        for path in document["paths"].values()
        for operation in path.values()
        if any(given["name"] == "Idempotency-Key" for given in operation.get("parameters", []))
    ]

    assert len(takers) >= 11
    assert {"generate_time_slots", "answer_review"} < {taker["operationId"] for taker in takers}
    assert all({"409", "422"} <= taker["responses"].keys() for taker in takers)


def test_every_call_that_knows_its_account_says_that_it_may_be_meant_for_another(db, alice, chiara):
    document = client_for().get("/api/schema").json()

    refused = client_for(alice).get("/api/profile", headers={"X-Account": str(chiara.pk)})

    assert (refused.status_code, refused.json()["code"]) == (403, "account_mismatch")
    assert "X-Account" in document["info"]["description"]
    operations = [operation for path in document["paths"].values() for operation in path.values()]
    silent = {operation["operationId"] for operation in operations if "403" not in operation["responses"]}
    # These read no session.
    assert silent == {
        *("find_localities", "get_provider", "list_providers", "list_providers_near", "open_unsubscribe"),
    }
