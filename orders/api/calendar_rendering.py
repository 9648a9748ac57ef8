"""An order as a calendar file (RFC 5545): its pickup, and the day by which the laundry is returned.

Times are Swiss wall time with a VTIMEZONE, so that any calendar shows the hour that was booked.
"""

from collections.abc import Iterator
from datetime import datetime, timedelta

from django.conf import settings
from django.utils.translation import gettext as _

from accounts.models import User
from marketplace import clock
from orders.lifecycle import permissions
from orders.models import ActorRole, Order, OrderStatus, ServiceType
from orders.prices import turnaround

_LONGEST_LINE = 75
_STATUS = {OrderStatus.PENDING: "TENTATIVE", OrderStatus.CANCELLED: "CANCELLED"}
_ESCAPED = dict.fromkeys([*range(32), 127]) | str.maketrans(
    {"\\": "\\\\", ";": "\\;", ",": "\\,", "\n": "\\n"}
)
_ZURICH = """BEGIN:VTIMEZONE
TZID:Europe/Zurich
BEGIN:DAYLIGHT
TZNAME:CEST
TZOFFSETFROM:+0100
TZOFFSETTO:+0200
DTSTART:19960331T020000
RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU
END:DAYLIGHT
BEGIN:STANDARD
TZNAME:CET
TZOFFSETFROM:+0200
TZOFFSETTO:+0100
DTSTART:19961027T030000
RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU
END:STANDARD
END:VTIMEZONE"""


def calendar_file(order: Order, viewer: User, *, now: datetime) -> bytes:
    """Return an order, as its viewer may see it, as a calendar with two entries. No query."""
    lines = [
        "BEGIN:VCALENDAR",
        "VERSION:2.0",
        f"PRODID:-//{_text(settings.PRODUCT_NAME)}//Orders//EN",
        "METHOD:PUBLISH",
        *_ZURICH.splitlines(),
        *_pickup(order, viewer, now),
        *_return(order, now),
        "END:VCALENDAR",
    ]
    return b"".join(folded for line in lines for folded in _folded(line))


def _pickup(order: Order, viewer: User, now: datetime) -> Iterator[str]:
    actor = permissions.acting_on(order, viewer, permission=permissions.SEE)
    other = order.customer if actor.role == ActorRole.PROVIDER else order.provider.user
    yield from _head(order, "pickup", now)
    yield _moment("DTSTART", order.pickup_at)
    yield _moment("DTEND", order.pickup_ends_at)
    yield f"SUMMARY:{_text(_('Laundry pickup: {name}').format(name=other.short_name))}"
    if not permissions.is_contact_hidden(order, actor, now=now):
        yield f"LOCATION:{_text(order.pickup_address)}"
        if order.special_instructions:
            yield f"DESCRIPTION:{_text(order.special_instructions)}"
    yield "END:VEVENT"


def _return(order: Order, now: datetime) -> Iterator[str]:
    day = clock.local_date(turnaround.return_of(order))
    yield from _head(order, "return", now)
    yield f"DTSTART;VALUE=DATE:{day:%Y%m%d}"
    yield f"DTEND;VALUE=DATE:{day + timedelta(days=1):%Y%m%d}"
    back = _("Laundry back by today: {service}").format(service=ServiceType(order.service_type).label)
    yield f"SUMMARY:{_text(back)}"
    yield "TRANSP:TRANSPARENT"
    yield "END:VEVENT"


def _head(order: Order, what: str, now: datetime) -> Iterator[str]:
    # With the same UID and a higher SEQUENCE a calendar replaces the entry of a rescheduled order.
    yield "BEGIN:VEVENT"
    yield f"UID:{order.pk}-{what}"
    yield f"SEQUENCE:{order.version}"
    yield f"DTSTAMP:{now:%Y%m%dT%H%M%SZ}"
    yield f"STATUS:{_STATUS.get(OrderStatus(order.status), 'CONFIRMED')}"
    yield f"URL:{settings.PUBLIC_URL}/tracking/{order.pk}"


def _moment(name: str, at: datetime) -> str:
    local = at.astimezone(clock.ZURICH)
    if local.fold:
        # The second of two equal wall times when clocks go back: only UTC is unambiguous.
        return f"{name}:{at:%Y%m%dT%H%M%SZ}"
    return f"{name};TZID=Europe/Zurich:{local:%Y%m%dT%H%M%S}"


def _text(words: str) -> str:
    return words.translate(_ESCAPED)


def _folded(line: str) -> Iterator[bytes]:
    """Yield a line folded at 75 bytes, without splitting a character."""
    piece = b""
    for character in line:
        encoded = character.encode()
        if len(piece) + len(encoded) > _LONGEST_LINE:
            yield piece + b"\r\n"
            piece = b" "
        piece += encoded
    yield piece + b"\r\n"
