"""Limits on how often the API is called, and who is calling."""

import ipaddress
import time
from typing import Any

from django.conf import settings
from django.contrib.auth import get_user
from django.http import HttpRequest
from rest_framework import status
from rest_framework.permissions import SAFE_METHODS
from rest_framework.request import Request
from rest_framework.throttling import BaseThrottle

from marketplace.errors import DomainError
from marketplace.http import call_counters

UNKNOWN_ADDRESS = "::"
_MINUTE = 60
_HOUR = 60 * _MINUTE


class Throttled(DomainError):
    """Too often (429); ``Retry-After`` says in how many seconds to come back."""

    status = status.HTTP_429_TOO_MANY_REQUESTS
    code = "throttled"


def client_address(request: HttpRequest) -> str:
    """Return the network address that limits count by.

    Without a proxy it is the peer's. ``TRUSTED_PROXIES`` counts the proxies in front, each of which
    appends to ``X-Forwarded-For``; what stands further left was sent by the client and is ignored.
    An IPv6 address counts as its /64 network, because one subscriber has all of it.
    """
    given = request.META.get("REMOTE_ADDR", "")
    if settings.TRUSTED_PROXIES:
        hops = request.META.get("HTTP_X_FORWARDED_FOR", "").split(",")
        given = hops[-min(settings.TRUSTED_PROXIES, len(hops))].strip() or given
    try:
        address = ipaddress.ip_address(given)
    except ValueError:
        return UNKNOWN_ADDRESS
    if isinstance(address, ipaddress.IPv6Address):
        if address.ipv4_mapped:
            return str(address.ipv4_mapped)
        return str(ipaddress.ip_network((address, 64), strict=False).network_address)
    return str(address)


def _seconds_until_free(*, calls: int, before: int, left: int, limit: int, seconds: int) -> int:
    """Return when one more call is within the limit: in this window, or as its own weight fades.

    ``left`` is what is left of this window in seconds; ``calls`` and ``before`` are the counters.
    """
    spare = limit - 1 - calls
    if spare >= 0 and before and (at_left := spare * seconds // before) >= 1:
        return left - at_left
    fading = seconds - min(seconds, (limit - 1) * seconds // max(1, calls))
    return left + fading


class WindowThrottle(BaseThrottle):
    """So many calls within a stretch of time; a kind of throttle says who calls and how many are allowed.

    Two counters, of this window and of the one before, the latter weighted by how much of it lies
    within the last ``seconds``: cheap, and atomic in every cache. Refused calls do not count, so
    that ``Retry-After`` holds for whoever keeps to it and a client that does not is no worse off.
    """

    seconds = _MINUTE

    def counted(self, request: Request) -> tuple[str, int] | None:
        """Return under which name a call counts and how many there may be; None: any number."""
        raise NotImplementedError

    def allow_request(self, request: Request, view: Any) -> bool:
        """Count the call and tell whether it is within the limit."""
        counted = self.counted(request)
        return counted is None or self.is_within(*counted)

    def is_within(self, name: str, limit: int) -> bool:
        """Count one call under a name and tell whether it is within a limit."""
        window, second = divmod(int(time.time()), self.seconds)  # noqa: TID251 - a moved clock lifts no limit
        key, key_before = f"calls:{name}:{window}", f"calls:{name}:{window - 1}"
        if call_counters.use_held(key):
            return True
        taken = call_counters.how_many_to_take(key, most=limit // self.seconds)
        return self._may_take(taken, key, key_before, left=self.seconds - second, limit=limit)

    def _may_take(self, taken: int, key: str, key_before: str, *, left: int, limit: int) -> bool:
        """Take so many calls from what is left of a limit; where they are too many, the one that has come."""
        calls, before = call_counters.take(key, key_before, calls=taken, seconds=self.seconds)
        spare = limit - calls - before * left / self.seconds
        if spare >= 0:
            call_counters.hold(key, taken=taken, spare=int(spare))
            return True
        call_counters.give_back(key, calls=taken)
        if taken > 1:
            return self._may_take(1, key, key_before, left=left, limit=limit)
        self.free_in = _seconds_until_free(
            calls=calls - 1, before=before, left=left, limit=limit, seconds=self.seconds
        )
        return False

    def wait(self) -> float:
        """Return in how many seconds one more call is within the limit."""
        return self.free_in


class AccountThrottle(WindowThrottle):
    """``ACCOUNT_CALLS_PER_MINUTE`` for each signed-in account; visitors are limited act by act."""

    def counted(self, request: Request) -> tuple[str, int] | None:
        """Count an account's calls together."""
        if not request.user.is_authenticated:
            return None
        return str(request.user.pk), settings.ACCOUNT_CALLS_PER_MINUTE


class LinkThrottle(WindowThrottle):
    """For calls that only a signed link lets in: so many for each network address, whoever is signed in.

    Reads and writes count apart: a whole household may look, while each write may ask Stripe.
    """

    def counted(self, request: Request) -> tuple[str, int] | None:
        """Count an address's reads together, and its writes."""
        address = client_address(request._request)
        if request.method in SAFE_METHODS:
            return f"link-reads:{address}", settings.LINK_READS_PER_MINUTE
        return f"link-writes:{address}", settings.LINK_WRITES_PER_MINUTE


class EmailedLinkThrottle(WindowThrottle):
    """For calls that carry a token that was mailed: as many as reads of links, counted by themselves."""

    def counted(self, request: Request) -> tuple[str, int] | None:
        """Count an address's calls together: their tokens are in the body, so none is a read."""
        return f"emailed-links:{client_address(request._request)}", settings.LINK_READS_PER_MINUTE


class PasskeyThrottle(WindowThrottle):
    """``PASSKEY_CALLS_PER_MINUTE`` for each network address: whoever comes with one has nobody's name yet."""

    def counted(self, request: Request) -> tuple[str, int] | None:
        """Count an address's questions and answers together."""
        return f"passkeys:{client_address(request._request)}", settings.PASSKEY_CALLS_PER_MINUTE


class MessageThrottle(WindowThrottle):
    """``MESSAGES_PER_MINUTE`` that each account writes, whatever the orders."""

    def counted(self, request: Request) -> tuple[str, int] | None:
        """Count what an account writes; reading is another matter."""
        if request.method in SAFE_METHODS:
            return None
        return f"messages:{request.user.pk}", settings.MESSAGES_PER_MINUTE


class ExportThrottle(WindowThrottle):
    """``EXPORTS_PER_HOUR`` for each account: a copy of everything is work."""

    seconds = _HOUR

    def counted(self, request: Request) -> tuple[str, int] | None:
        """Count the copies that an account asks for; looking is another matter."""
        if request.method in SAFE_METHODS:
            return None
        return f"exports:{request.user.pk}", settings.EXPORTS_PER_HOUR


class PushSubscriptionThrottle(WindowThrottle):
    """``PUSH_SUBSCRIPTIONS_PER_HOUR`` for each account: a browser makes one for good."""

    seconds = _HOUR

    def counted(self, request: Request) -> tuple[str, int] | None:
        """Count the devices that an account names; looking is another matter."""
        if request.method in SAFE_METHODS:
            return None
        return f"push-subscriptions:{request.user.pk}", settings.PUSH_SUBSCRIPTIONS_PER_HOUR


class CardSetupThrottle(WindowThrottle):
    """``CARD_SETUPS_PER_HOUR`` for each account: who tries stolen cards needs many."""

    seconds = _HOUR

    def counted(self, request: Request) -> tuple[str, int] | None:
        """Count the forms for cards that an account opens."""
        return f"card-setups:{request.user.pk}", settings.CARD_SETUPS_PER_HOUR


class ReviewReportThrottle(WindowThrottle):
    """``REVIEW_REPORTS_PER_HOUR`` for each account: operators read every one."""

    seconds = _HOUR

    def counted(self, request: Request) -> tuple[str, int] | None:
        """Count the reviews that an account reports."""
        return f"review-reports:{request.user.pk}", settings.REVIEW_REPORTS_PER_HOUR


class ListThrottle(WindowThrottle):
    """``LISTS_PER_MINUTE`` of all providers for each network address.

    These reads are the same for everybody, so nobody asks who calls until an address has used up
    its share; from then on those behind it who are signed in have their account's.
    """

    name = "lists"

    def limit(self) -> int:
        """Return how many there may be a minute."""
        return settings.LISTS_PER_MINUTE

    def allow_request(self, request: Request, view: Any) -> bool:
        """Count the call for its address, and then for its account."""
        return self.is_allowed(request._request)

    def is_allowed(self, request: HttpRequest) -> bool:
        """Tell whether a call that the framework has not seen yet is within the limit."""
        if self.is_within(f"{self.name}:{client_address(request)}", self.limit()):
            return True
        # Not request.user: where nobody is authenticated, the framework has put a visitor there.
        user = get_user(request)
        return user.is_authenticated and self.is_within(str(user.pk), settings.ACCOUNT_CALLS_PER_MINUTE)


class PlaceThrottle(ListThrottle):
    """``PLACES_PER_MINUTE`` searches for a place for each network address; every key pressed is one."""

    name = "places"

    def limit(self) -> int:
        """Return how many there may be a minute."""
        return settings.PLACES_PER_MINUTE


class NearbyListThrottle(ListThrottle):
    """``NEARBY_LISTS_PER_MINUTE`` of the providers around a place for each network address."""

    name = "nearby-lists"

    def limit(self) -> int:
        """Return how many there may be a minute."""
        return settings.NEARBY_LISTS_PER_MINUTE
