"""Strict serializer fields: a number is neither text nor an id, as the OpenAPI document says."""

import re
from datetime import date, time
from typing import Any
from uuid import UUID

from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

# Beyond anything that is counted or measured here.
MOST = 1e15


class TextField(serializers.CharField):
    """Text; the REST framework alone would also accept a number."""

    def to_internal_value(self, data: Any) -> str:
        if not isinstance(data, str):
            self.fail("invalid")
        return super().to_internal_value(data)


class IdField(serializers.UUIDField):
    """A UUID in its written form; the REST framework alone would also accept an integer."""

    def to_internal_value(self, data: Any) -> UUID:
        if not isinstance(data, str):
            self.fail("invalid", value=data)
        return super().to_internal_value(data)


class FlagField(serializers.BooleanField):
    """True or false; the REST framework alone would also accept "yes", "on" and numbers."""

    def to_internal_value(self, data: Any) -> bool:
        if not isinstance(data, bool):
            self.fail("invalid", input=data)
        return data


# ASCII digits only: Python's own parsing also accepts those of other scripts, and "9:5".
_DAY = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
_WALL_TIME = re.compile(r"([01][0-9]|2[0-3]):[0-5][0-9]")


@extend_schema_field({"type": "string", "format": "date"})
class DayField(serializers.Field[date, str, str, Any]):
    """A calendar day as ``2026-11-23``."""

    default_error_messages = {"invalid": _("Write the date as YYYY-MM-DD, as in 2026-11-23.")}

    def to_internal_value(self, data: Any) -> date:
        if not isinstance(data, str) or not _DAY.fullmatch(data):
            self.fail("invalid")
        try:
            return date.fromisoformat(data)
        except ValueError:
            self.fail("invalid")

    def to_representation(self, value: date) -> str:
        return value.isoformat()


@extend_schema_field({"type": "string", "pattern": "^([01][0-9]|2[0-3]):[0-5][0-9]$"})
class WallTimeField(serializers.Field[time, str, str, Any]):
    """A time of day as ``09:30``, from 00:00 to 23:59; seconds are refused."""

    default_error_messages = {"invalid": _("Write the time as HH:mm, from 00:00 to 23:59.")}

    def to_internal_value(self, data: Any) -> time:
        if not isinstance(data, str) or not _WALL_TIME.fullmatch(data):
            self.fail("invalid")
        return time.fromisoformat(data)

    def to_representation(self, value: time) -> str:
        return f"{value:%H:%M}"


class NumberField(serializers.FloatField):
    """A number; the REST framework alone would also accept text and ``true``."""

    def to_internal_value(self, data: Any) -> float:
        # A JSON integer with many digits may not fit into a float.
        if isinstance(data, bool) or not isinstance(data, int | float) or abs(data) > MOST:
            self.fail("invalid")
        return super().to_internal_value(data)


class WholeField(serializers.IntegerField):
    """A whole number; the REST framework alone would also accept text, ``true`` and 3.0."""

    def to_internal_value(self, data: Any) -> int:
        if isinstance(data, bool) or not isinstance(data, int):
            self.fail("invalid")
        return super().to_internal_value(data)
