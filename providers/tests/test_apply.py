"""Applying to be a provider: the draft, its documents, submitting, and the outcome."""

from datetime import timedelta
from functools import partial

import pytest

from accounts.models import Notification
from conftest import WEDNESDAY as NOW
from conftest import client_for
from marketplace import clock
from marketplace.errors import DomainError
from marketplace.tests.deciding import SOON, decided
from marketplace.tests.racing import insisting, race, refused
from providers import approving
from providers.models import ApplicationEvent, Provider
from providers.tests.applicants import ADDRESS, BUSINESS, PDF, PERSONAL, filled_in, picture, send, submitted

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("now"), pytest.mark.at(NOW)]


def test_a_form_begins_with_what_the_account_has_said_and_writes_nothing(client) -> None:
    shown = client.get(ADDRESS).json()

    assert shown["status"] == "draft"
    assert shown["personalInfo"]["firstName"] == "Nora"
    assert shown["personalInfo"]["email"] == "nora@example.org"
    assert shown["businessInfo"]["businessType"] == "individual"
    assert shown["requiredDocuments"] == ["idDocument", "insuranceCertificate"]
    assert not Provider.objects.exists()


def test_the_places_that_are_served_have_their_names(client) -> None:
    client.put(ADDRESS, {"businessInfo": BUSINESS | {"serviceAreas": ["8004", "1204"]}})

    assert client.get(ADDRESS).json()["areas"] == [
        {"postalCode": "8004", "city": "Zurich"},
        {"postalCode": "1204", "city": "Geneva"},
    ]


def test_a_new_provider_begins_with_the_late_fee_that_operators_decided(
    client, nora, dora, time_machine
) -> None:
    decided(dora, late_fee_percent=20)
    time_machine.shift(SOON)

    client.put(ADDRESS, {"personalInfo": PERSONAL})

    assert nora.provider.late_fee_percent == 20


def test_a_section_that_was_saved_is_there_on_another_device(client, nora) -> None:
    assert client.put(ADDRESS, {"personalInfo": PERSONAL}).status_code == 200

    shown = client_for(nora).get(ADDRESS).json()

    assert shown["personalInfo"] == PERSONAL | {"phone": "+41791234567"}
    assert [event["status"] for event in shown["timeline"]] == ["draft"]
    assert client.get("/api/auth/session").json()["user"]["isProvider"] is False


@pytest.mark.parametrize(
    ("field", "value", "sentence"),
    [
        ("firstName", "  ", "First name is required"),
        ("phone", "+49 30 123456", "Enter a Swiss phone number, for example +41 79 123 45 67."),
        ("phone", "079 123 45 6", "Enter a Swiss phone number, for example +41 79 123 45 67."),
        ("postalCode", "9999", "This is not a Swiss postal code."),
        ("email", "nora@", "Enter a valid email address."),
        ("email", "nora@[10.0.0.5]", "Enter a valid email address."),
        # 248 characters, whose domain is longer in ASCII than a mailbox can be.
        ("email", f"{'n' * 235}@{'ü' * 10}.ch", "Enter a valid email address."),
    ],
)
def test_a_step_says_at_the_field_what_is_wrong_and_saves_nothing(client, field, value, sentence) -> None:
    client.put(ADDRESS, {"personalInfo": PERSONAL})

    response = client.put(ADDRESS, {"personalInfo": PERSONAL | {"city": "Bern", field: value}})

    assert response.status_code == 400
    assert response.json()["code"] == "application_incomplete"
    assert response.json()["fields"] == {field: [sentence]}
    assert client.get(ADDRESS).json()["personalInfo"]["city"] == "Zurich"


@pytest.mark.parametrize("typed", ["CHE-107.787.577", "che107787577", "CHE 107 787 577"])
def test_a_uid_is_known_by_its_check_digit_and_kept_in_its_usual_form(client, typed) -> None:
    business = BUSINESS | {"businessType": "company", "businessName": "Wash GmbH"}

    wrong = client.put(ADDRESS, {"businessInfo": business | {"registrationNumber": "CHE-107.787.578"}})
    right = client.put(ADDRESS, {"businessInfo": business | {"registrationNumber": typed}})

    assert wrong.status_code == 400
    assert "registrationNumber" in wrong.json()["fields"]
    assert right.json()["businessInfo"]["registrationNumber"] == "CHE-107.787.577"
    assert "businessRegistration" in right.json()["requiredDocuments"]


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"serviceAreas": []}, "serviceAreas"),
        ({"serviceAreas": ["8004", "0000"]}, "serviceAreas"),
        ({"vatNumber": "CHE-107.787.578 MWST"}, "vatNumber"),
        ({"businessType": "company", "registrationNumber": "CHE-107.787.577"}, "businessName"),
        ({"businessType": "company", "businessName": "Wash GmbH"}, "registrationNumber"),
    ],
)
def test_a_business_needs_a_place_to_serve_and_true_numbers(client, change, field) -> None:
    response = client.put(ADDRESS, {"businessInfo": BUSINESS | change})

    assert (response.status_code, list(response.json()["fields"])) == (400, [field])


def test_everything_that_is_missing_is_named_at_once(client) -> None:
    client.put(ADDRESS, {"personalInfo": PERSONAL})
    send(client)

    response = client.post(f"{ADDRESS}/submit")

    assert response.status_code == 400
    assert set(response.json()["fields"]) == {"serviceAreas", "insuranceCertificate"}
    assert client.get(ADDRESS).json()["status"] == "draft"


def test_an_application_that_was_handed_in_is_followed_and_no_longer_changed(client, nora) -> None:
    shown = submitted(client)

    assert shown["status"] == "submitted"
    assert shown["decisionBy"] == "2026-11-27"
    assert [event["status"] for event in shown["timeline"]] == ["draft", "submitted"]
    assert Notification.objects.get(user=nora, kind="application_submitted").link == "/provider/apply"
    for response in (
        client.put(ADDRESS, {"personalInfo": PERSONAL}),
        send(client, content=picture(), name="new.jpg"),
        client.delete(f"{ADDRESS}/documents/idDocument"),
        client.post(f"{ADDRESS}/submit"),
    ):
        assert (response.status_code, response.json()["code"]) == (409, "application_closed")


def test_what_is_asked_for_is_read_answered_and_handed_in_again(client, nora, dora) -> None:
    submitted(client)
    provider = nora.provider

    approving.ask_for_changes(
        provider_id=provider.pk, note="The certificate is of last year.", actor=dora, now=clock.now()
    )
    shown = client.get(ADDRESS).json()
    assert (shown["status"], shown["note"]) == ("changes", "The certificate is of last year.")
    assert Notification.objects.get(user=nora, kind="application_changes").body == shown["note"]

    send(client, "insuranceCertificate", picture("PNG"), "new.png")
    again = client.post(f"{ADDRESS}/submit").json()

    assert (again["status"], again["note"]) == ("submitted", "")
    assert again["documents"]["insuranceCertificate"]["name"] == "new.png"


def test_who_was_rejected_reads_why_and_applies_again(client, nora, dora) -> None:
    assert client.post(f"{ADDRESS}/again").json()["code"] == "application_not_rejected"
    submitted(client)
    approving.reject(provider_id=nora.provider.pk, note="No cover.", actor=dora, now=clock.now())

    shown = client.get(ADDRESS).json()
    assert (shown["status"], shown["note"]) == ("rejected", "No cover.")
    assert client.put(ADDRESS, {"personalInfo": PERSONAL}).status_code == 409

    assert client.post(f"{ADDRESS}/again").json()["status"] == "draft"
    assert client.post(f"{ADDRESS}/submit").json()["status"] == "submitted"


def test_who_is_approved_serves_what_they_have_named(client, nora, dora, time_machine, now) -> None:
    submitted(client)
    time_machine.move_to(now + timedelta(days=3))

    approving.approve(provider_id=nora.provider.pk, now=clock.now(), actor=dora)

    nora.provider.refresh_from_db()
    assert nora.provider.status == "approved"
    assert [area.postal_code for area in nora.provider.service_areas.all()] == ["8004", "8005"]
    assert client_for(nora).get("/api/auth/session").json()["user"]["isProvider"] is True
    assert Notification.objects.get(user=nora, kind="application_approved").link == "/provider"
    assert client.get(ADDRESS).json()["timeline"][-1]["status"] == "approved"


def test_nothing_is_decided_twice(client, nora, dora) -> None:
    submitted(client)
    decide = {"provider_id": nora.provider.pk, "actor": dora, "now": clock.now()}
    approving.reject(note="No.", **decide)

    for act in (approving.reject, approving.ask_for_changes):
        with pytest.raises(DomainError, match="does not wait for a decision"):
            act(note="No.", **decide)
    assert ApplicationEvent.objects.filter(status="rejected").count() == 1


def test_a_postal_code_named_twice_is_served_once(client) -> None:
    client.put(ADDRESS, {"businessInfo": BUSINESS | {"serviceAreas": ["8004", "8004"]}})

    assert client.get(ADDRESS).json()["businessInfo"]["serviceAreas"] == ["8004"]


@pytest.mark.parametrize(
    "body",
    [
        {"personalInfo": PERSONAL | {"phone": 791234567}},
        {"personalInfo": {"firstName": "Nora"}},
        {"personalInfo": "Nora"},
        {"businessInfo": BUSINESS | {"serviceAreas": "8004"}},
        {"businessInfo": BUSINESS | {"serviceAreas": [8004]}},
        {"businessInfo": BUSINESS | {"businessType": "bank"}},
        {"businessInfo": BUSINESS | {"experience": "x" * 1001}},
    ],
)
def test_what_is_no_application_is_refused(client, body) -> None:
    assert client.put(ADDRESS, body).status_code == 400


@pytest.mark.race
@pytest.mark.django_db(transaction=True)
def test_two_operators_at_once_decide_once(nora, dora) -> None:
    submitted(client_for(nora))
    decide = {"provider_id": nora.provider.pk, "note": "No.", "actor": dora, "now": clock.now()}

    outcomes = race(
        [
            partial(insisting, partial(approving.reject, **decide)),
            partial(insisting, partial(approving.ask_for_changes, **decide)),
        ]
    )

    assert len(refused(outcomes, DomainError)) == 1
    assert ApplicationEvent.objects.count() == 3


@pytest.mark.race
@pytest.mark.django_db(transaction=True)
def test_a_form_that_is_sent_from_two_tabs_begins_one_application(nora) -> None:
    save = partial(client_for(nora).put, ADDRESS, {"personalInfo": PERSONAL})
    other = partial(client_for(nora).put, ADDRESS, {"businessInfo": BUSINESS})

    responses = race([save, other])

    assert [response.status_code for response in responses] == [200, 200]
    assert ApplicationEvent.objects.count() == 1
    shown = client_for(nora).get(ADDRESS).json()
    assert shown["personalInfo"]["address"] == "Langstrasse 5"
    assert shown["businessInfo"]["serviceAreas"] == ["8004", "8005"]


def test_a_certificate_is_renewed_while_one_works(client, nora, dora) -> None:
    submitted(client)
    approving.approve(provider_id=nora.provider.pk, now=clock.now(), actor=dora)

    assert send(client, "insuranceCertificate", picture(), "2027.jpg").status_code == 200
    assert send(client, "idDocument").json()["code"] == "application_closed"


def test_the_file_goes_to_its_owner_and_to_reviewers_alone(client, nora, alice, dora) -> None:
    filled_in(client)
    document = client.get(ADDRESS).json()["documents"]["idDocument"]
    address = f"{ADDRESS}/documents/{document['id']}"

    mine = client.get(address)

    assert mine.content == PDF
    assert mine.headers["Content-Disposition"] == 'attachment; filename="passport.pdf"'
    assert mine.headers["X-Content-Type-Options"] == "nosniff"
    assert "sandbox" in mine.headers["Content-Security-Policy"]
    assert client_for(alice).get(address).status_code == 404
    assert client_for().get(address).status_code == 401
    assert client_for(dora).get(address).status_code == 200
