"""Amounts in lists and on pages of the admin site: with their currency, as everywhere else."""

from collections.abc import Callable
from typing import Any

from django.core.exceptions import FieldDoesNotExist
from django.db.models import Field, Model

from marketplace.money import MoneyField, chf

Column = str | Callable[[Any], Any]


class ShownInCHF:
    """Writes the amounts that a page shows and nobody edits there as ``CHF 27.50``."""

    @property
    def readonly_preprocess_fields(self: Any) -> dict[str, Callable[[str], str]]:
        """Return what each column of money does to its text, for unfold."""
        return {field.name: _with_currency for field in self.opts.fields if isinstance(field, MoneyField)}


def in_chf(model: type[Model], column: Column) -> Column:
    """Return a list's column of money as one that writes its currency, on one line; others unchanged."""
    field = _field(model, column)
    if not isinstance(field, MoneyField):
        return column

    def shown(row: Any) -> str:
        amount = getattr(row, field.name)
        return "-" if amount is None else chf(amount).replace(" ", "\N{NO-BREAK SPACE}")

    shown.__name__ = field.name
    shown.short_description = field.verbose_name  # type: ignore[attr-defined]  # Django's own protocol
    shown.admin_order_field = field.name  # type: ignore[attr-defined]
    return shown


def _field(model: type[Model], column: Column) -> "Field[Any, Any] | None":
    try:
        return model._meta.get_field(str(column))  # type: ignore[return-value]  # columns, not relations
    except FieldDoesNotExist:
        return None


def _with_currency(shown: str) -> str:
    """Return a column's text with its currency; one without an amount has no digits."""
    return f"CHF {shown}" if any(map(str.isdigit, shown)) else shown
