"""What every staff button does: call a rule row by row, and report what became of it."""

from collections.abc import Callable, Iterable
from typing import Any, TypeVar

from django.contrib import admin, messages
from django.db.models import Model
from django.http import HttpRequest

from marketplace.errors import Refusal

Row = TypeVar("Row", bound=Model)


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
