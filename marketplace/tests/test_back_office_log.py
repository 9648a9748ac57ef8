"""What is done in the back office is written down once, by whom, and stays written."""

import pytest
from django.contrib.admin.models import LogEntry
from django.contrib.auth.models import Group
from django.db import DatabaseError, connection, transaction
from django.urls import reverse

from conftest import make_operator
from marketplace.tests.office_forms import form_on, page_of, press_save, signed_in
from marketplace.tests.proof import record


def test_a_right_that_is_given_is_written_down_once(dora, alice) -> None:
    make_operator("emil", "support")
    office, group = signed_in(dora), Group.objects.get(name="support")

    press_save(office, page_of(alice), form_on(office, page_of(alice)), groups=[group.pk], is_staff="on")

    entry = LogEntry.objects.get()
    assert (entry.user, entry.object_id) == (dora, str(alice.pk))
    assert list(alice.groups.all()) == [group]


def test_a_button_is_written_down_for_each_row_that_it_changed(dora, salon) -> None:
    office, address = signed_in(dora), reverse("admin:providers_provider_changelist")
    for _ in range(2):  # the second time it is refused
        office.post(address, {"action": "pause_chosen", "_selected_action": [str(salon.pk)]})

    entry = LogEntry.objects.get()
    assert (entry.user, entry.object_id, entry.change_message) == (
        dora,
        str(salon.pk),
        "Pressed pause_chosen.",
    )


@pytest.mark.proof
@pytest.mark.parametrize(
    "act", ["UPDATE django_admin_log SET user_id = user_id", "DELETE FROM django_admin_log"]
)
def test_the_log_is_never_changed(dora, alice, act) -> None:
    office = signed_in(dora)
    press_save(office, page_of(alice), form_on(office, page_of(alice)), first_name="Alicia")

    with (
        pytest.raises(DatabaseError, match="append-only"),
        transaction.atomic(),
        connection.cursor() as cursor,
    ):
        cursor.execute(act)

    assert LogEntry.objects.count() == 1
    record("S18", "1 row a change; UPDATE and DELETE refused by the database", "append-only, tamper test")
