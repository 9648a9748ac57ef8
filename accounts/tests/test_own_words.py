"""Texts of notices: in the reader's language, as the default text or in an operator's own words."""

from datetime import UTC, date, datetime
from decimal import Decimal

import pytest
from django.conf import settings as configured
from django.contrib.admin.models import LogEntry
from django.core import mail
from django.db import DatabaseError, connection, transaction

from accounts import account_texts, notice_texts, own_words
from accounts.models import NoticeWords, Notification
from accounts.notice_texts import NoticeText
from accounts.notifications import NewNotification, notify, notify_many
from conftest import NOW, make_operator
from marketplace.jobs import outbox
from marketplace.jobs.outbox import Queue
from marketplace.tests.admin_forms import signed_in
from orders import notice_texts as order_texts

pytestmark = [pytest.mark.django_db]
ALL = "/admin/accounts/noticewords/texts/"
DATA_READY = "data_export"
UNTIL = datetime(2026, 11, 26, 11, 0, tzinfo=UTC)


@pytest.fixture
def otto(db):
    return signed_in(make_operator("otto", "operations"))


@pytest.fixture(autouse=True)
def _languages(settings) -> None:
    settings.LANGUAGES = [("en", "English"), ("de", "Deutsch"), ("fr", "Français")]


@pytest.fixture
def beat(alice):
    alice.language = "de"
    alice.save()
    return alice


def notice_of(user, key="once") -> Notification:
    said = account_texts.DATA_READY.of(until=UNTIL)
    notify(user_id=user.pk, kind="x", said=said, link="", dedupe_key=key, now=NOW)
    return Notification.objects.get(user=user, dedupe_key=key)


def page(language="en", key=DATA_READY) -> str:
    return f"{ALL}?key={key}&language={language}"


def saved(operator_client, **form) -> str:
    """Open a text's page, submit its form, and return the next page."""
    shown = {"seen": operator_client.get(page()).context["form"]["seen"].value()}
    return operator_client.post(page(), shown | form, follow=True).content.decode()


# --- Languages --------------------------------------------------------------------------------------------


def test_each_reader_of_one_batch_reads_their_own_language(beat, bruno) -> None:
    said = NoticeText("any", "{day}", "{amount}, {when}").of(
        day=date(2026, 11, 26), amount=Decimal("7.5"), when=UNTIL
    )
    notify_many([NewNotification(user.pk, "x", said, "", "once") for user in (beat, bruno)], now=NOW)

    german, english = Notification.objects.get(user=beat), Notification.objects.get(user=bruno)
    assert (english.title, english.body) == ("Thu 26 Nov", "CHF 7.50, Thu 26 Nov, 12:00")
    assert (german.title, german.body) == ("Do., 26. Nov.", "CHF 7.50, Do., 26. Nov., 12:00")


def test_an_email_is_framed_in_the_language_of_its_reader(beat) -> None:
    notice_of(beat)

    outbox.relay(now=NOW, queue=Queue.MAIL)

    (message,) = mail.outbox
    assert '<html lang="de">' in message.alternatives[0].content


@pytest.mark.parametrize("language", [code for code, _ in configured.LANGUAGES])
def test_every_text_can_be_said_in_every_language(language) -> None:
    for key, text in notice_texts.declared().items():
        house = own_words.of_the_house(text, language=language)

        assert notice_texts.names_in(house.title) | notice_texts.names_in(house.body) <= text.names, key
        shown = own_words.preview(text, language=language, words=None)
        assert shown.title, key
        assert shown.body, key
        assert "{" not in shown.title + shown.body, key


@pytest.mark.parametrize(
    ("text", "until"),
    [
        (account_texts.NEW_PASSWORD, "below, until 11:00. It works once."),
        (account_texts.SIGN_IN, "below, until 11:00. It works once."),
        (account_texts.DELETION_ASKED, "It is deleted on 19 November 2026."),
        (account_texts.DATA_READY, "until Thu 19 Nov, 13:00."),
    ],
)
def test_a_preview_says_until_when_as_the_letter_does(text, until) -> None:
    assert until in own_words.preview(text, language="en", words=None).body


# --- Own words --------------------------------------------------------------------------------------------


@pytest.mark.usefixtures("now")
def test_an_operators_words_are_said_in_their_language_alone(
    otto, alice, bruno, django_capture_on_commit_callbacks
) -> None:
    bruno.language = "fr"
    bruno.save()
    assert notice_of(alice, "before").title == "Your data is ready"

    with django_capture_on_commit_callbacks(execute=True):
        response = saved(otto, title="Here it is", body="Fetch it until {until}.")

    assert "From now on your words are said" in response
    assert notice_of(alice).title == "Here it is"
    assert notice_of(alice).body == "Fetch it until Thu 26 Nov, 12:00."
    assert notice_of(bruno).title != "Here it is"
    assert LogEntry.objects.latest("pk").user.email == "otto@example.org"


@pytest.mark.sweep
@pytest.mark.parametrize(
    ("form", "why"),
    [
        ({"title": "Hello {name}", "body": "Fine."}, "Nothing is known of {name} here"),
        ({"title": "Hello", "body": "{until.year}"}, "only a name may stand in them"),
        ({"title": "Hello", "body": "{until!r}"}, "only a name may stand in them"),
        ({"title": "Hello", "body": "{until"}, "only a name may stand in them"),
        ({"title": "Hello", "body": ""}, "Please write something."),
        ({"title": "x" * 121, "body": "Fine."}, "Please keep it within 120 characters."),
    ],
)
def test_words_that_cannot_be_said_are_refused(otto, form, why) -> None:
    assert why in saved(otto, **form)
    assert why in saved(otto, **form, show="")

    assert not NoticeWords.objects.exists()


def test_a_preview_keeps_nothing(otto) -> None:
    shown = saved(otto, title="Here it is", body="Until {until}.", show="")

    assert "How it would read" in shown
    assert "Until Thu 19 Nov, 12" in shown.replace("Until Thu 19 Nov, 13", "Until Thu 19 Nov, 12")
    assert not NoticeWords.objects.exists()


def test_the_list_and_the_page_show_what_is_said_and_what_was(otto) -> None:
    saved(otto, title="Here it is", body="Until {until}.")
    saved(otto, title="There it is", body="Until {until}.")

    every = otto.get(ALL, follow=True).content.decode()
    one = otto.get(page(), follow=True).content.decode()

    assert "There it is" in every
    assert "Here it is" not in every
    assert "Order confirmed" in every
    assert "Your data is ready" in one
    assert one.index("There it is") < one.index("Here it is")


def test_going_back_says_the_text_of_the_house_again(otto, alice, django_capture_on_commit_callbacks) -> None:
    with django_capture_on_commit_callbacks(execute=True):
        saved(otto, title="Here it is", body="Until {until}.")
    assert notice_of(alice, "own").title == "Here it is"

    with django_capture_on_commit_callbacks(execute=True):
        saved(otto, reset="", title="", body="")

    assert notice_of(alice, "house").title == "Your data is ready"
    assert NoticeWords.objects.count() == 2


def test_who_was_shown_other_words_is_notified_and_keeps_what_was_typed(otto) -> None:
    shown = {"seen": 0}
    saved(otto, title="Here it is", body="Until {until}.")

    for pressed in ({}, {"reset": ""}):
        form = shown | {"title": "There it is", "body": "By {until}."} | pressed
        response = otto.post(page(), form, follow=True)

        assert "Somebody else has changed this text meanwhile." in response.content.decode()
        assert NoticeWords.objects.get().title == "Here it is"
        typed = response.context["form"]
        assert (typed["title"].value(), typed["body"].value()) == ("There it is", "By {until}.")
    # Now they have been shown the other's words.
    otto.post(page(), {name: typed[name].value() for name in ("seen", "title", "body")})
    assert NoticeWords.objects.first().title == "There it is"


@pytest.mark.parametrize(
    ("said", "word", "sent"),
    [
        (account_texts.RECOVERY_CODE_USED.of(rest="…", left=4), "{left}", "Own: 4"),
        (order_texts.MORE_MESSAGES.of(count=7, rest="…", earlier=2, words="…"), "{earlier}", "Own: 2"),
        (order_texts.WASHING.of(name="Bruno K."), "{name}", "Own: Bruno K."),
    ],
)
def test_words_may_name_what_only_the_sender_knows(
    otto, alice, django_capture_on_commit_callbacks, said, word, sent
) -> None:
    address = page(key=said.text.key)
    form = {"seen": otto.get(address).context["form"]["seen"].value(), "title": "Own", "body": f"Own: {word}"}

    shown = otto.post(address, form | {"show": ""})
    with django_capture_on_commit_callbacks(execute=True):
        otto.post(address, form)

    assert word[1:-1] in shown.context["names"]
    assert shown.context["preview"].body.startswith("Own: ")
    assert "{" not in shown.context["preview"].body
    notify(user_id=alice.pk, kind="x", said=said, link="", dedupe_key="sent", now=NOW)
    assert alice.notifications.get().body == sent


def test_words_that_cannot_be_previewed_are_not_sent(alice) -> None:
    text = account_texts.DATA_READY
    words = NoticeWords(key=text.key, language="en", title="Own", body="{gone}")

    assert own_words.preview(text, language="en", words=words).title == "Your data is ready"
    said = text.of(until=UNTIL, gone="Gone")
    assert said.read(language="en", own_words=words).title == "Your data is ready"


def test_words_that_are_broken_hinder_no_notice(alice) -> None:
    operator = make_operator("emma", "operations")
    for body in ("{gone}", "{", "{until.tzinfo}"):
        NoticeWords.objects.create(
            key=DATA_READY, language="en", title="Broken", body=body, written_by=operator, written_at=NOW
        )
        own_words.forget()

        assert notice_of(alice, body).title == "Your data is ready"


def test_what_was_said_before_cannot_be_changed(alice) -> None:
    row = NoticeWords.objects.create(
        key=DATA_READY, language="en", title="A", body="B", written_by=alice, written_at=NOW
    )

    with pytest.raises(DatabaseError), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("UPDATE accounts_noticewords SET title = 'C' WHERE id = %s", [row.pk])


def test_who_may_not_write_texts_sees_none(db) -> None:
    assert signed_in(make_operator("fina", "finance")).get(ALL, follow=True).status_code == 403


def test_the_list_says_first_what_people_read_now(otto) -> None:
    otto.cookies["language"] = "de"

    shown = otto.get("/admin/accounts/noticewords/").content.decode()

    assert own_words.of_the_house(own_words.text_of(DATA_READY), language="de").title in shown
    assert f"{ALL}?key={DATA_READY}&amp;language=de" in shown
