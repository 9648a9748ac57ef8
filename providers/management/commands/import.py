"""``manage.py import``: customers and providers from a CSV file (docs/operate.md names the columns)."""
# ruff: noqa: N999 - the command is called so

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from marketplace import clock
from providers import importing


class Command(BaseCommand):
    """Reports what each line would change, and writes only with ``--write``; exits with 1 on an error."""

    help = "Bring in customers or providers from a CSV file. Without --write it only says what it would do."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("kind", choices=sorted(importing.COLUMNS))
        parser.add_argument("file", type=Path)
        what = parser.add_mutually_exclusive_group()
        what.add_argument("--dry-run", action="store_true", help="change nothing; what is done anyway")
        what.add_argument("--write", action="store_true", help="write it")
        parser.add_argument("--invite", action="store_true", help="welcome everybody new by email")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            content = options["file"].read_bytes()
        except OSError as error:
            raise CommandError(f"{options['file']} cannot be read: {error.strerror}") from error
        outcome = importing.bring_in(
            kind=options["kind"],
            content=content,
            writes=options["write"],
            invites=options["invite"],
            now=clock.now(),
        )
        for line, column, code, sentence in outcome.problems:
            self.stdout.write(f"line {line}: {column or '-'}: {code}: {sentence}")
        if outcome.problems:
            raise CommandError(f"{len(outcome.problems)} mistakes, so nothing was written.")
        done = "written" if options["write"] else "to write; nothing was written (--write does it)"
        self.stdout.write(f"{outcome.created} {options['kind']} {done}; {outcome.there} were there already.")
