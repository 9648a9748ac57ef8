"""Texts that are composed of what people typed have room for all of it, however long that was."""

from datetime import timedelta
from decimal import Decimal
from typing import Any
from unicodedata import normalize

import pytest
from django.conf import settings

from accounts import notice_texts
from accounts.models import Address, Notification, User
from accounts.own_words import EXAMPLES
from marketplace.celery import TASKS, app
from marketplace.jobs.models import Job, OutboxMessage
from marketplace.tests.fixtures import Fixtures, undone
from marketplace.tests.matrix_rows import ACTORS
from marketplace.tests.matrix_table import TABLE
from marketplace.tests.proof import record
from marketplace.tests.text_limits import of_length, overfull
from orders.models import Order, Receipt, RecurringBooking
from providers.models import Application, Provider


def stored(character: str, most: int, *, begins: str) -> str:
    """Return a text of ``most`` characters as it is stored."""
    text = normalize("NFC", of_length(character, most, begins=begins))
    assert len(text) == most
    return text


# A first name of 80 characters, and a last name whose first letter, with its marks, is as long as it may be.
NAME = stored("\u0958", 80, begins="A")
LAST_NAME = "Q" + "\u0323" * 79
BUSINESS = stored("\U0001d160", 120, begins="B")
CITY = stored("\ufb2c", 80, begins="C")
ADDRESS_END = ", 8001 Zurich"
ADDRESS = stored("\u0149", 300 - len(ADDRESS_END), begins="D") + ADDRESS_END

# --- Notices -----------------------------------------------------------------------------------------------

SHORT_NAME = f"{NAME} {LAST_NAME}."
# The longest values of placeholders, where an example is shorter.
LONGEST: dict[str, Any] = {
    "name": SHORT_NAME,
    "customer": SHORT_NAME,
    "amount": Decimal("99999999.95"),
    "earning": Decimal("99999999.95"),
    "less": Decimal("99999999.95"),
    "note": "N" * 900,
    "reason": "R" * 300,
    "subject": "S" * 150,
    # Of a message 120 characters; of ten in one email, each with a line break. A reply of support, which
    # is longer, is cut: its page has the whole.
    "words": "W" * 10 * 121,
    "summary": f"{SHORT_NAME}: {'Z' * 160}.",
    "rhythm": "H" * 80,
    "times": "T" * 300,
}
# They are emailed alone, where there is no limit.
LETTERS = ("letter_", "support_letter")


@pytest.mark.parametrize("language", [code for code, _ in settings.LANGUAGES])
def test_a_notice_has_room_for_its_longest_words(language) -> None:
    title, body = (Notification._meta.get_field(name).max_length or 0 for name in ("title", "body"))
    cut = {}
    for key, text in notice_texts.declared().items():
        if not key.startswith(LETTERS):
            values = {name: LONGEST.get(name, EXAMPLES[name]) for name in text.names}
            said = text.of(**values).read(language=language)
            if len(said.title) > title or len(said.body) > body:
                cut[key] = (len(said.title), len(said.body))

    assert cut == {}


# --- A world of the longest names --------------------------------------------------------------------------


@pytest.fixture
def longest(request, alice, bruno, chiara, salon) -> Fixtures:
    """The permission matrix's users, with names, businesses, cities and addresses of the greatest length."""
    for user in (alice, bruno, chiara):
        user.first_name, user.last_name = NAME, LAST_NAME
        user.save()
    Address.objects.create(user=bruno, street="W", city=CITY, postal_code="8001", is_default=True)
    # A receipt names the person where there is no business.
    salon.business_name = ""
    salon.save()
    fixtures: Fixtures = request.getfixturevalue("fixtures")
    User.objects.filter(pk__in=[user.pk for user in fixtures.users.values() if user]).update(
        first_name=NAME, last_name=LAST_NAME
    )
    Provider.objects.exclude(pk=salon.pk).update(business_name=BUSINESS)
    Order.objects.update(pickup_address=ADDRESS, delivery_address=ADDRESS, special_instructions="i" * 1000)
    RecurringBooking.objects.update(pickup_address=ADDRESS, delivery_address=ADDRESS)
    Application.objects.update(first_name=NAME, last_name=LAST_NAME, business_name=BUSINESS, city=CITY)
    return fixtures


@pytest.mark.long
@pytest.mark.proof
def test_every_call_works_among_the_longest_names(longest, settings, sampled) -> None:
    settings.ACCOUNT_CALLS_PER_MINUTE = settings.LINK_WRITES_PER_MINUTE = 1_000_000
    assert overfull() == {}
    wrong, calls = [], 0
    for row in sampled(TABLE):
        actor = next((name for name in ACTORS if row.statuses[name] < 300), None)
        if actor is None or row.path == "/api/events":
            continue
        with undone(row):
            response = longest.call(row, actor)
            too_much = overfull() if row.method != "GET" else {}
        calls += 1
        if response.status_code >= 300 or too_much:
            wrong.append((str(row), actor, response.status_code, too_much))

    assert wrong == []
    record("S27 composed", f"{calls} calls among the longest names: 0 x 5xx, nothing too long", "0 x 5xx")


@pytest.mark.proof
def test_all_later_work_is_done_among_the_longest_names(longest, time_machine, now) -> None:
    app.loader.import_default_modules()
    for days in (0, 1, 3, 9, 35):
        time_machine.move_to(now + timedelta(days=days, hours=1))
        for entry in TASKS:
            app.tasks[entry.task].apply(throw=True)
        assert overfull() == {}, days

    receipt = Receipt.objects.first()
    assert receipt is not None
    assert receipt.supplier_name == f"{NAME} {LAST_NAME}"
    failed = [(job.kind, job.last_error) for job in Job.objects.exclude(last_error="")]
    failed += [(one.topic, one.last_error) for one in OutboxMessage.objects.exclude(last_error="")]
    assert failed == []
    record("S27 later work", f"{len(TASKS)} tasks at five instants: nothing too long, none fails", "0 x 5xx")
