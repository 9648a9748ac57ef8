"""One person in many spellings: phones, names, email addresses and passwords (findings of the D2 table)."""

import time

import pytest
from django.urls import reverse

from accounts.models import User
from conftest import PASSWORD, client_for, make_user
from marketplace.tests.admin_forms import page_of

pytestmark = pytest.mark.django_db

NFC, NFD = "Z\u00fcrich-W\u00e4sche-9", "Zu\u0308rich-Wa\u0308sche-9"
FULL_WIDTH = "Laundry-\uff11\uff12\uff13\uff14"


def change(user, **fields):
    return client_for(user).patch("/api/profile", fields)


@pytest.mark.parametrize(
    ("typed", "stored"),
    [
        ("+41 (0)79 123 45 67", "+41791234567"),
        ("+41(0)44 211 12 34", "+41442111234"),
        ("079 123 45 67", "+41791234567"),
        ("0041 79 123 45 67", "+41791234567"),
        ("079\u2013123\u201345\u201367", "+41791234567"),
        ("079/123.45.67", "+41791234567"),
        ("\uff10\uff17\uff19 123 45 67", "+41791234567"),
        ("\u202a079 123 45 67\u202c", "+41791234567"),
        ("+49 30 901820", "+4930901820"),
        ("", ""),
    ],
)
def test_a_phone_is_stored_in_one_form(alice, typed, stored) -> None:
    response = change(alice, phone=typed)

    assert (response.status_code, response.json().get("phone")) == (200, stored)


@pytest.mark.parametrize(
    "typed",
    [
        "044 211 12 34 int. 12",
        "call me maybe",
        "1",
        "117",
        "+417912345",
        "\u0660\u0667\u0669\u0661\u0662\u0663\u0664\u0665\u0666\u0667",
        "tel:+41791234567",
        "0" * 32,
        "079 123 45 67 or 079 123 45 68",
        "+999 123456789",
    ],
)
def test_what_is_no_phone_is_refused_at_its_field(alice, typed) -> None:
    response = change(alice, phone=typed)

    assert (response.status_code, list(response.json()["fields"])) == (400, ["phone"])


@pytest.mark.sweep
@pytest.mark.parametrize(
    ("typed", "searched"),
    [
        ("079 555 11 22", "+41 79 555 11 22"),
        ("079 555 11 22", "41795551122"),
        ("079 555 11 22", "+41 (0)79 555 11 22"),
        ("+41 79 555 33 44", "+41 (0)79 555 33 44"),
        ("+41 (0)79 555 77 88", "+41 79 555 77 88"),
        ("079 555 99 00", "079 555 99 00"),
        ("079\u2013555\u201399\u201301", "079 555 99 01"),
        ("079 555 11 22", "555 11 22"),
        ("079 555 11 22", "0041795551122"),
    ],
)
def test_a_person_is_found_by_any_spelling_of_their_number(operator_client, typed, searched) -> None:
    emil = make_user("emil")
    assert change(emil, phone=typed).status_code == 200

    assert operator_client.get(reverse("admin:find"), {"q": searched})["Location"] == page_of(emil)
    listed = operator_client.get(reverse("admin:accounts_user_changelist"), {"q": searched})
    assert list(listed.context["cl"].result_list) == [emil]


@pytest.mark.sweep
@pytest.mark.parametrize(
    ("first", "last", "searched"),
    [
        ("Petra", "von Arx", "von Arx"),
        ("Petra", "von Arx", "von Arx Petra"),
        ("Luca", "Di Stefano", "Di Stefano"),
        ("Anna Maria", "Meier", "Anna Maria"),
        ("Anna Maria", "Meier", "Anna Maria Meier"),
        ("Anna Maria", "Meier", "meier anna"),
        ("Anna-Maria", "Meier", "anna maria meier"),
        ("O\u2019Neill", "X", "O'Neill"),
        ("\u00c9lodie", "Blanc", "\u00c9lodie"),
        ("\u00c9lodie", "Blanc", "elodie"),
        ("E\u0301lodie", "Blanc", "\u00e9lodie blanc"),
        ("\u00d6g\u00fcz", "\u00c7elik", "oguz celik"),
        ("J\u00fcrg", "M\u00fcller", "Juerg Mueller"),
        ("Juerg", "Mueller", "J\u00fcrg M\u00fcller"),
        ("\u0414\u043c\u0438\u0442\u0440\u0438\u0439", "", "\u0434\u043c\u0438\u0442\u0440\u0438\u0439"),
        ("\u592a\u90ce", "\u6771\u4eac", "\u6771\u4eac"),
    ],
)
def test_a_person_is_found_by_any_spelling_of_their_name(operator_client, first, last, searched) -> None:
    emil = make_user("emil")
    assert change(emil, firstName=first, lastName=last).status_code == 200

    assert operator_client.get(reverse("admin:find"), {"q": searched})["Location"] == page_of(emil)
    listed = operator_client.get(reverse("admin:accounts_user_changelist"), {"q": searched})
    assert list(listed.context["cl"].result_list) == [emil]


@pytest.mark.parametrize(
    ("typed", "stored"),
    [
        ("  Li\u200bna  ", "Lina"),
        ("Li\u202ena", "Lina"),
        ("Lina\r\nBcc: x", "Lina Bcc: x"),
        ("E\u0301lodie", "\u00c9lodie"),
        ("Anna\u00a0 Maria", "Anna Maria"),
        ("\U0001f338 Lina", "\U0001f338 Lina"),
    ],
)
def test_a_name_is_stored_as_it_is_seen(alice, typed, stored) -> None:
    assert change(alice, firstName=typed).json()["firstName"] == stored


@pytest.mark.parametrize("typed", ["\u200b\u200b", "\u3164", "\u2800", "\U0001f9fa", "...", "12"])
def test_a_name_has_a_letter_that_can_be_seen(alice, typed) -> None:
    response = change(alice, firstName=typed)

    assert (response.status_code, list(response.json()["fields"])) == (400, ["firstName"])


@pytest.mark.parametrize(
    ("last", "letter"),
    [("\U0001f9faKorb", "\U0001f9fa"), ("\U00020bb7\u7530", "\U00020bb7"), ("Korb", "K"), ("", "")],
)
def test_an_initial_is_whole(salon, bruno, last, letter) -> None:
    User.objects.filter(pk=bruno.pk).update(last_name=last)

    assert client_for().get(f"/api/providers/details/{salon.pk}").json()["user"]["lastName"] == letter


@pytest.mark.parametrize(
    ("chosen", "typed"), [(NFC, NFD), (NFD, NFC), (FULL_WIDTH, "Laundry-1234"), ("Laundry-1234", FULL_WIDTH)]
)
def test_a_password_is_the_same_on_every_keyboard(chosen, typed) -> None:
    account = {"email": "zoe@example.org", "password": chosen, "firstName": "Zoe"}
    assert client_for().post("/api/auth/register", account).status_code in {200, 201}

    sign_in = client_for().post("/api/auth/login", {"email": "zoe@example.org", "password": typed})
    assert sign_in.status_code == 200, sign_in.json()
    zoe = User.objects.get(email="zoe@example.org")
    changed = client_for(zoe).post(
        "/api/profile/password", {"currentPassword": typed, "newPassword": "another-9-one"}
    )
    assert changed.status_code == 200, changed.json()


def test_a_password_that_was_set_before_still_opens(alice) -> None:
    # Django's own method, which hashes the characters as they come.
    super(User, alice).set_password(NFD)
    alice.save(update_fields=["password"])

    for typed in (NFD, NFC):
        response = client_for().post("/api/auth/login", {"email": alice.email, "password": typed})
        assert response.status_code == 200, typed


def test_one_mailbox_has_one_account() -> None:
    first = {"email": "anna@b\u00fccher.example", "password": PASSWORD, "firstName": "Anna"}
    assert client_for().post("/api/auth/register", first).status_code in {200, 201}
    assert User.objects.get().email == "anna@xn--bcher-kva.example"

    for other in ("ANNA@xn--bcher-kva.example", "anna@BU\u0308CHER.example"):
        response = client_for().post("/api/auth/register", first | {"email": other})
        assert (response.status_code, response.json()["code"]) == (400, "email_taken"), other
        signed_in = client_for().post("/api/auth/login", {"email": other, "password": PASSWORD})
        assert signed_in.status_code == 200, other


@pytest.mark.parametrize("email", ["\u017fam@example.org", "\u00e9lodie@example.org"])
def test_an_address_that_no_mail_reaches_is_refused(email) -> None:
    account = {"email": email, "password": PASSWORD, "firstName": "Sam"}
    response = client_for().post("/api/auth/register", account)

    assert (response.status_code, list(response.json()["fields"])) == (400, ["email"])


@pytest.mark.parametrize(
    ("code", "status"), [("CH-8001", 201), ("8001", 201), (" ch 8001 ", 201), ("9490", 400), ("9999", 400)]
)
def test_an_address_takes_the_codes_that_an_order_takes(alice, code, status) -> None:
    address = {"label": "", "street": "Bahnhofstrasse 1", "city": "Z\u00fcrich", "postalCode": code}

    response = client_for(alice).post("/api/addresses", address | {"isDefault": False})

    assert response.status_code == status, response.json()
    if status == 201:
        assert response.json()["postalCode"] == "8001"
    assert change(alice, postalCode=code).status_code == (200 if status == 201 else 400)


# Twenty thousand accents, of which each of the second half belongs before all of the first.
ACCENTS = "\u0301" * 10_000 + "\u0316" * 10_000
NEWCOMER = {"email": "zoe@example.org", "password": PASSWORD, "firstName": "Zoe"}


@pytest.mark.parametrize(
    ("call", "body"),
    [
        ("register", NEWCOMER | {"firstName": f"Zoe{ACCENTS}"}),
        ("register", NEWCOMER | {"email": f"zoe{ACCENTS}@example.org"}),
        ("register", NEWCOMER | {"password": f"{PASSWORD}{ACCENTS}"}),
        ("login", {"email": f"zoe{ACCENTS}@example.org", "password": PASSWORD}),
        ("login", {"email": "zoe@example.org", "password": f"{PASSWORD}{ACCENTS}"}),
    ],
)
def test_accents_without_end_hold_nobody_up(call, body) -> None:
    began = time.thread_time()

    response = client_for().post(f"/api/auth/{call}", body)

    assert response.status_code in {200, 400, 401}
    assert time.thread_time() - began < 0.5


def test_as_many_accents_as_any_language_needs_are_stored(alice) -> None:
    name = "Q" + "\u0323" * 30

    assert change(alice, firstName=name).json()["firstName"] == name
    assert change(alice, firstName=name + "\u0323").json()["firstName"] == name
