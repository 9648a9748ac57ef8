"""What an order costs: by the present price list (specification point 9), never by what the client sends.

All amounts are CHF as Decimal with two places; weights are kilograms as Decimal.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from types import MappingProxyType
from typing import NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from marketplace import figures as figures_of
from marketplace.errors import DomainError, Invalid
from marketplace.figures import Figures
from marketplace.money import ZERO, quantize
from orders.models import OrderLine, RecurringBooking, ServiceType
from orders.prices.turnaround import EXPRESS_WITHIN_HOURS, RETURN_WITHIN_HOURS

MIN_KG = Decimal("10.0")
INCLUDED_KG = Decimal("10.0")
MAX_KG = Decimal("15.0")
STEP_KG = Decimal("0.5")
#: What the base price of ironing covers, in pieces; a shirt weighs roughly a quarter of a kilogram.
INCLUDED_PIECES = 10
PIECES_PER_KG = 4


#: The add-ons of specification point 9, and how many of each one order may have.
ADD_ONS: dict[OrderLine.Kind, int] = {
    OrderLine.Kind.EXPRESS: 1,
    OrderLine.Kind.DELICATE: 1,
    OrderLine.Kind.SHIRT: 50,
    OrderLine.Kind.TROUSERS: 50,
    OrderLine.Kind.DRESS: 50,
    OrderLine.Kind.COAT: 50,
}

ADD_ON_CHOICES = [(str(kind), kind.label) for kind in ADD_ONS]
MOST_OF_AN_ADD_ON = max(ADD_ONS.values())

UNKNOWN_SERVICE = gettext_lazy("Please choose standard, premium or ironing.")
NO_ADD_ONS: Mapping[str, int] = MappingProxyType({})
WRONG_WEIGHT = gettext_lazy("The weight must be between 10 and 15 kg, in steps of 0.5 kg.")


class PriceLine(NamedTuple):
    """A part of a price; ``amount`` is in CHF, for the whole ``quantity``."""

    kind: OrderLine.Kind
    amount: Decimal
    quantity: int = 1


@dataclass(frozen=True)
class Price:
    """What an order costs; the lines add up to ``total_amount``."""

    lines: tuple[PriceLine, ...]
    service_amount: Decimal
    platform_fee: Decimal
    total_amount: Decimal


def check_weight(weight: Decimal) -> None:
    """Refuse (400) a weight outside 10-15 kg or between two steps of half a kilogram."""
    in_range = weight.is_finite() and MIN_KG <= weight <= MAX_KG
    if not in_range or weight % STEP_KG != 0:
        sentence = str(WRONG_WEIGHT)
        raise Invalid(sentence, fields={"weight": [sentence]})


def kilograms(weight: Decimal) -> str:
    """Return a weight as text: ``12.5 kg``, ``10 kg``."""
    return f"{weight.normalize():f} kg"


def amount_text(*, service_type: str, weight: Decimal) -> str:
    """Return the amount of laundry as text: kilograms to wash, pieces to iron."""
    if service_type != ServiceType.IRONING:
        return kilograms(weight)
    more = int((weight - INCLUDED_KG) * PIECES_PER_KG)
    said = _("about {count} pieces") if more > 0 else _("up to {count} pieces")
    return said.format(count=INCLUDED_PIECES + max(more, 0))


class UnknownAddOn(Invalid):
    """The add-on does not exist, or its quantity is above what one order may have (400)."""

    code = "unknown_add_on"

    def __init__(self, sentence: str) -> None:
        super().__init__(sentence, fields={"addOns": [sentence]})


def check_add_ons(add_ons: Mapping[str, int]) -> None:
    """Raise ``unknown_add_on`` (400) for an unknown add-on, or more of one than an order may have."""
    for kind, quantity in add_ons.items():
        most = ADD_ONS.get(OrderLine.Kind(kind)) if kind in OrderLine.Kind.values else None
        if most is None:
            raise UnknownAddOn(
                _("“{name}” is none of our add-ons. Please choose from the list.").format(name=kind[:20])
            )
        if not 1 <= quantity <= most:
            said = _("{name}: please choose from 1 to {most}.") if most > 1 else _("{name}: once.")
            raise UnknownAddOn(said.format(name=OrderLine.Kind(kind).label, most=most))


class PriceChanged(DomainError):
    """The price differs from the one that was shown (409); ``price`` carries the present one."""

    code = "price_changed"

    def __init__(self, price: Price) -> None:
        super().__init__(
            _("The price has changed since you looked. It is now CHF {amount}. Please confirm again.").format(
                amount=price.total_amount
            ),
            extra={
                "price": {
                    "serviceAmount": str(price.service_amount),
                    "platformFee": str(price.platform_fee),
                    "totalAmount": str(price.total_amount),
                }
            },
        )


def base_prices(figures: Figures) -> dict[str, Decimal]:
    """Return the price of each service in CHF, up to the included weight."""
    return {
        ServiceType.STANDARD: figures.price_standard,
        ServiceType.PREMIUM: figures.price_premium,
        ServiceType.IRONING: figures.price_ironing,
    }


def add_on_prices(figures: Figures) -> dict[OrderLine.Kind, Decimal]:
    """Return the price of one piece of each add-on in CHF."""
    return {
        OrderLine.Kind.EXPRESS: figures.price_express,
        OrderLine.Kind.DELICATE: figures.price_delicate,
        OrderLine.Kind.SHIRT: figures.price_shirt,
        OrderLine.Kind.TROUSERS: figures.price_trousers,
        OrderLine.Kind.DRESS: figures.price_dress,
        OrderLine.Kind.COAT: figures.price_coat,
    }


def price(
    *, service_type: str, weight: Decimal, figures: Figures, add_ons: Mapping[str, int] = NO_ADD_ONS
) -> Price:
    """Return the price of a service for a weight: base, each kilogram above 10, add-ons, the fee.

    ``figures`` are those in force when the price is agreed; ``add_ons`` maps kinds to quantities.
    Raises :class:`~marketplace.errors.Invalid` for an unknown service, an impossible weight, and
    (``unknown_add_on``) for an unknown add-on or too many of one.
    """
    base = base_prices(figures).get(service_type)
    if base is None:
        sentence = str(UNKNOWN_SERVICE)
        raise Invalid(sentence, fields={"serviceType": [sentence]})
    check_weight(weight)
    check_add_ons(add_ons)
    extra = quantize((weight - INCLUDED_KG) * figures.price_extra_kg)
    lines = [PriceLine(OrderLine.Kind.BASE, base)]
    if extra > ZERO:
        lines.append(PriceLine(OrderLine.Kind.EXTRA_WEIGHT, extra))
    lines += [
        PriceLine(kind, quantize(each * add_ons[kind]), add_ons[kind])
        for kind, each in add_on_prices(figures).items()
        if kind in add_ons
    ]
    service_amount = sum((line.amount for line in lines), ZERO)
    lines.append(PriceLine(OrderLine.Kind.PLATFORM_FEE, figures.platform_fee))
    return Price(
        lines=tuple(lines),
        service_amount=service_amount,
        platform_fee=figures.platform_fee,
        total_amount=service_amount + figures.platform_fee,
    )


def price_of(booking: RecurringBooking) -> Price:
    """Return the price of one pickup of a recurring booking, at the figures of when it was agreed."""
    return price(
        service_type=booking.service_type,
        weight=booking.weight,
        figures=figures_of.at(booking.price_agreed_at),
        add_ons=booking.add_ons,
    )


def refuse_if_changed(price: Price, *, expected: Decimal | None) -> None:
    """Raise :class:`PriceChanged` (409) if the client saw another total; ``None``: it sent none."""
    if expected is not None and expected != price.total_amount:
        raise PriceChanged(price)


def vat_within(amount: Decimal, *, percent: Decimal) -> Decimal:
    """Return the VAT included in an amount in CHF, rounded to the Rappen (not to five)."""
    return quantize(amount * percent / (100 + percent))


def service_list(figures: Figures) -> dict[str, object]:
    """Return services and add-ons as JSON: CHF with two places (``ServiceList`` of the API)."""
    return {
        "services": [
            {
                "id": str(service),
                "name": str(ServiceType(service).label),
                "price": str(amount),
                "maxWeight": str(MAX_KG),
            }
            for service, amount in base_prices(figures).items()
        ],
        "addOns": [
            {"id": str(kind), "name": str(kind.label), "price": str(each), "perPiece": ADD_ONS[kind] > 1}
            for kind, each in add_on_prices(figures).items()
        ],
        "platformFee": str(figures.platform_fee),
    }


def price_table(figures: Figures) -> dict[str, object]:
    """Return the price list as JSON: CHF with two places, kilograms with one (``Prices`` of the API)."""
    return {
        "currency": "CHF",
        "services": {str(service): str(amount) for service, amount in base_prices(figures).items()},
        "platformFee": str(figures.platform_fee),
        "extraKg": str(figures.price_extra_kg),
        "includedKg": str(INCLUDED_KG),
        "minKg": str(MIN_KG),
        "maxKg": str(MAX_KG),
        "stepKg": str(STEP_KG),
        "addOns": [
            {"id": str(kind), "name": str(kind.label), "price": str(each), "most": ADD_ONS[kind]}
            for kind, each in add_on_prices(figures).items()
        ],
        "expressWithinHours": EXPRESS_WITHIN_HOURS,
        "returnWithinHours": {str(service): hours for service, hours in RETURN_WITHIN_HOURS.items()},
    }
