"""Faults, as the SDK sees them."""

import json
import os
import subprocess
import sys
import threading
import urllib.error
import urllib.request

import pytest
import stripe

from demo.stripe_standin.app import Standin, mounted
from demo.stripe_standin.faults import Fault
from demo.stripe_standin.settings import SECRET_KEY, StandinSettings
from demo.stripe_standin.testing import running_standin
from demo.stripe_standin.tests.conftest import AT_ONCE, PAYMENT, client_of

SITE = "POST /v1/payment_intents"
GOOD = AT_ONCE | {"payment_method": "pm_card_visa"}


@pytest.mark.parametrize(
    ("kind", "error", "effects"),
    [
        ("timeout_before", stripe.APIConnectionError, 0),
        ("timeout_after", stripe.APIConnectionError, 1),
        ("reset_before", stripe.APIConnectionError, 0),
        ("reset_after", stripe.APIConnectionError, 1),
        ("error_500", stripe.APIError, 0),
        ("error_500_after", stripe.APIError, 1),
        ("lock_timeout", stripe.RateLimitError, 0),
        ("rate_limit", stripe.RateLimitError, 0),
    ],
)
def test_after_a_fault_the_same_key_charges_exactly_once(standin, kind, error, effects):
    impatient = client_of(standin, timeout=0.3)
    standin.fault(kind, SITE)

    with pytest.raises(error):
        impatient.v1.payment_intents.create(GOOD, {"idempotency_key": "order-1"})
    happened = len(standin.objects("charge"))
    paid = impatient.v1.payment_intents.create(GOOD, {"idempotency_key": "order-1"})

    assert happened == effects
    assert paid.status == "succeeded"
    assert standin.captured() == 2750
    assert [call.fault for call in standin.calls("POST")] == [kind, None]


def test_a_stored_server_error_is_replayed_though_the_money_moved(standin, client):
    standin.fault("error_500_stored", SITE)

    for _ in range(2):
        with pytest.raises(stripe.APIError) as refused:
            client.v1.payment_intents.create(GOOD, {"idempotency_key": "order-1"})
        assert refused.value.http_status == 500

    assert standin.captured() == 2750


def test_the_sdk_recovers_by_itself_where_it_may_try_again(standin):
    patient = stripe.StripeClient(
        standin.secret_key,
        base_addresses={"api": standin.base_url},
        max_network_retries=2,
        http_client=stripe.RequestsClient(timeout=0.5),
    )
    standin.fault("reset_after", SITE)
    standin.fault("timeout_after", SITE)

    paid = patient.v1.payment_intents.create(GOOD)

    assert paid.status == "succeeded"
    assert paid.last_response.headers["Idempotent-Replayed"] == "true"
    assert standin.captured() == 2750


def test_a_fault_meets_the_call_that_it_was_planned_for(standin, client):
    standin.fault("error_500", "POST /v1/refunds", skip=1, times=2)
    paid = client.v1.payment_intents.create(GOOD)
    outcomes = []
    for _ in range(4):
        try:
            outcomes.append(client.v1.refunds.create({"payment_intent": paid.id, "amount": 100}).status)
        except stripe.APIError as error:
            outcomes.append(error.http_status)

    assert outcomes == ["succeeded", 500, 500, "succeeded"]
    with pytest.raises(ValueError, match="Unknown fault"):
        Fault("explosion")


def test_a_frozen_stand_in_answers_once_it_thaws(standin, client):
    standin.freeze()
    responses = []
    waiting = threading.Thread(target=lambda: responses.append(client.v1.payment_intents.create(PAYMENT)))
    waiting.start()
    waiting.join(0.2)
    before = list(responses)

    standin.thaw()
    waiting.join()

    assert before == []
    assert responses[0].status == "requires_payment_method"


def test_recorded_calls_carry_no_card_number(standin, client):
    intent = client.v1.payment_intents.create(PAYMENT)
    browser = client_of(standin, standin.publishable_key)
    browser.v1.payment_intents.confirm(
        intent.id,
        {
            "payment_method_data": {
                "type": "card",
                "card": {"number": "4242424242424242", "exp_month": 12, "exp_year": 2040, "cvc": "987"},
            },
            "client_secret": intent.client_secret,
        },
    )

    params = standin.calls(path=f"/v1/payment_intents/{intent.id}/confirm")[0].params
    assert "4242424242424242" not in params
    assert "987" not in params


def post(url, **said):
    request = urllib.request.Request(url, json.dumps(said).encode(), method="POST")  # noqa: S310 - our own server
    with urllib.request.urlopen(request, timeout=5) as response:  # noqa: S310
        return json.load(response)


def test_another_process_controls_it_over_http(standin, client):
    control = f"{standin.base_url}/_control"

    post(f"{control}/fault", kind="error_500", site=SITE)
    with pytest.raises(stripe.APIError):
        client.v1.payment_intents.create(PAYMENT)
    post(f"{control}/processing", hold=True)
    intent = client.v1.payment_intents.create(GOOD)

    assert intent.status == "processing"
    assert post(f"{control}/settle", intent=intent.id, outcome="succeeded") == {"status": "succeeded"}
    assert [call["status"] for call in post(f"{control}/calls")["calls"]] == [500, 200]
    assert post(f"{control}/webhooks", drop=True)["drop"] is True
    with pytest.raises(urllib.error.HTTPError):
        post(f"{control}/fault", kind="explosion")
    post(f"{control}/reset")
    assert standin.objects("payment_intent") == []


def test_without_faults_there_is_nothing_to_control(tmp_path):
    process = subprocess.Popen(  # noqa: S603 - our own module
        [
            sys.executable,
            "-m",
            "demo.stripe_standin",
            *("--port", "0", "--data", str(tmp_path), "--prefix", "/stripe-standin"),
        ],
        env=os.environ | {"PYTHONUNBUFFERED": "1"},
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        base = process.stdout.readline().split()[-1]
        client = stripe.StripeClient(SECRET_KEY, base_addresses={"api": base}, max_network_retries=0)

        assert client.v1.payment_intents.create(PAYMENT).status == "requires_payment_method"
        with pytest.raises(urllib.error.HTTPError) as refused:
            post(f"{base}/_control/reset")
        assert refused.value.code == 404
        refused.value.close()
    finally:
        process.terminate()
        process.wait(10)
        process.stdout.close()


def test_a_mounted_stand_in_needs_a_prefix(tmp_path):
    standin = Standin(StandinSettings(data_dir=tmp_path))
    with pytest.raises(ValueError, match="prefix"):
        mounted(standin, standin)
    standin.stop()


def test_the_script_and_its_frames_come_under_a_strict_policy(standin):
    for path, kind in (
        ("/v3.js", "text/javascript"),
        ("/v3/", "text/javascript"),
        ("/endive/stripe.js", "text/javascript"),
        ("/element.html", "text/html"),
        ("/authenticate/pi_1", "text/html"),
        ("/assets/element.css", "text/css"),
    ):
        with urllib.request.urlopen(f"{standin.base_url}{path}", timeout=5) as response:  # noqa: S310
            body = response.read().decode()
            assert response.headers["Content-Type"].startswith(kind)
            assert response.headers["X-Content-Type-Options"] == "nosniff"
            if kind == "text/html":
                policy = response.headers["Content-Security-Policy"]
                assert "default-src 'none'" in policy
                assert "unsafe" not in policy
                assert "<style" not in body
                assert "style=" not in body
    for path in ("/assets/../app.py", "/assets/nothing.js", "/nothing"):
        with pytest.raises(urllib.error.HTTPError) as refused:
            urllib.request.urlopen(f"{standin.base_url}{path}", timeout=5)  # noqa: S310
        assert refused.value.code == 404
        refused.value.close()


def test_a_second_stand_in_can_run_beside_the_first(standin, client):
    with running_standin() as other:
        client.v1.payment_intents.create(PAYMENT)

        assert client_of(other).v1.payment_intents.list().data == []
