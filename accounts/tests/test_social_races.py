"""Two requests come back from Google at the same instant, with one identity."""

import pytest
from allauth.socialaccount.models import SocialAccount

from accounts.models import User
from conftest import client_for, make_user
from marketplace.tests.racing import race

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.race]


@pytest.mark.parametrize("is_confirmed", [True, False])
def test_both_get_into_the_account_of_the_address_and_its_owner_is_notified_once(
    google, now, is_confirmed
) -> None:
    nora = make_user("nora")
    if not is_confirmed:
        User.objects.update(email_verified_at=None)
    clients = [client_for() for _ in range(4)]
    ways_back = [
        google.answer_to(client.get("/auth/google")["Location"], sub="7", email=nora.email)
        for client in clients
    ]

    outcomes = race(
        [
            lambda client=client, way_back=way_back: client.get(way_back)["Location"]
            for client, way_back in zip(clients, ways_back, strict=True)
        ]
    )

    assert outcomes == ["/"] * 4
    assert all(client.get("/api/auth/session").json()["authenticated"] for client in clients)
    assert SocialAccount.objects.get().user == nora
    assert nora.notifications.filter(kind="second_factor").count() == 1
