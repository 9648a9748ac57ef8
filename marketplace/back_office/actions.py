"""What every staff button does: ask why, call a rule row by row, and report what became of it."""

from collections.abc import Callable, Iterable
from typing import Any, TypeVar

from django import forms
from django.contrib import admin, messages
from django.db.models import Model
from django.http import HttpRequest
from unfold.widgets import UnfoldAdminTextareaWidget

from marketplace.errors import Refusal

Row = TypeVar("Row", bound=Model)
MOST_CHARACTERS = 160


def carry_out(
    office: "admin.ModelAdmin[Any]",
    request: HttpRequest,
    rows: Iterable[Row],
    act: Callable[[Row], object],
    *,
    reason: str = "",
) -> None:
    """Call ``act`` for each row and tell the operator, as in ``3 done, 1 refused: <sentence>``.

    What ``act`` answers is a sentence that says what has become of the row; of a single row it is told.
    The back office's log, which only grows, keeps who pressed which button for which row, and the reason.
    """
    page = request.resolver_match.url_name if request.resolver_match else ""
    button = request.POST.get("action") or page
    done, sentences, became = 0, [], ""
    for row in rows:
        try:
            said = act(row)
            became = said if isinstance(said, str) else ""
            office.log_change(request, row, f"Pressed {button}{f': {reason}' if reason else '.'}")
            done += 1
        except Refusal as refusal:
            sentences.append(refusal.message)
    reasons = " ".join(dict.fromkeys(sentences))
    note = f", {len(sentences)} refused: {reasons}" if sentences else "."
    told = became if done == 1 and became and not sentences else f"{done} done{note}"
    office.message_user(request, told, messages.WARNING if sentences else messages.SUCCESS)


class ReasonForm(forms.Form):
    """Why: what an operator says with an act that somebody else has to understand."""

    note = forms.CharField(
        label="Reason",
        max_length=MOST_CHARACTERS,
        widget=UnfoldAdminTextareaWidget(attrs={"rows": 3}),
        error_messages={"required": "Please say why."},
    )

    @classmethod
    def of(cls, request: HttpRequest) -> "ReasonForm":
        """Return what was sent once the question was seen, or the empty form."""
        return cls(request.POST) if "confirmed" in request.POST else cls()
