"""``manage.py skip_numbers``: after a restore, go on behind the numbers that the lost data had given."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from accounts.models import User
from marketplace.errors import DomainError
from orders.documents import receipts
from orders.models import NumberSeries


class Command(BaseCommand):
    """Raises the last number of a series; a lower figure is refused. The log names who did it."""

    help = "Let receipts, credit notes or fee invoices of a year go on behind a number."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("series", choices=list(NumberSeries.Kind))
        parser.add_argument("year", type=int, help="2026, as in R-2026-000123")
        parser.add_argument("last", type=int, help="the last number that was given: 123")
        parser.add_argument("--by", required=True, help="the email address of the operator who does it")

    def handle(self, *args: Any, **options: Any) -> None:
        actor = User.objects.filter(email__iexact=options["by"], is_staff=True).first()
        if actor is None:
            raise CommandError("--by must be the email address of an operator.")
        kind = NumberSeries.Kind(options["series"])
        try:
            receipts.skip_numbers(actor=actor, kind=kind, year=options["year"], last=options["last"])
        except DomainError as error:
            raise CommandError(str(error)) from error
        self.stdout.write(f"The next of {kind.label} {options['year']} is {options['last'] + 1}.")
