"""``manage.py move_clock``: move the clock of a demonstration with MOVABLE_CLOCK=1."""

import argparse
import re
from datetime import timedelta
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from demo import clock

_UNITS = {"s": "seconds", "m": "minutes", "h": "hours", "d": "days"}


def duration(text: str) -> timedelta:
    """Parse ``90m``, ``2h``, ``-1d`` or ``30s``."""
    match = re.fullmatch(r"([+-]?\d+)([smhd])", text)
    if match is None:
        raise argparse.ArgumentTypeError("write it as 30s, 90m, 2h or 1d")
    return timedelta(**{_UNITS[match[2]]: int(match[1])})


class Command(BaseCommand):
    """``manage.py move_clock 2h`` moves it by two hours; ``--reset`` brings it back."""

    help = "Move the demonstration's clock."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("by", nargs="?", type=duration, default=timedelta(), help="30s, 90m, 2h or 1d")
        parser.add_argument("--reset", action="store_true", help="show the machine's time again")

    def handle(self, *args: Any, **options: Any) -> None:
        if not settings.CLOCK:
            raise CommandError("This copy was not started with MOVABLE_CLOCK=1, so nothing would read it.")
        clock.set_offset(timedelta() if options["reset"] else clock.offset() + options["by"])
        self.stdout.write(f"The clock shows {clock.now():%Y-%m-%d %H:%M:%S} UTC.")
