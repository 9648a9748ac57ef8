"""The timeline of a customer or a provider: one page that merges the rows that each app registers.

An app registers kinds of rows (:func:`tell_of`) and figures for the head of the page (:func:`head_by`), each
with the permission to see it. A page is one statement: a UNION of all kinds that the operator may see, the
newest first.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from django.contrib import admin
from django.db.models import CharField, F, Q, QuerySet, Value
from django.db.models.functions import Cast, Coalesce
from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils import timezone
from django.utils.dateparse import parse_datetime
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from marketplace import clock
from marketplace.admin_site.actions import action

SHOWN = 100
_TEXTS = 4
_POSITION = re.compile(r"(?P<at>[0-9T:.+Z-]{1,40})(?: (?P<kind>[0-9]{2}) (?P<key>[0-9a-f-]{1,36}))?")


@dataclass(frozen=True)
class Subject:
    """Whom a page is about: an account as a customer, or, with ``provider_id``, as a provider."""

    account_id: UUID
    email: str
    provider_id: UUID | None = None


@dataclass(frozen=True)
class Kind:
    """Rows of one sort that are about somebody.

    ``rows`` returns ``None`` if there are none for such a subject. ``at`` is when it happened, ``about`` the
    id that ``page`` (an admin URL) opens, ``texts`` at most four columns, passed to ``say`` as strings.
    ``key`` is a column that no two of the rows share.
    """

    name: str | Promise
    permission: str
    rows: Callable[[Subject], QuerySet[Any] | None]
    at: Any
    about: str
    texts: tuple[str, ...]
    say: Callable[..., str]
    page: str
    key: str = "pk"


@dataclass(frozen=True)
class Position:
    """Where a page ends: at a row, by its instant, the number of its kind and its key.

    Many rows may be of one instant, so the instant alone does not say which of them were shown. Without kind
    and key, none of that instant was.
    """

    at: datetime
    kind: str = ""
    key: str = ""

    def __str__(self) -> str:
        return f"{self.at.isoformat()} {self.kind} {self.key}"

    def rest(self, kind: str) -> Q:
        """Return the condition for the rows of a kind that follow this position."""
        rest = Q(moment__lt=self.at)
        if kind > self.kind:
            return rest | Q(moment=self.at)
        return rest | Q(moment=self.at, row_key__gt=self.key) if kind == self.kind else rest


@dataclass(frozen=True)
class Happening:
    """One line of the page."""

    at: datetime
    name: str
    sentence: str
    link: str


@dataclass(frozen=True)
class Fact:
    """One figure at the head of the page."""

    title: str
    shown: str
    meaning: str = ""
    is_urgent: bool = False


Facts = Callable[[Subject, datetime], list[Fact]]

_kinds: list[Kind] = []
_facts: list[tuple[str, Facts]] = []


def tell_of(*kinds: Kind) -> None:
    """Register kinds of rows; called when the apps are ready."""
    _kinds.extend(kinds)


def head_by(permission: str, facts: Facts) -> None:
    """Register figures for the head of the page; called when the apps are ready."""
    _facts.append((permission, facts))


def happenings(
    *, subject: Subject, may: Callable[[str], bool], after: Position | None = None
) -> tuple[list[Happening], Position | None]:
    """Return the hundred newest rows that an operator may see, and where to go on if there are more.

    With ``after``, they are the hundred that follow that position. One statement.
    """
    # Two digits, so that kinds are in the same order as text, which the database compares.
    kinds = {f"{number:02}": kind for number, kind in enumerate(_kinds) if may(kind.permission)}
    parts = [
        part for number, kind in kinds.items() if (part := _part(number, kind, subject, after)) is not None
    ]
    if not parts:
        return [], None
    merged = parts[0].union(*parts[1:], all=True) if parts[1:] else parts[0]
    found = list(merged.order_by("-moment", "kind_number", "row_key")[: SHOWN + 1])
    rows = found[:SHOWN]
    last = Position(*rows[-1][:3]) if len(found) > SHOWN else None
    return [_line(kinds[row[1]], row) for row in rows], last


def _part(number: str, kind: Kind, subject: Subject, after: Position | None) -> QuerySet[Any, Any] | None:
    """Return one kind with the columns that all kinds of the UNION share."""
    found = kind.rows(subject)
    if found is None:
        return None
    moment = F(kind.at) if isinstance(kind.at, str) else kind.at
    found = found.order_by().annotate(moment=moment, row_key=_text(kind.key))
    if after is not None:
        found = found.filter(after.rest(number))
    texts = [_text(name) for name in kind.texts] + [_nothing()] * (_TEXTS - len(kind.texts))
    columns = {f"text_{index}": text for index, text in enumerate(texts)}
    about = _text(kind.about) if kind.about else _nothing()
    named = found.annotate(kind_number=Value(number, output_field=CharField()), row=about, **columns)
    rows_of_kind: QuerySet[Any, Any] = named.values_list("moment", "kind_number", "row_key", "row", *columns)
    return rows_of_kind


def _text(name: str) -> Any:
    return Coalesce(Cast(F(name), CharField()), _nothing())


def _nothing() -> Any:
    return Value("", output_field=CharField())


def _line(kind: Kind, row: Any) -> Happening:
    moment, _, _, about, *texts = row
    link = reverse(kind.page, args=[about]) if about else ""
    return Happening(moment, str(kind.name), kind.say(*texts[: len(kind.texts)]), link)


def head(*, subject: Subject, may: Callable[[str], bool], now: datetime) -> list[Fact]:
    """Return the head's figures that an operator may see."""
    return [fact for permission, facts in _facts if may(permission) for fact in facts(subject, now)]


class TimelinePage:
    """Adds the button "Everything, by time" and its page to a model admin.

    The model admin defines ``subject_of(row)`` and ``called(row)``.
    """

    def has_timeline_permission(self: Any, request: HttpRequest, obj: Any = None) -> bool:
        """Allow it to operators who may view the row; each kind of line needs its own permission, too."""
        return bool(self.allows(request, "view"))

    @action(
        description=gettext_lazy("Everything, by time"),
        url_path="timeline",
        icon="history",
        permissions=["timeline"],
    )
    def timeline(self: Any, request: HttpRequest, object_id: str) -> HttpResponse:
        """Show the head's figures and the rows, the newest first."""
        row = self.row_or_404(request, object_id)
        subject: Subject = self.subject_of(row)

        def may(permission: str) -> bool:
            return bool(self.admin_site.may(request, permission))

        after = _position(request.GET.get("before", ""))
        lines, last = happenings(subject=subject, may=may, after=after)
        opts = self.opts
        context = admin.site.each_context(request) | {
            "title": _("Everything, by time"),
            "called": self.called(row),
            "facts": head(subject=subject, may=may, now=clock.now()),
            "lines": lines,
            "before": after.at if after else None,
            "older": str(last) if last else "",
            "back": reverse(f"admin:{opts.app_label}_{opts.model_name}_change", args=[row.pk]),
            "opts": opts,
        }
        return TemplateResponse(request, "admin/timeline.html", context)


def _position(text: str) -> Position | None:
    """Read a position from an address; of an instant alone, too."""
    found = _POSITION.fullmatch(text)
    if found is None:
        return None
    try:
        at = parse_datetime(found["at"])
        if at is None or at.tzinfo is None:
            return None
        # An instant at either end of the calendar is on no Swiss day.
        timezone.localtime(at)
    except (OverflowError, ValueError):
        return None
    return Position(at, found["kind"] or "", found["key"] or "")
