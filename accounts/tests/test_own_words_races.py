"""Two operators write one text at the same instant: one of them is told."""

from functools import partial
from threading import Barrier
from typing import Any

import pytest
from django.db import connection

from accounts import own_words
from accounts.models import NoticeWords, User
from conftest import NOW, make_operator
from marketplace.tests.admin_forms import signed_in
from marketplace.tests.racing import START_WITHIN_SECONDS, race, refused
from orders.tests.booking import patiently

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.race]
PAGE = "/admin/accounts/noticewords/texts/?key=data_export&language=en"
CONFLICT = "Somebody else has changed this text meanwhile."


def saving(operator: User, number: int) -> Any:
    client = signed_in(operator)
    words = {
        "title": f"Number {number}",
        "body": "Fine.",
        "seen": client.get(PAGE).context["form"]["seen"].value(),
    }
    return lambda: patiently(lambda: client.post(PAGE, words, follow=True))


@pytest.mark.parametrize("is_first", [True, False])
def test_of_two_who_were_shown_the_same_words_the_second_is_notified(now, is_first) -> None:
    operators = [make_operator(name, "operations") for name in ("otto", "emma")]
    if not is_first:
        saving(operators[0], 0)()
    before = NoticeWords.objects.count()

    pages = race([saving(operator, number) for number, operator in enumerate(operators, 1)])

    assert not refused(pages), refused(pages)
    assert [CONFLICT in page.content.decode() for page in pages].count(True) == 1
    assert NoticeWords.objects.count() == before + 1


def test_control_without_the_lock_one_overwrites_the_other(now, monkeypatch) -> None:
    operator = make_operator("otto", "operations")
    meeting, look = Barrier(2), own_words.newest_number
    put = own_words.put
    if not connection.features.has_select_for_update:
        # Without the transaction SQLite lets both in, too.
        put = put.__wrapped__

    def look_together(**text: str) -> int:
        newest = look(**text)
        meeting.wait(START_WITHIN_SECONDS)
        return newest

    monkeypatch.setattr(own_words, "_lock", lambda: None)
    monkeypatch.setattr(own_words, "newest_number", look_together)
    words = {"key": "data_export", "language": "en", "title": "Here", "body": "Fine.", "seen": 0}

    outcomes = race([partial(put, operator=operator, now=NOW, **words)] * 2)

    assert not refused(outcomes), refused(outcomes)
    assert NoticeWords.objects.count() == 2
