"""Acts in the admin site are logged once, with their operator, and the log is append-only."""

import pytest
from django.contrib.admin.models import LogEntry
from django.contrib.auth.models import Group
from django.db import DatabaseError, connection, transaction
from django.urls import reverse

from accounts.tests.soft_factors import give_app
from conftest import make_operator
from marketplace.jobs.tasks import relay_mail
from marketplace.tests.admin_forms import form_on, page_of, press_save, signed_in
from marketplace.tests.confirmations import confirmation_on
from marketplace.tests.proof import record

WHY = {"confirmed": "yes", "note": "He is ill"}


def pausing(salon) -> dict[str, object]:
    """Return what a browser submits to pause a provider from the list, after the reason was asked."""
    return {"action": "pause_chosen", "_selected_action": [str(salon.pk)], **WHY}


def test_a_right_that_is_given_is_written_down_once(dora, alice) -> None:
    make_operator("emil", "support")
    operator_client, group = signed_in(dora), Group.objects.get(name="support")

    press_save(
        operator_client,
        page_of(alice),
        form_on(operator_client, page_of(alice)),
        groups=[group.pk],
        is_staff="on",
    )

    entry = LogEntry.objects.get()
    assert (entry.user, entry.object_id) == (dora, str(alice.pk))
    assert list(alice.groups.all()) == [group]


def test_a_button_is_written_down_for_each_row_done_or_refused(dora, salon) -> None:
    operator_client, address = signed_in(dora), reverse("admin:providers_provider_changelist")
    for _ in range(2):  # the second time it is refused
        operator_client.post(address, pausing(salon))

    logged = LogEntry.objects.order_by("pk").values_list("user", "object_id", "change_message")
    assert list(logged) == [
        (dora.pk, str(salon.pk), "Pressed “Pause”: He is ill"),
        (dora.pk, str(salon.pk), "Pressed “Pause”, refused (cannot_be_paused): He is ill"),
    ]


@pytest.mark.parametrize("language", ["de", "fr"])
def test_the_log_is_in_one_language_whoever_presses(dora, salon, language) -> None:
    operator_client, address = signed_in(dora), reverse("admin:providers_provider_changelist")
    pressed = pausing(salon)
    operator_client.post(address, pressed, headers={"Accept-Language": language})

    assert LogEntry.objects.get().change_message == "Pressed “Pause”: He is ill"


def test_a_forgotten_second_factor_is_written_down(dora, alice) -> None:
    operator_client, emil = signed_in(dora), make_operator("emil", "support")
    give_app(alice)
    pressed = {"action": "reset_second_factor", "_selected_action": [str(alice.pk)], **WHY}

    operator_client.post(reverse("admin:accounts_user_changelist"), pressed)
    signed_in(emil).post(
        reverse("admin:accounts_user_changelist"), pressed | {"_selected_action": [str(dora.pk)]}
    )

    logged = LogEntry.objects.order_by("pk").values_list("user", "object_id", "change_message")
    assert list(logged) == [
        (dora.pk, str(alice.pk), "Pressed “Reset the second factor”: He is ill"),
        (emil.pk, str(dora.pk), "Pressed “Reset the second factor”, refused (permission_denied): He is ill"),
    ]


def test_before_a_second_factor_is_reset_its_page_says_who_is_notified(dora, alice, mailoutbox) -> None:
    operator_client, address = signed_in(dora), reverse("admin:accounts_user_changelist")
    give_app(alice)
    chosen = {"action": "reset_second_factor", "_selected_action": [str(alice.pk)]}

    asked = operator_client.post(address, chosen).content.decode()
    operator_client.post(address, confirmation_on(asked, **WHY))
    relay_mail()

    assert "They are told in the app and by email." in asked
    assert alice.notifications.get().kind == "second_factor"
    assert [mail.to for mail in mailoutbox] == [[alice.email]]


@pytest.mark.proof
@pytest.mark.parametrize(
    "act", ["UPDATE django_admin_log SET user_id = user_id", "DELETE FROM django_admin_log"]
)
def test_the_log_is_never_changed(dora, alice, act) -> None:
    operator_client = signed_in(dora)
    press_save(operator_client, page_of(alice), form_on(operator_client, page_of(alice)), first_name="Alicia")

    with (
        pytest.raises(DatabaseError, match="append-only"),
        transaction.atomic(),
        connection.cursor() as cursor,
    ):
        cursor.execute(act)

    assert LogEntry.objects.count() == 1
    record("S18", "1 row a change; UPDATE and DELETE refused by the database", "append-only, tamper test")


LOG = "/admin/admin/logentry/"


def test_the_log_says_who_did_what_to_which_row(dora, salon, django_assert_max_num_queries) -> None:
    operator_client, address = signed_in(dora), reverse("admin:providers_provider_changelist")
    operator_client.post(address, pausing(salon))

    with django_assert_max_num_queries(15):
        shown = operator_client.get(LOG).content.decode()

    assert "Pressed “Pause”: He is ill" in shown
    assert dora.known_name in shown
    assert page_of(salon) in shown


@pytest.mark.parametrize(("words", "found"), [("dora@example.org", 1), ("alice@exa", 0)])
def test_the_log_is_searched_by_who(dora, alice, salon, words, found) -> None:
    operator_client, address = signed_in(dora), reverse("admin:providers_provider_changelist")
    operator_client.post(address, pausing(salon))

    rows = operator_client.get(LOG, {"q": words}).context["cl"].queryset

    assert rows.count() == found


@pytest.mark.parametrize(("group", "status"), [("support", 403), ("operations", 200), ("finance", 200)])
def test_the_log_is_read_by_few_and_changed_by_nobody(dora, salon, group, status) -> None:
    signed_in(dora).post(
        reverse("admin:providers_provider_changelist"),
        pausing(salon),
    )
    reader, entry = signed_in(make_operator("emil", group)), LogEntry.objects.get()

    assert reader.get(LOG).status_code == status
    for act in ("change", "delete"):
        response = reader.post(reverse(f"admin:admin_logentry_{act}", args=[entry.pk]), {"post": "yes"})
        assert response.status_code == 403
    assert LogEntry.objects.count() == 1
