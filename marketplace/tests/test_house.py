"""The house stands: the schema of the database is what the models say."""

from django.core.management import call_command


def test_migrations_say_what_the_models_say(db) -> None:
    call_command("makemigrations", check=True, dry_run=True, verbosity=0)
