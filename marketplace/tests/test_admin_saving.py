"""The admin site saves changed fields only, and detects concurrent edits of one page."""

import re

import pytest
from django.contrib import admin
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from accounts.models import User
from conftest import NOW, client_for, make_operator
from marketplace.admin_site import base_admin
from marketplace.jobs import outbox
from marketplace.tests.admin_forms import form_on, inputs_on, page_of, press_save, signed_in
from providers import catalogue
from providers.approving import pause
from providers.models import Provider

MEANWHILE = "Somebody has changed this meanwhile"


@pytest.fixture
def staff(dora) -> Client:
    return signed_in(dora)


def test_saves_the_field_that_was_changed_and_no_other(staff, salon) -> None:
    form = form_on(staff, page_of(salon))

    with CaptureQueriesContext(connection) as queries:
        press_save(staff, page_of(salon), form, business_name="Bruno am See")

    written = [query["sql"] for query in queries if query["sql"].startswith('UPDATE "providers_provider"')]
    assert len(written) == 1
    assert re.findall(r'"(\w+)" = ', written[0].split("WHERE")[0]) == ["business_name"]


def test_saves_nothing_of_a_page_that_nobody_changed(staff, salon) -> None:
    form = form_on(staff, page_of(salon))

    with CaptureQueriesContext(connection) as queries:
        press_save(staff, page_of(salon), form)

    assert not [query for query in queries if query["sql"].startswith('UPDATE "providers_')]


def test_keeps_a_pause_and_a_rating_that_came_while_the_page_was_open(staff, salon) -> None:
    form = form_on(staff, page_of(salon))
    pause(provider_id=salon.pk, now=NOW, by_operator=True)
    Provider.objects.filter(pk=salon.pk).update(rating_sum=5, review_count=1)

    shown = press_save(staff, page_of(salon), form, bio="Since 1987")

    salon.refresh_from_db()
    assert MEANWHILE not in shown
    assert (salon.bio, salon.status, salon.paused_by_operator) == ("Since 1987", "paused", True)
    assert (salon.rating_sum, salon.review_count) == (5, 1)


def test_a_name_that_is_put_right_is_in_the_list_at_once(staff, salon, slot) -> None:
    catalogue.touch()
    assert named_in_the_list() == ["Bruno"]

    press_save(staff, page_of(salon.user), form_on(staff, page_of(salon.user)), first_name="Beat")

    assert named_in_the_list() == ["Beat"]


def named_in_the_list() -> list[str]:
    return [one["user"]["firstName"] for one in client_for().get("/api/providers/8001").json()]


def test_tells_the_second_of_two_and_shows_what_the_first_saved(staff, salon) -> None:
    other = signed_in(make_operator("emil", "operations"))
    first, second = form_on(staff, page_of(salon)), form_on(other, page_of(salon))
    press_save(staff, page_of(salon), first, bio="Since 1987")

    shown = press_save(other, page_of(salon), second, business_name="Bruno am See")

    salon.refresh_from_db()
    assert MEANWHILE in shown
    assert "Since 1987" in shown
    assert (salon.bio, salon.business_name) == ("Since 1987", "Brunos Waschsalon")


def test_the_second_saves_from_the_page_that_they_were_shown(staff, salon) -> None:
    stale = form_on(staff, page_of(salon))
    Provider.objects.filter(pk=salon.pk).update(bio="Since 1987")
    response = staff.post(page_of(salon), stale | {"business_name": "Bruno am See"})

    again = stale | {
        "bio": "Since 1987",
        "business_name": "Bruno am See",
        "_shown": response.context["shown"],
    }
    shown = press_save(staff, page_of(salon), again)

    salon.refresh_from_db()
    assert MEANWHILE not in shown
    assert (salon.bio, salon.business_name) == ("Since 1987", "Bruno am See")


@pytest.mark.parametrize("change", ["removed", "added", "moved"])
def test_service_areas_that_were_changed_meanwhile_are_not_overwritten(staff, salon, change) -> None:
    form = form_on(staff, page_of(salon))
    area = salon.service_areas.get()
    if change == "removed":
        area.delete()
    elif change == "added":
        salon.service_areas.create(postal_code="8002", position=1)
    else:
        salon.service_areas.update(postal_code="8003")

    shown = press_save(staff, page_of(salon), form, bio="Since 1987")

    salon.refresh_from_db()
    assert MEANWHILE in shown
    assert salon.bio == ""


def test_service_areas_are_changed_one_by_one(staff, salon) -> None:
    salon.service_areas.create(postal_code="8002", position=1)
    form = form_on(staff, page_of(salon))

    press_save(
        staff,
        page_of(salon),
        form,
        **{"service_areas-0-postal_code": "8004", "service_areas-1-DELETE": "on"},
    )

    assert list(salon.service_areas.values_list("postal_code", "position")) == [("8004", 0)]


def test_an_account_keeps_what_its_owner_changed_beside_the_form(staff, alice) -> None:
    form = form_on(staff, page_of(alice))
    User.objects.filter(pk=alice.pk).update(password="changed-by-its-owner", email_verified_at=NOW)

    press_save(staff, page_of(alice), form, first_name="Alicia")

    alice.refresh_from_db()
    assert (alice.first_name, alice.password) == ("Alicia", "changed-by-its-owner")
    assert alice.email_verified_at == NOW


def test_two_who_give_an_account_to_groups_do_not_undo_each_other(staff, alice) -> None:
    make_operator("emil", "support")
    form = form_on(staff, page_of(alice))
    alice.groups.create(name="translators")

    shown = press_save(staff, page_of(alice), form, first_name="Alicia")

    assert MEANWHILE in shown
    assert [group.name for group in alice.groups.all()] == ["translators"]


def set_password(staff: Client, user: User):
    new = {"password1": "quiet-alpine-river", "password2": "quiet-alpine-river", "usable_password": "true"}
    return staff.post(reverse("admin:auth_user_password_change", args=[user.pk]), new)


def test_a_new_password_writes_nothing_else(staff, alice) -> None:
    with CaptureQueriesContext(connection) as queries:
        response = set_password(staff, alice)

    assert response.status_code == 302
    written = [query["sql"] for query in queries if query["sql"].startswith('UPDATE "accounts_user"')]
    assert len(written) == 1
    assert re.findall(r'"(\w+)" = ', written[0].split("WHERE")[0]) == ["password"]


def test_the_owner_is_notified_of_a_password_that_a_superuser_sets(staff, alice, mailoutbox) -> None:
    assert set_password(staff, alice).status_code == 302

    outbox.relay(now=NOW)
    shown = client_for(User.objects.get(pk=alice.pk)).get("/api/notifications").json()["results"]
    assert [one["title"] for one in shown] == ["Your password was changed"]
    assert [(one.to, one.subject) for one in mailoutbox] == [([alice.email], "Your password was changed")]


# --- Pages that only have actions --------------------------------------------------------------------------


def test_a_page_without_a_field_to_change_has_no_save(fixtures) -> None:
    client, with_fields = signed_in(fixtures.users["dora"]), set()
    for model in admin.site._registry:
        row = model._default_manager.first()
        if row is None:
            continue
        shown = client.get(page_of(row)).content.decode()
        has_save = 'name="_save"' in shown
        assert has_save == bool(inputs_on(shown)), model
        if has_save:
            with_fields.add(model._meta.model_name)

    assert with_fields == {"user", "group", "provider", "weeklywindow", "dayoff"}


def test_a_page_that_only_has_buttons_takes_no_form(fixtures) -> None:
    client = signed_in(fixtures.users["dora"])
    for model, page in admin.site._registry.items():
        row = model._default_manager.first()
        if row is not None and isinstance(page, base_admin.ReadOnlyAdmin):
            before = model._default_manager.filter(pk=row.pk).values().get()
            sent = {name: str(value) for name, value in before.items()}
            assert client.post(page_of(row), sent).status_code == 403, model
            assert model._default_manager.filter(pk=row.pk).values().get() == before


def test_every_page_stands_on_the_same_ground() -> None:
    for model, page in admin.site._registry.items():
        assert isinstance(page, base_admin.BaseAdmin), model
