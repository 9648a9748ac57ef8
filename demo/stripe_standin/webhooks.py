"""Deliveries of webhooks.

Signed as by Stripe, retried with growing pauses, planned in the database so that none is lost.
"""

from __future__ import annotations

import hashlib
import hmac
import http.client
import json
import logging
import random
import threading
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from urllib.parse import urlsplit

from demo.stripe_standin.errors import Json
from demo.stripe_standin.settings import StandinSettings
from demo.stripe_standin.store import Store

log = logging.getLogger(__name__)

RETRY_AFTER = (1, 2, 4, 8, 15, 30, 60, 300, 900, 3600, 3600, 3600)
"""Seconds to the next attempt after each failed one; after the last the delivery is given up."""

_AT_ONCE = 8
_FIND_DUE = (
    "SELECT id, event, attempts FROM deliveries WHERE state = 'pending' AND due <= ? AND claimed_until <= ? "
    "ORDER BY due, id LIMIT ?"
)
_TIMEOUT = 20.0


@dataclass
class WebhookPolicy:
    """How deliveries misbehave, for tests. The default is a healthy Stripe.

    `drop` plans none; `hold` plans them but sends none by itself; `delay` and `shuffle` are seconds (fixed,
    and a random maximum); `copies` is how often each event is sent.
    """

    drop: bool = False
    hold: bool = False
    delay: float = 0.0
    shuffle: float = 0.0
    copies: int = 1


def signature(payload: bytes, secret: str, timestamp: int) -> str:
    """Return the `Stripe-Signature` header for this body."""
    digest = hmac.new(secret.encode(), f"{timestamp}.".encode() + payload, hashlib.sha256).hexdigest()
    return f"t={timestamp},v1={digest}"


def body_of(event: Json) -> bytes:
    """Return the event as it is sent."""
    return json.dumps(event, indent=2).encode()


class Deliverer:
    """Sends due deliveries from its own threads, so that no receiver blocks the API."""

    def __init__(self, settings: StandinSettings, store: Store) -> None:
        self.settings = settings
        self.store = store
        self.policy = WebhookPolicy()
        self._wake = threading.Event()
        self._stopping = threading.Event()
        self._lock = threading.Lock()
        self._under_way = 0
        self._thread: threading.Thread | None = None

    def enqueue(self, event_id: str, *, now: float) -> int:
        """Plan the deliveries of an event in the caller's transaction."""
        policy = self.policy
        if self.settings.webhook_url is None or policy.drop:
            return 0
        for _ in range(policy.copies):
            due = now + policy.delay + random.uniform(0, policy.shuffle)  # noqa: S311 - not a secret
            self.store.connection.execute(
                "INSERT INTO deliveries (event, state, due) VALUES (?, ?, ?)",
                (event_id, "held" if policy.hold else "pending", due),
            )
        return 1

    def start(self) -> None:
        """Start sending, once, including what an earlier process left."""
        with self._lock:
            if self._thread is None and self.settings.webhook_url:
                self._stopping.clear()
                self._thread = threading.Thread(target=self._run, name="stripe-standin-webhooks", daemon=True)
                self._thread.start()

    def stop(self) -> None:
        """Stop after the present attempts; the next process sends what is still due."""
        with self._lock:
            thread, self._thread = self._thread, None
        if thread:
            self._stopping.set()
            self._wake.set()
            thread.join()

    def wake(self) -> None:
        """Check for due deliveries now."""
        self._wake.set()

    def _run(self) -> None:
        with ThreadPoolExecutor(_AT_ONCE, thread_name_prefix="stripe-standin-webhook") as pool:
            while not self._stopping.is_set():
                claimed = self._claim(_AT_ONCE - self._under_way)
                for row in claimed:
                    with self._lock:
                        self._under_way += 1
                    pool.submit(self._attempt, *row).add_done_callback(self._finished)
                if not claimed:
                    self._wake.wait(self._pause())
                    self._wake.clear()

    def _finished(self, attempt: Future[None]) -> None:
        with self._lock:
            self._under_way -= 1
        self._wake.set()
        error = attempt.exception()
        if error:
            log.error("A webhook attempt of the Stripe stand-in failed", exc_info=error)

    def _pause(self) -> float:
        """Return the seconds until the next delivery, at most 1, as another process may plan one."""
        row = self.store.connection.execute(
            "SELECT min(due) FROM deliveries WHERE state = 'pending'"
        ).fetchone()
        if row[0] is None or self._under_way >= _AT_ONCE:
            return 1.0
        return float(min(1.0, max(0.02, row[0] - self.settings.clock())))

    def _claim(self, most: int) -> list[tuple[int, str, int]]:
        """Claim due rows, so that no other process sends them as well."""
        now = self.settings.clock()
        connection = self.store.connection
        if most <= 0 or not connection.execute(_FIND_DUE, (now, now, 1)).fetchone():
            return []
        with self.store.transaction():
            rows = connection.execute(_FIND_DUE, (now, now, most)).fetchall()
            for row in rows:
                until = now + 2 * _TIMEOUT
                connection.execute("UPDATE deliveries SET claimed_until = ? WHERE id = ?", (until, row["id"]))
        return [(row["id"], row["event"], row["attempts"]) for row in rows]

    def _attempt(self, delivery_id: int, event_id: str, attempts: int) -> None:
        try:
            status = self.send(event_id)
        except (OSError, http.client.HTTPException) as error:
            log.info("Webhook %s was not delivered: %s", event_id, error)
            status = 0
        done = 200 <= status < 300
        given_up = not done and attempts >= len(RETRY_AFTER)
        state = "delivered" if done else "failed" if given_up else "pending"
        pause = 0 if done or given_up else RETRY_AFTER[attempts]
        with self.store.transaction():
            self.store.connection.execute(
                "UPDATE deliveries SET state = ?, attempts = ?, due = ?, claimed_until = 0, last_status "
                "= ? WHERE id = ?",
                (state, attempts + 1, self.settings.clock() + pause, status, delivery_id),
            )
            if done:
                self._settled(event_id)

    def _settled(self, event_id: str) -> None:
        event = self.store.find(event_id, "event")
        if event:
            self.store.put(event | {"pending_webhooks": 0})

    def send(self, event_id: str, *, timestamp: int | None = None) -> int:
        """Post one event now, whatever the state of its deliveries, and return the HTTP status.

        Raises OSError or HTTPException if the receiver cannot be reached.
        """
        event = self.store.get(event_id, "event")
        body = body_of(event)
        sent_at = int(self.settings.clock()) if timestamp is None else timestamp
        return self.post(body, signature(body, self.secret_of(event), sent_at))

    def secret_of(self, event: Json) -> str:
        """Return the signing secret of an event; events of connected accounts have one of their own."""
        return self.settings.connect_webhook_secret if "account" in event else self.settings.webhook_secret

    def post(self, body: bytes, header: str) -> int:
        """Post a body with a `Stripe-Signature` to the webhook address."""
        target = urlsplit(self.settings.webhook_url or "")
        if target.scheme not in ("http", "https") or not target.hostname:
            raise OSError("the stand-in has no webhook address")
        kind = http.client.HTTPSConnection if target.scheme == "https" else http.client.HTTPConnection
        connection = kind(target.hostname, target.port, timeout=_TIMEOUT)
        try:
            path = (target.path or "/") + (f"?{target.query}" if target.query else "")
            connection.request(
                "POST",
                path,
                body,
                {
                    "Content-Type": "application/json; charset=utf-8",
                    "User-Agent": "Stripe/1.0 (+https://stripe.com/docs/webhooks)",
                    "Stripe-Signature": header,
                    "Connection": "close",
                },
            )
            response = connection.getresponse()
            response.read()
            return response.status
        finally:
            connection.close()

    def states(self, event_id: str) -> list[str]:
        """Return the states of an event's deliveries: pending, held, delivered, failed."""
        rows = self.store.connection.execute(
            "SELECT state FROM deliveries WHERE event = ? ORDER BY id", (event_id,)
        )
        return [row["state"] for row in rows]
