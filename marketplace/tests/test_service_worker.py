"""The service worker's script, and the page that it caches for all of the app's URLs."""

import json
import re

import pytest
from django.test import Client

from conftest import client_for
from marketplace.tests.observatory import directives_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def build(tmp_path, settings):
    """A built web app with a service worker, whose home page is prerendered."""
    app = tmp_path / "app"
    (app / ".vite").mkdir(parents=True)
    write_manifest(app, "assets/main-AAAAAAAA.js")
    home = {"/": "<main><h1>Fresh laundry</h1></main>"}
    pages = {"alike": [], "styles": {"/": "h1{color:teal}"}, "content": {"en": home}}
    (app / ".vite" / "pages.json").write_text(json.dumps(pages))
    (app / "sw.js").write_text('precache({ url: "/shell", revision: "SHELL_REVISION" });')
    settings.FRONTEND_DIST = tmp_path
    return app


def write_manifest(app, script):
    manifest = {"src/main.tsx": {"file": script, "css": ["assets/main-BBBBBBBB.css"]}}
    (app / ".vite" / "manifest.json").write_text(json.dumps(manifest))


def revision() -> str:
    return re.search('revision: "([^"]+)"', Client().get("/sw.js").text)[1]


def test_the_shell_is_the_layout_and_the_apps_files_alone(build, salon, slot):
    text = Client().get("/shell").text

    assert '<main aria-busy="true"' in text
    assert '<script type="module" src="/static/app/assets/main-AAAAAAAA.js"' in text
    assert '<link rel="stylesheet" href="/static/app/assets/main-BBBBBBBB.css">' in text
    assert "<title>Suuber</title>" in text
    # No prerendered page, no list that would become outdated, and nobody's data.
    for content in ("data-prerendered", "initial-data", "Fresh laundry", "ld+json", "Bruno"):
        assert content not in text


def test_the_shell_is_the_same_for_everybody(build, alice):
    def without_nonce(client):
        response = client.get("/shell")
        nonce = re.search("'nonce-([^']+)'", response["Content-Security-Policy"])[1]
        return response.text.replace(nonce, "")

    assert without_nonce(client_for(alice)) == without_nonce(Client())


def test_the_shell_carries_the_policy_of_a_page_and_asks_no_database(build, django_assert_num_queries):
    with django_assert_num_queries(0):
        response = Client().get("/shell")

    nonce = re.search("'nonce-([^']+)'", response["Content-Security-Policy"])[1]
    assert all(f'nonce="{nonce}"' in script for script in re.findall("<script[^>]*>", response.text))
    assert response["Cache-Control"] == "no-cache"
    assert response["X-Frame-Options"] == "DENY"
    assert not response.cookies


def test_no_search_engine_lists_the_shell(build):
    assert '<meta name="robots" content="noindex">' in Client().get("/shell").text
    assert "/shell" not in Client().get("/sitemap.xml").text


@pytest.mark.parametrize("method", ["post", "put", "delete"])
def test_the_shell_is_only_read(build, method):
    assert getattr(Client(), method)("/shell").status_code == 405


def test_the_service_worker_may_control_the_whole_site(build):
    response = Client().get("/sw.js")

    assert response.status_code == 200
    assert response["Content-Type"].startswith("text/javascript")
    assert response["Service-Worker-Allowed"] == "/"
    assert response["Cache-Control"] == "no-cache"


def test_the_service_worker_may_fetch_from_this_site_and_nothing_else(build):
    policy = directives_of(Client().get("/sw.js")["Content-Security-Policy"])

    assert policy.pop("connect-src") == {"'self'"}
    assert set().union(*policy.values()) == {"'none'"}


def test_the_service_worker_is_another_one_whenever_the_shell_is(build, settings):
    first = revision()
    assert revision() == first

    write_manifest(build, "assets/main-CCCCCCCC.js")
    second = revision()
    settings.PRODUCT_NAME = "Wash & Go"
    third = revision()
    settings.STRIPE_SCRIPT_URL = "https://js.stripe.com/v4/"
    settings.MAP_TILES_URL = "https://tiles.example/{z}/{x}/{y}.png"

    assert len({first, second, third, revision()}) == 4


def test_switched_off_it_removes_itself_and_what_it_kept(build, settings):
    settings.SERVICE_WORKER = False

    response = Client().get("/sw.js")

    assert response["Service-Worker-Allowed"] == "/"
    assert "unregister()" in response.text
    assert "caches.delete" in response.text
    assert "precache" not in response.text
