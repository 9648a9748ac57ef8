"""An HTTP client that does what a browser does, as far as the check needs it."""

import re
from collections.abc import Iterator
from html.parser import HTMLParser
from typing import Any

import requests

from tools.console import give_up

ANSWER_SECONDS = 30


class _Fields(HTMLParser):
    """Collects the data of a form: inputs with a value, and checked boxes."""

    def __init__(self) -> None:
        super().__init__()
        self.values: dict[str, str] = {}

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        name, kind = given.get("name"), given.get("type", "text")
        if tag == "input" and name and (kind not in {"checkbox", "radio", "submit"} or "checked" in given):
            self.values[name] = given.get("value") or ("on" if "checked" in given else "")


class Browser:
    """One person's browser."""

    def __init__(self, address: str, authority: str) -> None:
        self.address = address
        self._session = requests.Session()
        # Ignore this machine's proxy settings and .netrc.
        self._session.trust_env = False
        self._session.verify = authority
        self._session.headers["Referer"] = f"{address}/"

    def answers(self) -> bool:
        """Tell whether the site responds and is ready."""
        try:
            return self._session.get(f"{self.address}/healthz", timeout=ANSWER_SECONDS).ok
        except requests.ConnectionError:
            return False

    def get(self, path: str) -> requests.Response:
        """Open a page."""
        return self._expect(self._session.get(self.address + path, timeout=ANSWER_SECONDS))

    def call(self, method: str, path: str, body: dict[str, Any]) -> dict[str, Any]:
        """Call the API as the web app does."""
        return self._send(method, path, json=body)

    def upload(self, path: str, name: str, content: bytes) -> dict[str, Any]:
        """Send a file to the API as the web app does."""
        return self._send("PUT", path, files={"file": (name, content)})

    def _send(self, method: str, path: str, **body: Any) -> dict[str, Any]:
        token = self.get("/api/auth/session").json()["csrfToken"]
        response = self._session.request(
            method,
            self.address + path,
            headers={"X-CSRFToken": token},
            timeout=ANSWER_SECONDS,
            **body,
        )
        data: dict[str, Any] = self._expect(response).json()
        return data

    def submit(self, path: str, **typed: str) -> requests.Response:
        """Open a page with a form, fill it in and submit it; return the resulting page."""
        page = self.get(path)
        return self.send(page, **typed)

    def send(self, page: requests.Response, **typed: str) -> requests.Response:
        """Fill in and submit the form of an open page."""
        fields = _Fields()
        fields.feed(page.text)
        body = fields.values | typed
        return self._expect(self._session.post(page.url, data=body, timeout=ANSWER_SECONDS))

    def open_events(self) -> "OpenPage":
        """Open a page that receives live events."""
        response = self._session.get(self.address + "/api/events", stream=True, timeout=ANSWER_SECONDS)
        return OpenPage(self._expect(response))

    def _expect(self, response: requests.Response) -> requests.Response:
        if response.status_code >= 400:
            asked = f"{response.request.method} {response.request.path_url}"
            said = re.sub(r"\s+", " ", response.text)[:300]
            give_up(f"Failed: {asked} was answered with {response.status_code}: {said}")
        return response


class OpenPage:
    """A page that stays open."""

    def __init__(self, response: requests.Response) -> None:
        self._lines: Iterator[bytes] = response.iter_lines(chunk_size=1)
        # The first line is sent once the server has subscribed.
        next(self._lines)

    def hears(self, topic: str) -> bool:
        """Read until an event of a topic comes; the stream sends something every 15 seconds."""
        quiet = 0
        for line in self._lines:
            if line == f"event: {topic}".encode():
                return True
            quiet += line.startswith(b":")
            if quiet > 1:
                break
        return False
