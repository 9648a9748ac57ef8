"""Proof of handover: what a provider notes at pickup and delivery, and the code that a customer may require.

A handover takes place while the order has the status of its name, and ends with the transition out of it.
Bags and a photo can be changed until then. A code is four random digits, shown to the order's customer alone;
where one is required, the transition asks for it. After five different wrong codes none is accepted: the
customer stops requiring one, or an operator moves the order on with a reason.
"""

import secrets
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from uuid import UUID

from django.db import transaction
from django.db.models import Exists, F, OuterRef, Value
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from accounts.models import User
from marketplace.errors import DomainError, Invalid, NotFound
from marketplace.files import private
from marketplace.files.accepting import accepted_picture
from orders import locking, notifications
from orders.errors import ReasonRequired
from orders.lifecycle import transitions
from orders.models import Actor, ActorRole, Handover, Order, OrderEvent, OrderStatus

Kind = Handover.Kind
MOST_WRONG_CODES = 5
FOLDER = "handovers"
LONGEST_SIDE = 1600
KEEP_PHOTOS = timedelta(days=90)
NOTHING = gettext_lazy("Please count the bags, or take a photo.")
# The handovers that are not over yet at each status.
_AHEAD: dict[str, tuple[Kind, ...]] = {
    OrderStatus.PENDING: (Kind.PICKUP, Kind.DELIVERY),
    OrderStatus.CONFIRMED: (Kind.PICKUP, Kind.DELIVERY),
    OrderStatus.PICKUP: (Kind.PICKUP, Kind.DELIVERY),
    OrderStatus.WASHING: (Kind.DELIVERY,),
    OrderStatus.DELIVERY: (Kind.DELIVERY,),
}


class HandoverCodeRequired(DomainError):
    """The customer requires a code at this handover, and the call has none (409)."""

    code = "handover_code_required"

    def __init__(self, order: Order) -> None:
        super().__init__(
            _("Please ask {name} for the four-digit code.").format(name=order.customer.first_name)
        )


class HandoverCodeWrong(DomainError):
    """The code is wrong: the customer sees another one (409)."""

    code = "handover_code_wrong"

    def __init__(self, tries_left: int) -> None:
        sentence = ngettext(
            "This code is not right. Please ask again: {count} try is left.",
            "This code is not right. Please ask again: {count} tries are left.",
            tries_left,
        )
        super().__init__(sentence.format(count=tries_left))


class HandoverCodeUsedUp(DomainError):
    """After five wrong codes no further one is accepted at this handover (409)."""

    code = "handover_code_used_up"

    def __init__(self) -> None:
        super().__init__(
            _(
                "Five wrong codes were tried, so no other is taken. "
                "The customer can do without the code, or our support can move the order on."
            )
        )


class NoHandover(DomainError):
    """The order is not at a handover now, or it is over (409)."""

    code = "no_handover"


# --- Requiring codes ------------------------------------------------------------------------------------


@transaction.atomic
def ask_for_codes(*, order_id: UUID, wanted: bool, now: datetime) -> None:
    """Require a code at every handover that is not over, or at none any more. Idempotent.

    Requiring codes anew makes new ones; wrong tries still count. 409 ``no_handover`` for an order that is
    completed or cancelled.
    """
    order = locking.locked_order(order_id=order_id)
    kinds = _AHEAD.get(order.status, ())
    if not kinds:
        raise NoHandover(_("This order is over: nothing is handed over any more."))
    if not wanted:
        changed = Handover.objects.waiting().filter(order=order, kind__in=kinds).update(code=Value(""))
    else:
        changed = sum(_require_code(order, kind) for kind in kinds)
    if changed:
        order.version += 1
        order.save(update_fields=["version"])
        notifications.live(order=order, now=now)


def _require_code(order: Order, kind: Kind) -> bool:
    """Give a handover a code; return whether it had none."""
    row, _ = Handover.objects.get_or_create(order=order, kind=kind)
    if row.code:
        return False
    row.code = f"{secrets.randbelow(10_000):04}"
    row.save(update_fields=["code"])
    return True


# --- Entering the code ----------------------------------------------------------------------------------


def give_code(*, order_id: UUID, code: str, to: str, actor: Actor, now: datetime) -> None:
    """Check the code that the customer said, before the transition to ``to``.

    Does nothing if the transition needs none. Call it outside a transaction: a wrong try must be committed
    although an error is raised. The same wrong code counts once. Raises :class:`HandoverCodeWrong` or
    :class:`HandoverCodeUsedUp` (409).
    """
    error = _check_code(order_id=order_id, code=code, to=to, actor=actor, now=now)
    if error is not None:
        raise error


@transaction.atomic
def _check_code(*, order_id: UUID, code: str, to: str, actor: Actor, now: datetime) -> DomainError | None:
    order = locking.locked_order(order_id=order_id)
    row = _waiting_for_code(order)
    if row is None or actor.role != ActorRole.PROVIDER or not _ends_by(order, to):
        return None
    if len(row.tried) >= MOST_WRONG_CODES:
        return HandoverCodeUsedUp()
    if secrets.compare_digest(code.encode(), row.code.encode()):
        row.code_confirmed_at = now
        row.save(update_fields=["code_confirmed_at"])
        return None
    if code not in row.tried:
        row.wrong_codes = " ".join([*row.tried, code])
        row.save(update_fields=["wrong_codes"])
        notifications.live(order=order, now=now)
    left = tries_left(row)
    return HandoverCodeWrong(left) if left else HandoverCodeUsedUp()


def tries_left(row: Handover) -> int:
    """Return how many more wrong codes may be tried."""
    return MOST_WRONG_CODES - len(row.tried)


def _ends_by(order: Order, to: str) -> bool:
    return to != OrderStatus.CANCELLED and transitions.find(order.status, to, ActorRole.PROVIDER) is not None


def _waiting_for_code(order: Order) -> Handover | None:
    if order.status not in Kind.values:
        return None
    return Handover.objects.waiting().filter(order=order, kind=order.status).first()


def check_step(*, order: Order, actor: Actor, note: str) -> None:
    """Raise (409) if the transition ends a handover whose code is still missing; ``order`` is locked.

    An operator needs no code but a reason: ``ReasonRequired`` (400) if ``note`` is empty.
    """
    row = _waiting_for_code(order)
    if row is None:
        return
    if actor.role == ActorRole.OPERATOR:
        if not note.strip():
            raise ReasonRequired(
                _("The customer wished a code. Please say why the order goes on without it.")
            )
        return
    raise HandoverCodeRequired(order) if tries_left(row) else HandoverCodeUsedUp()


def any_waits_for_code(orders: Iterable[Order]) -> bool:
    """Tell whether any of the orders needs a code for its next transition. One query."""
    ids = [order.pk for order in orders if order.status in Kind.values]
    return bool(ids) and Handover.objects.waiting().filter(order__in=ids, kind=F("order__status")).exists()


# --- Bags and photo -------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Proof:
    """What a provider notes at a handover; ``None`` leaves the stored value."""

    bags: int | None = None
    photo: bytes | None = None


def give_proof(*, order_id: UUID, kind: str, proof: Proof, user: User, now: datetime) -> None:
    """Note bags (1 to 30), a photo, or both, while the laundry changes hands; a photo replaces the last one.

    A photo is a JPEG or PNG of 10 MB at most, else 400; it is re-encoded, which drops its GPS position. The
    caller has made sure that ``user`` is the provider. 409 ``no_handover`` before and after the handover.
    """
    if proof.bags is None and proof.photo is None:
        raise Invalid(str(NOTHING), fields={"bags": [str(NOTHING)]})
    if proof.photo is None:
        _save_proof(order_id=order_id, kind=kind, bags=proof.bags, photo=None, user=user, now=now)
        return
    # Checked before the picture is drawn, and again under the lock.
    _refuse_outside(Order.objects.get(pk=order_id), kind)
    picture = accepted_picture(proof.photo, longest_side=LONGEST_SIDE)
    with private.stored(picture.content, folder=FOLDER, suffix=picture.suffix) as stored:
        _save_proof(order_id=order_id, kind=kind, bags=proof.bags, photo=stored, user=user, now=now)


def _refuse_outside(order: Order, kind: str) -> None:
    if order.status != kind:
        raise NoHandover(_("Bags and photos are noted while the laundry changes hands."))


@transaction.atomic
def _save_proof(
    *, order_id: UUID, kind: str, bags: int | None, photo: str | None, user: User, now: datetime
) -> None:
    order = locking.locked_order(order_id=order_id)
    _refuse_outside(order, kind)
    row = Handover.objects.get_or_create(order=order, kind=kind)[0]
    if photo is not None:
        if row.photo:
            private.remove_after_commit(row.photo)
        row.photo = photo
    row.bags = row.bags if bags is None else bags
    row.taken_at, row.taken_by = now, user
    row.save()
    notifications.live(order=order, now=now)


# --- Reading --------------------------------------------------------------------------------------------


def handovers_of(order: Order) -> list[Handover]:
    """Return both handovers of an order, the pickup first; one without a row is an unsaved instance."""
    stored = {row.kind: row for row in order.handovers.all()}
    return [stored.get(kind) or Handover(order=order, kind=kind) for kind in Kind]


def photo_of(*, order: Order, kind: str) -> Handover:
    """Return a handover that has a photo; 404 otherwise."""
    row = Handover.objects.filter(order=order, kind=kind).exclude(photo="").first()
    if row is None:
        raise NotFound(_("There is no such photo."))
    return row


# --- Removing photos ------------------------------------------------------------------------------------


def remove_old_photos(*, now: datetime) -> int:
    """Remove the photos of orders completed 90 days ago; return how many. Idempotent."""
    completed = OrderEvent.objects.filter(
        order=OuterRef("order"), to_status=OrderStatus.COMPLETED, at__lte=now - KEEP_PHOTOS
    )
    # Photos are older than the completion: filtering by ``taken_at`` is safe, and uses the index on it.
    old = Handover.objects.filter(Exists(completed), taken_at__lte=now - KEEP_PHOTOS).exclude(photo="")
    removed = 0
    for row in old.only("photo").iterator():
        with transaction.atomic():
            if Handover.objects.filter(pk=row.pk, photo=row.photo).update(photo=""):
                private.remove_after_commit(row.photo)
                removed += 1
    return removed
