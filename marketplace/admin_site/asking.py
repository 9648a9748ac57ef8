"""Buttons that show what they mean for each row before they act: from a list, and on a row's own page."""

from collections.abc import Callable, Iterable
from typing import Any, NamedTuple, TypeVar

from django import forms
from django.contrib import admin, messages
from django.db.models import Model
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.template.response import TemplateResponse
from django.utils.functional import Promise
from django.utils.translation import gettext as _

from marketplace.admin_site.actions import ReasonForm, carry_out
from marketplace.errors import DomainError

Row = TypeVar("Row", bound=Model)


def press(
    model_admin: "admin.ModelAdmin[Any]",
    request: HttpRequest,
    rows: Iterable[Row],
    *,
    title: str | Promise,
    means: Callable[[Row], str],
    act: Callable[[Row], object],
    back: str = "",
    hint: str | Promise = "",
) -> HttpResponse | None:
    """Show what a button means for each row, and carry it out once that was seen.

    ``means`` answers a sentence, or raises the refusal that ``act`` would meet. With ``hint``, which says
    who reads it, the reason is asked for. Answers ``None`` when a list is shown next; a row's own page is
    led ``back`` to.
    """
    form = ReasonForm.of(request) if hint else forms.Form(request.POST if _is_confirmed(request) else None)
    if form.is_valid():
        carry_out(model_admin, request, rows, act, reason=form.cleaned_data.get("note", ""))
        return HttpResponseRedirect(back) if back else None
    back = back or request.get_full_path()
    asked = ask(model_admin, request, rows, title=title, means=means, back=back, form=form, hint=hint)
    return asked or HttpResponseRedirect(back)


def ask(
    model_admin: "admin.ModelAdmin[Any]",
    request: HttpRequest,
    rows: Iterable[Row],
    *,
    title: str | Promise,
    means: Callable[[Row], str],
    back: str,
    called: Callable[[Row], str] = str,
    form: forms.Form | None = None,
    hint: str | Promise = "",
) -> HttpResponse | None:
    """Show what a button means for each row, and the button with what its form asks for.

    Where it means nothing for any of them that is said, and the answer is ``None``. ``called`` is what a row
    is called here, ``hint`` is written beside the first field.
    """
    shown = [_meaning(row, means, called) for row in rows]
    if not any(row.is_possible for row in shown):
        reasons = " ".join(dict.fromkeys(row.sentence for row in shown))
        message = _("0 done, {count} refused: {reasons}").format(count=len(shown), reasons=reasons)
        messages.warning(request, message)
        return None
    context = model_admin.admin_site.each_context(request) | {
        "title": title,
        "rows": shown,
        "form": form,
        "hint": hint,
        "back": back,
        "opts": model_admin.opts,
        "action": request.POST.get("action", ""),
    }
    return TemplateResponse(request, "admin/confirm.html", context)


def _is_confirmed(request: HttpRequest) -> bool:
    return "confirmed" in request.POST


class _Meaning(NamedTuple):
    """A row, what the button means for it or why it is refused, and which of the two."""

    pk: object
    called: str
    sentence: str
    is_possible: bool


def _meaning(row: Row, means: Callable[[Row], str], called: Callable[[Row], str]) -> _Meaning:
    try:
        return _Meaning(row.pk, called(row), means(row), is_possible=True)
    except DomainError as error:
        return _Meaning(row.pk, called(row), error.message, is_possible=False)
