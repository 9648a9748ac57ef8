"""Static files: compressed when they are collected, and cached for ever if their name has a hash."""

import pytest
from django.core.management import call_command
from django.test import Client

TEXT = "body { color: teal } " * 200


@pytest.fixture
def collected(tmp_path, settings):
    """A file of the web app and one of a package, collected as a deployment does."""
    source = tmp_path / "source"
    (source / "app" / "assets").mkdir(parents=True)
    (source / "app" / "assets" / "main-CtgkPrac.css").write_text(TEXT)
    (source / "app" / "favicon.svg").write_text("<svg/>")
    (source / "base.css").write_text(TEXT)
    settings.STATICFILES_DIRS = [source]
    settings.STATICFILES_FINDERS = ["django.contrib.staticfiles.finders.FileSystemFinder"]
    settings.STATIC_ROOT = tmp_path / "static"
    settings.STORAGES = settings.STORAGES | {
        "staticfiles": {"BACKEND": "marketplace.web.static_storage.StaticStorage"}
    }
    settings.WHITENOISE_USE_FINDERS = settings.WHITENOISE_AUTOREFRESH = False
    call_command("collectstatic", interactive=False, verbosity=0)
    return settings.STATIC_ROOT


def fetch(path, encoding="br"):
    response = Client(headers={"accept-encoding": encoding}).get(f"/static/{path}")
    body = b"".join(response.streaming_content) if response.streaming else response.content
    return response, body


def test_the_web_apps_files_keep_the_names_of_their_build(collected):
    response, _ = fetch("app/assets/main-CtgkPrac.css")

    assert response.status_code == 200
    assert response["Cache-Control"] == "max-age=315360000, public, immutable"


@pytest.mark.parametrize("encoding", ["br", "gzip"])
def test_they_travel_compressed(collected, encoding):
    response, body = fetch("app/assets/main-CtgkPrac.css", encoding)

    assert response["Content-Encoding"] == encoding
    assert len(body) < len(TEXT) / 10
    assert "Accept-Encoding" in response["Vary"]


def test_other_files_are_renamed_after_their_content(collected):
    (renamed,) = (path.name for path in collected.glob("base.*.css"))

    response, _ = fetch(renamed)

    assert response["Cache-Control"] == "max-age=315360000, public, immutable"
    assert fetch("base.css")[0].status_code == 404


def test_a_name_that_stays_is_asked_for_again(collected):
    response, _ = fetch("app/favicon.svg")

    assert response["Cache-Control"] == "max-age=3600, public"


def test_files_carry_the_security_headers_too(collected):
    response, _ = fetch("app/favicon.svg")

    assert response["Content-Security-Policy"].startswith("default-src 'none'")
    assert response["X-Content-Type-Options"] == "nosniff"
    assert response["Cross-Origin-Resource-Policy"] == "same-origin"
    assert "Access-Control-Allow-Origin" not in response


def test_what_is_collected_can_be_read_by_the_user_that_serves_it(settings) -> None:
    # A container's build collects as one user and serves as another.
    assert settings.FILE_UPLOAD_PERMISSIONS & 0o044 == 0o044
