"""Calls that add passkeys and sign in with them, for tests."""

from accounts.models import Notification
from accounts.tests.soft_factors import SoftPasskey
from conftest import PASSWORD, client_for

OWNER = {"password": PASSWORD}


def add(client, passkey, name="Key"):
    question = client.post("/api/profile/passkeys/question", OWNER)
    assert question.status_code == 200, question.json()
    made = passkey.make(question.json()["publicKey"])
    return client.post("/api/profile/passkeys", {"name": name, "credential": made})


def with_passkey(user, **kind) -> SoftPasskey:
    passkey = SoftPasskey(**kind)
    assert add(client_for(user), passkey).status_code == 201
    return passkey


def come(passkey, client=None):
    client = client or client_for()
    question = client.post("/api/auth/passkey/question").json()["publicKey"]
    return client, client.post("/api/auth/passkey", {"credential": passkey.sign(question)})


def security(client) -> dict:
    return client.get("/api/profile/security").json()


def refused(response) -> tuple[int, str]:
    return response.status_code, response.json()["code"]


def titles(user) -> list[str]:
    data = Notification.objects.filter(user=user, kind="second_factor")
    return sorted(data.values_list("title", flat=True))
