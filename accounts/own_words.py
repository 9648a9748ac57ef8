"""Operators' own words in place of notice texts, without a release.

Every change is an append-only row. Words are checked before they are saved and again when they are rendered:
if they cannot be filled then, the default text is used.
"""

from collections.abc import Mapping
from datetime import datetime, timedelta
from decimal import Decimal
from time import monotonic

from django.db import connection, transaction
from django.db.models import Max
from django.utils import translation
from django.utils.translation import gettext as _

from accounts import notice_texts
from accounts.models import NoticeWords, User
from accounts.notice_texts import NoticeText, Rendered, Said, Value
from marketplace import clock, wall_time
from marketplace.errors import DomainError, Invalid, NotFound, explain
from marketplace.text import one_full_stop

# How long other processes may use a stale cache after a change.
KNOWN_FOR = timedelta(seconds=30)
_LONGEST = {"title": 120, "body": 1500}

explain(words_not_replaced="The default text is in force already (409).")

_InForce = Mapping[tuple[str, str], NoticeWords]
_known: tuple[float, _InForce] | None = None


def read(said: Said, *, language: str) -> Rendered:
    """Render a text in a language."""
    words = said.read(language=language, own_words=_in_force().get((said.text.key, language)))
    return Rendered(one_full_stop(words.title), one_full_stop(words.body))


def in_force() -> _InForce:
    """Return the own words that are in force, by key and language."""
    newest = NoticeWords.objects.order_by().values("key", "language").annotate(newest=Max("pk"))
    rows = NoticeWords.objects.filter(pk__in=newest.values("newest")).exclude(title="")
    return {(row.key, row.language): row for row in rows}


def _in_force() -> _InForce:
    """Return them from this process's cache; there are few, and they change seldom."""
    global _known  # noqa: PLW0603 - one cache per process
    if _known is None or monotonic() - _known[0] > KNOWN_FOR.total_seconds():
        _known = (monotonic(), in_force())
    return _known[1]


def forget() -> None:
    """Clear this process's cache."""
    global _known  # noqa: PLW0603 - likewise
    _known = None


# --- Changing -------------------------------------------------------------------------------------------


def text_of(key: str) -> NoticeText:
    """Return a text by its key; 404 if there is none."""
    text = notice_texts.declared().get(key)
    if text is None:
        raise NotFound("There is no such text.")
    return text


def check(*, key: str, title: str, body: str) -> None:
    """Raise ``Invalid`` (400), by field, for words that cannot be rendered."""
    names = text_of(key).names
    wrong = {}
    for field, words in (("title", title), ("body", body)):
        if sentence := _wrong(words, names, _LONGEST[field]):
            wrong[field] = [sentence]
    if "title" not in wrong and "\n" in title.strip():
        wrong["title"] = [_("A title is one line.")]
    if wrong:
        raise Invalid(next(iter(wrong.values()))[0], fields=wrong)


def _wrong(words: str, names: set[str], longest: int) -> str:
    if not words.strip():
        return _("Please write something.")
    if len(words) > longest:
        return _("Please keep it within {count} characters.").format(count=longest)
    try:
        unknown = notice_texts.names_in(words) - names
    except ValueError:
        return _("Please check the braces: only a name may stand in them.")
    if not unknown:
        return ""
    known = ", ".join(f"{{{name}}}" for name in sorted(names)) or _("none")
    return _("Nothing is known of {unknown} here. What may stand in braces: {known}.").format(
        unknown=", ".join(f"{{{name}}}" for name in sorted(unknown)), known=known
    )


class ChangedMeanwhile(DomainError):
    """Somebody else has changed the text since the operator was shown it (409)."""

    code = "words_changed_meanwhile"

    def __init__(self) -> None:
        super().__init__(_("Somebody else has changed this text meanwhile. Please look at it first."))


def newest_number(*, key: str, language: str) -> int:
    """Return the number of a text's newest version in a language; 0: none."""
    newest = NoticeWords.objects.filter(key=key, language=language).aggregate(newest=Max("pk"))["newest"]
    return newest or 0


@transaction.atomic
def put(
    *, operator: User, key: str, language: str, title: str, body: str, seen: int | None, now: datetime
) -> NoticeWords:
    """Replace a text in one language from now on; ``seen`` is the newest version that was shown.

    Raises ``Invalid`` (400) if it cannot be rendered, and :class:`ChangedMeanwhile` (409).
    """
    title, body = title.strip(), "\n".join(body.strip().splitlines())
    check(key=key, title=title, body=body)
    _refuse_unless_newest(seen, key=key, language=language)
    return _save(
        NoticeWords(key=key, language=language, title=title, body=body, written_by=operator, written_at=now)
    )


@transaction.atomic
def take_back(*, operator: User, key: str, language: str, seen: int | None, now: datetime) -> NoticeWords:
    """Restore the default text; ``seen`` is the newest version that was shown.

    Raises :class:`ChangedMeanwhile` (409), and 409 ``words_not_replaced`` where the default is in force.
    """
    text_of(key)
    _refuse_unless_newest(seen, key=key, language=language)
    if (key, language) not in in_force():
        raise DomainError(_("The text of the house is said already."), code="words_not_replaced")
    return _save(NoticeWords(key=key, language=language, written_by=operator, written_at=now))


def _refuse_unless_newest(seen: int | None, *, key: str, language: str) -> None:
    """Raise unless the newest version is the one that was shown; it stays so until the transaction ends."""
    _lock()
    if seen != newest_number(key=key, language=language):
        raise ChangedMeanwhile


def _lock() -> None:
    """Let one operator write at a time: a text's first version has no row that could be locked.

    Reading goes on. On SQLite the transaction itself keeps every other writer out.
    """
    if connection.features.has_select_for_update:
        with connection.cursor() as cursor:
            cursor.execute("LOCK TABLE accounts_noticewords IN SHARE ROW EXCLUSIVE MODE")


def _save(row: NoticeWords) -> NoticeWords:
    row.save()
    transaction.on_commit(forget)
    return row


# --- Showing --------------------------------------------------------------------------------------------

_A_MOMENT = datetime(2026, 11, 19, 11, 0, tzinfo=clock.ZURICH)
# Example values of the placeholders in a preview.
EXAMPLES: dict[str, Value] = {
    "address": "anna@example.org",
    "amount": Decimal("27.50"),
    "before": _A_MOMENT,
    "changes": "…",
    "count": 3,
    "customer": "Anna M.",
    "date": "19.11.2026",
    "day": _A_MOMENT.date(),
    "earlier": 2,
    "earning": Decimal("22.50"),
    "end": "2957",
    "left": 7,
    "less": Decimal("20.00"),
    "message": "…",
    "month": lambda: wall_time.month(_A_MOMENT.date()),
    "provider": "Google",
    "kinds": "…",
    "name": "Beat K.",
    "note": "…",
    "number": "2026-00017",
    "product": "Suuber",
    "reason": "…",
    "rest": "…",
    "rhythm": "…",
    "stars": "5",
    "subject": "…",
    "summary": "Anna M.: …",
    "time": lambda: wall_time.window(_A_MOMENT),
    "times": lambda: wall_time.moment(_A_MOMENT),
    "until": _A_MOMENT + timedelta(hours=2),
    "wanted": _A_MOMENT.time(),
    "when": _A_MOMENT + timedelta(days=1),
    "words": "…",
    "years": 3,
}


# Texts that are filled with something else than a moment, as their letters are.
_AN_HOUR: dict[str, Value] = {"until": wall_time.hour(_A_MOMENT)}
_A_DAY: dict[str, Value] = {"until": lambda: wall_time.long_day(_A_MOMENT.date())}
_EXAMPLES_OF = {
    "letter_reset": _AN_HOUR,
    "letter_sign_in": _AN_HOUR,
    "account_deletion": _A_DAY,
    "account_deletion.unused": _A_DAY,
}


def of_the_house(text: NoticeText, *, language: str) -> Rendered:
    """Return the default text in a language, its placeholders in braces."""
    with translation.override(language):
        return Rendered(str(text.title), str(text.body))


def preview(text: NoticeText, *, language: str, words: NoticeWords | None) -> Rendered:
    """Render a text with example values."""
    examples = EXAMPLES | _EXAMPLES_OF.get(text.key, {})
    return text.of(**{name: examples[name] for name in text.names}).read(language=language, own_words=words)


def versions(*, key: str, language: str) -> list[NoticeWords]:
    """Return the versions of own words for a text, the newest first, at most 50."""
    rows = NoticeWords.objects.filter(key=key, language=language).select_related("written_by")
    return list(rows[:50])
