"""A browser on a page of the admin site: what the page's own form sends as it stands."""

from html.parser import HTMLParser

Sent = dict[str, list[str]]


class _Forms(HTMLParser):
    """Collects what the page's own forms send; signing out and choosing a language are on every page."""

    def __init__(self) -> None:
        super().__init__()
        self.forms: list[Sent] = []
        self._sent: Sent | None = None
        self._select = self._textarea = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        if tag == "form":
            is_own = given.get("method", "").lower() == "post" and not given.get("action")
            self._sent = {} if is_own else None
        elif tag == "input":
            is_box = given.get("type") == "checkbox"
            if given.get("type") not in {"submit", "button", "file"} and (not is_box or "checked" in given):
                self._add(given.get("name", ""), given.get("value", "on" if is_box else ""))
        elif tag == "textarea":
            self._textarea = given.get("name", "")
            self._add(self._textarea, "")
        elif tag == "select":
            self._select = given.get("name", "")
        elif tag == "option" and "selected" in given:
            self._add(self._select, given.get("value", ""))

    def handle_data(self, data: str) -> None:
        if self._textarea and self._sent is not None:
            self._sent[self._textarea] = [data.strip()]

    def handle_endtag(self, tag: str) -> None:
        if tag == "form" and self._sent is not None:
            self.forms.append(self._sent)
            self._sent = None
        elif tag == "textarea":
            self._textarea = ""

    def _add(self, name: str, value: str) -> None:
        if self._sent is not None and name and name != "csrfmiddlewaretoken":
            self._sent.setdefault(name, []).append(value)


def sent_by(page: str) -> Sent:
    """Return what the one form of a page sends, by the names of its inputs."""
    parser = _Forms()
    parser.feed(page)
    assert len(parser.forms) == 1, f"{len(parser.forms)} forms on this page"
    return parser.forms[0]
