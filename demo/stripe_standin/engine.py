"""The API without its transport: authentication, idempotency keys, and a transaction for each call."""

from __future__ import annotations

import hashlib
import json
import logging
import re
from base64 import b64decode
from binascii import Error as Base64Error
from dataclasses import dataclass, field
from typing import Any

from demo.stripe_standin import accounts, confirming, payment_intents, setup_intents
from demo.stripe_standin.call import Call, Outlet, expanded, new_id, public
from demo.stripe_standin.errors import Json, StripeApiError, unauthorized
from demo.stripe_standin.params import clean, decode_form
from demo.stripe_standin.routes import ROUTES, Route
from demo.stripe_standin.settings import API_VERSION, StandinSettings
from demo.stripe_standin.store import Store

log = logging.getLogger(__name__)

_IN_USE_FOR = 60.0
_BROWSER_VIEW = {"payment_intent": payment_intents.for_browser, "setup_intent": setup_intents.for_browser}


@dataclass(frozen=True)
class ApiRequest:
    """An HTTP request; header names in lower case."""

    method: str
    path: str
    query: str = ""
    body: str = ""
    headers: dict[str, str] = field(default_factory=dict)
    base_url: str = ""


@dataclass(frozen=True)
class ApiResponse:
    """A response with its JSON text; `Request-Id` and the like are in its headers."""

    status: int
    body: str
    headers: dict[str, str]


@dataclass
class Prepared:
    """A request that may run.

    It is authenticated, its route is found, and it has claimed its idempotency key.
    """

    request: ApiRequest
    route: Route
    path: dict[str, str]
    raw: Json
    publishable: bool
    request_id: str
    key: str | None


class Engine:
    """Handles API calls. Every method blocks on SQLite, so the transport runs them outside its event loop."""

    def __init__(self, settings: StandinSettings, store: Store, outlet: Outlet) -> None:
        self.settings = settings
        self.store = store
        self.outlet = outlet
        self.hold_processing = False

    def handle(self, request: ApiRequest) -> ApiResponse:
        """Do :meth:`begin` and :meth:`execute`."""
        prepared = self.begin(request)
        return prepared if isinstance(prepared, ApiResponse) else self.execute(prepared)

    def begin(self, request: ApiRequest) -> Prepared | ApiResponse:
        """Authenticate, find the route, claim the idempotency key; or return an error or stored response."""
        request_id = new_id("req", 14)
        key = request.headers.get("idempotency-key") if request.method == "POST" else None
        headers = _headers(request_id, request, key)
        try:
            raw = decode_form(request.body if request.method == "POST" else request.query)
            publishable = self._authenticate(request, raw)
            route, path = _route(request)
            _check_allowed(route, publishable=publishable, key=key)
            replay = self._claim(key, request, raw, request_id) if key else None
        except StripeApiError as error:
            return _error(error, headers)
        if replay:
            status, body, original = replay
            return ApiResponse(
                status, body, headers | {"Idempotent-Replayed": "true", "Original-Request": original}
            )
        raw.pop("key", None)
        return Prepared(request, route, path, raw, publishable, request_id, key)

    def execute(self, prepared: Prepared, *, stored_status: int | None = None) -> ApiResponse:
        """Run the call in one transaction that also stores the response for its idempotency key.

        `stored_status` 500 commits the effect and stores a server error as the response: for tests.
        """
        headers = _headers(prepared.request_id, prepared.request, prepared.key)
        try:
            with self.store.transaction():
                response = self._run(prepared, headers)
                if stored_status:
                    response = _error(_server_error(), headers)
                if prepared.key:
                    self._remember(prepared.key, response)
        except StripeApiError as error:
            self._release(prepared.key)
            return _error(error, headers)
        except Exception:
            log.exception(
                "The Stripe stand-in failed on %s %s", prepared.request.method, prepared.request.path
            )
            self._release(prepared.key)
            return _error(_server_error(), headers)
        return response

    def _run(self, prepared: Prepared, headers: dict[str, str]) -> ApiResponse:
        call = self.call(prepared.request_id, base_url=prepared.request.base_url)
        call.path, call.publishable, call.idempotency_key = prepared.path, prepared.publishable, prepared.key
        call.params = clean(prepared.raw, prepared.route.spec)
        try:
            response = public(prepared.route.handler(call))
        except StripeApiError as error:
            if not error.keeps_effect:
                raise
            return _error(error, headers)
        return ApiResponse(200, _json(self._view(response, call)), headers)

    def call(self, request_id: str | None = None, *, base_url: str = "") -> Call:
        """Return a call without parameters, for changes from outside the API."""
        return Call(
            settings=self.settings,
            store=self.store,
            outlet=self.outlet,
            params={},
            path={},
            now=self.settings.clock(),
            request_id=request_id or new_id("req", 14),
            base_url=base_url,
            hold_processing=self.hold_processing,
        )

    def _view(self, response: Json, call: Call) -> Json:
        if call.publishable:
            response = _BROWSER_VIEW.get(response["object"], public)(response)
        shown: Json = public(expanded(self.store, response, call.params.get("expand") or []))
        return shown

    def authenticate_customer(self, intent_id: str, client_secret: str, *, succeeded: bool) -> ApiResponse:
        """Complete or fail a 3-D Secure challenge, for its page.

        Returns `{intent, return_url}`; the URL is that of the confirmation, never one from the page.
        """
        call = self.call()
        call.publishable = True
        call.path, call.params = {"id": intent_id}, {"client_secret": client_secret}
        headers = {"Request-Id": call.request_id}
        module: Any = setup_intents if intent_id.startswith("seti_") else payment_intents
        act: Any = setup_intents if intent_id.startswith("seti_") else confirming
        try:
            with self.store.transaction():
                try:
                    intent = act.authenticated(call, module.intent_of(call), succeeded=succeeded)
                except StripeApiError as error:
                    if not error.keeps_effect:
                        raise
                    intent = module.intent_of(call)
            response = {"intent": public(module.for_browser(intent)), "return_url": intent.get("_return_url")}
            return ApiResponse(200, _json(response), headers)
        except StripeApiError as error:
            return _error(error, headers)

    def onboard(self, link_id: str, outcome: str) -> ApiResponse:
        """End a visit of the onboarding page, for that page: returns `{url}`."""
        call = self.call()
        headers = {"Request-Id": call.request_id}
        try:
            with self.store.transaction():
                response = {"url": accounts.onboard(call, link_id, outcome)}
            return ApiResponse(200, _json(response), headers)
        except StripeApiError as error:
            return _error(error, headers)

    def _authenticate(self, request: ApiRequest, raw: Json) -> bool:
        """Return True for the publishable key.

        Raises a 401 for any key but the stand-in's own two, with a message of its own for live keys.
        """
        key = _api_key(request) or str(raw.get("key") or "")
        if not key:
            raise unauthorized(
                "You did not provide an API key. You need to provide your API key in the Authorization "
                "header, using Bearer auth (e.g. 'Authorization: Bearer YOUR_SECRET_KEY')."
            )
        if re.match(r"(sk|pk|rk)_live_", key):
            raise unauthorized(
                "A live mode API key was used with the local Stripe stand-in, which moves no money and "
                "accepts its own test keys only. Use the test keys that it was started with."
            )
        if key == self.settings.secret_key:
            return False
        if key == self.settings.publishable_key:
            return True
        raise unauthorized(f"Invalid API Key provided: {key[:8]}{'*' * 8}{key[-4:]}")

    def _claim(
        self, key: str, request: ApiRequest, raw: Json, request_id: str
    ) -> tuple[int, str, str] | None:
        """Claim the idempotency key for this request.

        Returns the stored response, if there is one. Raises 400 and 409 as Stripe does.
        """
        said = json.dumps([request.method, request.path, raw], sort_keys=True)
        fingerprint = hashlib.sha256(said.encode()).hexdigest()
        now = self.settings.clock()
        with self.store.transaction():
            known = self.store.connection.execute(
                "SELECT * FROM idempotency WHERE key = ?", (key,)
            ).fetchone()
            if known and known["fingerprint"] != fingerprint:
                raise _conflict(key)
            if known and known["status"] is not None:
                return int(known["status"]), str(known["body"]), str(known["request_id"])
            if known and known["started"] > now - _IN_USE_FOR:
                raise _in_use()
            self.store.connection.execute(
                "INSERT OR REPLACE INTO idempotency (key, fingerprint, started, request_id) VALUES (?, "
                "?, ?, ?)",
                (key, fingerprint, now, request_id),
            )
        return None

    def _remember(self, key: str, response: ApiResponse) -> None:
        self.store.connection.execute(
            "UPDATE idempotency SET status = ?, body = ? WHERE key = ?", (response.status, response.body, key)
        )

    def _release(self, key: str | None) -> None:
        """Free the key of a call that was rejected before it changed anything, as Stripe does."""
        if key:
            with self.store.transaction():
                self.store.connection.execute(
                    "DELETE FROM idempotency WHERE key = ? AND status IS NULL", (key,)
                )

    def release(self, prepared: Prepared) -> None:
        """Free the idempotency key of a request that will not run."""
        self._release(prepared.key)


def _check_allowed(route: Route, *, publishable: bool, key: str | None) -> None:
    if publishable and not route.publishable:
        raise StripeApiError(
            403,
            "This API call cannot be made with a publishable API key. Please use a secret API key. "
            "You can find a list of your API keys at https://dashboard.stripe.com/account/apikeys.",
            code="secret_key_required",
        )
    if key is not None and len(key) > 255:
        raise StripeApiError(400, "Idempotency keys can be at most 255 characters.", kind="idempotency_error")


def _conflict(key: str) -> StripeApiError:
    return StripeApiError(
        400,
        "Keys for idempotent requests can only be used with the same parameters they were first used "
        f"with. Try using a key other than '{key}' if you meant to execute a different request.",
        kind="idempotency_error",
    )


def _in_use() -> StripeApiError:
    return StripeApiError(
        409,
        "There is currently another in-progress request using this Idempotent Key (that probably means "
        "you submitted twice, and the other request is still going through). Please try again later.",
        kind="idempotency_error",
        code="idempotency_key_in_use",
    )


def _server_error() -> StripeApiError:
    return StripeApiError(
        500,
        "An unknown error occurred. Sorry about that.",
        kind="api_error",
        headers={"Stripe-Should-Retry": "false"},
    )


def _api_key(request: ApiRequest) -> str:
    scheme, _, value = request.headers.get("authorization", "").partition(" ")
    if scheme.lower() == "bearer":
        return value.strip()
    if scheme.lower() == "basic":
        try:
            return b64decode(value, validate=True).decode().partition(":")[0]
        except (Base64Error, UnicodeDecodeError):
            return ""
    return ""


def _route(request: ApiRequest) -> tuple[Route, dict[str, str]]:
    for route in ROUTES:
        match = route.pattern.fullmatch(request.path)
        if match and route.method == request.method:
            return route, match.groupdict()
    raise StripeApiError(
        404,
        f"Unrecognized request URL ({request.method}: {request.path}). Please see https://stripe.com/docs "
        "or we can help at https://support.stripe.com/.",
    )


def _headers(request_id: str, request: ApiRequest, key: str | None) -> dict[str, str]:
    headers = {"Request-Id": request_id, "Stripe-Version": request.headers.get("stripe-version", API_VERSION)}
    return headers | {"Idempotency-Key": key, "Original-Request": request_id} if key else headers


def _json(value: Json) -> str:
    return json.dumps(value, indent=2)


def _error(error: StripeApiError, headers: dict[str, str]) -> ApiResponse:
    body = error.body()
    body["error"]["request_log_url"] = f"https://dashboard.stripe.com/test/logs/{headers['Request-Id']}"
    return ApiResponse(error.status, _json(body), headers | error.headers)
