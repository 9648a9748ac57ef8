"""Parameters of a call.

Stripe's nested form encoding, and allow-lists that reject unknown parameters.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from typing import Any
from urllib.parse import parse_qsl

from demo.stripe_standin.errors import Json, StripeApiError, invalid

Field = Callable[[str, Any], Any]
Spec = Mapping[str, Field]

_DEEPEST = 10
_KEY = re.compile(r"([^\[\]]+)((?:\[[^\[\]]*\])*)")


def decode_form(raw: str) -> Json:
    """Decode `a[b][0]=c` to `{"a": {"b": ["c"]}}`. Raises a 400 for malformed keys."""
    try:
        pairs = parse_qsl(raw, keep_blank_values=True, max_num_fields=1000, errors="strict")
    except ValueError as error:
        raise invalid("Invalid request (check that the body is form-encoded UTF-8).") from error
    root: Json = {}
    for key, value in pairs:
        match = _KEY.fullmatch(key)
        if not match:
            raise invalid(f"Invalid parameter name: {key}", param=key)
        path = [match[1], *re.findall(r"\[([^\[\]]*)\]", match[2])]
        if len(path) > _DEEPEST:
            raise invalid("Invalid request: a parameter is nested too deeply.", param=match[1])
        _put(root, path, value)
    return {key: _lists(value) for key, value in root.items()}


def _put(node: Json, path: list[str], value: str) -> None:
    for step in path[:-1]:
        child = node.setdefault(_index(node, step), {})
        if not isinstance(child, dict):
            raise invalid("Invalid request: a parameter is both a value and a hash.", param=path[0])
        node = child
    node[_index(node, path[-1])] = value


def _index(node: Json, step: str) -> str:
    return step or str(len(node))


def _lists(node: Any) -> Any:
    if not isinstance(node, dict):
        return node
    values = {key: _lists(value) for key, value in node.items()}
    if values and all(key.isdigit() for key in values):
        return [values[key] for key in sorted(values, key=int)]
    return values


def clean(raw: Json, spec: Spec, *, within: str = "") -> Json:
    """Return the parameters converted to their types.

    Raises Stripe's 400s, first of them `parameter_unknown`.
    """
    unknown = [_name(within, key) for key in raw if key not in spec]
    if unknown:
        plural = "s" if len(unknown) > 1 else ""
        raise invalid(
            f"Received unknown parameter{plural}: {', '.join(unknown)}",
            code="parameter_unknown",
            param=unknown[0],
        )
    return {key: spec[key](_name(within, key), value) for key, value in raw.items()}


def _name(within: str, key: str) -> str:
    return f"{within}[{key}]" if within else key


def require(params: Json, *names: str) -> None:
    """Raise `parameter_missing` unless the parameters are given."""
    for name in names:
        if name not in params:
            raise invalid(f"Missing required param: {name}.", code="parameter_missing", param=name)
        if params[name] is None:
            raise invalid(
                f"You passed an empty string for '{name}'. We assume empty values are an attempt to unset "
                f"a parameter; however '{name}' cannot be unset. You should remove '{name}' from your "
                "request or supply a non-empty value.",
                code="parameter_invalid_empty",
                param=name,
            )


def text(*, longest: int = 5000) -> Field:
    """Return a field for strings; the empty one unsets (None)."""

    def convert(name: str, value: Any) -> str | None:
        if not isinstance(value, str):
            raise invalid(f"Invalid string: {name}", param=name)
        if len(value) > longest:
            raise invalid(
                f"Invalid string: {name}; must be at most {longest} characters",
                param=name,
                code="parameter_invalid_string",
            )
        return value or None

    return convert


def web_address(name: str, value: Any) -> str | None:
    """Validate an http(s) URL; the empty string unsets."""
    if value == "":
        return None
    if not isinstance(value, str) or not re.fullmatch(r"https?://[^\s/]+(/\S*)?(\?\S*)?", value):
        raise invalid("Not a valid URL", param=name, code="url_invalid")
    return value


def integer(*, least: int | None = None, most: int | None = None) -> Field:
    """Return a field for integers within bounds, both included."""

    def convert(name: str, value: Any) -> int:
        if not isinstance(value, str) or not re.fullmatch(r"-?\d{1,18}", value):
            raise invalid(f"Invalid integer: {value}", param=name, code="parameter_invalid_integer")
        number = int(value)
        if least is not None and number < least:
            raise invalid(
                f"This value must be greater than or equal to {least}.",
                param=name,
                code="parameter_invalid_integer",
            )
        if most is not None and number > most:
            raise invalid(
                f"This value must be less than or equal to {most}.",
                param=name,
                code="parameter_invalid_integer",
            )
        return number

    return convert


def boolean(name: str, value: Any) -> bool:
    """Parse `true` or `false`, as the SDKs send them."""
    if value not in ("true", "false"):
        raise invalid(f"Invalid boolean: {value}", param=name)
    return bool(value == "true")


def choice(*allowed: str) -> Field:
    """Return a field for one of the values; the empty string unsets."""

    def convert(name: str, value: Any) -> str | None:
        if value == "":
            return None
        if value not in allowed:
            raise invalid(f"Invalid {name}: must be one of {', '.join(allowed)}", param=name)
        return str(value)

    return convert


def nested(spec: Spec) -> Field:
    """Return a field for a hash with its own allow-list; the empty string unsets."""

    def convert(name: str, value: Any) -> Json | None:
        if value == "":
            return None
        if not isinstance(value, dict):
            raise invalid("Invalid object", param=name)
        return clean(value, spec, within=name)

    return convert


def free(name: str, value: Any) -> Any:
    """Accept anything: for parameters that the stand-in stores but does not use."""
    return value if value != "" else None


def strings(name: str, value: Any) -> list[str]:
    """Validate a list of strings (`expand[]`)."""
    if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
        raise invalid("Invalid array", param=name)
    return value


def either(first: Field, second: Field) -> Field:
    """Return a field that tries the first, then the second."""

    def convert(name: str, value: Any) -> Any:
        try:
            return first(name, value)
        except StripeApiError:
            return second(name, value)

    return convert


def metadata(name: str, value: Any) -> Json | None:
    """Validate metadata: up to 50 keys of 40 characters with values of 500.

    An empty value removes its key, an empty hash all of them.
    """
    if value == "":
        return None
    if not isinstance(value, (dict, list)):
        raise invalid("Invalid hash", param=name)
    entries = value if isinstance(value, dict) else {str(index): item for index, item in enumerate(value)}
    if len(entries) > 50:
        raise invalid("You can only set up to 50 metadata keys.", param=name)
    for key, entry in entries.items():
        if not isinstance(entry, str):
            raise invalid("Metadata values must be strings", param=f"{name}[{key}]")
        if len(key) > 40 or len(entry) > 500:
            raise invalid(
                "Metadata keys can have up to 40 characters, their values up to 500.", param=f"{name}[{key}]"
            )
    return entries


def merged_metadata(current: Json, change: Json | None) -> Json:
    """Return the metadata after an update, merged as Stripe does."""
    if change is None:
        return {}
    return {key: value for key, value in (current | change).items() if value != ""}


_RANGE = nested({name: integer() for name in ("gt", "gte", "lt", "lte")})

PAGE: Spec = {
    "limit": integer(least=1, most=100),
    "starting_after": text(),
    "ending_before": text(),
    "created": either(integer(), _RANGE),
    "expand": strings,
}


def spec(*parts: Spec, **fields: Field) -> Spec:
    """Return an allow-list of shared parts and a call's own fields, with `expand`."""
    whole: dict[str, Field] = {"expand": strings}
    for part in parts:
        whole |= part
    return whole | fields


def fields(names: Iterable[str], field: Field) -> Spec:
    """Return an allow-list of several parameters of one type."""
    return dict.fromkeys(names, field)
