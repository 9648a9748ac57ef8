"""The protocol around the calls: keys, errors, unknown parameters, idempotency, restarts."""

import threading
from concurrent.futures import ThreadPoolExecutor

import pytest
import requests
import stripe

from demo.stripe_standin.settings import StandinSettings
from demo.stripe_standin.testing import running_standin
from demo.stripe_standin.tests.conftest import AT_ONCE, PAYMENT, client_of


@pytest.mark.parametrize(
    "key", ["sk_live_0123456789abcdef", "pk_live_0123456789abcdef", "rk_live_0123456789abcdef"]
)
def test_live_keys_are_refused_by_name(standin, key):
    with pytest.raises(stripe.AuthenticationError) as refused:
        client_of(standin, key).v1.payment_intents.create(PAYMENT)

    assert refused.value.http_status == 401
    assert "live mode API key" in str(refused.value)
    assert key not in str(refused.value)
    with pytest.raises(ValueError, match="test keys"):
        StandinSettings(data_dir=None, secret_key=key)


def test_an_unknown_key_is_refused_and_not_repeated(standin):
    with pytest.raises(stripe.AuthenticationError) as refused:
        client_of(standin, "sk_test_of_somebody_else").v1.customers.create({})

    assert "Invalid API Key provided: sk_test_********else" in str(refused.value)


def test_a_publishable_key_cannot_do_what_a_server_does(standin, client):
    browser = client_of(standin, standin.publishable_key)

    with pytest.raises(stripe.PermissionError) as refused:
        browser.v1.payment_intents.create(PAYMENT)
    assert refused.value.error.code == "secret_key_required"


def test_a_publishable_key_reads_an_intent_only_by_its_secret(standin, client):
    intent = client.v1.payment_intents.create(PAYMENT | {"metadata": {"order": "o-1"}})
    browser = client_of(standin, standin.publishable_key)

    seen = browser.v1.payment_intents.retrieve(intent.id, {"client_secret": intent.client_secret})
    with pytest.raises(stripe.InvalidRequestError):
        browser.v1.payment_intents.retrieve(intent.id, {"client_secret": f"{intent.id}_secret_guess"})

    assert seen.amount == 2750
    assert "metadata" not in seen


def test_every_answer_has_a_request_id(client):
    intent = client.v1.payment_intents.create(PAYMENT)
    with pytest.raises(stripe.InvalidRequestError) as refused:
        client.v1.payment_intents.retrieve("pi_unknown")

    assert intent.last_response.request_id.startswith("req_")
    assert refused.value.request_id.startswith("req_")
    assert refused.value.http_status == 404
    assert (refused.value.code, refused.value.param) == ("resource_missing", "intent")
    assert "No such paymentintent: 'pi_unknown'" in str(refused.value)


BAD = [
    ({"foo": "bar"}, "parameter_unknown", "foo"),
    (
        {"automatic_payment_methods": {"enabled": True, "foo": 1}},
        "parameter_unknown",
        "automatic_payment_methods[foo]",
    ),
    ({"amount": "12.50"}, "parameter_invalid_integer", "amount"),
    ({"amount": 0}, "parameter_invalid_integer", "amount"),
    ({"amount": -1}, "parameter_invalid_integer", "amount"),
    ({"amount": 49}, "amount_too_small", "amount"),
    ({"amount": 10**9}, "amount_too_large", "amount"),
    ({"amount": ""}, "parameter_invalid_integer", "amount"),
    ({"currency": ""}, "parameter_invalid_empty", "currency"),
    ({"currency": "xyz"}, None, "currency"),
    ({"customer": "cus_unknown"}, "resource_missing", "customer"),
    ({"setup_future_usage": "sometimes"}, None, "setup_future_usage"),
    ({"metadata": {"k" * 41: "v"}}, None, f"metadata[{'k' * 41}]"),
    ({"metadata": {"k": "v" * 501}}, None, "metadata[k]"),
    ({"metadata": {f"k{n}": "v" for n in range(51)}}, None, "metadata"),
    ({"off_session": True}, None, "off_session"),
    ({"capture_method": "manual"}, None, "capture_method"),
    (
        {"confirm": True, "payment_method": "pm_unknown", "return_url": "https://s.example/"},
        "resource_missing",
        "payment_method",
    ),
    (
        {"confirm": True, "payment_method": "pm_card_visa", "return_url": "javascript:alert(1)"},
        "url_invalid",
        "return_url",
    ),
]


@pytest.mark.parametrize(("given", "code", "param"), BAD)
def test_bad_parameters_are_named_and_change_nothing(standin, client, given, code, param):
    with pytest.raises(stripe.InvalidRequestError) as refused:
        client.v1.payment_intents.create(PAYMENT | given)

    assert (refused.value.http_status, refused.value.code, refused.value.param) == (400, code, param)
    assert standin.objects("payment_intent") == []
    assert standin.events() == []


def test_a_missing_parameter_is_named(client):
    with pytest.raises(stripe.InvalidRequestError) as refused:
        client.v1.payment_intents.create({"currency": "chf"})

    assert (refused.value.code, refused.value.param) == ("parameter_missing", "amount")


def test_confirming_on_the_server_needs_a_way_back_as_at_stripe(client):
    with pytest.raises(stripe.InvalidRequestError, match="you must provide a `return_url`"):
        client.v1.payment_intents.create(PAYMENT | {"confirm": True, "payment_method": "pm_card_visa"})


@pytest.mark.parametrize(
    ("method", "path", "body"),
    [
        ("POST", "/v1/payment_intents", b"\xff\xfe=1"),
        ("POST", "/v1/payment_intents", b"a[b=1"),
        ("POST", "/v1/payment_intents", b"%ff=1"),
        ("POST", "/v1/payment_intents", b"amount=1&amount[x]=1&currency=chf"),
        ("POST", "/v1/payment_intents", b"a" + b"[b]" * 5000 + b"=1"),
        ("POST", "/v1/payment_intents", b"&".join(b"a%d=1" % n for n in range(2000))),
        ("GET", "/v1/nothing", b""),
        ("PUT", "/v1/payment_intents", b""),
        ("GET", "/v1/payment_intents?limit=101", b""),
        ("GET", "/v1/payment_intents?expand[]=secrets", b""),
    ],
)
def test_hostile_requests_get_an_error_in_stripes_form(standin, method, path, body):
    response = requests.request(
        method, f"{standin.base_url}{path}", data=body, auth=(standin.secret_key, ""), timeout=5
    )

    assert response.status_code in {400, 404}
    assert response.json()["error"]["type"] == "invalid_request_error"


def test_an_overlong_body_is_refused(standin):
    response = requests.post(f"{standin.base_url}/v1/customers", data=b"a" * (1024 * 1024 + 1), timeout=5)

    assert response.status_code == 413


def test_the_same_key_replays_the_first_answer(standin, client):
    once = client.v1.payment_intents.create(PAYMENT, {"idempotency_key": "order-1"})
    twice = client.v1.payment_intents.create(PAYMENT, {"idempotency_key": "order-1"})

    assert once.id == twice.id
    assert len(standin.objects("payment_intent")) == 1
    assert "Idempotent-Replayed" not in once.last_response.headers
    assert twice.last_response.headers["Idempotent-Replayed"] == "true"
    assert twice.last_response.headers["Original-Request"] == once.last_response.request_id


def test_a_decline_is_replayed_too(standin, client):
    for _ in range(2):
        with pytest.raises(stripe.CardError):
            client.v1.payment_intents.create(
                AT_ONCE | {"payment_method": "pm_card_chargeDeclined"}, {"idempotency_key": "order-1"}
            )

    assert len(standin.objects("charge")) == 1


def test_the_same_key_with_other_parameters_conflicts(client):
    client.v1.payment_intents.create(PAYMENT, {"idempotency_key": "order-1"})

    with pytest.raises(stripe.IdempotencyError) as refused:
        client.v1.payment_intents.create(PAYMENT | {"amount": 9900}, {"idempotency_key": "order-1"})

    assert refused.value.http_status == 400


def test_a_refused_request_leaves_its_key_free(client):
    with pytest.raises(stripe.InvalidRequestError):
        client.v1.payment_intents.create(
            PAYMENT | {"customer": "cus_unknown"}, {"idempotency_key": "order-1"}
        )

    assert client.v1.payment_intents.create(PAYMENT, {"idempotency_key": "order-1"}).id


def test_the_same_key_at_the_same_time_is_in_use(standin, client):
    standin.fault("slow", "POST /v1/payment_intents", seconds=1)
    under_way = threading.Thread(
        target=client.v1.payment_intents.create, args=(PAYMENT, {"idempotency_key": "order-1"})
    )
    under_way.start()
    while not standin.standin.store.connection.execute("SELECT 1 FROM idempotency").fetchone():
        pass

    with pytest.raises(stripe.APIError) as refused:
        client.v1.payment_intents.create(PAYMENT, {"idempotency_key": "order-1"})
    under_way.join()

    assert (refused.value.http_status, refused.value.error.code) == (409, "idempotency_key_in_use")
    assert client.v1.payment_intents.create(PAYMENT, {"idempotency_key": "order-1"}).id
    assert len(standin.objects("payment_intent")) == 1


def test_fifty_racing_requests_with_one_key_make_one_intent(standin):
    def create(_):
        try:
            return client_of(standin).v1.payment_intents.create(PAYMENT, {"idempotency_key": "order-1"}).id
        except stripe.APIError as error:
            return error.error.code

    with ThreadPoolExecutor(16) as pool:
        responses = set(pool.map(create, range(50)))

    made = [intent["id"] for intent in standin.objects("payment_intent")]
    assert len(made) == 1
    assert responses <= {made[0], "idempotency_key_in_use"}


def test_a_restart_forgets_nothing(tmp_path):
    with running_standin(data_dir=tmp_path) as before:
        intent = client_of(before).v1.payment_intents.create(PAYMENT, {"idempotency_key": "order-1"})
        before.confirm(intent.id)

    with running_standin(data_dir=tmp_path) as after:
        again = client_of(after).v1.payment_intents.create(PAYMENT, {"idempotency_key": "order-1"})
        found = client_of(after).v1.payment_intents.retrieve(intent.id)

    assert again.id == intent.id
    assert found.status == "succeeded"


def test_two_processes_share_one_state(tmp_path):
    with running_standin(data_dir=tmp_path) as one, running_standin(data_dir=tmp_path) as other:
        intent = client_of(one).v1.payment_intents.create(PAYMENT)
        other.confirm(intent.id)

        assert client_of(one).v1.payment_intents.retrieve(intent.id).status == "succeeded"


def test_what_is_kept_holds_no_card_number(tmp_path):
    with running_standin(data_dir=tmp_path) as standin:
        intent = client_of(standin).v1.payment_intents.create(PAYMENT)
        standin.confirm(intent.id, "4000056655665556")
        standin.standin.store.connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        stored = b"".join(path.read_bytes() for path in tmp_path.iterdir())

    assert b"4000056655665556" not in stored
