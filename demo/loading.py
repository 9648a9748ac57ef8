"""Loads the demonstration: people, working hours, and past orders, so that pages have contents.

It calls the product's rules with a ``now`` in the past, so that all invariants hold. It is loaded once, in
one transaction; a later start only adds the slots of new days.
"""

from dataclasses import dataclass, field
from datetime import datetime, timedelta
from itertools import cycle

from django.contrib.auth.hashers import make_password
from django.db import transaction
from django.templatetags.static import static

from accounts import notifications
from accounts.models import Address, Notification, User
from demo.operator_work import Applicants, make_operator_work
from demo.paid_weeks import pay_out_past_weeks
from demo.past import Past
from demo.people import (
    CUSTOMER_EMAIL,
    CUSTOMERS,
    OPERATOR_EMAIL,
    PASSWORD,
    PROVIDER_EMAIL,
    PROVIDERS,
    DemoProvider,
    account_id,
    provider_id,
)
from marketplace.admin_site import dashboard
from marketplace.events.models import LiveEvent
from marketplace.jobs.models import OutboxMessage
from orders.documents import credit_notes, fee_invoices, receipts
from orders.models import Document, Payment, Refund
from providers import catalogue
from providers.models import PostalCode, Provider, ServiceArea
from scheduling.models import WeeklyWindow
from scheduling.tasks import generate_time_slots

LEFT_UNREAD = 2


@dataclass
class DemoPeople:
    """The accounts of the demonstration."""

    customers: list[User] = field(default_factory=list)
    providers: list[Provider] = field(default_factory=list)


def is_loaded() -> bool:
    """Tell whether the demonstration is loaded already."""
    return User.objects.filter(email=OPERATOR_EMAIL).exists()


def load(*, now: datetime) -> bool:
    """Load the demonstration if necessary, and bring its slots up to date."""
    fresh = not is_loaded()
    if fresh:
        with transaction.atomic():
            _load_people_and_past(now)
    generate_time_slots()
    return fresh


def _load_people_and_past(now: datetime) -> None:
    since = now - timedelta(days=120)
    people = _people(since)
    with Past(now=now) as past:
        past.make(customers=people.customers, providers=people.providers)
    operator = User.objects.get(email=OPERATOR_EMAIL)
    pay_out_past_weeks(providers=people.providers, operator=operator, since=since, now=now)
    draft, changes, rejected = people.customers[10:13]
    make_operator_work(
        applicants=Applicants(
            draft=draft,
            submitted=people.customers[5],
            changes=changes,
            rejected=rejected,
            approved=people.providers,
        ),
        operator=operator,
        asker=people.customers[2],
        reported=people.providers[2],
        now=now,
    )
    _make_papers(now)
    _forget_what_was_sent(now)
    dashboard.compute(now=now)


def _account(*, email: str, password: str, since: datetime, **fields: object) -> User:
    user = User(
        id=account_id(email), email=email, password=password, date_joined=since, email_verified_at=since,
        **fields,
    )  # fmt: skip
    user.save(force_insert=True)
    notifications.welcome(user=user, now=since)
    return user


def _people(since: datetime) -> DemoPeople:
    # One hash for all: hashing is slow by design, and the password is public anyway.
    password = make_password(PASSWORD)
    _account(
        email=OPERATOR_EMAIL, password=password, since=since, first_name="Olivia", last_name="Operator",
        is_staff=True, is_superuser=True,
    )  # fmt: skip
    people = DemoPeople()
    for customer in CUSTOMERS:
        user = _account(
            email=customer.address, password=password, since=since, first_name=customer.first_name,
            last_name=customer.last_name, phone=customer.phone,
        )  # fmt: skip
        street, rest = customer.street.split(", ")
        city, code = rest.rsplit(" ", 1)
        Address.objects.create(
            user=user, label="Home", street=street, city=city, postal_code=code, is_default=True,
            created_at=since,
        )  # fmt: skip
        people.customers.append(user)
    phones = cycle(range(100))
    codes = [provider_data.codes[0] for provider_data in PROVIDERS]
    localities = dict(PostalCode.objects.filter(code__in=codes).values_list("code", "locality"))
    for number, provider_data in enumerate(PROVIDERS, start=1):
        user = _account(
            email=provider_data.address, password=password, since=since, first_name=provider_data.first_name,
            last_name=provider_data.last_name, phone=f"+41 78 555 02 {next(phones):02}",
        )  # fmt: skip
        home = provider_data.codes[0]
        Address.objects.create(
            user=user, label="Home", street=f"Gartenweg {number}", city=localities[home],
            postal_code=home, is_default=True, created_at=since,
        )  # fmt: skip
        people.providers.append(_provider(user, provider_data, since))
    catalogue.touch()
    return people


def _provider(user: User, provider_data: DemoProvider, since: datetime) -> Provider:
    provider = Provider.objects.create(
        id=provider_id(provider_data.address),
        user=user,
        status=Provider.Status.APPROVED,
        approved_at=since,
        created_at=since,
        business_name=provider_data.business,
        bio=provider_data.bio,
        profile_image_url=static(provider_data.portrait),
        specialties=list(provider_data.specialties),
        accepts_instantly=provider_data.instantly,
        late_fee_percent=provider_data.late_fee_percent,
    )
    ServiceArea.objects.bulk_create(
        ServiceArea(provider=provider, postal_code=code, position=position)
        for position, code in enumerate(provider_data.codes)
    )
    hours = provider_data.hours
    WeeklyWindow.objects.bulk_create(
        WeeklyWindow(
            provider=provider,
            weekday=day,
            start_time=hours.start,
            end_time=hours.end,
            capacity=hours.capacity,
        )
        for day in hours.weekdays
    )
    return provider


def _make_papers(now: datetime) -> None:
    """Make the numbers of receipts and credit notes, each on its day of the past, and the fee invoices."""
    paid = Payment.objects.filter(status=Payment.Status.SUCCEEDED, receipted_at=None)
    for payment in paid.order_by("settled_at", "pk"):
        receipts.issue(payment_id=payment.pk, now=payment.settled_at or now)
    for refund in credit_notes.due_refunds().order_by("created_at", "pk"):
        credit_notes.issue(cause=Refund.objects.filter(pk=refund.pk), now=refund.created_at)
    credit_notes.issue_due(now=now)
    fee_invoices.make_due(now=now)


def _forget_what_was_sent(now: datetime) -> None:
    """Drop unsent messages, leave only the newest notices unread, and mark conversations as read."""
    OutboxMessage.objects.filter(done_at=None).update(done_at=now)
    Document.objects.exclude(fee_invoice__isnull=False).update(mailed_at=now)
    LiveEvent.objects.all().delete()
    Notification.objects.update(read_at=now)
    for email in (CUSTOMER_EMAIL, PROVIDER_EMAIL):
        others = Notification.objects.filter(user__email=email).exclude(kind="message")
        newest = others.values_list("pk", flat=True)[:LEFT_UNREAD]
        Notification.objects.filter(pk__in=list(newest)).update(read_at=None)
