"""The version of what a provider list shows, read from the database.

Every change that a list could show adds a row with a random token; the version is the sum of the
tokens. Inserts make no transaction wait for another (with a counter, every booking would wait for the
row lock of the one before), and a row enters the sum exactly when its change is committed, so a cached
list of one version is never used after a change, on any node.
"""

from functools import partial
from secrets import randbits
from uuid import UUID

from django.db import connection, transaction

from providers.models import CatalogueChange, Provider

# 2**15 rows of 48 bits fit into the 63 bits of SQLite's integers.
TOKEN_BITS = 48
KEPT_ROWS = 256


def touch() -> None:
    """Outdate every cached provider list when the current transaction commits.

    Call it in the transaction of a change that a list could show: a provider's name, approval,
    rating or service area, or a slot that turned full, free, open or closed.
    """
    change = CatalogueChange.objects.create(token=randbits(TOKEN_BITS))
    if change.pk % KEPT_ROWS == 0:
        transaction.on_commit(partial(_forget_before, change.pk - KEPT_ROWS))


def person_renamed(user_id: UUID) -> None:
    """Outdate the lists if the renamed account is a provider's."""
    if Provider.objects.filter(user_id=user_id).exists():
        touch()


def _forget_before(change_id: int) -> None:
    """Keep the table short. This changes the sum once more, so it cannot hide a change."""
    CatalogueChange.objects.filter(pk__lt=change_id).delete()


def version() -> int | None:
    """Return the current version; ``None`` before the first change (then nothing is cached)."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT sum(token) FROM providers_cataloguechange")
        row = cursor.fetchone()
    return None if row is None or row[0] is None else int(row[0])
