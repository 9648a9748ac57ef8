"""The Payment Element in real Chromium, drawn by the stand-in for the official browser packages.

Needs the web app's node_modules and a Chromium.
"""

import json
import os
import socket
import subprocess
from pathlib import Path

import pytest
import stripe

from demo.stripe_standin.app import Standin, mounted
from demo.stripe_standin.settings import PUBLISHABLE_KEY, SECRET_KEY, StandinSettings
from demo.stripe_standin.testing import serving
from demo.stripe_standin.tests.conftest import CHROMIUM, FRONTEND, PAYMENT
from demo.stripe_standin.transport import PageResponse, send_response

HERE = Path(__file__).parent / "browser"
_IS_MISSING = CHROMIUM is None or not (FRONTEND / "node_modules" / "playwright-core").exists()
pytestmark = [
    pytest.mark.skipif(_IS_MISSING, reason="needs a Chromium and the web app's packages"),
    # All visits are made once. The journeys of `make test` pay with the same Payment Element.
    pytest.mark.slow,
    pytest.mark.xdist_group("payment element"),
]
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; frame-src 'self'; "
    "img-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)
CHECKOUT = b"""<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Checkout</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="stylesheet" href="/page.css"><script src="/page.js" defer></script>
</head><body><div id="root"></div></body></html>"""


def shop(bundle: Path):
    """Return an application that serves the checkout page under the strictest policy."""
    files = {
        "/checkout": ("text/html", CHECKOUT),
        "/back": ("text/html", b"<!doctype html><title>Back</title>"),
        "/page.js": ("text/javascript", (bundle / "page.js").read_bytes()),
        "/page.css": ("text/css", (HERE / "page.css").read_bytes()),
    }

    async def application(scope, receive, send):
        kind, body = files.get(scope["path"], ("text/plain", b"nothing here"))
        await send_response(
            send, PageResponse(200, body, {"Content-Type": kind, "Content-Security-Policy": POLICY})
        )

    return application


@pytest.fixture(scope="module")
def visits(tmp_path_factory):
    """Make every visit in one browser; return the results by name, with the resulting intent."""
    scratch = tmp_path_factory.mktemp("browser")
    node("build.mjs", FRONTEND, scratch)
    standin = Standin(StandinSettings(data_dir=scratch, prefix="/stripe-standin"))
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        with serving(mounted(shop(scratch), standin), listener):
            origin = f"http://127.0.0.1:{listener.getsockname()[1]}"
            yield make_visits(origin)


def node(script, *arguments):
    done = subprocess.run(  # noqa: S603 - our own script
        ["node", HERE / script, *arguments],  # noqa: S607
        capture_output=True,
        text=True,
        timeout=240,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def make_visits(origin):
    client = stripe.StripeClient(SECRET_KEY, base_addresses={"api": f"{origin}/stripe-standin"})
    plan = plans(os.environ.get("STANDIN_SCREENSHOTS"))
    ids = {}
    for name, visit in plan.items():
        if "secret" in visit:
            continue
        if visit.pop("setup", False):
            intent = client.v1.setup_intents.create({"usage": "off_session"})
        else:
            intent = client.v1.payment_intents.create(PAYMENT)
        ids[name], visit["secret"] = intent.id, intent.client_secret
    whole = {"origin": origin, "script": "/stripe-standin/v3.js", "key": PUBLISHABLE_KEY, "visits": plan}
    seen = json.loads(node("check.mjs", FRONTEND, CHROMIUM, json.dumps(whole)))
    for name, intent_id in ids.items():
        service = client.v1.setup_intents if intent_id.startswith("seti_") else client.v1.payment_intents
        seen[name]["intent"] = service.retrieve(intent_id)
    return seen


def plans(pictures):
    wide = {"width": 1280, "height": 800}
    visits = {
        "success": {"card": {"number": "4242424242424242"}, "complete": True},
        "decline": {"card": {"number": "4000000000000002"}, "colorScheme": "dark"},
        "completed": {"card": {"number": "4000002760003184"}, "choice": "Complete authentication"},
        "failed": {
            "card": {"number": "4000002500003155"},
            "choice": "Fail authentication",
            "viewport": wide,
            "colorScheme": "dark",
        },
        "wrong number": {"card": {"number": "4242424242424241"}, "viewport": wide},
        "incomplete": {"card": {"number": "4242", "expiry": "12", "cvc": "1"}},
        "past": {"card": {"number": "4242424242424242", "expiry": "1220"}},
        "wrong cvc": {"card": {"number": "4000000000000127"}},
        "keyboard": {
            "card": {"number": "4000002760003184"},
            "keyboard": True,
            "choice": "Complete authentication",
        },
        "redirect": {"card": {"number": "4242424242424242"}, "redirect": "always"},
        "setup": {"card": {"number": "4242424242424242"}, "setup": True},
        "night": {
            "colorScheme": "dark",
            "card": {"number": "378282246310005", "cvc": "1234"},
            "appearance": {
                "theme": "night",
                "variables": {"colorPrimary": "#2dd4bf", "borderRadius": "14px"},
                "rules": {".Input": {"borderWidth": "2px"}},
            },
        },
        "unknown": {"secret": "pi_unknown_secret_unknown"},
    }
    for name in ("success", "decline", "completed", "failed", "incomplete", "night"):
        visits[name]["axe"] = True
    if pictures:
        for name, visit in visits.items():
            visit["screenshot"] = f"{pictures}/{name.replace(' ', '-')}"
    return visits


def test_a_good_card_pays(visits):
    seen = visits["success"]

    assert seen["ready"] == "ready, incomplete"
    assert seen["filled"] == "ready, complete"
    assert seen["number"] == "4242 4242 4242 4242"
    assert seen["outcome"]["paymentIntent"]["status"] == "succeeded"
    assert seen["intent"].status == "succeeded"


def test_a_declined_card_says_so_and_the_page_hears_it(visits):
    seen = visits["decline"]

    error = seen["outcome"]["error"]
    assert (error["type"], error["code"], error["decline_code"]) == (
        "card_error",
        "card_declined",
        "generic_decline",
    )
    assert error["message"] == "Your card was declined."
    assert error["payment_intent"]["id"] == seen["intent"].id
    assert seen["alerts"] == ["Your card was declined."]
    assert seen["intent"].status == "requires_payment_method"


@pytest.mark.parametrize("name", ["completed", "keyboard"])
def test_completing_three_d_secure_pays(visits, name):
    seen = visits[name]

    assert "Test payments" in seen["challenge"]
    assert "CHF 27.50" in seen["challenge"]
    assert seen["outcome"]["paymentIntent"]["status"] == "succeeded"
    assert seen["intent"].status == "succeeded"


def test_failing_three_d_secure_pays_nothing(visits):
    seen = visits["failed"]

    assert seen["outcome"]["error"]["code"] == "payment_intent_authentication_failure"
    assert "unable to authenticate" in seen["outcome"]["error"]["message"]
    assert seen["intent"].status == "requires_payment_method"
    assert seen["intent"].latest_charge is None


@pytest.mark.parametrize(
    ("name", "code", "messages", "field"),
    [
        ("wrong number", "invalid_number", ["Your card number is invalid."], "number"),
        (
            "incomplete",
            "incomplete_number",
            [
                "Your card number is incomplete.",
                "Your card's expiration date is incomplete.",
                "Your card's security code is incomplete.",
            ],
            "number",
        ),
        ("past", "invalid_expiry_year_past", ["Your card's expiration year is in the past."], "expiry"),
    ],
)
def test_a_bad_entry_never_leaves_the_element(visits, name, code, messages, field):
    seen = visits[name]

    assert seen["outcome"]["error"]["type"] == "validation_error"
    assert seen["outcome"]["error"]["code"] == code
    assert seen["alerts"] == messages
    assert seen["focused"] == field
    assert seen["intent"].status == "requires_payment_method"
    assert seen["intent"].last_payment_error is None


def test_a_wrong_security_code_is_shown_at_its_field(visits):
    assert visits["wrong cvc"]["alerts"] == ["Your card's security code is incorrect."]


def test_the_page_goes_back_to_the_shop_with_the_outcome(visits):
    seen = visits["redirect"]

    assert f"payment_intent={seen['intent'].id}" in seen["back"]
    assert "redirect_status=succeeded" in seen["back"]
    assert "payment_intent_client_secret=" in seen["back"]


def test_a_card_is_saved_without_a_payment(visits):
    assert visits["setup"]["outcome"]["setupIntent"]["status"] == "succeeded"
    assert visits["setup"]["intent"].status == "succeeded"


def test_an_unknown_intent_is_a_load_error(visits):
    assert visits["unknown"]["ready"].startswith("error: No such paymentintent")


def test_amex_is_grouped_and_needs_four_digits(visits):
    assert visits["night"]["number"] == "3782 822463 10005"
    assert visits["night"]["outcome"]["paymentIntent"]["status"] == "succeeded"


def test_nothing_is_reported_on_the_console_and_the_policy_holds(visits):
    assert {name: seen["console"] for name, seen in visits.items() if seen["console"]} == {}


def test_the_frames_are_accessible_in_every_state(visits):
    found = {
        (name, part): seen[part]
        for name, seen in visits.items()
        for part in ("violations", "challengeViolations", "errorViolations")
        if seen.get(part)
    }

    assert found == {}
    assert "errorViolations" in visits["decline"]
    assert "challengeViolations" in visits["failed"]
