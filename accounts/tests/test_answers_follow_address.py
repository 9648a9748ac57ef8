"""Answers to support requests go to the address that an account has by then."""

from datetime import timedelta

import pytest
from django.core import mail

from accounts import support_requests
from accounts.models import SupportRequest
from accounts.tests.mailed_links import letters, token_in
from conftest import NOW, PASSWORD, client_for
from marketplace.jobs import outbox
from marketplace.tests.admin_forms import form_on, page_of, press_save

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("now")]

OLD, NEW, TYPED = "alice@example.org", "alice@example.net", "work@example.com"


def ask_for_new_address(alice) -> dict[str, str]:
    """Request the change, and return the tokens by the address that they were mailed to."""
    client_for(alice).post("/api/profile/email", {"email": NEW, "password": PASSWORD})
    return {letter.to[0]: token_in(letter) for letter in letters()}


def confirm(token: str) -> None:
    body = {"token": token, "password": PASSWORD}
    assert client_for().post("/api/auth/email-change", body).status_code == 200


def write(alice, email: str) -> SupportRequest:
    body = {
        "name": "Alice Keller",
        "email": email,
        "category": "payment",
        "subject": "Charged twice?",
        "message": "I see two charges.",
    }
    response = client_for(alice).post("/api/support-requests", body)
    assert response.status_code == 201
    return SupportRequest.objects.get(pk=response.json()["id"])


def addresses_of_answer(request: SupportRequest, dora) -> list[str]:
    """Answer a request, and return where the letter goes."""
    mail.outbox.clear()
    support_requests.reply_as_operator(
        operator=dora, request_id=request.pk, body="One is a reservation.", closes=False, now=NOW
    )
    outbox.relay(now=NOW + timedelta(minutes=1), queue=outbox.Queue.MAIL)
    return [to for letter in mail.outbox for to in letter.to if "One is a reservation." in letter.body]


def test_an_address_that_was_confirmed_gets_the_answer(alice, dora) -> None:
    request, typed = write(alice, OLD.upper()), write(alice, TYPED)

    confirm(ask_for_new_address(alice)[NEW])

    assert addresses_of_answer(request, dora) == [NEW]
    assert addresses_of_answer(typed, dora) == [TYPED]


def test_an_address_that_was_taken_back_gets_the_answer(alice, dora) -> None:
    before, tokens = write(alice, OLD), ask_for_new_address(alice)
    confirm(tokens[NEW])
    meanwhile = write(alice, NEW)

    body = {"token": tokens[OLD], "password": "quiet-alpine-river"}
    assert client_for().post("/api/auth/email-change/take-back", body).status_code == 200

    assert addresses_of_answer(before, dora) == [OLD]
    assert addresses_of_answer(meanwhile, dora) == [OLD]


def test_an_address_that_an_operator_has_set_gets_the_answer(operator_client, alice, dora) -> None:
    request, typed = write(alice, OLD), write(alice, TYPED)

    press_save(operator_client, page_of(alice), form_on(operator_client, page_of(alice)), email=NEW)

    assert addresses_of_answer(request, dora) == [NEW]
    assert addresses_of_answer(typed, dora) == [TYPED]
