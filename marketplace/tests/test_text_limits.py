"""Every text field of every call takes a text of exactly its limit, and refuses one more: never a 5xx.

The fields are those of the API's document. One that no row of the matrix reaches fails the test, unless it
stands in one of the tables here with its reason.
"""

import json
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings as django_settings
from django.core.cache import cache
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection, transaction

from accounts.passwords import MAX_LENGTH
from marketplace.tests.fixtures import UNSAFE, Fixtures, route_of
from marketplace.tests.matrix_bodies import CARE
from marketplace.tests.matrix_rows import ACTORS, Row
from marketplace.tests.proof import figure, record
from marketplace.tests.text_limits import CHARACTERS, beyond, of_length, overfull
from providers.tests.applicants import BUSINESS, picture

Way = tuple[str, ...]
# A text that is sent, and whether it is taken.
Case = tuple[str, bool]


@dataclass(frozen=True)
class Field:
    """A text field of a call's body: where it stands, and its limit, if the document names one."""

    method: str
    path: str
    way: Way
    most: int | None

    def __str__(self) -> str:
        return f"{self.method} {self.path} {'.'.join(self.way)}"


# --- The document's fields --------------------------------------------------------------------------------

DOCUMENT = json.loads((Path(django_settings.BASE_DIR) / "docs" / "openapi.json").read_text())
# A value of one of these has a form of its own; its length follows from it.
FORMS = {"uuid", "date", "date-time", "decimal", "uri"}
HOUR = "^([01][0-9]|2[0-3]):[0-5][0-9]$"


def resolved(schema: dict[str, Any]) -> dict[str, Any]:
    while "$ref" in schema:
        schema = DOCUMENT["components"]["schemas"][schema["$ref"].rpartition("/")[2]]
    return schema


def texts_in(schema: dict[str, Any], way: Way = ()) -> Iterator[tuple[Way, int | None]]:
    """Yield the way to each text of a schema, with its limit."""
    schema = resolved(schema)
    for kind in ("allOf", "oneOf", "anyOf"):
        for one in schema.get(kind, []):
            yield from texts_in(one, way)
    for name, part in schema.get("properties", {}).items():
        if not resolved(part).get("readOnly"):
            yield from texts_in(part, (*way, name))
    if "items" in schema:
        yield from texts_in(schema["items"], (*way, "0"))
    kinds = schema.get("type", [])
    is_text = "string" in ([kinds] if isinstance(kinds, str) else kinds) and "enum" not in schema
    # An empty choice beside a pattern is no field of its own.
    has_own_form = schema.get("format") in FORMS or schema.get("pattern") == HOUR
    if is_text and not has_own_form and schema.get("maxLength") != 0:
        yield way, schema.get("maxLength")


def document_fields() -> list[Field]:
    return [
        Field(method.upper(), path, way, most)
        for path, calls in DOCUMENT["paths"].items()
        for method, call in calls.items()
        for content in call.get("requestBody", {}).get("content", {}).values()
        for way, most in dict(texts_in(content["schema"])).items()
    ]


def call_of(row: Row) -> tuple[str, str]:
    return row.method, "/" + re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", route_of(row))


ROWS = {call_of(row): row for row in reversed(UNSAFE) if row.body and min(row.statuses.values()) < 300}

# --- What each field is given -----------------------------------------------------------------------------

# Texts that name something, or are compared with something, and are stored nowhere: no length of them is
# taken, and each is refused with a sentence.
REFUSED = {
    "token": "a link that was not signed here",
    "code": "a code that was not shown",
    "currentPassword": "compared with the password",
    "credential.id": "a passkey that was not made here",
    "credential.rawId": "likewise",
    "credential.response.clientDataJSON": "likewise",
    "credential.response.authenticatorData": "likewise",
    "credential.response.attestationObject": "likewise",
    "credential.response.signature": "likewise",
    "credential.response.userHandle": "likewise",
    "setupIntentId": "the name of a setup at Stripe",
    "addOns.0.id": "an add-on of the list",
    "keys.p256dh": "a key of 65 bytes",
    "keys.auth": "a secret of 16 bytes",
    "language": "one of four languages",
    "amount": "compared with the order's",
    "seen.comment": "compared with the review's",
    "voucherCode": "no vouchers are sold",
    "postalCode": "a code of the country's table",
    "serviceArea.0": "likewise",
    "businessInfo.serviceAreas.0": "likewise",
    "personalInfo.postalCode": "likewise",
    "businessInfo.registrationNumber": "a number with a check digit",
    "businessInfo.vatNumber": "likewise",
    "POST /api/auth/login email": "an address without an account",
    "POST /api/profile/passkeys name": "of a passkey that was not made here; renaming one takes it",
}
# Password fields that say what the account's password becomes; every other one is compared.
NEW_PASSWORDS = {
    "POST /api/auth/register password",
    "POST /api/auth/password-reset/confirm password",
    "POST /api/auth/email-change/take-back password",
    "POST /api/profile/password newPassword",
}
# In a session of the account its password is not asked, and whatever stands there is not read.
NOT_READ = {"POST /api/auth/email-verification password"}


def texts(character: str, most: int) -> list[Case]:
    return [(of_length(character, most), True), (beyond(character, most), False)]


def names(character: str, most: int) -> list[Case]:
    return [(of_length(character, most, begins="A"), True), (beyond(character, most, begins="A"), False)]


def addresses(character: str, most: int) -> list[Case]:
    end = ", 8001 Zurich"
    room = most - len(end)
    return [(of_length(character, room) + end, True), (beyond(character, room) + end, False)]


def mailboxes(character: str, most: int) -> list[Case]:
    domain = ".".join(["d" * 60, "e" * 60, "f" * 60, "example", "org"])
    fits = f"{'m' * (most - len(domain) - 1)}@{domain}"
    # Letters beyond ASCII are longer as they travel.
    return [(fits, True), (f"m{fits}", False), (f"m@{character * 250}.org", False)]


def phones(_: str, most: int) -> list[Case]:
    # Stored without what stands between the digits, however much that is.
    spread = "0041" + " " * (most - 13) + "791234567"
    return [(spread, True), (spread.replace(" ", "  "), True), ("7" * most, False), ("7" * (most + 1), False)]


def passwords(character: str, _: int) -> list[Case]:
    # Counted in the form that is compared.
    return [
        ("x7" * (MAX_LENGTH // 2), True),
        ("x7" * (MAX_LENGTH // 2) + "x", False),
        (character * 257, False),
    ]


def endpoints(_: str, most: int) -> list[Case]:
    service = "https://updates.push.services.mozilla.com/wpush/v2/"
    return [(service + "x" * (most - len(service)), True), (service + "x" * most, False)]


def holders(character: str, most: int) -> list[Case]:
    return [(of_length(character, 70), True), (beyond(character, 70), False), ("x" * (most + 1), False)]


def ibans(_: str, most: int) -> list[Case]:
    spread = "LI21" + " " * (most - 21) + "088100002324013AA"
    return [(spread, True), ("7" * most, False), ("7" * (most + 1), False)]


def refused(character: str, most: int) -> list[Case]:
    return [(of_length(character, most), False), (beyond(character, most), False), ("x" * (most + 1), False)]


def not_read(character: str, most: int) -> list[Case]:
    return [(of_length(character, most), True), (beyond(character, most), True)]


KINDS: dict[str, Callable[[str, int], list[Case]]] = {
    "email": mailboxes,
    "phone": phones,
    "firstName": names,
    "lastName": names,
    "pickupAddress": addresses,
    "deliveryAddress": addresses,
    "endpoint": endpoints,
    "holder": holders,
    "iban": ibans,
}


def kind_of(field: Field) -> Callable[[str, int], list[Case]]:
    """Return what a field is given."""
    name = ".".join(field.way)
    if str(field) in NEW_PASSWORDS:
        return passwords
    if str(field) in NOT_READ:
        return not_read
    if {name, str(field)} & {*REFUSED} or name.endswith("assword"):
        return refused
    return KINDS.get(field.way[-1], texts)


# --- How a field is reached -------------------------------------------------------------------------------


def set_in(body: Any, way: Way, text: str) -> Any:
    """Return a copy of a body with a text in it; what leads there is made."""
    name, *rest = way
    if name == "0":
        return [set_in(body[0] if body else {}, tuple(rest), text) if rest else text]
    inner = (body or {}).get(name)
    return (body or {}) | {name: set_in(inner, tuple(rest), text) if rest else text}


# Parts of a body that are sent as a whole.
WHOLE = {
    "businessInfo": {"businessInfo": BUSINESS},
    "care": {"care": CARE},
    "seen": {"seen": {"rating": 5}},
}


def by_row(fixtures: Fixtures, field: Field, text: str) -> Any:
    row = ROWS[field.method, field.path]
    actor = next(name for name in reversed(ACTORS) if row.statuses[name] < 300)
    body = set_in(fixtures.filled(row.body | WHOLE.get(field.way[0], {})), field.way, text)
    return fixtures.client(actor).generic(
        row.method, fixtures.path(row), json.dumps(body), content_type="application/json"
    )


def photo_message(fixtures: Fixtures, _: Field, text: str) -> Any:
    return fixtures.client("alice").post(
        f"/api/orders/{fixtures.values['order']}/messages/photos",
        {"file": SimpleUploadedFile("sock.jpg", picture(), "image/jpeg"), "body": text},
        format="multipart",
    )


def posted_by_alice(fixtures: Fixtures, field: Field, text: str) -> Any:
    body = set_in(fixtures.filled(BODIES.get(field.path, {})), field.way, text)
    return fixtures.client("alice").post(field.path, body)


def at_google(fixtures: Fixtures, field: Field, text: str) -> Any:
    path = field.path.replace("{provider}", "google")
    return fixtures.client("alice").post(path, set_in({}, field.way, text))


BODIES = {call_of(row)[1]: row.body for row in UNSAFE if row.body}
# Calls that no row of the matrix makes with success.
SETUPS: dict[tuple[str, str], Callable[[Fixtures, Field, str], Any]] = {
    ("POST", "/api/orders/{order_id}/messages/photos"): photo_message,
    ("POST", "/api/auth/passkey"): posted_by_alice,
    ("POST", "/api/auth/second-step"): posted_by_alice,
    ("POST", "/api/profile/authenticator-app"): posted_by_alice,
    ("POST", "/api/profile/passkeys"): posted_by_alice,
    ("POST", "/api/profile/connections/{provider}"): at_google,
    ("POST", "/api/profile/connections/{provider}/removal"): at_google,
}
FIELDS = document_fields()


def setup_of(field: Field) -> Callable[[Fixtures, Field, str], Any] | None:
    call = (field.method, field.path)
    return SETUPS.get(call) or (by_row if call in ROWS else None)


def test_every_text_field_of_the_document_has_a_setup() -> None:
    assert len(FIELDS) > 90
    assert [str(field) for field in FIELDS if setup_of(field) is None] == []
    unlimited = [field for field in FIELDS if field.most is None and kind_of(field) in {texts, names}]
    assert [str(field) for field in unlimited] == []


def test_what_is_excluded_is_in_the_document() -> None:
    said = {name for field in FIELDS for name in (".".join(field.way), str(field))}

    assert {*REFUSED, *NEW_PASSWORDS} - said == set()


# Setting up the data takes as long as many calls, so a test covers many fields.
TESTS = 4


@pytest.mark.proof
@pytest.mark.parametrize("first", range(TESTS))
def test_a_text_field_takes_its_limit_and_not_one_more(fixtures, settings, sampled, first) -> None:
    settings.ACCOUNT_CALLS_PER_MINUTE = settings.LINK_WRITES_PER_MINUTE = 1_000_000
    fixtures.sign_everybody_in()
    # A quick run gives each field every seventh character, starting elsewhere for each.
    each, tried = figure(7, 1), 0
    wrong: list[Any] = []
    for number in sampled(range(first, len(FIELDS), TESTS)):
        for name in [*CHARACTERS][number % each :: each]:
            cases = kind_of(FIELDS[number])(CHARACTERS[name], FIELDS[number].most or 1000)
            wrong += [seen for case in cases if (seen := fault_of(fixtures, FIELDS[number], name, *case))]
            tried += len(cases)

    assert not wrong, "\n".join(map(str, wrong))
    record("S27", f"{len(FIELDS)} fields, {tried} texts: 2xx or 400, 0 x 5xx", "(max, max+1): 2xx, 400")


def fault_of(fixtures: Fixtures, field: Field, name: str, text: str, is_taken: bool) -> Any:
    """Send a text; return what is wrong with the response, ``None`` if nothing is."""
    setup = setup_of(field)
    assert setup is not None, field
    # Limits of how often something is done count there.
    cache.clear()
    with transaction.atomic():
        response = setup(fixtures, field, text)
        # SQLite stores whatever it is given: what PostgreSQL would refuse is looked for.
        too_much = overfull() if connection.vendor == "sqlite" and response.status_code < 300 else {}
        transaction.set_rollback(True)
    status = response.status_code
    if (status < 300) == is_taken and status < 500 and not too_much:
        return None
    return str(field), name, len(text), status, response.content[:160], too_much
