"""The response of the factory: JSON of a world that was made."""

from typing import Any

from demo.factory.world import World
from demo.people import PASSWORD
from marketplace import clock
from orders.models import Order


def world_json(world: World) -> dict[str, Any]:
    """Return what a test needs to know of what was made, by its refs."""
    return {
        "now": world.now.isoformat(),
        "users": {ref: _user(world, ref) for ref in world.users},
        "providers": {ref: _provider(world, ref) for ref in world.providers},
        "orders": {ref: _order(order) for ref, order in world.orders.items()},
        "recurring": {ref: {"id": str(booking.pk)} for ref, booking in world.recurring.items()},
        "supportRequests": {ref: {"id": str(one.pk)} for ref, one in world.support_requests.items()},
    }


def _user(world: World, ref: str) -> dict[str, Any]:
    user, app, session = world.users[ref], world.apps.get(ref), world.sessions.get(ref)
    owned = (provider for provider in world.providers.values() if provider.user_id == user.pk)
    provider = next(owned, None)
    return {
        "id": str(user.pk),
        "email": user.email,
        "password": PASSWORD,
        "firstName": user.first_name,
        "lastName": user.last_name,
        "providerId": None if provider is None else str(provider.pk),
        "addressIds": [str(address.pk) for address in user.addresses.order_by("created_at", "pk")],
        "cards": {name: {"id": str(card.pk), "last4": card.last4} for name, card in world.cards[ref].items()},
        "secondFactor": app and {"secret": app.secret, "recoveryCodes": app.recovery_codes},
        "session": session and {"cookies": session.cookies, "csrfToken": session.csrf_token},
    }


def _provider(world: World, ref: str) -> dict[str, Any]:
    provider = world.providers[ref]
    return {
        "id": str(provider.pk),
        "userId": str(provider.user_id),
        "businessName": provider.business_name,
        # The name on the provider's card.
        "name": provider.user.short_name,
    }


def _order(order: Order) -> dict[str, Any]:
    pickup_at = order.pickup_at
    return {
        "id": str(order.pk),
        "status": order.status,
        "paymentStatus": order.payment_status,
        "totalAmount": str(order.total_amount),
        "pickupTime": pickup_at.isoformat(),
        "date": clock.local_date(pickup_at).isoformat(),
        "startTime": f"{clock.local_time(pickup_at):%H:%M}",
        "customerId": str(order.customer_id),
        "providerId": str(order.provider_id),
    }
