"""The photo of an account: for itself and its providers, in its copy, and gone with it."""

from datetime import timedelta
from io import BytesIO
from pathlib import Path
from zipfile import ZipFile

import pytest
from django.conf import settings
from django.core.files.uploadedfile import SimpleUploadedFile
from PIL import Image
from PIL.ExifTags import IFD, Base
from rest_framework.test import APIClient

from accounts import personal_export, photos
from conftest import NOW, client_for
from marketplace import personal_data
from marketplace.files import private
from providers.tests.applicants import picture
from providers.tests.portraits import NO_PORTRAITS

ADDRESS = "/api/profile/photo"
pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("now")]


def stored() -> list[Path]:
    folder = Path(settings.MEDIA_ROOT) / "private" / photos.FOLDER
    return list(folder.glob("*"))


def put(user, content=None, **headers):
    file = SimpleUploadedFile("me.jpg", picture() if content is None else content)
    return client_for(user).put(ADDRESS, {"file": file}, format="multipart", headers=headers)


def shown(user):
    """Return where the session says that the photo is."""
    return client_for(user).get("/api/auth/session").json()["user"]["photoUrl"]


def test_it_is_shown_to_its_account_alone(alice, chiara) -> None:
    assert shown(alice) is None

    address = put(alice).json()["photoUrl"]

    assert shown(alice) == client_for(alice).get("/api/profile").json()["photoUrl"] == address
    seen = client_for(alice).get(address)
    assert (seen.status_code, seen["Content-Type"]) == (200, "image/jpeg")
    assert (seen["Cache-Control"], seen["X-Content-Type-Options"]) == ("private, no-store", "nosniff")
    assert [client_for(one).get(address).status_code for one in (None, chiara)] == [401, 404]
    [file] = stored()
    assert client_for().get(f"/photos/{file.name}").status_code == 404


def test_it_is_square_small_and_says_nothing_of_where_it_was_taken(alice) -> None:
    exif = Image.Exif()
    exif[Base.Make] = "Camera of Alice"
    exif.get_ifd(IFD.GPSInfo)[1] = "N"
    address = put(alice, picture(size=(1600, 800), exif=exif)).json()["photoUrl"]

    with Image.open(BytesIO(client_for(alice).get(address).content)) as seen:
        assert (seen.size, seen.format, dict(seen.getexif())) == ((512, 512), "JPEG", {})


@pytest.mark.parametrize(("content", "code"), NO_PORTRAITS)
def test_what_is_no_picture_is_refused_and_the_former_one_stays(alice, content, code) -> None:
    address = put(alice).json()["photoUrl"]

    response = put(alice, content)

    assert (response.status_code, response.json()["code"]) == (400, code)
    assert list(response.json()["fields"]) == ["file"]
    assert (shown(alice), len(stored())) == (address, 1)


def test_another_one_replaces_it_and_no_file_stays(alice, django_capture_on_commit_callbacks) -> None:
    with django_capture_on_commit_callbacks(execute=True):
        first = put(alice).json()["photoUrl"]
    with django_capture_on_commit_callbacks(execute=True):
        second = put(alice, picture("PNG")).json()["photoUrl"]
    assert (first != second, len(stored())) == (True, 1)

    with django_capture_on_commit_callbacks(execute=True):
        removed = client_for(alice).delete(ADDRESS)

    assert (removed.status_code, removed.json()["photoUrl"], shown(alice)) == (200, None, None)
    assert client_for(alice).delete(ADDRESS).status_code == 200
    assert client_for(alice).get(second).status_code == 404
    assert stored() == []


def test_a_photo_that_is_sent_again_is_kept_once(alice) -> None:
    first, again = (put(alice, **{"Idempotency-Key": "5e0f"}) for _ in range(2))

    assert (again.status_code, again.json()) == (200, first.json())
    assert len(stored()) == 1


def test_another_site_cannot_send_one(alice) -> None:
    browser = APIClient(enforce_csrf_checks=True)
    browser.force_login(alice)

    response = browser.put(ADDRESS, {"file": SimpleUploadedFile("me.jpg", picture())}, format="multipart")

    assert (response.status_code, response.json()["code"]) == (403, "csrf_failed")


def test_a_file_that_no_account_names_is_swept(alice) -> None:
    put(alice)
    private.store(b"x", folder=photos.FOLDER, suffix=".jpg")

    private.sweep(now=NOW + timedelta(days=10_000))

    assert len(stored()) == 1
    assert client_for(alice).get(ADDRESS).status_code == 200


def test_it_is_in_the_copy_of_the_data(alice) -> None:
    put(alice)

    personal_export.write(target := BytesIO(), account=alice, kind="full", now=NOW)

    [file] = stored()
    assert ZipFile(target).read("files/your_photo_1.jpg") == file.read_bytes()


def test_it_is_erased_with_its_account(alice, django_capture_on_commit_callbacks) -> None:
    put(alice)

    with django_capture_on_commit_callbacks(execute=True):
        personal_data.erase(user_id=alice.pk, now=NOW)

    assert stored() == []
