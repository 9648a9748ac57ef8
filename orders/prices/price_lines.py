"""The lines of a price as everybody reads them: who pays, who works, the receipt and the back office."""

from collections.abc import Iterable
from decimal import Decimal
from typing import NamedTuple

from django.utils.translation import gettext as _

from orders.models import Order, OrderLine, ServiceType
from orders.prices.pricing import (
    ADD_ONS,
    INCLUDED_KG,
    PIECES_PER_KG,
    Price,
    PriceLine,
    amount_text,
    kilograms,
)

Kind = OrderLine.Kind
_IN_ORDER = list(Kind)


class NamedLine(NamedTuple):
    """A line with its name; ``amount`` is in CHF, for the whole ``quantity``."""

    kind: Kind
    name: str
    quantity: int
    amount: Decimal

    @property
    def text(self) -> str:
        """The name, with how many in front of it unless it is one."""
        return f"{self.quantity} \N{MULTIPLICATION SIGN} {self.name}" if self.quantity > 1 else self.name


def named(lines: Iterable[PriceLine], *, service_type: str, weight: Decimal) -> list[NamedLine]:
    """Return the lines of a price in their order, in the present language."""
    return [
        NamedLine(line.kind, _name(line.kind, service_type, weight), line.quantity, line.amount)
        for line in sorted(lines, key=lambda line: _IN_ORDER.index(line.kind))
    ]


def of_order(order: Order) -> list[NamedLine]:
    """Return the lines of an order that :mod:`orders.selectors` read."""
    parts = (line.split(":") for line in order.priced)
    lines = (PriceLine(Kind(kind), Decimal(amount), int(quantity)) for kind, quantity, amount in parts)
    return named(lines, service_type=order.service_type, weight=order.weight)


def of_rows(order: Order, rows: Iterable[OrderLine]) -> list[NamedLine]:
    """Return lines of an order from their rows."""
    lines = (PriceLine(Kind(row.kind), row.amount, row.quantity) for row in rows)
    return named(lines, service_type=order.service_type, weight=order.weight)


def written(price: Price) -> list[str]:
    """Return the lines of a price as :attr:`Order.priced` has them."""
    return [f"{line.kind}:{line.quantity}:{line.amount}" for line in price.lines]


def is_add_on(line: NamedLine) -> bool:
    """Return whether a line is an add-on."""
    return line.kind in ADD_ONS


def _name(kind: Kind, service_type: str, weight: Decimal) -> str:
    if kind == Kind.BASE:
        covered = amount_text(service_type=service_type, weight=INCLUDED_KG)
        return f"{ServiceType(service_type).label}, {covered}"
    if kind != Kind.EXTRA_WEIGHT:
        return str(kind.label)
    more = weight - INCLUDED_KG
    if service_type == ServiceType.IRONING:
        return _("Extra pieces (about {count})").format(count=int(more * PIECES_PER_KG))
    return _("Extra weight ({weight})").format(weight=kilograms(more))
