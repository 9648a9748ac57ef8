"""In which role somebody acts on an order, which permission an operator needs, and what a provider sees.

Customers and providers need no permission for what is theirs; see :mod:`accounts.operators`.
"""

from dataclasses import dataclass
from datetime import datetime, timedelta
from uuid import UUID

from django.contrib.admin.models import LogEntry
from django.utils.translation import gettext as _

from accounts import operators
from accounts.models import User
from marketplace import audit
from marketplace.db.json_rows import as_utc
from marketplace.errors import Forbidden, NotFound
from orders.errors import OwnOrder
from orders.lifecycle import transitions
from orders.models import FINAL, Actor, ActorRole, Order, OrderStatus

SEE = "orders.view_order"
PLACE = "orders.add_order"
EDIT = "orders.change_order"
MOVE = "orders.move_order"
CANCEL = "orders.cancel_order"
REFUND = "orders.refund_order"
SETTLE = "orders.change_payment"
READ_MESSAGES = "orders.view_message"
SEE_HANDOVERS = "orders.view_handover"
SEE_CLAIMS = "orders.view_damageclaim"
WRITE_MESSAGE = "orders.add_message"
SEE_RECURRING = "orders.view_recurringbooking"
SET_UP_RECURRING = "orders.add_recurringbooking"
CHANGE_RECURRING = "orders.change_recurringbooking"

MOST_REFUSED = 5
# Written to the audit log when an operator opens an order's page.
OPENED = "Opened the order."
# Time for questions and claims after the end; then the provider needs no contact details any more.
CONTACT_SHOWN_AFTER_THE_END = timedelta(days=30)


def to_move(to: str) -> str:
    """Return the permission for moving an order to a status."""
    return CANCEL if to == OrderStatus.CANCELLED else MOVE


@dataclass(frozen=True)
class Viewer:
    """A user and what they may see of orders: looked up once for any number of orders."""

    user: User
    user_id: UUID
    sees_all: bool
    sees_recurring: bool

    @classmethod
    def of(cls, user: User) -> "Viewer":
        """Look up the permissions of an account."""
        return cls(user, user.pk, operators.may(user, SEE), operators.may(user, SEE_RECURRING))

    def capacity(self, order: Order) -> Actor:
        """Return their role for an order that they may see."""
        return _capacity(order, self.user_id, as_operator=self.sees_all)

    def possible_moves(self, order: Order) -> list[str]:
        """Return the statuses to which they may move an order that they may see, the next one first."""
        side = _side_of(order, self.user_id)
        moves = transitions.allowed(order, side or self.capacity(order))
        return moves if side else [to for to in moves if operators.may(self.user, to_move(to))]


def acting_on(order: Order, user: User, *, permission: str) -> Actor:
    """Return in which role somebody looks at an order that they may see, or writes of it.

    With ``permission`` they are its operator, else its provider or customer; raises :class:`Forbidden` (403)
    if they are neither. For changes see :func:`owning`.
    """
    return _capacity(order, user.pk, as_operator=operators.may(user, permission))


def moving(order: Order, user: User, *, to: str) -> Actor:
    """Return the role for moving an order, as :func:`owning` does."""
    return owning(order, user, permission=to_move(to))


def _capacity(order: Order, user_id: UUID, *, as_operator: bool) -> Actor:
    if as_operator:
        return Actor(ActorRole.OPERATOR, user_id)
    side = _side_of(order, user_id)
    if side is None:
        raise Forbidden(_("Your account may look at this order, but not do this."))
    return side


def _side_of(order: Order, user_id: UUID) -> Actor | None:
    """Return an account as the order's provider or its customer; ``None`` if it is neither."""
    sides = {order.provider.user_id: ActorRole.PROVIDER, order.customer_id: ActorRole.CUSTOMER}
    role = sides.get(user_id)
    return Actor(role, user_id) if role else None


def check_operator(actor: Actor, permission: str) -> None:
    """Raise :class:`Forbidden` (403) unless an operator has a permission; others act on what is theirs.

    For rules that several acts lead to: each act has checked its own permission and the second factor.
    """
    if actor.role != ActorRole.OPERATOR or actor.user_id is None:
        return
    if not User.objects.get(pk=actor.user_id).has_perm(permission):
        raise Forbidden(_("Your account may look at this order, but not do this."))


def refuse_own(order: Order, actor: Actor) -> None:
    """Raise :class:`OwnOrder` (403) to an operator who is the order's customer or its provider.

    What an operator does returns everything, needs no code and settles disputes; nobody decides their own.
    """
    if actor.role == ActorRole.OPERATOR and actor.user_id is not None and _is_side(order, actor.user_id):
        raise OwnOrder


def check_still_theirs(order: Order, actor: Actor) -> None:
    """Raise :class:`NotFound` (404) to a provider whose order somebody else took over meanwhile.

    ``order`` is locked; the role of ``actor`` was looked up before.
    """
    if actor.role == ActorRole.PROVIDER and actor.user_id != order.provider.user_id:
        raise NotFound(_("There is no such order."))


def note_look(*, order: Order, actor: Actor, sentence: str) -> None:
    """Log that an operator read private data of an order; not for its two sides.

    ``sentence`` is in English, the language of the log.
    """
    if actor.role == ActorRole.OPERATOR and actor.user_id is not None and not _is_side(order, actor.user_id):
        audit.record(user_id=actor.user_id, about=order, sentence=sentence)


def note_opened(*, order: Order, user_id: UUID | None) -> None:
    """Log that an operator opened an order: once an hour, as its page is read again and again."""
    if user_id is not None and not _is_side(order, user_id):
        audit.record_hourly(user_id=user_id, about=order, sentence=OPENED)


def _is_side(order: Order, user_id: UUID) -> bool:
    """Tell whether an account is the order's customer or its provider, whatever else it may be."""
    return _side_of(order, user_id) is not None


def note_refused(*, order: Order, user: User, code: str) -> None:
    """Log that an act on an order was refused: a guess, or what came twice or too late.

    At most :data:`MOST_REFUSED` times for an account, order and error, so that nobody can fill the log.
    """
    sentence = f"Refused ({code})."
    noted = LogEntry.objects.filter(user_id=user.pk, object_id=str(order.pk), change_message=sentence)
    if noted.count() < MOST_REFUSED:
        audit.record(user_id=user.pk, about=order, sentence=sentence)


def owning(order: Order, user: User, *, permission: str) -> Actor:
    """Return the role for changing an order: its two sides act as such, also where they are operators.

    An operator's cancellation is free, and a handover needs no code of them: neither is meant for one's own.
    """
    return _side_of(order, user.pk) or acting_on(order, user, permission=permission)


def is_contact_hidden(order: Order, actor: Actor, *, now: datetime) -> bool:
    """Tell whether the customer's name, phone, addresses and note are hidden from the viewer.

    A provider sees them once the order was paid, until 30 days after its end; at once no more of one that
    was cancelled and returned. Needs ``order.status_times``. No query.
    """
    is_none_of_theirs = not order.was_paid or order.is_undone or _is_long_over(order, now)
    return actor.role == ActorRole.PROVIDER and is_none_of_theirs


def _is_long_over(order: Order, now: datetime) -> bool:
    over_since = ended_at(order)
    return over_since is not None and over_since + CONTACT_SHOWN_AFTER_THE_END <= now


def ended_at(order: Order) -> datetime | None:
    """Return when an order was cancelled, or its completion reached us (UTC); ``None`` while it runs.

    Needs ``order.status_times`` and ``order.completion_received_at``. No query.
    """
    at = order.status_times.get(order.status) if order.status in FINAL else None
    if at is None:
        return None
    return max(as_utc(at), order.completion_received_at or as_utc(at))
