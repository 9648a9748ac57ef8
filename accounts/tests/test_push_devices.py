"""Which account's notifications a device shows, and which endpoints are accepted."""

from datetime import timedelta

import pytest

from accounts.models import PushSubscription, SignedInDevice
from accounts.tests.push_stand_in import Browser
from accounts.tests.pushing import ADDRESS, phone, relay, service, subscribed, tell
from conftest import NOW, PASSWORD, client_for, make_user
from marketplace.tests.proof import figure

__all__ = ["phone", "service"]
pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("now")]


# --- Whose device it is -----------------------------------------------------------------------------------


def test_the_device_says_whether_it_is_subscribed_and_under_which_key(alice, phone) -> None:
    state = phone.client.get(ADDRESS).json()

    assert state["isOn"] is True
    assert state["accountId"] == str(alice.pk)
    assert len(state["publicKey"]) == 87
    assert client_for(alice).get(ADDRESS).json()["isOn"] is False


def test_without_a_key_there_are_no_pushes(alice, settings) -> None:
    settings.VAPID_PRIVATE_KEY = ""

    assert client_for(alice).get(ADDRESS).json()["publicKey"] is None


def test_subscribing_twice_is_one_device_and_another_address_takes_the_place_of_the_first(
    alice, phone, service
) -> None:
    assert phone.client.post(ADDRESS, phone.subscription()).status_code == 200
    assert PushSubscription.objects.count() == 1

    later = Browser(service, "later")
    phone.client.post(ADDRESS, later.subscription())

    assert PushSubscription.objects.get().endpoint.endswith("/later")


def test_a_browser_that_another_account_subscribes_shows_that_one_alone(alice, chiara, phone) -> None:
    tell(alice)
    client_for(chiara).post(ADDRESS, phone.subscription())
    tell(alice, key="2")
    tell(chiara)

    relay()

    assert [shown["account"] for shown in phone.shown()] == [str(chiara.pk)]


def signs_out(client):
    client.post("/api/auth/logout")


def unsubscribes(client):
    assert client.delete(ADDRESS).status_code == 204
    assert client.delete(ADDRESS).status_code == 204


def is_signed_out_elsewhere(client):
    device = PushSubscription.objects.get().device
    client_for(device.user).delete(f"/api/profile/devices/{device.pk}")


def signs_out_others_elsewhere(client):
    client_for(SignedInDevice.objects.first().user).delete("/api/profile/devices")


@pytest.mark.parametrize(
    "ends", [signs_out, unsubscribes, is_signed_out_elsewhere, signs_out_others_elsewhere]
)
def test_a_device_that_is_signed_out_shows_nothing_more(alice, phone, ends) -> None:
    tell(alice)
    ends(phone.client)

    relay()

    assert phone.service.received == []
    assert not PushSubscription.objects.exists()


def test_a_new_password_leaves_this_device_and_ends_the_others(alice, phone, service) -> None:
    subscribed(alice, Browser(service, "laptop"))
    sent = {"currentPassword": PASSWORD, "newPassword": "another-long-passphrase"}

    assert phone.client.post("/api/profile/password", sent).status_code == 200

    assert PushSubscription.objects.get().endpoint.endswith("/phone")
    assert phone.client.get(ADDRESS).json()["isOn"] is True


def test_a_closed_account_is_sent_nothing(alice, phone) -> None:
    tell(alice)
    type(alice).objects.filter(pk=alice.pk).update(is_active=False)
    tell(alice, key="2")

    relay()

    assert phone.service.received == []


# --- Addresses that are none ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "endpoint",
    [
        "http://fcm.googleapis.com/fcm/send/1",
        "https://fcm.googleapis.com:8443/1",
        "https://fcm.googleapis.com@127.0.0.1/1",
        "https://127.0.0.1/1",
        "https://[::1]/1",
        "https://[/1",
        "https://localhost:8000/api/config",
        "http://127.0.0.1:1/1",
        "https://evil.example/fcm.googleapis.com",
        "https://notpush.apple.com/1",
        "https://push.apple.com.evil.example/1",
        "https://evil.example\\.push.apple.com/1",
        "https://169.254.169.254/latest/meta-data",
        "https://evil.example .push.apple.com/1",
        "https://evil.example\t.push.apple.com/1",
        "https://.push.apple.com/1",
        "https://web..push.apple.com/1",
        "https://-web.push.apple.com/1",
        f"https://{'a' * 64}.push.apple.com/1",
        "https://evil.example%2f.push.apple.com/1",
        "https://127.0.0.1%00.push.apple.com/1",
        "https://wéb.push.apple.com/1",
        "//fcm.googleapis.com/1",
        "file:///etc/passwd",
        "javascript:alert(1)",
        "",
        "x" * 1001,
    ],
)
def test_nothing_is_sent_to_what_is_no_known_push_service(alice, service, endpoint) -> None:
    sent = Browser(service, "phone").subscription() | {"endpoint": endpoint}

    response = client_for(alice).post(ADDRESS, sent)

    assert (response.status_code, list(response.json()["fields"])) == (400, ["endpoint"])
    assert not PushSubscription.objects.exists()


@pytest.mark.parametrize(
    "endpoint",
    [
        "https://fcm.googleapis.com/fcm/send/abc:def",
        "https://updates.push.services.mozilla.com/wpush/v2/abc",
        "https://web.push.apple.com/QOAbc",
        "https://wns2-par02p.notify.windows.com/w/?token=abc",
    ],
)
def test_the_services_of_the_known_browsers_are_known(alice, service, endpoint) -> None:
    sent = Browser(service, "phone").subscription() | {"endpoint": endpoint}

    assert client_for(alice).post(ADDRESS, sent).status_code == 200


def test_a_service_that_is_known_no_more_is_sent_nothing(alice, phone, settings) -> None:
    settings.PUSH_SERVICES = ["fcm.googleapis.com"]
    tell(alice)

    relay()

    assert phone.service.received == []


@pytest.mark.parametrize(
    "keys",
    [
        {},
        {"p256dh": "AAAA", "auth": "BTBZMqHH6r4Tts7J_aSIgg"},
        {"p256dh": "AAAAA", "auth": "AAAAA"},
        {"p256dh": "€", "auth": 5},
        None,
    ],
)
def test_keys_that_no_browser_makes_are_refused(alice, service, keys) -> None:
    sent = Browser(service, "phone").subscription() | {"keys": keys}

    assert client_for(alice).post(ADDRESS, sent).status_code == 400


def test_a_point_that_is_not_on_the_curve_is_refused(alice, service) -> None:
    sent = Browser(service, "phone").subscription()
    sent["keys"]["p256dh"] = "BA" + "A" * 85

    assert client_for(alice).post(ADDRESS, sent).status_code == 400


def test_subscribing_is_throttled(alice, service, settings) -> None:
    settings.PUSH_SUBSCRIPTIONS_PER_HOUR = 2
    client, sent = client_for(alice), Browser(service, "phone").subscription()

    found = [client.post(ADDRESS, sent).status_code for _ in range(3)]

    assert found == [200, 200, 429]
    assert client.get(ADDRESS).status_code == 200


# --- How many --------------------------------------------------------------------------------------------


def signed_in_anew(user, service, time_machine, *, number: int):
    """Subscribe a further session of an account, a minute later."""
    time_machine.move_to(NOW + timedelta(minutes=number))
    client = client_for(user)
    assert client.post(ADDRESS, Browser(service, f"phone-{number}").subscription()).status_code == 200
    return client


@pytest.mark.proof
def test_of_many_devices_the_last_twenty_are_notified(alice, bruno, service, settings, time_machine):
    settings.PUSH_SUBSCRIPTIONS_PER_HOUR = 10_000
    other = signed_in_anew(bruno, service, time_machine, number=0)

    devices = figure(100, 1000)
    clients = [
        signed_in_anew(alice, service, time_machine, number=number) for number in range(1, devices + 1)
    ]

    subscriptions = PushSubscription.objects.filter(device__user=alice).order_by("created_at")
    names = [one.endpoint.rpartition("/")[2] for one in subscriptions]
    assert names == [f"phone-{number}" for number in range(devices - 19, devices + 1)]
    assert [one.get(ADDRESS).json()["isOn"] for one in (clients[0], clients[-1], other)] == [
        False,
        True,
        True,
    ]


def test_a_device_that_subscribes_again_takes_no_place(alice, service, settings, time_machine) -> None:
    settings.PUSH_SUBSCRIPTIONS_PER_HOUR = 10_000
    first, *_ = [signed_in_anew(alice, service, time_machine, number=number) for number in range(20)]

    for _ in range(3):
        assert first.post(ADDRESS, Browser(service, "phone-0").subscription()).status_code == 200

    assert PushSubscription.objects.count() == 20


def test_the_oldest_makes_room_for_the_next(alice, service, settings, time_machine) -> None:
    settings.PUSH_SUBSCRIPTIONS_PER_HOUR = 10_000
    first, second, *_ = [signed_in_anew(alice, service, time_machine, number=number) for number in range(21)]

    assert [one.get(ADDRESS).json()["isOn"] for one in (first, second)] == [False, True]


def test_a_password_that_a_superuser_sets_ends_the_pushes_of_every_device(alice, phone) -> None:
    boss = client_for(make_user("boss", is_staff=True, is_superuser=True))
    body = {"password1": "quiet-alpine-river", "password2": "quiet-alpine-river", "usable_password": "true"}

    response = boss.post(f"/admin/accounts/user/{alice.pk}/password/", body, format="multipart")

    assert response.status_code == 302
    assert not PushSubscription.objects.exists()
