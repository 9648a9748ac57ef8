"""Redis is optional at run time: without it, people still read, sign in and book."""

from contextlib import ExitStack
from datetime import timedelta

import pytest
import requests
from django.conf import settings
from kombu import Connection

from conftest import PASSWORD, make_slot
from marketplace import clock
from marketplace.celery import app
from marketplace.jobs.models import OutboxMessage
from marketplace.tests.proof import record
from marketplace.tests.server import free_port, serving
from orders.models import Order
from tools import services


def calls(base: str, slot) -> list[tuple[str, int]]:
    """Make a customer's requests; return each with its status."""
    with requests.Session() as browser:
        browser.headers["Referer"] = base
        found = []

        def call(method: str, path: str, body: dict | None = None) -> requests.Response:
            token = browser.cookies.get(settings.CSRF_COOKIE_NAME, "")
            response = browser.request(
                method, f"{base}{path}", json=body, headers={"X-CSRFToken": token}, timeout=20
            )
            found.append((f"{method} {path.split('?', maxsplit=1)[0]}", response.status_code))
            return response

        day = clock.local_date(slot.starts_at)
        call("GET", "/api/auth/session")
        call("GET", "/api/providers/8001")
        call("GET", f"/api/time-slots?providerId={slot.provider_id}&startDate={day}&endDate={day}")
        call("POST", "/api/auth/login", {"email": "alice@example.org", "password": PASSWORD})
        order = call(
            "POST",
            "/api/orders",
            {
                "providerId": str(slot.provider_id),
                "serviceType": "standard",
                "weight": "10.0",
                "pickupAddress": "Bahnhofstrasse 1, Zurich 8001",
                "deliveryAddress": "Bahnhofstrasse 1, Zurich 8001",
                "pickupTime": slot.starts_at.isoformat(),
                "specialInstructions": "",
            },
        ).json()
        call("GET", f"/api/orders/{order['id']}")
        call("POST", f"/api/orders/{order['id']}/messages", {"body": "Hello"})
        call("POST", f"/api/orders/{order['id']}/cancellation")
        call("GET", "/api/notifications")
        return found


@pytest.mark.proof
def test_without_redis_people_read_sign_in_and_book(transactional_db, postal_codes, alice, salon) -> None:
    slot = make_slot(salon, day=clock.local_date(clock.now()) + timedelta(days=1))
    with ExitStack() as redis:
        address = redis.enter_context(services.redis())
        with serving(REDIS_URL=address) as base:
            # The site has used Redis before it stops.
            assert requests.get(f"{base}/api/providers/8001", timeout=20).status_code == 200
            redis.close()

            found = calls(base, slot)

    assert [call for call in found if call[1] >= 400] == []
    assert Order.objects.count() == 1
    assert OutboxMessage.objects.filter(done_at=None).exists()
    record("T10", f"{len(found)} calls without Redis: 0 x 5xx", "0 x 5xx")


class WaitedLongEnough(Exception):
    """Ends the wait for a broker that is away."""


def test_a_worker_waits_for_redis_for_as_long_as_it_is_away(monkeypatch) -> None:
    monkeypatch.setattr("kombu.utils.functional.sleep", lambda _seconds: None)
    waits = []

    def wait(_error: Exception, seconds: float) -> None:
        waits.append(seconds)
        if sum(waits) > 3 * 3600:
            raise WaitedLongEnough

    away = Connection(f"redis://127.0.0.1:{free_port()}/0")
    with away, pytest.raises(WaitedLongEnough):
        away.ensure_connection(wait, app.conf.broker_connection_max_retries)
