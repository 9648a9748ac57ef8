"""The code that a customer may require, without which a handover does not end."""

import json
from datetime import timedelta

import pytest
from django.contrib.admin.models import LogEntry
from django.urls import reverse

from accounts.models import Notification
from conftest import WEDNESDAY as NOW
from conftest import client_for
from marketplace.events.models import LiveEvent
from marketplace.http.models import IdempotencyRecord
from marketplace.jobs.models import OutboxMessage
from orders.lifecycle import handovers
from orders.models import Handover, OrderEvent
from orders.tests.booking import advance
from orders.tests.handing_over import ask, seen, step, wrong

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("now"), pytest.mark.at(NOW)]
DELIVERY = {"pickup": "washing", "delivery": "completed"}


# --- Requiring a code ----------------------------------------------------------------------------------


def test_without_a_request_the_step_needs_no_code(at_the_door, bruno, alice) -> None:
    assert seen(alice, at_the_door)["codeWanted"] is False

    assert step(bruno, at_the_door).status_code == 200


def test_the_customer_sees_four_digits_for_each_handover_and_nobody_else_does(
    asked, alice, bruno, dora
) -> None:
    mine = [seen(alice, asked, kind)["code"] for kind in ("pickup", "delivery")]

    assert all(len(code) == 4 and code.isdigit() for code in mine)
    for other in (bruno, dora):
        both = [seen(other, asked, kind) for kind in ("pickup", "delivery")]
        assert [(one["codeWanted"], one["code"]) for one in both] == [(True, None)] * 2


def test_the_code_stands_in_no_event_notice_answer_or_log(asked, bruno) -> None:
    Handover.objects.filter(kind="pickup").update(code="8531")
    client = client_for(bruno)
    key = {"Idempotency-Key": "one"}

    response = client.post(
        f"/api/orders/{asked.pk}/status", {"status": "washing", "code": "8531"}, headers=key
    )

    assert response.status_code == 200
    tables = [IdempotencyRecord, LiveEvent, OutboxMessage, Notification, OrderEvent, LogEntry]
    rows = [json.dumps(list(model.objects.values()), default=str) for model in tables]
    # Look for the code as a value or a word only, as ids and times contain any digits.
    assert not [row for row in rows if '"8531"' in row or " 8531" in row]


def test_only_the_customer_requests(at_the_door, bruno, chiara) -> None:
    assert [ask(user, at_the_door).status_code for user in (bruno, chiara)] == [403, 404]
    assert not Handover.objects.exists()


def test_a_request_is_taken_back_and_made_anew_with_another_code(asked, alice, bruno, monkeypatch) -> None:
    ask(alice, asked, wanted=False)
    assert seen(alice, asked)["code"] is None
    monkeypatch.setattr(handovers.secrets, "randbelow", lambda _: 7)

    ask(alice, asked)
    ask(alice, asked)

    assert seen(alice, asked)["code"] == "0007"
    assert step(bruno, asked, code="0007").status_code == 200


def test_a_request_can_be_made_for_what_is_still_to_come_alone(at_the_door, alice, bruno) -> None:
    step(bruno, at_the_door)

    ask(alice, at_the_door)

    assert [seen(alice, at_the_door, kind)["codeWanted"] for kind in ("pickup", "delivery")] == [False, True]
    advance(at_the_door, to="completed")
    response = ask(alice, at_the_door, wanted=False)
    assert (response.status_code, response.json()["code"]) == (409, "no_handover")


@pytest.mark.parametrize("wanted", [None, "yes", 1, []])
def test_refuses_a_request_that_is_neither_yes_nor_no(at_the_door, alice, wanted) -> None:
    assert ask(alice, at_the_door, wanted=wanted).status_code == 400


def test_open_pages_hear_of_a_request_and_the_version_changes(at_the_door, alice, bruno) -> None:
    before = client_for(bruno).get(f"/api/orders/{at_the_door.pk}").json()
    LiveEvent.objects.all().delete()

    ask(alice, at_the_door)

    after = client_for(bruno).get(f"/api/orders/{at_the_door.pk}").json()
    assert (before["handoversWithCode"], after["handoversWithCode"]) == ([], ["delivery", "pickup"])
    assert before["etag"] != after["etag"]
    assert {event.account_id for event in LiveEvent.objects.filter(topic="order")} == {alice.pk, bruno.pk}


# --- Entering the code ---------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", ["pickup", "delivery"])
def test_the_right_code_ends_each_handover(asked, alice, bruno, kind) -> None:
    if kind == "delivery":
        advance(asked, to="delivery")
    to, code = DELIVERY[kind], seen(alice, asked, kind)["code"]
    refused = step(bruno, asked, to)
    assert (refused.status_code, refused.json()["code"]) == (409, "handover_code_required")
    assert refused.json()["message"] == "Please ask Alice for the four-digit code."

    moved = step(bruno, asked, to, code=code)

    assert (moved.status_code, moved.json()["status"]) == (200, to)
    assert kind not in client_for(bruno).get(f"/api/orders/{asked.pk}").json()["handoversWithCode"]
    proved = seen(alice, asked, kind)
    assert (proved["codeConfirmedAt"], proved["code"]) == ("2026-11-18T08:30:00Z", None)


def test_a_wrong_code_is_refused_and_counts_and_the_same_one_again_does_not(asked, alice, bruno) -> None:
    for _ in range(3):
        response = step(bruno, asked, code=wrong(asked))
        assert (response.status_code, response.json()["code"]) == (409, "handover_code_wrong")
        assert response.json()["message"] == "This code is not right. Please ask again: 4 tries are left."

    assert seen(alice, asked)["triesLeft"] == 4
    asked.refresh_from_db()
    assert asked.status == "pickup"


def test_a_wrong_code_counts_under_an_idempotency_key_too(asked, alice, bruno) -> None:
    client = client_for(bruno)
    body = {"status": "washing", "code": wrong(asked)}

    client.post(f"/api/orders/{asked.pk}/status", body, headers={"Idempotency-Key": "one"})

    assert seen(alice, asked)["triesLeft"] == 4


def test_guessed_codes_are_written_down(asked, bruno) -> None:
    for number in range(1, 7):
        step(bruno, asked, code=wrong(asked, number))

    said = [entry.change_message for entry in LogEntry.objects.filter(user=bruno, object_id=str(asked.pk))]
    assert sorted(said) == ["Refused (handover_code_used_up)."] * 2 + ["Refused (handover_code_wrong)."] * 4


def test_after_five_wrong_codes_not_even_the_right_one_passes(asked, alice, bruno) -> None:
    code = seen(alice, asked)["code"]
    responses = [step(bruno, asked, code=wrong(asked, number)).json()["code"] for number in range(1, 6)]
    assert responses == ["handover_code_wrong"] * 4 + ["handover_code_used_up"]

    for more in ({"code": code}, {}):
        assert step(bruno, asked, **more).json()["code"] == "handover_code_used_up"

    # Requiring a code anew does not reset the tries.
    ask(alice, asked, wanted=False)
    ask(alice, asked)
    assert step(bruno, asked, code=seen(alice, asked)["code"]).json()["code"] == "handover_code_used_up"
    # Without a required code the order moves on.
    ask(alice, asked, wanted=False)
    assert step(bruno, asked).status_code == 200
    # The delivery counts its own tries.
    ask(alice, asked)
    assert seen(alice, asked, "delivery")["triesLeft"] == 5


@pytest.mark.sweep
@pytest.mark.parametrize("code", ["", "123", "12345", "12a4", "١٢٣٤", 1234, None])
def test_what_is_no_code_is_refused_without_counting(asked, alice, bruno, code) -> None:
    response = step(bruno, asked, code=code)

    assert (response.status_code, set(response.json()["fields"])) == (400, {"code"})
    assert seen(alice, asked)["triesLeft"] == 5


def test_a_code_that_nobody_asked_for_harms_nothing(at_the_door, bruno) -> None:
    assert step(bruno, at_the_door, code="1234").status_code == 200


def test_nobody_else_tries_codes(asked, alice, chiara) -> None:
    assert step(chiara, asked, code=wrong(asked)).status_code == 404
    assert step(alice, asked, code=wrong(asked)).status_code == 409

    assert seen(alice, asked)["triesLeft"] == 5


def test_a_code_that_came_with_a_stale_step_stays_confirmed(asked, alice, bruno) -> None:
    code = seen(alice, asked)["code"]
    body = {"status": "washing", "code": code}

    stale = client_for(bruno).post(f"/api/orders/{asked.pk}/status", body, headers={"If-Match": '"1"'})

    assert stale.json()["code"] == "version_conflict"
    assert step(bruno, asked).status_code == 200


def test_a_step_that_was_kept_offline_carries_its_code_and_its_time(
    asked, alice, bruno, time_machine
) -> None:
    code = seen(alice, asked)["code"]
    time_machine.move_to(NOW + timedelta(minutes=40))

    assert step(bruno, asked, code=code, at="2026-11-18T10:00:00+01:00").status_code == 200

    moved = client_for(alice).get(f"/api/orders/{asked.pk}").json()
    assert {one["status"]: one["at"] for one in moved["timeline"]}["washing"] == "2026-11-18T09:00:00Z"


# --- Operators -----------------------------------------------------------------------------------------


def test_an_operator_moves_on_without_the_code_and_says_why(asked, dora, operator_client) -> None:
    address = reverse("admin:orders_order_to_washing", args=[asked.pk])
    assert "the customer wished a code" in operator_client.get(address).content.decode()
    operator_client.post(address, {"confirmed": "yes", "note": " "})
    asked.refresh_from_db()
    assert asked.status == "pickup"

    operator_client.post(address, {"confirmed": "yes", "note": "Her phone is empty"})

    asked.refresh_from_db()
    assert asked.status == "washing"
    assert OrderEvent.objects.get(to_status="washing").reason == "Her phone is empty"
    assert LogEntry.objects.get().change_message.endswith(": Her phone is empty")


def test_an_operator_says_why_through_the_api_too(asked, dora) -> None:
    refused = step(dora, asked)
    assert (refused.status_code, refused.json()["code"]) == (400, "reason_required")

    assert step(dora, asked, reason="Her phone is empty").status_code == 200


def test_an_order_and_a_list_ask_no_more_for_what_is_said_of_codes(
    asked, alice, django_assert_max_num_queries
) -> None:
    client = client_for(alice)
    client.get(f"/api/orders/{asked.pk}")

    with django_assert_max_num_queries(3):
        assert client.get(f"/api/orders/{asked.pk}").json()["handoversWithCode"]
