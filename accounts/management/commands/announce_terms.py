"""``manage.py announce_terms``: announce changed terms, or a changed privacy policy, 30 days ahead."""

from argparse import ArgumentParser
from datetime import date
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from accounts import terms_changes
from marketplace import clock
from marketplace.errors import Invalid


class Command(BaseCommand):
    """Notifies every open account once of a text and a day, by email, too; may be carried out again."""

    help = "Tell everybody, 30 days ahead, on which day the terms or the privacy policy change, and what."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("policy", choices=list(terms_changes.Policy))
        parser.add_argument("applies_on", type=date.fromisoformat, help="2027-01-15")
        for language, name in settings.LANGUAGES:
            parser.add_argument(f"--{language}", default="", help=f"what changes, in {name}")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            count = terms_changes.announce(
                policy=terms_changes.Policy(options["policy"]),
                applies_on=options["applies_on"],
                changes={language: options[language] for language, _ in settings.LANGUAGES},
                now=clock.now(),
            )
        except Invalid as error:
            raise CommandError(str(error)) from error
        self.stdout.write(f"{count} accounts have been told.")
