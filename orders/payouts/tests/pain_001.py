"""The rules of the Swiss Payment Standards 2025 for a pain.001.001.09 of payment type D, by IBAN alone.

The licence of the official schema forbids copying it here, so these are its rules in our words, as far as our
file needs them: elements, their order, number and contents; control sums; unique ids. Source: Implementation
Guidelines for Credit Transfers 2.2, sections 3 and 4.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from xml.etree import ElementTree as ET

from stdnum import iban

NAMESPACE = "{urn:iso:std:iso:20022:tech:xsd:pain.001.001.09}"
_LATIN = r"[ -~\u00a1-\u00ac\u00ae-\u017f\u0218-\u021b\u20ac]"
# References: a smaller character set, no slash at either end, no two in a row.
_REFERENCE = r"(?![ /])(?!.*//)[A-Za-z0-9 '()+,\-./:?]{1,35}(?<!/)"
_AMOUNT = r"(0|[1-9]\d{0,8})\.\d\d"


def _text(longest: int) -> str:
    return rf"(?! *$){_LATIN}{{1,{longest}}}"


@dataclass(frozen=True)
class Part:
    """An element: how often it occurs, and its content, a pattern for text or elements in this order."""

    holds: "str | Mapping[str, Part]"
    least: int = 1
    most: int = 1
    attributes: frozenset[tuple[str, str]] = frozenset()


# Optional; must be structured, with town and country.
_ADDRESS = Part(
    {
        "StrtNm": Part(_text(70), least=0),
        "BldgNb": Part(_text(16), least=0),
        "PstCd": Part(_text(16), least=0),
        "TwnNm": Part(_text(35)),
        "Ctry": Part("[A-Z]{2}"),
    },
    least=0,
)
_PARTY = Part({"Nm": Part(_text(140)), "PstlAdr": _ADDRESS})
_ACCOUNT = Part({"Id": Part({"IBAN": Part(r"(CH|LI)\d{7}[A-Z0-9]{12}")})})
_SENDER = {
    "Nm": Part(_text(140)),
    "CtctDtls": Part(
        {"Othr": Part({"ChanlTp": Part("NAME|PRVD|VRSN|SPSV"), "Id": Part(_text(128))}, most=4)}, least=0
    ),
}
_CLEARING = {"ClrSysId": Part({"Cd": Part("CHBCC")}), "MmbId": Part(r"[1-9]\d{2,4}")}
_TOTALS = {"NbOfTxs": Part(r"[1-9]\d{0,4}"), "CtrlSum": Part(_AMOUNT)}
_TRANSFER = {
    "PmtId": Part({"InstrId": Part(_REFERENCE), "EndToEndId": Part(_REFERENCE)}),
    "Amt": Part({"InstdAmt": Part(_AMOUNT, attributes=frozenset({("Ccy", "CHF")}))}),
    "Cdtr": _PARTY,
    "CdtrAcct": _ACCOUNT,
    "RmtInf": Part({"Ustrd": Part(_text(140))}),
}
_ORDER = {
    "PmtInfId": Part(_REFERENCE),
    "PmtMtd": Part("TRF"),
    "BtchBookg": Part("true|false"),
    **_TOTALS,
    "ReqdExctnDt": Part({"Dt": Part(r"\d{4}-\d\d-\d\d")}),
    "Dbtr": _PARTY,
    "DbtrAcct": _ACCOUNT,
    "DbtrAgt": Part({"FinInstnId": Part({"ClrSysMmbId": Part(_CLEARING)})}),
    "CdtTrfTxInf": Part(_TRANSFER, most=99_999),
}
_HEADER = {
    "MsgId": Part(_REFERENCE),
    "CreDtTm": Part(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d([+-]\d\d:\d\d|Z)?"),
    **_TOTALS,
    "InitgPty": Part(_SENDER),
}
_DOCUMENT = Part({"CstmrCdtTrfInitn": Part({"GrpHdr": Part(_HEADER), "PmtInf": Part(_ORDER, most=99_999)})})


def faults(content: bytes) -> list[str]:
    """Return the errors of a file, each with its path; empty for a valid one."""
    if content.startswith(b"\xef\xbb\xbf") or b"<![CDATA[" in content:
        return ["a byte order mark, or CDATA"]
    root = ET.fromstring(content.decode("utf-8"))  # noqa: S314 - we wrote it
    if root.tag != f"{NAMESPACE}Document":
        return [f"{root.tag}: not the document"]
    return list(_of_shape(root, _DOCUMENT, "")) or list(_of_sense(root))


def _of_shape(element: ET.Element, part: Part, place: str) -> Iterator[str]:
    if element.attrib.items() != part.attributes:
        yield f"{place}: attributes {dict(element.attrib)}"
    children = list(element)
    if isinstance(part.holds, str):
        if children or not re.fullmatch(part.holds, element.text or ""):
            yield f"{place}: {element.text!r}"
        return
    if (element.text or "").strip():
        yield f"{place}: text beside elements"
    for name, expected in part.holds.items():
        count = 0
        while children and children[0].tag == NAMESPACE + name:
            yield from _of_shape(children.pop(0), expected, f"{place}/{name}")
            count += 1
        if not expected.least <= count <= expected.most:
            yield f"{place}/{name}: {count} times"
    yield from (f"{place}: unexpected {child.tag.removeprefix(NAMESPACE)}" for child in children)


def _of_sense(root: ET.Element) -> Iterator[str]:
    message = root[0]
    yield from _of_totals(message[0], message)
    for order in message[1:]:
        yield from _of_totals(order, order)
    for name in ("PmtInfId", "InstrId", "EndToEndId"):
        found = _texts(message, name)
        if len(found) != len(set(found)):
            yield f"{name}: twice"
    for number in _texts(message, "IBAN"):
        if not iban.is_valid(number):
            yield f"IBAN: {number}"
        elif number[4:6] in {"30", "31"}:
            yield f"IBAN: {number} takes payment slips alone"
    for order in message[1:]:
        debtor = _texts(order, "IBAN")[0]
        if _texts(order, "MmbId") != [debtor[4:9].lstrip("0")]:
            yield "MmbId: not the bank of the account"
        if _texts(order, "Dt")[0] <= datetime.fromisoformat(_texts(message, "CreDtTm")[0]).date().isoformat():
            yield "ReqdExctnDt: not after the day of the file"


def _of_totals(stated: ET.Element, payments: ET.Element) -> Iterator[str]:
    amounts = [Decimal(text) for text in _texts(payments, "InstdAmt")]
    count, total = (stated.findtext(NAMESPACE + name) for name in ("NbOfTxs", "CtrlSum"))
    if (int(count or 0), Decimal(total or 0)) != (len(amounts), sum(amounts)):
        yield f"{stated.tag.removeprefix(NAMESPACE)}: {count} of {total}"
    if min(amounts) <= 0:
        yield "InstdAmt: nothing"


def _texts(element: ET.Element, name: str) -> list[str]:
    return [found.text or "" for found in element.iter(NAMESPACE + name)]
