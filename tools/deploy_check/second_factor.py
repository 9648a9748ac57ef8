"""Signing in as an operator: first with an authenticator app, later with a recovery code."""

import base64
import re
import time

from cryptography.hazmat.primitives.hashes import SHA1
from cryptography.hazmat.primitives.twofactor.totp import TOTP

from tools.console import give_up
from tools.deploy_check.http_client import Browser

ADMIN_PATH = "/admin/"
_SECRET = re.compile(r"<code[^>]*>([A-Z2-7]+)</code>")
_RECOVERY_CODE = re.compile(r"<li[^>]*>(\d{8})</li>")


def sign_in(browser: Browser, *, email: str, password: str) -> list[str]:
    """Sign in for the first time, setting up the second factor; return the recovery codes."""
    _sign_in_by_password(browser, email, password)
    page = browser.submit(f"{ADMIN_PATH}second-factor/", password=password)
    secret = _SECRET.search(page.text)
    if secret is None:
        give_up("Failed: the back office showed no key for an authenticator app.")
    codes = _RECOVERY_CODE.findall(browser.send(page, token=_code_of(secret[1])).text)
    if not codes:
        give_up("Failed: the code of the authenticator app was refused.")
    _see_dashboard(browser)
    return codes


def sign_in_again(browser: Browser, *, email: str, password: str, code: str) -> None:
    """Sign in with the password and a recovery code."""
    _sign_in_by_password(browser, email, password)
    browser.submit(f"{ADMIN_PATH}second-factor/", token=code)
    _see_dashboard(browser)


def _code_of(secret: str) -> str:
    key = base64.b32decode(secret + "=" * (-len(secret) % 8))
    # The site uses the machine's clock, as authenticator apps do; SHA-1 is the algorithm that they support.
    now = int(time.time())  # noqa: TID251
    return TOTP(key, 6, SHA1(), 30, enforce_key_length=False).generate(now).decode()  # noqa: S303


def _sign_in_by_password(browser: Browser, email: str, password: str) -> None:
    page = browser.submit(ADMIN_PATH, username=email, password=password)
    if "second-factor" not in page.url:
        give_up(f"Failed: the operator's password led to {page.url}, not to the second factor.")


def _see_dashboard(browser: Browser) -> None:
    page = browser.get(ADMIN_PATH)
    if not page.url.endswith(ADMIN_PATH):
        give_up(f"Failed: the second factor led to {page.url}, not to the back office.")
