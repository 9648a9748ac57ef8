"""Prerendered public pages, and the API responses that are inlined into a page."""

import gzip
import json
import re

import pytest
from django.db import OperationalError
from django.test import Client
from django.utils.html import escape

from conftest import client_for
from marketplace.web import page_template
from providers import catalogue

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("now")]


@pytest.fixture
def build(tmp_path, settings):
    """A built web app whose home and sign-in page are prerendered."""
    app = tmp_path / "app"
    (app / ".vite").mkdir(parents=True)
    (app / "assets").mkdir()
    (app / "assets" / "main-BBBBBBBB.css").write_text("h1{color:teal}h2{color:navy}")
    manifest = {"src/main.tsx": {"file": "assets/main-AAAAAAAA.js", "css": ["assets/main-BBBBBBBB.css"]}}
    (app / ".vite" / "manifest.json").write_text(json.dumps(manifest))
    styles = "h1{color:teal}"
    english = {
        "/": "<main><h1>{product}: fresh laundry</h1></main>",
        "/login": "<main><h1>Sign in</h1></main>",
        "/tracking/:orderId?": "<main><h1>Order Tracking</h1></main>",
    }
    pages = {
        "alike": ["/tracking/:orderId?"],
        "styles": {"/": styles, "/login": styles, "alike": "h2{color:navy}"},
        "content": {"en": english, "de": {"/": "<main><h1>{product}: frische Wäsche</h1></main>"}},
    }
    (app / ".vite" / "pages.json").write_text(json.dumps(pages))
    said = {language: {"common": f"assets/texts-{language}-first.json"} for language in ("en", "de")}
    (app / ".vite" / "texts.json").write_text(json.dumps(said))
    settings.FRONTEND_DIST = tmp_path
    return app


def responses(text: str) -> dict:
    """Return the page's inlined responses."""
    script = '<script type="application/json" id="initial-data"[^>]*>(.*?)</script>'
    return json.loads(re.search(script, text)[1])


def rename(salon, name):
    salon.business_name = name
    salon.save()
    catalogue.touch()


def test_a_public_page_is_there_before_any_script(build):
    text = Client().get("/").text

    assert '<div id="root" data-prerendered="/"><main><h1>Suuber: fresh laundry</h1></main></div>' in text
    assert "Loading..." not in text
    # Without JavaScript the page must stay readable.
    assert "display: none" not in text


def test_its_styles_stand_in_the_page_under_the_nonce_of_the_policy(build):
    response = Client().get("/")
    nonce = re.search("'nonce-([^']+)'", response["Content-Security-Policy"])[1]

    assert f'<style nonce="{nonce}">h1{{color:teal}}</style>' in response.text
    # The page's script loads the styles, once the page is on screen.
    assert 'rel="stylesheet"' not in response.text
    assert 'data-styles="/static/app/assets/main-BBBBBBBB.css "' in response.text
    assert all(f'nonce="{nonce}"' in script for script in re.findall("<script[^>]*>", response.text))


@pytest.mark.parametrize("path", ["/?q=anna", "/login?next=/booking", "/booking", "/nothing"])
def test_every_other_address_begins_with_the_layout(build, path):
    text = Client().get(path).text

    assert "data-prerendered" not in text
    assert '<p role="status" class="sr-only">Loading...</p>' in text
    assert '<link rel="stylesheet" href="/static/app/assets/main-BBBBBBBB.css">' in text


def test_the_products_name_cannot_bring_markup_along(build, settings):
    settings.PRODUCT_NAME = "Wash & <b>Go</b>"

    assert "<h1>Wash &amp; &lt;b&gt;Go&lt;/b&gt;: fresh laundry</h1>" in Client().get("/").text


def test_home_brings_the_list_that_it_begins_with(build, slot):
    client = Client()

    found = responses(client.get("/").text)

    assert found["/api/providers/8001"] == client.get("/api/providers/8001").json()
    assert [provider["user"]["firstName"] for provider in found["/api/providers/8001"]] == ["Bruno"]


def test_a_change_of_the_list_is_in_the_next_page(build, salon, slot):
    Client().get("/")

    rename(salon, "Bruno's new name")

    (shown,) = responses(Client().get("/").text)["/api/providers/8001"]
    assert shown["businessName"] == "Bruno's new name"


def test_every_page_brings_the_configuration_and_home_alone_the_list(build):
    client = Client()

    found = responses(client.get("/login").text)

    assert found == {"/api/config": client.get("/api/config").json()}


def test_a_hostile_name_stays_a_text(build, salon, slot):
    hostile = '</script><script>alert(1)</script><!-- & "'
    rename(salon, hostile)

    text = Client().get("/").text

    assert "<script>alert" not in text
    (shown,) = responses(text)["/api/providers/8001"]
    assert shown["businessName"] == hostile


def test_home_is_served_while_the_database_is_away(build, monkeypatch):
    def away(**options):
        raise OperationalError("gone")

    monkeypatch.setattr("marketplace.web.initial_data.rendered_list", away)

    response = Client().get("/")

    assert response.status_code == 200
    assert list(responses(response.text)) == ["/api/config"]


def test_a_page_is_packed_for_a_browser_that_unpacks(build):
    plain, packed = Client().get("/help"), Client().get("/help", headers={"Accept-Encoding": "gzip"})

    assert packed["Content-Encoding"] == "gzip"
    assert "Accept-Encoding" in packed["Vary"]
    assert len(packed.content) < len(plain.content) / 2
    assert "<!doctype html>" in gzip.decompress(packed.content).decode()


def test_no_page_holds_a_csrf_token_that_its_length_could_betray(build):
    client = Client(enforce_csrf_checks=True)
    token = client.get("/api/auth/session").json()["csrfToken"]

    for path in ("/", "/login", "/booking"):
        response = client.get(path)
        assert token not in response.text
        assert client.cookies["csrftoken"].value not in response.text


def test_search_engines_are_shown_the_pages_that_are_drawn():
    sitemap = Client().get("/sitemap.xml").text

    listed = re.findall("<loc>http://localhost:8000([^<]*)</loc>", sitemap)
    assert listed == page_template.public_addresses()
    assert {"/", "/services", "/login"} <= set(listed)


def test_a_page_is_drawn_in_the_language_of_who_asks(build, settings):
    settings.LANGUAGES = [("en", "English"), ("de", "Deutsch")]
    german = Client().get("/", headers={"accept-language": "de-CH"}).text
    named = Client().get("/?lang=de").text

    assert '<html lang="de" data-languages="en de">' in german
    assert '<div id="root" data-prerendered="/"><main><h1>Suuber: frische Wäsche</h1></main></div>' in german
    assert '<div id="root" data-prerendered="/?lang=de"><main><h1>Suuber: frische' in named
    assert 'data-texts="/static/app/assets/texts-de-first.json "' in named


@pytest.mark.parametrize(
    "address", ["/tracking", "/tracking/5b6b2e9e-6f0c-4c0b-a6f5-1f8a1e0b1c11", "/tracking?from=mail&x=1"]
)
def test_a_page_of_an_account_begins_alike_at_each_of_its_addresses(build, alice, address):
    text = Client().get(address).text

    drawn = f'<div id="root" data-prerendered="{escape(address)}"><main><h1>Order Tracking</h1></main></div>'
    assert drawn in text
    assert "h2{color:navy}" in text
    # Before the app has asked who is signed in, the page is the same for everybody.
    assert drawn in client_for(alice).get(address).text


def test_what_else_an_address_asks_for_the_app_shows_itself(build, settings):
    settings.LANGUAGES = [("en", "English"), ("de", "Deutsch")]

    for query in ("?lang=fr", "?lang=de&x=1", "?lang=DE", "?x"):
        assert "data-prerendered" not in Client().get(f"/{query}").text, query


def test_search_engines_find_a_page_in_each_language(build, settings):
    settings.LANGUAGES = [("en", "English"), ("de", "Deutsch")]
    plain, named = Client().get("/help").text, Client().get("/help?lang=de").text

    for text in (plain, named):
        for language, address in (("en", "?lang=en"), ("de", "?lang=de"), ("x-default", "")):
            link = f'<link rel="alternate" hreflang="{language}" href="{settings.PUBLIC_URL}/help{address}">'
            assert link in text
    assert f'<link rel="canonical" href="{settings.PUBLIC_URL}/help">' in plain
    assert f'<link rel="canonical" href="{settings.PUBLIC_URL}/help?lang=de">' in named
    # Private pages must not be listed by search engines.
    assert 'rel="alternate"' not in Client().get("/history").text
