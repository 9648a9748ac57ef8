"""Fields that read JSON to the letter: a number is no text and no id, as the API's document says."""

from typing import Any
from uuid import UUID

from rest_framework import serializers


class TextField(serializers.CharField):
    """Text; the REST framework alone would also take a number."""

    def to_internal_value(self, data: Any) -> str:
        """Return the text, or refuse what is none."""
        if not isinstance(data, str):
            self.fail("invalid")
        return super().to_internal_value(data)


class IdField(serializers.UUIDField):
    """An id in its written form; the REST framework alone would also take the number behind it."""

    def to_internal_value(self, data: Any) -> UUID:
        """Return the id, or refuse what is none."""
        if not isinstance(data, str):
            self.fail("invalid", value=data)
        return super().to_internal_value(data)


class FlagField(serializers.BooleanField):
    """True or false; the REST framework alone would also take "yes", "on" and numbers."""

    def to_internal_value(self, data: Any) -> bool:
        """Return the flag, or refuse what is none."""
        if not isinstance(data, bool):
            self.fail("invalid", input=data)
        return data
