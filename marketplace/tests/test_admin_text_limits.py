"""Every text field of the admin site takes a text of its limit, and refuses a longer one: never a 5xx.

The fields are those of the forms of rows, and of every form class. One that has no setup fails the test.
"""

from collections.abc import Callable, Iterator
from decimal import Decimal
from importlib import import_module
from typing import Any
from uuid import uuid4

import pytest
from django import forms
from django.contrib import admin
from django.db import connection, transaction
from django.test import Client
from django.urls import reverse

from accounts import own_words
from accounts.models import User
from conftest import make_user
from marketplace.admin_figures import FiguresForm
from marketplace.admin_site.actions import ReasonForm
from marketplace.tests.admin_forms import form_on, page_of, signed_in
from marketplace.tests.fixtures import Fixtures, dump
from marketplace.tests.proof import figure, record
from marketplace.tests.test_matrix_admin import all_buttons, press
from marketplace.tests.text_limits import CHARACTERS, OURS, beyond, of_length, overfull
from orders.models import DamageClaim, Order, Payout, Refund
from orders.payments import refunding
from providers.models import Application, ReviewReport

# A form counts characters as they are typed, so a letter in two parts is two. A quick run tries every third
# of the others, the proof each of them.
TRIED = [name for name in CHARACTERS if name != "decomposed"][:: figure(3, 1)]
# Fields whose texts are composed before they are stored; a name begins with a letter.
COMPOSED = {"first_name", "last_name"}


def mailbox(most: int) -> str:
    domain = ".".join(["d" * 60, "e" * 60, "f" * 60, "example", "org"])
    return f"{'m' * (most - len(domain) - 1)}@{domain}"


def texts(name: str, character: str, most: int) -> list[tuple[str, bool]]:
    """Return texts for a field, and whether it takes them."""
    if name.endswith("email"):
        return [(mailbox(most), True), (f"m{mailbox(most)}", False), (f"m@{character * 250}.org", False)]
    if name == "phone":
        return [("0" + " " * (most - 10) + "791234567", True), ("7" * most, False), ("7" * (most + 1), False)]
    if name.startswith("password"):
        return [("x7" * 128, True), (character * 257, False)]
    begins = "A" if name in COMPOSED else ""
    longer = begins + character * (most + 1 - len(begins))
    found = [(of_length(character, most, begins=begins), True), (longer, False)]
    return [*found, (beyond(character, most, begins=begins), False)] if name in COMPOSED else found


def attempt(client: Client, path: str, body: dict[str, Any]) -> tuple[int, dict[str, int], bool]:
    """Submit a form; return the status, what would be too long for PostgreSQL, and whether it was saved."""
    before = dump()
    with transaction.atomic():
        response = client.post(path, body)
        # SQLite stores whatever it is given.
        too_much = overfull() if connection.vendor == "sqlite" else {}
        is_saved = dump() != before
        transaction.set_rollback(True)
    return response.status_code, too_much, is_saved


def faults(
    client: Client, path: str, body: dict[str, Any], field: str, cases: list[tuple[str, bool]]
) -> Iterator[str]:
    for text, is_taken in cases:
        status, too_much, is_saved = attempt(client, path, body | {field: text})
        if status >= 500 or is_saved != is_taken or too_much:
            yield f"{path} {field} {text[:3]!r}... ({len(text)}): {status}, {is_saved=}, {too_much}"


# --- Forms of rows -----------------------------------------------------------------------------------------


def text_fields(form: Any) -> dict[str, forms.CharField]:
    """Return the text fields of a form by name; one of a foreign key or a choice is none."""
    return {name: field for name, field in form.fields.items() if isinstance(field, forms.CharField)}


def row_forms(client: Client) -> Iterator[tuple[str, dict[str, Any], dict[str, forms.CharField]]]:
    """Yield each page with a form of a row: its path, what it sends, and its text fields, inlines' too."""
    for model in admin.site._registry:
        row = model._default_manager.filter(**CHOSEN.get(model._meta.label, {})).first()
        response = client.get(page_of(row)) if row is not None else None
        if response is None or b'name="_save"' not in response.content:
            continue
        own = response.context["adminform"].form
        found = dict(text_fields(own))
        for inline in response.context["inline_admin_formsets"]:
            for form in inline.formset.initial_forms:
                found |= {form.add_prefix(name): field for name, field in text_fields(form).items()}
        yield page_of(row), form_on(client, page_of(row)), found


# Which row of a kind is opened, where not any will do.
CHOSEN: dict[str, dict[str, Any]] = {"accounts.User": {"email": "zoe@example.org"}}
# Fields of these pages: a code of the country's table, what is shown of a password's hash, and a list, whose
# words have limits (providers/tests/test_admin_providers.py).
NO_TEXTS = ("postal_code", "password", "specialties")


@pytest.mark.long
@pytest.mark.proof
def test_a_row_s_form_takes_texts_of_its_limits(fixtures: Fixtures, sampled) -> None:
    make_user("zoe")
    client, found = signed_in(fixtures.users["dora"]), []
    all_fields = [
        (path, body, name, field)
        for path, body, fields in row_forms(client)
        for name, field in fields.items()
        if not name.endswith(NO_TEXTS)
    ]
    for path, body, name, field in sampled(all_fields):
        for character in TRIED:
            cases = texts(name, CHARACTERS[character], field.max_length or 1000)
            if field.max_length is None:
                cases = cases[:1]
            found += faults(client, path, body, name, cases)

    assert not found, "\n".join(found)
    assert {path.split("/")[3] for path, *_ in all_fields} == {"user", "group", "provider", "dayoff"}
    record("S27 admin rows", f"{len(all_fields)} fields: saved or refused, 0 x 5xx", "0 x 5xx")


@pytest.mark.parametrize("field", ["first_name", "last_name"])
def test_a_name_that_grows_when_it_is_stored_is_refused_with_a_sentence(dora, alice, field) -> None:
    client = signed_in(dora)
    form = form_on(client, page_of(alice))

    response = client.post(page_of(alice), form | {field: "\u0958" * 80})

    alice.refresh_from_db()
    assert response.context["adminform"].form.errors == {
        field: ["Ensure this value has at most 80 characters (it has 160)."]
    }
    assert (alice.first_name, alice.last_name) == ("Alice", "Meier")


def test_a_new_account_s_name_is_measured_as_it_is_stored(dora) -> None:
    secret = {"password1": "quiet-alpine-river", "password2": "quiet-alpine-river", "usable_password": "true"}
    new = {"email": "zoe@example.org", "first_name": "\ufb2c" * 30, "last_name": "", "phone": ""}
    response = signed_in(dora).post(reverse("admin:accounts_user_add"), new | secret)

    assert [*response.context["adminform"].form.errors] == ["first_name"]
    assert not User.objects.filter(email="zoe@example.org").exists()


# --- Forms of buttons --------------------------------------------------------------------------------------

Setup = Callable[[Fixtures], tuple[str, dict[str, Any]]]


def on_row(label: str, name: str, pk: Any, **body: Any) -> tuple[str, dict[str, Any]]:
    return reverse(f"admin:{label}_{name}", args=[pk]), {"confirmed": "yes"} | body


def refund(fixtures: Fixtures) -> tuple[str, dict[str, Any]]:
    order = Order.objects.get(pk=fixtures.values["order"])
    amount = refunding.returnable(order)
    body = {"amount": str(amount), "version": order.version, "key": str(uuid4()), "borne_by": "platform"}
    return on_row("orders_order", "refund", order.pk, note="Why", **body)


def decided(_: Fixtures) -> tuple[str, dict[str, Any]]:
    client = signed_in(User.objects.get(email="dora@example.org"))
    path = reverse("admin:marketplace_figureversion_decide")
    form = client.get(path).context["form"]
    sent = {bound.html_name: bound.value() for bound in form if bound.value() is not None}
    # Figures that nobody has changed are no new version.
    return path, sent | {"confirmed": "yes", "reason": "Why", "support_phone": "044 555 09 10"}


def words(_: Fixtures) -> tuple[str, dict[str, Any]]:
    path = reverse("admin:accounts_noticewords_texts", query={"key": "welcome", "language": "de"})
    seen = own_words.newest_number(key="welcome", language="de")
    return path, {"title": "Hallo", "body": "Guten Tag", "seen": seen}


def payout(_: Fixtures) -> tuple[str, dict[str, Any]]:
    return on_row("orders_payout", "mark_it_paid", Payout.objects.get(status=Payout.Status.DUE).pk)


def claim(fixtures: Fixtures) -> tuple[str, dict[str, Any]]:
    made = DamageClaim.objects.get(pk=fixtures.values["claim"])
    DamageClaim.objects.filter(pk=made.pk).update(stated_at=made.reported_at)
    return on_row("orders_damageclaim", "decide_it", made.pk, amount="0", borne_by="provider")


def asked(_: Fixtures) -> tuple[str, dict[str, Any]]:
    Application.objects.filter(provider__user__email="emil@example.org").update(submitted_at=None)
    return on_row("providers_application", "ask_it", Application.objects.get().pk)


def returned(fixtures: Fixtures, **changes: Any) -> Refund:
    """Return a refund that failed, or with ``changes``, of the order of the fixtures."""
    order = Order.objects.get(pk=fixtures.values["order"])
    given = {"status": "failed", "due_at": order.created_at, "created_at": order.created_at} | changes
    given |= {"payment": order.payments.get(status="succeeded"), "amount": Decimal("1.00")}
    return order.refunds.get_or_create(reason=f"operator:{given['status']}", defaults=given)[0]


def paid_by_bank(fixtures: Fixtures) -> tuple[str, dict[str, Any]]:
    return on_row("orders_refund", "mark_paid_by_bank", returned(fixtures).pk)


def paid_twice(fixtures: Fixtures) -> tuple[str, dict[str, Any]]:
    paid = {"status": "paid_by_bank", "bank_reference": "UBS 1", "netted_amount": Decimal("1.00")}
    return on_row("orders_refund", "settle_paid_twice", returned(fixtures, **paid).pk)


SETUPS: dict[str, Setup] = {
    "orders.admin.admin_bank_transfers.TransferForm.reference": paid_by_bank,
    "orders.admin.admin_bank_transfers.SettlementForm.outcome": paid_twice,
    "orders.admin.admin_refund.RefundForm.note": refund,
    "orders.admin.admin_claims.DecisionForm.reason": claim,
    "orders.admin.admin_payouts.ReferenceForm.reference": payout,
    "orders.admin.admin_conversation.MessageForm.body": lambda fixtures: on_row(
        "orders_order", "write_message", fixtures.values["order"]
    ),
    "accounts.admin_support.AnswerForm.body": lambda fixtures: on_row(
        "accounts_supportrequest", "answer_it", fixtures.values["support"]
    ),
    "accounts.admin_words.WordsForm.title": words,
    "accounts.admin_words.WordsForm.body": words,
    "providers.admin_reports.KeepForm.note": lambda _: on_row(
        "providers_reviewreport", "keep", ReviewReport.objects.get().pk
    ),
    "providers.admin_decisions.AnswerForm.note": asked,
    "marketplace.admin_figures.FiguresForm.reason": decided,
    "marketplace.admin_figures.FiguresForm.support_email": decided,
    "marketplace.admin_figures.FiguresForm.support_phone": decided,
}
# The limit of a field that its rule measures and not its form.
MEASURED = {"accounts.admin_words.WordsForm.title": 120, "accounts.admin_words.WordsForm.body": 1500}
ELSEWHERE = {
    "marketplace.admin_site.actions.ReasonForm.note": "every button is pressed with it, below",
    "marketplace.admin_site.site.TokenForm.token": "a code, compared and stored nowhere",
    "providers.admin_decisions.QuestionForm.seen": "a hidden version, compared and stored nowhere",
    "providers.admin_decisions.AnswerForm.seen": "likewise",
    "providers.admin_decisions.CoverForm.seen": "likewise",
    "marketplace.admin_site.site.LoginForm.username": "compared and stored nowhere",
    "marketplace.admin_site.site.LoginForm.password": "likewise",
    "marketplace.admin_site.site.OwnerForm.password": "likewise",
    "accounts.admin.PasswordForm.password1": "a hash is stored; its rule measures it",
    "accounts.admin.PasswordForm.password2": "likewise",
    "accounts.admin.PasswordForm.seen": "a hidden version, compared and stored nowhere",
    "orders.admin.admin_refund.RefundForm.key": "a hidden id",
}


def forms_below(kind: type) -> Iterator[Any]:
    for form in kind.__subclasses__():
        yield from forms_below(form)
        if form.__module__.split(".")[0] in OURS and ".tests." not in form.__module__:
            yield form


def form_fields(now: Any) -> dict[str, forms.CharField]:
    """Return every text field of the product's own form classes, beside the forms of rows."""
    import_module("marketplace.urls")
    found = {
        f"{form.__module__}.{form.__name__}.{name}": field
        for form in forms_below(forms.BaseForm)
        if not issubclass(form, forms.BaseModelForm)
        for name, field in form.base_fields.items()
        if isinstance(field, forms.CharField)
    }
    figures = text_fields(FiguresForm(now=now))
    return found | {f"marketplace.admin_figures.FiguresForm.{name}": field for name, field in figures.items()}


def test_every_text_field_of_a_form_has_a_setup(now) -> None:
    found = {*form_fields(now)}

    assert found - {*SETUPS, *ELSEWHERE} == set()
    assert {*SETUPS, *ELSEWHERE} - found == set()


@pytest.mark.long
@pytest.mark.proof
def test_a_button_s_form_takes_texts_of_its_limit(fixtures: Fixtures, sampled, now) -> None:
    client, fields, found = signed_in(fixtures.users["dora"]), form_fields(now), []
    for name, setup in sampled(SETUPS.items()):
        most = fields[name].max_length or MEASURED[name]
        path, body = setup(fixtures)
        field = name.rpartition(".")[2]
        for character in TRIED:
            cases = texts(field, CHARACTERS[character], most)
            found += faults(client, path, body, field, cases)

    assert not found, "\n".join(found)
    record("S27 admin forms", f"{len(SETUPS)} fields: taken or refused, 0 x 5xx", "0 x 5xx")


@pytest.mark.proof
def test_every_button_takes_a_reason_of_its_limit(fixtures: Fixtures, sampled) -> None:
    client, most = signed_in(fixtures.users["dora"]), ReasonForm.base_fields["note"].max_length or 0
    pressed, wrong = 0, []
    for model, name, group in sampled(all_buttons()):
        if not model._default_manager.exists():
            continue
        for character in TRIED:
            with transaction.atomic():
                reason = of_length(CHARACTERS[character], most)
                response = press(fixtures, client, model, name, group, note=reason)
                too_much = overfull() if connection.vendor == "sqlite" else {}
                transaction.set_rollback(True)
            pressed += 1
            if response.status_code >= 500 or too_much:
                wrong.append((model._meta.label, name, character, response.status_code, too_much))

    assert wrong == []
    record("S27 admin buttons", f"{pressed} times with a reason of {most}: 0 x 5xx", "0 x 5xx")
