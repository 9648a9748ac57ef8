"""Fixtures of the permission matrix, and of the outbox."""

from collections.abc import Callable
from datetime import time, timedelta

import pytest

from accounts import emailed_links, personal_export, photos, support_requests, unsubscribing
from accounts.emailed_links import Purpose
from accounts.models import Address, EmailChange, Notification, SignedInDevice, User
from accounts.tests.soft_factors import give_app, give_passkey
from conftest import client_for, make_operator, make_provider, make_slot, make_user
from marketplace import clock
from marketplace.files import private
from marketplace.jobs import outbox
from marketplace.tests.fixtures import Fixtures, wall
from orders import messaging, selectors
from orders.claims.claiming import Report, report_damage
from orders.claims.photos import add_photo
from orders.documents import fee_invoices, making, receipts
from orders.lifecycle import handovers, positions
from orders.models import Handover, Message, StripeAccount
from orders.payments import pay_links
from orders.payments.connect_gateway import create_account
from orders.payments.tests.cards import OTHER, save
from orders.payments.tests.cards import set_up as begin_card
from orders.payouts import statement_files
from orders.payouts.holding import hold
from orders.payouts.payable import present_week
from orders.payouts.payout_accounts import set_account
from orders.payouts.weekly_run import make_payout
from orders.recurring import skip_links
from orders.recurring.tests.running_bookings import give_week, set_up
from orders.tests.booking import advance, book, pay
from providers import reporting
from providers.distance import Point
from providers.models import Review
from providers.tests import applicants
from providers.tests.applicants import picture


def mailed_to(user: User) -> dict[str, str]:
    """Return the token of one link for each purpose."""
    change = EmailChange.objects.create(
        user=user, old_email=user.email, new_email="lena@example.net", asked_at=clock.now()
    )
    tokens = {}
    for purpose in Purpose:
        link = emailed_links.path_for(
            user, purpose=purpose, ends_at=clock.now() + timedelta(minutes=9), about=str(change.pk)
        )
        tokens[purpose.name.lower()] = link.partition("#")[2]
    return tokens


@pytest.fixture
def handles(monkeypatch) -> Callable[..., None]:
    """Return a function that gives a topic of the outbox a handler, until the test ends."""

    def handle(topic: str, handler: outbox.Handler, *, queue: outbox.Queue = outbox.Queue.DEFAULT) -> None:
        monkeypatch.setitem(outbox._handlers, topic, handler)
        monkeypatch.setitem(outbox._queues, topic, queue)

    return handle


@pytest.fixture
def fixtures(now, alice, bruno, chiara, dora, salon, stripe, settings) -> Fixtures:
    emil = make_user("emil")
    make_slot(make_provider(emil, "8002"))
    staff = {
        "dora": dora,
        "emma": make_operator("emma", "support"),
        "otto": make_operator("otto", "operations"),
        "fina": make_operator("fina", "finance"),
        "udo": make_user("udo", is_staff=True, is_superuser=True),
    }
    settings.SECOND_FACTOR_REQUIRED = settings.STRIPE_CONNECT = True
    # Only alice's address is proven, so that the rule about the others' shows.
    for number, user in enumerate((alice, bruno, chiara, emil, *staff.values())):
        user.phone = f"+41 70 555 01 0{number}"
        user.email_verified_at = now if user == alice else None
        user.save()
    for user in staff.values():
        give_app(user)
    slots = [make_slot(salon, start=time(hour), capacity=5) for hour in (10, 11, 12, 13, 14)]
    later = make_slot(salon, day=clock.local_date(now) + timedelta(days=3), start=time(15), capacity=5)
    order, done, rated = (book(alice, slot) for slot in slots[:3])
    for paid in (order, done, rated):
        pay(paid)
    for finished in (done, rated):
        advance(finished, to="completed")
    away = book(alice, slots[0])
    pay(away)
    advance(away, to="pickup")
    positions.share(order_id=away.pk, at=Point(47.38, 8.54), accuracy_m=20, now=now)
    unpaid = book(alice, slots[3])
    both = client_for(bruno).put(f"/api/orders/{rated.pk}/customer-rating", {"rating": 5})
    assert both.status_code == 200, both.json()
    response = client_for(alice).post(f"/api/orders/{rated.pk}/rating", {"rating": 4, "comment": "Good."})
    assert response.status_code == 201
    day_off = salon.days_off.create(start_on=later.date + timedelta(9), end_on=later.date + timedelta(9))
    salon.weekly_windows.create(weekday=0, start_time=time(9), end_time=time(12))
    address = Address.objects.create(
        user=alice, street="Geheimweg 7", city="Zurich", postal_code="8001", is_default=True
    )
    Message.objects.create(order=order, sender=alice, body="See you tomorrow.", sent_at=now)
    give_week(salon)
    series = set_up(alice, salon)
    first = series.occurrences.earliest("on")
    set_account(
        provider=salon, actor_id=bruno.pk, holder="Bruno Meier", iban="CH9300762011623852957", now=now
    )
    for worker in (salon, emil.provider):
        account_id = create_account(provider_id=worker.pk, now=now)
        StripeAccount.objects.create(provider=worker, account_id=account_id, changed_at=now)
    receipts.issue_due(now=now)
    fee_invoices.make(provider_id=salon.pk, month=clock.local_date(now).replace(day=1), now=now)
    making.make_due(now=now)
    # For the week whose end is already a day before this instant.
    make_payout(provider_id=salon.pk, week=present_week(now + timedelta(days=2)), now=now)
    hold(order=done, actor_id=dora.pk, reason="A sock is missing", now=now)
    photo = messaging.send_photo(
        order=selectors.orders().get(pk=order.pk), sender=alice, content=picture(), body="", now=now
    )
    name = private.store(picture(), folder=handovers.FOLDER, suffix=".jpg")
    Handover.objects.create(order=done, kind="pickup", photo=name, taken_at=now, taken_by=bruno)
    stain = add_photo(order=done, user=alice, content=picture(), now=now)
    claim = report_damage(order_id=done.pk, report=Report("A stain.", photos=[stain.pk]), now=now)
    photos.keep_photo(user=alice, content=picture())
    export = personal_export.ask(user=alice, kind="full", now=now)
    personal_export.handle({"exportId": str(export.pk)}, now)
    written = support_requests.send_request(
        account=alice, name="Alice", email="alice@example.org", category="general",
        subject="A sock", message="It is gone.", now=now,
    )  # fmt: skip
    support_requests.reply_as_operator(
        operator=dora, request_id=written.pk, body="Found.", closes=False, now=now
    )
    sock = support_requests.add_photo(account=alice, request_id=written.pk, content=picture(), now=now)
    reporting.report_review(
        reporter=bruno, review_id=Review.objects.get().pk, reason="spam", words="", now=now
    )
    certificate = applicants.send(client_for(emil), "insuranceCertificate")
    for worker in (salon, emil.provider):
        month = clock.local_date(now).replace(day=1)
        statement_files.make(provider_id=worker.pk, first=month, language="en", now=now)
    users = {"guest": None, "alice": alice, "chiara": chiara, "bruno": bruno, "emil": emil} | staff
    values = {
        "alice": alice.pk, "salon": salon.pk, "order": order.pk, "unpaid": unpaid.pk, "done": done.pk,
        "rated": rated.pk, "review": Review.objects.get().pk, "address": address.pk,
        "notice": Notification.objects.filter(user=alice).first().pk,
        "pickup": slots[4].starts_at.isoformat(), "later_date": later.date.isoformat(),
        "year": clock.local_date(now).year, "month": f"{clock.local_date(now):%Y-%m}",
        "series": series.pk, "date": first.pk,
        "skip": skip_links.path_for(first.pk).removeprefix("/skip/"),
        "later_time": wall(later), "card": save(stripe, alice).pk, "setup": begin_card(stripe, alice, OTHER),
        "link": pay_links.path_for(unpaid.pk).removeprefix("/pay/"),
        "day_off": day_off.pk, "document": certificate.json()["id"], "photo": photo.pk,
        "unsubscribe": unsubscribing.path_for(user=alice, kind="review").rpartition("/")[2],
        "away": away.pk, "claim": claim.pk, "claim_photo": stain.pk,
        "support_photo": sock.pk,
        "support": written.pk, "export": export.pk,
        "passkey": give_passkey(alice),
        "device": SignedInDevice.objects.filter(user=alice).latest("signed_in_at").pk,
    } | mailed_to(make_user("lena"))  # fmt: skip
    return Fixtures(users, {name: str(value) for name, value in values.items()})
