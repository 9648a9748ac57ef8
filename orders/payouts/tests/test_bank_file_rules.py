"""The bank file follows the rules of the Swiss Payment Standards."""

import re
from decimal import Decimal

import pytest

from conftest import WEDNESDAY as NOW
from orders.models import Payout
from orders.payouts import bank_file
from orders.payouts.tests.earning import IBAN, MONDAY, OTHER_IBAN, WEEK
from orders.payouts.tests.pain_001 import faults

pytestmark = pytest.mark.at(NOW)

HOLDERS = ["Łukasz Gołębiowski", "Смирнов & Söhne <Wäsche>", "Ștefan Țară", "A" * 70, "Nguyễn “Thị”"]


@pytest.fixture(autouse=True)
def _our_bank(settings) -> None:
    settings.PLATFORM_BANK_HOLDER = "Suuber & Čisto AG, Zürich"
    settings.PLATFORM_BANK_IBAN = "CH5604835012345678009"


@pytest.fixture
def content() -> bytes:
    payouts = [
        Payout(week=WEEK, amount=Decimal("25.10"), holder=holder, iban=IBAN if number % 2 else OTHER_IBAN)
        for number, holder in enumerate(HOLDERS)
    ]
    return bank_file.make(payouts, now=MONDAY).content


def test_breaks_no_rule_whatever_people_are_called(content) -> None:
    assert faults(content) == []
    assert content.count(b"<CdtTrfTxInf>") == len(HOLDERS)


def without(tag: str) -> tuple[str, str]:
    """Return a pattern that removes the first element of a name."""
    return rf"(?s)<{tag}>.*?</{tag}>", ""


@pytest.mark.parametrize(
    ("pattern", "instead", "found"),
    [
        (*without("MsgId"), "GrpHdr/MsgId: 0 times"),
        (r"<MsgId>.*?<", f"<MsgId>{'1' * 36}<", "GrpHdr/MsgId"),
        (r"<EndToEndId>.*?<", "<EndToEndId>/1<", "PmtId/EndToEndId"),
        (r"<EndToEndId>.*?<", "<EndToEndId>1//2<", "PmtId/EndToEndId"),
        (r"<NbOfTxs>5<", "<NbOfTxs>4<", "GrpHdr: 4 of"),
        (r"<CtrlSum>.*?<", "<CtrlSum>1.00<", "GrpHdr: 5 of 1.00"),
        (r"(?s)(<PmtMtd>.*?</PmtMtd>)\s*(<BtchBookg>.*?</BtchBookg>)", r"\2\1", "PmtInf/PmtMtd: 0 times"),
        (r'Ccy="CHF"', 'Ccy="EUR"', "InstdAmt: attributes"),
        (r"<InstdAmt Ccy=\"CHF\">.*?<", '<InstdAmt Ccy="CHF">025.00<', "Amt/InstdAmt"),
        (r"<Nm>A{70}<", f"<Nm>{'A' * 141}<", "Cdtr/Nm"),
        (r"<Nm>A{70}<", "<Nm>Смирнов<", "Cdtr/Nm"),
        (r"<Nm>A{70}<", "<Nm>  <", "Cdtr/Nm"),
        (r"</Nm>\s*</Cdtr>", "</Nm><PstlAdr><AdrLine>Zürich</AdrLine></PstlAdr></Cdtr>", "PstlAdr/TwnNm"),
        (r"<IBAN>CH93.*?<", "<IBAN>CH9300762011623852958<", "IBAN: CH93"),
        (r"<IBAN>CH93.*?<", "<IBAN>CH4431999123000889012<", "payment slips"),
        (r"<MmbId>.*?<", "<MmbId>9000<", "MmbId: not the bank"),
        (r"<Dt>.*?<", "<Dt>2026-11-23<", "ReqdExctnDt"),
        (r"<Ustrd>.*?<", f"<Ustrd>{'a' * 141}<", "RmtInf/Ustrd"),
        (r"<CdtTrfTxInf>", "<CdtTrfTxInf>text", "text beside"),
    ],
)
def test_the_rules_find_what_a_bank_refuses(content, pattern, instead, found) -> None:
    broken, count = re.subn(pattern, instead, content.decode(), count=1)

    assert count == 1
    assert any(found in fault for fault in faults(broken.encode())), faults(broken.encode())


def test_the_same_payment_twice_is_found(content) -> None:
    first, second = re.findall(r"<EndToEndId>(.*?)<", content.decode())[:2]

    assert "EndToEndId: twice" in faults(content.replace(first.encode(), second.encode()))
