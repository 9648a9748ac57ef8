"""The page for changing figures: changes are confirmed first, and versions are never edited."""

from datetime import timedelta
from decimal import Decimal

import pytest
from django.contrib.admin.models import LogEntry
from django.urls import reverse

from conftest import WEDNESDAY as NOW
from conftest import make_operator
from marketplace import figures
from marketplace.models import FigureVersion
from marketplace.tests.admin_forms import signed_in
from marketplace.tests.deciding import decided

pytestmark = pytest.mark.at(NOW)

LIST = reverse("admin:marketplace_figureversion_changelist")
DECIDE = reverse("admin:marketplace_figureversion_decide")


@pytest.fixture
def page(now, db):
    """Return the client of an operator of operations, who may decide."""
    return signed_in(make_operator("otto", "operations"))


def typed(page, **changes):
    """Return what the rendered form would submit, with some changes."""
    form = page.get(DECIDE).context["form"]
    return {field.name: field.value() for field in form if field.value() is not None} | changes


def test_the_form_shows_what_holds(page, dora) -> None:
    shown = typed(page)

    assert (shown["seen"], shown["platform_fee"], shown["hold_minutes"]) == (0, Decimal("2.50"), 15)


def test_before_anything_is_decided_it_is_shown_what_becomes_of_what(page) -> None:
    response = page.post(DECIDE, typed(page, platform_fee="3.00", reason="Dearer cards"))

    words = response.content.decode()
    assert "Platform fee" in words
    assert [tuple(change) for change in response.context["changes"]] == [("Platform fee", "2.50", "3.00")]
    assert "18 Nov 2026, 09:32" in words
    assert not FigureVersion.objects.exists()


def test_what_is_confirmed_holds_from_its_moment_on_and_is_in_the_log(page) -> None:
    sent = typed(page, platform_fee="3.00", reason="Dearer cards", valid_from="2026-12-01T00:00")
    response = page.post(DECIDE, sent | {"confirmed": "yes"}, follow=True)

    assert response.redirect_chain == [(LIST, 302)]
    assert "Platform fee: 2.50 → 3.00" in response.content.decode()
    [version] = FigureVersion.objects.all()
    assert version.made_by.email == "otto@example.org"
    assert version.valid_from.isoformat() == "2026-11-30T23:00:00+00:00"
    assert figures.at(version.valid_from).platform_fee == 3
    assert "Platform fee: 2.50 → 3.00. Dearer cards" in LogEntry.objects.latest("pk").change_message


def test_what_holds_from_the_next_minutes_on_holds_from_the_minute_that_is_shown(page, time_machine) -> None:
    sent = typed(page, platform_fee="3.00", reason="Dearer cards", confirmed="yes")
    time_machine.move_to(NOW + timedelta(seconds=58))

    words = page.post(DECIDE, sent, follow=True).content.decode()

    assert "Decided: from 18 Nov 2026, 09:33 on." in words
    assert FigureVersion.objects.get().valid_from == NOW + timedelta(minutes=3)


def test_a_version_that_it_takes_the_place_of_is_named(page, dora) -> None:
    decided(dora, platform_fee=Decimal("30.00"), starts=NOW + timedelta(days=10))

    sent = typed(page, reason="Thirty was a mistake", valid_from="2026-11-20T00:00")
    words = page.post(DECIDE, sent).content.decode()
    assert "It takes the place of version 1, which was to begin 28 Nov 2026, 09:30" in words
    page.post(DECIDE, sent | {"confirmed": "yes"})

    assert figures.at(NOW + timedelta(days=11)).platform_fee == Decimal("2.50")
    assert "Replaced before it began" in page.get(LIST).content.decode()


@pytest.mark.sweep
@pytest.mark.parametrize(
    ("changes", "name"),
    [
        ({"platform_fee": "51"}, "platform_fee"),
        ({"platform_fee": "cheap"}, "platform_fee"),
        ({"price_premium": "24.95"}, "price_premium"),
        ({"support_closes": "07:00"}, "support_closes"),
        ({"support_first_day": "6"}, "support_last_day"),
        ({"support_email": "nobody"}, "support_email"),
        ({"valid_from": "2026-11-18T09:30"}, "valid_from"),
        ({"reason": " "}, "reason"),
    ],
)
def test_says_at_the_field_what_cannot_be(page, changes, name) -> None:
    sent = typed(page, **({"platform_fee": "3.00", "reason": "Why"} | changes), confirmed="yes")

    response = page.post(DECIDE, sent)

    assert response.status_code == 200
    assert set(response.context["form"].errors) == {name}
    assert not FigureVersion.objects.exists()


def test_who_was_slower_sees_what_was_decided_meanwhile(page, dora) -> None:
    sent = typed(page, platform_fee="3.00", reason="Why", confirmed="yes")
    decided(dora, platform_fee=Decimal("4.00"))

    words = page.post(DECIDE, sent, follow=True).content.decode()

    assert "Somebody has decided other figures meanwhile" in words
    assert FigureVersion.objects.count() == 1


def test_support_looks_and_does_not_decide(now, dora) -> None:
    version = decided(dora, platform_fee=Decimal("3.00"))
    emma = signed_in(make_operator("emma", "support"))

    assert emma.get(LIST).status_code == 200
    assert emma.get(reverse("admin:marketplace_figureversion_change", args=[version.pk])).status_code == 200
    assert emma.get(DECIDE).status_code == emma.post(DECIDE, {}).status_code == 403


def test_the_list_asks_as_often_for_many_as_for_few(page, dora, django_assert_max_num_queries) -> None:
    for number in range(1, 9):
        decided(dora, now=NOW - timedelta(days=number), platform_fee=Decimal(number) / 2 + 3)

    with django_assert_max_num_queries(14):
        page.get(LIST)


def test_the_list_says_first_what_holds_now(page, dora) -> None:
    decided(dora, now=NOW - timedelta(hours=1), price_express=Decimal("17.35"))

    shown = page.get(LIST).content.decode()

    assert "What holds now" in shown
    assert "Express same-day" in shown
    assert "17.35" in shown
