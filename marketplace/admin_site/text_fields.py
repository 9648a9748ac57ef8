"""Fields of the admin site for what people read: stored as the API's fields store it."""

from typing import Any

from django import forms
from django.db import models

from marketplace.text import clean_line, clean_paragraphs


class LineField(forms.CharField):
    """One line, without invisible characters."""

    def to_python(self, value: Any) -> str | None:
        text = super().to_python(value)
        return self.cleaned(text) or self.empty_value if text else text

    def cleaned(self, text: str) -> str:
        """Return a text as it is stored."""
        return clean_line(text)


class ParagraphsField(LineField):
    """Text whose line breaks stay."""

    def cleaned(self, text: str) -> str:
        return clean_paragraphs(text)


# By the column's own class: an email address, for example, has a field of its own.
_OF_COLUMNS = {models.CharField: LineField, models.TextField: ParagraphsField}


def field_class_of(column: Any) -> type[LineField] | None:
    """Return the field for a column of free text; ``None`` for any other."""
    return None if column.choices else _OF_COLUMNS.get(type(column))
