"""Django's settings of the provider."""

import os
from pathlib import Path

from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import rsa

from accounts.tests.openid_provider import HOST

_KEY = rsa.generate_private_key(public_exponent=65537, key_size=2048)
_CONSENT = (
    '<!doctype html><html lang="en"><title>Allow?</title><body><form method="post">'
    "{% for field in form %}{% if field.is_hidden %}{{ field }}{% endif %}{% endfor %}"
    '<button>Cancel</button><button name="allow" value="yes">Allow</button></form>'
)

SECRET_KEY = "it keeps nothing"
ALLOWED_HOSTS = [HOST]
ROOT_URLCONF = "accounts.tests.openid_provider.urls"
LOGIN_URL = "/sign-in"
# Browsers do not tell ports of one host apart.
SESSION_COOKIE_NAME = "provider"
# Errors alone are shown.
LOGGING_CONFIG = None
USE_TZ = True
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
DATABASES = {
    "default": {
        "ENGINE": "django.db.backends.sqlite3",
        "NAME": Path(os.environ["PROVIDER_FOLDER"]) / "provider.sqlite3",
    }
}
INSTALLED_APPS = [
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "oauth2_provider",
]
MIDDLEWARE = [
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
]
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "OPTIONS": {
            "loaders": [
                ("django.template.loaders.locmem.Loader", {"oauth2_provider/authorize.html": _CONSENT})
            ]
        },
    }
]
OAUTH2_PROVIDER = {
    "OIDC_ENABLED": True,
    "OIDC_RSA_PRIVATE_KEY": _KEY.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    ).decode(),
    "OIDC_ISS_ENDPOINT": f"http://{HOST}:{os.environ['PROVIDER_PORT']}",
    "OAUTH2_VALIDATOR_CLASS": "accounts.tests.openid_provider.claims.Claims",
    "PKCE_REQUIRED": True,
    "SCOPES": {"openid": "Who you are", "profile": "Your name", "email": "Your address"},
}
