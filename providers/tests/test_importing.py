"""``manage.py import``: a file is imported as a whole or not at all, and a second run changes nothing."""

from io import StringIO

import pytest
from django.core import mail
from django.core.management import CommandError, call_command

from accounts.models import Address, User
from conftest import NOW, client_for
from marketplace.jobs import outbox
from providers.models import Application, Provider

CUSTOMERS = "email,first_name,last_name,phone,street,postal_code,city\n"
PROVIDERS = (
    "email;first_name;last_name;phone;address;postal_code;city;business_name;business_type;"
    "registration_number;vat_number;service_areas;experience\n"
)
ANNA = "Anna@Example.org,Anna,Frei,079 123 45 67,Langstrasse 2,8004,Zürich\n"
BEAT = "beat@example.org,Beat,,,,,\n"
NINA = "nina@example.org;Nina;Roth;079 123 45 68;Seestrasse 1;8002;Zürich;;individual;;;8002 8004;Ten years\n"


@pytest.fixture
def bring(tmp_path, now, db):
    """Return a function that writes a file, runs the command on it and returns its output."""

    def run(kind: str, text: str | bytes, *options: str) -> str:
        file, said = tmp_path / "people.csv", StringIO()
        file.write_bytes(text.encode() if isinstance(text, str) else text)
        try:
            call_command("import", kind, str(file), *options, stdout=said)
        except CommandError as error:
            said.write(str(error))
        return said.getvalue()

    return run


def test_without_being_notified_to_write_it_only_says_what_it_would_do(bring) -> None:
    for options in ([], ["--dry-run"], ["--invite"]):
        said = bring("customers", CUSTOMERS + ANNA + BEAT, *options)
        assert "2 customers to write; nothing was written" in said

    assert not User.objects.exists()


def test_customers_come_with_their_address_and_without_a_password(bring) -> None:
    assert "2 customers written; 0 were there" in bring("customers", CUSTOMERS + ANNA + BEAT, "--write")

    anna = User.objects.get(email="Anna@example.org")
    assert (anna.first_name, anna.phone, anna.has_usable_password()) == ("Anna", "+41791234567", False)
    assert list(Address.objects.values_list("user__email", "postal_code", "is_default")) == [
        ("Anna@example.org", "8004", True)
    ]
    assert client_for(anna).get("/api/notifications").json()["unread"] == 2
    outbox.relay(now=NOW)
    assert mail.outbox == []


def test_a_second_run_changes_nothing_and_leaves_who_is_there_as_they_are(bring) -> None:
    bring("customers", CUSTOMERS + ANNA, "--write")
    User.objects.update(first_name="Annina")

    assert "1 customers written; 1 were there" in bring("customers", CUSTOMERS + ANNA + BEAT, "--write")
    assert "0 customers written; 2 were there" in bring("customers", CUSTOMERS + ANNA + BEAT, "--write")
    assert User.objects.get(email="Anna@example.org").first_name == "Annina"
    assert Address.objects.count() == 1


def test_who_is_invited_is_welcomed_by_e_mail(bring) -> None:
    bring("customers", CUSTOMERS + BEAT, "--write", "--invite")
    outbox.relay(now=NOW)

    [letter] = mail.outbox
    assert letter.to == ["beat@example.org"]
    assert letter.subject == "Welcome to Suuber: please confirm your address"
    assert "Please confirm that this address is yours" in " ".join(letter.body.split())


def test_providers_wait_for_their_documents(bring, alice) -> None:
    text = PROVIDERS + NINA + NINA.replace("nina@", "alice@")

    assert "2 providers written; 0 were there" in bring("providers", text, "--write")
    assert "0 providers written; 2 were there" in bring("providers", text, "--write")

    assert set(Provider.objects.values_list("status", "approved_at")) == {("draft", None)}
    nina = Application.objects.get(email="nina@example.org")
    assert (nina.phone, nina.service_areas) == ("+41791234568", ["8002", "8004"])
    response = client_for(nina.provider.user).post("/api/provider-application/submit")
    assert (response.status_code, set(response.json()["fields"])) == (
        400,
        {"idDocument", "insuranceCertificate"},
    )


@pytest.mark.parametrize(
    ("kind", "text", "said"),
    [
        ("customers", CUSTOMERS + "no-address,Anna,,,,,\n", "line 2: email: invalid:"),
        ("customers", CUSTOMERS + "a@example.org,,,,,,\n", "line 2: first_name: required:"),
        ("customers", CUSTOMERS + f"a@example.org,{'A' * 81},,,,,\n", "line 2: first_name: too_long:"),
        ("customers", CUSTOMERS + "a@example.org,A,,044,,,\n", "line 2: phone: invalid:"),
        ("customers", CUSTOMERS + "a@example.org,A,,,,8004,Zürich\n", "line 2: street: required:"),
        (
            "customers",
            CUSTOMERS + "a@example.org,A,,,Weg 1,9999,Z\n",
            "line 2: postal_code: unknown_postal_code:",
        ),
        ("customers", CUSTOMERS + "a@example.org,A\n", "line 2: -: cells:"),
        ("customers", CUSTOMERS + BEAT + BEAT.upper(), "line 3: email: twice:"),
        ("customers", CUSTOMERS.replace("phone", "telephone") + BEAT, "line 1: phone: missing_column:"),
        ("customers", CUSTOMERS.replace("phone", "telephone") + BEAT, "line 1: telephone: unknown_column:"),
        ("customers", (CUSTOMERS + ANNA).encode("latin-1"), "line 1: -: not_utf8:"),
        ("providers", PROVIDERS + NINA.replace("individual", "gmbh"), "line 2: business_type: invalid:"),
        ("providers", PROVIDERS + NINA.replace("Seestrasse", "S" * 500), "line 2: address: too_long:"),
        (
            "providers",
            PROVIDERS + NINA.replace("8002 8004", "8002 0001"),
            "line 2: serviceAreas: application_incomplete:",
        ),
    ],
)
def test_each_mistake_is_named_with_its_line_and_nothing_is_written(bring, kind, text, said) -> None:
    printed = bring(kind, text, "--write")

    assert said in printed
    assert "so nothing was written" in printed
    assert not User.objects.exists()


def test_one_mistake_keeps_out_the_whole_file(bring) -> None:
    bring("customers", CUSTOMERS + ANNA + "no-address,Anna,,,,,\n", "--write")

    assert not User.objects.exists()
