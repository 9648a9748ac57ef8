"""The applicant."""

import pytest

from accounts.models import User
from conftest import client_for, make_user


@pytest.fixture
def nora(db) -> User:
    """Return an account that applies to be a provider."""
    return make_user("nora", phone="+41 79 123 45 67")


@pytest.fixture
def client(nora):
    return client_for(nora)
