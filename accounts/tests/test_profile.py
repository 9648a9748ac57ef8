"""An account's own names, password and addresses."""

from datetime import timedelta

import pytest
from django.conf import settings
from django.core import mail
from django.test import Client

from accounts.models import Address, Notification, User
from conftest import PASSWORD, client_for
from marketplace.jobs import outbox
from providers import catalogue

HOME = {"label": "Home", "street": "Bahnhofstrasse 1", "city": "Zurich", "postalCode": "8001"}
NEW = "another-long-passphrase"


def test_the_profile_is_the_accounts_own(alice):
    assert client_for(alice).get("/api/profile").json()["email"] == "alice@example.org"


def test_names_and_phone_can_be_changed(alice):
    response = client_for(alice).patch("/api/profile", {"firstName": "Alicia", "phone": "+41 44 000 00 00"})

    assert response.status_code == 200
    profile = client_for(alice).get("/api/profile").json()
    assert (profile["firstName"], profile["lastName"]) == ("Alicia", "Meier")
    assert profile["phone"] == "+41440000000"


@pytest.mark.parametrize(
    "field", ["email", "id", "isOperator", "is_staff", "isProvider", "providerId", "password", "is_superuser"]
)
def test_refuses_fields_that_nobody_may_change_here(alice, field):
    response = client_for(alice).patch("/api/profile", {"firstName": "Eve", field: "x"})

    assert response.status_code == 400
    assert list(response.json()["fields"]) == [field]
    assert client_for(alice).get("/api/profile").json()["firstName"] == "Alice"


@pytest.mark.parametrize(
    "changes",
    [{"firstName": ""}, {"firstName": None}, {"phone": "1" * 33}, {"lastName": []}, {"firstName": 5}],
)
def test_refuses_bad_names(alice, changes):
    response = client_for(alice).patch("/api/profile", changes)

    assert response.status_code == 400
    assert list(response.json()["fields"]) == list(changes)


def test_the_postal_code_is_kept_with_the_account(alice):
    client = client_for(alice)
    assert client.get("/api/profile").json()["postalCode"] is None

    assert client.patch("/api/profile", {"postalCode": "8400"}).json()["postalCode"] == "8400"

    assert client.get("/api/auth/session").json()["user"]["postalCode"] == "8400"
    assert client.patch("/api/profile", {"phone": "+41 44 000 00 00"}).json()["postalCode"] == "8400"


@pytest.mark.parametrize(
    "postal_code", ["", "800", "80011", "0815", "abcd", None, 8001.5, ["8001"], "\uff18001"]
)
def test_refuses_what_is_no_postal_code(alice, postal_code):
    response = client_for(alice).patch("/api/profile", {"postalCode": postal_code})

    assert response.status_code == 400
    assert list(response.json()["fields"]) == ["postalCode"]
    assert client_for(alice).get("/api/profile").json()["postalCode"] is None


def test_a_new_postal_code_makes_no_list_of_providers_anew(bruno, salon):
    catalogue.touch()
    before = catalogue.version()

    client_for(bruno).patch("/api/profile", {"postalCode": "8400"})

    assert catalogue.version() == before


def signed_in(email="alice@example.org", password=PASSWORD):
    client = client_for()
    assert client.post("/api/auth/login", {"email": email, "password": password}).status_code == 200
    return client


def is_signed_in(client):
    return client.get("/api/auth/session").json()["authenticated"]


def test_a_new_password_ends_every_other_session(alice):
    here, elsewhere = signed_in(), signed_in()

    response = here.post("/api/profile/password", {"currentPassword": PASSWORD, "newPassword": NEW})

    assert response.status_code == 200
    assert is_signed_in(here)
    assert not is_signed_in(elsewhere)
    assert is_signed_in(signed_in(password=NEW))


def test_the_owner_is_notified_of_a_new_password(alice, now):
    User.objects.filter(pk=alice.pk).update(email_verified_at=now)
    client_for(alice).post("/api/profile/password", {"currentPassword": PASSWORD, "newPassword": NEW})
    outbox.relay(now=now)

    assert Notification.objects.get(user=alice).title == "Your password was changed"
    assert [(one.to, one.subject) for one in mail.outbox] == [([alice.email], "Your password was changed")]


def test_a_new_password_gives_this_session_a_new_key(alice):
    client = signed_in()
    before = client.cookies[settings.SESSION_COOKIE_NAME].value

    client.post("/api/profile/password", {"currentPassword": PASSWORD, "newPassword": NEW})

    assert client.cookies[settings.SESSION_COOKIE_NAME].value != before


def test_a_call_under_the_old_key_that_comes_late_takes_the_new_one_away_from_nobody(alice):
    here, late = signed_in(), Client()
    late.cookies[settings.SESSION_COOKIE_NAME] = here.cookies[settings.SESSION_COOKIE_NAME].value
    here.post("/api/profile/password", {"currentPassword": PASSWORD, "newPassword": NEW})

    response = late.get("/api/auth/session")

    assert response.json()["user"] is None
    assert settings.SESSION_COOKIE_NAME not in response.cookies


def test_the_password_is_not_changed_without_the_present_one(alice):
    client = signed_in()

    response = client.post("/api/profile/password", {"currentPassword": "wrong", "newPassword": NEW})

    assert response.status_code == 400
    assert response.json()["code"] == "wrong_password"
    assert is_signed_in(signed_in())


def test_guessing_the_present_password_is_limited_like_signing_in(alice, now):
    client = signed_in()
    guess = {"currentPassword": "wrong", "newPassword": NEW}

    statuses = [client.post("/api/profile/password", guess).status_code for _ in range(6)]

    assert statuses == [400] * 5 + [429]


@pytest.mark.parametrize("new", ["short", "password", "x" * 257, ""])
def test_a_new_password_obeys_the_rules_of_registration(alice, new):
    response = client_for(alice).post(
        "/api/profile/password", {"currentPassword": PASSWORD, "newPassword": new}
    )

    assert response.status_code == 400
    assert list(response.json()["fields"]) == ["newPassword"]


def addresses(user):
    return client_for(user).get("/api/addresses").json()


def add(user, **changes):
    return client_for(user).post("/api/addresses", HOME | changes)


def test_the_first_address_becomes_the_default(alice):
    response = add(alice)

    assert response.status_code == 201
    assert response.json() == HOME | {"id": response.json()["id"], "isDefault": True}
    assert addresses(alice) == [response.json()]


def test_there_is_one_default_and_it_comes_first(alice):
    add(alice)
    work = add(alice, label="Office", isDefault=True).json()

    assert [entry["label"] for entry in addresses(alice)] == ["Office", "Home"]
    assert [entry["isDefault"] for entry in addresses(alice)] == [True, False]
    home = addresses(alice)[1]
    client_for(alice).patch(f"/api/addresses/{home['id']}", {"isDefault": True})
    assert [entry["label"] for entry in addresses(alice)] == ["Home", "Office"]
    assert work["isDefault"] is True


def test_an_address_that_is_added_twice_with_one_key_is_kept_once(alice):
    client, key = client_for(alice), {"Idempotency-Key": "7f9c0d5e-0003"}

    first, again = (client.post("/api/addresses", HOME, headers=key) for _ in range(2))

    assert (again.status_code, again.json()) == (first.status_code, first.json())
    assert Address.objects.get().pk.hex == first.json()["id"].replace("-", "")


def test_an_address_can_be_changed_in_part(alice):
    stored = add(alice).json()

    response = client_for(alice).patch(f"/api/addresses/{stored['id']}", {"street": "Langstrasse 2"})

    assert response.json() == stored | {"street": "Langstrasse 2"}


def test_a_default_address_stays_it_until_another_takes_its_place(alice):
    home = add(alice).json()

    response = client_for(alice).patch(f"/api/addresses/{home['id']}", {"isDefault": False})

    assert response.json()["isDefault"] is True


def test_when_the_default_is_deleted_the_oldest_takes_its_place(alice, time_machine):
    home = add(alice).json()
    add(alice, label="Office")
    time_machine.shift(timedelta(minutes=1))
    add(alice, label="Parents")

    response = client_for(alice).delete(f"/api/addresses/{home['id']}")

    assert response.status_code == 204
    assert [(entry["label"], entry["isDefault"]) for entry in addresses(alice)] == [
        ("Office", True),
        ("Parents", False),
    ]


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"street": "  "}, "Address is required"),
        ({"city": ""}, "City is required"),
        ({"postalCode": ""}, "Postal code is required"),
        ({"street": None}, "Address is required"),
        ({"postalCode": "80011"}, "A Swiss postal code has four digits"),
        ({"postalCode": "8001\n"}, None),
        ({"postalCode": "٨٠٠١"}, "A Swiss postal code has four digits"),
    ],
)
def test_an_address_is_complete_or_refused_in_the_bookings_words(alice, changes, sentence):
    response = add(alice, **changes)

    if sentence is None:  # blanks around a value are no mistake
        assert response.status_code == 201
        assert response.json()["postalCode"] == "8001"
        return
    assert response.status_code == 400
    assert response.json()["message"] == sentence
    assert response.json()["fields"] == {next(iter(changes)): [sentence]}


@pytest.mark.parametrize(
    ("field", "sentence"),
    [
        ("street", "Address is required"),
        ("city", "City is required"),
        ("postalCode", "Postal code is required"),
    ],
)
def test_an_address_without_a_part_is_refused_in_the_same_words(alice, field, sentence):
    body = {"street": "Weg 1", "city": "Zurich", "postalCode": "8001"}
    del body[field]

    response = client_for(alice).post("/api/addresses", body)

    assert response.status_code == 400
    assert response.json()["fields"] == {field: [sentence]}


@pytest.mark.parametrize("changes", [{"postalCode": 8001}, {"label": 1}, {"city": True}])
def test_an_address_is_text(alice, changes):
    response = add(alice, **changes)

    assert response.status_code == 400
    assert response.json()["fields"] == {next(iter(changes)): ["Not a valid string."]}


def test_an_account_keeps_at_most_twenty(alice):
    for _ in range(20):
        assert add(alice).status_code == 201

    response = add(alice)

    assert response.status_code == 409
    assert response.json()["code"] == "too_many_addresses"


@pytest.mark.parametrize("method", ["patch", "delete"])
def test_somebody_elses_address_does_not_exist(alice, chiara, method):
    home = add(alice).json()

    response = getattr(client_for(chiara), method)(f"/api/addresses/{home['id']}", {"street": "Mine"})

    assert response.status_code == 404
    assert Address.objects.get().street == "Bahnhofstrasse 1"
