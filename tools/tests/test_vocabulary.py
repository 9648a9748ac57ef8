"""Words outside the vocabulary are found in names, files and error codes."""

import pytest

from tools import vocabulary


@pytest.mark.parametrize(
    ("name", "write"),
    [
        ("linkWish", "request"),
        ("LINK_WISHES", "request"),
        ("OfficeAdmin", "admin site"),
        ("_lane_of", "queue"),
        ("RefusalNotice", "error"),
        ("take_note", "sync_refund"),
        ("neighbours_free", "provider"),
        ("heardOrKept", "network_first"),
        ("OUT_OF_REACH", "not_served_notice"),
        ("test_the_second_is_told", "message"),
    ],
)
def test_a_word_of_the_list_is_refused_with_what_to_write(name, write) -> None:
    assert write in (vocabulary.instead_of(name) or "")


@pytest.mark.parametrize(
    "name", ["order_request", "officedocument", "planned", "database_backwards", "isolation"]
)
def test_other_words_stand(name) -> None:
    assert vocabulary.instead_of(name) is None


def test_names_are_read_and_texts_are_not() -> None:
    python = 'answer = "wish"  # a wish\nwish = 1\n'
    typescript = 'const text = "a wish"; // a wish\n/* wish */ const linkWish = `wish`;\n'

    assert [at for at in vocabulary.of_python(python) if at[1] == "wish"] == [(2, "wish")]
    assert [at for at in vocabulary.of_typescript(typescript) if "ish" in at[1]] == [(2, "linkWish")]


def test_the_codes_of_the_api_are_the_clear_ones() -> None:
    assert [line for line in vocabulary.violations() if line.startswith("docs/openapi.json")] == []
