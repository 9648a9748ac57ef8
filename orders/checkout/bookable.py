"""Whether a customer may book with a provider now: one statement, because every order runs it."""

from datetime import datetime
from functools import lru_cache
from typing import Any, NamedTuple, cast
from uuid import UUID

from django.db import connection
from django.db.models import Field
from django.utils.translation import gettext as _

from accounts.models import User
from marketplace.errors import NotFound
from orders.checkout import care_profiles
from orders.errors import CustomerClosed, OwnService, ProviderNotAvailable, TooManyUnpaidOrders
from orders.models import CareProfile, Order
from providers.models import Provider

MAX_UNPAID = 3

_PERSON = ["email", "first_name", "last_name", "phone"]

# The provider with their account, service area codes, the number of the customer's open checkouts (orders of
# recurring bookings do not count), whether the customer's account is open, and their care profile. Raw SQL:
# building this query by the ORM took a quarter of the time of placing an order.
_BOOKABLE = """
SELECT provider.*, {person}, care.user_id AS care_user_id, {care}, (
    SELECT {codes} FROM (
        SELECT postal_code FROM providers_servicearea
        WHERE provider_id = provider.id ORDER BY position, id
    ) area
) AS codes, (
    SELECT count(*) FROM orders_order checkout
    WHERE checkout.customer_id = %(customer)s AND checkout.status = 'pending'
      AND checkout.payment_status IN ('unpaid', 'failed') AND checkout.hold_expires_at > %(now)s
      AND NOT EXISTS (SELECT 1 FROM orders_occurrence occurrence WHERE occurrence.order_id = checkout.id)
) AS open_checkouts, (SELECT is_active FROM accounts_user WHERE id = %(customer)s) AS customer_is_open
FROM providers_provider provider
JOIN accounts_user person ON person.id = provider.user_id
LEFT JOIN orders_careprofile care ON care.user_id = %(customer)s AND NOT care.question_skipped
WHERE provider.id = %(provider)s
"""


_CODES = {"postgresql": "string_agg(postal_code, ',')", "sqlite": "group_concat(postal_code)"}


@lru_cache(maxsize=1)
def _statement() -> str:
    person = ", ".join(f"person.{name} AS person_{name}" for name in _PERSON)
    care = ", ".join(f"care.{name} AS care_{name}" for name in care_profiles.FIELDS)
    return _BOOKABLE.format(person=person, care=care, codes=_CODES[connection.vendor])


class Bookable(NamedTuple):
    """A provider with whom the customer may book now, and how the customer wants their laundry done."""

    provider: Provider
    care: dict[str, Any] | None


def check_bookable(provider: Provider, *, customer: User) -> None:
    """Raise ``provider_not_available`` or ``cannot_book_own_service`` (409) if this customer may not book."""
    if provider.status != Provider.Status.APPROVED:
        raise ProviderNotAvailable
    if provider.user_id == customer.pk:
        raise OwnService


def bookable_provider(*, customer: User, provider_id: UUID, now: datetime) -> Bookable:
    """Return the provider with account and service area codes, if this customer may book there now.

    Raises ``NotFound`` (404), and 409 ``provider_not_available``, ``cannot_book_own_service``,
    ``account_closed`` or ``too_many_unpaid_orders``. ``provider.user`` has only name, email and phone: never
    save it.
    """
    parameters = {
        "customer": Order._meta.get_field("customer").get_db_prep_value(customer.pk, connection),
        "provider": Provider._meta.pk.get_db_prep_value(provider_id, connection),
        "now": connection.ops.adapt_datetimefield_value(now),
    }
    provider: Provider | None = next(iter(Provider.objects.raw(_statement(), parameters)), None)
    if provider is None:
        raise NotFound(_("There is no such provider."))
    check_bookable(provider, customer=customer)
    # The extra columns of the statement are attributes of the instance.
    columns = vars(provider)
    if not columns["customer_is_open"]:
        raise CustomerClosed
    if columns["open_checkouts"] >= MAX_UNPAID:
        raise TooManyUnpaidOrders(MAX_UNPAID)
    provider.service_area_codes = columns["codes"].split(",") if columns["codes"] else []
    person = {name: columns[f"person_{name}"] for name in _PERSON}
    provider.user = User(pk=provider.user_id, **person)
    return Bookable(provider, _care_in(columns))


def _care_in(columns: dict[str, Any]) -> dict[str, Any] | None:
    if columns["care_user_id"] is None:
        return None
    # SQLite has numbers for truth values.
    fields = [cast("Field[Any, Any]", CareProfile._meta.get_field(name)) for name in care_profiles.FIELDS]
    return {field.name: field.to_python(columns[f"care_{field.name}"]) for field in fields}
