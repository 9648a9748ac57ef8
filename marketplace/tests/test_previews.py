"""The pictures of link previews: named by the pages, drawn once, and only of who has a page."""

import re
from datetime import timedelta
from decimal import Decimal
from io import BytesIO

import pytest
from django.core.files.storage import storages
from django.test import Client
from PIL import Image

from accounts.models import User
from accounts.tasks import erase_accounts
from conftest import NOW, PASSWORD, client_for, make_provider
from marketplace import clock
from marketplace.files import private, remade
from marketplace.tests.deciding import SOON, decided
from marketplace.tests.test_pages import build  # noqa: F401 - a fixture
from orders.documents import drawing
from providers.models import Provider

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("build")]

LONGEST = {"first_name": "W" * 80, "last_name": "Wyss"}
SCRIPTS = {
    "Arabic": "محمد عبد الرحمن",
    "Chinese": "洗衣店的張三",
    "Devanagari": "प्रिया नायर",
    "Emoji": "👩🏽‍🦰🧺🇨🇭",
    "Georgian": "ნინო",
    "Hebrew": "דוד",
    "Korean": "김민준",
    "Thai": "สมชาย",
    "one that no font has": "𐤀𐤁𐤂",
}


def named_by(path: str, **headers: str) -> str:
    """Return the path of the picture that a page names."""
    text = Client().get(path, headers=headers).text
    found = re.search(r'<meta property="og:image" content="http://localhost:8000([^"]+)">', text)
    assert found is not None
    return found[1]


def picture_at(address: str) -> Image.Image:
    response = Client().get(address)
    assert (response.status_code, response["Content-Type"]) == (200, "image/png")
    picture = Image.open(BytesIO(response.content))
    assert (picture.format, picture.size) == ("PNG", (1200, 630))
    return picture.convert("RGB")


def path_of(provider: Provider) -> str:
    return f"/providers/{provider.pk}"


def test_home_services_and_each_provider_have_a_picture_of_their_own(salon):
    addresses = [named_by(path) for path in ("/", "/services", path_of(salon))]

    pictures = [picture_at(address).tobytes() for address in addresses]

    assert len(set(addresses)) == len(set(pictures)) == 3


def test_the_page_says_how_large_it_is_and_what_it_shows(salon):
    text = Client().get(path_of(salon)).text

    assert '<meta property="og:image:width" content="1200">' in text
    assert '<meta property="og:image:height" content="630">' in text
    assert '<meta property="og:image:alt" content="Bruno M. washes and irons for neighbors in Zurich' in text
    assert '<meta name="twitter:card" content="summary_large_image">' in text


def test_other_pages_have_the_general_picture():
    assert named_by("/help") == "/static/app/preview.png"


def test_it_is_in_the_language_of_the_page(salon):
    english, german = named_by(path_of(salon)), named_by(f"{path_of(salon)}?lang=de")

    assert english.startswith("/previews/en/")
    assert german.startswith("/previews/de/")
    assert picture_at(english).tobytes() != picture_at(german).tobytes()
    # A crawler that asks for the picture need not speak the language.
    assert Client().get(german, headers={"Accept-Language": "en"}).status_code == 200
    assert Client().get(german.replace("/de/", "/xx/")).status_code == 404


def test_it_is_drawn_once_and_can_be_kept_for_ever(salon, monkeypatch):
    address = named_by(path_of(salon))
    first = Client().get(address)
    monkeypatch.setattr(drawing, "picture", None)

    again = Client().get(address)

    assert again.content == first.content
    assert again["Cache-Control"] == "public, max-age=31536000, immutable"
    assert "Vary" not in again
    assert "Set-Cookie" not in again


def test_a_kept_picture_asks_the_database_for_the_provider_alone(salon, django_assert_num_queries):
    address = named_by(path_of(salon))
    picture_at(address)

    with django_assert_num_queries(1):
        picture_at(address)


def test_a_picture_that_is_a_week_old_is_removed_and_drawn_again(salon):
    address = named_by(path_of(salon))
    picture_at(address)

    assert remade.sweep(now=clock.now() + timedelta(days=36_500)) >= 1

    assert storages["private"].listdir(remade.FOLDER)[1] == []
    picture_at(address)


def test_while_another_is_drawn_nobody_waits(salon):
    # On no picture that another test has kept.
    Provider.objects.filter(pk=salon.pk).update(business_name="The one that is asked for meanwhile")
    address = named_by(path_of(salon))

    with drawing._drawing:
        response = Client().get(address)

    assert (response.status_code, response["Cache-Control"]) == (302, "no-store")
    assert response["Location"] == "http://localhost:8000/static/app/preview.png"
    picture_at(address)


def test_while_the_store_is_away_it_is_the_general_picture(salon, monkeypatch):
    def away(*_args):
        raise OSError("away")

    address = named_by(path_of(salon))
    monkeypatch.setattr(storages["private"], "open", away)

    response = Client().get(address)

    assert (response.status_code, response["Location"].endswith("/preview.png")) == (302, True)


@pytest.mark.parametrize(
    "change", [{"business_name": "New"}, {"specialties": ["Silk"]}, {"rating_sum": 9, "review_count": 2}]
)
def test_what_changes_on_it_changes_its_address(salon, change):
    before = named_by(path_of(salon))
    Provider.objects.filter(pk=salon.pk).update(**change)

    after = named_by(path_of(salon))

    assert after != before
    # Whoever still has the former address finds the present picture.
    assert Client().get(before)["Location"] == after
    picture_at(after)


def test_another_price_is_another_picture_of_services_and_home(dora, time_machine):
    before = [named_by(path) for path in ("/", "/services")]
    decided(dora, price_standard=Decimal("26.00"), price_ironing=Decimal("8.00"))
    time_machine.move_to(NOW + SOON)

    after = [named_by(path) for path in ("/", "/services")]

    assert not set(before) & set(after)
    for address in after:
        picture_at(address)


def test_the_preview_shows_the_provider_s_photo(salon, bruno):
    drawn = named_by(path_of(salon))
    plain = picture_at(drawn)
    photo = BytesIO()
    Image.new("RGB", (300, 300), (200, 0, 0)).save(photo, "JPEG")
    name = private.store(photo.getvalue(), folder="photos", suffix=".jpg")
    Provider.objects.filter(pk=salon.pk).update(profile_image_url=f"/{name}")

    shown = picture_at(named_by(path_of(salon)))

    red, green, _blue = shown.getpixel((232, 256))
    assert (red > 180, green < 20) == (True, True)
    assert plain.getpixel((232, 150)) != shown.getpixel((232, 150))


def test_a_photo_that_is_gone_leaves_the_initials(salon):
    Provider.objects.filter(pk=salon.pk).update(profile_image_url=f"/photos/{'0' * 32}.jpg")

    picture_at(named_by(path_of(salon)))


@pytest.mark.parametrize("status", ["draft", "submitted", "rejected"])
def test_who_has_no_page_has_no_picture(salon, status):
    address = named_by(path_of(salon))
    picture_at(address)
    Provider.objects.filter(pk=salon.pk).update(status=status)

    assert Client().get(address).status_code == 404


def test_a_closed_account_has_no_picture(salon):
    address = named_by(path_of(salon))
    picture_at(address)
    User.objects.filter(pk=salon.user_id).update(is_active=False)

    response = Client().get(address)

    assert (response.status_code, response["Content-Type"]) == (404, "text/plain; charset=utf-8")


def stored_of(provider: Provider) -> list[str]:
    return [name for name in storages["private"].listdir(remade.FOLDER)[1] if str(provider.pk) in name]


@pytest.fixture
def erased_later(now, time_machine, django_capture_on_commit_callbacks):
    """Return a function that has an account ask for its deletion, and carries it out 30 days later."""

    def erased(user: User) -> int:
        asked = client_for(user).post("/api/privacy/deletion", {"password": PASSWORD})
        assert asked.status_code == 201
        time_machine.move_to(now + timedelta(days=30))
        with django_capture_on_commit_callbacks(execute=True):
            return erase_accounts()

    return erased


def test_of_a_deleted_account_no_picture_is_kept(salon, bruno, chiara, erased_later):
    other = make_provider(chiara)
    addresses = [named_by(f"{path_of(salon)}?lang={code}") for code in ("en", "de")]
    for address in (*addresses, named_by(path_of(other))):
        picture_at(address)
    assert [len(stored_of(provider)) for provider in (salon, other)] == [2, 1]

    assert erased_later(bruno) == 1

    assert [len(stored_of(provider)) for provider in (salon, other)] == [0, 1]
    assert [Client().get(address).status_code for address in addresses] == [404, 404]


def test_of_a_photo_that_is_taken_away_no_picture_is_kept(salon, bruno, django_capture_on_commit_callbacks):
    picture_at(named_by(path_of(salon)))

    with django_capture_on_commit_callbacks(execute=True):
        assert client_for(bruno).delete("/api/provider/photo").status_code == 200

    assert stored_of(salon) == []


def test_an_account_is_deleted_while_the_store_is_away_too(salon, bruno, erased_later, monkeypatch):
    def away(*_args):
        raise OSError("away")

    picture_at(named_by(path_of(salon)))
    monkeypatch.setattr(storages["private"], "names", away)

    assert erased_later(bruno) == 1


@pytest.mark.parametrize("subject", ["x", "5b6b2e9e-6f0c-4c0b-a6f5-1f8a1e0b1c11", "..%2F..%2Fadmin", "%00"])
def test_nothing_else_has_a_picture(subject):
    assert Client().get(f"/previews/en/{subject}/{'0' * 32}.png").status_code in {400, 404}


def margins_are_empty(picture: Image.Image) -> bool:
    """Return whether nothing is written within 60 pixels of the right edge, nor above the first line."""
    edges = [picture.crop((1140, 0, 1200, 380)), picture.crop((0, 0, 1200, 50))]
    return all(edge.getcolors() == [(edge.width * edge.height, picture.getpixel((0, 0)))] for edge in edges)


def test_the_longest_names_stay_within_the_picture(salon):
    User.objects.filter(pk=salon.user_id).update(**LONGEST)
    words = "Donaudampfschifffahrtsgesellschaft " * 4
    Provider.objects.filter(pk=salon.pk).update(
        business_name=words[:120], specialties=["W" * 40, "M" * 40], rating_sum=50_000, review_count=10_000
    )

    assert margins_are_empty(picture_at(named_by(path_of(salon))))


@pytest.mark.parametrize("script", SCRIPTS)
def test_every_script_is_laid_out(salon, script):
    words = SCRIPTS[script]
    User.objects.filter(pk=salon.user_id).update(first_name=words, last_name=words)
    long = f"{words} " * 12
    Provider.objects.filter(pk=salon.pk).update(business_name=long[:120].strip(), specialties=[words, "Silk"])

    assert margins_are_empty(picture_at(named_by(path_of(salon))))
