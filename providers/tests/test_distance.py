"""Where postal codes are and how far apart (specification point 9)."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from providers import distance
from providers.distance import Point, codes_near, distance_km, great_circle_km, locate
from providers.models import PostalCode

pytestmark = pytest.mark.django_db

# Independent of the table: published coordinates of the main stations, and their great-circle distances on a
# sphere of 6371 km.
ZURICH, BERN, GENEVA = Point(47.3779, 8.5403), Point(46.9490, 7.4386), Point(46.2102, 6.1423)


@pytest.mark.parametrize(
    ("start", "end", "kilometres"),
    [(ZURICH, BERN, 95.9), (ZURICH, GENEVA, 224.0), (BERN, GENEVA, 128.7), (BERN, BERN, 0.0)],
)
def test_measures_known_distances(start, end, kilometres):
    assert great_circle_km(start, end) == pytest.approx(kilometres, abs=0.5)


points = st.builds(Point, st.floats(45.8, 47.9), st.floats(5.9, 10.5))


@given(start=points, end=points)
def test_agrees_with_the_angle_between_two_vectors(start, end):
    def vector(point):
        latitude, longitude = math.radians(point.latitude), math.radians(point.longitude)
        return (
            math.cos(latitude) * math.cos(longitude),
            math.cos(latitude) * math.sin(longitude),
            math.sin(latitude),
        )

    a, b = vector(start), vector(end)
    cross = math.hypot(a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0])
    angle = math.atan2(cross, sum(x * y for x, y in zip(a, b, strict=True)))

    assert great_circle_km(start, end) == pytest.approx(6371 * angle, abs=1e-6)
    assert great_circle_km(start, end) == pytest.approx(great_circle_km(end, start))


def test_knows_the_whole_country():
    assert PostalCode.objects.count() == 3447
    assert PostalCode.objects.values_list("canton").distinct().count() == 26


@pytest.mark.parametrize(
    ("code", "latitude", "longitude"),
    [
        # Coordinates of the official town directory, rounded to a hundredth of a degree.
        ("8001", 47.37, 8.54),
        ("3011", 46.95, 7.44),
        ("4051", 47.56, 7.58),
        ("1204", 46.20, 6.15),
        ("1003", 46.52, 6.63),
        ("6003", 47.05, 8.30),
        ("9000", 47.43, 9.38),
    ],
)
def test_places_city_codes_where_they_are(code, latitude, longitude):
    here = locate(code)

    assert great_circle_km(here, Point(latitude, longitude)) < 2.5


def test_falls_back_to_the_first_code_that_shares_three_digits(monkeypatch):
    table = {"8001": Point(47.0, 8.0), "8004": Point(47.1, 8.1), "8053": Point(47.2, 8.2)}
    use(monkeypatch, table)

    assert locate("8001") == table["8001"]
    assert locate("8009") == table["8001"]
    assert locate("8058") == table["8053"]


def test_then_to_the_first_that_shares_two_then_to_the_region(monkeypatch):
    table = {"8001": Point(47.0, 8.0), "8053": Point(47.2, 8.2)}
    use(monkeypatch, table)

    assert locate("8099") == table["8001"]
    assert locate("8999") == distance.REGIONS["8"]
    assert [locate(f"{digit}999") for digit in range(1, 10)] == [
        distance.REGIONS[str(digit)] for digit in range(1, 10)
    ]


@pytest.mark.parametrize("code", ["0999", "", "800", "80011", "80a1", "\uff18\uff10\uff10\uff11", "8001 "])
def test_knows_nothing_of_other_texts(code):
    assert locate(code) is None
    assert distance_km(code, ["8001"]) is None


def use(monkeypatch, codes):
    """Replace the table by a small one."""
    by_prefix = {}
    for code, point in codes.items():
        by_prefix.setdefault(code[:3], point)
        by_prefix.setdefault(code[:2], point)
    monkeypatch.setattr(distance, "_loaded", [distance._Table(codes, by_prefix)])


def test_measures_to_the_nearest_of_the_provider_s_codes():
    assert distance_km("8001", ["3011", "8400", "8002"]) == distance_km("8001", ["8002"])
    assert distance_km("8001", ["3011", "8001"]) == 0.0
    assert distance_km("8001", ["8400"]) == pytest.approx(20.0, abs=2)


def test_is_unknown_when_no_code_of_the_provider_can_be_found():
    assert distance_km("8001", ["0000"]) is None
    assert distance_km("8001", []) is None
    assert distance_km("8001", ["0000", "8001"]) == 0.0


def test_rounds_to_one_decimal():
    kilometres = distance_km("8001", ["8400"])

    assert kilometres == round(kilometres, 1)


def test_finds_every_registered_code_within_25_kilometres():
    here = locate("8001")
    expected = {
        code
        for code, latitude, longitude in PostalCode.objects.values_list("code", "latitude", "longitude")
        if round(great_circle_km(here, Point(latitude, longitude)), 1) <= 25
    }

    assert set(codes_near("8001")) == expected
    assert {"8001", "8005", "8400"} <= expected
    assert not {"3011", "4051"} & expected
