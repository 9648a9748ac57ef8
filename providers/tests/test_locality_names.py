"""Every locality of the directory is found by its own name, and a code is named by its main one."""

import csv
from pathlib import Path

import pytest

from conftest import client_for, make_provider, make_slot, make_user
from marketplace.folding import folded
from marketplace.tests.proof import record
from providers import localities
from providers.locality_names import OTHER_NAMES

pytestmark = pytest.mark.django_db

TABLE = Path(__file__).parents[1] / "data" / "postal_codes.csv"


def found(q: str) -> list[tuple[str, str]]:
    response = client_for().get("/api/localities", {"q": q})
    assert response.status_code == 200, response.json()
    return [(row["postalCode"], row["city"]) for row in response.json()]


def directory() -> list[tuple[str, str, str]]:
    """Return code, locality and main locality of the whole table."""
    with TABLE.open(encoding="utf-8", newline="") as file:
        return [
            (row["code"], name, row["locality"])
            for row in csv.DictReader(file)
            for name in [row["locality"], *filter(None, row["others"].split("|"))]
        ]


@pytest.mark.parametrize(
    ("q", "code", "city"),
    [
        ("Brig", "3900", "Brig"),
        ("6300", "6300", "Zug"),
        ("3900", "3900", "Brig"),
        ("3930", "3930", "Visp"),
        ("Visp", "3930", "Visp"),
        ("Montreux", "1820", "Montreux"),
        ("1820", "1820", "Montreux"),
        ("Glarus", "8750", "Glarus"),
        ("Lugano", "6900", "Lugano"),
        ("6900", "6900", "Lugano"),
        ("Yverdon-les-Bains", "1400", "Yverdon-les-Bains"),
        ("Regensdorf", "8105", "Regensdorf"),
        ("Opfikon", "8152", "Opfikon"),
        ("Interlaken", "3800", "Interlaken"),
        ("Appenzell", "9050", "Appenzell"),
        ("Sellenbüren", "8143", "Stallikon"),
        ("Waedenswil", "8820", "Wädenswil"),
        ("Duebendorf", "8600", "Dübendorf"),
        ("Kuesnacht", "8700", "Küsnacht"),
        ("Buelach", "8180", "Bülach"),
        ("Zurigo", "8000", "Zürich"),
        ("Ginevra", "1200", "Genève"),
        ("Berna", "3000", "Bern"),
        ("Lucerna", "6000", "Luzern"),
        ("Coira", "7000", "Chur"),
        ("Friburgo", "1700", "Fribourg"),
        ("Delsberg", "2800", "Delémont"),
        ("Siders", "3960", "Sierre"),
        ("Iferten", "1400", "Yverdon-les-Bains"),
        # Further spellings of the same kinds.
        ("Genf", "1200", "Genève"),
        ("Geneva", "1200", "Genève"),
        ("Territet", "1820", "Montreux"),
        ("Zugerberg", "6300", "Zug"),
        ("Glattbrugg", "8152", "Opfikon"),
        ("saint imier", "2610", "St-Imier"),
        ("Sankt Moritz", "7500", "St. Moritz"),
        ("Ürikon", "8713", "Uerikon"),
        ("Äschi bei Spiez", "3703", "Aeschi b. Spiez"),
        ("l\u2019isle", "1148", "L'Isle"),
        ("la chaux de fonds", "2300", "La Chaux-de-Fonds"),
        ("Biel", "2500", "Biel/Bienne"),
        ("Bienne", "2500", "Biel/Bienne"),
        ("Gene\u0300ve", "1200", "Genève"),
    ],
)
def test_a_locality_is_found_by_its_names(q, code, city) -> None:
    assert (code, city) in found(q)


def test_exact_names_stand_before_longer_ones_and_ends_of_names() -> None:
    assert found("Au")[0][1] == "Au"
    assert found("Wil")[0][1].startswith("Wil")


@pytest.mark.proof
def test_every_locality_of_the_directory_is_found_by_its_own_name() -> None:
    whole = directory()
    codes_of: dict[str, set[str]] = {}
    for code, name, _ in whole:
        codes_of.setdefault(folded(name), set()).add(code)

    missed = [
        (code, name)
        for code, name, main in whole
        if (code, main) not in (rows := [(one.code, one.name) for one in localities.localities_named(name)])
        # A large city has more codes than are shown: then each of those shown is one of its own.
        and not (len(rows) == localities.MOST_FOUND and {one for one, _ in rows} <= codes_of[folded(name)])
    ]

    assert missed == []
    record("D1", f"{len(whole)} localities, each found by its own name", "100 %")


def test_every_code_is_named_by_its_main_locality() -> None:
    mains = {code: main for code, _, main in directory()}

    assert len(mains) == 3447
    assert [code for code, main in mains.items() if found_name(code) != main] == []


def found_name(code: str) -> str:
    [only] = localities.localities_named(code)
    return only.name


def test_every_name_in_another_language_finds_its_city() -> None:
    missed = [
        (other, name)
        for name, others in OTHER_NAMES.items()
        for other in others
        if not any(name in names_of(one.code) for one in localities.localities_named(other))
    ]

    assert missed == []


def names_of(code: str) -> set[str]:
    return {name for own, name, _ in directory() if own == code} if code else set()


@pytest.mark.usefixtures("now")
def test_who_lives_in_a_place_finds_its_provider_by_the_place_s_name() -> None:
    provider = make_provider(make_user("zoe"), "6300")
    make_slot(provider)

    [(code, _), *_rest] = found("Zug")

    assert [row["id"] for row in client_for().get(f"/api/providers/{code}").json()] == [str(provider.pk)]
