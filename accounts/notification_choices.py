"""Which notices an account wants on which channel: groups of kinds, each with switches.

Each app assigns its kinds of notices to groups in its ``AppConfig.ready()``. Kinds that somebody must act on,
and those about money, contract or security, are emailed and counted by the bell in any case
(:func:`is_needed`). Where several kinds of a group are optional, each has its own switch beneath the group's.
A push interrupts and is never the only channel: every push can be switched off.

The privacy switch *notifications* overrides these choices: with it off, no push and no optional email is
sent, whatever is switched on here.
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
    """What notices are about, in the order of the settings page."""

    ORDERS = "orders"
    MESSAGES = "messages"
    RECURRING = "recurring"
    PAYMENTS = "payments"
    REVIEWS = "reviews"
    WORK = "work"
    ACCOUNT = "account"


class Channel(StrEnum):
    """How a notice reaches somebody."""

    APP = "app"
    EMAIL = "email"
    PUSH = "push"


_group_of: dict[str, Group] = {}
# Optional kinds, which ask nobody to act; filled in each ``AppConfig.ready()``.
_left_out: set[str] = set()
# Kinds that need an answer within hours, change a booking now or are about security: filled likewise.
_urgent: set[str] = set()
# Kinds that say what is to be done, or is happening, within hours: filled likewise.
_passing: set[str] = set()


def belong(group: Group, kinds: Iterable[str]) -> None:
    """Assign kinds of notices to a group."""
    _group_of.update(dict.fromkeys(kinds, group))


def may_be_left_out(*kinds: str) -> None:
    """Declare kinds of notices optional: they need no action and concern no contract and no money."""
    _left_out.update(kinds)


def is_needed(kind: str) -> bool:
    """Return whether a kind of notice is sent whatever the account has switched off."""
    return kind not in _left_out


def may_not_wait(*kinds: str) -> None:
    """Declare kinds of notices urgent: they are sent in quiet hours, too."""
    _urgent.update(kinds)


def is_urgent(kind: str) -> bool:
    """Return whether a kind of notice is sent in quiet hours, too."""
    return kind in _urgent


def pass_within_hours(*kinds: str) -> None:
    """Declare kinds of notices whose moment is over within hours: late emails of them would mislead."""
    _passing.update(kinds)


def passes(kind: str) -> bool:
    """Return whether the moment of a kind of notice is over within hours."""
    return kind in _passing


def may_email_wait(kind: str) -> bool:
    """Return whether the email of a kind of notice waits for the end of quiet hours."""
    return not is_needed(kind) and not is_urgent(kind)


def group_of(kind: str) -> Group:
    """Return the group of a kind; an unassigned kind belongs to the account."""
    return _group_of.get(kind, Group.ACCOUNT)


def kinds() -> Mapping[str, Group]:
    """Return every assigned kind with its group."""
    return dict(_group_of)


def events() -> dict[str, Group]:
    """Return the kinds with their own switch, by group: optional ones, two or more in a group."""
    found = {kind: group for kind, group in _group_of.items() if kind in _left_out}
    many = {group for group, count in Counter(found.values()).items() if count > 1}
    return {kind: group for kind, group in found.items() if group in many}


@dataclass(frozen=True)
class Switch:
    """Whether notices of a group reach an account through a channel; a fixed one is always on.

    With an ``event`` it is about one kind of the group, and applies while the group's own switch is on.
    """

    group: Group
    channel: Channel
    is_on: bool
    is_fixed: bool
    event: str | None = None


class SwitchChange(NamedTuple):
    """One switch and its new position."""

    group: Group
    channel: Channel
    is_on: bool
    event: str | None = None


def switches(*, user: User) -> list[Switch]:
    """Return an account's switches, by group; those about work only for providers."""
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
    """Return whether nothing of a group is optional on a channel."""
    if channel is Channel.PUSH:
        return False
    # Its one optional kind (the welcome) is sent before anybody can choose.
    if group is Group.ACCOUNT:
        return True
    # The bell knows which messages are unread, and their email is built from that.
    if (group, channel) == (Group.MESSAGES, Channel.APP):
        return True
    return not any(group_of(kind) is group for kind in _left_out)


@transaction.atomic
def turn(*, user: User, changes: Collection[SwitchChange], now: datetime) -> list[Switch]:
    """Turn some switches, each on or off, and return all; a fixed one stays on.

    Raises :class:`marketplace.errors.Invalid` for an event that its group does not have.
    """
    # The lock serializes two windows, so that neither overwrites the other's change.
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
    """Return whether a kind of notice is wanted on a channel, given what its account has switched off."""
    group = group_of(kind)
    if channel is not Channel.PUSH and (is_needed(kind) or is_fixed(group, channel)):
        return True
    return _name(group, channel) not in off and _name(kind, channel) not in off


def wants_email(*, user_id: UUID, kind: str) -> bool:
    """Return whether an account has left emails of a kind switched on."""
    return wants(off=_off(user_id), kind=kind, channel=Channel.EMAIL)


def wants_push(*, user_id: UUID, kind: str) -> bool:
    """Return whether an account has left pushes of a kind switched on."""
    return wants(off=_off(user_id), kind=kind, channel=Channel.PUSH)


def _off(user_id: UUID) -> list[str]:
    found = NotificationChoices.objects.filter(pk=user_id).values_list("off", flat=True)
    return next(iter(found), [])


def _name(what: str, channel: Channel) -> str:
    """Return how a switched-off switch is stored; no kind is named like a group."""
    return f"{what}.{channel}"
