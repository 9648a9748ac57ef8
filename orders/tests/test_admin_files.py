"""Files of orders in the admin site, also beside a tab in which support is signed in as a customer."""

import re

import pytest
from django.contrib.admin.models import LogEntry
from django.contrib.auth.models import Permission
from django.test import Client
from django.urls import reverse

from conftest import WEDNESDAY as NOW
from conftest import client_for, make_operator, make_user
from orders.models import Message
from orders.tests.booking import send_photo

pytestmark = pytest.mark.at(NOW)


@pytest.fixture
def browser(now, db) -> Client:
    """Return the browser of a support operator who is signed in as zoe."""
    client = Client()
    client.force_login(make_operator("emma", "support"))
    page = f"/admin/accounts/user/{make_user('zoe').pk}/sign-in-as/"
    client.post(page, {"confirmed": "yes", "note": "Helping"})
    assert client.get("/api/auth/session").json()["user"]["email"] == "zoe@example.org"
    return client


def test_support_sees_photos_while_signed_in_as_a_customer(browser, alice, paid_order) -> None:
    send_photo(alice, paid_order)
    conversation = browser.get(reverse("admin:orders_order_conversation", args=[paid_order.pk]))
    [photo] = re.findall(r'<img src="([^"]+/photo)"', conversation.content.decode())

    shown = browser.get(photo)

    assert (shown.status_code, shown["Content-Type"]) == (200, "image/jpeg")
    assert "sandbox" in shown["Content-Security-Policy"]
    assert "no-store" in shown["Cache-Control"]
    entry = LogEntry.objects.latest("pk")
    assert (entry.user.email, entry.object_id) == ("emma@example.org", str(paid_order.pk))
    assert entry.change_message == "Read the conversation."


def test_the_admin_site_gives_files_and_nothing_else_of_the_api(operator_client, paid_order) -> None:
    for path in ("profile", "orders", f"orders/{paid_order.pk}", "privacy/export", "nothing/of/the/kind"):
        assert operator_client.get(f"/admin/files/{path}").status_code == 404, path
    receipt = f"/admin/files/orders/{paid_order.pk}/receipt.pdf"
    assert operator_client.post(receipt).status_code == 405


def test_the_files_have_the_permissions_of_the_api(alice, paid_order) -> None:
    send_photo(alice, paid_order)
    address = f"/admin/files/orders/{paid_order.pk}/messages/{Message.objects.get().pk}/photo"
    fina = Client()
    fina.force_login(operator := make_operator("fina", "finance"))
    operator.groups.get().permissions.remove(Permission.objects.get(codename="view_message"))

    assert fina.get(address).status_code == 403
    assert client_for(alice).get(address).status_code == 302
