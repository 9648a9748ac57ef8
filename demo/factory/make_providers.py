"""Makes providers, through an application that is approved, and their hours."""

from collections.abc import Callable
from datetime import datetime, timedelta

from accounts.models import User
from demo.factory.checks import impossible
from demo.factory.specs import PauseSpec, ProviderSpec
from demo.operator_work import paper
from marketplace import clock
from orders.models import Payout
from orders.payouts import payout_accounts, weekly_run
from orders.payouts.payable import week_to_pay
from providers import applying, approving, documents, profile
from providers.localities import city_of
from providers.models import Application, ApplicationDocument, Provider
from scheduling import weeks

Kind, Status = ApplicationDocument.Kind, Provider.Status
STREET = "Limmatquai 12"
PHONE = "+41 79 555 03 01"
NOTE = "Please send us the whole page of your passport."


def home_near(postal_code: str) -> str:
    """Return an address with a postal code, in one line."""
    return f"{STREET}, {city_of(postal_code)} {postal_code}"


def make_provider(
    spec: ProviderSpec, *, user: User, operator: Callable[[], User], since: datetime, now: datetime
) -> Provider:
    """Make a provider with an application in the wanted state.

    An approved one has hours from now on. Pauses and orders are made later.
    """
    _apply(spec, user, since)
    provider = Provider.objects.select_related("user").get(user=user)
    if spec.application in {Status.CHANGES, Status.REJECTED}:
        decide = approving.reject if spec.application == Status.REJECTED else approving.ask_for_changes
        decide(provider_id=provider.pk, note=NOTE, actor=operator(), now=since)
    if spec.application == Status.APPROVED:
        approving.approve(provider_id=provider.pk, now=since)
        _begin(spec, provider, now)
    provider.refresh_from_db()
    return provider


def _apply(spec: ProviderSpec, user: User, since: datetime) -> None:
    code = spec.postal_codes[0]
    values = {
        "first_name": user.first_name,
        "last_name": user.last_name,
        "email": user.email,
        "phone": user.phone or PHONE,
        "address": STREET,
        "postal_code": code,
        "city": city_of(code),
        "business_name": spec.business_name or f"{user.first_name}s Waschsalon",
        "business_type": Application.BusinessType.INDIVIDUAL,
        "service_areas": spec.postal_codes,
        "experience": "Four years in the laundry of a hotel.",
    }
    applying.fill_in(user=user, values=values, now=since)
    if spec.application == Status.DRAFT:
        return
    for kind, name in ((Kind.ID_DOCUMENT, "passport.pdf"), (Kind.INSURANCE_CERTIFICATE, "insurance.pdf")):
        documents.save_document(user=user, kind=kind, content=paper("Of a test"), name=name, now=since)
    applying.submit(user=user, now=since)


def _begin(spec: ProviderSpec, provider: Provider, now: datetime) -> None:
    settings = {
        "bio": spec.bio,
        "specialties": spec.specialties,
        "accepts_instantly": spec.accepts_instantly,
        "late_fee_percent": spec.late_fee_percent,
    }
    profile.change(provider_id=provider.pk, values=settings)
    windows = [
        weeks.Window(weekday, hours.start, hours.end, hours.slot_minutes, hours.capacity)
        for hours in spec.hours
        for weekday in hours.weekdays
    ]
    weeks.set_week(provider_id=provider.pk, windows=windows, now=now)
    today = clock.local_date(now)
    for off in spec.days_off:
        last_day = off.first_day if off.last_day is None else off.last_day
        start_on, end_on = (today + timedelta(days=days) for days in (off.first_day, last_day))
        weeks.take_off(provider_id=provider.pk, start_on=start_on, end_on=end_on, note=off.note, now=now)
    if spec.iban:
        payout_accounts.set_account(
            provider=provider,
            actor_id=provider.user_id,
            holder=provider.user.get_full_name(),
            iban=spec.iban,
            now=now,
        )


def make_last_payout(path: str, *, provider: Provider, now: datetime) -> None:
    """Make the payout of the last week, as the weekly run does.

    Raises ``impossible_state`` (400) at ``path`` if nothing is owed.
    """
    week = week_to_pay(now)
    weekly_run.make_payout(provider_id=provider.pk, week=week, now=now)
    if not Payout.objects.filter(provider=provider, week=week).exists():
        raise impossible(f"{path}.payout", "Nothing was earned up to the end of last week.")


def pause(spec: PauseSpec, *, provider: Provider, now: datetime) -> None:
    """Pause a provider, as the provider or an operator does."""
    until = None if spec.days is None else clock.local_date(now) + timedelta(days=spec.days)
    weeks.pause(provider_id=provider.pk, until=until, by_operator=spec.by_operator, now=now)
