"""What the tests of the permission matrix stand on."""

from datetime import time, timedelta

import pytest
from django_otp.plugins.otp_totp.models import TOTPDevice

from accounts.models import Address, Notification
from conftest import NOW, client_for, make_operator, make_provider, make_slot, make_user
from marketplace import clock
from marketplace.tests.scene import Scene, wall
from orders.models import Message
from orders.payments import pay_links
from orders.payments.tests.cards import OTHER, save
from orders.payments.tests.cards import set_up as begin_card
from orders.recurring import skip_links
from orders.recurring.tests.running_bookings import give_week, set_up
from orders.tests.booking import advance, book, pay
from providers.models import Review


@pytest.fixture
def scene(now, alice, bruno, chiara, dora, salon, stripe, settings) -> Scene:
    emil = make_user("emil", phone="+41 70 555 00 05")
    make_slot(make_provider(emil, "8002"))
    office = {
        "dora": dora,
        "emma": make_operator("emma", "support"),
        "otto": make_operator("otto", "operations"),
        "fina": make_operator("fina", "finance"),
        "udo": make_user("udo", is_staff=True, is_superuser=True),
    }
    settings.SECOND_FACTOR_REQUIRED = True
    for number, user in enumerate((alice, bruno, chiara, *office.values())):
        user.phone = f"+41 70 555 01 0{number}"
        user.save()
    for user in office.values():
        TOTPDevice.objects.create(user=user, name="Authenticator app", confirmed=True)
    slots = [make_slot(salon, start=time(hour), capacity=5) for hour in (10, 11, 12, 13, 14)]
    later = make_slot(salon, day=clock.local_date(NOW) + timedelta(days=3), start=time(15), capacity=5)
    order, done, rated = (book(alice, slot) for slot in slots[:3])
    for paid in (order, done, rated):
        pay(paid)
    for finished in (done, rated):
        advance(finished, to="completed")
    unpaid = book(alice, slots[3])
    answer = client_for(alice).post(f"/api/orders/{rated.pk}/rating", {"rating": 4, "comment": "Good."})
    assert answer.status_code == 201
    day_off = salon.days_off.create(start_on=later.date + timedelta(9), end_on=later.date + timedelta(9))
    salon.weekly_windows.create(weekday=0, start_time=time(9), end_time=time(12))
    address = Address.objects.create(
        user=alice, street="Geheimweg 7", city="Zurich", postal_code="8001", is_default=True
    )
    Message.objects.create(order=order, sender=alice, body="See you tomorrow.", sent_at=NOW)
    give_week(salon)
    series = set_up(alice, salon)
    first = series.occurrences.earliest("on")
    cast = {"guest": None, "alice": alice, "chiara": chiara, "bruno": bruno, "emil": emil} | office
    values = {
        "alice": alice.pk, "salon": salon.pk, "order": order.pk, "unpaid": unpaid.pk, "done": done.pk,
        "rated": rated.pk, "review": Review.objects.get().pk, "address": address.pk,
        "notice": Notification.objects.filter(user=alice).first().pk,
        "pickup": slots[4].starts_at.isoformat(), "later_date": later.date.isoformat(),
        "series": series.pk, "date": first.pk,
        "skip": skip_links.path_for(first.pk).removeprefix("/skip/"),
        "later_time": wall(later), "card": save(stripe, alice).pk, "setup": begin_card(stripe, alice, OTHER),
        "link": pay_links.path_for(unpaid.pk).removeprefix("/pay/"),
        "day_off": day_off.pk,
    }  # fmt: skip
    return Scene(cast, {name: str(value) for name, value in values.items()})
