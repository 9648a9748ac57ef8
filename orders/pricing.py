"""What an order costs: the price table of specification point 9, and nothing the client says.

All amounts are CHF as Decimal with two places; weights are kilograms as Decimal.
"""

from dataclasses import dataclass
from decimal import Decimal

from marketplace.errors import Invalid
from marketplace.money import ZERO, quantize
from orders.models import OrderLine, ServiceType
from orders.turnaround import RETURN_WITHIN_HOURS

BASE_PRICES: dict[str, Decimal] = {
    ServiceType.STANDARD: Decimal("25.00"),
    ServiceType.PREMIUM: Decimal("30.00"),
    ServiceType.IRONING: Decimal("7.00"),
}
PLATFORM_FEE = Decimal("2.50")
EXTRA_KG = Decimal("3.50")
MIN_KG = Decimal("10.0")
INCLUDED_KG = Decimal("10.0")
MAX_KG = Decimal("15.0")
STEP_KG = Decimal("0.5")
#: What the base price of ironing covers, as people count it; a shirt weighs roughly a quarter of a kilogram.
INCLUDED_PIECES = 10
PIECES_PER_KG = 4

UNKNOWN_SERVICE = "Please choose standard, premium or ironing."
WRONG_WEIGHT = "The weight must be between 10 and 15 kg, in steps of 0.5 kg."


@dataclass(frozen=True)
class Price:
    """What an order costs; the lines add up to ``total_amount``."""

    lines: tuple[tuple[OrderLine.Kind, Decimal], ...]
    service_amount: Decimal
    platform_fee: Decimal
    total_amount: Decimal


def check_weight(weight: Decimal) -> None:
    """Refuse (400) a weight outside 10-15 kg or between two steps of half a kilogram."""
    in_range = weight.is_finite() and MIN_KG <= weight <= MAX_KG
    if not in_range or weight % STEP_KG != 0:
        raise Invalid(WRONG_WEIGHT, fields={"weight": [WRONG_WEIGHT]})


def kilograms(weight: Decimal) -> str:
    """Return a weight for people: ``12.5 kg``, ``10 kg``."""
    return f"{weight.normalize():f} kg"


def amount_text(*, service_type: str, weight: Decimal) -> str:
    """Return how much there is to do, for people: kilograms to wash, pieces to iron."""
    if service_type != ServiceType.IRONING:
        return kilograms(weight)
    more = int((weight - INCLUDED_KG) * PIECES_PER_KG)
    return f"about {INCLUDED_PIECES + more} pieces" if more > 0 else f"up to {INCLUDED_PIECES} pieces"


def price(*, service_type: str, weight: Decimal) -> Price:
    """Return the price of a service for a weight: base, 3.50 for each kilogram above 10, and the fee.

    Raises :class:`~marketplace.errors.Invalid` for an unknown service or an impossible weight.
    """
    base = BASE_PRICES.get(service_type)
    if base is None:
        raise Invalid(UNKNOWN_SERVICE, fields={"serviceType": [UNKNOWN_SERVICE]})
    check_weight(weight)
    extra = quantize((weight - INCLUDED_KG) * EXTRA_KG)
    lines = [(OrderLine.Kind.BASE, base)]
    if extra > ZERO:
        lines.append((OrderLine.Kind.EXTRA_WEIGHT, extra))
    lines.append((OrderLine.Kind.PLATFORM_FEE, PLATFORM_FEE))
    return Price(
        lines=tuple(lines),
        service_amount=base + extra,
        platform_fee=PLATFORM_FEE,
        total_amount=base + extra + PLATFORM_FEE,
    )


def price_table() -> dict[str, object]:
    """Return the table as JSON: CHF with two places, kilograms with one (``Prices`` of the API)."""
    return {
        "currency": "CHF",
        "services": {str(service): str(amount) for service, amount in BASE_PRICES.items()},
        "platformFee": str(PLATFORM_FEE),
        "extraKg": str(EXTRA_KG),
        "includedKg": str(INCLUDED_KG),
        "minKg": str(MIN_KG),
        "maxKg": str(MAX_KG),
        "stepKg": str(STEP_KG),
        "returnWithinHours": {str(service): hours for service, hours in RETURN_WITHIN_HOURS.items()},
    }
