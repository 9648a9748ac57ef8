"""A certificate is recorded at the instant at which the provider's account is closed."""

from datetime import date, timedelta
from decimal import Decimal
from threading import Thread

import pytest
from django.db import transaction

from accounts import closing, locks
from marketplace.tests.racing import race, until_somebody_waits
from providers import insurance
from providers.models import Provider

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.race, pytest.mark.only_postgres]


def test_the_account_is_waited_for_without_holding_the_provider(now, salon) -> None:
    Provider.objects.update(cover_ends_on=date(2020, 1, 1))
    assert insurance.watch(now=now) == 1
    amount, next_year = Decimal(2_000_000), now.date() + timedelta(days=365)

    def record() -> str:
        return insurance.record_cover(provider_id=salon.pk, amount=amount, ends_on=next_year, now=now)

    outcomes: list[object] = []
    recording = Thread(target=lambda: outcomes.extend(race([record])))
    with transaction.atomic():
        # What closing begins with; the provider comes next.
        locks.lock_account(salon.user_id)
        recording.start()
        until_somebody_waits()
        closing.close(user_id=salon.user_id, now=now)
    recording.join()

    assert outcomes == [""]
    salon.refresh_from_db()
    assert (salon.cover_amount, salon.status, salon.is_paused_for_good) == (amount, "paused", True)
