"""Private files in a bucket of an S3-compatible service, as they are in a folder."""

import subprocess
import sys
from datetime import timedelta
from http.client import HTTPConnection
from io import BytesIO
from pathlib import Path
from urllib.parse import parse_qs, urlsplit
from zipfile import ZipFile

import pytest
from django.core.files.storage import storages
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.db.models import Q
from django.test.utils import CaptureQueriesContext

from accounts.tasks import erase_accounts
from conftest import PASSWORD, client_for
from conftest import WEDNESDAY as NOW
from marketplace import clock
from marketplace.files import location, private
from marketplace.jobs import outbox
from marketplace.tests.bucket_server import KEY_ID, running_bucket
from marketplace.tests.plans import plan_for_many_rows
from orders.models import Handover, Message, OrderPhoto
from orders.tasks import remove_handover_photos
from orders.tests.booking import advance, book, make_receipts, pay
from orders.tests.handing_over import give
from providers.models import Application, ApplicationDocument, Provider
from providers.tests.applicants import ADDRESS, PDF, filled_in, picture, send, submitted

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("now"), pytest.mark.at(NOW)]

# Their files do not grow with the orders.
AS_FEW_AS_PROVIDERS = {ApplicationDocument, Provider}


@pytest.fixture
def bucket(settings):
    """Have private files in the bucket of a service that runs for this test."""
    with running_bucket() as bucket:
        credentials = {"access_key": KEY_ID, "secret_key": "secret"}
        stored = location.private_storage(bucket.url, folder=Path("/nowhere"), credentials=credentials)
        settings.STORAGES = settings.STORAGES | {"private": stored}
        yield bucket
        storages["private"].connection.meta.client.close()


@pytest.fixture
def at_the_door(now, alice, slot):
    """Return alice's paid order, which bruno is picking up."""
    order = book(alice, slot)
    pay(order)
    return advance(order, to="pickup")


def upload(user, address):
    return client_for(user).post(address, {"file": as_file()}, format="multipart")


def as_file():
    return SimpleUploadedFile("photo.jpg", picture())


def test_a_document_is_seen_by_its_owner_and_by_operators_and_by_nobody_else(bucket, chiara, alice, dora):
    client = client_for(chiara)
    submitted(client)
    address = f"{ADDRESS}/documents/{client.get(ADDRESS).json()['documents']['idDocument']['id']}"

    responses = [client_for(user).get(address) for user in (chiara, dora)]

    assert [(response.status_code, response.content) for response in responses] == [(200, PDF)] * 2
    assert all("sandbox" in response["Content-Security-Policy"] for response in responses)
    assert client_for(alice).get(address).status_code == 404
    assert client_for().get(address).status_code == 401
    assert {name.rpartition("/")[0] for name in bucket.objects} == {"kept/applications"}


def test_an_object_is_private_and_has_no_address(bucket, chiara):
    filled_in(client_for(chiara))
    name, stored = next(iter(bucket.objects.items()))
    (service,) = parse_qs(urlsplit(bucket.url).query)["endpoint_url"]

    connection = HTTPConnection(urlsplit(service).netloc)
    connection.request("GET", f"/files/{name}")

    assert connection.getresponse().status == 403
    connection.close()
    # Private is what an object is without an access list, which not every service knows.
    assert not [header for header in stored.headers if header.lower().startswith("x-amz-acl")]
    with pytest.raises(ValueError, match="private"):
        storages["private"].url(name)


def test_a_file_that_took_long_to_arrive_is_stored(bucket, at_the_door, alice, settings) -> None:
    settings.REQUEST_WAITS_SECONDS = 0.0

    response = upload(alice, f"/api/orders/{at_the_door.pk}/messages/photos")

    assert (response.status_code, len(bucket.objects)) == (201, 1)


def test_what_is_replaced_or_removed_is_gone(bucket, chiara, django_capture_on_commit_callbacks):
    client = client_for(chiara)
    send(client)
    (first,) = bucket.objects

    with django_capture_on_commit_callbacks(execute=True):
        send(client, content=picture(), name="id.jpg")
    (second,) = bucket.objects
    assert second != first

    with django_capture_on_commit_callbacks(execute=True):
        client.delete(f"{ADDRESS}/documents/idDocument")
    assert not bucket.objects


def test_of_what_is_refused_no_file_stays(bucket, chiara):
    client = client_for(chiara)
    submitted(client)
    before = set(bucket.objects)

    assert send(client).status_code == 409
    assert set(bucket.objects) == before


def test_a_photo_goes_when_its_time_has_come(
    bucket, at_the_door, alice, bruno, time_machine, django_capture_on_commit_callbacks
):
    order = at_the_door
    assert give(bruno, order, bags=2, photo=picture()).status_code == 200
    photo = client_for(alice).get(f"/api/orders/{order.pk}/proofs/pickup/photo")
    assert (photo.status_code, photo["Content-Type"]) == (200, "image/jpeg")
    advance(order, to="completed")

    time_machine.move_to(NOW + timedelta(days=91))
    with django_capture_on_commit_callbacks(execute=True):
        assert remove_handover_photos() == 1

    assert not bucket.objects
    assert client_for(alice).get(f"/api/orders/{order.pk}/proofs/pickup/photo").status_code == 404


def test_strays_are_swept_a_day_later_and_what_is_named_stays(bucket, chiara, time_machine):
    send(client_for(chiara))
    stray = private.store(b"x", folder="applications", suffix=".pdf")

    assert private.sweep(now=clock.now()) == 0
    assert private.sweep(now=NOW + timedelta(days=1, seconds=1)) == 1

    assert list(bucket.objects) == [f"kept/{ApplicationDocument.objects.get().file}"]
    assert f"kept/{stray}" not in bucket.objects


def test_a_sweep_holds_no_more_names_than_it_asks_for_at_once(bucket, monkeypatch):
    monkeypatch.setattr(private, "_BATCH", 2)
    bucket.most_listed = 2
    for _ in range(3):
        private.store(b"x", folder="books", suffix=".pdf")
    bucket.requests.clear()

    assert private.sweep(now=clock.now() + timedelta(days=2)) == 3

    assert bucket.objects == {}
    calls = [request.split()[0] for request in bucket.requests if not request.startswith("HEAD")]
    assert "".join("L" if call == "GET" else "D" for call in calls).strip("L") == "DDLD"


def test_the_rows_that_name_a_folders_files_are_found_through_an_index() -> None:
    for model, column, _before in private._owners.values():
        if model in AS_FEW_AS_PROVIDERS:
            continue
        indexes = [index for index in model._meta.indexes if index.fields[:1] == [column]]
        # What the query of the sweep says, so that a partial index serves it.
        assert any(index.condition in {None, ~Q((column, ""))} for index in indexes), model.__name__


@pytest.mark.only_postgres
def test_the_sweep_reads_no_table_as_a_whole() -> None:
    names = {folder: private.store(b"x", folder=folder, suffix=".jpg") for folder in private._owners}
    plan_for_many_rows("seqscan")
    with CaptureQueriesContext(connection) as captured:
        assert private.sweep(now=NOW) == 0
    read = [one["sql"] for one in captured if " IN (" in one["sql"]]
    assert len(read) == len(names)

    for statement in read:
        if any(f'FROM "{model._meta.db_table}"' in statement for model in AS_FEW_AS_PROVIDERS):
            continue
        with connection.cursor() as cursor:
            cursor.execute(f"EXPLAIN {statement}")
            plan = "\n".join(line for (line,) in cursor.fetchall())
        assert "_by_file" in plan, plan
        assert "Index Cond" in plan, plan


def test_an_applicant_who_is_erased_leaves_no_file(
    bucket, chiara, time_machine, django_capture_on_commit_callbacks
):
    filled_in(client_for(chiara))
    assert client_for(chiara).post("/api/privacy/deletion", {"password": PASSWORD}).status_code == 201
    assert bucket.objects

    time_machine.move_to(NOW + timedelta(days=30))
    with django_capture_on_commit_callbacks(execute=True):
        assert erase_accounts() == 1

    assert not bucket.objects


def test_a_copy_of_all_data_is_written_and_read_with_the_files_in_it(bucket, chiara):
    filled_in(client_for(chiara))
    asked = client_for(chiara).post("/api/privacy/export", {"kind": "full"}).json()
    outbox.relay(now=NOW)

    response = client_for(chiara).get(f"/api/privacy/export/{asked['id']}/download")

    archive = ZipFile(BytesIO(b"".join(response.streaming_content)))
    assert [archive.read(name) for name in archive.namelist() if name.endswith(".pdf")] == [PDF, PDF]


@pytest.mark.parametrize("status", [403, 503])
def test_without_an_answer_nothing_is_half_saved(bucket, chiara, caplog, status):
    client = client_for(chiara)
    send(client)
    document = client.get(ADDRESS).json()["documents"]["idDocument"]
    bucket.fails_with = status

    responses = [send(client, content=picture()), client.get(f"{ADDRESS}/documents/{document['id']}")]

    for response in responses:
        assert (response.status_code, response.json()["code"]) == (503, "store_unavailable")
        assert response["Retry-After"] == "60"
    assert client.get(ADDRESS).json()["documents"]["idDocument"] == document
    assert Application.objects.get().uploads == 1
    assert len(bucket.objects) == 1
    assert "The store of private files failed." in caplog.text


def test_every_kind_of_photo_says_that_the_store_is_away(bucket, at_the_door, alice, bruno, caplog):
    order = at_the_door
    bucket.fails_with = 403

    responses = [
        give(bruno, order, photo=picture()),
        upload(alice, f"/api/orders/{order.pk}/messages/photos"),
        upload(alice, f"/api/orders/{order.pk}/photos"),
        client_for(bruno).put("/api/provider/photo", {"file": as_file()}, format="multipart"),
        client_for(alice).put("/api/profile/photo", {"file": as_file()}, format="multipart"),
    ]

    assert [(one.status_code, one.json()["code"]) for one in responses] == [(503, "store_unavailable")] * 5
    assert not Handover.objects.exists()
    assert not Message.objects.exists()
    assert not OrderPhoto.objects.exists()


def test_a_removal_that_the_store_does_not_answer_is_made_up_for(
    bucket, chiara, django_capture_on_commit_callbacks
):
    client = client_for(chiara)
    send(client)
    bucket.fails_with = 403

    with django_capture_on_commit_callbacks(execute=True):
        assert client.delete(f"{ADDRESS}/documents/idDocument").status_code == 204
    bucket.fails_with = None

    assert len(bucket.objects) == 1
    assert private.sweep(now=NOW + timedelta(days=2)) == 1
    assert not bucket.objects


@pytest.mark.parametrize("status", [403, 503])
def test_what_needs_the_store_waits_for_it_however_long_it_is_away(
    bucket, alice, slot, time_machine, status, caplog
):
    order = book(alice, slot)
    pay(order)
    client_for(alice).post("/api/privacy/export", {"kind": "full"})
    bucket.fails_with = status
    # The pauses after failures, of which there may be five.
    for minute in (0, 1, 2, 5, 20, 40):
        time_machine.move_to(NOW + timedelta(minutes=minute))
        make_receipts()
        outbox.relay(now=clock.now(), queue=outbox.Queue.EXPORTS)
    bucket.fails_with = None

    time_machine.move_to(NOW + timedelta(minutes=60))
    make_receipts()
    outbox.relay(now=clock.now(), queue=outbox.Queue.EXPORTS)

    assert client_for(alice).get(f"/api/orders/{order.pk}/receipt.pdf").status_code == 200
    (export,) = client_for(alice).get("/api/privacy/export").json()
    copy = client_for(alice).get(f"/api/privacy/export/{export['id']}/download")
    assert ZipFile(BytesIO(b"".join(copy.streaming_content))).testzip() is None


def test_a_run_asks_a_store_once_that_is_away(bucket, alice, chiara, slot, caplog):
    for customer in (alice, chiara):
        pay(book(customer, slot))
    bucket.fails_with = 403

    make_receipts()

    assert len([request for request in bucket.requests if request.startswith("PUT")]) == 1


def test_a_folder_that_cannot_be_written_says_so_too(chiara, settings, tmp_path, caplog):
    (tmp_path / "applications").write_text("a file where the folder should be")
    options = settings.STORAGES["private"]["OPTIONS"] | {"location": tmp_path}
    settings.STORAGES = settings.STORAGES | {"private": settings.STORAGES["private"] | {"OPTIONS": options}}

    response = send(client_for(chiara))

    assert (response.status_code, response.json()["code"]) == (503, "store_unavailable")
    assert not ApplicationDocument.objects.exists()


def test_a_folder_needs_no_client_of_such_a_service():
    code = "import django, sys; django.setup(); from marketplace import urls; print('boto3' in sys.modules)"
    env = {"DJANGO_SETTINGS_MODULE": "marketplace.settings", "TESTING": "1"}

    started = subprocess.run(  # noqa: S603 - our own interpreter
        [sys.executable, "-c", code], env=env, capture_output=True, text=True, check=True, timeout=60
    )

    assert started.stdout.strip() == "False"
