"""The map of the rooms is compared with the imports, row by row, and their drawing with the contracts."""

import tomllib

import pytest

from tools import architecture
from tools.console import ROOT


def test_the_map_says_what_the_sources_import() -> None:
    assert architecture.differences(architecture.MAP.read_text(encoding="utf-8")) == []


def test_a_row_that_says_too_much_and_one_that_is_missing_are_named() -> None:
    text = architecture.MAP.read_text(encoding="utf-8")
    row = next(line for line in text.splitlines() if line.startswith("| `orders/lifecycle` |"))

    missing = architecture.differences(text.replace(row, ""))
    wrong = architecture.differences(text.replace(row, row.removesuffix(" |") + ", `orders/api` |"))

    assert [line.split(":")[0] for line in (*missing, *wrong)] == ["orders/lifecycle", "orders/lifecycle"]
    assert "`orders/models`" in wrong[0]
    assert "`orders/api`" not in wrong[0]


def test_the_drawing_says_what_the_import_contracts_say() -> None:
    assert architecture.differences_of_drawing(architecture.MAP.read_text(encoding="utf-8")) == []


@pytest.mark.parametrize(
    ("true", "wrong", "found"),
    [
        ("           checkout\n", "", "the lines of orders are"),
        (
            "           payments\n           checkout\n",
            "           checkout\n           payments\n",
            "the lines of orders are",
        ),
        (
            "           claims · recurring",
            "           claims · recurring · quotes",
            "the lines of orders are",
        ),
        ("scheduling\nproviders\n", "providers\nscheduling\n", "the floors are"),
        ("marketplace/metrics\n", "marketplace/gauges\n", "the roof: there is no gauges"),
        ("admin_site/site · ", "marketplace/admin_site · ", "the roof: accounts.admin imports marketplace."),
        ("errors · money", "errors · coins", "plumbing: there is no coins"),
    ],
)
def test_what_is_drawn_wrong_is_named(true, wrong, found) -> None:
    text = architecture.MAP.read_text(encoding="utf-8")
    assert true in text

    assert architecture.differences_of_drawing(text.replace(true, wrong))[0].startswith(found)


def test_each_module_of_the_plumbing_and_of_the_roof_stands_in_a_contract() -> None:
    options = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["importlinter"]["contracts"]
    layers = {one for layer in options[0]["layers"] for one in layer.split(" | ")}
    plumbing = next(one["source_modules"] for one in options if one["name"] == "The plumbing imports no app")
    named = layers.union(plumbing)
    rooms = {f"marketplace.{path.parent.name}" for path in (ROOT / "marketplace").glob("*/__init__.py")}
    modules = {f"marketplace.{path.stem}" for path in (ROOT / "marketplace").glob("*.py")}
    of_admin_site = {
        f"marketplace.admin_site.{path.stem}" for path in (ROOT / "marketplace/admin_site").glob("*.py")
    }
    # The settings name modules instead of importing them.
    apart = {"marketplace.settings", "marketplace.tests", "marketplace.migrations", "marketplace.admin_site"}
    empty = {"marketplace.__init__", "marketplace.admin_site.__init__"}

    assert (rooms | modules | of_admin_site) - apart - empty - named == set()


def test_a_room_is_the_folder_below_its_app() -> None:
    assert architecture.room_of("orders.checkout.placing") == "orders/checkout"
    assert architecture.room_of("orders.ledger") == "orders"
    assert architecture.room_of("django.db") is None
