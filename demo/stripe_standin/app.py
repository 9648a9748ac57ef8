"""The stand-in as an ASGI application.

On a port of its own, or under a path prefix inside another application.

Nothing here blocks the event loop: the API runs in a thread of its own, webhooks in others. So a synchronous
view of the same process may call the API over loopback and wait for it.
"""

from __future__ import annotations

import asyncio
import json
import logging
import re
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from typing import TypeVar

from demo.stripe_standin import pages
from demo.stripe_standin.control import control
from demo.stripe_standin.engine import ApiRequest, ApiResponse
from demo.stripe_standin.errors import StripeApiError
from demo.stripe_standin.faults import Fault
from demo.stripe_standin.settings import StandinSettings, settings_from
from demo.stripe_standin.state import RecordedCall, State
from demo.stripe_standin.transport import (
    Asgi,
    PageResponse,
    Receive,
    Scope,
    Send,
    hang_up,
    read_body,
    send_response,
)

log = logging.getLogger(__name__)

T = TypeVar("T")

_LARGEST_BODY = 1024 * 1024
_CORS = {
    "Access-Control-Allow-Origin": "*",
    "Access-Control-Allow-Methods": "GET, POST, OPTIONS",
    "Access-Control-Allow-Headers": "Authorization, Content-Type, Stripe-Version, Idempotency-Key",
    "Access-Control-Expose-Headers": "Request-Id",
    "Access-Control-Max-Age": "300",
}


class Standin(State):
    """One stand-in as an ASGI application."""

    def __init__(self, settings: StandinSettings) -> None:
        super().__init__(settings)
        self._api_thread = ThreadPoolExecutor(1, thread_name_prefix="stripe-standin-api")

    def stop(self) -> None:
        """End the threads and close the store."""
        self._api_thread.shutdown(wait=True)
        super().stop()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one ASGI connection."""
        if scope["type"] == "lifespan":
            await self._lifespan(receive, send)
        elif scope["type"] == "http":
            self.start()
            await self._http(scope, receive, send)

    async def _lifespan(self, receive: Receive, send: Send) -> None:
        while True:
            message = await receive()
            if message["type"] == "lifespan.startup":
                self.start()
                await send({"type": "lifespan.startup.complete"})
            elif message["type"] == "lifespan.shutdown":
                self.stop()
                await send({"type": "lifespan.shutdown.complete"})
                return

    async def _http(self, scope: Scope, receive: Receive, send: Send) -> None:
        path = scope["path"].removeprefix(self.settings.prefix) or "/"
        body = await read_body(receive, _LARGEST_BODY)
        if body is not None and path.startswith("/v1/"):
            await self._api(_request(scope, path, body, self.settings.prefix), receive, send)
        else:
            await send_response(send, await self._other(scope["method"], path, body))

    async def _other(self, method: str, path: str, body: bytes | None) -> PageResponse:
        if body is None:
            return PageResponse.json(413, {"error": {"message": "The request body is too large."}})
        if method == "POST" and self.settings.faults and path.startswith("/_control/"):
            return await asyncio.to_thread(control, self, path.removeprefix("/_control/"), body)
        match = re.fullmatch(r"/authenticate/(\w+)", path)
        if method == "POST" and match:
            return await self._authenticate(match[1], body)
        match = re.fullmatch(r"/connect/(\w+)", path)
        if method == "POST" and match:
            return await self._onboard(match[1], body)
        return pages.serve(method, path)

    async def run(self, act: Callable[[], T]) -> T:
        """Run a blocking function in the API's thread."""
        return await asyncio.get_running_loop().run_in_executor(self._api_thread, act)

    async def _authenticate(self, intent_id: str, body: bytes) -> PageResponse:
        try:
            said = json.loads(body)
            secret, succeeded = str(said["clientSecret"]), said["outcome"] == "succeeded"
        except (ValueError, TypeError, KeyError):
            return PageResponse.json(400, {"error": {"message": "clientSecret and outcome are needed."}})
        response = await self.run(
            lambda: self.engine.authenticate_customer(intent_id, secret, succeeded=succeeded)
        )
        self.deliverer.wake()
        return _page_response(response)

    async def _onboard(self, link_id: str, body: bytes) -> PageResponse:
        try:
            outcome = str(json.loads(body)["outcome"])
        except (ValueError, TypeError, KeyError):
            return PageResponse.json(400, {"error": {"message": "outcome is needed."}})
        response = await self.run(lambda: self.engine.onboard(link_id, outcome))
        self.deliverer.wake()
        return _page_response(response)

    async def _api(self, request: ApiRequest, receive: Receive, send: Send) -> None:
        if request.method == "OPTIONS":
            await send_response(send, PageResponse(200, b"", _CORS))
            return
        while not self.thawed.is_set():
            await asyncio.sleep(0.02)
        fault = self.faults.take(request.method, request.path) if self.settings.faults else None
        response = await self._with_fault(request, fault, receive)
        if self.settings.faults:
            self._record(request, response, fault)
        self.deliverer.wake()
        if response is None:
            await hang_up(send)
            return
        plain = _page_response(response)
        await send_response(send, PageResponse(plain.status, plain.body, plain.headers | _CORS))

    async def _with_fault(
        self, request: ApiRequest, fault: Fault | None, receive: Receive
    ) -> ApiResponse | None:
        """Return the response, or None if the connection is to end without one."""
        if fault is None:
            return await self._handle(request)
        before = _BEFORE.get(fault.kind)
        if before:
            return before
        if fault.kind in ("timeout_before", "reset_before"):
            await _wait_for_hang_up(receive, fault.seconds if fault.kind == "timeout_before" else 0)
            return None
        pause = fault.seconds if fault.kind == "slow" else 0.0
        stored = 500 if fault.kind == "error_500_stored" else None
        response = await self._handle(request, pause=pause, stored_status=stored)
        if fault.kind == "error_500_after":
            return _BEFORE["error_500"]
        if fault.kind in ("timeout_after", "reset_after"):
            self.deliverer.wake()
            await _wait_for_hang_up(receive, fault.seconds if fault.kind == "timeout_after" else 0)
            return None
        return response

    async def _handle(
        self, request: ApiRequest, *, pause: float = 0.0, stored_status: int | None = None
    ) -> ApiResponse:
        prepared = await self.run(lambda: self.engine.begin(request))
        if isinstance(prepared, ApiResponse):
            return prepared
        if pause:
            await asyncio.sleep(pause)
        return await self.run(lambda: self.engine.execute(prepared, stored_status=stored_status))

    def _record(self, request: ApiRequest, response: ApiResponse | None, fault: Fault | None) -> None:
        sent = request.body if request.method == "POST" else request.query
        self.calls.append(
            RecordedCall(
                method=request.method,
                path=request.path,
                params=re.sub(r"((?:number|cvc)(?:%5D|\])=)[^&]*", r"\1…", sent),
                idempotency_key=request.headers.get("idempotency-key"),
                status=response.status if response else 0,
                fault=fault.kind if fault else None,
            )
        )


def _failing(status: int, message: str, *, kind: str, code: str | None = None) -> ApiResponse:
    error = StripeApiError(status, message, kind=kind, code=code)
    return ApiResponse(status, json.dumps(error.body()), {"Stripe-Should-Retry": "false"})


_BEFORE = {
    "error_500": _failing(500, "An unknown error occurred. Sorry about that.", kind="api_error"),
    "rate_limit": _failing(
        429, "Request rate limit exceeded.", kind="invalid_request_error", code="rate_limit"
    ),
    "lock_timeout": _failing(
        429,
        "This object cannot be accessed right now because another API request or Stripe process is "
        "currently accessing it. If you see this error intermittently, retry the request.",
        kind="invalid_request_error",
        code="lock_timeout",
    ),
}


async def _wait_for_hang_up(receive: Receive, seconds: float) -> None:
    """Wait until the client disconnects, at most ``seconds``."""
    if seconds:
        try:
            async with asyncio.timeout(seconds):
                while (await receive())["type"] != "http.disconnect":
                    pass
        except TimeoutError:
            pass


def _request(scope: Scope, path: str, body: bytes, prefix: str) -> ApiRequest:
    headers = {name.decode("latin-1").lower(): value.decode("latin-1") for name, value in scope["headers"]}
    host = headers.get("host", "127.0.0.1")
    return ApiRequest(
        method=scope["method"],
        path=path.rstrip("/"),
        query=scope.get("query_string", b"").decode("latin-1"),
        body=body.decode("utf-8", "replace"),
        headers=headers,
        base_url=f"{scope.get('scheme', 'http')}://{host}{prefix}",
    )


def _page_response(response: ApiResponse) -> PageResponse:
    headers = {"Content-Type": "application/json", "Cache-Control": "no-cache, no-store"}
    return PageResponse(response.status, response.body.encode(), headers | response.headers)


def mounted(outer: Asgi, standin: Standin) -> Asgi:
    """Return an application that routes paths under the prefix to the stand-in, others to `outer`."""
    prefix = standin.settings.prefix
    if not re.fullmatch(r"(/[\w-]+)+", prefix):
        raise ValueError("A mounted stand-in needs a prefix such as /stripe-standin.")

    async def application(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan" or (
            scope["type"] == "http" and f"{scope['path']}/".startswith(f"{prefix}/")
        ):
            await standin(scope, receive, send)
        else:
            await outer(scope, receive, send)

    return application


@cache
def _made() -> Standin:
    return Standin(settings_from())


async def application(scope: Scope, receive: Receive, send: Send) -> None:
    """Serve the stand-in of the `STRIPE_STANDIN_…` variables, made at its first use."""
    await _made()(scope, receive, send)
