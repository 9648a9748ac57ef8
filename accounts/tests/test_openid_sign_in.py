"""Signing in by Google over HTTP: the site in a process of its own, an OpenID provider in Google's place."""

import html
import re
from urllib.parse import urlsplit

import pytest
import requests
from allauth.socialaccount.models import SocialAccount

from accounts.models import User
from accounts.tests import openid_provider
from conftest import NOW, PASSWORD, make_user
from marketplace.tests.server import free_port, serving

HIDDEN = re.compile(r'<input type="hidden" name="(\w+)"(?: value="([^"]*)")?')


@pytest.fixture(scope="module")
def site(django_db_setup):
    """Return the URL of a running site, at which Google is the provider."""
    port = free_port()
    with serving(**openid_provider.environment(port)) as base, openid_provider.running(port, site=base):
        yield base


@pytest.fixture
def browser(site, transactional_db):
    """Return a browser that keeps the cookies of both."""
    with requests.Session() as session:
        yield Browser(session, site)


class Browser:
    def __init__(self, session, site):
        self.session = session
        self.site = site

    def complete_sign_in(self, path, *, email, confirmed=True, allows=True):
        """Leave for the provider, sign in and answer there; return the page of the site that this ends on."""
        door = self.session.get(f"{self.site}{path}")
        assert not door.url.startswith(self.site), door.url
        person = {"email": email} if confirmed else {"email": email, "unconfirmed": "on"}
        question = self.session.post(door.url, data=person)
        asked = {name: html.unescape(value) for name, value in HIDDEN.findall(question.text)}
        asked |= {"allow": "yes"} if allows else {}
        address = urlsplit(self.session.post(question.url, data=asked).url)
        assert f"{address.scheme}://{address.netloc}" == self.site
        return f"{address.path}?{address.query}" if address.query else address.path

    def who(self):
        user = self.session.get(f"{self.site}/api/auth/session").json()["user"]
        return user and user["email"]

    def post(self, path, **data):
        token = self.session.get(f"{self.site}/api/auth/session").json()["csrfToken"]
        return self.session.post(f"{self.site}{path}", json=data, headers={"X-CSRFToken": token})


def test_somebody_new_gets_an_account_and_is_led_back_to_where_they_came_from(browser):
    assert browser.complete_sign_in("/auth/google?next=/history", email="nora@example.org") == "/history"

    assert browser.who() == "nora@example.org"
    nora = User.objects.get()
    assert (nora.first_name, nora.last_name, nora.has_usable_password()) == ("Anna", "Muster", False)
    assert nora.email_verified_at is not None


def test_a_change_of_mind_leads_back_and_signs_nobody_in(browser):
    page = browser.complete_sign_in("/auth/google", email="nora@example.org", allows=False)

    assert page == "/login?error=google_cancelled"
    assert browser.who() is None
    assert not User.objects.exists()


def test_an_account_with_the_same_address_is_opened_where_the_address_is_confirmed(browser):
    ben = make_user("ben")

    assert browser.complete_sign_in("/auth/google", email=ben.email) == "/"

    assert browser.who() == ben.email
    assert SocialAccount.objects.get().user == ben
    assert "Google" in ben.notifications.get(kind="second_factor").title


def test_an_address_that_is_not_confirmed_opens_no_account_and_connects_nothing(browser):
    mallory = make_user("mallory")

    page = browser.complete_sign_in("/auth/google", email=mallory.email, confirmed=False)

    assert page == "/login?error=google_email_taken"
    assert browser.who() is None
    assert not SocialAccount.objects.exists()


def test_it_is_connected_by_the_owner_opens_the_account_and_is_disconnected(browser):
    chiara = make_user("chiara", email_verified_at=NOW)
    assert browser.post("/api/auth/login", email=chiara.email, password=PASSWORD).status_code == 200
    begun = browser.post("/api/profile/connections/google", password=PASSWORD).json()["url"]

    assert browser.complete_sign_in(begun, email="chiara.private@example.net") == "/profile/security"

    assert SocialAccount.objects.get().user == chiara
    browser.session.cookies.clear()
    browser.complete_sign_in("/auth/google", email="chiara.private@example.net")
    assert browser.who() == chiara.email
    removed = browser.post("/api/profile/connections/google/removal", password=PASSWORD)
    assert removed.status_code == 204
    assert not SocialAccount.objects.exists()


def test_a_proof_of_another_caller_is_refused_by_the_provider(browser):
    """Who has caught the code alone signs nobody in: the token is given against the PKCE proof."""
    caught = browser.session.get(f"{browser.site}/auth/google").url
    question = browser.session.post(caught, data={"email": "nora@example.org"})
    asked = {name: html.unescape(value) for name, value in HIDDEN.findall(question.text)}
    asked |= {"allow": "yes", "code_challenge": "A" * 43}

    page = browser.session.post(question.url, data=asked).url

    assert page == f"{browser.site}/login?error=google_failed"
    assert browser.who() is None
