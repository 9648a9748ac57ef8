"""Finding a locality by postal code, by name as people type it, and by position."""

import pytest

from conftest import client_for
from providers import localities

pytestmark = pytest.mark.django_db


def find(**asked):
    return client_for().get("/api/localities", asked)


def codes(**asked) -> list[str]:
    response = find(**asked)
    assert response.status_code == 200, response.json()
    return [row["postalCode"] for row in response.json()]


def cities(q: str) -> set[str]:
    return {row["city"] for row in find(q=q).json()}


def test_a_place_has_code_city_canton_and_where_it_lies() -> None:
    (found,) = find(q="8001").json()

    assert (found["postalCode"], found["city"], found["canton"]) == ("8001", "Zürich", "ZH")
    assert (round(found["latitude"], 1), round(found["longitude"], 1)) == (47.4, 8.5)


@pytest.mark.parametrize("q", ["8001", " 8001 ", "8001 Zurich", "Zürich 8001", "CH-8001"])
def test_a_whole_code_means_itself(q) -> None:
    assert codes(q=q) == ["8001"]


def test_digits_are_the_beginning_of_a_code() -> None:
    assert "8001" in codes(q="800")
    assert all(code.startswith("80") for code in codes(q="80"))
    assert len(codes(q="8")) == 10


@pytest.mark.parametrize(
    ("q", "city"),
    [
        ("Zurich", "Zürich"),
        ("zürich", "Zürich"),
        ("ZUERICH", "Zürich"),
        ("zur", "Zürich"),
        ("Geneva", "Genève"),
        ("geneve", "Genève"),
        ("Lucerne", "Luzern"),
        ("Bern", "Bern"),
        ("st gallen", "St. Gallen"),
        ("St. Gallen", "St. Gallen"),
        ("gallen", "St. Gallen"),
        ("Winterthur", "Winterthur"),
        ("lausanne", "Lausanne"),
        ("Basel", "Basel"),
        ("Zurigo", "Zürich"),
        ("ginevra", "Genève"),
    ],
)
def test_a_city_is_found_as_people_write_it(q, city) -> None:
    found = cities(q)

    assert any(name == city or name.startswith(f"{city} ") for name in found), found


@pytest.mark.parametrize(
    "q", ["xyzzy", "0000", "99999", "%", "'; DROP TABLE", "...", "\u0668\u0660\u0660\u0661"]
)
def test_what_is_no_place_finds_nothing(q) -> None:
    assert codes(q=q) == []


@pytest.mark.parametrize("asked", [{}, {"q": ""}, {"near": ""}, {"q": "8001", "near": "47,8"}])
def test_nothing_asked_is_refused(asked) -> None:
    response = find(**asked)

    assert (response.status_code, list(response.json()["fields"])) == (400, ["q"])


def test_a_position_finds_the_nearest_first() -> None:
    found = codes(near="47.372,8.541")

    assert found[0].startswith("80")
    assert 1 <= len(found) <= 10
    assert codes(near="46.2044,6.1432")[0].startswith("12")


def test_of_codes_at_one_point_the_first_stands_for_all() -> None:
    found = find(near="47.56,7.59").json()

    points = [(row["latitude"], row["longitude"]) for row in found]
    assert len(points) == len(set(points)) == 10


@pytest.mark.parametrize("near", ["48.8566,2.3522", "0,0", "-90,180"])
def test_far_from_switzerland_there_is_nothing(near) -> None:
    assert codes(near=near) == []


@pytest.mark.parametrize(
    "near", ["here", "47.37", "47.37;8.54", "91,8", "47,181", "nan,nan", "1e3,8", "47.37,8.54,1"]
)
def test_what_is_no_position_is_refused(near) -> None:
    response = find(near=near)

    assert (response.status_code, list(response.json()["fields"])) == (400, ["near"])


def test_typing_asks_the_database_nothing(django_assert_num_queries) -> None:
    codes(q="z")

    with django_assert_num_queries(0):
        for q in ("zu", "zur", "zuri", "8", "80", "800", "lau"):
            codes(q=q)


def test_an_address_may_not_ask_without_end(settings) -> None:
    settings.PLACES_PER_MINUTE = 3
    responses = [find(q="zur").status_code for _ in range(4)]

    assert responses == [200, 200, 200, 429]


def test_a_long_text_is_cut() -> None:
    assert localities.localities_named("zurich" + " x" * 10_000) == []
