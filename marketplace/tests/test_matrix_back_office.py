"""The back office is open to operators alone, and asking changes nothing there either."""

import re

import pytest
from django.apps import apps
from django.contrib import admin
from django.db import connection
from django.test import Client
from django.urls import URLResolver, get_resolver

from marketplace.tests.scene import (
    Writes,
    dump,
)

# Who may come here without being let in: to the doors themselves.
DOORS = {"/admin/login/", "/admin/logout/", "/admin/second-factor/"}


def admin_paths() -> list[str]:
    """Return every address of the back office but its doors, with real ids where one stands in them."""
    site = next(part for part in get_resolver().url_patterns if getattr(part, "app_name", "") == "admin")
    found = []
    for part in site.url_patterns:
        inner = part.url_patterns if isinstance(part, URLResolver) else [part]
        base = str(part.pattern) if isinstance(part, URLResolver) else ""
        model = apps.get_model(*base.strip("/").split("/")) if base.count("/") == 2 else None
        row = model._default_manager.first() if model else None
        for pattern in inner:
            path = re.sub(r"<[^>]+>", str(row.pk) if row else "1", str(pattern.pattern))
            found.append(f"/admin/{base}{path}")
    return sorted({path for path in found if re.fullmatch(r"[/\w-]+", path)} - DOORS)


@pytest.mark.parametrize("actor", ["guest", "alice", "bruno"])
def test_the_back_office_is_closed_to_everybody_else(scene, actor):
    before = dump()
    client = Client()
    if actor != "guest":
        client.force_login(scene.cast[actor])
    for path in admin_paths():
        for answer in (client.get(path), client.post(path, {})):
            assert answer.status_code == 302, path
            assert answer["Location"].startswith("/admin/login/"), path

    assert dump() == before


def test_the_back_office_opens_to_an_operator_and_asking_changes_nothing(scene):
    client = Client()
    client.force_login(scene.cast["dora"])
    for path in admin_paths():
        writes = Writes()
        with connection.execute_wrapper(writes):
            answer = client.get(path)
        assert answer.status_code in {200, 302, 403, 404}, path
        assert writes.found == [], path


def test_every_list_button_asks_for_the_right_to_change():
    for model, office in admin.site._registry.items():
        for name in office.actions:
            button = getattr(office, name) if isinstance(name, str) else name
            assert getattr(button, "allowed_permissions", None), (model, name)


def test_nothing_of_other_packages_is_edited_in_the_back_office():
    labels = {model._meta.app_label for model in admin.site._registry}

    assert labels == {"accounts", "auth", "marketplace", "orders", "providers", "scheduling"}


@pytest.mark.parametrize(
    "path", ["/admin/", "/admin/orders/order/", "/admin/login/", "/admin/second-factor/"]
)
def test_a_form_of_the_back_office_needs_the_csrf_token(scene, path):
    client = Client(enforce_csrf_checks=True)
    client.force_login(scene.cast["dora"])

    assert client.post(path, {}).status_code == 403
