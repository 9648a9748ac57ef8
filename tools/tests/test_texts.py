"""Every language has all translations, with valid placeholders."""

import io
import re
from datetime import datetime

import pytest
from babel.messages.catalog import Message
from django.conf import settings

from accounts import account_texts, notice_texts
from accounts.own_words import EXAMPLES, of_the_house
from tools import texts
from tools.console import ROOT


def test_every_language_on_offer_has_every_text_of_the_server():
    for language, _ in settings.LANGUAGES:
        if language != settings.LANGUAGE_CODE:
            wrong = texts.faults(language)
            file = texts.path_of(language).relative_to(ROOT)
            what_to_do = (
                "Run `.venv/bin/python -m tools.texts`, which adds new texts and drops obsolete ones, "
                f"then write or mend these translations in {file}:"
            )
            assert not wrong, "\n".join([what_to_do, *wrong])


@pytest.mark.parametrize(
    ("english", "translated", "fault"),
    [
        ("Hello {name}", "Grüezi {name}", ""),
        ("Hello {name}", "", "is not translated"),
        ("Hello {name}", "Grüezi {nom}", "fills in other names than ['name']"),
        ("Hello %(name)s", "Grüezi", "fills in other names than ['name']"),
        (("{count} order", "{count} orders"), ("Ein Auftrag", "{count} Aufträge"), ""),
        (("{count} order", "{count} orders"), ("{count} Aufträge",), "has not all forms of the plural"),
        (("{count} order", "{count} orders"), ("Ein Auftrag", ""), "is not translated"),
        (
            "Saved. ",
            "Gespeichert.",
            "begins or ends with a blank otherwise than English",
        ),
        ("Street", "Straße", "has a letter that nobody writes in Switzerland"),
    ],
)
def test_what_is_wrong_with_a_translation_is_said(english, translated, fault):
    assert texts.fault_of(Message(english, translated), plurals=2) == fault


def test_english_is_spelled_as_in_america_like_the_web_app():
    british = re.compile("neighbour|favourite|colour|programme|organise|recognise", re.IGNORECASE)

    assert [message.id for message in texts.found_texts() if british.search(str(message.id))] == []


@pytest.mark.parametrize("language", ["en", *texts.LANGUAGES])
def test_no_notice_writes_a_moment_as_if_it_were_an_hour(language):
    moments = "|".join(name for name, value in EXAMPLES.items() if isinstance(value, datetime))
    # A moment begins with its day: "um Do. 19. Nov., 12:00" is no German.
    wrong = re.compile(rf"(?<![\w\u2019])(?:at|um|à|alle)\s+{{(?:{moments})}}")
    # The links of these letters end at an hour of the same day.
    letters = (account_texts.NEW_PASSWORD, account_texts.SIGN_IN)
    notices = [text for text in notice_texts.declared().values() if text not in letters]

    bodies = [of_the_house(text, language=language).body for text in notices]

    assert [body for body in bodies if wrong.search(body)] == []


def test_a_guess_counts_as_no_translation():
    assert texts.fault_of(Message("Hello", "Grüezi", flags=["fuzzy"]), plurals=2) == "is not translated"


def test_texts_of_templates_are_found_where_they_stand_in_html():
    page = b"""{% load i18n %}
    <p>
      {% translate "Good morning" %}
    </p>
        {% blocktranslate trimmed with name=user.name %}
          It's {{ name }}'s
          turn
        {% endblocktranslate %}
    """
    found = texts.extract_template(io.BufferedReader(io.BytesIO(page)), {"gettext": None}, [], {})

    assert [text for _, _, text, _ in found] == ["Good morning", "It's %(name)s's turn"]


@pytest.mark.parametrize("name", ["pickup address", "saved cards", "signed in at"])
def test_names_of_tables_and_columns_are_texts_too(name):
    assert name in texts.found_texts()
