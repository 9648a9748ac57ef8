"""The stand-in for Stripe within the process: a call of the SDK reaches it without a socket.

A year is some hundred thousand calls. Above the transport nothing is different: the SDK builds and reads the
same requests. What goes wrong on the way is planned as for the stand-in on a port (`Fault`): before the
effect or after it the connection breaks.
"""

import io
from typing import Any
from urllib.parse import urlsplit

import requests
from requests.adapters import BaseAdapter
from requests.structures import CaseInsensitiveDict

from demo.stripe_standin.app import Standin
from demo.stripe_standin.engine import ApiRequest, ApiResponse
from demo.stripe_standin.testing import RunningStandin

BASE_URL = "http://stripe.test"


class WorkerDied(BaseException):
    """A process was killed: nothing catches it, transactions are rolled back, nothing else is done."""


class InProcess(BaseAdapter):
    """Carries requests of the SDK to a stand-in, and plans' faults to the caller."""

    def __init__(self, standin: Standin) -> None:
        super().__init__()
        self._standin = standin
        # "before" or "after": the caller of the next call is killed at that side of its effect.
        self.dies_next = ""

    def send(self, request: requests.PreparedRequest, **_options: Any) -> requests.Response:
        asked = _asked(request)
        fault = self._standin.faults.take(asked.method, asked.path)
        dies, self.dies_next = self.dies_next, ""
        if dies == "before":
            raise WorkerDied
        if fault and fault.kind.endswith("_before"):
            raise requests.ConnectionError("The connection was reset before the call.")
        response = self._standin.engine.handle(asked)
        if dies:
            raise WorkerDied
        if fault:
            raise requests.ConnectionError("The connection was reset after the call.")
        return _answered(request, response)

    def close(self) -> None:
        """Nothing is open."""


def _asked(request: requests.PreparedRequest) -> ApiRequest:
    address = urlsplit(request.url or "")
    body = request.body or ""
    return ApiRequest(
        request.method or "GET",
        address.path,
        query=address.query,
        body=body.decode() if isinstance(body, bytes) else body,
        headers={name.lower(): value for name, value in request.headers.items()},
        base_url=BASE_URL,
    )


def _answered(request: requests.PreparedRequest, given: ApiResponse) -> requests.Response:
    response = requests.Response()
    response.status_code, response.request, response.url = given.status, request, request.url or ""
    response.headers = CaseInsensitiveDict({"Content-Type": "application/json"} | given.headers)
    response.raw = io.BytesIO(given.body.encode())
    return response


class StripeInProcess(RunningStandin):
    """A stand-in without a port: what customers do in their browsers, and what is done by hand at Stripe."""

    def __init__(self, standin: Standin) -> None:
        super().__init__(standin, BASE_URL)
        self.adapter = InProcess(standin)
        self._seen = 0

    def reset(self) -> None:
        super().reset()
        self._seen = 0
        self.adapter.dies_next = ""

    def new_events(self) -> list[str]:
        """Return the ids of the events since the last call, oldest first."""
        rows = self.standin.store.connection.execute(
            "SELECT seq, id FROM objects WHERE kind = 'event' AND seq > ? ORDER BY seq", (self._seen,)
        ).fetchall()
        if rows:
            self._seen = rows[-1]["seq"]
        return [row["id"] for row in rows]

    def by_dashboard(self, path: str, body: str) -> int:
        """Do something in the dashboard, and return the HTTP status."""
        headers = {"authorization": f"Bearer {self.secret_key}"}
        return self.standin.engine.handle(ApiRequest("POST", path, body=body, headers=headers)).status
