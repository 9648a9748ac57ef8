"""Registering: required fields, errors, and what a new account starts with."""

import pytest

from accounts.models import User
from conftest import client_for

ANNA = {
    "email": "anna@example.org",
    "password": "quiet-alpine-river",
    "firstName": "Anna",
    "lastName": "Muster",
    "phone": "+41 79 123 45 67",
}


def register(client=None, **changes):
    return (client or client_for()).post("/api/auth/register", ANNA | changes, format="json")


def test_registering_opens_an_account_and_signs_in(db):
    client = client_for()

    response = register(client)

    assert response.status_code == 200
    assert response.json()["success"] is True
    user = response.json()["user"]
    assert user["email"] == "anna@example.org"
    assert (user["firstName"], user["lastName"], user["phone"]) == ("Anna", "Muster", "+41791234567")
    assert client.get("/api/auth/session").json()["user"] == user


def test_last_name_and_phone_may_be_left_out(db):
    response = client_for().post(
        "/api/auth/register",
        {"email": "anna@example.org", "password": "quiet-alpine-river", "firstName": "Anna"},
        format="json",
    )

    assert response.status_code == 200
    assert response.json()["user"]["lastName"] == ""


def test_names_are_kept_as_written(db):
    response = register(firstName="<script>alert(1)</script>", lastName="O'Hara-Ünlü")

    assert response.json()["user"]["firstName"] == "<script>alert(1)</script>"
    assert response.json()["user"]["lastName"] == "O'Hara-Ünlü"


@pytest.mark.parametrize("email", ["alice@example.org", "ALICE@Example.org"])
def test_an_address_has_one_account_whatever_its_case(alice, email):
    response = register(email=email)

    assert response.status_code == 400
    assert response.json()["code"] == "email_taken"
    assert list(response.json()["fields"]) == ["email"]
    assert User.objects.count() == 1


@pytest.mark.parametrize(
    ("changes", "field", "sentence"),
    [
        ({"password": "abc12"}, "password", "Password must be at least 6 characters"),
        ({"password": "password"}, "password", "This password is too common."),
        ({"password": "x" * 257}, "password", "Password must be at most 256 characters"),
        ({"password": " " * 12}, "password", "Password must not consist of blanks alone"),
        ({"password": "\u3000" * 12}, "password", "Password must not consist of blanks alone"),
        ({"password": ""}, "password", "This field may not be blank."),
        ({"firstName": "   "}, "firstName", "This field may not be blank."),
        ({"firstName": "x" * 81}, "firstName", "Ensure this field has no more than 80 characters."),
        ({"email": "anna"}, "email", "Enter a valid email address."),
        ({"email": "root@localhost"}, "email", "Enter a valid email address."),
        ({"email": "anna@[10.0.0.5]"}, "email", "Enter a valid email address."),
        ({"email": "anna@10.0.0.55"}, "email", "Enter a valid email address."),
        ({"email": "anna@printer.local"}, "email", "Enter a valid email address."),
        ({"email": "anna@mail.internal"}, "email", "Enter a valid email address."),
        ({"email": "anna@example.org\nBcc: x@example.org"}, "email", "Enter a valid email address."),
        ({"phone": "1" * 33}, "phone", "Enter a phone number, for example 079 123 45 67 or +49 30 901820."),
        ({"firstName": "\u200b"}, "firstName", "This field may not be blank."),
        ({"firstName": "12"}, "firstName", "A name needs at least one letter."),
    ],
)
def test_refuses_bad_input_by_field(db, changes, field, sentence):
    response = register(**changes)

    assert response.status_code == 400
    assert response.json()["fields"][field] == [sentence]
    assert User.objects.count() == 0


@pytest.mark.parametrize("password", ["Zürich", "a b c d e", "🧺" * 64, "q" * 20 + "w" * 180], ids=range(4))
def test_takes_any_password_that_is_long_enough_and_not_common(db, password):
    client = client_for()
    assert register(client, password=password).status_code == 200

    response = client_for().post(
        "/api/auth/login", {"email": "anna@example.org", "password": password}, format="json"
    )
    assert response.status_code == 200


@pytest.mark.parametrize(("length", "status"), [(5, 400), (6, 200), (256, 200), (257, 400)])
def test_a_password_of_exactly_the_least_length_is_long_enough_and_of_the_most_not_too_long(
    db, length, status
):
    assert register(password=("qwz7" * 70)[:length]).status_code == status


def test_nobody_makes_themselves_an_operator(db):
    response = register(isOperator=True, is_staff=True, is_superuser=True, isStaff=True)

    assert response.json()["user"]["isOperator"] is False
    assert not User.objects.get().is_superuser


def test_a_new_account_starts_with_two_notices(db):
    client = client_for()
    register(client)

    data = client.get("/api/notifications").json()

    assert data["unread"] == 2
    assert [notice["kind"] for notice in data["results"]] == ["welcome", "how_it_works"]
    assert [notice["readAt"] for notice in data["results"]] == [None, None]


def test_registration_changes_the_session_key(db):
    client = client_for()
    register(client)
    first = client.cookies["sessionid"].value

    register(client, email="berta@example.org")

    assert client.cookies["sessionid"].value != first
