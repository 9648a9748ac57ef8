"""What an item of laundry is still worth, from its price and its age: the upper limit of a claim."""

from decimal import Decimal

from marketplace.money import quantize
from orders.models import DamageClaim

Item = DamageClaim.Item

# The usual life of textiles in months.
LIFE_MONTHS: dict[str, int] = {
    Item.SHIRT: 24,
    Item.TROUSERS: 36,
    Item.DRESS: 36,
    Item.KNITWEAR: 24,
    Item.JACKET: 48,
    Item.LINEN: 48,
    Item.OTHER: 36,
}
# The share of the price that is left at the end of that life, and later.
LEAST = Decimal("0.10")


def time_value(*, item: str, price: Decimal | None, age_months: int | None) -> Decimal | None:
    """Return what an item is still worth, in CHF; ``None`` unless price and age are known. Pure.

    It falls month by month from the whole price to :data:`LEAST` of it.
    """
    if price is None or age_months is None:
        return None
    life = LIFE_MONTHS[item]
    left = Decimal(max(life - age_months, 0)) / life
    return quantize(price * max(left, LEAST))
