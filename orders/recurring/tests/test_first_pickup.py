"""When a recurring booking would begin and be charged, by the rule that charges it."""

from datetime import UTC, datetime

import pytest
from rest_framework.response import Response

from conftest import WEDNESDAY as NOW
from conftest import client_for
from orders.models import Occurrence
from orders.recurring.tests.running_bookings import ask, recurring_payload

pytestmark = pytest.mark.at(NOW)

PREVIEW = "/api/recurring-bookings/first-pickup"


def preview(**plan: object) -> Response:
    response: Response = client_for().get(
        PREVIEW, {"recurringPattern": "weekly", "preferredTime": "09:00"} | plan
    )
    return response


# NOW is Wednesday, 18 November 2026.
def test_a_pickup_that_is_far_enough_is_charged_two_days_before(now) -> None:
    assert preview(dayOfWeek=1).json() == {
        "pickupAt": "2026-11-23T08:00:00Z",
        "chargedAt": "2026-11-21T08:00:00Z",
        "isChargedAtOnce": False,
    }


def test_one_that_is_nearer_is_charged_at_once(now) -> None:
    response = preview(dayOfWeek=4).json()

    assert response["pickupAt"] == "2026-11-19T08:00:00Z"
    assert response["isChargedAtOnce"] is True


@pytest.mark.parametrize("day", range(7))
def test_it_is_what_setting_one_up_plans(now, alice, salon, day) -> None:
    notice_texts = preview(dayOfWeek=day).json()

    assert ask(alice, recurring_payload(salon, dayOfWeek=day)).status_code == 201
    first = Occurrence.objects.order_by("on").first()
    assert first is not None
    assert first.place_at == datetime.fromisoformat(notice_texts["chargedAt"])
    assert notice_texts["isChargedAtOnce"] == (first.place_at <= now.astimezone(UTC))


@pytest.mark.parametrize(
    ("plan", "field"),
    [
        ({}, "dayOfWeek"),
        ({"dayOfWeek": 7}, "dayOfWeek"),
        ({"dayOfWeek": "Monday"}, "dayOfWeek"),
        ({"dayOfWeek": 1, "preferredTime": "10:00"}, "preferredTime"),
        ({"recurringPattern": "monthly", "dayOfMonth": 29}, "dayOfMonth"),
        ({"recurringPattern": "monthly", "dayOfWeek": 1, "dayOfMonth": 1}, "dayOfWeek"),
        ({"recurringPattern": "yearly", "dayOfWeek": 1}, "recurringPattern"),
    ],
)
def test_a_plan_that_cannot_be_is_refused_by_name(now, plan, field) -> None:
    response = preview(**plan)

    assert response.status_code == 400
    assert field in response.json()["fields"]
