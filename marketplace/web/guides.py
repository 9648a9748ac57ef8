"""The guides of /help as PDF, from the texts of the page. Part of the top layer."""

from functools import lru_cache
from typing import NamedTuple

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.utils.http import content_disposition_header
from django.views.decorators.http import require_safe

from marketplace import clock
from marketplace.web.figure_texts import names_in_texts
from marketplace.web_files import filled_in, texts
from orders.documents.drawing import Part, document, gap, heading, paragraph, subheading

_KEEP_SECONDS = 60 * 60


class Guide(NamedTuple):
    """The content of a document: its tutorials, and the quick references."""

    name: str
    tutorials: tuple[str, ...]
    guides: tuple[str, ...]


GUIDES = {
    "getting-started": Guide("start", ("book", "track", "rate"), ("stages", "cancel")),
    "laundry-guide": Guide("laundry", (), ("prepare", "limits", "problem", "hours")),
    "provider-handbook": Guide("provider", ("offer",), ("applying", "day", "handover", "payouts")),
}
_STEPS = ("1", "2", "3")


@lru_cache(maxsize=len(GUIDES) * 2)
def _drawn(name: str, said: tuple[tuple[str, str], ...]) -> bytes:
    """Return a guide as PDF; ``said`` are its texts, as the key of the cache."""
    guide, texts_of = GUIDES[name], dict(said)
    title, lead = texts_of[f"pdf.{guide.name}.title"], texts_of[f"pdf.{guide.name}.body"]

    parts: list[Part] = [heading(title=title, below="", left=[], right=[]), gap(10), paragraph(lead)]
    for one in guide.tutorials:
        parts.append(subheading(texts_of[f"tutorial.{one}.title"]))
        parts += [paragraph(f"{step}.  {texts_of[f'tutorial.{one}.{step}']}") for step in _STEPS]
    for one in guide.guides:
        parts.append(subheading(texts_of[f"guides.{one}.title"]))
        parts.append(paragraph(texts_of[f"guides.{one}.body"]))
    owner = f"{settings.PRODUCT_NAME} · {settings.PUBLIC_URL}"
    return document(parts, title=title, owner=owner, at=clock.now())


@require_safe
def guide(request: HttpRequest, name: str) -> HttpResponse:
    """Respond with a guide, which is the same for everybody; 404 for any other name."""
    known = names_in_texts()
    said = {key.removeprefix("help."): filled_in(text, known) for key, text in texts("help").items()}
    if name not in GUIDES or not said:
        raise Http404
    response = HttpResponse(_drawn(name, tuple(said.items())), content_type="application/pdf")
    called = f"{settings.PRODUCT_NAME.lower()}-{name}.pdf"
    response.headers["Content-Disposition"] = content_disposition_header(as_attachment=True, filename=called)
    response.headers["Cache-Control"] = f"public, max-age={_KEEP_SECONDS}"
    response.headers["X-Content-Type-Options"] = "nosniff"
    return response
