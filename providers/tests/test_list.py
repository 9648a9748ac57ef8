"""The list of providers: who is on it, in which order, and that it is never outdated."""

from datetime import date, time, timedelta

import pytest

from conftest import WEDNESDAY as NOW
from conftest import client_for, make_provider, make_slot, make_user
from marketplace import clock
from providers import catalogue, selectors
from providers.api import list_cache
from providers.models import Provider, ServiceArea

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("now"), pytest.mark.at(NOW)]


def listed(code="8001"):
    response = client_for().get(f"/api/providers/{code}")
    assert response.status_code == 200
    return response.json()


def names(code="8001"):
    return [provider["user"]["firstName"] for provider in listed(code)]


def make_listed(name, *codes, **fields):
    provider = make_provider(make_user(name), *codes, **fields)
    make_slot(provider)
    return provider


def test_shows_a_provider_as_on_a_card(salon, slot):
    salon.specialties, salon.rating_sum, salon.review_count = ["Express", "Eco"], 13, 3
    salon.save()
    ServiceArea.objects.create(provider=salon, postal_code="8004", position=1)

    assert listed() == [
        {
            "id": str(salon.pk),
            "rating": 4.3,
            "reviewCount": 3,
            "specialties": ["Express", "Eco"],
            "serviceArea": ["8001", "8004"],
            "businessName": "Brunos Waschsalon",
            "user": {"firstName": "Bruno", "lastName": "M", "profileImageUrl": None},
            "distanceKm": 0.0,
            "bioExcerpt": "",
            "acceptsInstantly": True,
            "nextFreeAt": "2026-11-19T11:00:00Z",
        }
    ]


def test_puts_who_serves_the_code_first_then_the_nearest():
    make_listed("far", "8400")
    make_listed("near", "8002")
    make_listed("here", "8400", "8001")
    make_listed("bern", "3011")

    providers = listed()

    assert [provider["user"]["firstName"] for provider in providers] == ["Here", "Near", "Far"]
    kilometres = [provider["distanceKm"] for provider in providers]
    assert kilometres == sorted(kilometres)
    assert kilometres[0] == 0.0
    assert providers[0]["serviceArea"] == ["8400", "8001"]


def test_orders_equal_distances_by_rating():
    make_listed("good", rating_sum=8, review_count=2)
    make_listed("best", rating_sum=10, review_count=2)
    make_listed("fresh")

    assert names() == ["Best", "Good", "Fresh"]


@pytest.mark.parametrize("status", [status for status in Provider.Status if status != "approved"])
def test_leaves_out_who_is_not_approved(salon, slot, status):
    Provider.objects.update(status=status)

    assert listed() == []


@pytest.mark.parametrize(
    "fields",
    [
        {"capacity": 2, "booked": 2},
        {"is_closed": True},
        {"day": date(2026, 11, 18), "start": time(9)},
        {"day": date(2026, 11, 18), "start": time(9, 30)},
        {"day": date(2026, 12, 16)},
    ],
    ids=["full", "closed", "begun", "beginning now", "on the 29th day"],
)
def test_leaves_out_who_has_no_free_place_ahead(salon, fields):
    make_slot(salon, **fields)

    assert listed() == []


@pytest.mark.parametrize(("day", "start"), [(date(2026, 11, 18), time(10)), (date(2026, 12, 15), time(22))])
def test_lists_who_has_one_free_place_from_now_to_the_28th_day(salon, day, start):
    make_slot(salon, day=day, start=start, capacity=1)

    assert names() == ["Bruno"]


def test_falls_back_for_a_code_that_nobody_has(salon, slot):
    # 8009 is not in the table; the first code that shares three digits is 8000 or 8001.
    assert names("8009") == ["Bruno"]
    assert listed("8009")[0]["distanceKm"] < 5


@pytest.mark.parametrize("code", ["9999", "0815", "9490"])
def test_has_no_list_for_a_code_that_is_none_of_switzerland_s(code):
    response = client_for().get(f"/api/providers/{code}")

    assert response.status_code == 400
    assert (response.json()["code"], list(response.json()["fields"])) == (
        "unknown_postal_code",
        ["postalCode"],
    )


def test_says_that_liechtenstein_is_not_served():
    assert client_for().get("/api/providers/9490").json()["message"] == "We do not come to Liechtenstein yet."


@pytest.mark.parametrize("code", ["800", "80011", "abcd", "80 1", "\uff18\uff10\uff10\uff11", "8001."])
def test_refuses_what_is_not_a_postal_code(code):
    response = client_for().get(f"/api/providers/{code}")

    assert response.status_code == 400
    assert response.json() == {
        "message": "A Swiss postal code has four digits.",
        "code": "invalid_postal_code",
        "fields": {"postalCode": ["A Swiss postal code has four digits."]},
    }


def test_lists_everybody_without_a_code_the_best_rated_first():
    make_listed("zurich", rating_sum=4, review_count=1)
    make_listed("bern", "3011", rating_sum=5, review_count=1)

    response = client_for().get("/api/providers").json()

    assert [(row["user"]["firstName"], row["distanceKm"]) for row in response] == [
        ("Bern", None),
        ("Zurich", None),
    ]


def test_says_nothing_that_strangers_may_not_know(salon, slot):
    text = client_for().get("/api/providers/8001").content.decode()

    assert "Meier" not in text
    assert "example.org" not in text


@pytest.mark.parametrize("rows", [1, 10, 60])
def test_takes_the_same_few_queries_whatever_the_rows(rows, django_assert_num_queries):
    for number in range(rows):
        make_listed(f"person{number}", "8001", "8002", "8003")
    client_for().get("/api/providers/8001")
    catalogue.touch()

    with django_assert_num_queries(2):
        assert len(listed()) == rows


def test_reads_the_surroundings_only_as_far_as_it_takes(monkeypatch):
    for number in range(6):
        make_listed(f"near{number}", "8001", rating_sum=4 + number, review_count=2)
    make_listed("far", "8400")
    everybody = names()
    assert everybody == ["Near5", "Near4", "Near3", "Near2", "Near1", "Near0", "Far"]

    for most, expected in ((3, everybody[:3]), (6, everybody[:6]), (7, everybody), (200, everybody)):
        monkeypatch.setattr(selectors, "MOST_LISTED", most)
        for _ in range(4):
            catalogue.touch()
            assert names() == expected


def test_takes_one_query_while_nothing_changes(salon, slot, django_assert_num_queries):
    catalogue.touch()
    listed()

    with django_assert_num_queries(1):
        assert names() == ["Bruno"]


def test_the_cache_holds_so_many_bytes_and_drops_what_is_outdated_first(
    salon, slot, monkeypatch, django_assert_num_queries
):
    list_cache.forget()
    catalogue.touch()
    size = len(client_for().get("/api/providers/8001").content)
    listed("8002")
    catalogue.touch()
    monkeypatch.setattr(list_cache, "MOST_BYTES", 2 * size + 100)
    for code in ("8003", "8001", "8003"):
        listed(code)

    with django_assert_num_queries(2):
        listed("8003")
        listed("8001")
    listed("8004")
    with django_assert_num_queries(2):
        listed("8004")
        listed("8001")
    # Made anew: its query beside that of the version.
    with django_assert_num_queries(2):
        listed("8003")


def test_answers_304_to_the_entity_tag_of_the_present_list(salon, slot):
    catalogue.touch()
    first = client_for().get("/api/providers/8001")

    again = client_for().get("/api/providers/8001", HTTP_IF_NONE_MATCH=first["ETag"])

    assert (again.status_code, again.content, again["ETag"]) == (304, b"", first["ETag"])
    assert first["Cache-Control"] == "public, no-cache"


def test_tells_a_change_from_the_entity_tag(salon, slot):
    catalogue.touch()
    first = client_for().get("/api/providers/8001")
    Provider.objects.update(business_name="Another name")
    catalogue.touch()

    again = client_for().get("/api/providers/8001", HTTP_IF_NONE_MATCH=first["ETag"])

    assert (again.status_code, again.json()[0]["businessName"]) == (200, "Another name")


def test_drops_a_provider_when_their_last_free_slot_begins(salon, slot, time_machine):
    catalogue.touch()
    assert names() == ["Bruno"]

    time_machine.move_to(slot.starts_at - timedelta(seconds=1))
    assert names() == ["Bruno"]
    time_machine.move_to(slot.starts_at)
    assert names() == []


def test_takes_in_a_provider_when_a_new_day_can_be_booked(salon, time_machine):
    catalogue.touch()
    make_slot(salon, day=date(2026, 12, 16))
    assert names() == []

    time_machine.move_to(clock.at_wall_time(date(2026, 11, 18), time(23, 59, 59)))
    assert names() == []
    time_machine.move_to(clock.at_wall_time(date(2026, 11, 19), time(0)))
    assert names() == ["Bruno"]


def test_lists_a_provider_without_a_service_area_where_no_code_is_asked_for(salon, slot):
    ServiceArea.objects.all().delete()

    assert [row["serviceArea"] for row in client_for().get("/api/providers").json()] == [[]]
    assert listed() == []


def test_keeps_the_provider_s_own_order_of_codes(salon, slot):
    ServiceArea.objects.all().delete()
    for position, code in [(2, "8003"), (0, "8400"), (1, "8001")]:
        ServiceArea.objects.create(provider=salon, postal_code=code, position=position)

    assert listed()[0]["serviceArea"] == ["8400", "8001", "8003"]


def test_a_provider_s_new_name_shows_at_once(salon, slot, bruno):
    catalogue.touch()
    assert names() == ["Bruno"]

    client_for(bruno).patch("/api/profile", {"firstName": "Beat"})

    assert names() == ["Beat"]


@pytest.mark.parametrize(
    ("bio", "excerpt"),
    [
        ("", ""),
        ("I iron on Sundays.", "I iron on Sundays."),
        ("Silk and wool, apart! Two machines.", "Silk and wool, apart!"),
        ("Mother of three\nI know stains.", "Mother of three"),
        (f"Very {'careful ' * 20}indeed.", f"Very {'careful ' * 10}careful…"),
        ("W" * 300, f"{'W' * 99}…"),
    ],
)
def test_a_card_says_the_first_sentence_of_what_its_provider_says(bio, excerpt):
    salon = make_listed("bruno", "8001")
    Provider.objects.filter(pk=salon.pk).update(bio=bio)

    (near,) = listed()
    (anywhere,) = client_for().get("/api/providers").json()

    assert near["bioExcerpt"] == anywhere["bioExcerpt"] == excerpt
    assert client_for().get(f"/api/providers/details/{salon.pk}").json()["bioExcerpt"] == excerpt
