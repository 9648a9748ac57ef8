"""Rate limits: passwords, visitors' acts by network address, and requested emails.

An attempt first inserts its own row, then counts the others. Each row is committed at once, so of many
parallel attempts the n-th sees at least n - 1 others: no more than the limit get through, on both
databases, without a lock. A refused attempt deletes its row.
"""

import hashlib
import hmac
import time
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from math import ceil
from uuid import UUID

from django.conf import settings
from django.db.models import QuerySet
from django.utils.translation import ngettext

from accounts.models import FailedSignIn, KnownClient, ThrottledAct
from marketplace import mailbox
from marketplace.http.throttling import Throttled


@dataclass(frozen=True)
class Limit:
    """At most ``count`` within any period as long as ``window``."""

    count: int
    window: timedelta

    def free_at(self, times: Iterable[datetime], now: datetime) -> datetime | None:
        """Return when the next attempt is free, given earlier ones; ``None`` if it is free now."""
        recent = sorted((at for at in times if at > now - self.window), reverse=True)
        return recent[self.count - 1] + self.window if len(recent) >= self.count else None


HOUR = timedelta(hours=1)
PER_ACCOUNT_AND_ADDRESS = Limit(5, timedelta(minutes=15))
PER_ADDRESS = Limit(100, HOUR)
PER_ACCOUNT = Limit(20, HOUR)
REGISTRATIONS = Limit(30, HOUR)
# Right passwords, too, take the time of hashing, of which there is one thread.
SIGN_INS = Limit(60, timedelta(minutes=1))
_PRESSED_TWICE = Limit(1, timedelta(minutes=1))
# Of an account; a sign-in from a new device and address leaves two.
_MOST_KNOWN_CLIENTS = 200
_NONE = 0  # no row has this id


@dataclass(frozen=True)
class Client:
    """Where an attempt comes from: a network address, and the id in the device cookie (or "")."""

    address: str
    device: str = ""

    def device_key(self) -> str:
        """Return the key under which an account remembers the device, or "" for a client without one."""
        return keyed_hash(f"device {self.device}") if self.device else ""

    def remembered_as(self) -> list[str]:
        """Return the keys under which an account remembers this client."""
        return [key for key in (keyed_hash(f"address {self.address}"), self.device_key()) if key]


def keyed_hash(text: str) -> str:
    """Return a keyed digest, so that the table reveals nobody."""
    return hmac.new(settings.SECRET_KEY.encode(), f"limits {text}".encode(), hashlib.sha256).hexdigest()


def refuse_until(free_at: datetime | None, now: datetime) -> None:
    """Raise 429 with ``Retry-After`` unless ``free_at`` is ``None``."""
    if free_at is None:
        return
    seconds = max(1, ceil((free_at - now).total_seconds()))
    minutes = ceil(seconds / 60)
    sentence = ngettext(
        "Too many attempts. Please try again in a minute.",
        "Too many attempts. Please try again in {minutes} minutes.",
        minutes,
    ).format(minutes=minutes)
    raise Throttled(sentence, headers={"Retry-After": str(seconds)})


def _known_keys(*, email: str, client: Client) -> set[str]:
    """Return which of a client's keys an account remembers."""
    known = KnownClient.objects.filter(
        user__email__lower=mailbox.compared(email), client_key__in=client.remembered_as()
    )
    return set(known.values_list("client_key", flat=True))


def account_key(email: str) -> str:
    """Return the key under which what is about an address is counted, whatever its case."""
    return keyed_hash(mailbox.compared(email))


def code_key(email: str) -> str:
    """Return the key under which an account's wrong codes of its authenticator app are counted."""
    return keyed_hash(f"codes of {mailbox.compared(email)}")


@dataclass(frozen=True)
class _Guesser:
    """Who tries to sign in: to which account, from where, and whether the account has been there before.

    ``device_key`` is empty unless the account knows the device.
    """

    account_key: str
    address: str
    device_key: str
    is_known: bool


def _guesser(*, account_key: str, email: str, client: Client) -> _Guesser:
    known, device_key = _known_keys(email=email, client=client), client.device_key()
    return _Guesser(
        account_key=account_key,
        address=client.address,
        device_key=device_key if device_key in known else "",
        is_known=bool(known),
    )


def _check_sign_in(guesser: _Guesser, *, now: datetime, own: int) -> None:
    recent = FailedSignIn.objects.filter(failed_at__gt=now - HOUR).exclude(pk=own)
    of_account = recent.filter(account_key=guesser.account_key)
    # A known device counts alone: whoever shares its address cannot lock its owner out.
    from_here = of_account.filter(client_key=guesser.device_key)
    if not guesser.device_key:
        from_here = from_here.filter(address=guesser.address)
        _refuse_above(PER_ADDRESS, recent.filter(address=guesser.address), now)
    _refuse_above(PER_ACCOUNT_AND_ADDRESS, from_here, now)
    if not guesser.is_known:
        _refuse_above(PER_ACCOUNT, of_account, now)


def _refuse_above(limit: Limit, failed: QuerySet[FailedSignIn], now: datetime) -> None:
    latest = failed.order_by("-failed_at").values_list("failed_at", flat=True)[: limit.count]
    refuse_until(limit.free_at(latest, now), now)


@dataclass(frozen=True)
class Attempt:
    """An attempt to sign in whose password is not checked yet: counted as wrong, and as one of its minute."""

    wrong: FailedSignIn
    right: ThrottledAct

    def was_not_wrong(self) -> None:
        """Count it as one of its minute alone: it was right, or its turn to be checked did not come."""
        self.wrong.delete()

    def was_wrong(self) -> None:
        """Count it as wrong alone, which has limits of its own."""
        self.right.delete()


def claim_sign_in(*, email: str, client: Client, now: datetime) -> Attempt:
    """Count an attempt to sign in before its password is checked; the caller says how that ended.

    Raises :class:`~marketplace.http.throttling.Throttled`.
    """
    wrong = _claim_attempt(account_key=account_key(email), email=email, client=client, now=now)
    try:
        # By the machine's clock: hashing takes its time, also where the demo's clock stands or is moved.
        instant = datetime.fromtimestamp(time.time(), tz=UTC)  # noqa: TID251
        right = claim_act(act="sign_in", limit=SIGN_INS, address=client.address, now=instant)
    except Throttled:
        wrong.delete()
        raise
    return Attempt(wrong=wrong, right=right)


def claim_code(*, email: str, client: Client, now: datetime) -> FailedSignIn:
    """Count a code of an authenticator app as wrong before it is checked, as :func:`claim_sign_in` does.

    Codes have the limits of passwords but their own count, so only who has passed the password can use it up.
    """
    return _claim_attempt(account_key=code_key(email), email=email, client=client, now=now)


def _claim_attempt(*, account_key: str, email: str, client: Client, now: datetime) -> FailedSignIn:
    guesser = _guesser(account_key=account_key, email=email, client=client)
    _check_sign_in(guesser, now=now, own=_NONE)
    claim = FailedSignIn.objects.create(
        account_key=account_key, address=client.address, client_key=guesser.device_key, failed_at=now
    )
    try:
        _check_sign_in(guesser, now=now, own=claim.pk)
    except Throttled:
        claim.delete()
        raise
    return claim


def _check_act(*, act: str, limit: Limit, address: str, now: datetime, own: int) -> None:
    earlier = ThrottledAct.objects.filter(act=act, address=address, at__gt=now - limit.window).exclude(pk=own)
    refuse_until(limit.free_at(earlier.values_list("at", flat=True)[: 2 * limit.count], now), now)


def claim_act(*, act: str, limit: Limit, address: str, now: datetime) -> ThrottledAct:
    """Count one act of an address; raises :class:`~marketplace.http.throttling.Throttled`."""
    _check_act(act=act, limit=limit, address=address, now=now, own=_NONE)
    claim = ThrottledAct.objects.create(act=act, address=address, at=now)
    try:
        _check_act(act=act, limit=limit, address=address, now=now, own=claim.pk)
    except Throttled:
        claim.delete()
        raise
    return claim


def claim_letter(*, act: str, limit: Limit, email: str, now: datetime, is_spaced: bool = True) -> bool:
    """Count a requested email, and return whether it may be sent: ``limit``, and if spaced one a minute.

    The requester is not told, whether or not the account exists.
    """
    asked = ThrottledAct.objects.filter(act=act, account_key=account_key(email), at__gt=now - limit.window)
    claim = ThrottledAct.objects.create(act=act, account_key=account_key(email), at=now)
    earlier = list(asked.exclude(pk=claim.pk).values_list("at", flat=True)[: 2 * limit.count])
    held_to = (_PRESSED_TWICE, limit) if is_spaced else (limit,)
    if all(one.free_at(earlier, now) is None for one in held_to):
        return True
    claim.delete()
    return False


def letter_free_at(*, act: str, limit: Limit, email: str, now: datetime) -> datetime | None:
    """Return when an address may be sent one more of these emails; ``None`` if it may be now."""
    sent = ThrottledAct.objects.filter(act=act, account_key=account_key(email), at__gt=now - limit.window)
    return limit.free_at(sent.values_list("at", flat=True)[: 2 * limit.count], now)


def remember_client(*, user_id: UUID, client: Client, now: datetime) -> None:
    """Record that an account has signed in from this client; of too many, forget those longest unused."""
    KnownClient.objects.bulk_create(
        [KnownClient(user_id=user_id, client_key=key, last_used_at=now) for key in client.remembered_as()],
        update_conflicts=True,
        unique_fields=["user", "client_key"],
        update_fields=["last_used_at"],
    )
    last_used_first = KnownClient.objects.filter(user_id=user_id).order_by("-last_used_at", "-pk")
    too_many = list(last_used_first.values_list("pk", flat=True)[_MOST_KNOWN_CLIENTS:])
    if too_many:
        KnownClient.objects.filter(pk__in=too_many).delete()


def prune(*, now: datetime) -> None:
    """Delete rows that no limit counts any more, and clients unused for a year."""
    FailedSignIn.objects.filter(failed_at__lt=now - timedelta(days=1)).delete()
    ThrottledAct.objects.filter(at__lt=now - timedelta(days=1)).delete()
    KnownClient.objects.filter(last_used_at__lt=now - timedelta(days=365)).delete()
