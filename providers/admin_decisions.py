"""The decisions about an application: their forms, what the operator reads before, and their acts."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django import forms
from django.http import HttpRequest
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from unfold.widgets import (
    UnfoldAdminDateWidget,
    UnfoldAdminDecimalFieldWidget,
    UnfoldAdminTextareaWidget,
)

from accounts.readers import how_notified
from marketplace import clock, wall_time
from marketplace.admin_site.text_fields import ParagraphsField
from marketplace.money import ZERO
from providers import insurance
from providers.approving import approve, ask_for_changes, reject
from providers.cover import LEAST_COVER
from providers.models import Application, Provider


class QuestionForm(forms.Form):
    """A decision's form; its hidden field names the version of the application that was shown."""

    seen = forms.CharField(max_length=16, required=False, widget=forms.HiddenInput)

    @property
    def shown(self) -> str | None:
        """Return the version that was shown; ``None`` if it was not sent."""
        return self.cleaned_data["seen"] or None


class AnswerForm(QuestionForm):
    """The text that the applicant reads with a decision."""

    note = ParagraphsField(
        label=gettext_lazy("What the applicant reads"),
        max_length=900,
        widget=UnfoldAdminTextareaWidget(attrs={"rows": 4}),
        error_messages={"required": gettext_lazy("Please write what the applicant has to know.")},
    )


class CoverForm(QuestionForm):
    """Amount and last day of the liability insurance, as on its certificate."""

    amount = forms.DecimalField(
        label=gettext_lazy("Cover in CHF"),
        required=False,
        max_digits=10,
        decimal_places=2,
        min_value=ZERO,
        widget=UnfoldAdminDecimalFieldWidget,
    )
    ends_on = forms.DateField(label=gettext_lazy("Valid until"), required=False, widget=UnfoldAdminDateWidget)


@dataclass(frozen=True)
class Decision:
    """A button of an application's page: its form, its consequences, and its act."""

    title: Promise
    act: Callable[..., str]
    means: Callable[[Application], list[str]]
    form: type[QuestionForm] = QuestionForm


def _approve(application: Application, request: HttpRequest, given: dict[str, Any]) -> str:
    approve(provider_id=application.pk, now=clock.now(), actor=request.user, seen=given["seen"])  # type: ignore[arg-type]  # the site lets in none else
    return _("{name} is a provider now, and is told.").format(name=application.first_name)


def _answering(act: Callable[..., object], said: Promise) -> Callable[..., str]:
    """Return the act of a decision that the applicant reads a note with."""

    def answer(application: Application, request: HttpRequest, given: dict[str, Any]) -> str:
        act(
            provider_id=application.pk,
            note=given["note"],
            actor=request.user,
            now=clock.now(),
            seen=given["seen"],
        )
        return str(said).format(name=application.first_name)

    return answer


_ask = _answering(ask_for_changes, gettext_lazy("{name} is asked for changes."))
_reject = _answering(reject, gettext_lazy("The application of {name} is rejected; they are told why."))


def _record(application: Application, request: HttpRequest, given: dict[str, Any]) -> str:
    moved_to = insurance.record_cover(
        provider_id=application.pk,
        amount=given["amount"],
        ends_on=given["ends_on"],
        now=clock.now(),
        seen=given["seen"],
    )
    if moved_to == Provider.Status.APPROVED:
        return _("The cover is recorded, and bookings are open again.")
    if moved_to == Provider.Status.PAUSED:
        return _("The cover is recorded. It is not enough: new bookings are paused, and they are told.")
    return _("The cover is recorded.")


def _ask_for_another(application: Application, request: HttpRequest, given: dict[str, Any]) -> str:
    insurance.ask_for_another(
        provider_id=application.pk, note=given["note"], now=clock.now(), seen=given["seen"]
    )
    return _("{name} is asked for another certificate.").format(name=application.first_name)


def _approving_means(application: Application) -> list[str]:
    areas = application.service_areas
    serve = ngettext(
        "They serve {count} postal code: {codes}", "They serve {count} postal codes: {codes}", len(areas)
    ).format(count=len(areas), codes=", ".join(areas[:8]))
    return [
        _("{name} can be booked as soon as they set their week.").format(name=application.first_name),
        serve + ("…" if len(areas) > 8 else "."),
        _("Handed in {when}, with: {documents}.").format(
            when=wall_time.moment(application.submitted_at) if application.submitted_at else "-",
            documents=", ".join(
                f"{document.get_kind_display()} ({document.name})" for document in application.documents.all()
            ),
        ),
        how_notified(application.provider.user),
    ]


def _asking_means(application: Application) -> list[str]:
    return [
        _("{name} reads this, changes what is asked for, and hands it in again.").format(
            name=application.first_name
        ),
        how_notified(application.provider.user),
    ]


def _rejecting_means(application: Application) -> list[str]:
    return [
        _("{name} reads why, and may apply again.").format(name=application.first_name),
        how_notified(application.provider.user),
    ]


def _recording_means(application: Application) -> list[str]:
    least = f"CHF {LEAST_COVER:,.0f}".replace(",", "'")
    return [
        _("Below {least} nobody can be booked; left empty, it is no obstacle.").format(least=least),
        _("Reminders go out 30, 14 and 3 days before the end; after it new bookings are paused."),
    ]


def _another_means(application: Application) -> list[str]:
    return [
        _("{name} reads this, and sends another one.").format(name=application.first_name),
        how_notified(application.provider.user),
        _("The recorded cover stays as it is."),
    ]


APPROVE = Decision(gettext_lazy("Approve"), _approve, _approving_means)
ASK = Decision(gettext_lazy("Ask for changes"), _ask, _asking_means, AnswerForm)
REJECT = Decision(gettext_lazy("Reject"), _reject, _rejecting_means, AnswerForm)
RECORD = Decision(gettext_lazy("Record cover"), _record, _recording_means, CoverForm)
ANOTHER = Decision(gettext_lazy("Ask for another certificate"), _ask_for_another, _another_means, AnswerForm)
