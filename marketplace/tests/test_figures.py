"""Figures that operators change: append-only versions, each from its instant on; the past never changes."""

import json
import re
from datetime import time, timedelta
from decimal import Decimal
from functools import partial

import pytest
from django.conf import settings
from django.db import DatabaseError, connection, transaction
from django.test import Client
from django.utils import translation

from conftest import NOW, client_for, make_user
from marketplace import figures
from marketplace.errors import DomainError, Invalid
from marketplace.figures import NOTICE
from marketplace.models import BOUNDS, FigureVersion
from marketplace.tests.deciding import SOON, decided
from marketplace.tests.racing import insisting, race
from marketplace.web.figure_texts import figure_texts
from orders.models import ServiceType

HOUR = timedelta(hours=1)


def fee_at(moment) -> str:
    return str(figures.at(moment).platform_fee)


def test_without_a_decision_those_of_the_specification_hold(settings, dora) -> None:
    settings.SUPPORT_EMAIL = "help@example.org"

    holding = figures.at(NOW)

    assert (str(holding.price_standard), str(holding.platform_fee)) == ("25.00", "2.50")
    assert (holding.support_email, holding.hold_minutes) == ("help@example.org", 15)


def test_a_version_holds_from_its_moment_on_and_the_past_stays(dora) -> None:
    decided(dora, platform_fee=Decimal("3.00"), starts=NOW + HOUR)
    decided(dora, now=NOW + 2 * HOUR, platform_fee=Decimal("3.50"), starts=NOW + 3 * HOUR)

    fees = [fee_at(NOW + timedelta(hours=hours)) for hours in range(4)]
    assert fees == ["2.50", "3.00", "3.00", "3.50"]
    assert fee_at(NOW + HOUR - timedelta(microseconds=1)) == "2.50"


def test_what_is_decided_later_takes_the_place_of_what_was_to_begin(dora) -> None:
    mistaken = decided(dora, platform_fee=Decimal("30.00"), starts=NOW + 24 * HOUR)
    assert figures.coming(now=NOW) == [mistaken]

    right = decided(dora, platform_fee=Decimal("3.00"), starts=NOW + 12 * HOUR)

    assert figures.coming(now=NOW) == [right]
    assert [fee_at(NOW + timedelta(hours=hours)) for hours in (11, 12, 24, 999)] == [
        "2.50",
        "3.00",
        "3.00",
        "3.00",
    ]


def test_a_version_that_is_to_begin_is_withdrawn_by_the_figures_that_hold(dora) -> None:
    decided(dora, platform_fee=Decimal("30.00"), starts=NOW + 24 * HOUR)

    decided(dora)

    assert fee_at(NOW + 25 * HOUR) == "2.50"


def test_refuses_what_changes_nothing(dora) -> None:
    with pytest.raises(DomainError) as error:
        decided(dora)

    assert error.value.code == "figures_unchanged"


def test_a_version_begins_after_every_process_knows_of_it(dora) -> None:
    assert timedelta(seconds=figures.REREAD_SECONDS) < NOTICE
    with pytest.raises(Invalid) as error:
        decided(dora, platform_fee=Decimal("3.00"), starts=NOW + SOON - timedelta(seconds=1))

    assert error.value.code == "figures_begin_too_soon"


@pytest.mark.parametrize("name", BOUNDS)
def test_no_figure_goes_beyond_its_bounds_by_any_door(dora, name) -> None:
    least, most = BOUNDS[name]
    step = Decimal("0.01") if isinstance(most, Decimal) else 1
    for beyond in [most + step, *([least - step] if least else [])]:
        with pytest.raises(Invalid) as error:
            decided(dora, **{name: beyond})
        assert name in (error.value.fields or {})

        row = figures.unsaved(
            figures=figures.specified(), valid_from=NOW + SOON, reason="By another door", now=NOW
        )
        row.number, row.made_by = 1, dora
        setattr(row, name, beyond)
        with pytest.raises(DatabaseError), transaction.atomic():
            row.save(force_insert=True)


def test_what_is_written_is_never_changed_or_removed(dora) -> None:
    decided(dora, platform_fee=Decimal("3.00"))

    for statement in (
        "UPDATE marketplace_figureversion SET platform_fee = 1",
        "DELETE FROM marketplace_figureversion",
    ):
        with pytest.raises(DatabaseError), transaction.atomic(), connection.cursor() as cursor:
            cursor.execute(statement)
    with pytest.raises(TypeError):
        FigureVersion.objects.get().save()


@pytest.mark.race
@pytest.mark.django_db(transaction=True)
def test_of_two_who_decide_at_once_one_is_notified_of_the_other() -> None:
    dora, emil = (make_user(name, is_staff=True) for name in ("dora", "emil"))

    def decide(by, fee: str) -> str:
        try:
            decided(by, platform_fee=Decimal(fee))
        except DomainError as error:
            return error.code
        return "decided"

    deciding = [partial(insisting, partial(decide, by, fee)) for by, fee in ((dora, "3.00"), (emil, "4.00"))]
    outcomes = race(deciding)

    # The second may have read after the first had committed: then both are decided, one after the other.
    assert outcomes.count("decided") == FigureVersion.objects.count() >= 1
    assert {*outcomes} <= {"decided", "figures_changed_meanwhile"}


def test_a_page_of_an_earlier_state_decides_nothing(dora) -> None:
    decided(dora, platform_fee=Decimal("3.00"))

    with pytest.raises(DomainError) as error:
        figures.decide(
            figures=figures.specified(),
            valid_from=NOW + HOUR,
            reason="Seen before",
            decided_by_id=dora.pk,
            seen=0,
            now=NOW,
        )

    assert error.value.code == "figures_changed_meanwhile"
    assert FigureVersion.objects.count() == 1


def test_a_process_that_has_read_before_knows_in_time(dora, monkeypatch, django_assert_num_queries) -> None:
    version = decided(dora, platform_fee=Decimal("3.00"))
    figures.cache_versions([])  # another process's cache, from just before
    began = figures.monotonic()
    monkeypatch.setattr(figures, "monotonic", lambda: began + figures.REREAD_SECONDS + 1)

    with django_assert_num_queries(1):
        assert fee_at(version.valid_from) == "3.00"
        assert fee_at(version.valid_from) == "3.00"


def test_the_app_is_notified_what_holds(db, dora, time_machine) -> None:
    decided(
        dora, price_standard=Decimal("26.00"), price_coat=Decimal("29.90"), support_phone="+41 44 555 09 09"
    )
    configs = [client_for().get("/api/config").json()]
    time_machine.move_to(NOW + SOON)
    configs.append(client_for().get("/api/config").json())

    assert [one["prices"]["services"]["standard"] for one in configs][1] == "26.00"
    assert [one["price"] for one in configs[1]["prices"]["addOns"]][-1] == "29.90"
    assert configs[1]["supportPhone"] == "+41 44 555 09 09"


def test_what_texts_name_is_what_holds_without_a_decision() -> None:
    """The web app's tests and its build read placeholders and default figures from the same file."""
    known = json.loads((settings.WEB_APP_TEXTS / "figures.json").read_text())

    assert figure_texts(figures.specified(), language="en") == known


def test_texts_name_other_figures_as_people_say_them(dora) -> None:
    decided(
        dora,
        price_standard=Decimal("25.50"),
        price_premium=Decimal("32.00"),
        free_minutes_before_pickup=90,
        free_minutes_after_booking=120,
        support_first_day=1,
        support_last_day=1,
        support_closes=time(18, 30),
    )

    said = figure_texts(figures.at(NOW + SOON), language="en")

    assert (said["figureStandard"], said["figurePremium"], said["figureHighest"]) == ("25.50", "32", "37")
    assert (said["figureBefore"], said["figureAfter"]) == ("90 minutes", "2 hours")
    assert (said["figureDays"], said["figureHours"]) == ("Mon", "8:00-18:30")


@pytest.mark.parametrize(
    ("language", "days", "first", "last"),
    [
        ("de", "Mo\u2013Fr", "Montag", "Freitag"),
        ("fr", "lun\u2013ven", "lundi", "vendredi"),
        ("it", "lun\u2013ven", "lunedì", "venerdì"),
    ],
)
def test_days_inside_a_sentence_are_written_as_their_language_does(language, days, first, last) -> None:
    said = figure_texts(figures.specified(), language=language)

    assert (said["figureDays"], said["figureDayFirst"], said["figureDayLast"]) == (days, first, last)


def test_pages_and_guides_say_what_holds(dora, time_machine) -> None:
    decided(dora, price_standard=Decimal("26.00"), price_premium=Decimal("36.00"), support_closes=time(18))
    time_machine.move_to(NOW + SOON)

    services, home, support = (Client().get(path).content.decode() for path in ("/services", "/", "/support"))

    assert "standard wash and fold CHF 26, premium care CHF 36" in services
    assert '"priceRange": "CHF 7-41"' in home
    assert '"openingHours": "Mo-Fr 08:00-18:00"' in home
    assert "Monday to Friday 8:00-18:00" in support
    assert "Standard wash and fold is CHF 26, premium care CHF 36" in support
    assert "{figure" not in services + home + support


@pytest.mark.parametrize("language", ["en", "de", "fr", "it"])
def test_a_service_is_called_the_same_by_the_server_and_by_the_web_app(language) -> None:
    texts = (settings.WEB_APP_TEXTS / language / "common.ts").read_text()

    with translation.override(language):
        names = {str(service.value): str(service.label) for service in ServiceType}

    assert dict(re.findall(r'"service\.(\w+)": "(.*)",', texts)) == names
