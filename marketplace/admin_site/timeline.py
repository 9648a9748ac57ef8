"""The timeline of a customer or a provider: one page that merges the rows that each app registers.

An app registers kinds of rows (:func:`tell_of`) and figures for the head of the page (:func:`head_by`), each
with the permission to see it. A page is one statement: a UNION of all kinds that the operator may see, the
newest first.
"""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from django.contrib import admin
from django.db.models import CharField, F, QuerySet, Value
from django.db.models.functions import Cast, Coalesce
from django.http import Http404, HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils.dateparse import parse_datetime
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from marketplace import clock
from marketplace.admin_site.actions import action

SHOWN = 100
_TEXTS = 4


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
    """

    name: str | Promise
    permission: str
    rows: Callable[[Subject], QuerySet[Any] | None]
    at: Any
    about: str
    texts: tuple[str, ...]
    say: Callable[..., str]
    page: str


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
    *, subject: Subject, may: Callable[[str], bool], before: datetime | None = None
) -> tuple[list[Happening], datetime | None]:
    """Return the newest hundred rows that an operator may see, and from when on older ones are.

    Rows of the same instant stay on one page, if they fit. One statement.
    """
    kinds = {str(number): kind for number, kind in enumerate(_kinds) if may(kind.permission)}
    parts = [
        part for number, kind in kinds.items() if (part := _part(number, kind, subject, before)) is not None
    ]
    if not parts:
        return [], None
    merged = parts[0].union(*parts[1:], all=True) if parts[1:] else parts[0]
    rows = list(merged.order_by("-moment")[: SHOWN + 1])
    older = None
    if len(rows) > SHOWN:
        older = rows[SHOWN][0]
        newer = [row for row in rows if row[0] > older]
        rows, older = (newer, older) if newer else (rows[:SHOWN], older - timedelta(microseconds=1))
    return [_line(kinds[row[1]], row) for row in rows], older


def _part(number: str, kind: Kind, subject: Subject, before: datetime | None) -> QuerySet[Any, Any] | None:
    """Return one kind with the columns that all kinds of the UNION share."""
    found = kind.rows(subject)
    if found is None:
        return None
    moment = F(kind.at) if isinstance(kind.at, str) else kind.at
    found = found.order_by().annotate(moment=moment)
    if before is not None:
        found = found.filter(moment__lte=before)
    texts = [_text(name) for name in kind.texts] + [_nothing()] * (_TEXTS - len(kind.texts))
    columns = {f"text_{index}": text for index, text in enumerate(texts)}
    about = _text(kind.about) if kind.about else _nothing()
    named = found.annotate(kind_number=Value(number, output_field=CharField()), row=about, **columns)
    rows_of_kind: QuerySet[Any, Any] = named.values_list("moment", "kind_number", "row", *columns)
    return rows_of_kind


def _text(name: str) -> Any:
    return Coalesce(Cast(F(name), CharField()), _nothing())


def _nothing() -> Any:
    return Value("", output_field=CharField())


def _line(kind: Kind, row: Any) -> Happening:
    moment, _, about, *texts = row
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
        row = self.get_object(request, str(object_id))
        if row is None:
            raise Http404
        subject: Subject = self.subject_of(row)

        def may(permission: str) -> bool:
            return bool(self.admin_site.may(request, permission))

        before = _moment(request.GET.get("before", ""))
        lines, older = happenings(subject=subject, may=may, before=before)
        opts = self.opts
        context = admin.site.each_context(request) | {
            "title": _("Everything, by time"),
            "called": self.called(row),
            "facts": head(subject=subject, may=may, now=clock.now()),
            "lines": lines,
            "before": before,
            "older": older.isoformat() if older else "",
            "back": reverse(f"admin:{opts.app_label}_{opts.model_name}_change", args=[row.pk]),
            "opts": opts,
        }
        return TemplateResponse(request, "admin/timeline.html", context)


def _moment(text: str) -> datetime | None:
    try:
        found = parse_datetime(text)
    except ValueError:
        return None
    return found if found is not None and found.tzinfo is not None else None
