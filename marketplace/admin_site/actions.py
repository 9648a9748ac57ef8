"""Actions and columns of the admin site, and what every action does.

It asks for a reason, calls a domain function row by row, and reports the results. A confirmation carries what
it showed of each row; if a row would be shown otherwise by now, nothing is done with it.
"""

import hashlib
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, nullcontext
from typing import Any, TypeVar, cast

from django import forms
from django.contrib import admin, messages
from django.db import transaction
from django.db.models import Model
from django.http import HttpRequest
from django.utils import translation
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from unfold import decorators
from unfold.widgets import UnfoldAdminTextareaWidget

from marketplace import audit
from marketplace.admin_site.text_fields import ParagraphsField
from marketplace.errors import DomainError

Row = TypeVar("Row", bound=Model)
Method = TypeVar("Method", bound=Callable[..., Any])
MOST_CHARACTERS = 160
# The hidden inputs of a confirmation page: a row's key, and the fingerprint of what was shown of it.
AS_SHOWN = "as_shown"


def action(**options: Any) -> Callable[[Method], Method]:
    """Typed wrapper of unfold's ``action`` decorator."""
    return cast("Callable[[Method], Method]", decorators.action(**options))


def display(**options: Any) -> Callable[[Method], Method]:
    """Typed wrapper of unfold's ``display`` decorator."""
    return cast("Callable[[Method], Method]", decorators.display(**options))


def carry_out(
    model_admin: "admin.ModelAdmin[Any]",
    request: HttpRequest,
    rows: Iterable[Row],
    act: Callable[[Row], object],
    *,
    reason: str = "",
    means: Callable[[Row], str] | None = None,
    locks: bool = False,
) -> int:
    """Call ``act`` for each row and report to the operator, as in ``3 done, 1 refused: <sentence>``.

    Returns how many were done: a page on which something was typed shows it again if nothing was.

    ``act`` may return a sentence about its result, which is shown if there is a single row. ``means`` returns
    what the confirmation page says of a row: where that page said something else, nothing is done with it.
    ``locks`` is for an act that could be done twice: the row is compared under a lock that the act keeps.
    The append-only audit log records who ran which action on which row, the reason, and errors.
    """
    done, sentences, became = 0, [], ""
    for row in rows:
        try:
            with _locked(row) if locks else nullcontext(row) as found:
                if means is not None:
                    refuse_changed(request, found, means)
                said = act(found)
            became = said if isinstance(said, str) else ""
            log_press(model_admin, request, row, reason=reason)
            done += 1
        except DomainError as error:
            log_press(model_admin, request, row, reason=reason, error=error)
            sentences.append(error.message)
    reasons = " ".join(dict.fromkeys(sentences))
    if sentences:
        message = _("{done} done, {refused} refused: {reasons}").format(
            done=done, refused=len(sentences), reasons=reasons
        )
    else:
        message = became if done == 1 and became else _("{done} done.").format(done=done)
    model_admin.message_user(request, message, messages.WARNING if sentences else messages.SUCCESS)
    return done


@contextmanager
def _locked(row: Row) -> Iterator[Row]:
    """Read a row again under a lock, kept by what is done: of two at once, one sees the other's act."""
    with transaction.atomic():
        rows = type(row)._base_manager.select_for_update(of=("self",), no_key=True)
        found = rows.filter(pk=row.pk).first()
        if found is None:
            raise _changed(row)
        yield found


def as_shown(row: Model, sentence: str) -> str:
    """Return the value by which a confirmation page carries a row: what was shown of it, and its version."""
    version = getattr(row, "version", "")
    shown = hashlib.sha256(f"{row.pk}|{version}|{sentence}".encode()).hexdigest()
    return f"{row.pk}:{shown[:16]}"


def carries_rows(request: HttpRequest) -> bool:
    """Tell whether a request says of which rows its confirmation page was."""
    return AS_SHOWN in request.POST


def refuse_changed(request: HttpRequest, row: Row, means: Callable[[Row], str]) -> None:
    """Raise if a row would be shown otherwise than on the confirmation page; its own error comes first.

    Somebody else was quicker, or the page was sent twice. A row that the page refused is not carried by it,
    and so is not acted on either. Without a page there is nothing to compare.
    """
    present = as_shown(row, means(row))
    if carries_rows(request) and present not in request.POST.getlist(AS_SHOWN):
        raise _changed(row)


def _changed(row: Model) -> DomainError:
    return DomainError(
        _("“{row}” has changed since this page was shown, so nothing was done. Please look again.").format(
            row=row
        )
    )


def with_state(means: Callable[[Row], str], state: Callable[[Row], object]) -> Callable[[Row], str]:
    """Return what a page says of a row together with what else it was shown by: both must be the same."""
    return lambda row: f"{means(row)} {state(row)}".rstrip()


def no_state(_row: Model) -> str:
    """Return the state of a row of which the sentence says everything."""
    return ""


def log_press(
    model_admin: "admin.ModelAdmin[Any]",
    request: HttpRequest,
    row: Model,
    *,
    reason: str = "",
    error: DomainError | None = None,
) -> None:
    """Log who ran this request's action on a row, and its error if it failed."""
    refused = f", refused ({error.code})" if error else ""
    said = f": {reason}" if reason else "."
    model_admin.log_change(request, row, f"Pressed “{_button(model_admin, request)}”{refused}{said}")


def _button(model_admin: "admin.ModelAdmin[Any]", request: HttpRequest) -> str:
    """Return the label of a request's action, in the log's language."""
    page = (request.resolver_match.url_name if request.resolver_match else None) or ""
    own = f"{model_admin.opts.app_label}_{model_admin.opts.model_name}_"
    name = request.POST.get("action") or page.removeprefix(own)
    with translation.override(audit.LANGUAGE):
        return str(getattr(getattr(model_admin, name, None), "short_description", name))


class ReasonForm(forms.Form):
    """The reason an operator gives for an act that somebody else has to understand."""

    note = ParagraphsField(
        label=gettext_lazy("Reason"),
        max_length=MOST_CHARACTERS,
        widget=UnfoldAdminTextareaWidget(attrs={"rows": 3}),
        error_messages={"required": gettext_lazy("Please say why.")},
    )

    @classmethod
    def of(cls, request: HttpRequest) -> "ReasonForm":
        """Return the bound form once the confirmation page was submitted, else an unbound one."""
        return cls(request.POST) if "confirmed" in request.POST else cls()
