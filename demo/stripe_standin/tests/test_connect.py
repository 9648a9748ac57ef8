"""Connected accounts and transfers to them."""

import pytest
import requests
import stripe

from demo.stripe_standin.engine import ApiRequest

EXPRESS = {"type": "express", "country": "CH", "capabilities": {"transfers": {"requested": True}}}
WAYS = {
    "return_url": "http://127.0.0.1/back",
    "refresh_url": "http://127.0.0.1/again",
    "type": "account_onboarding",
}


@pytest.fixture
def account(client):
    return client.v1.accounts.create(EXPRESS | {"metadata": {"provider_id": "p-1"}})


@pytest.fixture
def ready(standin, account):
    standin.top_up(10_000)
    standin.restrict(account.id)
    return account


def transfer(client, account, amount=2500, key=None):
    change = {"amount": amount, "currency": "chf", "destination": account.id, "transfer_group": "payout-1"}
    return client.v1.transfers.create(change, {"idempotency_key": key} if key else {})


def visit(client, account, outcome):
    """Create a link and end the visit of its page; return the URL of the redirect."""
    link = client.v1.account_links.create(WAYS | {"account": account.id})
    assert requests.get(link.url, timeout=5).headers["Content-Type"].startswith("text/html")
    return link, requests.post(link.url, json={"outcome": outcome}, timeout=5).json()["url"]


def test_a_new_account_can_be_paid_nothing(client, account):
    assert account.capabilities.transfers == "inactive"
    assert (account.details_submitted, account.payouts_enabled) == (False, False)
    assert account.metadata.provider_id == "p-1"
    with pytest.raises(stripe.InvalidRequestError) as refused:
        transfer(client, account)

    assert refused.value.code == "insufficient_capabilities_for_transfer"


@pytest.mark.parametrize(
    ("outcome", "submitted", "transfers"),
    [("complete", True, "active"), ("needs_more", True, "inactive"), ("later", False, "inactive")],
)
def test_the_page_of_an_account_ends_as_its_person_chooses(
    client, standin, account, outcome, submitted, transfers
):
    _, goes_to = visit(client, account, outcome)

    assert goes_to == "http://127.0.0.1/back"
    now = client.v1.accounts.retrieve(account.id)
    assert (now.details_submitted, now.capabilities.transfers) == (submitted, transfers)
    events = standin.events("account.updated", about=account.id)
    assert [event["account"] for event in events] == ([account.id] if submitted else [])


def test_a_link_leads_to_its_page_once(client, account):
    link, _ = visit(client, account, "needs_more")

    again = requests.post(link.url, json={"outcome": "complete"}, timeout=5).json()

    assert again == {"url": "http://127.0.0.1/again"}
    assert client.v1.accounts.retrieve(account.id).capabilities.transfers == "inactive"


@pytest.mark.parametrize("outcome", ["", "paid"])
def test_no_other_end_of_a_visit_is_taken(client, account, outcome):
    link = client.v1.account_links.create(WAYS | {"account": account.id})

    assert requests.post(link.url, json={"outcome": outcome}, timeout=5).status_code == 400


def test_what_happens_in_an_account_is_signed_with_a_secret_of_its_own(standin, account):
    standin.restrict(account.id)
    (event,) = standin.events("account.updated")
    body, header = standin.signed(event["id"])

    stripe.Webhook.construct_event(body, header, standin.connect_webhook_secret)
    with pytest.raises(stripe.SignatureVerificationError):
        stripe.Webhook.construct_event(body, header, standin.webhook_secret)


def test_a_transfer_leaves_the_balance_and_is_made_once(client, standin, ready):
    first = transfer(client, ready, key="payout-1")
    again = transfer(client, ready, key="payout-1")

    assert again.id == first.id
    assert [one.id for one in client.v1.transfers.list({"transfer_group": "payout-1"})] == [first.id]
    assert not client.v1.transfers.list({"transfer_group": "another"}).data
    assert client.v1.transfers.retrieve(first.id).amount == 2500
    assert client.v1.balance_transactions.retrieve(first.balance_transaction).net == -2500
    assert len(standin.events("transfer.created")) == 1


def test_what_is_refused_stays_refused_under_its_key(client, standin, ready):
    for _ in range(2):
        with pytest.raises(stripe.InvalidRequestError) as refused:
            transfer(client, ready, 10_001, key="payout-1")
        assert refused.value.code == "balance_insufficient"
        standin.top_up(10_000)

    assert transfer(client, ready, 10_001, key="payout-1-1").amount == 10_001


def test_a_transfer_comes_back_in_parts_and_then_as_a_whole(client, standin, ready):
    made = transfer(client, ready)

    client.v1.transfers.reversals.create(made.id, {"amount": 500})
    partly = client.v1.transfers.retrieve(made.id)
    client.v1.transfers.reversals.create(made.id)
    wholly = client.v1.transfers.retrieve(made.id)

    assert (partly.amount_reversed, partly.reversed) == (500, False)
    assert (wholly.amount_reversed, wholly.reversed) == (2500, True)
    assert len(standin.events("transfer.reversed", about=made.id)) == 2
    with pytest.raises(stripe.InvalidRequestError, match="0 left"):
        client.v1.transfers.reversals.create(made.id)
    transfer(client, ready, 10_000)


def test_nobody_is_paid_who_is_not_there(client, standin, ready):
    with pytest.raises(stripe.InvalidRequestError) as nobody:
        client.v1.transfers.create({"amount": 1, "currency": "chf", "destination": "acct_nobody"})

    assert nobody.value.code == "resource_missing"


def test_a_browser_may_make_none_of_these_calls(standin):
    for path in ("/v1/accounts", "/v1/account_links", "/v1/transfers"):
        headers = {"authorization": f"Bearer {standin.publishable_key}"}
        response = standin.standin.engine.handle(ApiRequest("POST", path, headers=headers))
        assert response.status in {401, 403}
