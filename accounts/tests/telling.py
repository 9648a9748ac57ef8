"""Texts for tests that tell somebody something."""

from accounts.notice_texts import NoticeText, Said

_ANY = NoticeText("any", "{title}", "{body}")


def words(title: str, body: str) -> Said:
    """Return what says just this."""
    return _ANY.of(title=title, body=body)
