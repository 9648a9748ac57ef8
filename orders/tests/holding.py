"""The watch over a module of tests: whatever a test did, the data is as it must be afterwards.

A conftest switches it on for its folder by importing :func:`invariants_hold`; a module that breaks
the data on purpose defines a fixture of the same name that does nothing.
"""

import pytest

from orders.invariants import violations


@pytest.fixture(autouse=True)
def invariants_hold(db):
    """Check the invariants when the test has ended, before its data is gone."""
    yield
    assert violations() == []
