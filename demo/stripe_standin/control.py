"""Control calls over HTTP, for tests in another process.

Only a stand-in started with `faults` answers them.
"""

from __future__ import annotations

import json
from dataclasses import asdict, replace
from typing import TYPE_CHECKING, Any

from demo.stripe_standin import confirming, refunds
from demo.stripe_standin.errors import Json, StripeApiError
from demo.stripe_standin.faults import Fault
from demo.stripe_standin.transport import Answer

if TYPE_CHECKING:
    from demo.stripe_standin.app import Standin


def control(standin: Standin, act: str, body: bytes) -> Answer:
    """Carries out one control call: a JSON object in, a JSON object out."""
    try:
        said = json.loads(body or b"{}")
        return Answer.json(200, _ACTS[act](standin, said))
    except StripeApiError as error:
        return Answer.json(error.status, error.body())
    except (KeyError, TypeError, ValueError) as error:
        return Answer.json(400, {"error": {"message": f"{type(error).__name__}: {error}"}})


def _fault(standin: Standin, said: Json) -> Json:
    standin.faults.add(Fault(**said))
    return {"planned": len(standin.faults.planned)}


def _webhooks(standin: Standin, said: Json) -> Json:
    standin.deliverer.policy = replace(standin.deliverer.policy, **said)
    return asdict(standin.deliverer.policy)


def _calls(standin: Standin, said: Json) -> Json:
    return {"calls": [asdict(call) for call in standin.calls]}


def _deliver(standin: Standin, said: Json) -> Json:
    return {"status": [standin.deliverer.send(said["event"]) for _ in range(said.get("times", 1))]}


def _processing(standin: Standin, said: Json) -> Json:
    standin.engine.hold_processing = bool(said["hold"])
    return {"hold": standin.engine.hold_processing}


def _settle(standin: Standin, said: Json) -> Json:
    with standin.store.transaction():
        intent = confirming.settle(standin.engine.call(), said["intent"], said["outcome"])
    standin.deliverer.wake()
    return {"status": intent["status"]}


def _refund(standin: Standin, said: Json) -> Json:
    with standin.store.transaction():
        refund = refunds.settle(
            standin.engine.call(), said["refund"], succeeded=said["outcome"] == "succeeded"
        )
    standin.deliverer.wake()
    return {"status": refund["status"]}


def _freeze(standin: Standin, said: Json) -> Json:
    standin.thawed.clear()
    return {"frozen": True}


def _thaw(standin: Standin, said: Json) -> Json:
    standin.thawed.set()
    return {"frozen": False}


def _reset(standin: Standin, said: Json) -> Json:
    standin.reset()
    return {}


_ACTS: dict[str, Any] = {
    "fault": _fault,
    "webhooks": _webhooks,
    "calls": _calls,
    "deliver": _deliver,
    "processing": _processing,
    "settle": _settle,
    "refund": _refund,
    "freeze": _freeze,
    "thaw": _thaw,
    "reset": _reset,
}
