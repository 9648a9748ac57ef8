"""Who counts as an operator, for the API and the back office alike.

An operator is staff who have given the second factor that is asked of them. What they may do follows from
permissions, their own or those of a group (support, operations, finance), act by act. Everybody else, staff
who still owe their second factor included, is an account like any other.
"""

from typing import Any

from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.utils.translation import gettext as _

from accounts.models import User
from marketplace.errors import Forbidden


def owes_second_factor(user: User) -> bool:
    """Tell whether staff have still to prove who they are: where the settings ask, or once they set it up.

    The proof belongs to the session of a request; an account that no request brought has given none.
    """
    proof: Any = getattr(user, "is_verified", None)  # set by the middleware of the second factor
    if proof is not None and proof():
        return False
    return settings.SECOND_FACTOR_REQUIRED or user.has_second_factor


def is_operator(user: User | AnonymousUser) -> bool:
    """Tell whether an account is let in as staff; what it may do there is asked of :func:`may`."""
    # The commonest answer first: lists of orders ask for every row.
    return user.is_staff and user.is_active and isinstance(user, User) and not owes_second_factor(user)


def may(user: User | AnonymousUser, permission: str) -> bool:
    """Tell whether an account may do one act as an operator, as in ``orders.cancel_order``."""
    return is_operator(user) and user.has_perm(permission)


def may_anything(user: User | AnonymousUser) -> bool:
    """Tell whether there is anything that an account may do as an operator."""
    return is_operator(user) and (user.is_superuser or bool(user.get_all_permissions()))


def require(user: User | AnonymousUser, permission: str) -> None:
    """Refuse (403) an act for which an account lacks the permission of an operator."""
    if not may(user, permission):
        raise Forbidden(_("Your account may look at this, but not change it."))
