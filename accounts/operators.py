"""Who counts as an operator, for the API and the admin site alike.

An operator is staff who have shown the required second factor. What they may do follows from permissions,
their own or those of a group (support, operations, finance), act by act. Everybody else, including staff
who have not shown their second factor yet, is an account like any other.
"""

from typing import Any

from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.utils.translation import gettext as _

from accounts.models import User
from marketplace.errors import Forbidden


def owes_second_factor(user: User) -> bool:
    """Return whether staff must still show their second factor: where the settings demand it, or once set up.

    The proof belongs to the session of a request; an account without a request has none.
    """
    proof: Any = getattr(user, "is_verified", None)  # set by the middleware of the second factor
    if proof is not None and proof():
        return False
    return settings.SECOND_FACTOR_REQUIRED or user.has_second_factor


def is_operator(user: User | AnonymousUser) -> bool:
    """Return whether an account is let in as staff; each act needs :func:`may` as well."""
    # The cheapest check first: lists of orders call this for every row.
    return user.is_staff and user.is_active and isinstance(user, User) and not owes_second_factor(user)


def may(user: User | AnonymousUser, permission: str) -> bool:
    """Return whether an account may do one act as an operator, as in ``orders.cancel_order``."""
    return is_operator(user) and user.has_perm(permission)


def may_anything(user: User | AnonymousUser) -> bool:
    """Return whether an account may do anything as an operator."""
    return is_operator(user) and (user.is_superuser or bool(user.get_all_permissions()))


def require(user: User | AnonymousUser, permission: str) -> None:
    """Raise :class:`~marketplace.errors.Forbidden` (403) unless the account has an operator's permission."""
    if not may(user, permission):
        raise Forbidden(_("Your account may look at this, but not change it."))
