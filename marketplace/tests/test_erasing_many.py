"""Erasing accounts with many orders, in a night with many accounts: what others were told goes as well."""

from datetime import timedelta
from uuid import uuid4

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from accounts import erasing
from accounts.models import ErasureRequest, Notification, User
from accounts.tasks import erase_accounts
from conftest import WEDNESDAY as NOW
from conftest import make_provider, make_user
from marketplace.jobs.models import OutboxMessage
from orders.models import HandBack, Order
from orders.tests.booking import advance, book, pay

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("now"), pytest.mark.at(NOW)]
Reason = ErasureRequest.Reason


@pytest.fixture
def done(now, alice, slot) -> Order:
    """Return alice's order that bruno has completed."""
    order = book(alice, slot)
    pay(order)
    advance(order, to="completed")
    return Order.objects.get(pk=order.pk)


def request_of(account: User, *, reason=Reason.ASKED, due_at=NOW) -> ErasureRequest:
    return ErasureRequest.objects.create(account=account, reason=reason, requested_at=NOW, due_at=due_at)


def more_orders(order: Order, *, customer: User, number: int) -> None:
    values = {field.attname: getattr(order, field.attname) for field in Order._meta.concrete_fields}
    Order.objects.bulk_create(
        Order(**values | {"id": uuid4(), "customer_id": customer.pk}) for _ in range(number)
    )


@pytest.mark.breaks_invariants
def test_many_orders_take_no_more_statements_than_one(done, chiara) -> None:
    taken = []
    # The first reads the types of tables, which a process keeps.
    for number, customer in ((1, make_user("fiona")), (1, chiara), (40, make_user("emma"))):
        more_orders(done, customer=customer, number=number)
        request = request_of(customer)
        with CaptureQueriesContext(connection) as captured:
            assert erasing.erase(request_id=request.pk, now=NOW)
        taken.append(len(captured))

    assert taken[1] == taken[2] <= taken[0]


def test_what_is_on_its_way_about_somebody_else_stays(done, alice, bruno, chiara) -> None:
    keys = ["welcome", f"order:{uuid4()}:pickup:1", f"order:{done.pk}:pickup:1"]
    OutboxMessage.objects.all().delete()
    for user in (bruno, chiara):
        for key in keys:
            OutboxMessage.objects.create(
                topic="email", payload={"userId": str(user.pk), "key": key}, created_at=NOW, due_at=NOW
            )

    assert erasing.erase(request_id=request_of(alice).pk, now=NOW)

    left = OutboxMessage.objects.filter(payload__userId=str(bruno.pk)).order_by("pk")
    assert [message.payload["key"] for message in left] == keys[:2]


def test_who_gave_an_order_up_has_no_notice_of_its_customer_any_more(done, alice) -> None:
    former = make_provider(make_user("fiona"))
    HandBack.objects.create(
        order=done, provider=former, reason="Ill", handed_back_at=NOW, ended_at=NOW, outcome="taken",
        taken_by=done.provider,
    )  # fmt: skip
    key = f"order:{done.pk}:handed-on:3"
    notice = Notification.objects.create(
        user=former.user, kind="order_handed_back", title="Alice M. has another neighbor", body="",
        dedupe_key=key, created_at=NOW,
    )  # fmt: skip
    of_notice = {"email": {"key": key}, "push": {"noticeId": str(notice.pk)}}
    for topic, payload in of_notice.items():
        OutboxMessage.objects.create(
            topic=topic, payload={"userId": str(former.user_id), **payload}, created_at=NOW, due_at=NOW
        )

    assert erasing.erase(request_id=request_of(alice).pk, now=NOW)

    assert not Notification.objects.filter(user=former.user).exists()
    assert not OutboxMessage.objects.filter(payload__userId=str(former.user_id)).exists()


def test_who_has_asked_is_erased_before_accounts_that_nobody_uses(alice, chiara, monkeypatch) -> None:
    order = []

    def note(*, request_id, now) -> bool:
        order.append(request_id)
        return True

    monkeypatch.setattr(erasing, "erase", note)
    User.objects.filter(pk=chiara.pk).update(date_joined=NOW - timedelta(days=4 * 366))
    unused = request_of(chiara, reason=Reason.UNUSED, due_at=NOW - timedelta(days=60))
    asked = request_of(alice)

    erase_accounts()

    assert order == [asked.pk, unused.pk]
