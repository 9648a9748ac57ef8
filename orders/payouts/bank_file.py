"""The file for e-banking: ISO 20022 pain.001.001.09 by the Swiss Payment Standards 2025.

One payment order for all payouts: CHF, from the platform's account to accounts in Switzerland and
Liechtenstein, on the next banking day (payment type D, by IBAN alone). No address is sent: for this type it
is optional, and the account's holder may live elsewhere than the provider. Making the file changes no status:
payouts are marked as paid afterwards, and carry since when they stand in a file; what the bank refuses to
send goes to another account. A bank knows a file that is sent twice by its unique message id, but not a
payout that stands in two files.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from uuid import UUID, uuid4
from xml.etree import ElementTree as ET

from django.conf import settings
from django.db import transaction
from django.utils.translation import gettext as _

from marketplace import clock
from marketplace.errors import DomainError
from marketplace.money import ZERO
from marketplace.wall_time import moment
from orders.documents.letters import within
from orders.models import Payout, PayoutAccount
from orders.payouts.paying import check_by_bank, refuse_own
from orders.payouts.weekly_run import ask_for_account, destination
from providers import approving

NAMESPACE = "urn:iso:std:iso:20022:tech:xsd:pain.001.001.09"
# The code of Swiss bank clearing.
_CLEARING = "CHBCC"
_LONGEST_NAME = 70
# The version of the Implementation Guidelines (February 2025), which a file has to name.
_GUIDELINES = "2.2"
# Printable Basic Latin, Latin-1 and Latin Extended-A, and a few more; the only blank is the space.
_LETTERS = frozenset(
    letter
    for letter in map(chr, (*range(0x20, 0x7F), *range(0xA1, 0x180), *range(0x218, 0x21C), 0x20AC))
    if letter != "\N{SOFT HYPHEN}"
)


class BankNotConfigured(DomainError):
    """The platform's own bank account is not configured (409)."""

    code = "bank_not_configured"

    def __init__(self) -> None:
        super().__init__(_("Set PLATFORM_BANK_HOLDER and PLATFORM_BANK_IBAN first: from there it is paid."))


class AlreadyFiled(DomainError):
    """The payout stands in a bank file already (409)."""

    code = "already_filed"

    def __init__(self, filed_at: datetime) -> None:
        super().__init__(_("It stands in the bank file of {time} already.").format(time=moment(filed_at)))


class NotFiled(DomainError):
    """The payout stands in no bank file that could be made again, or was refused (409)."""

    code = "not_filed"

    def __init__(self) -> None:
        super().__init__(_("It stands in no bank file yet."))


@dataclass(frozen=True)
class BankFile:
    """A file for e-banking with its message id."""

    message_id: str
    content: bytes


@dataclass(frozen=True)
class Filed:
    """The payouts that were put into a file, and the errors of the others; no file without payouts."""

    made: BankFile | None
    payouts: list[Payout]
    refused: list[DomainError]


def bank_name(text: str) -> str:
    """Return a name in the characters that banks accept, at most 70."""
    return within(text, _LETTERS.__contains__, unknown=".")[:_LONGEST_NAME]


def next_banking_day(today: date) -> date:
    """Return the first day after ``today`` on which Swiss banks pay."""
    day = today + timedelta(days=1)
    while day.weekday() >= 5 or day in _holidays(day.year):
        day += timedelta(days=1)
    return day


def _holidays(year: int) -> set[date]:
    fixed = {(1, 1), (1, 2), (8, 1), (12, 25), (12, 26)}
    # Good Friday, Easter Monday, Ascension, Whit Monday.
    moving = (_easter(year) + timedelta(days=days) for days in (-2, 1, 39, 50))
    return {date(year, month, day) for month, day in fixed} | set(moving)


def _easter(year: int) -> date:
    """Return Easter Sunday by Oudin's rule, which holds for every year of the Gregorian calendar."""
    golden, century = year % 19, year // 100
    moon = (19 * golden + century - century // 4 - (8 * century + 13) // 25 + 15) % 30
    moon -= (moon // 28) * (1 - (29 // (moon + 1)) * ((21 - golden) // 11))
    weekday = (year + year // 4 + moon + 2 - century + century // 4) % 7
    days = moon - weekday
    month = 3 + (days + 40) // 44
    return date(year, month, days + 28 - 31 * (month // 4))


def check_new(payout: Payout) -> None:
    """Raise :class:`AlreadyFiled` (409), or what ``paying.check_by_bank`` raises."""
    check_by_bank(payout)
    if payout.filed_at is not None:
        raise AlreadyFiled(payout.filed_at)


def check_again(payout: Payout) -> datetime:
    """Return since when a payout stands in a file, so that the file can be made again.

    Raises :class:`NotFiled` (409), or what ``paying.check_by_bank`` raises.
    """
    check_by_bank(payout)
    if payout.filed_at is None:
        raise NotFiled
    return payout.filed_at


@transaction.atomic
def put_into_file(
    *, payout_ids: Sequence[UUID], check: Callable[[Payout], object] = check_new, now: datetime
) -> Filed:
    """Make the file of those payouts that pass ``check`` once they are locked, the oldest first.

    Of two who make one at the same time, the second's payouts do not pass. Raises :class:`BankNotConfigured`
    (409).
    """
    fit: list[Payout] = []
    refused: list[DomainError] = []
    locked = Payout.objects.select_for_update().filter(pk__in=payout_ids).order_by("pk")
    for payout in sorted(locked, key=lambda one: (one.created_at, one.pk)):
        try:
            check(payout)
            fit.append(payout)
        except DomainError as error:
            refused.append(error)
    made = make(fit, now=now) if fit else None
    Payout.objects.filter(pk__in=[payout.pk for payout in fit]).update(filed_at=now)
    return Filed(made, fit, refused)


@transaction.atomic
def refuse(*, actor_id: UUID, payout_id: UUID, filed_at: datetime | None, note: str, now: datetime) -> Payout:
    """Take a payout that the bank refused to send out of its file, and return it.

    ``filed_at`` is since when it stood there for whoever decided: it may be in a newer file. Nothing was
    posted, so nothing is posted back. It goes to the provider's account, if that is another one by now. If it
    is the refused one, the provider is asked to confirm it or to give another one; until then this payout
    waits, and so does what is made later. Raises :class:`NotFiled` (409), or what ``paying.check_by_bank`` or
    ``paying.refuse_own`` raises.
    """
    payout = Payout.objects.select_related("provider").get(pk=payout_id)
    refuse_own(payout, actor_id)
    # Serializes with changes of the account, which then find this payout without one.
    approving.locked_provider(payout.provider_id)
    check_again(payout)
    present = PayoutAccount.objects.filter(provider=payout.provider_id)
    present.filter(holder=payout.holder, iban=payout.iban).update(refused_at=now)
    account = present.first()
    goes_to = destination(account)
    moved = any(goes_to.values())
    filed = Payout.objects.filter(pk=payout.pk, status=Payout.Status.DUE, filed_at=filed_at)
    # The note tells of the account to which it went.
    if not filed.update(**goes_to, filed_at=None, note="" if moved else note):
        raise NotFiled
    if not moved:
        ask_for_account(payout, account, occasion=f"refused:{filed_at}", now=now)
    payout.refresh_from_db()
    return payout


def make(payouts: Sequence[Payout], *, now: datetime) -> BankFile:
    """Return the file that pays the given due payouts.

    Raises :class:`BankNotConfigured` (409), and what ``paying.check_by_bank`` raises.
    """
    if not (settings.PLATFORM_BANK_IBAN and settings.PLATFORM_BANK_HOLDER):
        raise BankNotConfigured
    for payout in payouts:
        check_by_bank(payout)
    message_id = uuid4().hex
    root = ET.Element("Document", xmlns=NAMESPACE)
    message = ET.SubElement(root, "CstmrCdtTrfInitn")
    _add_header(message, message_id, payouts, now)
    order = ET.SubElement(message, "PmtInf")
    _add(order, "PmtInfId", message_id)
    _add(order, "PmtMtd", "TRF")
    _add(order, "BtchBookg", "true")
    _add_totals(order, payouts)
    _add(order, "ReqdExctnDt/Dt", next_banking_day(clock.local_date(now)).isoformat())
    _add(order, "Dbtr/Nm", bank_name(settings.PLATFORM_BANK_HOLDER))
    _add(order, "DbtrAcct/Id/IBAN", settings.PLATFORM_BANK_IBAN)
    clearing = ET.SubElement(ET.SubElement(ET.SubElement(order, "DbtrAgt"), "FinInstnId"), "ClrSysMmbId")
    _add(clearing, "ClrSysId/Cd", _CLEARING)
    # The bank's clearing number is part of the IBAN.
    _add(clearing, "MmbId", settings.PLATFORM_BANK_IBAN[4:9].lstrip("0"))
    for payout in payouts:
        _add_transfer(order, payout)
    ET.indent(root)
    content: bytes = ET.tostring(root, encoding="UTF-8", xml_declaration=True)
    return BankFile(message_id, content)


def _add_header(message: ET.Element, message_id: str, payouts: Sequence[Payout], now: datetime) -> None:
    header = ET.SubElement(message, "GrpHdr")
    _add(header, "MsgId", message_id)
    _add(header, "CreDtTm", now.astimezone(clock.ZURICH).isoformat(timespec="seconds"))
    _add_totals(header, payouts)
    sender = ET.SubElement(header, "InitgPty")
    _add(sender, "Nm", bank_name(settings.PLATFORM_BANK_HOLDER))
    contact = ET.SubElement(sender, "CtctDtls")
    for kind, value in {"NAME": bank_name(settings.PRODUCT_NAME), "SPSV": _GUIDELINES}.items():
        software = ET.SubElement(contact, "Othr")
        _add(software, "ChanlTp", kind)
        _add(software, "Id", value)


def _add_totals(parent: ET.Element, payouts: Sequence[Payout]) -> None:
    _add(parent, "NbOfTxs", str(len(payouts)))
    _add(parent, "CtrlSum", f"{sum((payout.amount for payout in payouts), ZERO):.2f}")


def _add_transfer(order: ET.Element, payout: Payout) -> None:
    transfer = ET.SubElement(order, "CdtTrfTxInf")
    ids = ET.SubElement(transfer, "PmtId")
    _add(ids, "InstrId", payout.pk.hex)
    _add(ids, "EndToEndId", payout.pk.hex)
    _add(transfer, "Amt/InstdAmt", f"{payout.amount:.2f}").set("Ccy", "CHF")
    _add(transfer, "Cdtr/Nm", bank_name(payout.holder))
    _add(transfer, "CdtrAcct/Id/IBAN", payout.iban)
    product = bank_name(settings.PRODUCT_NAME)
    _add(transfer, "RmtInf/Ustrd", f"{product}: week of {payout.week:%d.%m.%Y}")


def _add(parent: ET.Element, path: str, text: str) -> ET.Element:
    """Add the nested elements of ``path``, set the text of the innermost and return it."""
    for name in path.split("/"):
        parent = ET.SubElement(parent, name)
    parent.text = text
    return parent
