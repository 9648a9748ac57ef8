"""Where an account is signed in: the list, and which acts end which sessions."""

from datetime import datetime, timedelta

import pytest
from django.contrib.sessions.models import Session

from accounts import limits, signed_in_devices
from accounts.models import KnownClient, SignedInDevice
from accounts.signed_in_devices import device_words, network_of
from conftest import PASSWORD, client_for
from conftest import WEDNESDAY as NOW
from marketplace.events.models import LiveEvent
from marketplace.jobs.pruning import prune

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("now"), pytest.mark.at(NOW)]

IPHONE = (
    "Mozilla/5.0 (iPhone; CPU iPhone OS 19_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)"
    " Version/19.1 Mobile/15E148 Safari/604.1"
)
LAPTOP = "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:141.0) Gecko/20100101 Firefox/141.0"


def signed_in(agent=LAPTOP, address="203.0.113.7", email="alice@example.org"):
    client = client_for()
    response = client.post(
        "/api/auth/login",
        {"email": email, "password": PASSWORD},
        headers={"User-Agent": agent},
        REMOTE_ADDR=address,
    )
    assert response.status_code == 200
    return client


def devices(client) -> list[dict]:
    return client.get("/api/profile/devices").json()


def is_signed_in(client, agent=LAPTOP) -> bool:
    session = client.get("/api/auth/session", headers={"User-Agent": agent})
    return session.json()["authenticated"]


def the_other(client) -> str:
    (other,) = [row["id"] for row in devices(client) if not row["isThisOne"]]
    return other


@pytest.mark.parametrize(
    ("agent", "words"),
    [
        (IPHONE, "Safari on iPhone"),
        (LAPTOP, "Firefox on Windows"),
        (
            "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Chrome/140.0 Safari/537.36 Edg/140.0",
            "Edge on Mac",
        ),
        (
            "Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 Chrome/140.0 Mobile Safari/537.36",
            "Chrome on Android",
        ),
        ("Mozilla/5.0 (X11; Linux x86_64) Chrome/140.0 Safari/537.36", "Chrome on Linux"),
        ("curl/8.5", ""),
        ("<script>alert(1)</script>", ""),
    ],
)
def test_a_device_is_called_what_a_person_calls_it(agent, words) -> None:
    assert device_words(agent) == words


@pytest.mark.parametrize(
    ("address", "network"), [("203.0.113.7", "203.0.…"), ("2001:db8:1::", "2001:db8:…"), ("::", "")]
)
def test_of_an_address_only_its_beginning_is_kept(address, network) -> None:
    assert network_of(address) == network


def test_the_list_says_where_and_since_when_and_marks_this_one(alice, time_machine) -> None:
    signed_in(IPHONE, "198.51.100.9")
    time_machine.move_to(NOW + timedelta(minutes=5))
    laptop = signed_in()

    first, second = devices(laptop)

    assert (first["device"], first["network"], first["isThisOne"]) == ("Firefox on Windows", "203.0.…", True)
    assert (second["device"], second["network"], second["isThisOne"]) == (
        "Safari on iPhone", "198.51.…", False,
    )  # fmt: skip
    assert second["signedInAt"] == second["lastUsedAt"] == "2026-11-18T09:30:00+01:00"


def test_when_it_was_used_is_noted_once_an_hour(alice, time_machine) -> None:
    phone = signed_in(IPHONE)
    is_signed_in(phone)

    time_machine.move_to(NOW + timedelta(minutes=10))
    is_signed_in(phone)

    assert SignedInDevice.objects.get().last_used_at == NOW
    time_machine.move_to(NOW + timedelta(hours=1))
    is_signed_in(phone)
    assert SignedInDevice.objects.get().last_used_at == NOW + timedelta(hours=1)


def test_a_session_in_use_goes_on_and_one_that_rests_ends(alice, time_machine) -> None:
    daily, resting = signed_in(IPHONE), signed_in()

    for day in range(1, 30):
        time_machine.move_to(NOW + timedelta(days=day))
        assert is_signed_in(daily), day

    assert daily.cookies["sessionid"]["max-age"] == 14 * 24 * 3600
    assert daily.cookies["sessionid"]["httponly"]
    assert not is_signed_in(resting)
    time_machine.move_to(NOW + timedelta(days=44))
    assert not is_signed_in(daily)


def test_an_operators_session_ends_two_weeks_after_it_was_opened(dora, time_machine) -> None:
    client = client_for(dora)

    for day in range(1, 14):
        time_machine.move_to(NOW + timedelta(days=day))
        assert is_signed_in(client), day

    time_machine.move_to(NOW + timedelta(days=14))
    assert not is_signed_in(client)


def test_one_device_is_signed_out_and_its_open_pages_are_notified(alice) -> None:
    phone, laptop = signed_in(IPHONE), signed_in()
    data = LiveEvent.objects.filter(topic="session").count()

    assert laptop.delete(f"/api/profile/devices/{the_other(laptop)}").status_code == 204

    assert (is_signed_in(phone), is_signed_in(laptop)) == (False, True)
    assert LiveEvent.objects.filter(topic="session").count() == data + 1
    assert len(devices(laptop)) == 1


def test_all_others_are_signed_out_at_once(alice, chiara) -> None:
    others, laptop = [signed_in(IPHONE) for _ in range(3)], signed_in()
    stranger = signed_in(email=chiara.email)

    assert laptop.delete("/api/profile/devices").status_code == 204

    assert [is_signed_in(client) for client in (*others, laptop, stranger)] == [
        False,
        False,
        False,
        True,
        True,
    ]


def test_nobody_signs_out_somebody_else(alice, chiara) -> None:
    phone = signed_in(IPHONE)
    (device,) = devices(phone)

    response = client_for(chiara).delete(f"/api/profile/devices/{device['id']}")

    assert response.status_code == 404
    assert is_signed_in(phone)


def test_signing_out_takes_the_row_along(alice) -> None:
    phone = signed_in(IPHONE)
    phone.post("/api/auth/logout")

    assert not SignedInDevice.objects.exists()


def test_a_new_password_leaves_this_one_alone(alice) -> None:
    phone, laptop = signed_in(IPHONE), signed_in()
    body = {"currentPassword": PASSWORD, "newPassword": "another-long-passphrase"}

    assert laptop.post("/api/profile/password", body, headers={"User-Agent": LAPTOP}).status_code == 200

    assert (is_signed_in(phone), is_signed_in(laptop)) == (False, True)
    (left,) = devices(laptop)
    assert (left["device"], left["isThisOne"]) == ("Firefox on Windows", True)


def test_a_session_goes_on_as_a_device_once_the_server_has_another_key(alice, settings) -> None:
    phone, laptop = signed_in(IPHONE), signed_in()
    # Django moves such a session to another one, with its first request, and the row goes with the former.
    settings.SECRET_KEY_FALLBACKS, settings.SECRET_KEY = [settings.SECRET_KEY], "another-key-" * 6

    assert is_signed_in(phone, IPHONE)

    listed = SignedInDevice.objects.get(session_id=phone.cookies["sessionid"].value)
    assert (listed.user, listed.device, listed.last_used_at) == (alice, "Safari on iPhone", NOW)
    assert is_signed_in(laptop)
    laptop.delete("/api/profile/devices")
    assert (is_signed_in(phone), is_signed_in(laptop)) == (False, True)


def test_a_session_that_is_over_is_not_listed(alice) -> None:
    signed_in(IPHONE)
    Session.objects.update(expire_date=NOW - timedelta(seconds=1))
    laptop = signed_in()

    assert len(devices(laptop)) == 1
    assert Session.objects.filter(expire_date__lt=NOW).count() == 1


def in_half_a_year() -> datetime:
    """Return an instant that is past the end of every session, for ``CLOCK``."""
    return NOW + timedelta(days=183)


def test_a_moved_clock_ends_no_session(alice, settings) -> None:
    laptop = signed_in()

    settings.CLOCK = "accounts.tests.test_signed_in_devices.in_half_a_year"

    prune(now=in_half_a_year())
    assert len(devices(laptop)) == 1


def test_the_admin_sites_own_form_is_listed_too(dora) -> None:
    client = client_for()
    client.post("/admin/login/", {"username": dora.email, "password": PASSWORD}, format="multipart")

    assert SignedInDevice.objects.filter(user=dora).count() == 1


def test_the_list_takes_as_many_queries_for_ten_as_for_one(alice, django_assert_max_num_queries) -> None:
    laptop = signed_in()
    for _ in range(10):
        signed_in(IPHONE)

    with django_assert_max_num_queries(4):
        assert len(devices(laptop)) == 11


def test_of_too_many_devices_the_one_longest_unused_is_signed_out(
    alice, chiara, monkeypatch, time_machine
) -> None:
    monkeypatch.setattr(signed_in_devices, "MOST_DEVICES", 3)
    stranger = signed_in(email="chiara@example.org")
    opened = []
    for minute in range(4):
        time_machine.move_to(NOW + timedelta(minutes=minute))
        opened.append(signed_in())

    assert [is_signed_in(client) for client in opened] == [False, True, True, True]
    assert len(devices(opened[-1])) == 3
    assert is_signed_in(stranger)
    assert LiveEvent.objects.filter(account_id=alice.pk, topic="session").exists()


def test_one_that_is_in_use_outlasts_newer_ones(alice, monkeypatch, time_machine) -> None:
    monkeypatch.setattr(signed_in_devices, "MOST_DEVICES", 2)
    first, second = signed_in(), signed_in(IPHONE)
    time_machine.move_to(NOW + timedelta(hours=2))
    assert is_signed_in(first)

    signed_in()

    assert (is_signed_in(first), is_signed_in(second, IPHONE)) == (True, False)


def test_the_clients_that_an_account_is_known_from_are_bounded(alice, monkeypatch, time_machine) -> None:
    monkeypatch.setattr(limits, "_MOST_KNOWN_CLIENTS", 4)
    for minute in range(4):
        time_machine.move_to(NOW + timedelta(minutes=minute))
        signed_in(address=f"203.0.113.{minute}")

    assert KnownClient.objects.filter(user=alice).count() == 4
    assert not KnownClient.objects.filter(user=alice, last_used_at__lt=NOW + timedelta(minutes=2)).exists()
