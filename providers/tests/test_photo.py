"""A provider's photo: re-encoded, public, replaced and removed."""

import os
from datetime import timedelta
from io import BytesIO
from pathlib import Path

import pytest
from django.conf import settings
from django.core.files.uploadedfile import SimpleUploadedFile
from PIL import Image
from PIL.ExifTags import IFD, Base
from rest_framework.test import APIClient

from conftest import NOW, client_for
from marketplace import clock
from marketplace.files import private
from providers import profile
from providers.models import Provider
from providers.tests.applicants import picture
from providers.tests.portraits import NO_PORTRAITS

ADDRESS = "/api/provider/photo"
pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("now")]


def folder() -> Path:
    return Path(settings.MEDIA_ROOT) / "private" / profile.PHOTOS


def put(user, content=None, name="me.jpg", **headers):
    file = SimpleUploadedFile(name, picture() if content is None else content)
    return client_for(user).put(ADDRESS, {"file": file}, format="multipart", headers=headers)


def seen(address: str) -> Image.Image:
    return Image.open(BytesIO(client_for().get(address).content))


def test_everybody_sees_it_and_may_keep_it_for_a_year(
    bruno, salon, slot, django_capture_on_commit_callbacks
) -> None:
    assert client_for().get("/api/providers").json()[0]["user"]["profileImageUrl"] is None

    address = put(bruno).json()["photoUrl"]

    assert client_for().get("/api/providers").json()[0]["user"]["profileImageUrl"] == address
    shown = client_for().get(address)
    assert (shown.status_code, shown["Content-Type"]) == (200, "image/jpeg")
    assert shown["Cache-Control"] == "public, max-age=31536000, immutable"
    assert shown["X-Content-Type-Options"] == "nosniff"
    assert shown["Cross-Origin-Resource-Policy"] == "same-origin"
    assert "Set-Cookie" not in shown.headers
    assert "Vary" not in shown.headers
    assert client_for().head(address).status_code == 200
    assert client_for().post(address).status_code == 405


def test_it_is_square_small_and_says_nothing_of_where_it_was_taken(bruno, salon) -> None:
    exif = Image.Exif()
    exif[Base.Make] = "Camera of Bruno"
    exif[Base.Orientation] = 6
    exif.get_ifd(IFD.GPSInfo)[1] = "N"

    with seen(put(bruno, picture(size=(1600, 800), exif=exif)).json()["photoUrl"]) as shown:
        assert (shown.size, shown.format, dict(shown.getexif())) == ((512, 512), "JPEG", {})


@pytest.mark.parametrize("kind", ["JPEG", "PNG"])
def test_damaged_metadata_does_not_damage_the_picture(bruno, salon, kind) -> None:
    content = picture(kind, exif=b"Exif\0\0II*\0", dpi=(72, 72))

    assert put(bruno, content).status_code == 200


def test_a_square_keeps_the_middle_and_rather_the_upper_part(bruno, salon) -> None:
    tall = Image.new("RGB", (100, 200), "black")
    tall.paste("red", (0, 40, 100, 140))
    out = BytesIO()
    tall.save(out, "PNG")

    with seen(put(bruno, out.getvalue(), "me.png").json()["photoUrl"]) as shown:
        assert shown.size == (100, 100)
        assert all(shown.getpixel(corner)[0] > 200 for corner in [(5, 5), (94, 94)])


def test_what_is_transparent_turns_white(bruno, salon) -> None:
    out = BytesIO()
    Image.new("RGBA", (40, 40), (0, 0, 0, 0)).save(out, "PNG")

    with seen(put(bruno, out.getvalue(), "me.png").json()["photoUrl"]) as shown:
        assert (shown.format, shown.getpixel((20, 20))) == ("JPEG", (255, 255, 255))


@pytest.mark.parametrize(("content", "code"), NO_PORTRAITS)
def test_what_is_no_picture_is_refused_and_leaves_nothing(bruno, salon, content, code) -> None:
    response = put(bruno, content)

    assert (response.status_code, response.json()["code"]) == (400, code)
    assert list(response.json()["fields"]) == ["file"]
    assert "PDF" not in response.json()["message"]
    assert not folder().exists() or not list(folder().iterdir())
    assert Provider.objects.get().profile_image_url == ""


def test_a_form_without_a_file_is_refused(bruno, salon) -> None:
    response = client_for(bruno).put(ADDRESS, {"x": "y"}, format="multipart")

    assert (response.status_code, response.json()["code"]) == (400, "empty_file")


def test_only_providers_have_one(alice, bruno, salon) -> None:
    Provider.objects.update(status="rejected")

    assert [put(one).status_code for one in (None, alice, bruno)] == [401, 403, 403]
    assert client_for(bruno).delete(ADDRESS).status_code == 403
    assert not folder().exists() or not list(folder().iterdir())


def test_another_site_cannot_send_one(bruno, salon) -> None:
    browser = APIClient(enforce_csrf_checks=True)
    browser.force_login(bruno)

    response = browser.put(ADDRESS, {"file": SimpleUploadedFile("me.jpg", picture())}, format="multipart")

    assert (response.status_code, response.json()["code"]) == (403, "csrf_failed")


def test_another_one_replaces_it_and_no_file_stays(bruno, salon, django_capture_on_commit_callbacks) -> None:
    with django_capture_on_commit_callbacks(execute=True):
        first = put(bruno).json()["photoUrl"]
    with django_capture_on_commit_callbacks(execute=True):
        second = put(bruno, picture("PNG")).json()["photoUrl"]

    assert first != second
    assert [client_for().get(one).status_code for one in (first, second)] == [404, 200]
    with django_capture_on_commit_callbacks(execute=True):
        removed = client_for(bruno).delete(ADDRESS)
    assert (removed.status_code, removed.json()["photoUrl"]) == (200, None)
    assert client_for(bruno).delete(ADDRESS).status_code == 200
    assert client_for().get(second).status_code == 404
    assert not list(folder().iterdir())


def test_a_photo_that_is_sent_again_is_kept_once(bruno, salon) -> None:
    first, again = (put(bruno, **{"Idempotency-Key": "5e0f"}) for _ in range(2))

    assert (again.status_code, again.json()) == (200, first.json())
    assert len(list(folder().iterdir())) == 1


def test_a_picture_of_the_site_is_replaced_and_stays_where_it_is(
    bruno, salon, django_capture_on_commit_callbacks
) -> None:
    Provider.objects.update(profile_image_url="/static/demo/portraits/bruno.svg")

    with django_capture_on_commit_callbacks(execute=True):
        assert put(bruno).status_code == 200


def test_a_photo_does_not_come_between_other_settings(bruno, salon) -> None:
    version = client_for(bruno).get("/api/provider/settings")["ETag"]

    assert put(bruno)["ETag"] == version


def test_strays_are_swept_and_photos_that_are_shown_stay(bruno, salon) -> None:
    address = put(bruno).json()["photoUrl"]
    stray = private.store(b"x", folder=profile.PHOTOS, suffix=".jpg")
    long_ago = (NOW - timedelta(days=2)).timestamp()
    for file in folder().iterdir():
        os.utime(file, (long_ago, long_ago))

    assert private.sweep(now=clock.now()) == 1

    assert client_for().get(address).status_code == 200
    assert client_for().get(f"/{stray}").status_code == 404


@pytest.mark.parametrize("name", ["../applications/x.pdf", "x.jpg", f"{'a' * 32}.png", "A" * 32 + ".jpg"])
def test_no_other_address_leads_to_a_file(client, name) -> None:
    response = client.get(f"/photos/{name}")

    assert response.status_code == 404
