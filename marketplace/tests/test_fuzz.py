"""Whatever is sent to the API, it responds as its document says, and never with a 5xx.

Schemathesis generates requests from the OpenAPI document; they go to the real WSGI application, by each of
the users in turn, with ids of existing rows as often as with made-up ones.
"""

import json
from collections.abc import Callable, Iterable
from datetime import timedelta
from decimal import Decimal
from pathlib import Path
from typing import Any
from uuid import UUID
from zlib import crc32

import pytest
import schemathesis
from django.conf import settings
from django.core.signals import request_finished, request_started
from django.core.wsgi import get_wsgi_application
from django.db import close_old_connections
from django.middleware.csrf import _get_new_csrf_string
from hypothesis import HealthCheck
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from accounts.models import Address, User
from conftest import NOW, client_for, make_slot
from demo.stripe_standin.testing import running_standin
from marketplace.tests.proof import figure, record
from orders.checkout import placing
from orders.models import SavedCard
from providers.models import Provider, ServiceArea

EXAMPLES = figure(3, 200)
DOCUMENT = Path(settings.BASE_DIR) / "docs" / "openapi.json"
CHECKS = [not_a_server_error, content_type_conformance, response_schema_conformance, status_code_conformance]
KNOWN = {
    name: UUID(int=number)
    for number, name in enumerate(("customer", "provider", "order", "address", "card"), start=2**100)
}
# Which placeholder id of the document is replaced by which row's.
PLACES = {
    "order_id": "order",
    "orderId": "order",
    "provider_id": "provider",
    "providerId": "provider",
    "customer_id": "customer",
    "customerId": "customer",
    "address_id": "address",
    "card_id": "card",
}
ROLES = ("visitor", "customer", "provider", "stranger", "operator")

_site = get_wsgi_application()
_as_role: dict[str, str] = {}


def site(environ: dict[str, Any], start_response: Callable) -> Iterable[bytes]:
    """Serve the committed document, and everything else as the current role."""
    if environ["PATH_INFO"] == "/document":
        start_response("200 OK", [("Content-Type", "application/json")])
        return [DOCUMENT.read_bytes()]
    return _site(environ | _as_role, start_response)


api = schemathesis.openapi.from_wsgi("/document", site)


def _with_known_ids(values: Any) -> Any:
    """Replace about half of the made-up ids by those of existing rows."""
    if isinstance(values, dict):
        return {
            name: str(KNOWN[PLACES[name]])
            if name in PLACES and isinstance(value, str) and crc32(value.encode(errors="surrogatepass")) % 2
            else _with_known_ids(value)
            for name, value in values.items()
        }
    return values


@api.hook
def map_path_parameters(context, path_parameters):
    return _with_known_ids(path_parameters)


@api.hook
def map_query(context, query):
    return _with_known_ids(query)


@api.hook
def map_body(context, body):
    return _with_known_ids(body)


@pytest.fixture(autouse=True)
def within_the_test():
    """Keep the application from closing the test's own connection after each request."""
    for signal in (request_started, request_finished):
        signal.disconnect(close_old_connections)
    yield
    for signal in (request_started, request_finished):
        signal.connect(close_old_connections)


@pytest.fixture(scope="module")
def stripe():
    with running_standin() as running:
        yield running


@pytest.fixture
def seed(only_our_transactions, now, stripe, settings, alice, salon, chiara, dora) -> dict[str, User | None]:
    """Return the users by role; a customer has an unpaid order with a provider."""
    stripe.reset()
    settings.STRIPE_SECRET_KEY, settings.STRIPE_PUBLISHABLE_KEY = stripe.secret_key, stripe.publishable_key
    settings.STRIPE_API_BASE, settings.STRIPE_WEBHOOK_SECRET = stripe.base_url, stripe.webhook_secret
    customer = User.objects.create(
        id=KNOWN["customer"], email="fuzz@example.org", password=alice.password, first_name="Fay"
    )
    provider = Provider.objects.create(
        id=KNOWN["provider"],
        user=chiara,
        status=Provider.Status.APPROVED,
        business_name="Fuzz",
        approved_at=NOW,
    )
    ServiceArea.objects.create(provider=provider, postal_code="8001")
    Address.objects.create(
        id=KNOWN["address"], user=customer, street="Weg 1", city="Zurich", postal_code="8001", created_at=NOW
    )
    SavedCard.objects.create(
        id=KNOWN["card"], user=customer, payment_method_id="pm_1", brand="visa", last4="4242", exp_month=1,
        exp_year=2030, is_default=True, consented_at=NOW, consent_text="Yes.", created_at=NOW,
    )  # fmt: skip
    # All requests come from one address.
    settings.LINK_READS_PER_MINUTE = settings.LINK_WRITES_PER_MINUTE = 1_000_000
    slot = make_slot(provider)
    KNOWN["order"] = placing.place_order(
        customer=customer,
        provider_id=provider.pk,
        service_type="standard",
        weight=Decimal("10.0"),
        pickup_address="Weg 1, Zurich 8001",
        delivery_address="Weg 1, Zurich 8001",
        pickup_at=slot.starts_at + timedelta(minutes=1),
        special_instructions="",
        now=NOW,
    ).pk
    return dict(zip(ROLES, (None, customer, chiara, salon.user, dora), strict=True))


def _headers(user: User | None) -> dict[str, str]:
    token = _get_new_csrf_string()
    cookies = {settings.CSRF_COOKIE_NAME: token}
    if user is not None:
        name = settings.SESSION_COOKIE_NAME
        cookies[name] = client_for(user).cookies[name].value
    return {
        "HTTP_COOKIE": "; ".join(f"{name}={value}" for name, value in cookies.items()),
        "HTTP_X_CSRFTOKEN": token,
    }


@pytest.mark.proof
@api.given(role=st.sampled_from(ROLES))
@pytest.mark.sweep
@api.parametrize()
@hypothesis_settings(
    max_examples=EXAMPLES, deadline=None, suppress_health_check=list(HealthCheck), database=None
)
def test_every_answer_is_one_that_the_document_names(case, role, seed) -> None:
    _as_role.clear()
    _as_role.update(_headers(seed[role]))

    case.call_and_validate(checks=CHECKS)


@pytest.mark.proof
def test_the_document_names_every_call(db) -> None:
    served = client_for().get("/api/schema").json()
    committed = json.loads(DOCUMENT.read_text())

    assert served["paths"].keys() == committed["paths"].keys()
    record(
        "S14",
        f"{EXAMPLES} examples of each operation, as five roles: 0 x 5xx, 0 surprises",
        "200 examples each",
    )
