"""Validation of a world before anything is made: unknown references, and states that no order reaches.

What passes here may still be rejected by the product's rules.
"""

from collections.abc import Iterable
from dataclasses import replace

from demo.factory.specs import OrderSpec, PaymentOutcome, ProviderSpec, UserSpec, WorldSpec
from marketplace.errors import Invalid
from orders.lifecycle import transitions
from orders.models import OrderStatus
from orders.recurring.pattern import Rule, wrong_days

BRUNO = UserSpec(ref="", first_name="Bruno", last_name="Keller")
UNKNOWN_REFERENCE, DUPLICATE_REFERENCE = "unknown_reference", "duplicate_reference"
IMPOSSIBLE_STATE = "impossible_state"


def impossible(path: str, sentence: str) -> Invalid:
    """Return the error 400 ``impossible_state``."""
    return _wrong(IMPOSSIBLE_STATE, path, sentence)


def _wrong(code: str, path: str, sentence: str) -> Invalid:
    return Invalid(f"{path}: {sentence}", code=code, fields={path: [sentence]})


def checked(world: WorldSpec) -> WorldSpec:
    """Validate a world; return it with an account added for each provider that names none.

    Raises ``Invalid`` (400): ``unknown_reference``, ``duplicate_reference`` or ``impossible_state``.
    """
    world = _with_accounts(world)
    _check_once("users", (user.ref for user in world.users))
    _check_once("providers", (provider.ref for provider in world.providers))
    _check_once("providers", (provider.user for provider in world.providers))
    _check_once("orders", (order.ref for order in world.orders))
    _check_once("recurring", (booking.ref for booking in world.recurring))
    _check_once("supportRequests", (request.ref for request in world.support_requests))
    _check_references(world)
    providers = {provider.ref: provider for provider in world.providers}
    for number, order in enumerate(world.orders):
        _check_order(f"orders.{number}", order, providers[order.provider])
    _check_recurring(world)
    return world


def _with_accounts(world: WorldSpec) -> WorldSpec:
    own = [replace(BRUNO, ref=provider.ref) for provider in world.providers if not provider.user]
    providers = [replace(provider, user=provider.user or provider.ref) for provider in world.providers]
    return replace(world, users=[*world.users, *own], providers=providers)


def _check_once(path: str, refs: Iterable[str]) -> None:
    seen: set[str] = set()
    for ref in refs:
        if ref in seen:
            raise _wrong(DUPLICATE_REFERENCE, path, f"“{ref}” is named twice.")
        seen.add(ref)


def _check_references(world: WorldSpec) -> None:
    users = {user.ref for user in world.users}
    providers = {provider.ref for provider in world.providers}
    _check_known("providers", "user", (one.user for one in world.providers), users)
    for path, booked in (("orders", world.orders), ("recurring", world.recurring)):
        _check_known(path, "customer", (one.customer for one in booked), users)
        _check_known(path, "provider", (one.provider for one in booked), providers)
    _check_known("favourites", "user", (one.user for one in world.favourites), users)
    _check_known("favourites", "provider", (one.provider for one in world.favourites), providers)
    _check_known("supportRequests", "user", (one.user for one in world.support_requests), users)


def _check_known(path: str, name: str, refs: Iterable[str], known: set[str]) -> None:
    for number, ref in enumerate(refs):
        if ref not in known:
            sentence = f"Nothing here is called “{ref}”."
            raise _wrong(UNKNOWN_REFERENCE, f"{path}.{number}.{name}", sentence)


def _check_order(path: str, order: OrderSpec, provider: ProviderSpec) -> None:
    is_paid = order.outcome is PaymentOutcome.PAID
    if not is_paid and order.status not in {OrderStatus.PENDING, OrderStatus.CANCELLED}:
        raise impossible(f"{path}.payment", "Only a paid order is confirmed.")
    confirms_itself = is_paid and provider.accepts_instantly
    if order.status == OrderStatus.PENDING and confirms_itself:
        sentence = "A paid order waits only for a provider who does not accept instantly."
        raise impossible(f"{path}.status", sentence)
    if order.status == OrderStatus.CANCELLED:
        source = OrderStatus.CONFIRMED if confirms_itself else OrderStatus.PENDING
        if transitions.find(source, OrderStatus.CANCELLED, order.cancelled_by) is None:
            raise impossible(f"{path}.cancelledBy", "A provider cannot cancel what is confirmed.")
    _check_what_follows(path, order, is_paid=is_paid)


def _check_what_follows(path: str, order: OrderSpec, *, is_paid: bool) -> None:
    """Raise for attributes that need another state of the order."""
    is_over = order.status in {OrderStatus.COMPLETED, OrderStatus.CANCELLED}
    for name, is_wanted, is_possible in (
        ("review", order.review, order.status == OrderStatus.COMPLETED),
        ("handBack", order.hand_back, order.status == OrderStatus.CONFIRMED),
        ("handoverCodes", order.handover_codes, not is_over),
        ("refund", order.refund, is_paid),
    ):
        if is_wanted and not is_possible:
            raise impossible(f"{path}.{name}", f"An order at “{order.status}” has none.")


def _check_recurring(world: WorldSpec) -> None:
    users = {user.ref: user for user in world.users}
    for number, booking in enumerate(world.recurring):
        path = f"recurring.{number}"
        if booking.days is None:
            rule = Rule(booking.pattern, booking.day_of_week, booking.day_of_month)
        else:
            rule = Rule(booking.pattern, 0, booking.day_of_month)
        for name, sentence in wrong_days(rule).items():
            raise _wrong("invalid", f"{path}.{name}", sentence)
        if booking.card and booking.card not in users[booking.customer].cards:
            raise _wrong(UNKNOWN_REFERENCE, f"{path}.card", f"The customer has no {booking.card}.")
