"""Where the laundry is fetched and brought: one line of text, ``street, city postalcode``."""

from marketplace.errors import Invalid

MISSING = "Address is required"


def clean_address(text: str, *, field: str) -> str:
    """Return the address without surrounding blanks; an empty one is a 400 at payload name ``field``."""
    trimmed = text.strip()
    if not trimmed:
        raise Invalid(MISSING, fields={field: [MISSING]})
    return trimmed
