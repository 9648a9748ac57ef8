"""The figures as placeholders of texts: ``{figureStandard}`` is 25, ``{figureBefore}`` is 1 hour.

The web app's texts, and those of them that the server renders (titles, questions, guides, prerendered pages),
use the same placeholders, and both fill in these values, in each offered language. Part of the top layer.
"""

import json
from datetime import time
from decimal import Decimal

from django.conf import settings
from django.utils import translation
from django.utils.dates import WEEKDAYS, WEEKDAYS_ABBR
from django.utils.translation import ngettext

from marketplace import clock
from marketplace.figures import Figures, shown_at
from marketplace.wall_time import inside_sentence
from marketplace.web_files import language as spoken


def figure_texts(figures: Figures, *, language: str) -> dict[str, str]:
    """Return the value of each placeholder, in a language; amounts are CHF."""
    services = [figures.price_standard, figures.price_premium, figures.price_ironing]
    pieces = [figures.price_shirt, figures.price_trousers, figures.price_dress, figures.price_coat]
    first, last = figures.support_first_day - 1, figures.support_last_day - 1
    # English texts follow the specification, which writes ranges with a hyphen.
    to = "-" if language == "en" else "\u2013"
    with translation.override(language):
        return {
            "figureStandard": _short(figures.price_standard),
            "figurePremium": _short(figures.price_premium),
            "figureIroning": _short(figures.price_ironing),
            "figureStandardExact": str(figures.price_standard),
            "figurePremiumExact": str(figures.price_premium),
            "figureIroningExact": str(figures.price_ironing),
            "figureLowest": _short(min(services)),
            "figureHighest": _short(max(services) + figures.price_delicate),
            "figureExtraKg": str(figures.price_extra_kg),
            "figureExpress": str(figures.price_express),
            "figureDelicate": str(figures.price_delicate),
            "figureCleaningFrom": str(min(pieces)),
            "figureCleaningTo": str(max(pieces)),
            "figureFee": str(figures.platform_fee),
            "figureBefore": _duration(figures.free_minutes_before_pickup),
            "figureAfter": _duration(figures.free_minutes_after_booking),
            "figureHold": _duration(figures.hold_minutes),
            "figureDays": to.join(
                dict.fromkeys(inside_sentence(WEEKDAYS_ABBR[day]) for day in (first, last))
            ),
            "figureDayFirst": inside_sentence(WEEKDAYS[first]),
            "figureDayLast": inside_sentence(WEEKDAYS[last]),
            "figureHours": f"{_hour(figures.support_opens)}{to}{_hour(figures.support_closes)}",
        }


def in_every_language(figures: Figures) -> dict[str, dict[str, str]]:
    """Return the values by offered language."""
    return {code: figure_texts(figures, language=code) for code, _ in settings.LANGUAGES}


def names_in_texts() -> dict[str, str]:
    """Return all placeholders of texts that the server renders: the product's name and the figures."""
    return {"product": settings.PRODUCT_NAME} | figure_texts(shown_at(clock.now()), language=spoken())


def as_json(figures: Figures) -> str:
    """Return the values as JSON in the form that the web app also writes, since it compares the two."""
    return json.dumps(in_every_language(figures), ensure_ascii=False, separators=(",", ":"))


def _short(amount: Decimal) -> str:
    """Return an amount in its short form: ``25``, ``25.50``."""
    return f"{amount:.0f}" if amount == amount.to_integral_value() else f"{amount:.2f}"


def _duration(minutes: int) -> str:
    hours, rest = divmod(minutes, 60)
    if rest:
        return ngettext("{count} minute", "{count} minutes", minutes).format(count=minutes)
    return ngettext("{count} hour", "{count} hours", hours).format(count=hours)


def _hour(wall: time) -> str:
    return f"{wall.hour}:{wall:%M}"
