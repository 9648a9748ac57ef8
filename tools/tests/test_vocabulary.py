"""Words outside the vocabulary are found in names, files and error codes."""

from pathlib import Path

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
        ("test_the_desk_has_the_search", "dashboard"),
        ("hasFinding", "search"),
        ("Complaints", "page error"),
        ("Beginning", "prefill"),
        ("BEGINNINGS", "prefixes"),
        ("arrivesAt", "to_have_url"),
        ("hasRoom", "expect_no_overflow"),
    ],
)
def test_a_word_of_the_list_is_refused_with_what_to_write(name, write) -> None:
    assert write in (vocabulary.instead_of(name) or "")


@pytest.mark.parametrize(
    "name", ["order_request", "officedocument", "planned", "database_backwards", "isolation"]
)
def test_other_words_stand(name) -> None:
    assert vocabulary.instead_of(name) is None


@pytest.mark.parametrize(
    ("file", "write"),
    [
        ("frontend/src/features/tracking/late-map.tsx", "lazy-…"),
        ("frontend/src/api/session/session-news.ts", "…-broadcast"),
        ("frontend/src/offline/waiting.ts", "what it does"),
        ("frontend/src/app/rememberDrawn.ts", "prerendered"),
        ("frontend/bench/findings.mjs", "search"),
        ("providers/finding.py", "search"),
        ("office/views.py", "admin site"),
    ],
)
def test_a_file_of_the_list_is_refused_with_what_to_write(file, write) -> None:
    assert write in (vocabulary.instead_of_file(Path(file)) or "")


@pytest.mark.parametrize(
    "file", ["orders/tests/test_late_pickup.py", "frontend/src/i18n/de/news.ts", "docs/late-fees.md"]
)
def test_other_files_stand(file) -> None:
    assert vocabulary.instead_of_file(Path(file)) is None


def test_pictures_are_drawn_and_pages_are_prerendered() -> None:
    assert vocabulary.instead_of("rememberDrawn", web=True) == "prerendered"
    assert vocabulary.instead_of("_drawn_anew") is None


@pytest.mark.parametrize("suffix", [".ts", ".tsx", ".mts", ".js", ".mjs", ".py"])
def test_sources_of_each_language_are_read(suffix) -> None:
    assert [name for _, name in vocabulary.READERS[suffix]("showRefusal = lane\n")] == ["showRefusal", "lane"]


def test_names_are_read_and_texts_are_not() -> None:
    python = 'answer = "wish"  # a wish\nwish = 1\n'
    typescript = 'const text = "a wish"; // a wish\n/* wish */ const linkWish = `wish`;\n'

    assert [at for at in vocabulary.of_python(python) if at[1] == "wish"] == [(2, "wish")]
    assert [at for at in vocabulary.of_typescript(typescript) if "ish" in at[1]] == [(2, "linkWish")]


def test_keys_of_the_web_apps_texts_are_names() -> None:
    texts = 'export const messages = {\n  "row.office": "Back office",\n  "told":\n    "A wish: granted",\n}'

    assert list(vocabulary.of_texts(texts)) == [(2, "row"), (2, "office"), (3, "told")]


def test_the_codes_of_the_api_are_the_clear_ones() -> None:
    assert [line for line in vocabulary.violations() if line.startswith("docs/openapi.json")] == []
