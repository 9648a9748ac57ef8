"""The demonstration's web server with a stand-in in Apple's place; same arguments as ``demo.serve``."""

import sys

import pytest
from django.conf import settings

from demo import serve

if __name__ == "__main__":
    # The server has set Django up; allauth's models need that.
    from accounts.tests.social_stand_in import Apple

    with Apple() as stand_in, pytest.MonkeyPatch.context() as monkeypatch:
        settings.SOCIALACCOUNT_PROVIDERS |= stand_in.settings()
        stand_in.take_the_place_of_apple(monkeypatch)
        serve.main([int(argument) for argument in sys.argv[1:]])
