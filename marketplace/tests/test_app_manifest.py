"""The web app manifest, by which the app is installed."""

import json
import struct
from typing import Any

import pytest
from django.conf import settings
from django.test import Client

from marketplace.web import page_template

PUBLIC = settings.BASE_DIR / "frontend" / "public"


def manifest_in(language: str) -> dict[str, Any]:
    """Return the manifest as a browser gets it."""
    response = Client().get(f"/manifest.webmanifest?lang={language}")
    assert response["Content-Type"].startswith("application/manifest+json")
    return json.loads(response.content)


MANIFEST = manifest_in("en")
# Longer names are cut off under the icon.
LONGEST_SHORT_NAME = 12
ICONS = MANIFEST["icons"] + [icon for shortcut in MANIFEST["shortcuts"] for icon in shortcut["icons"]]


def test_it_opens_at_home_and_is_one_app_whatever_opens_it():
    assert (MANIFEST["id"], MANIFEST["start_url"], MANIFEST["scope"]) == ("/", "/", "/")
    assert MANIFEST["display"] == "standalone"


@pytest.mark.parametrize("icon", ICONS, ids=lambda icon: icon["src"])
def test_each_icon_is_there_in_the_size_that_is_said(icon):
    content = (PUBLIC / icon["src"].removeprefix(f"{settings.STATIC_URL}app/")).read_bytes()
    width, height = struct.unpack(">II", content[16:24])

    assert content[1:4] == b"PNG"
    assert icon["sizes"] == f"{width}x{height}"


@pytest.mark.parametrize("purpose", ["any", "maskable"])
def test_there_is_a_small_and_a_large_icon_for_every_kind_of_phone(purpose):
    assert {icon["sizes"] for icon in MANIFEST["icons"] if icon["purpose"] == purpose} == {
        "192x192",
        "512x512",
    }


def test_it_is_the_same_app_in_every_language_and_only_its_words_differ():
    words = set()
    for code, _ in settings.LANGUAGES:
        manifest = manifest_in(code)
        assert manifest.pop("lang") == code
        words.add(manifest.pop("description"))
        for shortcut, same in zip(manifest["shortcuts"], MANIFEST["shortcuts"], strict=True):
            words.add((shortcut["name"], shortcut["url"]))
            assert len(shortcut.get("short_name", shortcut["name"])) <= LONGEST_SHORT_NAME
            assert (shortcut["url"], shortcut["icons"]) == (same["url"], same["icons"])
        rest = {name: value for name, value in MANIFEST.items() if name not in {"lang", "description"}}
        assert manifest | {"shortcuts": rest["shortcuts"]} == rest
    assert len(words) == 3 * len(settings.LANGUAGES)


def test_a_page_leads_to_the_manifest_of_its_language(client):
    page = client.get("/terms", headers={"Accept-Language": "de-CH"})

    assert page.context["app_manifest"] == "/manifest.webmanifest?lang=de"


def test_a_long_press_tracks_and_books():
    shortcuts = {shortcut["name"]: shortcut["url"] for shortcut in MANIFEST["shortcuts"]}

    assert shortcuts == {"Track": "/tracking", "Book Service": "/booking"}
    assert all(url.strip("/") in page_template.ROUTES for url in shortcuts.values())


def test_it_is_installed_under_the_name_that_the_product_has(settings):
    settings.PRODUCT_NAME = 'Nora & "Bruno"'

    for code, _ in settings.LANGUAGES:
        manifest = manifest_in(code)
        assert (manifest["name"], manifest["short_name"]) == (settings.PRODUCT_NAME, settings.PRODUCT_NAME)
