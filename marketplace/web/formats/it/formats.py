"""Formats of dates, times and numbers of the admin site in Italian, as Switzerland writes them."""

DATE_FORMAT = "D j b Y"
TIME_FORMAT = "H:i"
DATETIME_FORMAT = "D j b Y, H:i"
SHORT_DATE_FORMAT = "j.n.Y"
SHORT_DATETIME_FORMAT = "j.n.Y H:i"
FIRST_DAY_OF_WEEK = 1
DECIMAL_SEPARATOR = "."
THOUSAND_SEPARATOR = "’"  # noqa: RUF001 - the Swiss separator
