"""Who counts as an operator: staff with the required second factor, and the permission for the act."""

import pytest
from django.contrib.auth.models import AnonymousUser

from accounts import operators
from accounts.models import User
from accounts.tests.soft_factors import give_app
from conftest import make_operator, make_user

SEE, MOVE, CANCEL, REFUND = (f"orders.{act}_order" for act in ("view", "move", "cancel", "refund"))


def proven(user: User) -> User:
    user.is_verified = lambda: True
    return user


@pytest.mark.parametrize(
    ("group", "acts"),
    [("support", {SEE}), ("operations", {SEE, MOVE, CANCEL}), ("finance", {SEE, REFUND})],
)
def test_each_kind_of_operator_may_do_their_own_acts(db, group, acts) -> None:
    emil = make_operator("emil", group)

    assert {act for act in (SEE, MOVE, CANCEL, REFUND) if operators.may(emil, act)} == acts


@pytest.mark.parametrize("fields", [{}, {"is_superuser": True}, {"is_staff": True, "is_active": False}])
def test_nobody_else_is_one(db, fields) -> None:
    user = make_user("emil", **fields)

    assert not operators.is_operator(user)
    assert not operators.may(user, SEE)
    assert not operators.may_anything(user)


def test_a_visitor_is_no_operator() -> None:
    assert not operators.may(AnonymousUser(), SEE)


def test_staff_without_a_permission_may_nothing(db) -> None:
    assert not operators.may_anything(make_user("emil", is_staff=True))


def test_the_second_factor_is_owed_where_the_settings_ask_for_it(dora, settings) -> None:
    settings.SECOND_FACTOR_REQUIRED = True

    assert not operators.may(dora, SEE)
    assert not operators.may_anything(dora)
    assert operators.may(proven(dora), SEE)


def test_the_second_factor_is_owed_by_whoever_has_set_one_up(dora) -> None:
    give_app(dora)

    assert not operators.may(dora, SEE)
    assert operators.may(proven(dora), SEE)
