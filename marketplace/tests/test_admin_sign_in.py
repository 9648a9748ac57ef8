"""Sign-in and second factor of the admin site."""

import re
from datetime import timedelta

import pytest
from allauth.mfa.models import Authenticator
from django.contrib.admin.models import LogEntry
from django.test import Client

from accounts import factors
from accounts.tests.soft_factors import give_app, recovery_codes_of, show_factor
from conftest import PASSWORD, client_for, make_operator, make_user
from marketplace import clock


def sign_in_to_the_app(email="dora@example.org"):
    client = Client()
    client.post("/api/auth/login", {"email": email, "password": PASSWORD}, content_type="application/json")
    return client


def log_in_at_the_form(client, password=PASSWORD, email="dora@example.org", **extra):
    return client.post("/admin/login/?next=/admin/", {"username": email, "password": password}, **extra)


def code_of(secret: str) -> str:
    return factors.code_at(secret, clock.now())


@pytest.fixture
def required(settings):
    settings.SECOND_FACTOR_REQUIRED = True


def test_staff_who_signed_in_to_the_app_get_in(dora):
    assert sign_in_to_the_app().get("/admin/").status_code == 200


@pytest.mark.parametrize("path", ["r/1/2/", "r/x/y/", "nothing/", "orders/order/2/change/"])
def test_an_address_of_nothing_is_no_fault(dora, path):
    response = sign_in_to_the_app().get(f"/admin/{path}")

    assert response.status_code in {302, 404}


@pytest.mark.parametrize("who", ["alice", "bruno"])
def test_customers_and_providers_do_not_get_into_the_admin_site(request, who):
    client = client_for(request.getfixturevalue(who))

    response = client.get("/admin/")

    assert response.status_code == 302
    assert response["Location"].startswith("/admin/login/")


def test_the_form_of_the_admin_site_works_too(dora):
    client = Client()

    response = log_in_at_the_form(client)

    assert response.status_code == 302
    assert response["Location"] == "/admin/"
    assert client.get("/admin/").status_code == 200
    assert client.get("/api/auth/session").json()["user"]["isOperator"] is True


def test_the_form_lets_no_customer_in(alice):
    response = log_in_at_the_form(Client(), email="alice@example.org")

    assert response.status_code == 200
    assert "staff account" in response.text


def test_the_form_is_limited_like_the_apps(dora, now):
    client = Client()
    for _ in range(5):
        assert "Please enter the correct" in log_in_at_the_form(client, "wrong").text

    refused = log_in_at_the_form(client)

    assert refused.status_code == 200
    assert "Too many attempts" in refused.text
    response = client.post(
        "/api/auth/login", {"email": "dora@example.org", "password": PASSWORD}, "application/json"
    )
    assert response.status_code == 429


def test_a_browser_that_used_the_form_is_known(dora, now):
    client = Client()
    log_in_at_the_form(client, REMOTE_ADDR="203.0.113.9")
    for number in range(20):
        log_in_at_the_form(Client(), "wrong", REMOTE_ADDR=f"198.51.100.{number}")

    assert log_in_at_the_form(client, REMOTE_ADDR="192.0.2.1").status_code == 302


@pytest.mark.parametrize("path", ["/admin/", "/admin/accounts/user/", "/admin/orders/order/"])
def test_without_the_second_factor_an_operator_is_led_to_it(dora, required, path):
    client = sign_in_to_the_app()

    first = client.get(path)
    second = client.get(first["Location"])

    assert first.status_code == second.status_code == 302
    assert second["Location"] == f"/admin/second-factor/?next={path}"


def test_the_form_by_itself_leads_to_the_dashboard(dora):
    client = Client()
    asked = client.get("/admin/login/").text
    address = re.search(r'<form action="([^"]+)"', asked)[1]

    response = client.post(address, {"username": "dora@example.org", "password": PASSWORD})

    assert (response.status_code, response["Location"]) == (302, "/admin/")


def test_an_operator_sets_up_the_second_factor_and_gets_in(dora, required):
    client = sign_in_to_the_app()
    assert "Set it up" in client.get("/admin/second-factor/").text

    shown = client.post("/admin/second-factor/", {"password": PASSWORD}).text

    assert "data:image/svg+xml;base64," in shown
    secret = re.search(r"<code[^>]*>([A-Z2-7]{32})</code>", shown)[1]
    assert not Authenticator.objects.exists()
    assert client.get("/admin/").status_code == 302

    wrong = client.post("/admin/second-factor/", {"token": "000000"})
    assert "This code is wrong" in wrong.text
    assert secret in wrong.text
    assert client.get("/admin/").status_code == 302

    done = client.post("/admin/second-factor/", {"token": code_of(secret)})

    assert re.findall(r"<li[^>]*>(\d{8})</li>", done.text) == recovery_codes_of(dora)
    entry = LogEntry.objects.get()
    assert (entry.user, entry.object_id, entry.change_message) == (
        dora,
        str(dora.pk),
        "Set up a second factor.",
    )
    assert client.get("/admin/").status_code == 200
    assert sign_in_to_the_app().get("/admin/").status_code == 302


@pytest.mark.parametrize(
    ("sent", "said"),
    [
        ({}, "This field is required."),
        ({"password": "not-my-password"}, "This is not your current password."),
        ({"token": "000000"}, "This field is required."),
    ],
)
def test_a_session_alone_sets_up_no_second_factor(dora, required, sent, said):
    client = sign_in_to_the_app()

    shown = client.post("/admin/second-factor/", sent).text

    assert said in shown
    assert "data:image/svg+xml" not in shown


def test_passwords_cannot_be_guessed_by_setting_up_the_second_factor(dora, required):
    client = client_for(dora)
    for _ in range(5):
        client.post("/admin/second-factor/", {"password": "not-my-password"}, format="multipart")

    response = client.post("/admin/second-factor/", {"password": PASSWORD}, format="multipart")

    assert "Too many attempts" in response.text
    assert "data:image/svg+xml" not in response.text


def test_an_operator_without_a_password_has_signed_in_just_before(dora, required, now, time_machine):
    dora.set_unusable_password()
    dora.save()
    client = client_for(dora)

    refused = client.post("/admin/second-factor/", {}, format="multipart").text
    assert "Please sign out and in again" in refused
    assert "data:image/svg+xml" not in refused

    session = client.session
    session["signed_in_elsewhere_at"] = now.isoformat()
    session.save()
    time_machine.move_to(now + timedelta(minutes=9))
    assert "data:image/svg+xml" in client.post("/admin/second-factor/", {}, format="multipart").text


def enter(client, code, **more):
    return client.post("/admin/second-factor/", {"token": code}, **more)


def test_the_code_opens_the_admin_site_and_the_web_app(dora, required):
    secret = give_app(dora)
    client = sign_in_to_the_app()
    before = client.cookies["sessionid"].value
    assert client.get("/api/auth/session").json()["authenticated"] is False

    response = client.post("/admin/second-factor/?next=/admin/accounts/user/", {"token": code_of(secret)})

    assert response["Location"] == "/admin/accounts/user/"
    assert client.get("/admin/").status_code == 200
    assert client.get("/api/auth/session").json()["user"]["isOperator"] is True
    assert client.cookies["sessionid"].value != before


def test_the_form_of_the_admin_site_alone_opens_nothing(dora):
    secret = give_app(dora)
    client = Client()

    response = client.post(
        "/admin/login/?next=/admin/orders/order/", {"username": dora.email, "password": PASSWORD}
    )

    assert response["Location"] == "/admin/second-factor/?next=/admin/orders/order/"
    assert "authenticator app shows" in client.get(response["Location"]).text
    assert client.get("/admin/").status_code == 302
    assert client.get("/api/auth/session").json()["authenticated"] is False
    assert client.post(response["Location"], {"token": code_of(secret)})["Location"] == "/admin/orders/order/"
    assert client.get("/admin/").status_code == 200


def test_who_has_only_taken_the_first_step_finds_no_door_open_later(dora, time_machine):
    secret, began = give_app(dora), clock.now()
    client = sign_in_to_the_app()
    time_machine.move_to(began + timedelta(minutes=11))

    response = enter(client, code_of(secret))

    assert response["Location"].startswith("/admin/login/")
    assert client.get("/admin/").status_code == 302


def test_a_code_opens_once(dora, required, now):
    code = code_of(give_app(dora))
    enter(sign_in_to_the_app(), code)

    again = enter(sign_in_to_the_app(), code)

    assert again.status_code == 200
    assert "This code is wrong or has been used" in again.text


def test_a_recovery_code_opens_once(dora, required):
    give_app(dora, codes=True)
    code = recovery_codes_of(dora)[3]

    assert enter(sign_in_to_the_app(), f" {code[:4]} {code[4:]}").status_code == 302
    assert enter(sign_in_to_the_app(), code).status_code == 200


def test_guessing_codes_is_limited(dora, required, now):
    secret = give_app(dora)
    client = sign_in_to_the_app()
    for _ in range(5):
        enter(client, "000000")

    response = enter(client, code_of(secret))

    assert response.status_code == 200
    assert "Too many attempts" in response.text
    assert client.get("/admin/").status_code == 302


def test_a_session_that_began_without_the_factor_is_asked_for_it(dora):
    before = sign_in_to_the_app()
    assert before.get("/admin/").status_code == 200
    secret = give_app(dora)

    assert before.get("/admin/").status_code == 302
    assert before.get("/api/auth/session").json()["user"]["isOperator"] is False
    enter(before, code_of(secret))
    assert before.get("/admin/").status_code == 200


def test_a_factor_that_is_removed_opens_nothing_any_more(dora, required):
    secret = give_app(dora)
    client = sign_in_to_the_app()
    enter(client, code_of(secret))
    assert client.get("/admin/").status_code == 200

    factors.remove_app(user=dora)

    assert client.get("/admin/").status_code == 302
    assert "Set it up" in client.get("/admin/second-factor/").text


def test_whoever_has_a_passkey_alone_is_led_to_it(dora, required):
    Authenticator.objects.create(user=dora, type="webauthn", data={"name": "Key"})
    client = sign_in_to_the_app()

    asked = client.get("/admin/second-factor/?next=/admin/orders/order/").text

    assert 'href="/login/second-step?next=%2Fadmin%2Forders%2Forder%2F"' in asked
    assert "Set it up" not in asked
    assert 'name="token"' not in asked
    client.post("/admin/second-factor/", {"password": PASSWORD})
    assert not Authenticator.objects.filter(type="totp").exists()
    show_factor(client, dora)
    assert client.get("/admin/").status_code == 200


def test_a_demonstration_offers_it_and_then_insists(dora):
    client = sign_in_to_the_app()
    assert client.get("/admin/").status_code == 200
    assert "/admin/second-factor/" in client.get("/admin/").text

    give_app(dora)

    assert client.get("/admin/").status_code == 302


def test_nobody_else_reaches_the_second_factor(alice):
    assert client_for(alice).get("/admin/second-factor/").status_code == 302
    assert Client().post("/admin/second-factor/").status_code == 302
    assert not Authenticator.objects.exists()


@pytest.mark.parametrize("way_back", ["https://evil.example/", "//evil.example", "/\\evil.example"])
def test_the_code_leads_nowhere_else(dora, required, way_back):
    secret = give_app(dora)

    response = sign_in_to_the_app().post(f"/admin/second-factor/?next={way_back}", {"token": code_of(secret)})

    assert response["Location"] == "/admin/"


@pytest.mark.parametrize(
    ("group", "sees", "sees_not"),
    [
        (
            "support",
            ["accounts/user", "providers/review"],
            ["marketplace/outboxmessage", "orders/savedcard"],
        ),
        ("operations", ["accounts/user", "providers/provider", "marketplace/outboxmessage"], ["auth/group"]),
        (
            "finance",
            ["accounts/user", "orders/savedcard"],
            ["marketplace/outboxmessage", "scheduling/timeslot"],
        ),
    ],
)
def test_each_kind_of_operator_sees_their_own_part(db, group, sees, sees_not):
    client = client_for(make_operator("emil", group))

    for path in sees:
        assert client.get(f"/admin/{path}/").status_code == 200, path
    for path in sees_not:
        assert client.get(f"/admin/{path}/").status_code == 403, path


def account_form(user, **changes):
    return {
        "email": user.email,
        "first_name": user.first_name,
        "last_name": user.last_name,
        "phone": user.phone,
        "is_active": "on",
        "addresses-TOTAL_FORMS": 0,
        "addresses-INITIAL_FORMS": 0,
    } | changes


def test_support_corrects_a_name_but_gives_nobody_rights(alice):
    client = client_for(make_operator("emil", "support"))
    form = account_form(alice, first_name="Alicia", is_staff="on", is_superuser="on")

    response = client.post(f"/admin/accounts/user/{alice.pk}/change/", form, format="multipart")

    assert response.status_code == 302
    alice.refresh_from_db()
    assert alice.first_name == "Alicia"
    assert not alice.is_staff
    assert not alice.is_superuser


def test_support_touches_no_operator(dora):
    emil = make_operator("emil", "support")
    client = client_for(emil)

    for user in (dora, emil):
        response = client.post(
            f"/admin/accounts/user/{user.pk}/change/", account_form(user), format="multipart"
        )
        assert response.status_code == 403
        assert client.get(f"/admin/accounts/user/{user.pk}/password/").status_code == 403


def test_nobody_deletes_an_account(alice, dora):
    assert client_for(dora).post(f"/admin/accounts/user/{alice.pk}/delete/").status_code == 403


def test_a_lost_phone_is_forgotten_by_a_superuser_alone(dora, alice):
    emil = make_operator("emil", "support")
    give_app(dora)
    reset = {"action": "reset_second_factor", "_selected_action": [str(dora.pk)]}
    reset |= {"confirmed": "yes", "note": "Her phone is lost"}

    client_for(emil).post("/admin/accounts/user/", reset, format="multipart")
    assert Authenticator.objects.count() == 1

    boss = make_user("berta", is_staff=True, is_superuser=True)
    client_for(boss).post("/admin/accounts/user/", reset, format="multipart")
    assert Authenticator.objects.count() == 0


def test_accounts_are_found_by_name_and_address(dora, alice, bruno):
    text = client_for(dora).get("/admin/accounts/user/?q=alice").text

    assert "alice@example.org" in text
    assert "bruno@example.org" not in text


def test_the_list_of_accounts_asks_the_database_as_often_for_a_hundred(dora, django_assert_max_num_queries):
    for number in range(100):
        make_user(f"user{number}", date_joined=clock.now() - timedelta(minutes=number))
    client = client_for(dora)

    with django_assert_max_num_queries(15):
        assert client.get("/admin/accounts/user/").status_code == 200


def test_the_pages_of_the_admin_site_have_their_own_policy(dora):
    policy = client_for(dora).get("/admin/")["Content-Security-Policy"]

    assert "script-src 'self' 'unsafe-eval';" in policy
    assert "style-src 'self' 'unsafe-inline';" in policy
    assert "default-src 'none'" in policy
    assert "frame-ancestors 'none'" in policy
