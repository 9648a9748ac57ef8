"""Two hundred pairs of spellings: the same person is found, and the same account opens."""

from itertools import product
from unicodedata import normalize

import pytest
from django.urls import reverse

from accounts.models import User
from conftest import client_for, make_user
from marketplace.tests.admin_forms import page_of
from marketplace.tests.proof import figure, record

pytestmark = [pytest.mark.django_db, pytest.mark.proof]

# A quick run takes every seventh pair, the proof all of them.
EVERY = figure(7, 1)

# National, its country code, and how its digits are grouped.
NUMBERS = [
    ("79", "5551122"), ("76", "4441020"), ("44", "2111234"), ("21", "3120405"), ("91", "9220708"),
    ("78", "6667788"), ("61", "2674020"), ("31", "3210987"),
]  # fmt: skip
WRITTEN = [
    "0{code}{number}",
    "0{code} {first} {second} {third}",
    "+41{code}{number}",
    "+41 (0){code} {first} {second} {third}",
    "0041 {code} {first} {second} {third}",
    "0{code}/{first}.{second}.{third}",
    "(0{code}) {first}-{second}-{third}",
    "0{code}\u2013{first}\u2013{second}\u2013{third}",
    "\uff0b41 {code}\u00a0{first}\u00a0{second}\u00a0{third}",
    "41{code}{number}",
]


def written(form: str, code: str, number: str) -> str:
    return form.format(code=code, number=number, first=number[:3], second=number[3:5], third=number[5:])


# Stored in each way but the last, which is only searched by; searched in the next.
PHONES = [
    (written(WRITTEN[at], *number), written(WRITTEN[(at + 1 + step) % len(WRITTEN)], *number), number)
    for step, (at, number) in enumerate(product(range(len(WRITTEN) - 1), NUMBERS))
]
NAMES = [
    ("J\u00fcrg", "von Arx", ["vonarx", "Juerg von Arx", "VON ARX J\u00dcRG", "jurg vonarx"]),
    ("\u00c9lodie", "Lef\u00e8vre", ["elodie lefevre", "E\u0301LODIE", "Lefevre El", "lefe\u0300vre"]),
    ("Luca", "Di Stefano", ["distefano", "di-stefano", "DI STEFANO", "luca di"]),
    ("Anna-Maria", "O\u2019Neill", ["o'neill", "oneill", "anna maria", "AnnaMaria O\u00b4Neill"]),
    ("S\u00f8ren", "Kj\u00e6r", ["soren kjaer", "SOEREN", "kj\u00c6r", "kjaer s\u00f8"]),
    ("\u0141ukasz", "\u017b\u00f3\u0142w", ["lukasz zolw", "zo\u0301\u0142w", "\u0142UKASZ", "zolw luk"]),
    ("Wei\u00df", "Gro\u00dfmann", ["weiss", "GROSSMANN", "gro\u1e9emann", "weissgrossmann"]),
    ("Gu\u00f0r\u00fan", "\u00de\u00f3rsd\u00f3ttir", ["gudrun", "thorsdottir", "\u00feORSD", "GU\u00d0R"]),
    ("A\u00e7\u0131k", "\u0130nan", ["acik inan", "inan", "ACIK", "i\u0307nan"]),
    ("Mar\u00eda", "de la Pe\u00f1a", ["delapena", "maria de la pena", "de la pe", "MARI\u0301A"]),
    ("Nguy\u1ec5n", "V\u0103n \u0110\u1ee9c", ["nguyen", "van duc", "vanduc", "nguye\u0302\u0303n"]),
    ("\u0414\u043c\u0438\u0442\u0440\u0438\u0439", "", ["\u0434\u043c\u0438\u0442\u0440\u0438\u0438"]),
    ("Ang\u00e9lique", "d\u2019Angelo", ["dangelo", "d'angelo", "D\u2019ANGELO", "angelique d"]),
    ("H\u00e5kon", "\u00d6zt\u00fcrk", ["oeztuerk", "ozturk", "OZTU\u0308RK", "hakon"]),
]
NAME_PAIRS = [((first, last), typed) for first, last, ways in NAMES for typed in ways]
SECRETS = [
    "Z\u00fcrich-W\u00e4sche-{}", "\u00c9t\u00e9-\u00e0-Gen\u00e8ve-{}", "caf\u00e9-\u1e69-{}-x",
    "\u00c5re-\u00d8st-{}-\u00e5", "\u304c\u304e\u3050-laundry-{}", "\ud55c\uad6d-laundry-{}",
]  # fmt: skip
PASSWORDS = [
    (normalize(chosen, secret.format(at)), normalize(typed, secret.format(at)))
    for at, secret in enumerate(SECRETS)
    for chosen, typed in product(["NFC", "NFD", "NFKD"], repeat=2)
    if normalize(chosen, secret) != normalize(typed, secret)
] + [
    ("Laundry-\uff11\uff12\uff13\uff14", "Laundry-1234"),
    ("Laundry-1234", "\uff2caundry-\uff11234"),
    ("o\ufb03ce-laundry", "office-laundry"),
    ("12\u00bd-laundry", "121\u20442-laundry"),
]
MAILBOXES = ["anna", "anna.keller", "a-b_c+d", "x1", "o'neill"]
DOMAINS = [
    ("b\u00fccher.example", "BU\u0308CHER.example"),
    ("b\u00fccher.example", "xn--bcher-kva.example"),
    ("xn--bcher-kva.example", "B\u00dcCHER.EXAMPLE"),
    ("example.org", "Example.ORG"),
    ("example.org", "\uff45xample.org"),
    ("caf\u00e9.example", "cafe\u0301.example"),
    ("z\u00fcrich.example", "ZU\u0308RICH.example"),
    ("mail.example.org", "MAIL.example.org "),
    ("\u00f8st.example", "\u00d8ST.example"),
    ("pe\u00f1a.example", "xn--pea-8ma.example"),
]
EMAILS = [
    (f"{mailbox}@{one}", f"{mailbox.upper()}@{other}")
    for mailbox, (one, other) in product(MAILBOXES, DOMAINS)
]


def finds(operator_client, words: str) -> str:
    return operator_client.get(reverse("admin:find"), {"q": words}).get("Location", "")


def test_a_number_has_one_form_and_finds_its_owner_in_any(operator_client) -> None:
    chosen = PHONES[::EVERY]
    for stored, searched, (code, number) in chosen:
        emil = make_user("emil")
        response = client_for(emil).patch("/api/profile", {"phone": stored})
        # The web app dials "tel:" with what it is given.
        assert response.json()["phone"] == f"+41{code}{number}", stored
        assert finds(operator_client, searched) == page_of(emil), (stored, searched)
        emil.delete()

    record("D2 phones", f"{len(chosen)} pairs: the same person, dialled rightly", "200 pairs")


def test_a_name_finds_its_owner_in_any_spelling(operator_client) -> None:
    chosen = NAME_PAIRS[::EVERY]
    for (first, last), typed in chosen:
        emil = make_user("emil")
        response = client_for(emil).patch("/api/profile", {"firstName": first, "lastName": last})
        assert response.status_code == 200, first
        assert finds(operator_client, typed) == page_of(emil), (first, last, typed)
        emil.delete()

    record("D2 names", f"{len(chosen)} pairs: the same person", "200 pairs")


def test_a_password_opens_its_account_in_either_spelling() -> None:
    chosen = PASSWORDS[::EVERY]
    for at, (password, typed) in enumerate(chosen):
        assert password != typed
        account = {"email": f"zoe{at}@example.org", "password": password, "firstName": "Zoe"}
        assert client_for().post("/api/auth/register", account).status_code == 200, password
        signed_in = client_for().post("/api/auth/login", {"email": account["email"], "password": typed})
        assert signed_in.status_code == 200, (password, typed)

    record("D2 passwords", f"{len(chosen)} pairs: the same account", "200 pairs")


def test_an_address_has_one_account_in_either_spelling() -> None:
    chosen = EMAILS[::EVERY]
    for at, (email, other) in enumerate(chosen):
        # An address may register a few accounts only.
        visitor = client_for()
        visitor.defaults["REMOTE_ADDR"] = f"10.0.0.{at}"
        account = {"email": email, "password": "quiet-alpine-river", "firstName": "Zoe"}
        assert visitor.post("/api/auth/register", account).status_code == 200, email
        second = visitor.post("/api/auth/register", account | {"email": other})
        assert (second.status_code, second.json()["code"]) == (400, "email_taken"), other
        signed_in = visitor.post("/api/auth/login", {"email": other, "password": account["password"]})
        assert signed_in.status_code == 200, other
        User.objects.all().delete()

    record("D2 emails", f"{len(chosen)} pairs: the same account", "200 pairs")


def test_there_are_two_hundred_pairs() -> None:
    assert len(PHONES) + len(NAME_PAIRS) + len(PASSWORDS) + len(EMAILS) >= 200


NONSENSE = {
    "phone": [
        "call me maybe", "1", "112", "+417912345", "tel:+41791234567", "0" * 32, "079 555 11 22 33 44",
        "044 211 12 34 int. 12", "\u0660\u0667\u0669\u0661\u0662\u0663\u0664\u0665\u0666\u0667", "+41",
        "079 555 11 22 / 23", "++41795551122", "0795551122x", "+999 1234567", "\u0967\u0968\u0969", "-",
    ],
    "firstName": ["...", "12", "\U0001f9fa", "\u3164", "\u200b", "\u2800", "-", "", " ", "\u0301"],
    "lastName": ["x" * 81, "\u0958" * 80],
}  # fmt: skip


def test_nonsense_is_refused_at_its_field(alice) -> None:
    for field, values in NONSENSE.items():
        for value in values:
            response = client_for(alice).patch("/api/profile", {field: value})
            assert (response.status_code, list(response.json().get("fields", {}))) == (400, [field]), value

    record("D2 nonsense", f"{sum(map(len, NONSENSE.values()))} texts: 400 at their field", "400")
