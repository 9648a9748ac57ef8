"""The map of the rooms is compared with the imports, row by row."""

from tools import architecture


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


def test_a_room_is_the_folder_below_its_app() -> None:
    assert architecture.room_of("orders.checkout.placing") == "orders/checkout"
    assert architecture.room_of("orders.ledger") == "orders"
    assert architecture.room_of("django.db") is None
