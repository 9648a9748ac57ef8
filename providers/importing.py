"""Importing customers or providers from a CSV file: the whole file or nothing of it.

Customers who have an account, and providers who have an application, are left as they are, so a second run
changes nothing. Nobody gets a password: the invitation is the welcome email of every new account, whose link
confirms the address within three days; the sign-in page mails a link that signs in or sets a password.
Providers get a draft of their application, which lacks their documents; operators approve it as any other.
"""

import csv
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from io import StringIO
from typing import Any, NamedTuple

from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import Model

from accounts import addresses, emailed_links, notifications
from accounts.emailed_links import Purpose
from accounts.models import Address, User
from marketplace import mailbox, postal_codes
from marketplace.errors import DomainError
from marketplace.text import clean_line, clean_paragraphs, has_letter
from providers import applying
from providers.models import Application

PERSON = ("email", "first_name", "last_name", "phone")
ADDRESS = ("street", "postal_code", "city")
BusinessType = Application.BusinessType
#: The columns of each file, in any order; all are required in the header.
COLUMNS = {
    "customers": (*PERSON, *ADDRESS),
    "providers": (*applying.PERSONAL, *applying.BUSINESS),
}
# Django's codes of validation errors, and ours.
_CODES = {"blank": "required", "null": "required", "max_length": "too_long"}


class Problem(NamedTuple):
    """An error in a line of the file (the header is line 1); ``code`` is stable."""

    line: int
    column: str
    code: str
    sentence: str


@dataclass
class Outcome:
    """The result of a file: how many are new, how many existed, and the errors."""

    created: int = 0
    there: int = 0
    problems: list[Problem] = field(default_factory=list)


def bring_in(*, kind: str, content: bytes, writes: bool, invites: bool, now: datetime) -> Outcome:
    """Import a file of ``customers`` or ``providers``; with an error, or unless ``writes``, nothing is saved.

    A dry run writes everything in a transaction and rolls it back. ``invites`` mails every new account.
    """
    outcome = Outcome()
    rows = list(_rows(kind, content, outcome))
    seen: set[str] = set()
    with transaction.atomic():
        for line, row in rows:
            email = mailbox.compared(row["email"])
            if email in seen:
                outcome.problems.append(Problem(line, "email", "twice", "This address stands above already."))
            elif _take_in(kind, line, row, outcome, now) and invites:
                emailed_links.mail(purpose=Purpose.VERIFY, email=email, now=now)
            seen.add(email)
        if outcome.problems or not writes:
            transaction.set_rollback(True)
    return outcome


def _rows(kind: str, content: bytes, outcome: Outcome) -> Iterator[tuple[int, dict[str, str]]]:
    """Yield the rows with their line numbers; a file that cannot be parsed yields none."""
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError:
        outcome.problems.append(Problem(1, "", "not_utf8", "The file is not UTF-8. Save it as CSV UTF-8."))
        return
    first = text.partition("\n")[0]
    reader = csv.DictReader(StringIO(text), delimiter=";" if ";" in first else ",")
    named, wanted = [name.strip() for name in reader.fieldnames or []], COLUMNS[kind]
    reader.fieldnames = named
    for code, names, sentence in (
        ("missing_column", [name for name in wanted if name not in named], "This column is missing."),
        ("unknown_column", [name for name in named if name not in wanted], "There is no such column."),
    ):
        outcome.problems += [Problem(1, name, code, sentence) for name in names]
    if outcome.problems:
        return
    for row in reader:
        if None in row or None in row.values():
            sentence = "The line has more or fewer cells than the header."
            outcome.problems.append(Problem(reader.line_num, "", "cells", sentence))
        elif any(value.strip() for value in row.values()):
            yield reader.line_num, _cleaned(row)


def _cleaned(row: Mapping[str, str]) -> dict[str, str]:
    """Return the cells as the API's fields would; what is not valid stays as it is."""
    cells = {name: clean_line(value) for name, value in row.items()}
    if "experience" in cells:
        cells["experience"] = clean_paragraphs(row["experience"])
    if "postal_code" in cells:
        cells["postal_code"] = postal_codes.cleaned(cells["postal_code"]) or cells["postal_code"]
    cells["phone"] = applying.swiss_phone(cells["phone"]) or cells["phone"]
    cells["email"] = mailbox.normalized(cells["email"])
    return cells


def _take_in(kind: str, line: int, row: Mapping[str, str], outcome: Outcome, now: datetime) -> bool:
    """Write one row, and return whether it was new; its errors go to the outcome."""
    known = User.objects.with_email(row["email"]).first()
    if known is not None and (
        kind == "customers" or Application.objects.filter(provider__user=known).exists()
    ):
        outcome.there += 1
        return False
    wrong = [*_of_person(line, row), *(_of_place if kind == "customers" else _of_business)(line, row)]
    if not wrong:
        try:
            # The savepoint undoes a half-written row, and the next one is tried.
            with transaction.atomic():
                _write(kind, known, row, now)
        except DomainError as error:
            wrong = [
                Problem(line, column, error.code, sentence)
                for column, sentences in (error.fields or {"": [error.message]}).items()
                for sentence in sentences
            ]
    outcome.problems += wrong
    outcome.created += not wrong
    return not wrong


def _write(kind: str, known: User | None, row: Mapping[str, str], now: datetime) -> None:
    user = known
    if user is None:
        names = {name: row[name] for name in PERSON[1:]}
        user = User.objects.create_user(row["email"], None, **names)
        notifications.welcome(user=user, now=now, email=False)
    if kind == "providers":
        values: dict[str, Any] = {name: row[name] for name in COLUMNS[kind]}
        values |= {"business_type": row["business_type"] or BusinessType.INDIVIDUAL}
        values |= {"service_areas": row["service_areas"].split()}
        applying.fill_in(user=user, values=values, now=now)
    elif row["street"]:
        address = {name: row[name] for name in ADDRESS}
        addresses.add_address(user=user, label="", is_default=True, now=now, **address)


def _of_person(line: int, row: Mapping[str, str]) -> Iterator[Problem]:
    user = User(**{name: row[name] for name in PERSON})
    others = [column.name for column in User._meta.fields if column.name not in PERSON]
    yield from _mistakes(line, user, others)
    for name in ("first_name", "last_name"):
        if row[name] and not has_letter(row[name]):
            yield Problem(line, name, "invalid", "A name needs at least one letter.")
    if not mailbox.is_reachable(row["email"]):
        yield Problem(line, "email", "invalid", "No mail reaches this address.")
    if row["phone"] and applying.swiss_phone(row["phone"]) is None:
        yield Problem(line, "phone", "invalid", "Enter a Swiss phone number, for example +41 79 123 45 67.")


def _of_place(line: int, row: Mapping[str, str]) -> Iterator[Problem]:
    if not any(row[name] for name in ADDRESS):
        return
    address = Address(**{name: row[name] for name in ADDRESS})
    others = [column.name for column in Address._meta.fields if column.name not in ADDRESS]
    yield from _mistakes(line, address, others)
    if row["postal_code"] and not postal_codes.is_registered(row["postal_code"]):
        yield Problem(line, "postal_code", "unknown_postal_code", "This is not a Swiss postal code.")


def _of_business(line: int, row: Mapping[str, str]) -> Iterator[Problem]:
    if row["business_type"] not in ("", *BusinessType.values):
        yield Problem(line, "business_type", "invalid", f"One of {', '.join(BusinessType.values)}.")
    draft = Application(**{name: row[name] for name in applying.PERSONAL + applying.BUSINESS[:-2]})
    checked = (*applying.PERSONAL[3:], "business_name", "registration_number", "vat_number")
    yield from _mistakes(
        line, draft, [one.name for one in Application._meta.fields if one.name not in checked]
    )


def _mistakes(line: int, made: Model, others: list[str]) -> Iterator[Problem]:
    """Yield the errors of a row's columns, by the model's field validation."""
    try:
        made.clean_fields(exclude=others)
    except ValidationError as error:
        for column, mistakes in error.error_dict.items():
            for one in mistakes:
                code = _CODES.get(one.code or "", "invalid")
                yield Problem(line, column, code, " ".join(one.messages))
