"""Fixtures of the tests of accounts."""

import pytest

from accounts.tests.social_stand_in import Google


@pytest.fixture
def google(settings, monkeypatch, db):
    """Return a stand-in for Google, where the site sends people to sign in."""
    settings.SOCIALACCOUNT_PROVIDERS = {
        "google": {
            "SCOPE": ["openid", "profile", "email"],
            "OAUTH_PKCE_ENABLED": True,
            "APPS": [{"client_id": "suuber", "secret": "google-secret"}],
        }
    }
    with Google() as stand_in:
        stand_in.take_the_place_of_google(monkeypatch)
        yield stand_in
