"""Applying to be a provider: a draft that is filled in step by step, and submitted as a whole.

``Provider.status`` alone says how far an application has come. The applicant edits it while it is a draft
or changes are requested; operators' decisions are in :mod:`providers.approving`.
"""

from collections.abc import Mapping
from datetime import date, datetime, timedelta
from typing import Any

from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from stdnum.ch import uid, vat
from stdnum.exceptions import ValidationError as BadNumber

from accounts.models import User
from marketplace import clock, figures, mailbox, phones, postal_codes
from marketplace.errors import DomainError, Invalid, explain
from marketplace.text import has_letter
from providers import notifications
from providers.models import Application, ApplicationDocument, ApplicationEvent, Provider

Kind = ApplicationDocument.Kind
Status = Provider.Status
MOST_AREAS = 60
LONGEST_EMAIL = 254
# Provider review: 5-7 business days (specification point 9); we promise the later end.
BUSINESS_DAYS = 7

OPEN = (Status.DRAFT, Status.CHANGES)
PERSONAL = ("first_name", "last_name", "email", "phone", "address", "postal_code", "city")
BUSINESS = (
    "business_name",
    "business_type",
    "registration_number",
    "vat_number",
    "service_areas",
    "experience",
)
_REQUIRED = {
    "first_name": gettext_lazy("First name is required"),
    "last_name": gettext_lazy("Last name is required"),
    "email": gettext_lazy("Email is required"),
    "phone": gettext_lazy("Phone is required"),
    "address": gettext_lazy("Address is required"),
    "postal_code": gettext_lazy("Postal code is required"),
    "city": gettext_lazy("City is required"),
}
_MISSING = {
    Kind.ID_DOCUMENT: gettext_lazy("ID document is required"),
    Kind.BUSINESS_REGISTRATION: gettext_lazy("Business registration is required"),
    Kind.INSURANCE_CERTIFICATE: gettext_lazy("Insurance certificate is required"),
}

explain(
    application_closed="The application is handed in or decided: nothing can be changed now (409).",
    application_not_rejected="Only a rejected application can be begun anew (409).",
)


class Incomplete(Invalid):
    """The application is incomplete or has invalid values; ``fields`` names them (400)."""

    code = "application_incomplete"


def swiss_phone(text: str) -> str | None:
    """Return a Swiss telephone number in E.164; ``None`` for anything else."""
    return phones.e164(text) if phones.is_swiss(text) else None


# --- Validation ---------------------------------------------------------------------------------------


def personal_problems(application: Application) -> dict[str, str]:
    """Return what is wrong with the personal section, a sentence for each field; pure."""
    wrong = {
        field: str(sentence)
        for field, sentence in _REQUIRED.items()
        if not str(getattr(application, field)).strip()
    }
    for field in ("first_name", "last_name"):
        if field not in wrong and not has_letter(getattr(application, field)):
            wrong[field] = _("A name needs at least one letter.")
    if "email" not in wrong and not _is_email(application.email):
        wrong["email"] = _("Enter a valid email address.")
    if "phone" not in wrong and swiss_phone(application.phone) is None:
        wrong["phone"] = _("Enter a Swiss phone number, for example +41 79 123 45 67.")
    if "postal_code" not in wrong and not postal_codes.is_registered(application.postal_code):
        wrong["postal_code"] = str(postal_codes.problem_of(application.postal_code))
    return wrong


def business_problems(application: Application) -> dict[str, str]:
    """Return what is wrong with the business section, a sentence for each field; pure."""
    wrong: dict[str, str] = {}
    if is_registered_business(application):
        if not application.business_name:
            wrong["business_name"] = _("Business name is required")
        if not application.registration_number:
            wrong["registration_number"] = _(
                "The UID of the business is required, for example CHE-107.787.577."
            )
    if application.registration_number and not uid.is_valid(application.registration_number):
        wrong["registration_number"] = _("This UID is not right. It reads like CHE-107.787.577.")
    if application.vat_number and not vat.is_valid(application.vat_number):
        wrong["vat_number"] = _("This VAT number is not right. It reads like CHE-107.787.577 MWST.")
    areas = application.service_areas
    unknown = [code for code in areas if not postal_codes.is_registered(code)]
    if not areas:
        wrong["service_areas"] = _("Name at least one postal code that you serve.")
    elif unknown:
        wrong["service_areas"] = _("Not a Swiss postal code: {codes}.").format(codes=", ".join(unknown[:5]))
    elif len(areas) > MOST_AREAS:
        wrong["service_areas"] = _("Name at most {most} postal codes.").format(most=MOST_AREAS)
    return wrong


def is_registered_business(application: Application) -> bool:
    """Return whether the business is in the commercial register, and so has a number and an extract."""
    return application.business_type != Application.BusinessType.INDIVIDUAL


def required_documents(application: Application) -> list[Kind]:
    """Return the kinds of documents that are required for submitting."""
    register = [Kind.BUSINESS_REGISTRATION] if is_registered_business(application) else []
    return [Kind.ID_DOCUMENT, *register, Kind.INSURANCE_CERTIFICATE]


def document_problems(application: Application) -> dict[str, str]:
    """Return what documents are missing, a sentence for each kind."""
    there = set(application.documents.values_list("kind", flat=True))
    return {kind.value: str(_MISSING[kind]) for kind in required_documents(application) if kind not in there}


def problems(application: Application) -> dict[str, str]:
    """Return everything that prevents submitting, by column or kind of document."""
    return personal_problems(application) | business_problems(application) | document_problems(application)


def _is_email(text: str) -> bool:
    try:
        validate_email(text)
    except ValidationError:
        return False
    # The name of a domain may be longer in ASCII than it was typed.
    return len(text) <= LONGEST_EMAIL and mailbox.is_reachable(text)


# --- Filling it in --------------------------------------------------------------------------------------


def opened(*, user: User, now: datetime) -> Application:
    """Return an account's application for writing, locked; the first time, a new draft.

    Must run in a transaction. 409 ``application_closed`` once it is submitted.
    """
    begins_with = {"created_at": now, "late_fee_percent": figures.at(now).late_fee_percent}
    Provider.objects.get_or_create(user=user, defaults=begins_with)
    provider = Provider.objects.select_for_update(no_key=True).get(user=user)
    refuse_closed(provider)
    application, is_new = Application.objects.get_or_create(
        provider=provider, defaults=_first_words(user) | {"started_at": now, "changed_at": now}
    )
    if is_new:
        record(application=application, status=Status.DRAFT, actor=user, now=now)
    application.provider = provider
    return application


def refuse_closed(provider: Provider) -> None:
    """Raise 409 ``application_closed`` if a provider's application is submitted or decided. No query."""
    if provider.status not in OPEN:
        raise DomainError(
            _("Your application is handed in, so it cannot be changed now."), code="application_closed"
        )


def _first_words(user: User) -> dict[str, str]:
    """Return what is known from the account, to prefill a draft."""
    home = user.addresses.order_by("-is_default", "created_at").first()
    at_home = {"address": home.street, "postal_code": home.postal_code, "city": home.city} if home else {}
    return {
        "first_name": user.first_name,
        "last_name": user.last_name,
        "email": user.email,
        "phone": user.phone,
    } | at_home


def unsaved(*, user: User, now: datetime) -> Application:
    """Return an unsaved application, prefilled from the account."""
    begun = Provider(user=user, created_at=now, late_fee_percent=figures.at(now).late_fee_percent)
    return Application(provider=begun, started_at=now, changed_at=now, **_first_words(user))


@transaction.atomic
def fill_in(*, user: User, values: Mapping[str, Any], now: datetime) -> Application:
    """Save one or both sections of a draft, each complete and valid.

    ``values`` are columns of :data:`PERSONAL` or :data:`BUSINESS`; if anything is wrong, 400
    ``application_incomplete`` with ``fields``, and nothing is saved.
    """
    application = opened(user=user, now=now)
    for column, value in values.items():
        setattr(application, column, _tidied(column, value))
    wrong = personal_problems(application) if any(column in values for column in PERSONAL) else {}
    if any(column in values for column in BUSINESS):
        wrong |= business_problems(application)
    if wrong:
        raise incomplete(wrong)
    application.changed_at = now
    application.save(update_fields=[*values, "changed_at"])
    return application


def _tidied(column: str, value: Any) -> Any:
    """Return a value as it is stored: numbers in their usual form, postal codes once each."""
    if column == "service_areas":
        return list(dict.fromkeys(value))
    text = str(value).strip()
    if column == "phone":
        return swiss_phone(text) or text
    if column == "email":
        return mailbox.normalized(text)
    if column in {"registration_number", "vat_number"} and text:
        number = uid if column == "registration_number" else vat
        try:
            return number.format(number.validate(text))
        except BadNumber:
            return text
    return text


def incomplete(wrong: Mapping[str, str]) -> Incomplete:
    """Return the error that names what is missing or wrong, by payload name."""
    return Incomplete(
        next(iter(wrong.values())), fields={_payload_name(column): [said] for column, said in wrong.items()}
    )


def _payload_name(column: str) -> str:
    first, *rest = column.split("_")
    return first + "".join(word.capitalize() for word in rest)


# --- Submitting -----------------------------------------------------------------------------------------


@transaction.atomic
def submit(*, user: User, now: datetime) -> Application:
    """Submit the application. 400 ``application_incomplete`` with everything that is missing or wrong."""
    application = opened(user=user, now=now)
    if wrong := problems(application):
        raise incomplete(wrong)
    application.submitted_at, application.note, application.uploads = now, "", 0
    application.save(update_fields=["submitted_at", "note", "uploads"])
    move(application=application, status=Status.SUBMITTED, actor=user, now=now)
    notifications.submitted(application=application, now=now)
    return application


@transaction.atomic
def apply_again(*, user: User, now: datetime) -> Application:
    """Reopen a rejected application as a draft, with everything that was filled in; else 409."""
    provider = Provider.objects.select_for_update(no_key=True).filter(user=user).first()
    if provider is None or provider.status != Status.REJECTED:
        raise DomainError(_("Your application was not rejected."), code="application_not_rejected")
    application = Application.objects.get_or_create(
        provider=provider, defaults=_first_words(user) | {"started_at": now, "changed_at": now}
    )[0]
    application.provider = provider
    move(application=application, status=Status.DRAFT, actor=user, now=now)
    return application


def move(
    *, application: Application, status: Provider.Status, actor: User | None, now: datetime, note: str = ""
) -> None:
    """Set the status of an application whose provider is locked, and record who did."""
    application.provider.status = status
    application.provider.save(update_fields=["status"])
    record(application=application, status=status, actor=actor, now=now, note=note)


def record(
    *, application: Application, status: Provider.Status, actor: User | None, now: datetime, note: str = ""
) -> None:
    """Record a change of status that was made."""
    ApplicationEvent.objects.create(application=application, status=status, actor=actor, note=note, at=now)


def decided_by(submitted_at: datetime) -> date:
    """Return the Swiss day by which an application is decided: seven business days later."""
    day, left = clock.local_date(submitted_at), BUSINESS_DAYS
    while left:
        day += timedelta(days=1)
        left -= day.weekday() < 5
    return day
