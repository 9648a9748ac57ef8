"""Every error has its code, and the OpenAPI document explains each code."""

import ast
import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.conf import settings
from django.urls import get_resolver

from marketplace import errors
from marketplace.errors import DomainError
from marketplace.tests.fixtures import api_routes

APPS = ["accounts", "marketplace", "orders", "providers", "scheduling"]
OF_THE_ADMIN_SITE = {
    *("NothingToReturn", "ExceedsPayment", "NotFailed", "NotToImpersonate"),
    *("PayoutNotDue", "PayoutNotPaid", "NoPayoutAccount", "BankNotConfigured", "AlreadyHeld", "NotHeld"),
    *("GoesThroughStripe", "GoesToBank", "TransferRejected", "TransferUnanswered"),
    *("ProviderNotHeard", "ExceedsClaim", "NotPayableByBank", "Contested", "NotPaidTwice"),
    *("ApplicationChanged", "DocumentsMissing", "CannotEnd", "SameBearer"),
    *("NoSecondFactor", "AlreadyRefunded", "AlreadyFiled", "NotFiled", "ChangedMeanwhile", "OwnOrder"),
    "OwnPayout",
    # Of a command.
    "NumberGiven",
}
# Errors of Django forms, which no program reads.
OF_FORMS = {"accounts/passwords.py"}


@pytest.fixture(autouse=True)
def _everything_is_loaded() -> None:
    get_resolver().url_patterns  # noqa: B018 - loads the views, which the first request would load


def sources() -> Iterator[tuple[str, ast.Module]]:
    """Yield every module of the product with its name."""
    for app in APPS:
        for path in Path(settings.BASE_DIR, app).rglob("*.py"):
            name = str(path.relative_to(settings.BASE_DIR))
            if "tests" not in path.parts and "migrations" not in path.parts and name not in OF_FORMS:
                yield name, ast.parse(path.read_text())


def given(node: ast.AST) -> Iterator[ast.expr]:
    """Yield the expressions given as codes: in calls, in classes, and in response dicts."""
    if isinstance(node, ast.Call):
        yield from (word.value for word in node.keywords if word.arg == "code")
        if isinstance(node.func, ast.Name) and node.func.id == "body" and len(node.args) > 1:
            yield node.args[1]
    if isinstance(node, ast.ClassDef):
        for part in node.body:
            if isinstance(part, ast.Assign) and getattr(part.targets[0], "id", "") == "code":
                yield part.value


def used() -> set[str]:
    return {
        code.value
        for _, module in sources()
        for node in ast.walk(module)
        for code in given(node)
        if isinstance(code, ast.Constant) and isinstance(code.value, str)
    }


def documented() -> dict[str, object]:
    """Return the codes in the committed OpenAPI document."""
    document = json.loads(Path(settings.BASE_DIR, "docs", "openapi.json").read_text())
    found: dict[str, object] = document["components"]["schemas"]["ErrorCode"]
    return found


def test_every_code_of_the_source_stands_in_the_document() -> None:
    assert len(used()) > 80
    assert used() - set(errors.codes()) == set()
    assert documented()["enum"] == list(errors.codes())


def test_each_code_is_explained_by_a_sentence() -> None:
    said = str(documented()["description"])

    for code, meaning in errors.codes().items():
        assert meaning.endswith("."), code
        assert f"* `{code}`: {meaning}".replace("``", "`") in said


def kinds(kind: type[DomainError] = DomainError) -> Iterator[type[DomainError]]:
    """Yield every error class."""
    for one in kind.__subclasses__():
        yield one
        yield from kinds(one)


def named() -> set[type[DomainError]]:
    """Return the errors that views declare."""
    methods = ("get", "post", "put", "patch", "delete")
    views = api_routes(get_resolver()).values()
    calls = [getattr(view, name) for view in views for name in methods if hasattr(view, name)]
    return {kind for call in calls for kind in getattr(call, "error_responses", ())}


def test_a_error_of_the_business_stands_with_the_calls_that_know_it() -> None:
    own = {kind for kind in kinds() if kind.__module__.split(".")[0] in APPS and "code" in vars(kind)}
    of_every_call = {kind for kind in own if kind.__module__.startswith("marketplace.")}

    assert {kind.__name__ for kind in own - of_every_call - named()} == OF_THE_ADMIN_SITE | {"NotYours"}


def test_the_document_names_the_codes_of_a_call_with_its_answers() -> None:
    document = json.loads(Path(settings.BASE_DIR, "docs", "openapi.json").read_text())
    responses = document["paths"]["/api/orders"]["post"]["responses"]

    assert {"`slot_full`", "`too_many_unpaid_orders`", "`request_in_progress`"} <= set(
        responses["409"]["description"].split()
    )
    assert "`idempotency_key_reused`" in responses["422"]["description"]
    assert "`not_served`" in responses["400"]["description"]


def test_every_error_of_a_call_has_a_sentence_or_its_codes() -> None:
    document = json.loads(Path(settings.BASE_DIR, "docs/openapi.json").read_text())
    silent = [
        f"{method} {path} {status}"
        for path, methods in document["paths"].items()
        for method, call in methods.items()
        for status, response in call["responses"].items()
        if status >= "400" and not response["description"]
    ]

    assert silent == []


def test_no_code_is_put_together_at_run_time() -> None:
    built = [name for name, tree in sources() for node in ast.walk(tree) for code in given(node)
             if isinstance(code, ast.JoinedStr | ast.BinOp)]  # fmt: skip

    assert built == []


def test_what_is_refused_without_a_view_has_its_code_too(client) -> None:
    for path, code in (("/api/nothing", "not_found"), ("/api/orders", "not_authenticated")):
        assert client.get(path).json()["code"] == code
        assert code in errors.codes()
