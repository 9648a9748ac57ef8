"""Control calls over HTTP, for tests in another process.

Only for a stand-in that is started with `faults`.
"""

from __future__ import annotations

import json
from dataclasses import asdict, replace
from typing import Any

from demo.stripe_standin import confirming, disputes, refunds
from demo.stripe_standin.errors import Json, StripeApiError
from demo.stripe_standin.faults import Fault
from demo.stripe_standin.state import State
from demo.stripe_standin.transport import PageResponse


def control(standin: State, act: str, body: bytes) -> PageResponse:
    """Execute one control call: a JSON object in, a JSON object out."""
    try:
        said = json.loads(body or b"{}")
        return PageResponse.json(200, _ACTS[act](standin, said))
    except StripeApiError as error:
        return PageResponse.json(error.status, error.body())
    except (KeyError, TypeError, ValueError) as error:
        return PageResponse.json(400, {"error": {"message": f"{type(error).__name__}: {error}"}})


def _fault(standin: State, said: Json) -> Json:
    standin.faults.add(Fault(**said))
    return {"planned": len(standin.faults.planned)}


def _webhooks(standin: State, said: Json) -> Json:
    standin.deliverer.policy = replace(standin.deliverer.policy, **said)
    return asdict(standin.deliverer.policy)


def _calls(standin: State, said: Json) -> Json:
    return {"calls": [asdict(call) for call in standin.calls]}


def _deliver(standin: State, said: Json) -> Json:
    return {"status": [standin.deliverer.send(said["event"]) for _ in range(said.get("times", 1))]}


def _processing(standin: State, said: Json) -> Json:
    standin.engine.hold_processing = bool(said["hold"])
    return {"hold": standin.engine.hold_processing}


def _settle(standin: State, said: Json) -> Json:
    with standin.store.transaction():
        intent = confirming.settle(standin.engine.call(), said["intent"], said["outcome"])
    standin.deliverer.wake()
    return {"status": intent["status"]}


def _refund(standin: State, said: Json) -> Json:
    with standin.store.transaction():
        refund = refunds.settle(
            standin.engine.call(), said["refund"], succeeded=said["outcome"] == "succeeded"
        )
    standin.deliverer.wake()
    return {"status": refund["status"]}


def _dispute(standin: State, said: Json) -> Json:
    """Dispute the payment of an `intent`, or end its dispute with an `outcome`."""
    with standin.store.transaction():
        call = standin.engine.call()
        if "outcome" in said:
            (dispute,) = standin.store.every("dispute", intent=said["intent"])
            dispute = disputes.decide(call, dispute["id"], said["outcome"])
        else:
            intent = standin.store.get(said["intent"], "payment_intent")
            charge = standin.store.get(intent["latest_charge"], "charge")
            dispute = disputes.contest(call, charge, reason=said.get("reason", "fraudulent"))
    standin.deliverer.wake()
    return {"dispute": dispute["id"], "status": dispute["status"]}


def _freeze(standin: State, said: Json) -> Json:
    standin.thawed.clear()
    return {"frozen": True}


def _thaw(standin: State, said: Json) -> Json:
    standin.thawed.set()
    return {"frozen": False}


def _reset(standin: State, said: Json) -> Json:
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
    "dispute": _dispute,
    "freeze": _freeze,
    "thaw": _thaw,
    "reset": _reset,
}
