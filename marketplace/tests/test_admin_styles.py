"""Pages of the admin site use classes that a stylesheet has: Unfold's is built for its own pages alone."""

import re
from pathlib import Path

import pytest
from django.conf import settings
from django.contrib.staticfiles import finders

from marketplace.tests.admin_forms import page_of

OWN = "admin_site/utilities.css"
# Names for Django's scripts.
NO_STYLE = {"cancel-link"}


def classes() -> set[str]:
    found: set[str] = set()
    for folder in ("admin", "unfold"):
        for path in Path(settings.BASE_DIR, "templates", folder).rglob("*.html"):
            for names in re.findall(r'(?<!:)class="([^"]*)"', path.read_text()):
                found |= set(re.sub(r"{%.*?%}|{{.*?}}", " ", names).split())
    return found - NO_STYLE


def test_every_class_of_our_pages_has_a_style() -> None:
    styles = "".join(Path(str(finders.find(name))).read_text() for name in ("unfold/css/styles.css", OWN))
    unknown = {name for name in classes() if "." + re.sub(r"([^\w-])", r"\\\1", name) not in styles}

    assert unknown == set()


@pytest.mark.django_db
def test_a_page_has_our_styles_and_its_actions_a_name(operator_client, alice) -> None:
    page = operator_client.get(page_of(alice)).content.decode()

    assert f'href="/static/{OWN}"' in page
    assert re.search(r'more_horiz</span>\s*<span class="sr-only">More actions</span>', page)
