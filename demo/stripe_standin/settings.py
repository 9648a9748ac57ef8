"""Settings of the stand-in.

The keys are public: there is no money behind them.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

API_VERSION = "2026-10-28.endive"

SECRET_KEY = "sk_test_suuber_standin"  # noqa: S105 - a key to a stand-in, printed in the guide
PUBLISHABLE_KEY = "pk_test_suuber_standin"
WEBHOOK_SECRET = "whsec_suuber_standin"  # noqa: S105 - likewise
CONNECT_WEBHOOK_SECRET = "whsec_suuber_standin_connect"  # noqa: S105 - likewise


# Longer than its callers pause: a connection that is closed just as the next call is sent is a lost call.
KEEP_ALIVE_SECONDS = 75


@dataclass(frozen=True)
class StandinSettings:
    """Settings of one stand-in.

    Events of connected accounts are signed with `connect_webhook_secret`.

    `prefix` is the path under which it is mounted ("" on a port of its own). `webhook_url` None sends no
    webhooks. `faults` enables the control calls and must stay off where people pay, even with test cards.
    """

    data_dir: Path
    webhook_url: str | None = None
    webhook_secret: str = WEBHOOK_SECRET
    connect_webhook_secret: str = CONNECT_WEBHOOK_SECRET
    secret_key: str = SECRET_KEY
    publishable_key: str = PUBLISHABLE_KEY
    prefix: str = ""
    faults: bool = False
    clock: Callable[[], float] = lambda: time.time()  # noqa: PLW0108, TID251 - looked up late, so that a test can move it; the stand-in is a program of its own

    def __post_init__(self) -> None:
        """Raise for keys that are no test keys, so that a live key never gets into a log or a file."""
        if not self.secret_key.startswith("sk_test_") or not self.publishable_key.startswith("pk_test_"):
            raise ValueError("The Stripe stand-in only works with test keys (sk_test_…, pk_test_…).")


def settings_from(environ: Mapping[str, str] = os.environ) -> StandinSettings:
    """Return the settings of the `STRIPE_STANDIN_…` variables, for `stripe_standin.app:application`."""
    return StandinSettings(
        data_dir=Path(environ.get("STRIPE_STANDIN_DATA", "var/stripe-standin")),
        webhook_url=environ.get("STRIPE_STANDIN_WEBHOOK_URL") or None,
        webhook_secret=environ.get("STRIPE_STANDIN_WEBHOOK_SECRET", WEBHOOK_SECRET),
        connect_webhook_secret=environ.get("STRIPE_STANDIN_CONNECT_WEBHOOK_SECRET", CONNECT_WEBHOOK_SECRET),
        secret_key=environ.get("STRIPE_STANDIN_SECRET_KEY", SECRET_KEY),
        publishable_key=environ.get("STRIPE_STANDIN_PUBLISHABLE_KEY", PUBLISHABLE_KEY),
        prefix=environ.get("STRIPE_STANDIN_PREFIX", ""),
        faults=environ.get("STRIPE_STANDIN_FAULTS") == "1",
    )
