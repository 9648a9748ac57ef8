"""Whether a customer may book with a provider now: one statement, because every order asks it."""

from datetime import datetime
from functools import lru_cache
from uuid import UUID

from django.db import connection

from accounts.models import User
from marketplace.errors import NotFound
from orders.models import Order
from orders.refusals import OwnService, ProviderNotAvailable, TooManyUnpaidOrders
from providers.models import Provider, ServiceArea

MAX_UNPAID = 3

_PERSON = ["id", "email", "first_name", "last_name", "phone"]

# A row for each service area, with the provider, the person, and the customer's open checkouts
# beside it; what a recurring booking placed is none. Written out because building it anew took a
# quarter of the time of placing an order.
_BOOKABLE = """
SELECT provider.*, {person}, area.postal_code AS area, (
    SELECT count(*) FROM orders_order checkout
    WHERE checkout.customer_id = %(customer)s AND checkout.status = 'pending'
      AND checkout.payment_status IN ('unpaid', 'failed') AND checkout.hold_expires_at > %(now)s
      AND NOT EXISTS (SELECT 1 FROM orders_occurrence standing WHERE standing.order_id = checkout.id)
) AS open_checkouts
FROM providers_provider provider
JOIN accounts_user person ON person.id = provider.user_id
LEFT JOIN providers_servicearea area ON area.provider_id = provider.id
WHERE provider.id = %(provider)s
ORDER BY area.position, area.id
"""


@lru_cache(maxsize=1)
def _statement() -> str:
    return _BOOKABLE.format(person=", ".join(f"person.{name} AS person_{name}" for name in _PERSON))


def check_bookable(provider: Provider, *, customer: User) -> None:
    """Raise ``provider_not_available`` or ``own_service`` (409) unless this customer may book there."""
    if provider.status != Provider.Status.APPROVED:
        raise ProviderNotAvailable
    if provider.user_id == customer.pk:
        raise OwnService


def bookable_provider(*, customer: User, provider_id: UUID, now: datetime) -> Provider:
    """Return the provider with account and service areas, if this customer may book there now.

    Raises ``NotFound`` (404), and 409 ``provider_not_available``, ``own_service`` or
    ``too_many_unpaid_orders``. The account that comes with it holds its name and contact alone.
    """
    parameters = {
        "customer": Order._meta.get_field("customer").get_db_prep_value(customer.pk, connection),
        "provider": Provider._meta.pk.get_db_prep_value(provider_id, connection),
        "now": connection.ops.adapt_datetimefield_value(now),
    }
    rows = list(Provider.objects.raw(_statement(), parameters))
    if not rows:
        raise NotFound("There is no such provider.")
    provider = rows[0]
    check_bookable(provider, customer=customer)
    if provider.open_checkouts >= MAX_UNPAID:  # type: ignore[attr-defined]  # the statement adds it
        raise TooManyUnpaidOrders(MAX_UNPAID)
    _remember_person(provider)
    _remember_areas(provider, [row.area for row in rows if row.area])  # type: ignore[attr-defined]  # likewise
    return provider


def _remember_person(provider: Provider) -> None:
    """Fill in the provider's account from the columns that came along."""
    values = [provider.user_id, *(getattr(provider, f"person_{name}") for name in _PERSON[1:])]
    provider.user = User.from_db(connection.alias, _PERSON, values)


def _remember_areas(provider: Provider, codes: list[str]) -> None:
    """Fill the provider's prefetched service areas with what was read already."""
    areas = provider.service_areas.all()
    areas._result_cache = [
        ServiceArea(provider=provider, postal_code=code, position=position)
        for position, code in enumerate(codes)
    ]
    provider._prefetched_objects_cache = {"service_areas": areas}  # type: ignore[attr-defined]
