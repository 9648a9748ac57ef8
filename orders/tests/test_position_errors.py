"""What is no position of a provider on the way is refused, and changes nothing."""

import pytest
from django.contrib.admin.models import LogEntry
from django.db import IntegrityError, transaction

from conftest import WEDNESDAY as NOW
from orders.models import SharedPosition
from orders.tests.sharing import share

pytestmark = [pytest.mark.django_db, pytest.mark.at(NOW)]


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"latitude": 48.86, "longitude": 2.35}, "outside_switzerland"),
        ({"latitude": 0, "longitude": 0}, "outside_switzerland"),
        ({"latitude": 91}, "invalid"),
        ({"longitude": "8.54"}, "invalid"),
        ({"latitude": True}, "invalid"),
        ({"latitude": None}, "invalid"),
        ({"latitude": 10**40}, "invalid"),
        ({"accuracy": -1}, "invalid"),
        ({"accuracy": 100_001}, "invalid"),
    ],
)
def test_refuses_what_is_no_position(at_the_door, bruno, changes, code) -> None:
    response = share(bruno, at_the_door, **changes)

    assert (response.status_code, response.json()["code"]) == (400, code)
    assert response.json()["fields"].keys() >= changes.keys()
    assert not SharedPosition.objects.exists()


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"at": "2026-11-18T08:31:01Z"}, "position_in_future"),
        ({"at": "2026-11-18T08:24:59Z"}, "position_too_old"),
        ({"at": "yesterday"}, "invalid"),
        # Geneva, 224 km from Zurich.
        ({"latitude": 46.2, "longitude": 6.14}, "position_too_far"),
    ],
)
def test_refuses_where_nobody_on_the_way_can_be(at_the_door, bruno, changes, code) -> None:
    for _ in range(7):
        response = share(bruno, at_the_door, **changes)

    assert (response.status_code, response.json()["code"]) == (400, code)
    assert response.json()["fields"].keys() == changes.keys()
    assert not SharedPosition.objects.exists()
    noted = LogEntry.objects.filter(user=bruno, object_id=str(at_the_door.pk))
    assert {entry.change_message for entry in noted} <= {f"Refused ({code})."}
    assert noted.count() == (5 if code in {"position_in_future", "position_too_far"} else 0)


@pytest.mark.parametrize("wrong", [{"latitude": 48.9}, {"longitude": 2.3}, {"accuracy_m": 100_001}])
def test_the_database_refuses_it_too(at_the_door, wrong) -> None:
    fields = {"latitude": 47.4, "longitude": 8.5, "accuracy_m": 5} | wrong

    with pytest.raises(IntegrityError), transaction.atomic():
        SharedPosition.objects.create(order=at_the_door, at=NOW, **fields)
