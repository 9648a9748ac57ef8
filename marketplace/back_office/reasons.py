"""Why: what an operator says with an act that somebody else has to understand."""

from django import forms
from django.http import HttpRequest
from unfold.widgets import UnfoldAdminTextareaWidget

MOST_CHARACTERS = 160


class ReasonForm(forms.Form):
    """A sentence that must not be left out."""

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
