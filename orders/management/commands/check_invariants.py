"""``manage.py check_invariants``: check the invariants of the data."""

import sys
from typing import Any

from django.core.management.base import BaseCommand

from marketplace import clock
from orders.checks.invariants import all_violations


class Command(BaseCommand):
    """Prints a line for each invariant; exits with 1 if one is violated."""

    help = "Check the invariants of slots, orders, money and reviews. Changes nothing."

    def handle(self, *args: Any, **options: Any) -> None:
        found = all_violations(now=clock.now())
        for name, sentences in found.items():
            self.stdout.write(f"{'ok  ' if not sentences else 'FAIL'}  {name}")
            for sentence in sentences:
                self.stdout.write(f"      {sentence}")
        if any(found.values()):
            sys.exit(1)
