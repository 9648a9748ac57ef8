"""Serve until stopped, on a port and for one callback.

``python -m accounts.tests.openid_provider 9400 http://localhost:8000/auth/google/callback``
"""

import os
import signal
import sys
import tempfile

import django
from django.core.management import call_command
from django.core.servers.basehttp import run
from django.core.wsgi import get_wsgi_application

from accounts.tests import openid_provider


def main(port: int, callback: str) -> None:
    from oauth2_provider.models import Application  # noqa: PLC0415 - after django.setup

    call_command("migrate", verbosity=0)
    Application.objects.create(
        name="Suuber",
        client_id=openid_provider.CLIENT_ID,
        client_secret=openid_provider.CLIENT_SECRET,
        client_type=Application.CLIENT_CONFIDENTIAL,
        authorization_grant_type=Application.GRANT_AUTHORIZATION_CODE,
        algorithm=Application.RS256_ALGORITHM,
        redirect_uris=callback,
    )
    run(openid_provider.HOST, port, get_wsgi_application(), threading=True)


if __name__ == "__main__":
    # So that the folder goes, too.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit())
    with tempfile.TemporaryDirectory() as folder:
        os.environ |= {
            "PROVIDER_FOLDER": folder,
            "PROVIDER_PORT": sys.argv[1],
            "DJANGO_SETTINGS_MODULE": "accounts.tests.openid_provider.settings",
        }
        django.setup()
        main(int(sys.argv[1]), sys.argv[2])
