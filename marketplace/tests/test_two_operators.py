"""Of two operators who were shown one page, one acts, and the other is told.

Every action of the admin site is found here by itself, and needs a setup of
:mod:`marketplace.tests.admin_setups`.
"""

from dataclasses import dataclass
from typing import Any

import pytest
from django.contrib import admin, messages
from django.forms import BaseForm
from django.test import Client, RequestFactory
from django.urls import URLResolver, get_resolver, resolve, reverse

from conftest import WEDNESDAY as NOW
from conftest import make_user
from marketplace.tests.admin_forms import signed_in
from marketplace.tests.admin_setups import AT_ONCE, ON_CHOSEN, OWN, READS, SETUPS, Setup
from marketplace.tests.admin_world import World, filed_payout
from marketplace.tests.fixtures import dump
from marketplace.tests.page_forms import sent_by
from marketplace.tests.proof import record, sample

pytestmark = [pytest.mark.django_db, pytest.mark.at(NOW), pytest.mark.usefixtures("now")]

# Pages of the site itself: reading, and what each does for their own account.
OF_THE_SITE = {
    *("search", "find", "index", "autocomplete", "jsi18n", "app_list", "file", None),
    *("second_factor", "login", "logout", "password_change", "password_change_done"),
}
READING = ("changelist", "history", "export")


@pytest.fixture
def world(settings, alice, salon, dora, time_machine, stripe) -> World:
    settings.STRIPE_CONNECT = True
    settings.PLATFORM_BANK_HOLDER, settings.PLATFORM_BANK_IBAN = "Suuber AG", "CH5604835012345678009"
    return World(alice=alice, salon=salon, dora=dora, time_machine=time_machine, stripe=stripe)


@pytest.fixture
def operators(dora) -> list[Any]:
    """Return the browsers of two operators who may do everything."""
    other = make_user("emil", is_staff=True, is_superuser=True)
    return [signed_in(dora), signed_in(other)]


# --- Finding the actions ----------------------------------------------------------------------------------


def site_patterns() -> list[Any]:
    site = next(part for part in get_resolver().url_patterns if getattr(part, "app_name", "") == "admin")
    return list(site.url_patterns)


def actions_of(model: Any, page: admin.ModelAdmin, request: Any) -> set[tuple[str, str]]:
    """Return the actions of a model's pages: on chosen rows, behind an address of their own, and forms."""
    own = f"{model._meta.app_label}_{model._meta.model_name}_"
    names = {
        str(url.name).removeprefix(own).removeprefix("auth_user_") for url in page.get_urls() if url.name
    }
    allowed = {
        "add": page.has_add_permission(request),
        "change": page.has_change_permission(request),
        "delete": page.has_delete_permission(request),
    }
    names = {name for name in names if name not in READING and allowed.get(name, True)}
    return {(model._meta.label_lower, name) for name in names | set(page.get_actions(request))}


def test_every_action_has_a_setup(world) -> None:
    request = RequestFactory().get("/")
    request.user = world.dora

    found = set()
    for model, page in admin.site._registry.items():
        found |= actions_of(model, page, request)

    assert len(found) > 60
    assert found == {(label, name.partition(",")[0]) for label, name in SETUPS} | READS | OWN


def test_the_site_itself_has_no_other_page() -> None:
    assert {part.name for part in site_patterns() if not isinstance(part, URLResolver)} == OF_THE_SITE


# --- The browser ------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Form:
    """A form as an operator has filled it in, and where it goes."""

    address: str
    sent: dict[str, Any]

    def send(self, client: Client) -> Any:
        return client.post(self.address, self.sent, follow=True)


def address_of(key: tuple[str, str], row: Any, setup: Setup) -> str:
    """Return the page of an action: of the list for an action on chosen rows."""
    label, name = key[0].replace(".", "_"), key[1].partition(",")[0]
    if name == "password_change":
        return reverse("admin:auth_user_password_change", args=[row.pk])
    on_list = name.endswith(("_chosen", "_selected")) or key in ON_CHOSEN
    page = "changelist" if on_list else name
    on_row = row is not None and not on_list
    return reverse(f"admin:{label}_{page}", args=[row.pk] if on_row else [], query=setup.query or None)


def filled_in(client: Client, key: tuple[str, str], setup: Setup, row: Any, typed: dict[str, Any]) -> Form:
    """Open an action, fill in what it asks for, and return the form that would carry it out."""
    address = address_of(key, row, setup)
    if "_changelist" in resolve(address.partition("?")[0]).view_name:
        chosen = {"action": key[1], "_selected_action": [str(row.pk)]}
        page = client.post(address, chosen) if key not in AT_ONCE else None
        return Form(address, chosen if page is None else _sent(page) | typed)
    sent = _sent(client.get(address)) | typed
    for _look in range(setup.looks):
        sent = _sent(client.post(address, sent, follow=True))
    return Form(address, sent)


def _sent(page: Any) -> dict[str, Any]:
    assert page.status_code == 200, page
    return dict(sent_by(page.content.decode()))


# --- Two operators ----------------------------------------------------------------------------------------


def effects() -> dict[str, list[Any]]:
    """Return every row but those of the log, which says of each press whether it was refused."""
    return {table: rows for table, rows in dump().items() if table != "django_admin_log"}


def said(response: Any) -> list[str]:
    """Return what a page says is wrong: its messages, or the errors of its forms."""
    assert response.context is not None, "a file was handed out"
    shown = list(response.context["messages"])
    assert {message.level for message in shown} <= {messages.WARNING, messages.ERROR}, shown
    forms = [response.context.get("form"), getattr(response.context.get("adminform"), "form", None)]
    errors = [str(error) for form in forms if isinstance(form, BaseForm) for error in form.errors.items()]
    return [str(message) for message in shown] + errors


def expect_message(response: Any) -> None:
    """The page says that nothing was done, and nowhere that something was."""
    assert said(response)


def fill(world: World, *given: dict[str, Any]) -> dict[str, Any]:
    """Return what an operator types, with the ids of the people in it."""
    values = {"salon": world.salon.pk, "alice": world.alice.pk}
    typed = {name: value for part in given for name, value in part.items()}
    return {
        name: value.format(**values) if isinstance(value, str) else value for name, value in typed.items()
    }


def open_by(world: World, client: Client, key: tuple[str, str], row: Any, *, is_second: bool) -> Form:
    """Let one of the two operators open an action on a row and fill it in."""
    setup = SETUPS[key]
    typed = fill(world, setup.typed, setup.other if is_second else {})
    return filled_in(client, key, setup, row, typed)


@pytest.mark.proof
@pytest.mark.sweep
@pytest.mark.parametrize("key", sample(SETUPS, every=4), ids=" ".join)
def test_of_two_operators_one_acts_and_the_second_is_notified(world, operators, key) -> None:
    row = SETUPS[key].row(world)
    first = open_by(world, operators[0], key, row, is_second=False)
    second = open_by(world, operators[1], key, row, is_second=True)
    before = effects()
    page = first.send(operators[0])
    SETUPS[key].then(world)
    done = effects()
    assert done != before, said(page)

    expect_message(second.send(operators[1]))
    assert effects() == done
    # The first one's page, sent once more by a reload.
    expect_message(first.send(operators[0]))
    assert effects() == done
    record("R29", f"{' '.join(key)}: one step, the second is told", "2 operators on every action")


TYPED_BY_BOTH = [key for key, setup in SETUPS.items() if setup.other]


@pytest.mark.proof
@pytest.mark.parametrize("key", sample(TYPED_BY_BOTH, every=4), ids=" ".join)
def test_the_second_could_have_acted_alone(world, operators, key) -> None:
    second = open_by(world, operators[1], key, SETUPS[key].row(world), is_second=True)
    before = effects()

    page = second.send(operators[1])

    assert effects() != before, said(page)


# Two different actions on one row: what the first one does, the second one's page did not show.
RIVALS = [
    ("orders.order", "to_pickup", "to_cancelled"),
    ("orders.order", "to_cancelled", "to_pickup"),
    ("orders.order", "to_cancelled", "refund"),
    ("orders.order", "to_pickup", "refund"),
    ("orders.refund", "try_again", "mark_paid_by_bank"),
    ("orders.refund", "mark_paid_by_bank", "try_again"),
    ("orders.refund", "try_it_again", "mark_paid_by_bank"),
    ("orders.refund", "mark_paid_by_bank", "try_it_again"),
    ("marketplace.outboxmessage", "try_again", "set_aside"),
    ("marketplace.outboxmessage", "set_aside", "try_again"),
    ("orders.stripeevent", "try_again", "set_aside"),
    ("orders.stripeevent", "set_aside", "try_again"),
    ("orders.stripeevent", "set_it_aside", "try_it_again"),
    ("orders.recurringbooking", "pause_it", "end_it"),
    ("orders.recurringbooking", "end_it", "pause_it"),
    ("orders.recurringbooking", "resume_it", "pause_it"),
    ("orders.payout", "mark_paid", "make_bank_file"),
    ("orders.payout", "mark_it_paid", "mark_paid"),
    ("orders.payout", "mark_paid", "make_bank_file_again"),
    ("orders.payout", "mark_refused", "mark_paid"),
    ("orders.payout", "make_bank_file_again", "mark_refused"),
    *(
        ("providers.application", first, second)
        for first in ("approve_it", "ask_it", "reject_it", "record_cover")
        for second in ("approve_it", "ask_it", "reject_it", "record_cover")
        if first != second
    ),
    ("providers.application", "ask_for_another", "record_cover"),
    ("accounts.supportrequest", "answer_it", "close_it"),
    ("accounts.supportrequest", "close_it", "answer_it"),
    *(
        (label, first, second)
        for label in ("scheduling.weeklywindow", "scheduling.dayoff", "auth.group")
        for first, second in (("change", "delete"), ("change", "delete_selected"), ("delete", "change"))
    ),
]


@pytest.mark.proof
@pytest.mark.sweep
@pytest.mark.parametrize(("label", "acts", "waits"), RIVALS)
def test_what_another_action_has_changed_is_not_acted_on(world, operators, label, acts, waits) -> None:
    row = (filed_payout if waits == "make_bank_file_again" else SETUPS[label, acts].row)(world)
    first = open_by(world, operators[0], (label, acts), row, is_second=False)
    second = open_by(world, operators[1], (label, waits), row, is_second=True)
    before = effects()
    page = first.send(operators[0])
    done = effects()
    assert done != before, said(page)

    expect_message(second.send(operators[1]))
    assert effects() == done
    record(
        "R29 (another action)", f"{label} {acts}, {waits}: the second is told", "target and version travel"
    )
