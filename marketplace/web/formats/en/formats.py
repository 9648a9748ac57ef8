"""Date and time formats of the admin site and emails: Swiss, with 24 hours."""

DATE_FORMAT = "D j M Y"
TIME_FORMAT = "H:i"
DATETIME_FORMAT = "D j M Y, H:i"
SHORT_DATE_FORMAT = "j.n.Y"
SHORT_DATETIME_FORMAT = "j.n.Y H:i"
FIRST_DAY_OF_WEEK = 1
THOUSAND_SEPARATOR = "’"  # noqa: RUF001 - the Swiss separator
