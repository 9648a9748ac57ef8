"""Rate limits of the API, and the client address that they count by."""

import ipaddress
import time
from typing import Any
from uuid import UUID

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
    """There were too many calls (429); ``Retry-After`` says in how many seconds to try again."""

    status = status.HTTP_429_TOO_MANY_REQUESTS
    code = "throttled"


def client_address(request: HttpRequest) -> str:
    """Return the network address that limits count by.

    Without a proxy it is the peer's. ``TRUSTED_PROXIES`` is the number of proxies in front, each of which
    appends to ``X-Forwarded-For``; entries further left were sent by the client and are ignored.
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
    """Return the seconds until one more call is allowed: in this window, or in the next as this one fades.

    ``left`` are the seconds left in this window; ``calls`` and ``before`` are the counters.
    """
    spare = limit - 1 - calls
    if spare >= 0 and before and (at_left := spare * seconds // before) >= 1:
        return left - at_left
    fading = seconds - min(seconds, (limit - 1) * seconds // max(1, calls))
    return left + fading


class WindowThrottle(BaseThrottle):
    """A sliding-window rate limit; subclasses say who is counted and how many calls are allowed.

    Two counters, of this window and of the one before, the latter weighted by how much of it lies
    within the last ``seconds``: cheap, and atomic in every cache. Refused calls do not count, so
    that ``Retry-After`` is right for clients that respect it, and others are no worse off.
    """

    seconds = _MINUTE

    def counted(self, request: Request) -> tuple[str, int] | None:
        """Return the name that a call counts under and its limit; ``None``: no limit."""
        raise NotImplementedError

    def allow_request(self, request: Request, view: Any) -> bool:
        """Count the call and return whether it is within the limit."""
        counted = self.counted(request)
        return counted is None or self.is_within(*counted)

    def is_within(self, name: str, limit: int) -> bool:
        """Count one call under a name and return whether it is within the limit."""
        window, second = divmod(int(time.time()), self.seconds)  # noqa: TID251 - the demo's moved clock must not lift limits
        key, key_before = f"calls:{name}:{window}", f"calls:{name}:{window - 1}"
        if call_counters.use_held(key):
            return True
        taken = call_counters.how_many_to_take(key, most=limit // self.seconds)
        return self._may_take(taken, key, key_before, left=self.seconds - second, limit=limit)

    def _may_take(self, taken: int, key: str, key_before: str, *, left: int, limit: int) -> bool:
        """Claim ``taken`` calls of what is left of a limit; if that is too many, only the current one."""
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
        """Return the seconds until one more call is allowed."""
        return self.free_in


class AccountThrottle(WindowThrottle):
    """``ACCOUNT_CALLS_PER_MINUTE`` for each signed-in account; visitors have limits for single acts."""

    def counted(self, request: Request) -> tuple[str, int] | None:
        if not request.user.is_authenticated:
            return None
        return str(request.user.pk), settings.ACCOUNT_CALLS_PER_MINUTE


class LinkThrottle(WindowThrottle):
    """For calls authorized by a signed link alone: a limit for each network address, whoever is signed in.

    Reads and writes count separately: a whole household may read, while each write may call Stripe.
    """

    def counted(self, request: Request) -> tuple[str, int] | None:
        address = client_address(request._request)
        if request.method in SAFE_METHODS:
            return f"link-reads:{address}", settings.LINK_READS_PER_MINUTE
        return f"link-writes:{address}", settings.LINK_WRITES_PER_MINUTE


class EmailedLinkThrottle(WindowThrottle):
    """For calls with a mailed token: the limit of :class:`LinkThrottle`'s reads, with its own counter."""

    def counted(self, request: Request) -> tuple[str, int] | None:
        """Count an address's calls together: tokens are sent in bodies, so there are no reads."""
        return f"emailed-links:{client_address(request._request)}", settings.LINK_READS_PER_MINUTE


class PasskeyThrottle(WindowThrottle):
    """``PASSKEY_CALLS_PER_MINUTE`` for each network address: the account is not known yet."""

    def counted(self, request: Request) -> tuple[str, int] | None:
        return f"passkeys:{client_address(request._request)}", settings.PASSKEY_CALLS_PER_MINUTE


class SocialSignInThrottle(WindowThrottle):
    """``SOCIAL_CALLS_PER_MINUTE`` to Google and Apple and back for each network address.

    These are pages, which ask :meth:`is_allowed`.
    """

    def is_allowed(self, request: HttpRequest) -> bool:
        """Count a call and return whether it is within the limit."""
        return self.is_within(f"social:{client_address(request)}", settings.SOCIAL_CALLS_PER_MINUTE)


class WriteThrottle(WindowThrottle):
    """A limit for each account's writes; subclasses say of what, and how many. Reads do not count."""

    name = ""

    def limit(self) -> int:
        raise NotImplementedError

    def counted(self, request: Request) -> tuple[str, int] | None:
        if request.method in SAFE_METHODS:
            return None
        return f"{self.name}:{request.user.pk}", self.limit()


class MessageThrottle(WriteThrottle):
    """``MESSAGES_PER_MINUTE`` that each account writes, over all orders."""

    name = "messages"

    def limit(self) -> int:
        return settings.MESSAGES_PER_MINUTE


class BookingThrottle(WriteThrottle):
    """``BOOKINGS_PER_HOUR`` that each account makes, single and recurring: each takes a place, and shows."""

    seconds = _HOUR
    name = "bookings"

    def limit(self) -> int:
        return settings.BOOKINGS_PER_HOUR


class ProviderBookingThrottle(WindowThrottle):
    """``PROVIDER_BOOKINGS_PER_HOUR`` with one provider from each network address, whoever is signed in.

    Accounts are free, and each could hold three places without paying. Views ask :meth:`is_allowed` once they
    have read which provider is meant.
    """

    seconds = _HOUR

    def is_allowed(self, request: HttpRequest, *, provider_id: UUID) -> bool:
        """Count a booking and return whether it is within the limit."""
        name = f"provider-bookings:{client_address(request)}:{provider_id}"
        return self.is_within(name, settings.PROVIDER_BOOKINGS_PER_HOUR)


class OrderChangeThrottle(WriteThrottle):
    """``ORDER_CHANGES_PER_HOUR`` of each account, over all orders: the other side is told of each.

    An hour's, because what was changed without a connection is sent all at once.
    """

    seconds = _HOUR
    name = "order-changes"

    def limit(self) -> int:
        return settings.ORDER_CHANGES_PER_HOUR


class UploadThrottle(WriteThrottle):
    """``UPLOADS_PER_HOUR`` of each account's photos and documents, wherever they go: drawing takes long."""

    seconds = _HOUR
    name = "uploads"

    def limit(self) -> int:
        return settings.UPLOADS_PER_HOUR


class ExportThrottle(WriteThrottle):
    """``EXPORTS_PER_HOUR`` for each account: making one is expensive."""

    seconds = _HOUR
    name = "exports"

    def limit(self) -> int:
        return settings.EXPORTS_PER_HOUR


class PushSubscriptionThrottle(WriteThrottle):
    """``PUSH_SUBSCRIPTIONS_PER_HOUR`` for each account: a browser keeps its subscription."""

    seconds = _HOUR
    name = "push-subscriptions"

    def limit(self) -> int:
        return settings.PUSH_SUBSCRIPTIONS_PER_HOUR


class ScheduleThrottle(WriteThrottle):
    """``SCHEDULE_CHANGES_PER_HOUR`` of each account's week, days off and slots: lists are made anew."""

    seconds = _HOUR
    name = "schedule-changes"

    def limit(self) -> int:
        return settings.SCHEDULE_CHANGES_PER_HOUR


class StoredResponseThrottle(WriteThrottle):
    """``STORED_RESPONSES_PER_HOUR`` of each account's writes with an ``Idempotency-Key``, all together.

    Each response is kept for a month. A response that is given again does not count.
    """

    seconds = _HOUR
    name = "stored-responses"

    def limit(self) -> int:
        return settings.STORED_RESPONSES_PER_HOUR


class StripeThrottle(WriteThrottle):
    """``STRIPE_CALLS_PER_MINUTE`` of each account; links have :class:`LinkThrottle`."""

    name = "stripe-calls"

    def limit(self) -> int:
        return settings.STRIPE_CALLS_PER_MINUTE


class CardSetupThrottle(WriteThrottle):
    """``CARD_SETUPS_PER_HOUR`` for each account: testing stolen cards takes many."""

    seconds = _HOUR
    name = "card-setups"

    def limit(self) -> int:
        return settings.CARD_SETUPS_PER_HOUR


class ReviewReportThrottle(WriteThrottle):
    """``REVIEW_REPORTS_PER_HOUR`` for each account: operators read every one."""

    seconds = _HOUR
    name = "review-reports"

    def limit(self) -> int:
        return settings.REVIEW_REPORTS_PER_HOUR


class ListThrottle(WindowThrottle):
    """``LISTS_PER_MINUTE`` of all providers for each network address.

    These reads are the same for everybody, so nobody is authenticated until an address has used up its limit;
    from then on signed-in accounts behind it count against their own.
    """

    name = "lists"

    def limit(self) -> int:
        return settings.LISTS_PER_MINUTE

    def allow_request(self, request: Request, view: Any) -> bool:
        """Count the call for its address, and beyond that limit for its account."""
        return self.is_allowed(request._request)

    def is_allowed(self, request: HttpRequest) -> bool:
        """Return whether a call is within the limit, before the REST framework has seen it."""
        if self.is_within(f"{self.name}:{client_address(request)}", self.limit()):
            return True
        # Not request.user: without authenticators the framework has replaced it by an anonymous user.
        user = get_user(request)
        return user.is_authenticated and self.is_within(str(user.pk), settings.ACCOUNT_CALLS_PER_MINUTE)


class ProviderReadThrottle(ListThrottle):
    """``PROVIDER_READS_PER_MINUTE`` of a provider's page, details and slots for each network address."""

    name = "provider-reads"

    def limit(self) -> int:
        return settings.PROVIDER_READS_PER_MINUTE


class LocalityThrottle(ListThrottle):
    """``PLACES_PER_MINUTE`` searches for a locality for each network address; every key press is one."""

    name = "localities"

    def limit(self) -> int:
        return settings.PLACES_PER_MINUTE


class NearbyListThrottle(ListThrottle):
    """``NEARBY_LISTS_PER_MINUTE`` of providers around a postal code for each network address."""

    name = "nearby-lists"

    def limit(self) -> int:
        return settings.NEARBY_LISTS_PER_MINUTE
