"""Operators review applications: documents beside answers, and decisions with their consequences."""

import re

import pytest
from django.contrib.admin.models import LogEntry
from django.urls import reverse

from accounts import closing
from accounts.models import Notification, User
from conftest import WEDNESDAY as NOW
from conftest import client_for, make_operator, make_user
from marketplace.files import private
from marketplace.jobs.tasks import relay_mail
from marketplace.tests.admin_forms import signed_in
from providers.models import Application, ApplicationDocument, Provider
from providers.selectors import applications_waiting, certificates_to_read
from providers.tests.applicants import ADDRESS, picture, send, submitted

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("now"), pytest.mark.at(NOW)]


@pytest.fixture
def nora():
    nora = make_user("nora", phone="+41 79 123 45 67")
    submitted(client_for(nora))
    return nora


ACTS = {
    "approve": "approve_it",
    "ask": "ask_it",
    "reject": "reject_it",
    "cover": "record_cover",
    "another": "ask_for_another",
}
CERTIFICATES = "/admin/providers/application/?stage=certificate"


def page(nora, act: str = "") -> str:
    name = ACTS.get(act, "change")
    return reverse(f"admin:providers_application_{name}", args=[nora.provider.pk])


def shown_version(operator_client, nora, act) -> str:
    """Return the version of the application in a decision's form."""
    found = re.search(
        r'name="seen" value="([0-9a-f]{16})"', operator_client.get(page(nora, act)).content.decode()
    )
    assert found
    return found.group(1)


def press(operator_client, nora, act, **given) -> str:
    asked = operator_client.get(page(nora, act))
    assert asked.status_code == 200
    return operator_client.post(page(nora, act), given, follow=True).content.decode()


def status() -> str:
    return Provider.objects.get().status


def test_the_queue_is_on_the_dashboard_and_leads_to_the_application(operator_client, nora) -> None:
    front = operator_client.get("/admin/").content.decode()
    queue = operator_client.get("/admin/providers/application/?stage=submitted").content.decode()

    assert "Applications" in front
    assert "/admin/providers/application/?stage=submitted" in front
    assert "Nora Keller" in queue
    assert "Fri 27 Nov" in queue


def test_nobody_waits_in_the_queue_whose_account_is_closed(operator_client, nora) -> None:
    closing.close(user_id=nora.pk, now=NOW)

    queue = operator_client.get("/admin/providers/application/?stage=submitted").content.decode()

    assert page(nora) not in queue
    assert not applications_waiting().exists()
    closing.reopen(user_id=nora.pk)
    assert applications_waiting().exists()


def test_a_page_shows_what_was_said_beside_the_documents(operator_client, nora) -> None:
    shown = operator_client.get(page(nora)).content.decode()

    for words in (
        "Nora Keller",
        "079 123 45 67",
        "8004 Zurich",
        "Three years",
        "ID document",
        "passport.pdf",
    ):
        assert words in shown
    assert "decide by Fri 27 Nov" in shown
    for button in ("Approve", "Ask for changes", "Reject", "Record cover"):
        assert button in shown


def test_a_picture_is_shown_on_the_page(operator_client, nora) -> None:
    press(operator_client, nora, "ask", note="A photo, please.")
    send(client_for(nora), content=picture(), name="id.jpg")

    document = client_for(nora).get(ADDRESS).json()["documents"]["idDocument"]["id"]
    assert (
        f'<img src="/admin/files/provider-application/documents/{document}"'
        in operator_client.get(page(nora)).content.decode()
    )


def test_approving_says_what_it_means_and_tells_the_applicant(operator_client, nora) -> None:
    asked = operator_client.get(page(nora, "approve")).content.decode()
    assert "They serve 2 postal codes: 8004, 8005." in asked
    assert status() == "submitted"

    said = press(operator_client, nora, "approve")

    assert "Nora is a provider now, and is told." in said
    assert status() == "approved"
    assert "Reject" not in operator_client.get(page(nora)).content.decode().split("What has happened")[0]


@pytest.mark.parametrize("act", ["approve", "ask", "reject", "another"])
def test_a_decision_says_whether_it_is_emailed(operator_client, nora, act, mailoutbox) -> None:
    if act == "another":
        press(operator_client, nora, "approve")
    relay_mail()
    mailoutbox.clear()
    assert "They are told in the app and by email." in operator_client.get(page(nora, act)).content.decode()

    User.objects.filter(pk=nora.pk).update(email_verified_at=None)

    asked = operator_client.get(page(nora, act)).content.decode()
    assert "They are told in the app only: their email address is not confirmed." in asked
    press(operator_client, nora, act, note="A new certificate, please.")
    relay_mail()
    assert mailoutbox == []


@pytest.mark.parametrize(
    ("act", "kind"), [("ask", "application_changes"), ("reject", "application_rejected")]
)
def test_an_answer_needs_words_that_the_applicant_reads(operator_client, nora, act, kind) -> None:
    assert "Please write what the applicant has to know." in press(operator_client, nora, act, note=" ")
    assert status() == "submitted"

    press(operator_client, nora, act, note="The certificate is of last year.")

    assert "The certificate is of last year." in Notification.objects.get(user=nora, kind=kind).body
    log = LogEntry.objects.get(change_message__contains="The certificate is of last year.")
    assert log.object_id == str(nora.provider.pk)


def test_approving_twice_is_refused_and_said(operator_client, nora) -> None:
    press(operator_client, nora, "approve")

    said = press(operator_client, nora, "approve")

    assert "1 refused: Only a provider whose application is handed in" in said
    assert Notification.objects.filter(user=nora, kind="application_approved").count() == 1
    logged = LogEntry.objects.order_by("pk").values_list("change_message", flat=True)
    assert list(logged) == ["Pressed “Approve”.", "Pressed “Approve”, refused (cannot_be_approved)."]


@pytest.mark.parametrize("act", ["approve", "ask", "reject"])
def test_nothing_is_decided_on_documents_that_were_not_shown(operator_client, nora, act) -> None:
    seen = shown_version(operator_client, nora, act)
    press(operator_client, nora, "ask", note="A better photo, please.")
    send(client_for(nora), content=picture(), name="somebody-else.jpg")
    client_for(nora).post(f"{ADDRESS}/submit")

    said = press(operator_client, nora, act, seen=seen, note="Fine.")

    assert "1 refused: The application or its documents have changed since this page was opened." in said
    assert status() == "submitted"
    assert "somebody-else.jpg" in operator_client.get(page(nora, "approve")).content.decode()
    press(operator_client, nora, act, seen=shown_version(operator_client, nora, act), note="Fine.")
    assert status() == {"approve": "approved", "ask": "changes", "reject": "rejected"}[act]


def test_a_cover_is_not_recorded_from_a_certificate_that_was_replaced_meanwhile(
    operator_client, nora
) -> None:
    press(operator_client, nora, "approve")
    send(client_for(nora), "insuranceCertificate", picture(), "2027.jpg")
    seen = shown_version(operator_client, nora, "cover")
    send(client_for(nora), "insuranceCertificate", picture(), "2028.jpg")

    said = press(operator_client, nora, "cover", seen=seen, amount="2000000", ends_on="2027-11-18")

    assert "1 refused: The application or its documents have changed" in said
    assert Provider.objects.get().cover_ends_on is None
    assert (
        "Nora Keller"
        in operator_client.get("/admin/providers/application/?stage=certificate").content.decode()
    )


@pytest.mark.parametrize("what", ["row", "file"])
def test_nobody_is_approved_without_a_document_that_is_required(operator_client, nora, what) -> None:
    document = ApplicationDocument.objects.get(kind="idDocument")
    if what == "file":
        private.remove_now(document.file)
    else:
        document.delete()

    assert "1 refused: Not there any more: ID document." in press(operator_client, nora, "approve")
    assert status() == "submitted"
    assert Application.objects.get().events.count() == 2


def test_a_cover_that_is_too_low_keeps_from_approving(operator_client, nora) -> None:
    press(operator_client, nora, "cover", amount="500000", ends_on="2027-11-18")

    assert "The recorded liability cover is below" in press(operator_client, nora, "approve")
    assert status() == "submitted"


def test_a_new_certificate_is_a_queue_until_it_is_read(operator_client, nora) -> None:
    press(operator_client, nora, "approve")
    assert "Nora Keller" not in operator_client.get(CERTIFICATES).content.decode()

    send(client_for(nora), "insuranceCertificate", picture(), "2027.jpg")
    assert "Nora Keller" in operator_client.get(CERTIFICATES).content.decode()

    press(operator_client, nora, "cover", amount="2000000", ends_on="2027-11-18")
    assert "Nora Keller" not in operator_client.get(CERTIFICATES).content.decode()


def test_a_certificate_that_cannot_be_read_is_asked_for_anew(operator_client, nora) -> None:
    press(operator_client, nora, "approve")
    press(operator_client, nora, "cover", amount="2000000", ends_on="2027-11-18")
    assert page(nora, "another") not in operator_client.get(page(nora)).text
    send(client_for(nora), "insuranceCertificate", picture(), "blurred.jpg")
    assert page(nora, "another") in operator_client.get(page(nora)).text
    seen = shown_version(operator_client, nora, "cover")

    assert "Please write what the applicant has to know." in press(operator_client, nora, "another", note="")
    assert "Nora is asked for another certificate." in press(
        operator_client, nora, "another", note="The photo is blurred."
    )

    provider = Provider.objects.get()
    assert (provider.cover_amount, str(provider.cover_ends_on)) == (2_000_000, "2027-11-18")
    notice = nora.notifications.get(kind="insurance_ends")
    assert (notice.title, notice.body) == (
        "Please send us another insurance certificate",
        "The photo is blurred.",
    )
    assert "Nora Keller" not in operator_client.get(CERTIFICATES).text
    assert page(nora, "another") not in operator_client.get(page(nora)).text
    assert "no certificate to be read any more" in press(operator_client, nora, "another", note="Again.")
    assert "have changed since" in press(operator_client, nora, "cover", seen=seen, amount="1", ends_on="")

    send(client_for(nora), "insuranceCertificate", picture(), "sharp.jpg")
    assert "Nora Keller" in operator_client.get(CERTIFICATES).text


def test_a_certificate_of_which_another_is_asked_for_proves_nothing(operator_client, nora) -> None:
    press(operator_client, nora, "approve")

    def checks() -> list[str]:
        return client_for().get(f"/api/providers/details/{nora.provider.pk}").json()["checks"]

    assert "insurance" in checks()
    send(client_for(nora), "insuranceCertificate", picture(), "blurred.jpg")
    press(operator_client, nora, "another", note="The photo is blurred.")
    assert "insurance" not in checks()


def test_a_certificate_of_a_closed_account_waits_for_nobody(operator_client, nora) -> None:
    press(operator_client, nora, "approve")
    send(client_for(nora), "insuranceCertificate", picture(), "2027.jpg")
    assert certificates_to_read().count() == 1

    closing.close(user_id=nora.pk, now=NOW)

    assert certificates_to_read().count() == 0
    assert "Nora Keller" not in operator_client.get(CERTIFICATES).text


@pytest.mark.parametrize(("group", "allowed"), [("support", 403), ("operations", 200), ("finance", 403)])
def test_only_who_reviews_sees_applications(nora, group, allowed) -> None:
    browser = signed_in(make_operator("otto", group))

    assert browser.get(page(nora)).status_code == allowed
    assert browser.post(page(nora, "approve"), {}).status_code == (302 if allowed == 200 else 403)
    assert status() == ("approved" if allowed == 200 else "submitted")


def test_a_list_of_a_hundred_asks_few_questions(operator_client, django_assert_max_num_queries) -> None:
    for number in range(12):
        submitted(client_for(make_user(f"nora{number}", phone="+41 79 123 45 67")))

    with django_assert_max_num_queries(15):
        operator_client.get("/admin/providers/application/?stage=submitted")


def test_says_that_numbers_are_right_only_if_some_are_given(operator_client, nora) -> None:
    without = operator_client.get(page(nora)).content.decode()
    Application.objects.update(registration_number="CHE-123.456.788")
    given = operator_client.get(page(nora)).content.decode()

    assert "Everything that is asked for is there." in without
    assert "the numbers have their right check digits" in given


def test_the_history_begins_as_the_application_was_started(operator_client, nora) -> None:
    shown = operator_client.get(page(nora)).content.decode()

    assert re.findall(r'<span class="font-semibold">(Started|Waiting for review)</span>', shown) == [
        "Started",
        "Waiting for review",
    ]
    assert "Application not handed in" not in shown
