"""The timeline of a customer or a provider in the admin site."""

import re
from datetime import timedelta

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import translation

from accounts.impersonating import begin
from accounts.models import FailedSignIn, Notification
from conftest import NOW, WEDNESDAY, client_for, make_operator
from marketplace.admin_site import timeline
from marketplace.tests.admin_forms import signed_in
from orders.models import Message, Order
from orders.payouts import paying
from orders.payouts.tests.earning import MONDAY, give_account, payout_of
from orders.tests.booking import advance, book, pay, rated_by_provider
from providers.models import CustomerRating, Review


@pytest.fixture
def done(now, alice, slot, stripe) -> Order:
    order = book(alice, slot)
    pay(order)
    rated_by_provider(advance(order, to="completed"))
    response = client_for(alice).post(f"/api/orders/{order.pk}/rating", {"rating": 4, "comment": "Soft."})
    assert response.status_code == 201
    return order


def of_account(account) -> str:
    return f"/admin/accounts/user/{account.pk}/timeline/"


def of_provider(provider) -> str:
    return f"/admin/providers/provider/{provider.pk}/timeline/"


def kinds(client: Client, address: str) -> set[str]:
    return {line.name for line in client.get(address).context["lines"]}


def facts(client: Client, address: str) -> dict[str, str]:
    return {fact.title: fact.shown for fact in client.get(address).context["facts"]}


def test_a_customers_page_tells_all_about_them_the_newest_first(operator_client, done, alice) -> None:
    client_for(alice).post("/api/auth/login", {"email": alice.email, "password": "wrong-password"})

    lines = operator_client.get(of_account(alice)).context["lines"]

    assert {"Account", "Order", "Payment", "Notice", "Review", "Sign-in failed"} <= {
        line.name for line in lines
    }
    assert [line.at for line in lines] == sorted((line.at for line in lines), reverse=True)
    for address in {line.link for line in lines if line.link}:
        assert operator_client.get(address).status_code == 200, address


def test_a_providers_page_tells_of_jobs_and_reviews(operator_client, done, salon) -> None:
    lines = operator_client.get(of_provider(salon)).context["lines"]

    assert {"Order", "Payment", "Review", "Notice"} <= {line.name for line in lines}
    assert "4 of 5 stars: Soft." in [line.sentence for line in lines]


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("de", "1 von 5 Sternen: Soft."),
        ("fr", "Note 1 sur 5: Soft."),
        ("it", "1 su 5 stelle: Soft."),
    ],
)
def test_one_star_is_no_plural(operator_client, done, alice, salon, language, said) -> None:
    changed = client_for(alice).put(f"/api/orders/{done.pk}/review", {"rating": 1, "comment": "Soft."})
    assert changed.status_code == 200

    page = operator_client.get(of_provider(salon), headers={"accept-language": language})

    assert said in [line.sentence for line in page.context["lines"]]
    with translation.override(language):
        shown = [str(Review(rating=1)), str(CustomerRating(rating=1))]
    assert [text for text in shown if "1 stelle" in text or "1 étoiles" in text] == []


def test_the_head_says_money_what_is_open_and_what_next(operator_client, done, alice, salon) -> None:
    assert facts(operator_client, of_account(alice)) == {
        "Since": facts(operator_client, of_account(alice))["Since"],
        "Spent": "CHF 27.50",
        "Orders": "1",
        "What next": "Nothing",
    }
    earned = facts(operator_client, of_provider(salon))
    assert (earned["Earned"], earned["Due"]) == ("CHF 25.00", "CHF 25.00")
    assert earned["Rating"] == "4.0 of 5"


@pytest.mark.at(WEDNESDAY)
def test_a_payout_that_came_back_is_owed_again_and_earned_once(time_machine, done, salon, dora) -> None:
    give_account(salon)
    payout = payout_of(salon, now=MONDAY)
    time_machine.move_to(MONDAY)
    paying.mark_paid(payout_id=payout.pk, actor_id=dora.pk, now=MONDAY)
    paying.mark_failed(payout_id=payout.pk, note="Account closed", now=MONDAY)

    found = facts(signed_in(make_operator("fina", "finance")), of_provider(salon))

    assert (found["Earned"], found["Due"]) == ("CHF 25.00", "CHF 25.00")


def test_what_a_provider_earns_is_for_finance(now, done, salon) -> None:
    seen = {
        group: facts(signed_in(make_operator(f"one of {group}", group)), of_provider(salon))
        for group in ("support", "operations", "finance")
    }

    assert [group for group, found in seen.items() if found.keys() & {"Earned", "Due"}] == ["finance"]
    assert all("Orders" in found for found in seen.values())


def test_what_is_late_stands_at_the_head(operator_client, now, alice, slot, stripe, time_machine) -> None:
    pay(book(alice, slot))
    time_machine.move_to(NOW + timedelta(days=2))

    assert facts(operator_client, of_account(alice))["What next"].startswith("Late or stuck: ")


def test_words_of_a_conversation_stay_behind_its_logged_page(operator_client, done, alice, salon) -> None:
    client_for(alice).post(f"/api/orders/{done.pk}/messages", {"body": "The door code is 4711"})

    page = operator_client.get(of_account(alice)).content.decode()

    assert "1 message" in page
    assert "4711" not in page


def test_each_group_sees_its_own(now, done, alice) -> None:
    emma, fina = make_operator("emma", "support"), make_operator("fina", "finance")
    begin(operator=emma, account_id=alice.pk, reason="Helping her", now=NOW)

    support, finance = (kinds(signed_in(who), of_account(alice)) for who in (emma, fina))

    assert "Operator" in finance
    assert "Operator" not in support
    assert "Review" in support


def test_needs_the_permission_to_see_the_account(db, alice) -> None:
    nobody = make_operator("otto", "operations")
    nobody.groups.clear()

    assert signed_in(nobody).get(of_account(alice)).status_code == 403


def notices(account, count: int, *, every: timedelta = timedelta(seconds=30)) -> None:
    Notification.objects.bulk_create(
        Notification(
            user=account,
            kind="message",
            title=f"Notice {number}",
            body="",
            dedupe_key=f"n{number}",
            created_at=NOW - every * number,
        )
        for number in range(count)
    )


def read_to_its_end(client: Client, address: str) -> list[str]:
    """Return the sentences of all pages, each of which has at most a hundred."""
    seen, page = [], address
    while page:
        response = client.get(page)
        seen += [line.sentence for line in response.context["lines"]]
        assert len(response.context["lines"]) <= timeline.SHOWN
        older = re.search(r'href="(\?before=[^"]+)"', response.content.decode())
        page = older and address + older[1]
    return seen


@pytest.mark.parametrize("every", [timedelta(0), timedelta(milliseconds=7), timedelta(seconds=30)])
def test_older_goes_on_where_the_page_ended_and_loses_nothing(operator_client, done, alice, every) -> None:
    notices(alice, 251, every=every)

    seen = read_to_its_end(operator_client, of_account(alice))

    found = [sentence for sentence in seen if sentence.startswith("Notice ")]
    assert len(found) == len(set(found)) == 251
    assert len(seen) > 260


def test_orders_of_one_instant_are_all_shown_with_what_else_happened_then(
    operator_client, done, alice
) -> None:
    client_for(alice).post(f"/api/orders/{done.pk}/messages", {"body": "Hello"})
    Message.objects.update(sent_at=NOW)
    whole = read_to_its_end(operator_client, of_account(alice))
    notices(alice, 120, every=timedelta(0))

    seen = read_to_its_end(operator_client, of_account(alice))

    assert sorted(one for one in seen if not one.startswith("Notice ")) == sorted(whole)


def test_an_instant_alone_shows_all_until_then(operator_client, alice) -> None:
    notices(alice, 3, every=timedelta(hours=1))

    page = operator_client.get(of_account(alice), {"before": (NOW - timedelta(hours=1)).isoformat()})

    assert [line.sentence for line in page.context["lines"]][:2] == ["Notice 1", "Notice 2"]


@pytest.mark.parametrize(
    "before",
    [
        *("x", "2026-13-45T00:00:00Z", "2026-11-18T08:30:00", "9" * 400, "2026-11-18T08:30:00Z 03 '"),
        *("0001-01-01T00:00:00+14:00", "9999-12-31T23:59:59Z", "9999-12-31T23:59:59-14:00"),
    ],
)
def test_a_moment_that_is_none_is_passed_over(operator_client, alice, before) -> None:
    assert operator_client.get(of_account(alice), {"before": before}).status_code == 200


@pytest.mark.parametrize("count", [0, 300])
def test_a_page_takes_at_most_fifteen_statements(operator_client, done, alice, salon, count) -> None:
    notices(alice, count)
    FailedSignIn.objects.create(account_key="x", address="127.0.0.1", failed_at=NOW)
    for address in (of_account(alice), of_provider(salon)):
        operator_client.get(address)
        with CaptureQueriesContext(
            connection,
        ) as found:
            operator_client.get(address)
        assert len(found) <= 15, [one["sql"][:120] for one in found]


@pytest.mark.only_postgres
def test_each_kind_of_row_is_found_through_indexes(now, alice, salon) -> None:
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL enable_seqscan = off")
    subjects = [
        timeline.Subject(alice.pk, alice.email),
        timeline.Subject(salon.user_id, salon.user.email, salon.pk),
    ]

    for subject in subjects:
        for kind in timeline._kinds:
            rows = kind.rows(subject)
            if rows is not None:
                assert "Seq Scan" not in rows.explain(), (kind.name, rows.explain())


def test_a_notice_of_a_message_does_not_tell_what_it_says(operator_client, alice) -> None:
    Notification.objects.create(
        user=alice, kind="message", title="Message from Bruno M.", body="The code is 4711",
        dedupe_key="m", created_at=NOW,
    )  # fmt: skip

    page = operator_client.get(of_account(alice)).content.decode()

    assert "Message from Bruno M." in page
    assert "4711" not in page


@pytest.mark.parametrize(
    "kind",
    ["message", "support_answer", "payout_paid", "payout_failed", "payout_waits", "payout_account"],
)
def test_messages_and_payouts_are_not_read_on_the_page_of_their_notice(operator_client, alice, kind) -> None:
    notice = Notification.objects.create(
        user=alice, kind=kind, title="News", body="Code 4711", dedupe_key="m", created_at=NOW
    )

    lines = operator_client.get(of_account(alice)).context["lines"]
    page = operator_client.get(f"/admin/accounts/notification/{notice.pk}/change/").content.decode()

    assert "News" in [line.sentence for line in lines]
    assert "News" in page
    assert "4711" not in page


def test_the_page_of_another_notice_shows_what_it_says(operator_client, alice) -> None:
    notice = Notification.objects.create(
        user=alice, kind="order_paid", title="News", body="Code 4711", dedupe_key="m", created_at=NOW
    )

    page = operator_client.get(f"/admin/accounts/notification/{notice.pk}/change/").content.decode()

    assert "Code 4711" in page
