"""A stand-in for tests.

It runs in a thread of the test process, with methods to inspect and break it.
"""

from __future__ import annotations

import socket
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Literal
from urllib.parse import urlencode

import uvicorn

from demo.stripe_standin import accounts, confirming, refunds, transfers
from demo.stripe_standin.app import Standin
from demo.stripe_standin.charges import book_top_up
from demo.stripe_standin.disputes import contest, decide
from demo.stripe_standin.engine import ApiRequest
from demo.stripe_standin.errors import Json
from demo.stripe_standin.faults import Fault, FaultKind
from demo.stripe_standin.settings import (
    KEEP_ALIVE_SECONDS,
    PUBLISHABLE_KEY,
    SECRET_KEY,
    WEBHOOK_SECRET,
    StandinSettings,
)
from demo.stripe_standin.state import RecordedCall
from demo.stripe_standin.transport import Asgi
from demo.stripe_standin.webhooks import body_of, signature

SUCCESS = "4242424242424242"


class RunningStandin:
    """A stand-in running at `base_url`; every method may be called from any thread."""

    def __init__(self, standin: Standin, base_url: str) -> None:
        self.standin = standin
        self.base_url = base_url
        self.secret_key = standin.settings.secret_key
        self.publishable_key = standin.settings.publishable_key
        self.webhook_secret = standin.settings.webhook_secret
        self.connect_webhook_secret = standin.settings.connect_webhook_secret

    # what a customer does in the browser

    def confirm(self, intent_id: str, card: str = SUCCESS, *, authenticate: bool | None = True) -> Json:
        """Pay (or save a card) as the Payment Element does; return the resulting intent.

        `authenticate` is the choice if 3-D Secure is required: complete, fail, or None to leave it open. A
        decline raises nothing: the intent then has `last_payment_error`.
        """
        intent = self._intent(intent_id)
        form = {
            "client_secret": intent["client_secret"],
            "payment_method_data[type]": "card",
            "payment_method_data[card][number]": card,
            "payment_method_data[card][exp_month]": "12",
            "payment_method_data[card][exp_year]": "2040",
            "payment_method_data[card][cvc]": "123",
            "use_stripe_sdk": "true",
        }
        self._as_browser("POST", f"/v1/{self._plural(intent)}/{intent_id}/confirm", form)
        intent = self._intent(intent_id)
        if intent["status"] == "requires_action" and authenticate is not None:
            intent = self.authenticate(intent_id, succeeded=authenticate)
        return intent

    def confirm_as_it_is(self, intent_id: str) -> Json:
        """Pay with the card that the server has set on the intent, as Stripe.js does without a form."""
        intent = self._intent(intent_id)
        form = {"client_secret": intent["client_secret"], "use_stripe_sdk": "true"}
        self._as_browser("POST", f"/v1/{self._plural(intent)}/{intent_id}/confirm", form)
        return self._intent(intent_id)

    def authenticate(self, intent_id: str, *, succeeded: bool = True) -> Json:
        """Complete or fail an open 3-D Secure challenge."""
        secret = self._intent(intent_id)["client_secret"]
        self.standin.engine.authenticate_customer(intent_id, secret, succeeded=succeeded)
        self.standin.deliverer.wake()
        return self._intent(intent_id)

    def _as_browser(self, method: str, path: str, form: dict[str, str]) -> None:
        headers = {"authorization": f"Bearer {self.publishable_key}"}
        request = ApiRequest(method, path, body=urlencode(form), headers=headers, base_url=self.base_url)
        self.standin.engine.handle(request)
        self.standin.deliverer.wake()

    def _intent(self, intent_id: str) -> Json:
        kind = "setup_intent" if intent_id.startswith("seti_") else "payment_intent"
        return self.standin.store.get(intent_id, kind)

    def _plural(self, intent: Json) -> str:
        return f"{intent['object']}s"

    # what happened

    def events(self, kind: str | None = None, *, about: str | None = None) -> list[Json]:
        """Return the events so far, oldest first.

        `about` is the id of their object, or of its intent.
        """
        found = self.standin.store.every("event", **({"tag": kind} if kind else {}))
        return [event for event in found if about is None or about in _ids(event["data"]["object"])]

    def calls(self, method: str | None = None, path: str | None = None) -> list[RecordedCall]:
        """Return the API calls so far, oldest first; card numbers are blanked."""
        return [
            call
            for call in self.standin.calls
            if (method is None or call.method == method) and (path is None or call.path == path)
        ]

    def objects(self, kind: str, **equal: str) -> list[Json]:
        """Return every object of a kind ("charge", "refund", "payment_intent"), oldest first."""
        return self.standin.store.every(kind, **equal)

    def captured(self, currency: str = "chf") -> int:
        """Return what all charges took less what refunds and disputes took back, in the smallest unit."""
        paid = [
            charge for charge in self.objects("charge") if charge["paid"] and charge["currency"] == currency
        ]
        disputes = self.objects("dispute")
        moved = [int(entry["amount"]) for one in disputes for entry in one["balance_transactions"]]
        retained = sum(int(charge["amount_captured"] - charge["amount_refunded"]) for charge in paid)
        return retained + sum(moved)

    # webhooks

    def webhooks(
        self,
        *,
        drop: bool = False,
        hold: bool = False,
        delay: float = 0.0,
        shuffle: float = 0.0,
        copies: int = 1,
    ) -> None:
        """Set how webhooks behave from now on, by default normally. See `WebhookPolicy`."""
        self.standin.deliverer.policy = type(self.standin.deliverer.policy)(
            drop, hold, delay, shuffle, copies
        )

    def deliver(self, event_id: str, *, timestamp: int | None = None) -> int:
        """Post an event to the webhook URL now, at each call, and return the status.

        Independent of its planned deliveries.
        """
        return self.standin.deliverer.send(event_id, timestamp=timestamp)

    def signed(self, event_id: str, *, timestamp: int | None = None) -> tuple[bytes, str]:
        """Return the body of an event and its `Stripe-Signature`, for a test that posts it itself."""
        event = self.standin.store.get(event_id, "event")
        body, secret = body_of(event), self.standin.deliverer.secret_of(event)
        sent_at = int(self.standin.settings.clock()) if timestamp is None else timestamp
        return body, signature(body, secret, sent_at)

    def settled_webhooks(self, *, within: float = 10.0) -> None:
        """Wait until no delivery is pending. Raises TimeoutError when one still is."""
        deadline = time.monotonic() + within
        pending = "SELECT count(*) FROM deliveries WHERE state = 'pending'"
        while self.standin.store.connection.execute(pending).fetchone()[0]:
            if time.monotonic() > deadline:
                raise TimeoutError("webhook deliveries are still pending")
            self.standin.deliverer.wake()
            threading.Event().wait(0.02)

    # what goes wrong

    def fault(
        self, kind: FaultKind, site: str = "*", *, times: int = 1, skip: int = 0, seconds: float = 30.0
    ) -> None:
        """Plan a fault; see `Fault`."""
        self.standin.faults.add(Fault(kind, site, times, skip, seconds))

    def hold_processing(self, hold: bool = True) -> None:
        """Leave payments in `processing` from now on, until `settle`."""
        self.standin.engine.hold_processing = hold

    def settle(self, intent_id: str, outcome: Literal["succeeded", "failed"] = "succeeded") -> Json:
        """End a payment that is `processing`."""
        with self.standin.store.transaction():
            intent = confirming.settle(self.standin.engine.call(), intent_id, outcome)
        self.standin.deliverer.wake()
        return intent

    def settle_refund(self, refund_id: str, *, succeeded: bool) -> Json:
        """End a pending refund, or fail a succeeded one."""
        with self.standin.store.transaction():
            refund = refunds.settle(self.standin.engine.call(), refund_id, succeeded=succeeded)
        self.standin.deliverer.wake()
        return refund

    def contest(self, intent_id: str, *, reason: str = "fraudulent", amount: int | None = None) -> Json:
        """Dispute a payment; with `inquiry` as the reason nothing is withdrawn."""
        charge = self.standin.store.get(self._intent(intent_id)["latest_charge"], "charge")
        with self.standin.store.transaction():
            dispute = contest(self.standin.engine.call(), charge, reason=reason, amount=amount)
        self.standin.deliverer.wake()
        return dispute

    def decide_dispute(self, dispute_id: str, outcome: Literal["won", "lost", "escalated"]) -> Json:
        """End a dispute as its bank does."""
        with self.standin.store.transaction():
            dispute = decide(self.standin.engine.call(), dispute_id, outcome)
        self.standin.deliverer.wake()
        return dispute

    def restrict(self, account_id: str, *due: str) -> Json:
        """Set the requirements that are due from a connected account; without any it can be paid."""
        with self.standin.store.transaction():
            account = accounts.restrict(self.standin.engine.call(), account_id, list(due))
        self.standin.deliverer.wake()
        return account

    def top_up(self, amount: int) -> None:
        """Give the platform money to transfer, in Rappen."""
        with self.standin.store.transaction():
            book_top_up(self.standin.engine.call(), amount)

    def reverse_transfer(self, transfer_id: str, amount: int | None = None) -> Json:
        """Take a transfer back, or a part of it in Rappen."""
        call = self.standin.engine.call()
        call.path, call.params = {"id": transfer_id}, {} if amount is None else {"amount": amount}
        with self.standin.store.transaction():
            reversal = transfers.reverse(call)
        self.standin.deliverer.wake()
        return reversal

    def freeze(self) -> None:
        """Make API calls hang from now on, until `thaw`."""
        self.standin.thawed.clear()

    def thaw(self) -> None:
        """Let the hanging calls and all later ones continue."""
        self.standin.thawed.set()

    def reset(self) -> None:
        """Delete all objects, events, calls and faults, for the next test."""
        self.standin.reset()


def _ids(obj: Json) -> set[Any]:
    return {obj["id"], obj.get("payment_intent"), obj.get("charge")}


@contextmanager
def running_standin(
    *,
    webhook_url: str | None = None,
    webhook_secret: str = WEBHOOK_SECRET,
    secret_key: str = SECRET_KEY,
    publishable_key: str = PUBLISHABLE_KEY,
    prefix: str = "",
    data_dir: Path | None = None,
    port: int = 0,
) -> Iterator[RunningStandin]:
    """Run a stand-in with faults on a free port of 127.0.0.1 until the block ends."""
    with tempfile.TemporaryDirectory(prefix="stripe-standin-") as scratch:
        settings = StandinSettings(
            data_dir=data_dir or Path(scratch),
            webhook_url=webhook_url,
            webhook_secret=webhook_secret,
            secret_key=secret_key,
            publishable_key=publishable_key,
            prefix=prefix,
            faults=True,
        )
        standin = Standin(settings)
        with socket.socket() as listener:
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            listener.bind(("127.0.0.1", port))
            with serving(standin, listener):
                running = RunningStandin(standin, f"http://127.0.0.1:{listener.getsockname()[1]}{prefix}")
                try:
                    yield running
                finally:
                    running.thaw()


@contextmanager
def serving(application: Asgi, listener: socket.socket) -> Iterator[None]:
    """Serve an ASGI application in a thread until the block ends."""
    config = uvicorn.Config(
        application,
        log_level="error",
        lifespan="on",
        timeout_graceful_shutdown=1,
        timeout_keep_alive=KEEP_ALIVE_SECONDS,
        ws="none",
    )
    server = uvicorn.Server(config)
    thread = threading.Thread(
        target=server.run, kwargs={"sockets": [listener]}, name="stripe-standin", daemon=True
    )
    thread.start()
    try:
        _wait_until_started(server, thread)
        yield
    finally:
        server.should_exit = True
        thread.join()


def _wait_until_started(server: uvicorn.Server, thread: threading.Thread) -> None:
    deadline = time.monotonic() + 10
    while not server.started:
        if not thread.is_alive() or time.monotonic() > deadline:
            raise RuntimeError("The Stripe stand-in did not start.")
        threading.Event().wait(0.005)
