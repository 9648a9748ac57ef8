"""The file for e-banking has the format that Swiss banks accept."""

from datetime import date, timedelta
from decimal import Decimal
from xml.etree import ElementTree as ET

import pytest

from conftest import WEDNESDAY as NOW
from conftest import make_provider, make_user
from orders.models import Payout
from orders.payouts import bank_file, paying
from orders.payouts.tests.earning import IBAN, MONDAY, WEEK, completed, give_account, payout_of

pytestmark = pytest.mark.at(NOW)

NS = {"p": "urn:iso:std:iso:20022:tech:xsd:pain.001.001.09"}
OURS = "CH5604835012345678009"


@pytest.fixture(autouse=True)
def _our_bank(settings) -> None:
    settings.PLATFORM_BANK_HOLDER = "Suuber Čisto AG"
    settings.PLATFORM_BANK_IBAN = OURS


def read(content: bytes) -> ET.Element:
    root = ET.fromstring(content)  # noqa: S314 - we wrote it
    [message] = root
    assert message.tag == f"{{{NS['p']}}}CstmrCdtTrfInitn"
    return message


def texts(element: ET.Element, path: str) -> list[str]:
    return [found.text for found in element.findall("/".join(f"p:{step}" for step in path.split("/")), NS)]


def names(element: ET.Element) -> list[str]:
    return [child.tag.partition("}")[2] for child in element]


def test_pays_each_payout_from_our_account_on_the_next_banking_day(now, alice, salon) -> None:
    other = make_provider(make_user("zoe"))
    for provider in (salon, other):
        completed(alice, provider)
        give_account(provider)
    payouts = [payout_of(salon), payout_of(other)]

    made = bank_file.make(payouts, now=MONDAY)

    assert made.content.startswith(b"<?xml version='1.0' encoding='UTF-8'?>")
    message = read(made.content)
    header, order = message
    assert names(header) == ["MsgId", "CreDtTm", "NbOfTxs", "CtrlSum", "InitgPty"]
    assert texts(header, "MsgId") == texts(order, "PmtInfId") == [made.message_id]
    assert texts(header, "CreDtTm") == ["2026-11-23T06:00:00+01:00"]
    for part in (header, order):
        assert (texts(part, "NbOfTxs"), texts(part, "CtrlSum")) == (["2"], ["50.00"])
    assert names(order)[:9] == [
        *("PmtInfId", "PmtMtd", "BtchBookg", "NbOfTxs", "CtrlSum", "ReqdExctnDt", "Dbtr", "DbtrAcct"),
        "DbtrAgt",
    ]
    assert texts(order, "ReqdExctnDt/Dt") == ["2026-11-24"]
    assert texts(order, "Dbtr/Nm") == ["Suuber Čisto AG"]
    assert texts(order, "DbtrAcct/Id/IBAN") == [OURS]
    assert texts(order, "DbtrAgt/FinInstnId/ClrSysMmbId/MmbId") == ["4835"]
    transfers = order.findall("p:CdtTrfTxInf", NS)
    assert names(transfers[0]) == ["PmtId", "Amt", "Cdtr", "CdtrAcct", "RmtInf"]
    assert texts(order, "CdtTrfTxInf/PmtId/EndToEndId") == [payout.pk.hex for payout in payouts]
    assert texts(order, "CdtTrfTxInf/Amt/InstdAmt") == ["25.00", "25.00"]
    assert order.find("p:CdtTrfTxInf/p:Amt/p:InstdAmt", NS).get("Ccy") == "CHF"
    assert texts(order, "CdtTrfTxInf/CdtrAcct/Id/IBAN") == [IBAN, IBAN]
    assert texts(order, "CdtTrfTxInf/RmtInf/Ustrd")[0] == "Suuber: week of 16.11.2026"


def test_each_file_has_an_id_of_its_own(now, alice, salon) -> None:
    completed(alice, salon)
    give_account(salon)
    payout = payout_of(salon)

    first, second = (bank_file.make([payout], now=MONDAY) for _ in range(2))

    assert first.message_id != second.message_id
    assert len(first.message_id) <= 35


@pytest.mark.parametrize(
    ("name", "written"),
    [
        ("Zoë Müller-Châtelain", "Zoë Müller-Châtelain"),
        ("Łukasz Gołębiowski", "Łukasz Gołębiowski"),
        ("Søren Ångström", "Søren Ångström"),
        ("Ștefan Țară", "Ștefan Țară"),
        ("Anna\N{NO-BREAK SPACE}Meier \N{EN DASH} Rüti", "Anna Meier - Rüti"),
        ("Nguyễn Thị", "Nguyen Thi"),
        ("Смирнов", "......."),
        ("A" * 80, "A" * 70),
    ],
)
def test_names_are_written_in_the_letters_that_banks_take(name, written) -> None:
    assert bank_file.bank_name(name) == written


@pytest.mark.parametrize(
    ("today", "day"),
    [
        (date(2026, 11, 23), date(2026, 11, 24)),
        (date(2026, 11, 27), date(2026, 11, 30)),  # over the weekend
        (date(2026, 12, 24), date(2026, 12, 28)),
        (date(2026, 4, 2), date(2026, 4, 7)),  # over Easter
        (date(2026, 5, 13), date(2026, 5, 15)),  # over Ascension
    ],
)
def test_is_paid_on_the_next_day_on_which_banks_work(today, day) -> None:
    assert bank_file.next_banking_day(today) == day


def test_refuses_what_has_no_account_or_is_paid(now, alice, salon, dora) -> None:
    completed(alice, salon)
    payout = payout_of(salon)
    with pytest.raises(paying.NoPayoutAccount):
        bank_file.make([payout], now=MONDAY)

    give_account(salon)
    payout = paying.mark_paid(payout_id=payout.pk, actor_id=dora.pk, now=MONDAY)
    with pytest.raises(paying.PayoutNotDue):
        bank_file.make([payout], now=MONDAY)


def test_refuses_without_an_account_of_our_own(settings, salon) -> None:
    settings.PLATFORM_BANK_IBAN = ""
    week = WEEK - timedelta(days=7)
    payout = Payout(provider=salon, week=week, amount=Decimal(5), holder="B", iban=IBAN, created_at=MONDAY)

    with pytest.raises(bank_file.BankNotConfigured):
        bank_file.make([payout], now=MONDAY)
