"""Notice texts for tests."""

from accounts.notice_texts import NoticeText, Said

_ANY = NoticeText("any", "{title}", "{body}")


def words(title: str, body: str) -> Said:
    """Return a text without placeholders."""
    return _ANY.of(title=title, body=body)
