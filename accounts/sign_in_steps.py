"""Steps of signing in, as stored in the session: a first step that awaits the second, or both.

Every way to sign in ends in :func:`open_session`, or in :func:`hold` where the account has an authenticator
app: then nobody is signed in until the code has come, within ten minutes.
"""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial
from typing import Any

from django.contrib.auth import login
from django.http import HttpRequest, HttpResponseBase
from django.utils.crypto import constant_time_compare
from django.utils.functional import SimpleLazyObject

from accounts import limits
from accounts.clients import note_proof
from accounts.limits import Client
from accounts.models import User

LASTS = timedelta(minutes=10)
# The web app's page for the code.
PAGE = "/login/second-step"
_BACKEND = "django.contrib.auth.backends.ModelBackend"
_HELD, _FACTOR, _WAY = "sign_in_held", "second_factor_id", "signed_in_by"
# Ways that prove the owner by other means than our password. An account that has one is asked for it all the
# same; without one, whoever reads its mailbox could choose one.
_SHOWN_ELSEWHERE = {"google", "apple", "passkey", "link"}


@dataclass(frozen=True)
class Held:
    """An account that has passed the first step, and by which way, as in ``password`` or ``link``."""

    user: User
    way: str


def hold(request: HttpRequest, user: User, *, way: str, now: datetime) -> None:
    """Store that the first step was passed; nobody is signed in by it."""
    if not request.user.is_authenticated:
        request.session.cycle_key()
    request.session[_HELD] = {
        "account": str(user.pk),
        "way": way,
        "until": (now + LASTS).isoformat(),
        # Changes with the password: a new one invalidates this step.
        "state": user.get_session_auth_hash(),
    }


def held(request: HttpRequest, *, now: datetime) -> Held | None:
    """Return who has passed the first step in this browser within the last ten minutes."""
    held = request.session.get(_HELD)
    if not held or now >= datetime.fromisoformat(held["until"]):
        return None
    user = User.objects.filter(pk=held["account"], is_active=True).first()
    if user is None or not constant_time_compare(held["state"], user.get_session_auth_hash()):
        return None
    return Held(user, held["way"])


def open_session(
    request: HttpRequest, user: User, *, client: Client, way: str, factor_id: int | None, now: datetime
) -> None:
    """Sign an account in under a new key; ``factor_id`` is the factor that was shown, if any."""
    if request.user.is_authenticated:
        request.session.cycle_key()  # login() keeps the key for the same account
    login(request, user, backend=_BACKEND)
    request.session.pop(_HELD, None)
    request.session[_WAY] = way
    show_factor(request, factor_id)
    if factor_id is not None or way in _SHOWN_ELSEWHERE:
        note_proof(request, now=now)
    request.user = _with_proof(request.session, user)
    limits.remember_client(user_id=user.pk, client=client, now=now)


def show_factor(request: HttpRequest, factor_id: int | None) -> None:
    """Store in the session which factor was shown."""
    request.session[_FACTOR] = factor_id


def way_of(request: HttpRequest) -> str:
    """Return how a session was opened; empty for one from before this was recorded."""
    return str(request.session.get(_WAY, ""))


def note_way(request: HttpRequest, way: str) -> None:
    """Store in the session how it was opened, where allauth has opened it."""
    request.session[_WAY] = way
    show_factor(request, None)


def has_shown_factor(user: Any) -> bool:
    """Return whether the session has shown a factor that its account still has."""
    proof: Any = getattr(user, "is_verified", None)
    return proof is not None and bool(proof())


class _Proof:
    """Caches one query per factor id of a session: lists check this for every row."""

    def __init__(self, session: Any, user: User) -> None:
        self.session, self.user = session, user
        self.known: dict[int | None, bool] = {None: False}

    def __call__(self) -> bool:
        factor_id = self.session.get(_FACTOR)
        if factor_id not in self.known:
            self.known[factor_id] = self.user.has_factor(factor_id)
        return self.known[factor_id]


def _with_proof(session: Any, user: Any) -> Any:
    if isinstance(user, User):
        user.is_verified = _Proof(session, user)  # type: ignore[attr-defined]  # our own attribute
    return user


class SecondFactor:
    """Middleware: lets ``request.user`` know whether its session has shown the second factor."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Wrap the user lazily: the database is queried only by code that asks."""
        request.user = SimpleLazyObject(partial(_with_proof, request.session, request.user))  # type: ignore[assignment]  # as Django's own
        return self.get_response(request)
