"""Actions that show their consequences for each row before they run, from a list or on a row's own page."""

from collections.abc import Callable, Iterable
from typing import Any, NamedTuple, TypeVar

from django import forms
from django.contrib import admin, messages
from django.db.models import Model
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.template.response import TemplateResponse
from django.utils.functional import Promise
from django.utils.translation import gettext as _

from marketplace.admin_site.actions import ReasonForm, as_shown, carry_out, no_state, with_state
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
    state: Callable[[Row], object] = no_state,
    back: str = "",
    hint: str | Promise = "",
    locks: bool = False,
) -> HttpResponse | None:
    """Show an action's consequences for each row, and run it once they are confirmed.

    ``means`` returns a sentence, or raises the error that ``act`` would raise. ``state`` returns what the act
    changes where the sentence does not say it: a row of which either has changed since is left alone. With
    ``hint``, which says who reads it, a reason is asked for; ``locks`` as in :func:`carry_out`. Returns
    ``None`` when the list is shown next; a row's own page redirects to ``back``.
    """
    form = ReasonForm.of(request) if hint else forms.Form(request.POST if _is_confirmed(request) else None)
    if form.is_valid():
        note, shown = form.cleaned_data.get("note", ""), with_state(means, state)
        carry_out(model_admin, request, rows, act, reason=note, means=shown, locks=locks)
        return HttpResponseRedirect(back) if back else None
    back = back or request.get_full_path()
    asked = ask(
        model_admin, request, rows, title=title, means=means, state=state, back=back, form=form, hint=hint
    )
    return asked or HttpResponseRedirect(back)


def ask(
    model_admin: "admin.ModelAdmin[Any]",
    request: HttpRequest,
    rows: Iterable[Row],
    *,
    title: str | Promise,
    means: Callable[[Row], str],
    back: str,
    state: Callable[[Row], object] = no_state,
    called: Callable[[Row], str] = str,
    form: forms.Form | None = None,
    hint: str | Promise = "",
) -> HttpResponse | None:
    """Render the confirmation page of an action, with the fields of its form.

    If it is possible for no row, shows why and returns ``None``. ``state`` is that of :func:`press`;
    ``called`` returns a row's label, ``hint`` is shown beside the first field.
    """
    shown = [_meaning(row, means, state, called) for row in rows]
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
    """A row's label, the consequence or the error, which of the two it is, and what the page sends of it."""

    pk: object
    called: str
    sentence: str
    is_possible: bool
    as_shown: str = ""


def _meaning(
    row: Row, means: Callable[[Row], str], state: Callable[[Row], object], called: Callable[[Row], str]
) -> _Meaning:
    try:
        carried = as_shown(row, with_state(means, state)(row))
        return _Meaning(row.pk, called(row), means(row), is_possible=True, as_shown=carried)
    except DomainError as error:
        return _Meaning(row.pk, called(row), error.message, is_possible=False)
