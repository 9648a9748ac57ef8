"""What people type is compared alike by Python and by either database."""

import pytest
from django.db import connection
from django.db.models import TextField, Value
from django.db.models.functions import Cast

from accounts.models import User
from conftest import make_user
from marketplace.db.text_search import Folded, FoldedName
from marketplace.folding import folded, folded_name

SAMPLES = [
    "Müller",
    "MUELLER",
    "Mu\u0308ller",
    "Élodie",
    "elodie",
    "O\u2019Neill",
    "o'neill",
    "Anna-Maria  di Stefano",
    "Ögüz Çelik",
    "Łukasz Żółw",
    "Straße",
    "STRASSE",
    "Æsir Œuvre",
    "Ångström",
    "Ñuñez",
    "ДМИТРИЙ Ёлкин",
    "Ἀθηνᾶ Σοφός",
    "東京 太郎",
    "🧺 Korb",
    "ﬁ",
    "Nguyễn",
    "Guðrún Ŋele Məmmədov Ŧor",
    "Da Elba",
    "İstanbul \u0131\u015f\u0131k",
    "a.b;c|d",
    "  x  ",
    "",
    "100%",
    "Due Au ae",
    "Äußere Ringstraße 5",
    "d\u2014e\u2013f",
    "\u00a0x\u00a0",
]


@pytest.mark.django_db
@pytest.mark.parametrize("text", SAMPLES)
def test_the_database_folds_as_python_does(text) -> None:
    make_user("anna")

    typed = Cast(Value(text), TextField())

    found = User.objects.annotate(said=Folded(typed), name=FoldedName(typed, typed))

    assert found.values_list("said", "name").get() == (folded(text), folded_name(text * 2)), connection.vendor


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Müller", "mueller"),
        ("Élodie", "ELODIE"),
        ("O\u2019Neill", "O'Neill"),
        ("Anna-Maria", "anna maria"),
        ("Äussere", "aeussere"),
        ("Straße", "strasse"),
        ("ДМИТРИЙ", "дмитрий"),
    ],
)
def test_spellings_of_one_name_are_equal(one, other) -> None:
    assert folded(one) == folded(other) != ""


def test_the_beginning_of_a_name_is_the_beginning_of_what_it_is_compared_as() -> None:
    for name in SAMPLES[:20]:
        for end in range(1, len(name)):
            assert folded(name).startswith(folded(name[:end])), name[:end]
