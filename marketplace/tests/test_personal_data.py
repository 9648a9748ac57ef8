"""Every column is declared as personal data or not, and exports contain all that is."""

import csv
import json
import re
from datetime import timedelta
from io import BytesIO, StringIO
from zipfile import ZipFile

import pytest
from django.contrib.sessions.models import Session
from django.core import mail
from django.core.management import call_command
from django.core.management.base import SystemCheckError
from django.db import DatabaseError, connection, transaction
from django.test.utils import CaptureQueriesContext

from accounts import personal_export
from accounts.models import Address, PersonalDataExport
from accounts.tasks import remove_old_exports
from conftest import WEDNESDAY as NOW
from conftest import client_for
from marketplace import personal_data
from marketplace.files import private
from marketplace.jobs import outbox
from marketplace.tests.data_exports import ADDRESS, ask, downloaded, made
from marketplace.tests.plans import plan_for_many_rows
from orders.models import Handover, LedgerEntry, Message, Order, OrderEvent
from orders.tests.booking import advance, book, pay
from orders.tests.handing_over import ask as ask_for_code
from orders.tests.handing_over import give, step
from providers.tests.applicants import picture

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("now"), pytest.mark.at(NOW)]
# These stay short: of messages that are done a week is kept.
READ_WHOLE = {
    "accounts_noticewords",
    "accounts_supportphoto",
    "marketplace_figureversion",
    "marketplace_outboxmessage",
}


# Who declares each app's tables; those of the plumbing and of other packages are declared by accounts.
@pytest.fixture
def paid_order(now, alice, slot) -> Order:
    """Return alice's paid and confirmed order with bruno."""
    order = book(alice, slot)
    pay(order)
    return order


CARE = {
    "detergent": "sensitive", "softener": False, "temperature": 30, "allergies": "Nuts", "ironing": True,
    "notes": "",
}  # fmt: skip


def test_every_column_of_every_table_is_declared() -> None:
    assert personal_data.check_columns() == []


@pytest.mark.parametrize(
    ("column", "said"),
    [
        ("nickname", "Nobody has said whether nickname is about a person."),
        (None, "There is no column street any more."),
    ],
)
def test_no_command_runs_with_a_column_that_nobody_has_declared(monkeypatch, column, said) -> None:
    class Column:
        name = column

    fields = [field for field in Address._meta.concrete_fields if column or field.name != "street"]
    monkeypatch.setattr(Address._meta, "concrete_fields", [*fields, *([Column()] if column else [])])

    with pytest.raises(SystemCheckError, match=said):
        call_command("check")


def test_no_column_is_both_handed_out_and_kept_back() -> None:
    for table in personal_data.tables():
        exported, aside = table.columns, table.aside.split()
        assert len({*exported, *table.withheld, *aside}) == len(exported) + len(table.withheld) + len(
            aside
        ), table.name
        assert not table.file or table.file in {*exported, *table.withheld}, table.name
    names = [table.name for table in personal_data.tables()]
    assert len(set(names)) == len(names)


def test_the_copy_holds_every_column_that_is_personal(paid_order, alice) -> None:
    Address.objects.create(user=alice, street="=Geheimweg 7", city="Zürich", postal_code="8001")
    client_for(alice).put("/api/profile/care", CARE)
    client_for(alice).patch(f"/api/orders/{paid_order.pk}", {"care": CARE})
    personal_export.write(target := BytesIO(), account=alice, kind="full", now=NOW)
    archive = ZipFile(target)

    data = json.loads(archive.read("data.json"))
    assert data["account"] == str(alice.pk)
    for table in personal_data.tables():
        rows = data["tables"][table.name]
        [head, *lines] = csv.reader(StringIO(archive.read(f"tables/{table.name}.csv").decode("utf-8-sig")))
        assert head == table.columns
        assert len(lines) == len(rows) == table.rows(alice.pk).count()
        assert all(list(row) == table.columns for row in rows)
    [account] = data["tables"]["account"]
    assert (account["email"], account["first_name"]) == ("alice@example.org", "Alice")
    assert data["tables"]["orders"][0]["pickup_address"] == paid_order.pickup_address
    assert data["tables"]["orders"][0]["care"] == CARE
    assert data["tables"]["how_you_want_your_laundry"][0]["allergies"] == "Nuts"
    # A formula is escaped in the CSV, and unchanged in the JSON.
    assert data["tables"]["addresses"][0]["street"] == "=Geheimweg 7"
    assert "'=Geheimweg 7" in archive.read("tables/addresses.csv").decode()
    page = archive.read("index.html").decode()
    assert "alice@example.org" in page
    assert "Geheimweg" in page
    assert "pbkdf2" not in page


def test_nothing_of_anybody_else_is_in_it(paid_order, bruno, chiara) -> None:
    data = downloaded(chiara, made(chiara)).read("data.json").decode()

    assert "alice" not in data
    assert str(paid_order.pk) not in data


def test_a_provider_finds_their_earnings_and_the_photos_that_they_took(alice, bruno, slot) -> None:
    order = book(alice, slot)
    ask_for_code(alice, order)
    pay(order)
    advance(order, to="pickup")
    code = Handover.objects.get(order=order, kind="pickup").code
    assert give(bruno, order, bags=2, photo=picture()).status_code in {200, 201}
    assert step(bruno, order, code=code).status_code == 200
    Order.objects.update(status="washing")
    advance(order, to="completed")

    archive = downloaded(bruno, made(bruno))

    tables = json.loads(archive.read("data.json"))["tables"]
    earned = LedgerEntry.objects.filter(account="provider", order=order)
    assert earned.exists()
    assert [(row["order"], row["account"]) for row in tables["postings"]] == [
        (str(order.pk), "provider") for _ in earned
    ]
    [handover] = tables["handovers_that_you_noted"]
    assert (handover["order"], handover["bags"]) == (str(order.pk), 2)
    assert archive.read("files/handovers_that_you_noted_1.jpg")
    # The code was shown to the customer alone.
    assert tables["handovers"] == []
    assert "code" not in handover


def test_a_copy_reads_no_session_of_anybody_else(alice, chiara, monkeypatch) -> None:
    for _ in range(3):
        client_for(chiara)
    client_for(alice)
    decoded: list[Session] = []
    monkeypatch.setattr(Session, "get_decoded", lambda session: decoded.append(session) or {})

    personal_export.write(target := BytesIO(), account=alice, kind="full", now=NOW)

    assert len(json.loads(ZipFile(target).read("data.json"))["tables"]["sessions"]) == 1
    assert decoded == []


def test_only_tables_with_files_are_read_a_second_time_for_them(alice) -> None:
    with CaptureQueriesContext(connection) as portable:
        personal_export.write(BytesIO(), account=alice, kind="portable", now=NOW)
    with CaptureQueriesContext(connection) as full:
        personal_export.write(BytesIO(), account=alice, kind="full", now=NOW)

    read_again = [one["sql"] for one in full][len(portable) :]
    assert len(read_again) == len([table for table in personal_data.tables() if table.file])


@pytest.mark.only_postgres
def test_the_rows_of_an_account_are_found_through_indexes(paid_order, alice) -> None:
    plan_for_many_rows("seqscan", "hashjoin", "mergejoin")

    wrong = []
    for table in personal_data.tables():
        plan = table.rows(alice.pk).explain()
        # An index that is read from end to end has no condition.
        without_condition = r"(?:Seq Scan|Index Scan|Index Only Scan)\b.*? on (\w+).*(?!\n +Index Cond)$"
        read_whole = set(re.findall(without_condition, plan, re.MULTILINE))
        wrong += [f"{table.name}: {plan}"] if read_whole - READ_WHOLE else []
    assert not wrong, "\n".join(wrong)


def test_photos_that_were_sent_are_in_the_full_copy_alone(paid_order, alice) -> None:
    name = private.store(picture(), folder="messages", suffix=".jpg")
    Message.objects.create(order=paid_order, sender=alice, body="", photo=name, sent_at=NOW)

    full, portable = downloaded(alice, made(alice)), downloaded(alice, made(alice, "portable"))

    assert full.read("files/messages_1.jpg") == picture()
    assert not [one for one in portable.namelist() if one.startswith("files/") or one.endswith(".html")]
    assert "data.json" in portable.namelist()


def test_its_account_is_notified_by_e_mail_and_in_the_app(alice) -> None:
    made(alice)
    outbox.relay(now=NOW + timedelta(minutes=1))

    assert [letter.subject for letter in mail.outbox] == ["Your data is ready"]
    assert "/account/privacy" in mail.outbox[0].body
    [shown] = client_for(alice).get(ADDRESS).json()
    assert (shown["readyAt"], shown["expiresAt"]) == (
        "2026-11-18T09:30:00+01:00",
        "2026-11-25T09:30:00+01:00",
    )


def test_a_repeat_while_one_runs_answers_with_that_one(alice) -> None:
    first, again, other = ask(alice), ask(alice), ask(alice, "portable")

    assert [first.status_code, again.status_code, other.status_code] == [202, 202, 202]
    assert first.json() == again.json()
    assert other.json()["id"] != first.json()["id"]
    assert client_for(alice).get(ADDRESS).json()[0]["readyAt"] is None


def test_a_new_copy_takes_the_place_of_the_older_one(alice, django_capture_on_commit_callbacks) -> None:
    older = made(alice)
    with django_capture_on_commit_callbacks(execute=True):
        newer = made(alice)

    assert [one["id"] for one in client_for(alice).get(ADDRESS).json()] == [str(newer.pk)]
    with pytest.raises(FileNotFoundError):
        private.opened(older.file)


def test_nobody_else_downloads_it_and_nobody_before_it_is_ready(alice, chiara, dora) -> None:
    waiting = ask(alice).json()["id"]
    assert client_for(alice).get(f"{ADDRESS}/{waiting}/download").status_code == 404

    outbox.relay(now=NOW)

    for other, status in ((chiara, 404), (dora, 404), (None, 401)):
        assert client_for(other).get(f"{ADDRESS}/{waiting}/download").status_code == status
    response = client_for(alice).get(f"{ADDRESS}/{waiting}/download")
    assert response["Content-Disposition"] == 'attachment; filename="my-data-full-2026-11-18.zip"'
    assert response["Cache-Control"] == "private, no-store"
    # Reading a streamed file to its end closes it.
    assert b"".join(response.streaming_content).startswith(b"PK")


def test_after_a_week_it_is_gone(alice, time_machine, django_capture_on_commit_callbacks) -> None:
    export = made(alice)
    time_machine.move_to(NOW + timedelta(days=7))

    assert client_for(alice).get(f"{ADDRESS}/{export.pk}/download").status_code == 404
    with django_capture_on_commit_callbacks(execute=True):
        assert remove_old_exports() == 1
    assert not PersonalDataExport.objects.exists()
    with pytest.raises(FileNotFoundError):
        private.opened(export.file)


def test_making_it_twice_makes_one(alice) -> None:
    export = made(alice)

    personal_export.handle({"exportId": str(export.pk)}, NOW + timedelta(hours=1))

    assert PersonalDataExport.objects.get().ready_at == NOW


def test_asking_fifty_times_while_one_is_made_gives_the_same(alice) -> None:
    assert len({ask(alice).json()["id"] for _ in range(50)}) == 1


def test_eleven_copies_within_an_hour_are_too_many(alice) -> None:
    for _ in range(10):
        assert ask(alice).status_code == 202
        PersonalDataExport.objects.all().delete()

    response = ask(alice)

    assert (response.status_code, response.json()["code"]) == (429, "throttled")
    assert re.search(r"Please try again in \d+ (minutes|seconds?)\.$", response.json()["message"])


def test_a_guarded_table_lets_words_be_emptied_and_nothing_else(paid_order) -> None:
    event = OrderEvent.objects.earliest("pk")

    def statement(change: str) -> None:
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute(f"UPDATE orders_orderevent SET {change} WHERE id = %s", [event.pk])

    statement("reason = ''")
    for change in ("reason = 'Otherwise'", "reason = '', to_status = 'completed'", "actor_role = 'operator'"):
        with pytest.raises(DatabaseError):
            statement(change)
    with pytest.raises(DatabaseError), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("DELETE FROM orders_orderevent WHERE id = %s", [event.pk])
