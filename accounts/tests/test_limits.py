"""How often somebody may try to sign in or register."""

from datetime import timedelta

import pytest

from accounts import limits
from accounts.models import FailedSignIn, ThrottledAct
from conftest import NOW, PASSWORD, client_for
from marketplace.tests.proof import figure, record

WRONG = "not-the-password"


@pytest.fixture
def move_clock(time_machine, now):
    def move(**by):
        time_machine.move_to(NOW + timedelta(**by))

    return move


def attempt(password=WRONG, *, email="alice@example.org", address="203.0.113.7", client=None):
    return (client or client_for()).post(
        "/api/auth/login",
        {"email": email, "password": password},
        format="json",
        REMOTE_ADDR=address,
    )


def test_after_five_wrong_passwords_the_right_one_has_to_wait_too(alice, move_clock):
    responses = [attempt().status_code for _ in range(6)]

    assert responses == [401] * 5 + [429]
    refused = attempt(PASSWORD)
    assert refused.status_code == 429
    assert refused.json()["code"] == "throttled"
    assert refused.json()["message"] == "Too many attempts. Please try again in 15 minutes."
    assert refused["Retry-After"] == "900"
    move_clock(minutes=15)
    assert attempt(PASSWORD).status_code == 200


def test_a_refused_attempt_does_not_make_the_wait_longer(alice, move_clock):
    for _ in range(5):
        attempt()
    move_clock(minutes=14)
    for _ in range(10):
        attempt()

    move_clock(minutes=15)

    assert attempt(PASSWORD).status_code == 200


def test_an_unknown_account_is_limited_alike(db, move_clock):
    assert [attempt(email="x@example.org").status_code for _ in range(6)] == [401] * 5 + [429]


def test_the_case_of_the_address_opens_no_second_count(alice, now):
    for _ in range(5):
        attempt(email="alice@example.org")

    assert attempt(email="Alice@Example.org").status_code == 429


def test_success_does_not_count(alice, now):
    assert [attempt(PASSWORD).status_code for _ in range(30)] == [200] * 30
    assert FailedSignIn.objects.count() == 0


@pytest.mark.proof
def test_right_passwords_of_an_address_are_limited_each_minute(alice, chiara, move_clock):
    statuses = [attempt(PASSWORD).status_code for _ in range(figure(70, 300))]

    assert statuses == [200] * 60 + [429] * (len(statuses) - 60)
    refused = attempt(PASSWORD, email="chiara@example.org")
    assert (refused.status_code, refused.json()["code"]) == (429, "throttled")
    assert 1 <= int(refused["Retry-After"]) <= 60
    assert FailedSignIn.objects.count() == 0
    assert attempt(PASSWORD, address="203.0.113.8").status_code == 200
    move_clock(minutes=1)
    assert attempt(PASSWORD).status_code == 200
    record("S26 sign-ins", f"{len(statuses)} right sign-ins: 60, then 429", "429 after 60 a minute")


def test_the_owners_password_at_other_doors_counts_as_well(alice, now, monkeypatch):
    monkeypatch.setattr(limits, "SIGN_INS", limits.Limit(3, limits.HOUR))
    client, body = client_for(alice), {"currentPassword": PASSWORD, "newPassword": PASSWORD}
    assert attempt(PASSWORD, address="127.0.0.1").status_code == 200

    statuses = [client.post("/api/profile/password", body).status_code for _ in range(4)]

    assert statuses[-1] == 429
    assert alice.check_password(PASSWORD)


def test_wrong_passwords_leave_the_right_ones_of_an_address_alone(alice, now):
    for number in range(90):
        attempt(email=f"user{number}@example.org")

    assert attempt(PASSWORD).status_code == 200


def test_another_address_is_not_hindered_by_five_failures(alice, now):
    for _ in range(5):
        attempt(address="203.0.113.7")

    assert attempt(PASSWORD, address="203.0.113.8").status_code == 200


def test_an_address_has_a_hundred_failures_an_hour(alice, move_clock):
    statuses = [attempt(email=f"user{number}@example.org").status_code for number in range(101)]

    assert statuses == [401] * 100 + [429]
    assert attempt(PASSWORD).status_code == 429
    move_clock(hours=1)
    assert attempt(PASSWORD).status_code == 200


def use_up_the_account(email="alice@example.org"):
    for number in range(20):
        assert attempt(email=email, address=f"198.51.100.{number}").status_code == 401


def test_twenty_failures_an_hour_shut_out_strangers(alice, move_clock):
    use_up_the_account()

    assert attempt(PASSWORD, address="203.0.113.9").status_code == 429
    move_clock(hours=1)
    assert attempt(PASSWORD, address="203.0.113.9").status_code == 200


def test_the_owner_gets_in_from_a_known_address_whatever_others_tried(alice, now):
    attempt(PASSWORD, address="203.0.113.9")
    use_up_the_account()

    assert attempt(PASSWORD, address="203.0.113.9").status_code == 200


def test_the_owner_gets_in_with_a_known_device_from_anywhere(alice, now):
    phone = client_for()
    attempt(PASSWORD, address="203.0.113.9", client=phone)
    use_up_the_account()

    assert attempt(PASSWORD, address="192.0.2.55", client=phone).status_code == 200


def test_wrong_passwords_of_others_at_the_owners_address_leave_the_owners_device_alone(alice, now):
    phone = client_for()
    attempt(PASSWORD, client=phone)
    for _ in range(5):
        attempt()
    assert attempt(PASSWORD).status_code == 429

    assert attempt(PASSWORD, client=phone).status_code == 200
    for number in range(100):
        attempt(email=f"user{number}@example.org")
    assert attempt(PASSWORD, client=phone).status_code == 200


def test_a_known_device_has_five_failures_of_its_own(alice, move_clock):
    phone = client_for()
    attempt(PASSWORD, client=phone)

    statuses = [attempt(address=f"192.0.2.{number}", client=phone).status_code for number in range(6)]

    assert statuses == [401] * 5 + [429]
    assert attempt(PASSWORD, client=phone).status_code == 429
    assert attempt(PASSWORD).status_code == 200
    move_clock(minutes=15)
    assert attempt(PASSWORD, client=phone).status_code == 200


def test_a_made_up_device_cookie_is_no_known_device(alice, now):
    phone = client_for()
    attempt(PASSWORD, address="203.0.113.9", client=phone)
    use_up_the_account()
    thief = client_for()
    thief.cookies["device"] = phone.cookies["device"].value.replace(":", "x:", 1)

    assert attempt(PASSWORD, address="192.0.2.55", client=thief).status_code == 429


def test_a_device_of_another_account_is_no_known_device(alice, chiara, now):
    phone = client_for()
    attempt(PASSWORD, email="chiara@example.org", address="203.0.113.9", client=phone)
    use_up_the_account()

    assert attempt(PASSWORD, address="203.0.113.9", client=phone).status_code == 429


def test_an_ipv6_subscriber_is_one_address(alice, now):
    for number in range(5):
        attempt(address=f"2001:db8:1:2::{number + 1}")

    assert attempt(address="2001:db8:1:2:ffff::1").status_code == 429
    assert attempt(address="2001:db8:1:3::1").status_code == 401


def test_behind_a_proxy_only_its_own_word_counts(alice, now, settings):
    settings.TRUSTED_PROXIES = 1
    for number in range(5):
        client_for().post(
            "/api/auth/login",
            {"email": "alice@example.org", "password": WRONG},
            format="json",
            headers={"X-Forwarded-For": f"192.0.2.{number}, 203.0.113.7"},
        )

    response = client_for().post(
        "/api/auth/login",
        {"email": "alice@example.org", "password": PASSWORD},
        format="json",
        headers={"X-Forwarded-For": "192.0.2.99, 203.0.113.7"},
    )

    assert response.status_code == 429


def register(number, address="203.0.113.7", **changes):
    body = {"email": f"new{number}@example.org", "password": "quiet-alpine-river", "firstName": "Anna"}
    return client_for().post("/api/auth/register", body | changes, format="json", REMOTE_ADDR=address)


def test_thirty_registrations_an_hour_from_an_address(db, move_clock):
    statuses = [register(number).status_code for number in range(31)]

    assert statuses == [200] * 30 + [429]
    assert register(40, address="203.0.113.8").status_code == 200
    assert register(31).json()["code"] == "throttled"
    move_clock(hours=1)
    assert register(31).status_code == 200


def test_asking_whether_an_address_is_taken_counts_and_mistakes_do_not(alice, now):
    for _ in range(5):
        register(1, password="short")
    assert ThrottledAct.objects.count() == 0

    register(1, email="alice@example.org")

    assert ThrottledAct.objects.count() == 1


def test_an_account_has_its_calls_a_minute(alice, chiara, settings, monkeypatch):
    settings.ACCOUNT_CALLS_PER_MINUTE = 3
    monkeypatch.setattr("marketplace.http.throttling.time.time", lambda: 1_800_000_000.0)
    client = client_for(alice)

    responses = [client.get("/api/profile") for _ in range(4)]

    assert [response.status_code for response in responses] == [200, 200, 200, 429]
    assert responses[3].json()["code"] == "throttled"
    assert int(responses[3]["Retry-After"]) == 80
    assert responses[3].json()["message"] == "Too many requests. Please try again in 80 seconds."
    assert client_for(chiara).get("/api/profile").status_code == 200
    monkeypatch.setattr("marketplace.http.throttling.time.time", lambda: 1_800_000_120.0)
    assert client.get("/api/profile").status_code == 200


@pytest.mark.sweep
@pytest.mark.parametrize("start", [1_800_000_000.0, 1_800_000_017.4, 1_800_000_059.9])
@pytest.mark.parametrize("calls_before", [0, 2, 7, 10])
def test_an_account_that_waits_as_long_as_it_was_notified_is_let_in(
    alice, settings, monkeypatch, start, calls_before
):
    settings.ACCOUNT_CALLS_PER_MINUTE = 10
    client, now = client_for(alice), start - 45
    monkeypatch.setattr("marketplace.http.throttling.time.time", lambda: now)
    for _ in range(calls_before):
        assert client.get("/api/profile").status_code == 200

    now = start
    responses = [client.get("/api/profile") for _ in range(25)]
    wait = int(responses[-1]["Retry-After"])

    assert responses[-1].status_code == 429
    now = start + wait - 1
    assert client.get("/api/profile").status_code == 429
    now = start + wait
    assert client.get("/api/profile").status_code == 200
