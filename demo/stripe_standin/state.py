"""The parts of one stand-in: objects, API, webhooks, and planned faults."""

from __future__ import annotations

import threading
from dataclasses import dataclass

from demo.stripe_standin.engine import Engine
from demo.stripe_standin.faults import Faults
from demo.stripe_standin.settings import StandinSettings
from demo.stripe_standin.store import Store
from demo.stripe_standin.webhooks import Deliverer


@dataclass(frozen=True)
class RecordedCall:
    """A call that reached the API, with its response, for tests."""

    method: str
    path: str
    params: str
    idempotency_key: str | None
    status: int
    fault: str | None


class State:
    """A stand-in without a transport; every method may be called from any thread."""

    def __init__(self, settings: StandinSettings) -> None:
        self.settings = settings
        self.store = Store(settings.data_dir / "stripe.sqlite3")
        self.deliverer = Deliverer(settings, self.store)
        self.engine = Engine(settings, self.store, self.deliverer)
        self.faults = Faults()
        self.calls: list[RecordedCall] = []
        self.thawed = threading.Event()
        self.thawed.set()

    def start(self) -> None:
        """Start sending webhooks, once; otherwise the first request does."""
        self.deliverer.start()

    def stop(self) -> None:
        """End the deliveries and close the store."""
        self.deliverer.stop()
        self.store.close()

    def reset(self) -> None:
        """Delete all objects, recorded calls and faults; webhooks behave normally again."""
        self.faults.clear()
        self.calls.clear()
        self.engine.hold_processing = False
        self.deliverer.policy = type(self.deliverer.policy)()
        self.thawed.set()
        self.store.clear()
