"""Erasing an account: requested, withdrawable for 30 days, carried out at night; nothing of it is left."""

import json
from datetime import timedelta
from uuid import uuid4

import pytest
from django.apps import apps
from django.contrib.admin.models import CHANGE, LogEntry
from django.contrib.contenttypes.models import ContentType
from django.core import mail
from django.core.files.storage import storages
from django.db.models import BinaryField

from accounts import closing
from accounts.models import Address, ErasureRequest, FailedSignIn, User
from accounts.tasks import erase_accounts
from conftest import PASSWORD, client_for
from conftest import WEDNESDAY as NOW
from marketplace.files import private
from marketplace.http.models import IdempotencyRecord
from marketplace.jobs import outbox
from marketplace.tests.admin_forms import inputs_on, page_of, signed_in
from marketplace.tests.proof import record
from orders.checks.invariants import violations
from orders.models import (
    Actor,
    ActorRole,
    Message,
    Order,
    OrderEvent,
    Payment,
    Refund,
    StripeAccount,
)
from orders.payments import refunding
from orders.payouts.payable import present_week
from orders.payouts.paying import mark_paid
from orders.payouts.payout_accounts import set_account
from orders.payouts.tests.earning import give_account, owed
from orders.payouts.weekly_run import make_payout
from orders.tests.booking import advance, book, pay
from providers.api import list_cache
from providers.models import Application, ApplicationDocument, ApplicationEvent, Review
from providers.tests.applicants import picture

pytestmark = [pytest.mark.django_db, pytest.mark.at(NOW)]
ADDRESS = "/api/privacy/deletion"
LATER = NOW + timedelta(days=30)
# One for each place that may store a person's texts or names.
CANARIES = [f"kanarie{number:02}" for number in range(1, 15)]


CARE = {
    "detergent": "sensitive", "softener": False, "temperature": 30, "allergies": "Nuts", "ironing": True,
    "notes": "",
}  # fmt: skip


def ask(user, password=PASSWORD):
    return client_for(user).post(ADDRESS, {"password": password})


@pytest.fixture
def later(time_machine):
    """Return a function that moves the clock."""

    def move(now=LATER) -> None:
        time_machine.move_to(now)

    return move


def everything() -> str:
    """Return all rows as text, compressed responses decompressed, all files and all cached lists."""
    said = []
    for model in apps.get_models(include_auto_created=True):
        names = [f.name for f in model._meta.concrete_fields if not isinstance(f, BinaryField)]
        said += [json.dumps([str(value) for value in row], ensure_ascii=False)
                 for row in model._base_manager.values_list(*names)]  # fmt: skip
    said += [
        json.dumps(record.first_response_body, default=str) for record in IdempotencyRecord.objects.all()
    ]
    storage = storages["private"]
    for folder in storage.listdir("")[0]:
        for name in storage.listdir(folder)[1]:
            with storage.open(f"{folder}/{name}") as file:
                said.append(file.read().decode("latin-1"))
    said += [entry.rendered.content.decode() for entry in list_cache._entries.values()]
    return "\n".join(said).lower()


@pytest.mark.usefixtures("now")
def test_asks_for_the_password_and_tells_when_it_ends(alice) -> None:
    assert client_for(alice).get(ADDRESS).json() == {"request": None, "waitsFor": [], "hasPassword": True}

    for password, code in (("", "password_required"), ("a-wrong-password", "wrong_password")):
        response = ask(alice, password)
        assert (response.status_code, response.json()["code"]) == (400, code)
    response = ask(alice)

    assert response.status_code == 201
    assert response.json()["request"] == {
        "requestedAt": "2026-11-18T09:30:00+01:00",
        "dueAt": "2026-12-18T09:30:00+01:00",
    }
    outbox.relay(now=NOW)
    assert mail.outbox[-1].subject == "Your account will be deleted"
    assert "18 December 2026" in mail.outbox[-1].body
    # Until then it is an account like any other.
    assert client_for(alice).get("/api/profile").status_code == 200


@pytest.mark.usefixtures("now")
def test_it_can_be_kept_until_then(alice, later) -> None:
    ask(alice)

    assert client_for(alice).delete(ADDRESS).status_code == 204
    assert client_for(alice).get(ADDRESS).json()["request"] is None
    assert client_for(alice).delete(ADDRESS).status_code == 404

    later(LATER + timedelta(days=1))
    assert erase_accounts() == 0
    assert User.objects.get(pk=alice.pk).is_active


@pytest.mark.usefixtures("now")
def test_nothing_happens_before_its_time(alice, later) -> None:
    ask(alice)
    later(LATER - timedelta(minutes=1))

    assert erase_accounts() == 0
    later(LATER)
    assert erase_accounts() == 1
    assert erase_accounts() == 0


def test_what_is_under_way_must_end_first(now, alice, bruno, slot, dora, later) -> None:
    order = book(alice, slot)
    pay(order)

    for user, words in ((alice, ["orders"]), (bruno, ["jobs", "payouts"]), (dora, ["operator"])):
        response = ask(user)
        assert (response.status_code, response.json()["code"]) == (409, "account_still_needed")
        assert set(response.json()["waitsFor"]) <= set(words)
        assert response.json()["waitsFor"] == client_for(user).get(ADDRESS).json()["waitsFor"]
    assert not ErasureRequest.objects.exists()

    advance(order, to="completed")
    assert ask(alice).status_code == 201
    # A running order, begun after the request, postpones the erasure.
    book(alice, slot)
    later()
    assert erase_accounts() == 0
    assert User.objects.get(pk=alice.pk).is_active


def test_an_erasure_that_must_wait_says_so_once_and_follows_the_night_after(now, alice, slot, later) -> None:
    ask(alice)
    order = book(alice, slot)
    pay(order)

    for night in range(2):
        later(LATER + timedelta(days=night))
        assert erase_accounts() == 0

    notices = [one["title"] for one in client_for(alice).get("/api/notifications").json()["results"]]
    assert notices.count("Your account is not deleted yet") == 1
    body = client_for(alice).get(ADDRESS).json()
    assert (body["request"]["dueAt"], body["waitsFor"]) == ("2026-12-18T09:30:00+01:00", ["orders"])
    Order.objects.update(status="completed")
    assert erase_accounts() == 1


def test_a_refund_that_failed_is_owed_until_it_was_paid(now, alice, bruno, slot) -> None:
    order = book(alice, slot)
    pay(order)
    assert client_for(alice).post(f"/api/orders/{order.pk}/cancellation", {}).status_code == 200

    Refund.objects.update(status=Refund.Status.FAILED)

    response = ask(alice)
    assert (response.status_code, response.json()["waitsFor"]) == (409, ["refunds"])
    # The provider has nothing to wait for: it is not theirs.
    assert ask(bruno).status_code == 201
    Refund.objects.update(status=Refund.Status.PAID_BY_BANK, bank_reference="UBS 4711")
    assert ask(alice).status_code == 201


def test_what_a_provider_owes_us_keeps_their_account_no_longer(now, alice, bruno, salon, slot, dora) -> None:
    order = book(alice, slot)
    pay(order)
    advance(order, to="completed")
    give_account(salon, now=NOW)
    assert ask(bruno).json()["waitsFor"] == ["payouts"]
    payout = make_payout(provider_id=salon.pk, week=present_week(NOW), now=NOW)
    mark_paid(payout_id=payout.pk, actor_id=dora.pk, reference="20261123-1", now=NOW)
    refunding.refund_order(
        actor=Actor(ActorRole.OPERATOR, dora.pk), order_id=order.pk, amount=order.total_amount,
        note="Lost", key=uuid4(), borne_by="provider", now=NOW,
    )  # fmt: skip
    Refund.objects.update(status=Refund.Status.SUCCEEDED)

    assert owed(salon) < 0
    assert ask(bruno).status_code == 201


def plant(alice, bruno, order) -> None:
    """Put a canary into every kind of place: names, addresses, texts, files, logs, responses and messages."""
    word = iter(CANARIES)
    alice.first_name, alice.last_name, alice.phone = next(word), next(word), next(word)
    alice.email = f"{next(word)}@example.org"
    alice.save()
    Address.objects.create(user=alice, street=next(word), city="Zurich", postal_code="8001")
    Order.objects.filter(pk=order.pk).update(pickup_address=f"{next(word)} 1, Zurich 8001", cancel_note="")
    client_for(alice).patch(f"/api/orders/{order.pk}", {"specialInstructions": next(word)})
    client_for(alice).put("/api/profile/care", CARE | {"allergies": next(word)})
    client_for(alice).patch(f"/api/orders/{order.pk}", {"care": CARE | {"allergies": next(word)}})
    photo = private.store(picture() + next(word).encode(), folder="messages", suffix=".jpg")
    Message.objects.create(order=order, sender=alice, body=next(word), photo=photo, sent_at=NOW)
    client_for(alice).post(
        "/api/support-requests",
        {"name": "A", "email": alice.email, "subject": next(word), "message": alice.last_name},
    )
    client_for(bruno).post(
        f"/api/orders/{order.pk}/status", {"status": "pickup"}, headers={"Idempotency-Key": "bruno-1"}
    )
    log(alice, order, next(word))
    client_for(bruno).post(f"/api/orders/{order.pk}/messages", {"body": f"Dear {alice.first_name}"})
    client_for(alice).post("/api/auth/login", {"email": alice.email, "password": "wrong"})


def log(alice, order, word: str) -> None:
    for row in (alice, order):
        LogEntry.objects.create(
            user=alice, content_type=ContentType.objects.get_for_model(row), object_id=str(row.pk),
            object_repr=str(row), action_flag=CHANGE, change_message=f"Called {word}.",
        )  # fmt: skip


@pytest.mark.proof
def test_nothing_of_a_customer_is_left_but_what_the_books_need(
    now, alice, bruno, slot, later, django_capture_on_commit_callbacks
) -> None:
    order = book(alice, slot)
    pay(order)
    order.refresh_from_db()
    plant(alice, bruno, order)
    order.refresh_from_db()
    advance(order, to="completed")
    review = client_for(alice).post(f"/api/orders/{order.pk}/rating", {"rating": 5, "comment": CANARIES[-1]})
    assert review.status_code == 201, review.json()
    client_for(alice).get("/api/providers")
    before = everything()
    assert [word for word in CANARIES if word not in before] == []
    ask(User.objects.get(pk=alice.pk))
    figures = Payment.objects.values_list("pk", "amount", "status"), Order.objects.values_list("total_amount")
    figures_before = [list(rows) for rows in figures]

    later()
    with django_capture_on_commit_callbacks(execute=True):
        assert erase_accounts() == 1

    after = everything()
    assert [word for word in CANARIES if word in after] == []
    assert "alice" not in after
    assert [list(rows.all()) for rows in figures] == figures_before
    assert Order.objects.get(pk=order.pk).customer_id == alice.pk
    assert OrderEvent.objects.filter(order=order).count() >= 5
    assert not FailedSignIn.objects.exists()
    assert Review.objects.get().rating == 5
    gone = User.objects.get(pk=alice.pk)
    assert (gone.first_name, gone.is_active, gone.has_usable_password()) == ("Deleted account", False, False)
    assert not closing.reopen(user_id=alice.pk)
    assert list(violations()) == []
    record("S16 customer", f"{len(CANARIES)} canaries: 0 left", "12 canaries: 0 left")


def test_no_operator_opens_or_changes_what_was_erased(now, alice, dora, later) -> None:
    closing.close(user_id=alice.pk, now=NOW)
    assert "is_active" in inputs_on(signed_in(dora).get(page_of(alice)).content.decode())
    later(NOW + timedelta(days=3 * 366))
    assert erase_accounts() == 1

    operator_client = signed_in(dora)
    page = operator_client.get(page_of(alice))
    assert (page.status_code, inputs_on(page.content.decode())) == (200, set())
    assert operator_client.post(page_of(alice), {"is_active": "on"}).status_code == 403

    assert not User.objects.get(pk=alice.pk).is_active


def test_a_closed_account_goes_after_three_years_unless_it_is_opened_again(now, alice, chiara, later) -> None:
    for user in (alice, chiara):
        closing.close(user_id=user.pk, now=NOW)
    closing.reopen(user_id=chiara.pk)
    User.objects.filter(pk=chiara.pk).update(last_login=NOW + timedelta(days=1000))

    later(NOW + timedelta(days=3 * 365))
    assert erase_accounts() == 0
    later(NOW + timedelta(days=3 * 366))
    assert erase_accounts() == 1

    assert User.objects.get(pk=alice.pk).first_name == "Deleted account"
    assert User.objects.get(pk=chiara.pk).first_name == "Chiara"


def plant_work(bruno, salon, order, dora) -> None:
    """Put a canary into every kind of place that may store a provider's texts and names."""
    word = iter(CANARIES)
    bruno.first_name, bruno.last_name = next(word), next(word)
    bruno.save()
    salon.business_name, salon.bio, salon.specialties = next(word), next(word), [next(word)]
    salon.save()
    application = Application.objects.create(
        provider=salon, first_name=next(word), email="a@example.org", started_at=NOW, changed_at=NOW
    )
    stored = private.store(next(word).encode(), folder="documents", suffix=".pdf")
    ApplicationDocument.objects.create(
        application=application, kind="idDocument", name=next(word), file=stored, size=9,
        content_type="application/pdf", digest="", uploaded_at=NOW,
    )  # fmt: skip
    ApplicationEvent.objects.create(
        application=application, status="approved", actor=dora, note=next(word), at=NOW
    )
    set_account(provider=salon, actor_id=bruno.pk, holder=next(word), iban="CH9300762011623852957", now=NOW)
    salon.days_off.create(start_on=NOW.date(), end_on=NOW.date(), note=next(word))
    Message.objects.create(order=order, sender=bruno, body=next(word), sent_at=NOW)
    StripeAccount.objects.create(provider=salon, account_id="acct_12345678", changed_at=NOW)


@pytest.mark.proof
def test_nothing_of_a_provider_is_left_but_what_the_books_need(
    now, alice, bruno, salon, slot, dora, later, django_capture_on_commit_callbacks
) -> None:
    # Leave out what the process has cached before.
    list_cache.forget()
    order = book(alice, slot)
    pay(order)
    plant_work(bruno, salon, order, dora)
    advance(order, to="completed")
    client_for(bruno).put(f"/api/orders/{order.pk}/customer-rating", {"rating": 5})
    client_for(alice).post(
        f"/api/orders/{order.pk}/rating",
        {"rating": 5, "comment": "Good."},
        headers={"Idempotency-Key": "a-1"},
    )
    client_for(alice).get(f"/api/orders/{order.pk}")
    response = client_for(bruno).post(
        f"/api/provider/reviews/{Review.objects.get().pk}/answer", {"answer": f"Thanks, {bruno.first_name}."}
    )
    assert response.status_code == 200
    payout = make_payout(provider_id=salon.pk, week=present_week(NOW), now=NOW)
    mark_paid(payout_id=payout.pk, actor_id=dora.pk, reference="20261123-1", now=NOW)
    client_for(alice).get("/api/providers")
    before = everything()
    planted = CANARIES[:12]
    assert [word for word in planted if word not in before] == []
    assert ask(User.objects.get(pk=bruno.pk)).status_code == 201

    later()
    with django_capture_on_commit_callbacks(execute=True):
        assert erase_accounts() == 1

    # A cached list is outdated by the erasure, and replaced with the next request.
    client_for(alice).get("/api/providers")
    after = everything()
    assert [word for word in CANARIES if word in after] == []
    assert "762011623852957" not in after
    assert "bruno" not in after
    payout.refresh_from_db()
    assert (payout.status, payout.reference, payout.iban) == ("paid", "20261123-1", "…2957")
    assert client_for(alice).get(f"/api/orders/{order.pk}").json()["provider"]["user"]["firstName"] == (
        "Deleted account"
    )
    assert list(violations()) == []
    record("S16 provider", f"{len(planted)} canaries: 0 left", "12 canaries: 0 left")
