"""The lock of an account: what it changes, and what is counted for it, follow one another.

It lasts until the transaction ends, and leaves alone who only names the account, as a new row's foreign
key does (``NO KEY``). On SQLite the transaction itself keeps every other writer out.
"""

from collections.abc import Collection
from uuid import UUID

from django.db import connection

from accounts.models import User


def lock_account(user_id: UUID) -> None:
    """Lock one account, and read nothing of it: every order that is placed begins with this."""
    if connection.features.has_select_for_update:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1 FROM accounts_user WHERE id = %s FOR NO KEY UPDATE", [user_id])


def lock_accounts(user_ids: Collection[UUID]) -> None:
    """Lock several, in the order of their ids: two who lock the same ones wait, and not in a circle."""
    if connection.features.has_select_for_update:
        accounts = User.objects.select_for_update(no_key=True).filter(pk__in=set(user_ids))
        list(accounts.order_by("pk").values_list("pk"))
