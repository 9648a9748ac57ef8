"""Faults for tests: which, where, and how often. Only in a stand-in that is started with `faults`."""

from __future__ import annotations

import fnmatch
import threading
from dataclasses import dataclass, field
from typing import Literal, get_args

FaultKind = Literal[
    "timeout_before",
    "timeout_after",
    "reset_before",
    "reset_after",
    "error_500",
    "error_500_after",
    "error_500_stored",
    "lock_timeout",
    "rate_limit",
    "slow",
]
FAULT_KINDS: tuple[str, ...] = get_args(FaultKind)


@dataclass
class Fault:
    """One planned fault.

    `site` is a method and path with wildcards ("POST /v1/payment_intents/*/confirm"). `seconds` is how long a
    timeout hangs, or how long `slow` waits between claiming the idempotency key and the effect. `error_500`
    and the `…_before` kinds change nothing; `error_500_after` loses the response of a call that had its
    effect (a repeat with its key gets it); `error_500_stored` has the effect and stores the 500 as the
    response of its key, as Stripe may.
    """

    kind: FaultKind
    site: str = "*"
    times: int = 1
    skip: int = 0
    seconds: float = 30.0

    def __post_init__(self) -> None:
        """Raise for an unknown kind, which would never happen."""
        if self.kind not in FAULT_KINDS:
            raise ValueError(f"Unknown fault {self.kind!r}; there are {', '.join(FAULT_KINDS)}.")


@dataclass
class Faults:
    """The planned faults, taken in order."""

    planned: list[Fault] = field(default_factory=list)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def add(self, fault: Fault) -> None:
        """Plan a fault."""
        with self._lock:
            self.planned.append(fault)

    def clear(self) -> None:
        """Drop all planned faults."""
        with self._lock:
            self.planned.clear()

    def take(self, method: str, path: str) -> Fault | None:
        """Return the fault for this request, if any, and count it as used."""
        site = f"{method} {path}"
        with self._lock:
            for fault in self.planned:
                if not fnmatch.fnmatchcase(site, fault.site):
                    continue
                if fault.skip > 0:
                    fault.skip -= 1
                    continue
                fault.times -= 1
                if fault.times <= 0:
                    self.planned.remove(fault)
                return fault
        return None
