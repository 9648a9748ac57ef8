"""Proof of handover: bags and photo by the provider, who sees them, and how long they are stored."""

from datetime import timedelta
from io import BytesIO

import pytest
from django.contrib.admin.models import LogEntry
from django.core.files.storage import storages
from django.urls import reverse
from PIL import Image

from conftest import WEDNESDAY as NOW
from conftest import client_for
from marketplace.events.models import LiveEvent
from orders.models import Handover
from orders.tasks import remove_handover_photos
from orders.tests.booking import advance
from orders.tests.handing_over import give, seen, step
from providers.tests.applicants import picture

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("now"), pytest.mark.at(NOW)]


def files() -> set[str]:
    storage = storages["private"]
    return set(storage.listdir("handovers")[1]) if storage.exists("handovers") else set()


# --- Bags and photo ------------------------------------------------------------------------------------


def test_bags_and_photo_are_seen_by_both_sides_and_nobody_else(at_the_door, alice, bruno, chiara) -> None:
    assert give(bruno, at_the_door, bags=3, photo=picture()).status_code == 200

    shown = seen(alice, at_the_door)
    assert (shown["bags"], shown["takenAt"]) == (3, "2026-11-18T08:30:00Z")
    photo = client_for(alice).get(shown["photoUrl"])
    assert (photo.status_code, photo["Content-Type"]) == (200, "image/jpeg")
    assert "sandbox" in photo["Content-Security-Policy"]
    assert client_for(chiara).get(shown["photoUrl"]).status_code == 404
    assert client_for().get(shown["photoUrl"]).status_code == 401


def test_a_photo_tells_no_place(at_the_door, alice, bruno) -> None:
    exif = Image.Exif()
    exif[0x8825] = {1: "N", 2: (47.0, 22.0, 0.0)}
    give(bruno, at_the_door, photo=picture(exif=exif))

    stored = client_for(alice).get(seen(alice, at_the_door)["photoUrl"]).content

    assert dict(Image.open(BytesIO(stored)).getexif()) == {}


def test_each_may_come_alone_and_what_is_left_out_stays(
    at_the_door, alice, bruno, django_capture_on_commit_callbacks
) -> None:
    before = files()
    give(bruno, at_the_door, bags=2)
    give(bruno, at_the_door, photo=picture())
    first = seen(alice, at_the_door)["photoUrl"]

    with django_capture_on_commit_callbacks(execute=True):
        give(bruno, at_the_door, photo=picture(size=(50, 50)))

    assert seen(alice, at_the_door)["bags"] == 2
    assert seen(alice, at_the_door)["photoUrl"].split("?")[0] == first.split("?")[0]
    assert len(files() - before) == 1


@pytest.mark.parametrize(
    "body", [{}, {"bags": 0}, {"bags": 31}, {"bags": "many"}, {"photo": b"%PDF-1.7\n%%EOF"}, {"photo": b""}]
)
def test_refuses_what_proves_nothing(at_the_door, bruno, body) -> None:
    assert give(bruno, at_the_door, **body).status_code == 400
    assert not Handover.objects.exists()


def test_nobody_but_the_provider_gives_proof(at_the_door, alice, chiara, dora) -> None:
    responses = [give(user, at_the_door, bags=1).status_code for user in (alice, chiara, dora)]

    assert responses == [403, 404, 403]
    assert not Handover.objects.exists()


def test_proof_is_given_while_the_laundry_changes_hands_and_stays_as_it_was(
    at_the_door, alice, bruno
) -> None:
    early = give(bruno, at_the_door, "delivery", bags=1)
    assert (early.status_code, early.json()["code"]) == (409, "no_handover")
    give(bruno, at_the_door, bags=3)
    step(bruno, at_the_door)

    late = give(bruno, at_the_door, bags=2)

    assert (late.status_code, late.json()["code"]) == (409, "no_handover")
    assert seen(alice, at_the_door)["bags"] == 3


def test_proof_that_is_sent_again_stands_once(at_the_door, bruno) -> None:
    before = files()
    key = {"Idempotency-Key": "one"}

    first, again = (
        give(bruno, at_the_door, photo=picture(), bags=2, headers=key),
        give(bruno, at_the_door, photo=picture(), bags=2, headers=key),
    )

    assert first.json() == again.json()
    assert len(files() - before) == 1
    other = give(bruno, at_the_door, photo=picture(), bags=3, headers=key)
    assert other.json()["code"] == "idempotency_key_reused"


def test_open_pages_hear_of_proof(at_the_door, alice, bruno) -> None:
    LiveEvent.objects.all().delete()

    give(bruno, at_the_door, bags=3)

    assert {event.account_id for event in LiveEvent.objects.filter(topic="order")} == {alice.pk, bruno.pk}


# --- Who looked -----------------------------------------------------------------------------------------


def test_what_an_operator_looks_at_is_written_down(at_the_door, alice, bruno, dora) -> None:
    give(bruno, at_the_door, photo=picture())
    url = seen(alice, at_the_door)["photoUrl"]
    client_for(bruno).get(url)
    assert not LogEntry.objects.exists()

    client_for(dora).get(url)

    entry = LogEntry.objects.get()
    assert (entry.user, entry.object_id) == (dora, str(at_the_door.pk))
    assert entry.change_message == "Looked at the photo of the pickup."


def test_the_admin_site_shows_proof_and_never_the_code(asked, bruno, operator_client) -> None:
    Handover.objects.filter(kind="pickup").update(code="8531")
    give(bruno, asked, bags=27, photo=picture())
    step(bruno, asked, code="8532")

    shown = operator_client.get(reverse("admin:orders_order_change", args=[asked.pk])).content.decode()

    assert f"/admin/files/orders/{asked.pk}/proofs/pickup/photo" in shown
    assert "Wished, 1 wrong" in shown
    assert ">27<" in "".join(shown.split())
    assert ">8531<" not in "".join(shown.split())


def test_support_that_is_signed_in_as_the_customer_sees_no_code_and_its_looks_are_kept(
    asked, alice, bruno, operator_client
) -> None:
    give(bruno, asked, photo=picture())
    url = seen(alice, asked)["photoUrl"]
    sign_in = f"/admin/accounts/user/{alice.pk}/sign-in-as/"
    operator_client.post(sign_in, {"confirmed": "yes", "note": "She cannot find her order"})

    shown = operator_client.get(f"/api/orders/{asked.pk}/handovers").json()

    assert [(one["codeWanted"], one["code"]) for one in shown] == [(True, None)] * 2
    assert operator_client.get(url).status_code == 200
    said = LogEntry.objects.filter(change_message__startswith="Looked at a photo of a handover")
    assert said.count() == 1
    order_payload = operator_client.put(
        f"/api/orders/{asked.pk}/handover-code", {"wanted": False}, content_type="application/json"
    )
    assert order_payload.status_code == 403
    assert seen(alice, asked)["codeWanted"] is True


# --- The end -------------------------------------------------------------------------------------------


def test_photos_go_ninety_days_after_the_end_and_the_rest_stays(
    at_the_door, alice, bruno, time_machine, django_capture_on_commit_callbacks
) -> None:
    before = files()
    give(bruno, at_the_door, bags=3, photo=picture())
    time_machine.move_to(NOW + timedelta(days=91))
    # Kept while the order is not completed, however old it is.
    assert remove_handover_photos() == 0
    time_machine.move_to(NOW)
    advance(at_the_door, to="completed", now=NOW + timedelta(days=2))
    time_machine.move_to(NOW + timedelta(days=92, seconds=-1))
    assert remove_handover_photos() == 0
    url = seen(alice, at_the_door)["photoUrl"]

    time_machine.move_to(NOW + timedelta(days=92))
    with django_capture_on_commit_callbacks(execute=True):
        assert (remove_handover_photos(), remove_handover_photos()) == (1, 0)

    assert files() == before
    assert client_for(alice).get(url).status_code == 404
    assert (seen(alice, at_the_door)["bags"], seen(alice, at_the_door)["photoUrl"]) == (3, None)
