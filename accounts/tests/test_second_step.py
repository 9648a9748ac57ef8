"""The second step: no way in without the code for an account with an authenticator app."""

from datetime import timedelta

import pytest
from allauth.mfa.models import Authenticator
from django.core import mail

from accounts import emailed_links, limits
from accounts.emailed_links import Purpose
from accounts.factors import code_at
from accounts.limits import Client
from accounts.models import FailedSignIn, KnownClient, Notification
from accounts.tests.soft_factors import give_app, recovery_codes_of
from conftest import NOW, PASSWORD, client_for
from marketplace import clock
from marketplace.jobs import outbox
from marketplace.tests.proof import figure

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("now")]
HERE, THERE = "203.0.113.7", "198.51.100.9"


@pytest.fixture
def secret(alice) -> str:
    return give_app(alice, codes=True)


def at(time_machine, **later) -> None:
    time_machine.move_to(NOW + timedelta(**later))


def log_in(client=None, *, address=HERE):
    client = client or client_for()
    response = client.post(
        "/api/auth/login", {"email": "alice@example.org", "password": PASSWORD}, REMOTE_ADDR=address
    )
    return client, response


def step(client, code, *, address=HERE):
    return client.post("/api/auth/second-step", {"code": code}, REMOTE_ADDR=address)


def is_signed_in(client) -> bool:
    return client.get("/api/auth/session").json()["authenticated"]


def link_for(user, purpose) -> str:
    path = emailed_links.path_for(user, purpose=purpose, ends_at=NOW + timedelta(minutes=9))
    return path.partition("#")[2]


def test_without_an_app_the_password_is_enough(alice) -> None:
    client, response = log_in()

    assert response.status_code == 200
    assert is_signed_in(client)


def test_the_password_alone_signs_nobody_in(secret) -> None:
    client, response = log_in()

    assert (response.status_code, response.json()["code"]) == (403, "second_factor_required")
    assert response.json()["success"] is False
    assert not is_signed_in(client)
    assert client.get("/api/profile").status_code == 401


def test_the_code_signs_in_under_a_new_key(secret) -> None:
    client, _ = log_in()
    before = client.cookies["sessionid"].value

    response = step(client, code_at(secret, NOW))

    assert response.status_code == 200
    assert response.json()["user"]["email"] == "alice@example.org"
    assert is_signed_in(client)
    assert client.cookies["sessionid"].value != before
    assert client.get("/api/profile/security").json()["signedInBy"] == "password"


@pytest.mark.parametrize("seconds", [-30, 30])
def test_a_clock_that_is_half_a_minute_wrong_does_no_harm(secret, seconds) -> None:
    client, _ = log_in()

    assert step(client, code_at(secret, NOW + timedelta(seconds=seconds))).status_code == 200


@pytest.mark.parametrize("seconds", [-90, 90])
def test_a_code_of_another_time_is_wrong(secret, seconds) -> None:
    client, _ = log_in()

    response = step(client, code_at(secret, NOW + timedelta(seconds=seconds)))

    assert (response.status_code, response.json()["code"]) == (400, "wrong_code")
    assert response.json()["fields"]["code"]
    assert not is_signed_in(client)


def test_a_code_works_once_and_so_does_the_one_before_it(secret, time_machine) -> None:
    first, _ = log_in()
    assert step(first, code_at(secret, NOW)).status_code == 200

    second, _ = log_in()
    assert step(second, code_at(secret, NOW)).json()["code"] == "wrong_code"
    assert step(second, code_at(secret, NOW - timedelta(seconds=30))).json()["code"] == "wrong_code"
    at(time_machine, seconds=30)
    assert step(second, code_at(secret, clock.now())).status_code == 200


def test_a_recovery_code_works_once_and_the_owner_is_notified(alice, secret) -> None:
    code = recovery_codes_of(alice)[4]
    client, _ = log_in()

    assert step(client, f"{code[:4]} {code[4:]}").status_code == 200

    assert client.get("/api/profile/security").json()["recoveryCodesLeft"] == 9
    again, _ = log_in()
    assert step(again, code).json()["code"] == "wrong_code"
    data = Notification.objects.filter(user=alice).latest("created_at")
    assert (data.title, "; 9 are left." in data.body) == ("A recovery code was used", True)


def test_the_last_recovery_code_but_one_is_one_that_is_left(alice, secret) -> None:
    codes = Authenticator.objects.get(user=alice, type="recovery_codes").wrap()
    used, *others, _ = recovery_codes_of(alice)
    assert all(codes.validate_code(code) for code in others)
    client, _response = log_in()

    assert step(client, used).status_code == 200

    data = Notification.objects.filter(user=alice).latest("created_at")
    assert "; 1 is left. If it was not you" in data.body


def test_the_first_step_lasts_ten_minutes(secret, time_machine) -> None:
    client, _ = log_in()
    at(time_machine, minutes=10)

    response = step(client, code_at(secret, clock.now()))

    assert (response.status_code, response.json()["code"]) == (403, "second_step_ended")
    assert not is_signed_in(client)


def test_without_the_first_step_there_is_no_second(secret) -> None:
    assert step(client_for(), code_at(secret, NOW)).json()["code"] == "second_step_ended"
    assert not FailedSignIn.objects.exists()


@pytest.mark.parametrize("change", ["password", "closed"])
def test_what_ends_sessions_ends_the_first_step(alice, secret, change) -> None:
    client, _ = log_in()
    if change == "password":
        alice.set_password("another-long-passphrase")
    else:
        alice.is_active = False
    alice.save()

    assert step(client, code_at(secret, NOW)).json()["code"] == "second_step_ended"


def test_a_mailed_link_asks_for_the_code(alice, secret) -> None:
    client = client_for()

    response = client.post("/api/auth/sign-in-link/confirm", {"token": link_for(alice, Purpose.SIGN_IN)})

    assert (response.status_code, response.json()["code"]) == (403, "second_factor_required")
    assert not is_signed_in(client)
    assert step(client, code_at(secret, NOW)).status_code == 200
    assert client.get("/api/profile/security").json()["signedInBy"] == "link"


def test_a_new_password_asks_for_the_code(alice, secret) -> None:
    client = client_for()
    body = {"token": link_for(alice, Purpose.RESET), "password": "quiet-alpine-river"}

    response = client.post("/api/auth/password-reset/confirm", body)

    assert (response.status_code, response.json()["code"]) == (403, "second_factor_required")
    assert not is_signed_in(client)
    assert step(client, code_at(secret, NOW)).status_code == 200


def test_five_wrong_codes_use_up_an_address(secret) -> None:
    client, _ = log_in()
    for _ in range(5):
        assert step(client, "000000").status_code == 400

    response = step(client, code_at(secret, NOW))

    assert (response.status_code, response.json()["code"]) == (429, "throttled")
    assert response["Retry-After"] == "900"
    assert not is_signed_in(client)


def test_guesses_from_everywhere_are_twenty_and_the_owner_still_gets_in(alice, secret) -> None:
    own, _ = log_in()
    step(own, code_at(secret, NOW - timedelta(seconds=30)))
    own.post("/api/auth/logout")
    looked_at = 0
    for number in range(figure(12, 50)):
        address = f"198.51.100.{number}"
        thief, response = log_in(address=address)
        assert response.json()["code"] == "second_factor_required"
        for _ in range(6):
            looked_at += step(thief, "000000", address=address).status_code == 400

    assert looked_at == limits.PER_ACCOUNT.count
    assert step(log_in(own)[0], code_at(secret, NOW)).status_code == 200


def test_who_knows_the_password_alone_is_no_known_device(alice, secret) -> None:
    log_in(address=THERE)

    assert not KnownClient.objects.filter(user=alice).exists()


def test_wrong_passwords_and_wrong_codes_are_counted_apart(secret) -> None:
    client, _ = log_in()
    for _ in range(5):
        client_for().post(
            "/api/auth/login", {"email": "alice@example.org", "password": "wrong"}, REMOTE_ADDR=THERE
        )

    assert step(client, code_at(secret, NOW), address=THERE).status_code == 200
    limits.claim_sign_in(email="alice@example.org", client=Client(HERE), now=NOW)


def test_the_owner_is_notified_of_guesses_once(alice, secret) -> None:
    client, _ = log_in()
    for number in range(4):
        step(client, f"00000{number}")
    assert not Notification.objects.filter(kind="codes_guessed").exists()

    for address in (HERE, THERE, THERE):
        step(client, "000009", address=address)
    outbox.relay(now=NOW)

    (data,) = Notification.objects.filter(kind="codes_guessed", user=alice)
    assert data.title == "Somebody is guessing your codes"
    assert [letter.subject for letter in mail.outbox] == ["Somebody is guessing your codes"]


def test_signing_in_as_somebody_else_leaves_who_is_there_until_the_code_has_come(secret, chiara) -> None:
    client = client_for(chiara)
    log_in(client)
    assert client.get("/api/auth/session").json()["user"]["email"] == chiara.email

    step(client, code_at(secret, NOW))

    assert client.get("/api/auth/session").json()["user"]["email"] == "alice@example.org"


def test_the_database_alone_tells_no_secret(alice, secret) -> None:
    stored = str(list(alice.authenticator_set.values_list("data", flat=True)))

    assert secret not in stored
    assert not [code for code in recovery_codes_of(alice) if code in stored]


def test_another_key_of_the_server_makes_codes_wrong_and_no_fault(secret, settings) -> None:
    former, settings.SECRET_KEY = settings.SECRET_KEY, "another-key-" * 6
    client, _ = log_in()
    assert step(client, code_at(secret, NOW)).status_code == 400

    settings.SECRET_KEY_FALLBACKS = [former]
    assert step(client, code_at(secret, NOW)).status_code == 200
