"""Helpers for tests of people's data exports: the calls, and what comes of them."""

from io import BytesIO
from zipfile import ZipFile

from accounts.models import PersonalDataExport
from conftest import WEDNESDAY as NOW
from conftest import client_for
from marketplace.jobs import outbox

ADDRESS = "/api/privacy/export"


def ask(user, kind="full"):
    return client_for(user).post(ADDRESS, {"kind": kind})


def made(user, kind="full") -> PersonalDataExport:
    response = ask(user, kind)
    assert response.status_code == 202, response.json()
    outbox.relay(now=NOW)
    return PersonalDataExport.objects.get(pk=response.json()["id"])


def downloaded(user, export) -> ZipFile:
    response = client_for(user).get(f"{ADDRESS}/{export.pk}/download")
    assert response.status_code == 200
    return ZipFile(BytesIO(b"".join(response.streaming_content)))
