"""The guides of the help page as PDF."""

from io import BytesIO

import pytest
from django.test import Client
from pypdf import PdfReader

from marketplace.web.figure_texts import names_in_texts
from marketplace.web.guides import GUIDES
from marketplace.web_files import filled_in, texts

EVERY_TUTORIAL = {"book", "track", "rate", "offer"}
TUTORIAL = ("title", "1", "2", "3")


def unbroken(text: str) -> str:
    """Return a text without blanks: a line also ends after a hyphen, where the text has none."""
    return "".join(text.split())


@pytest.mark.parametrize("name", GUIDES)
def test_a_guide_says_what_the_page_says(name) -> None:
    response = Client().get(f"/guides/{name}.pdf")

    assert (response.status_code, response["Content-Type"]) == (200, "application/pdf")
    assert response["Content-Disposition"] == f'attachment; filename="suuber-{name}.pdf"'
    shown = unbroken("".join(page.extract_text() for page in PdfReader(BytesIO(response.content)).pages))
    names = names_in_texts()
    guide, said = GUIDES[name], {key: filled_in(text, names) for key, text in texts("help").items()}
    wanted = [said[f"help.pdf.{guide.name}.title"]]
    wanted += [
        said[f"help.tutorial.{one}.{part}"] for one in guide.tutorials for part in ("title", "1", "2", "3")
    ]
    wanted += [said[f"help.guides.{one}.{part}"] for one in guide.guides for part in ("title", "body")]
    assert [text for text in wanted if unbroken(text) not in shown] == []


def test_every_tutorial_and_every_guide_of_the_page_stands_in_one_document() -> None:
    on_page = {key.split(".")[2] for key in texts("help") if key.startswith("help.guides.")}

    assert sorted(one for guide in GUIDES.values() for one in guide.guides) == sorted(on_page)
    assert {one for guide in GUIDES.values() for one in guide.tutorials} == EVERY_TUTORIAL


@pytest.mark.parametrize("address", ["/guides/nothing.pdf", "/guides/..%2Fsecret.pdf", "/guides/"])
def test_there_are_no_other_guides(address) -> None:
    assert Client().get(address).status_code == 404


def test_without_the_web_apps_sources_there_are_none(tmp_path, settings) -> None:
    settings.WEB_APP_TEXTS = tmp_path

    assert Client().get("/guides/getting-started.pdf").status_code == 404
