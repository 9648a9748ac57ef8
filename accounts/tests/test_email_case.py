"""An address is stored as it was written, and found in any case."""

import pytest
from django.db import IntegrityError, transaction
from django.urls import reverse

from accounts.models import User
from accounts.tests.mailed_links import letters
from accounts.tests.test_social_sign_in import come_back
from conftest import PASSWORD, client_for
from marketplace.tests.admin_forms import form_on, page_of, press_save
from marketplace.tests.plans import plan_for_many_rows

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("now")]

WRITTEN, OTHER = "Zoe.Keller@example.org", "zoe.KELLER@Example.org"
ZOE = {"email": "Zoe.Keller@Example.ORG", "password": PASSWORD, "firstName": "Zoe"}


@pytest.fixture
def zoe() -> User:
    assert client_for().post("/api/auth/register", ZOE).json()["user"]["email"] == WRITTEN
    return User.objects.get(email=WRITTEN)


def test_mail_goes_to_the_address_as_written_whoever_asks_in_another_case(zoe) -> None:
    assert [letter.to for letter in letters()] == [[WRITTEN]]

    for path in ("password-reset", "sign-in-link"):
        client_for().post(f"/api/auth/{path}", {"email": OTHER})
        assert [letter.to for letter in letters()] == [[WRITTEN]], path


@pytest.mark.parametrize("typed", [WRITTEN, OTHER, WRITTEN.lower(), WRITTEN.upper()])
def test_any_case_signs_in_and_is_taken(zoe, typed) -> None:
    signed_in = client_for().post("/api/auth/login", {"email": typed, "password": PASSWORD})
    assert signed_in.json()["user"]["email"] == WRITTEN

    again = client_for().post("/api/auth/register", ZOE | {"email": typed})
    assert (again.status_code, again.json()["code"]) == (400, "email_taken")


def test_wrong_passwords_count_for_one_account_in_any_case(zoe) -> None:
    wrong = [{"email": email, "password": "wrong"} for email in (WRITTEN, OTHER, WRITTEN.upper()) * 2]
    statuses = [client_for().post("/api/auth/login", body).status_code for body in wrong]

    assert statuses == [401] * 5 + [429]


def test_google_opens_the_account_of_its_address_in_another_case(google, zoe) -> None:
    client = client_for()

    come_back(client, google, email=OTHER)

    assert client.get("/api/auth/session").json()["user"]["id"] == str(zoe.pk)


def test_an_operator_finds_it_and_gives_it_to_nobody_else(operator_client, zoe, alice) -> None:
    for typed in (OTHER, "ZOE.K"):
        assert operator_client.get(reverse("admin:find"), {"q": typed})["Location"] == page_of(zoe)

    form = form_on(operator_client, page_of(alice)) | {"email": OTHER}
    assert "User with this Email already exists." in press_save(operator_client, page_of(alice), form)


def test_the_database_keeps_one_account_for_an_address(zoe) -> None:
    with pytest.raises(IntegrityError), transaction.atomic():
        User.objects.create(email=OTHER.lower(), first_name="Zoe")


def test_only_ascii_letters_have_a_case() -> None:
    """Both databases compare like the addresses in Python: É and é are two mailboxes."""
    root = User.objects.create(email="\u00c9va@example.org", first_name="\u00c9va")

    assert not User.objects.with_email("\u00e9va@example.org").exists()
    assert User.objects.with_email("\u00c9VA@EXAMPLE.org").get() == root


@pytest.mark.only_postgres
@pytest.mark.parametrize("lookup", ["email__lower", "email__lower__startswith"])
def test_an_index_finds_it(lookup) -> None:
    plan_for_many_rows("seqscan")

    assert "accounts_by_email" in User.objects.filter(**{lookup: WRITTEN.lower()}).explain()
