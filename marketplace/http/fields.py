"""Strict serializers and their fields: a number is neither text nor an id, as the OpenAPI document says."""

import re
from collections.abc import Mapping
from datetime import UTC, date, datetime, time
from typing import Any
from uuid import UUID

from django.utils.dateparse import parse_datetime
from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from marketplace import mailbox, phones, postal_codes
from marketplace.errors import Invalid
from marketplace.text import clean_line, clean_paragraphs, has_letter

_WRONG_INSTANT = _("Please give the time as ISO 8601 with its offset, for example 2026-11-19T12:00:00+01:00.")
# Beyond anything that is counted or measured here.
MOST = 1e15
UNKNOWN_FIELD = _("This cannot be changed here.")


def missing(sentence: str | Promise) -> dict[str, Any]:
    """Return the same error message for a field that is missing, null or blank (specification point 5)."""
    return dict.fromkeys(("required", "null", "blank"), sentence)


class StrictSerializer(serializers.Serializer[Any]):
    """Refuses fields that it does not know, by name, before it reads any other."""

    unknown_field: str | Promise = UNKNOWN_FIELD

    def to_internal_value(self, data: Any) -> Any:
        """Return the values, or 400 with a sentence at each unknown field."""
        names = data if isinstance(data, Mapping) else ()
        if unknown := {name: [str(self.unknown_field)] for name in names if name not in self.fields}:
            raise serializers.ValidationError(unknown)
        return super().to_internal_value(data)


class ChangeSerializer(serializers.Serializer[dict[str, Any]]):
    """What may be changed; once the fields are right, any other field is refused by name, in one sentence."""

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """Return the values, or 400 that names the unknown fields."""
        unknown = {name: [str(UNKNOWN_FIELD)] for name in self.initial_data if name not in self.fields}
        if unknown:
            sentence = gettext("These cannot be changed here: {names}.")
            raise Invalid(sentence.format(names=", ".join(unknown)), fields=unknown)
        return attrs


class TextField(serializers.CharField):
    """One line of text, cleaned by :mod:`marketplace.text`; the REST framework would also accept a number.

    With ``trim_whitespace=False``, as for passwords, it stays as it is.
    """

    def to_internal_value(self, data: Any) -> str:
        if not isinstance(data, str):
            self.fail("invalid")
        text = super().to_internal_value(data)
        if not self.trim_whitespace:
            return text
        text = self.cleaned(text)
        # Of invisible characters alone nothing is left.
        if not text and not self.allow_blank:
            self.fail("blank")
        return text

    def cleaned(self, text: str) -> str:
        """Return a text as it is stored."""
        return clean_line(text)


class ParagraphsField(TextField):
    """Text whose line breaks stay: notes, messages, comments."""

    def cleaned(self, text: str) -> str:
        return clean_paragraphs(text)


class NameField(TextField):
    """A person's name: with at least one letter, unless it may be blank and is."""

    default_error_messages = {"no_letter": _("A name needs at least one letter.")}

    def to_internal_value(self, data: Any) -> str:
        name = super().to_internal_value(data)
        if name and not has_letter(name):
            self.fail("no_letter")
        return name


class PhoneField(TextField):
    """A telephone number, Swiss unless it says otherwise; its value is E.164, or empty where that may be."""

    default_error_messages = {
        "no_phone": _("Enter a phone number, for example 079 123 45 67 or +49 30 901820.")
    }

    def to_internal_value(self, data: Any) -> str:
        text = super().to_internal_value(data)
        if not text:
            return text
        number = phones.e164(text)
        if number is None:
            self.fail("no_phone")
        return number


@extend_schema_field({"type": "string", "pattern": "^(CH[- ]?)?[1-9][0-9]{3}$"})
class PostalCodeField(TextField):
    """A Swiss postal code as a form's field has it; ``CH-8001`` is 8001.

    With ``is_checked=False`` any text passes: the rule that reads the value says what is wrong with it.
    """

    def __init__(self, *, is_checked: bool = True, **kwargs: Any) -> None:
        self.is_checked = is_checked
        super().__init__(**kwargs)

    def to_internal_value(self, data: Any) -> str:
        text = super().to_internal_value(data)
        code = postal_codes.cleaned(text)
        if not self.is_checked:
            return code or text
        problem = postal_codes.problem_of(code) if code else postal_codes.MALFORMED
        if problem is not None:
            raise serializers.ValidationError(str(problem), code="invalid")
        return code or ""


class EmailField(serializers.EmailField):
    """An email address as it is stored (:mod:`marketplace.mailbox`), also one that no mail reaches.

    An operator's account may have such an address.
    """

    def to_internal_value(self, data: Any) -> str:
        if not isinstance(data, str):
            self.fail("invalid")
        return mailbox.normalized(super().to_internal_value(data))


class ReachableEmailField(EmailField):
    """A new email address: one that no mail reaches is invalid."""

    def to_internal_value(self, data: Any) -> str:
        address = super().to_internal_value(data)
        if not mailbox.is_reachable(address):
            self.fail("invalid")
        return address


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


@extend_schema_field(OpenApiTypes.DATETIME)
class InstantField(serializers.Field[datetime, str, str, Any]):
    """An ISO 8601 time with offset; a naive one is refused, because it would mean two instants."""

    default_error_messages = dict.fromkeys(("required", "null", "invalid"), _WRONG_INSTANT)

    def to_internal_value(self, data: str) -> datetime:
        """Return the instant in UTC."""
        try:
            at = parse_datetime(data) if isinstance(data, str) else None
        except ValueError:
            at = None
        if at is None or at.tzinfo is None or not 2000 <= at.year <= 2100:
            self.fail("invalid")
        return at.astimezone(UTC)

    def to_representation(self, value: datetime) -> str:
        """Return ISO 8601."""
        return value.isoformat()
