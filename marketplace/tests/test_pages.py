"""The web app's page at each of its URLs, and the files beside it."""

import json
import re

import pytest
from django.db import OperationalError
from django.test import Client
from django.urls import get_resolver
from django.urls.resolvers import RoutePattern

from conftest import client_for
from marketplace.web import page_template
from marketplace.web_files import json_of
from providers import catalogue
from providers.models import Provider

pytestmark = pytest.mark.django_db

ORDER = "/tracking/5b6b2e9e-6f0c-4c0b-a6f5-1f8a1e0b1c11"
PATHS = [
    "/",
    "/login",
    "/login/help",
    "/email-link",
    "/register",
    "/booking",
    "/tracking",
    ORDER,
    "/history",
    "/profile",
    "/profile/edit",
    "/profile/addresses",
    "/profile/care",
    "/notifications",
    "/checkout/5b6b2e9e-6f0c-4c0b-a6f5-1f8a1e0b1c11",
    "/schedule-test",
    "/offline-test",
    "/terms",
    "/privacy",
    "/account/privacy",
    "/support",
    "/services",
    "/help",
    "/provider",
    "/provider/schedule",
    "/provider/earnings",
    "/provider/settings",
    "/provider/apply",
]


@pytest.fixture
def build(tmp_path, settings):
    """A built web app of three files."""
    app = tmp_path / "app"
    (app / ".vite").mkdir(parents=True)
    manifest = {
        "src/main.tsx": {
            "file": "assets/main-AAAAAAAA.js",
            "isEntry": True,
            "imports": ["_shared.js"],
            "css": ["assets/main-BBBBBBBB.css"],
        },
        "_shared.js": {"file": "assets/shared-CCCCCCCC.js"},
        "src/app/pages/home-page.tsx": {"file": "assets/home-DDDDDDDD.js", "imports": ["_shared.js"]},
        "src/app/pages/help-page.tsx": {"file": "assets/help-EEEEEEEE.js"},
    }
    (app / ".vite" / "manifest.json").write_text(json.dumps(manifest))
    settings.FRONTEND_DIST = tmp_path
    return app


@pytest.mark.parametrize("path", PATHS)
def test_every_address_of_the_app_serves_its_page(build, path):
    response = Client().get(path)

    assert response.status_code == 200
    assert response["Content-Type"] == "text/html; charset=utf-8"
    assert '<div id="root"><main' in response.text.replace("\n", "")
    assert '<script type="module" src="/static/app/assets/main-AAAAAAAA.js"' in response.text


def test_until_the_script_has_arrived_the_page_shows_its_layout_and_says_that_it_loads(build):
    home, booking = Client().get("/").text, Client().get("/booking").text

    for text in (home, booking):
        assert '<main aria-busy="true"' in text
        assert '<p role="status" class="sr-only">Loading...</p>' in text
        assert "<style nonce=" in text.split("<noscript>")[1]
        assert ' style="' not in text
    # On a phone only the home page has the header.
    assert "hidden md:block" in booking
    assert "hidden md:block" not in home


def test_an_address_that_the_app_adds_is_served(tmp_path, settings):
    settings.WEB_APP_ROUTES = tmp_path / "routes.json"
    added = {"/news": {}, "/jobs/:orderId?": {}, "/pay/:orderId": {}}
    settings.WEB_APP_ROUTES.write_text(json.dumps({"routes": added}))

    routes = set(page_template.routes())

    assert {"news", "jobs", "jobs/<str:order_id>", "pay/<str:order_id>"} <= routes
    assert "pay" not in routes


def test_the_list_of_what_is_no_page_names_all_else_that_is_served(settings):
    routes = [url.pattern for url in get_resolver().url_patterns if isinstance(url.pattern, RoutePattern)]
    others = {str(route).split("/")[0] for route in routes if str(route) not in page_template.ROUTES}

    # The web app cannot know the configured URLs of files and admin site, so it lists the defaults.
    expected = others | {settings.STATIC_URL.strip("/"), "media"}
    assert set(json_of(settings.WEB_APP_NOT_PAGES)) == expected


@pytest.mark.parametrize(
    "path", ["/nothing", "/nothing/", "/booking/x", "/tracking/a/b", "/index.html", "/sw.js"]
)
def test_an_unknown_address_is_404_with_the_app(build, path):
    response = Client().get(path)

    assert response.status_code == 404
    assert '<div id="root"><main' in response.text.replace("\n", "")
    assert "<title>404 Page Not Found" in response.text
    assert 'content="noindex"' in response.text


def test_a_missing_file_is_a_plain_404(db):
    response = Client().get("/static/app/assets/gone-AAAAAAAA.js")

    assert response.status_code == 404
    assert response["Content-Type"] == "text/plain; charset=utf-8"


def test_a_page_names_the_files_of_its_own_route(build):
    text = Client().get("/").text

    assert '<link rel="stylesheet" href="/static/app/assets/main-BBBBBBBB.css">' in text
    assert 'modulepreload" href="/static/app/assets/home-DDDDDDDD.js"' in text
    assert "help-EEEEEEEE" not in text
    assert text.count("shared-CCCCCCCC") == 1
    assert "help-EEEEEEEE" in Client().get("/help").text


def test_a_new_build_is_served_without_a_restart(build):
    Client().get("/")
    manifest = build / ".vite" / "manifest.json"
    manifest.write_text(manifest.read_text().replace("main-AAAAAAAA", "main-ZZZZZZZZ"))

    assert "main-ZZZZZZZZ.js" in Client().get("/").text


def test_without_a_build_the_page_says_what_to_do(tmp_path, settings):
    settings.FRONTEND_DIST = tmp_path

    response = Client().get("/")

    assert response.status_code == 200
    assert "The web app has not been built yet" in response.text


def test_every_address_has_a_title_of_its_own(build):
    titles = {path: re.search("<title>(.*)</title>", Client().get(path).text)[1] for path in PATHS}

    assert titles["/services"].startswith("Laundry services and prices")
    assert "Suuber" in titles["/"]
    assert titles["/tracking"] == titles[ORDER]
    assert len(set(titles.values())) == len(PATHS) - 1


def test_an_orders_page_is_listed_under_the_general_address(build):
    assert '<link rel="canonical" href="http://localhost:8000/tracking">' in Client().get(ORDER).text


def test_every_inline_script_carries_the_nonce_of_the_policy(build):
    response = Client().get("/")
    nonce = re.search("'nonce-([^']+)'", response["Content-Security-Policy"])[1]

    scripts = re.findall("<script[^>]*>", response.text)
    assert len(scripts) == 4
    assert all(f'nonce="{nonce}"' in script for script in scripts)
    assert f'<meta name="csp-nonce" content="{nonce}">' in response.text
    assert Client().get("/")["Content-Security-Policy"] != response["Content-Security-Policy"]


def test_home_describes_the_business_to_search_engines(build):
    text = Client().get("/").text
    data = json.loads(re.search(r'<script type="application/ld\+json"[^>]*>(.*?)</script>', text)[1])

    assert data["@type"] == "LocalBusiness"
    assert data["priceRange"] == "CHF 7-35"
    assert data["openingHours"] == "Mo-Fr 08:00-20:00"
    assert data["image"] == "http://localhost:8000/static/app/preview.png"
    assert data["telephone"].startswith("+41")


def test_support_describes_its_questions_to_search_engines(build):
    text = Client().get("/support").text
    data = json.loads(re.search(r'<script type="application/ld\+json"[^>]*>(.*?)</script>', text)[1])

    assert data["@type"] == "FAQPage"
    assert len(data["mainEntity"]) >= 8
    assert data["mainEntity"][0]["name"] == "How do I book a laundry service?"
    assert not any("{product}" in entry["acceptedAnswer"]["text"] for entry in data["mainEntity"])


def test_a_text_cannot_end_the_script_that_it_stands_in(build, tmp_path, settings):
    settings.WEB_APP_TEXTS = tmp_path
    (tmp_path / "en").mkdir()
    hostile = '</script><script>alert(1)</script> "quoted"'
    said = {"faq.x.q": hostile, "faq.x.a": "No & never."}
    (tmp_path / "en" / "faq.json").write_text(json.dumps(said))

    text = Client().get("/support").text

    assert "alert(1)</script>" not in text
    data = json.loads(re.search(r'<script type="application/ld\+json"[^>]*>(.*?)</script>', text)[1])
    assert data["mainEntity"][0]["name"] == '</script><script>alert(1)</script> "quoted"'


def test_without_the_web_apps_sources_pages_have_plain_titles(build, tmp_path, settings):
    settings.WEB_APP_ROUTES = tmp_path / "nothing.json"
    settings.WEB_APP_TEXTS = tmp_path

    response = Client().get("/support")

    assert response.status_code == 200
    assert "<title>Suuber</title>" in response.text


def test_a_page_sets_no_cookie(build):
    assert not Client().get("/").cookies


@pytest.mark.parametrize("path", PATHS[1:])
def test_a_page_but_home_reads_no_database(build, django_assert_num_queries, path):
    with django_assert_num_queries(0):
        Client().get(path)


def test_search_engines_find_the_public_pages():
    sitemap = Client().get("/sitemap.xml")
    robots = Client().get("/robots.txt")

    assert sitemap.status_code == robots.status_code == 200
    assert "<loc>http://localhost:8000/services</loc>" in sitemap.text
    assert "Sitemap: http://localhost:8000/sitemap.xml" in robots.text


@pytest.mark.parametrize(
    ("path", "target"),
    [
        ("/favicon.ico", "/static/app/favicon.svg"),
        ("/admin", "/admin/"),
    ],
)
def test_well_known_names_lead_to_the_files(path, target):
    assert Client().get(path)["Location"] == target


def test_health_says_alive_and_in_order(db):
    assert Client().get("/healthz").json() == {"status": "ok"}

    ready = Client().get("/readyz")
    assert ready.status_code == 200
    assert ready.json() == {"database": True, "migrations": True, "broker": True}


def test_readiness_names_what_is_out_of_order(db, monkeypatch):
    def no_broker(**options):
        raise ConnectionRefusedError

    monkeypatch.setattr("marketplace.http.health.celery_app.connection_for_write", no_broker)

    ready = Client().get("/readyz")

    assert ready.status_code == 503
    assert ready.json() == {"database": True, "migrations": True, "broker": False}


def test_readiness_is_looked_at_once_a_second(db, monkeypatch):
    seconds = iter([0.0, 0.9, 1.1, 1.1])
    monkeypatch.setattr("marketplace.http.health.monotonic", lambda: next(seconds))
    assert Client().get("/readyz").status_code == 200

    monkeypatch.setattr("marketplace.http.health._broker_responds", lambda: False)

    assert [Client().get("/readyz").status_code for _ in range(2)] == [200, 503]


def test_a_providers_page_is_named_after_them_in_its_first_byte(build, salon):
    text = Client().get(f"/providers/{salon.pk}").text

    assert "<title>Bruno M. · Laundry in Zurich " in text
    assert 'name="description" content="Bruno M. washes and irons for neighbors in Zurich' in text
    assert f'<link rel="canonical" href="http://localhost:8000/providers/{salon.pk}">' in text


def test_a_providers_page_brings_its_first_answer(build, salon):
    client = Client()
    address = f"/api/providers/details/{salon.pk}?from=8001"

    text = client.get(f"/providers/{salon.pk}").text

    responses = json.loads(re.search(r'id="initial-data"[^>]*>(.*?)</script>', text)[1])
    assert responses[address] == client.get(address).json()


def test_what_a_provider_is_called_is_neither_markup_nor_a_template(build, salon):
    salon.user.first_name, salon.user.last_name = "</title><b>{city} & {product}", ""
    salon.user.save()

    text = Client().get(f"/providers/{salon.pk}").text

    assert "<title>&lt;/title&gt;&lt;b&gt;{city} &amp; {product} · Laundry in Zurich" in text


@pytest.mark.parametrize("status", ["draft", "submitted", "rejected"])
def test_nobody_else_has_a_page(build, salon, status):
    type(salon).objects.update(status=status)

    response = Client().get(f"/providers/{salon.pk}")

    assert response.status_code == 404
    assert "<title>404 Page Not Found" in response.text


@pytest.mark.parametrize(
    "name", ["x", "me", "5b6b2e9e-6f0c-4c0b-a6f5-1f8a1e0b1c11", "..%2F..%2Fadmin", "%00", "a" * 5000]
)
def test_an_unknown_providers_page_is_404(build, name):
    assert Client().get(f"/providers/{name}").status_code in {400, 404}


def test_a_providers_page_is_served_while_the_database_is_away(build, salon, monkeypatch):
    def away(**options):
        raise OperationalError("gone")

    monkeypatch.setattr("marketplace.web.provider_page.provider_details", away)

    response = Client().get(f"/providers/{salon.pk}")

    assert response.status_code == 200
    assert "<title>Laundry in your neighborhood" in response.text


def described(text: str) -> dict:
    return json.loads(re.search(r'<script type="application/ld\+json"[^>]*>(.*?)</script>', text)[1])


def test_a_provider_is_described_to_search_engines_with_their_rating(build, salon):
    fresh = described(Client().get(f"/providers/{salon.pk}").text)
    assert (fresh["@type"], fresh["url"]) == ("LocalBusiness", f"http://localhost:8000/providers/{salon.pk}")
    address = {
        "@type": "PostalAddress", "postalCode": "8001", "addressLocality": "Zurich", "addressCountry": "CH",
    }  # fmt: skip
    assert fresh["address"] == address
    assert {"@type": "Place", "address": address} in fresh["areaServed"]
    assert fresh["image"].startswith("http://localhost:8000/")
    assert "aggregateRating" not in fresh

    Provider.objects.filter(pk=salon.pk).update(rating_sum=9, review_count=2, bio="</script>Clean & soft")

    text = Client().get(f"/providers/{salon.pk}").text
    rated = described(text)
    assert (rated["aggregateRating"]["ratingValue"], rated["aggregateRating"]["reviewCount"]) == ("4.5", 2)
    assert rated["description"] == "</script>Clean & soft"
    assert salon.user.last_name not in text


def test_a_link_that_is_sent_on_has_a_picture_and_the_address(build):
    text = Client().get("/help").text

    assert '<meta property="og:image" content="http://localhost:8000/static/app/preview.png">' in text
    assert '<meta property="og:url" content="http://localhost:8000/help">' in text
    assert '<meta name="twitter:card" content="summary_large_image">' in text
    assert "og:image" not in Client().get("/nowhere").text


def test_search_engines_find_the_providers_who_can_be_booked(salon, settings, django_assert_num_queries):
    settings.PUBLIC_URL = "https://suuber.example"
    address = f"<loc>https://suuber.example/providers/{salon.pk}</loc>"
    with django_assert_num_queries(3):
        assert address in Client().get("/sitemap.xml", headers={"Host": "localhost"}).text

    for status in ("paused", "applied"):
        Provider.objects.filter(pk=salon.pk).update(status=status)
        assert address not in Client().get("/sitemap.xml").text


def test_the_sitemap_is_made_anew_once_a_list_has_changed(salon, bruno, django_assert_num_queries):
    catalogue.touch()
    assert str(salon.pk) in Client().get("/sitemap.xml").text

    for query in ("", "?p=1", "?p=01"):
        with django_assert_num_queries(1):
            assert str(salon.pk) in Client().get(f"/sitemap.xml{query}").text
    client_for(bruno).post("/api/provider/pause", {"until": None})

    assert str(salon.pk) not in Client().get("/sitemap.xml").text


def test_a_providers_page_beyond_the_limit_asks_for_its_data_itself(build, salon, settings):
    settings.PROVIDER_READS_PER_MINUTE = 1
    pages = [Client().get(f"/providers/{salon.pk}") for _ in range(2)]

    assert [page.status_code for page in pages] == [200, 200]
    assert ["Bruno M." in page.text for page in pages] == [True, False]
