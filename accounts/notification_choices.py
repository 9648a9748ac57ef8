"""Which notices an account wants where: groups that a person understands, each with switches.

A notice belongs to the group of its kind, which each app names in its ``AppConfig.ready()``. What somebody
must act on, and what tells of money, contract or security, is e-mailed and counted by the bell in any case
(:func:`is_needed`). Where several kinds of a group can be left out, each can be chosen singly beneath the
group's switch. A push interrupts, and is never the only way: everything of it can be switched off.

The privacy switch *notifications* stands above these choices: whoever has turned it off gets no push, and
no e-mail of what can be left out, whatever is switched on here.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import NamedTuple
from uuid import UUID

from django.db import transaction
from django.utils.translation import gettext as _

from accounts import locks
from accounts.models import NotificationChoices, User
from marketplace.errors import Invalid


class Group(StrEnum):
    """What notices are about, in the order in which a person reads them."""

    ORDERS = "orders"
    MESSAGES = "messages"
    RECURRING = "recurring"
    PAYMENTS = "payments"
    REVIEWS = "reviews"
    WORK = "work"
    ACCOUNT = "account"


class Channel(StrEnum):
    """Where a notice reaches somebody."""

    APP = "app"
    EMAIL = "email"
    PUSH = "push"


_group_of: dict[str, Group] = {}
# Kinds of notices that ask nobody to do anything; filled in each ``AppConfig.ready()``.
_left_out: set[str] = set()
# Kinds that need an answer within hours, change a booking now or are about security: likewise.
_urgent: set[str] = set()


def belong(group: Group, kinds: Iterable[str]) -> None:
    """Name the kinds of notices of a group."""
    _group_of.update(dict.fromkeys(kinds, group))


def may_be_left_out(*kinds: str) -> None:
    """Name kinds of notices that nobody has to act on and that tell of no contract and no money."""
    _left_out.update(kinds)


def is_needed(kind: str) -> bool:
    """Tell whether a kind of notice goes out whatever its account has switched off."""
    return kind not in _left_out


def may_not_wait(*kinds: str) -> None:
    """Name kinds of notices that are sent in quiet hours, too."""
    _urgent.update(kinds)


def is_urgent(kind: str) -> bool:
    """Tell whether a kind of notice is sent in quiet hours, too."""
    return kind in _urgent


def may_email_wait(kind: str) -> bool:
    """Tell whether the e-mail of a kind of notice waits for the end of quiet hours."""
    return not is_needed(kind) and not is_urgent(kind)


def group_of(kind: str) -> Group:
    """Return the group of a kind; what nobody has named is about the account."""
    return _group_of.get(kind, Group.ACCOUNT)


def kinds() -> Mapping[str, Group]:
    """Return every kind that was named, with its group."""
    return dict(_group_of)


def events() -> dict[str, Group]:
    """Return the kinds that are chosen singly, with their groups: two or more that can be left out."""
    found = {kind: group for kind, group in _group_of.items() if kind in _left_out}
    many = {group for group, count in Counter(found.values()).items() if count > 1}
    return {kind: group for kind, group in found.items() if group in many}


@dataclass(frozen=True)
class Switch:
    """Whether notices of a group reach an account through a channel; a fixed one is always on.

    With an ``event`` it is about one kind of notices of the group, while the group's own switch is on.
    """

    group: Group
    channel: Channel
    is_on: bool
    is_fixed: bool
    event: str | None = None


class SwitchChange(NamedTuple):
    """One switch, and how it is to stand."""

    group: Group
    channel: Channel
    is_on: bool
    event: str | None = None


def switches(*, user: User) -> list[Switch]:
    """Return the switches of an account, by group; those about work only to who offers some."""
    off = set(_off(user.pk))
    groups = [group for group in Group if group is not Group.WORK or hasattr(user, "provider")]
    return [switch for group in groups for switch in _of_group(group, off)]


def _of_group(group: Group, off: Collection[str]) -> Iterator[Switch]:
    for channel in Channel:
        fixed = is_fixed(group, channel)
        yield Switch(group, channel, is_on=fixed or _name(group, channel) not in off, is_fixed=fixed)
    for kind, its_group in events().items():
        for channel in Channel if its_group is group else ():
            yield Switch(group, channel, _name(kind, channel) not in off, is_fixed=False, event=kind)


def is_fixed(group: Group, channel: Channel) -> bool:
    """Tell whether nothing of a group can be left out on a channel."""
    if channel is Channel.PUSH:
        return False
    # The one notice of an account that nobody needs has come before anybody can choose.
    if group is Group.ACCOUNT:
        return True
    # Which messages are unread is what the bell knows of them, and what their e-mail is made of.
    if (group, channel) == (Group.MESSAGES, Channel.APP):
        return True
    return not any(group_of(kind) is group for kind in _left_out)


@transaction.atomic
def turn(*, user: User, changes: Collection[SwitchChange], now: datetime) -> list[Switch]:
    """Turn some switches, each on or off, and return all; a fixed one stays on.

    Raises :class:`marketplace.errors.Invalid` for an event that its group does not have.
    """
    # Two windows at once: each turns its own.
    locks.lock_account(user.pk)
    off = set(_off(user.pk))
    for change in changes:
        name = _name(_chosen(change), change.channel)
        if not change.is_on and (change.event or not is_fixed(change.group, change.channel)):
            off.add(name)
        else:
            off.discard(name)
    NotificationChoices.objects.update_or_create(user=user, defaults={"off": sorted(off), "changed_at": now})
    return switches(user=user)


def _chosen(change: SwitchChange) -> str:
    if change.event is None:
        return change.group
    if events().get(change.event) is not change.group:
        message = _("This kind of notification belongs to another group.")
        raise Invalid(message, fields={"switches": [message]})
    return change.event


def wants(*, off: Collection[str], kind: str, channel: Channel) -> bool:
    """Tell whether a kind of notice reaches, through a channel, an account that has switched this off."""
    group = group_of(kind)
    if channel is not Channel.PUSH and (is_needed(kind) or is_fixed(group, channel)):
        return True
    return _name(group, channel) not in off and _name(kind, channel) not in off


def wants_email(*, user_id: UUID, kind: str) -> bool:
    """Tell whether an account has left e-mails of a kind switched on."""
    return wants(off=_off(user_id), kind=kind, channel=Channel.EMAIL)


def wants_push(*, user_id: UUID, kind: str) -> bool:
    """Tell whether an account has left pushes of a kind switched on."""
    return wants(off=_off(user_id), kind=kind, channel=Channel.PUSH)


def _off(user_id: UUID) -> list[str]:
    found = NotificationChoices.objects.filter(pk=user_id).values_list("off", flat=True)
    return next(iter(found), [])


def _name(what: str, channel: Channel) -> str:
    """Return how a switch is kept that is off; no kind is called like a group."""
    return f"{what}.{channel}"
