"""The watch over a module of tests: whatever a test did, the data is as it must be afterwards.

A conftest switches it on for its folder by importing :func:`invariants_hold`; a test that breaks the
data on purpose says so with the marker ``breaks_invariants``.
"""

import pytest

from orders.invariants import violations


@pytest.fixture(autouse=True)
def invariants_hold(db, request):
    """Check the invariants when the test has ended, before its data is gone."""
    yield
    if request.node.get_closest_marker("breaks_invariants") is None:
        assert violations() == []
