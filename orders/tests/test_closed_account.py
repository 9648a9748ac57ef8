"""A closed account: its provider is unlisted at once, and its open orders are shown to operators."""

from datetime import timedelta
from functools import partial

import pytest
from django.urls import reverse

from accounts import closing
from accounts.models import User
from conftest import NOW, client_for, make_provider, make_user
from marketplace.errors import DomainError
from marketplace.tests.proof import record
from marketplace.tests.racing import insisting, race, refused, succeeded
from orders.models import Order
from orders.tests.booking import order_payload
from providers import approving
from providers.models import Provider

pytestmark = pytest.mark.usefixtures("now")


def listed() -> list[str]:
    return [row["id"] for row in client_for().get("/api/providers/8001").json()]


def close_in_the_admin_site(operator_client, user) -> None:
    """Take the tick off "active" on the account's page, as an operator does."""
    address = reverse("admin:accounts_user_change", args=[user.pk])
    form = operator_client.get(address).context["adminform"].form
    shown = {name: form[name].value() for name in form.fields if name not in {"password", "is_active"}}
    typed = {name: value for name, value in shown.items() if value not in (None, False)}
    rows = {"addresses-TOTAL_FORMS": 0, "addresses-INITIAL_FORMS": 0}
    response = operator_client.post(address, typed | rows, format="multipart")
    assert response.status_code == 302, response.context["errors"]


@pytest.mark.proof
def test_closed_it_is_neither_listed_nor_bookable(alice, bruno, dora, salon, slot) -> None:
    assert listed() == [str(salon.pk)]

    close_in_the_admin_site(client_for(dora), bruno)

    bruno.refresh_from_db()
    salon.refresh_from_db()
    assert not bruno.is_active
    assert (salon.status, salon.paused_by_operator) == ("paused", True)
    assert listed() == []
    assert client_for().get("/api/providers").json() == []
    response = client_for(alice).post("/api/orders", order_payload(slot))
    assert (response.status_code, response.json()["code"]) == (409, "provider_not_available")
    assert not Order.objects.exists()
    record("S23 closed", "not listed, POST 409, paused in the same transaction", "not listed, POST refused")


@pytest.mark.proof
def test_closed_its_page_is_public_no_more(alice, bruno, salon, slot) -> None:
    visitor, customer = client_for(), client_for(alice)
    details, page = f"/api/providers/details/{salon.pk}", f"/providers/{salon.pk}"
    day = f"{slot.date:%Y-%m-%d}"
    hours = f"/api/time-slots?providerId={salon.pk}&startDate={day}&endDate={day}"
    assert customer.put(f"/api/favourites/{salon.pk}").status_code < 300
    assert [visitor.get(path).status_code for path in (details, page, hours)] == [200, 200, 200]

    assert closing.close(user_id=bruno.pk, now=NOW)

    for path in (details, page, hours):
        response = visitor.get(path)
        assert response.status_code == 404, path
        assert salon.business_name not in response.content.decode()
    assert visitor.get(details).json()["code"] == "not_found"
    assert str(salon.pk) not in visitor.get("/sitemap.xml").content.decode()
    assert str(salon.pk) not in str(customer.get("/api/favourites").json())
    assert customer.put(f"/api/favourites/{salon.pk}").status_code == 404
    record("S23 page", "details, page, hours, sitemap, favorites: not there", "closed: not listed")


def test_paused_its_page_stays_for_customers_who_know_it(bruno, salon) -> None:
    approving.pause(provider_id=salon.pk, now=NOW)

    assert client_for().get(f"/api/providers/details/{salon.pk}").status_code == 200


def test_closed_it_signs_in_no_more(bruno) -> None:
    client = client_for(bruno)

    assert closing.close(user_id=bruno.pk, now=NOW)
    assert not closing.close(user_id=bruno.pk, now=NOW)

    assert client.get("/api/auth/session").json()["authenticated"] is False


def test_open_again_it_is_signed_in_nowhere(bruno) -> None:
    client = client_for(bruno)
    closing.close(user_id=bruno.pk, now=NOW)

    closing.reopen(user_id=bruno.pk)

    assert client.get("/api/auth/session").json()["authenticated"] is False
    assert client_for(bruno).get("/api/auth/session").json()["authenticated"] is True


@pytest.mark.parametrize("act", [approving.approve, approving.resume])
def test_nobody_opens_the_provider_of_a_closed_account(bruno, salon, act) -> None:
    closing.close(user_id=bruno.pk, now=NOW)
    by_operator = {"by_operator": True} if act is approving.resume else {}

    with pytest.raises(DomainError) as error:
        act(provider_id=salon.pk, now=NOW, **by_operator)

    assert (error.value.status, error.value.code) == (409, "account_closed")
    salon.refresh_from_db()
    assert salon.status == "paused"


def test_a_pause_that_would_end_by_itself_lasts(bruno, salon) -> None:
    approving.pause(provider_id=salon.pk, now=NOW, until=NOW.date() + timedelta(days=1))

    closing.close(user_id=bruno.pk, now=NOW)

    assert approving.resume_due(now=NOW + timedelta(days=2)) == 0
    salon.refresh_from_db()
    assert (salon.status, salon.paused_until) == ("paused", None)


def test_open_again_it_waits_for_an_operator(bruno, salon) -> None:
    closing.close(user_id=bruno.pk, now=NOW)

    assert closing.reopen(user_id=bruno.pk)
    salon.refresh_from_db()
    assert salon.status == "paused"
    approving.resume(provider_id=salon.pk, now=NOW, by_operator=True)

    salon.refresh_from_db()
    assert salon.status == "approved"


@pytest.mark.parametrize("status", ["draft", "submitted", "rejected"])
def test_an_application_stays_what_it_was(bruno, status) -> None:
    applied = make_provider(bruno, status=status)

    closing.close(user_id=bruno.pk, now=NOW)

    applied.refresh_from_db()
    assert applied.status == status


@pytest.mark.parametrize("whose", ["bruno", "alice"])
def test_its_running_orders_are_shown_to_operators(paid_order, salon, dora, whose) -> None:
    operator_client = client_for(dora)
    queue = {"attention": "closed"}
    address = reverse("admin:orders_order_changelist")
    assert list(operator_client.get(address, queue).context["cl"].queryset) == []

    closing.close(user_id=User.objects.get(email=f"{whose}@example.org").pk, now=NOW)

    assert list(operator_client.get(address, queue).context["cl"].queryset) == [paid_order]
    shown = {entry.title: entry.count for entry in operator_client.get("/admin/").context["queues"]}
    assert shown["Account is closed"] == 1


@pytest.mark.race
@pytest.mark.django_db(transaction=True)
def test_closing_and_opening_at_once_leave_no_open_provider() -> None:
    """A provider who is closed and approved concurrently is not listed, whichever comes first."""
    people = [make_user(f"emil{number}") for number in range(15)]
    providers = [make_provider(user, status="submitted") for user in people]
    closing_acts = [partial(closing.close, user_id=user.pk, now=NOW) for user in people]
    opening_acts = [partial(approving.approve, provider_id=provider.pk, now=NOW) for provider in providers]

    outcomes = race([partial(insisting, act) for act in (*closing_acts, *opening_acts)])

    assert len(succeeded(outcomes[:15])) == 15
    assert {error.code for error in refused(outcomes)} <= {"account_closed"}
    assert not User.objects.filter(pk__in=[user.pk for user in people], is_active=True).exists()
    assert not Provider.objects.filter(status="approved").exists()
