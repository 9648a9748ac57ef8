"""The language of responses, and which one is stored for an account."""

import pytest

from accounts.models import User
from conftest import client_for

PAGE = "/api/config"


@pytest.fixture(autouse=True)
def _languages(settings):
    settings.LANGUAGES = [("en", "English"), ("de", "Deutsch"), ("fr", "Français")]


def language_of(**headers):
    client, cookie = client_for(), headers.pop("cookie", None)
    if cookie is not None:
        client.cookies["language"] = cookie
    response = client.get(headers.pop("path", PAGE), headers=headers)
    return response.headers["Content-Language"]


@pytest.mark.parametrize(
    ("accepted", "language"),
    [
        ("de-CH,de;q=0.9,en;q=0.8", "de"),
        ("rm-CH,fr-CH;q=0.9,en;q=0.8", "fr"),
        ("it", "en"),
        ("", "en"),
        ("*", "en"),
        ("de;q=x,\u00e9", "en"),
        ("x" * 5000, "en"),
    ],
)
def test_the_browsers_first_language_on_offer_is_spoken(db, accepted, language):
    assert language_of(**{"accept-language": accepted}) == language


@pytest.mark.parametrize(("chosen", "language"), [("fr", "fr"), ("it", "de"), ("../fr", "de"), ("", "de")])
def test_what_was_chosen_goes_before_what_the_browser_says(db, chosen, language):
    assert language_of(cookie=chosen, **{"accept-language": "de"}) == language


@pytest.mark.parametrize(("asked", "language"), [("fr", "fr"), ("fr-CH", "fr"), ("xx", "de"), ("", "de")])
def test_an_address_may_name_its_language(db, asked, language):
    assert language_of(path=f"{PAGE}?lang={asked}", cookie="de") == language


def test_an_answer_says_what_it_depends_on(db):
    vary = client_for().get(PAGE).headers["Vary"]

    assert {"Accept-Language", "Cookie"} <= set(vary.split(", "))


def test_an_account_is_written_to_in_the_language_that_it_registered_in(db):
    given = {"email": "nora@example.org", "password": "a-long-enough-one", "firstName": "Nora"}
    response = client_for().post("/api/auth/register", given, headers={"accept-language": "fr-CH"})

    assert response.json()["user"]["language"] == "fr"
    assert User.objects.get(email="nora@example.org").language == "fr"


def test_an_account_chooses_its_language(alice):
    client = client_for(alice)
    assert client.get("/api/profile").json()["language"] is None

    assert client.patch("/api/profile", {"language": "de"}).json()["language"] == "de"
    assert client.get("/api/auth/session").json()["user"]["language"] == "de"


@pytest.mark.parametrize("language", ["it", "xx", "", None, 1, ["de"]])
def test_a_language_that_is_not_on_offer_is_refused(alice, language):
    response = client_for(alice).patch("/api/profile", {"language": language})

    assert response.status_code == 400
    assert list(response.json()["fields"]) == ["language"]


def test_a_choice_that_is_no_longer_offered_counts_as_none(alice, settings):
    User.objects.filter(pk=alice.pk).update(language="fr")
    settings.LANGUAGES = [("en", "English")]

    assert client_for(alice).get("/api/profile").json()["language"] is None
