"""Writes reads and exports to the append-only audit log.

Changes and actions in the admin site are logged by Django's admin itself.
"""

from datetime import timedelta
from uuid import UUID

from django.contrib.admin.models import CHANGE, LogEntry
from django.contrib.contenttypes.models import ContentType
from django.db.models import Model
from django.utils import timezone, translation

# One language for all entries, whoever acted: they are searched and compared.
LANGUAGE = "en"


def record(*, user_id: UUID, about: Model | type[Model], sentence: str) -> None:
    """Log an act on a row, or on the rows of a kind; ``sentence`` is in :data:`LANGUAGE`."""
    is_row = isinstance(about, Model)
    with translation.override(LANGUAGE):
        called = str(about) if is_row else str(about._meta.verbose_name_plural).capitalize()
    LogEntry.objects.create(
        user_id=user_id,
        content_type=ContentType.objects.get_for_model(about),
        object_id=str(about.pk) if is_row else None,
        object_repr=called[:200],
        action_flag=CHANGE,
        change_message=sentence,
    )


def record_hourly(*, user_id: UUID, about: Model, sentence: str) -> None:
    """Log an act that is repeated all the time, as reading a page is: once an hour for an account and row."""
    # By the clock that dates the entries.
    since = timezone.now() - timedelta(hours=1)  # noqa: TID251
    kind = ContentType.objects.get_for_model(about)
    lately = LogEntry.objects.filter(content_type=kind, object_id=str(about.pk), action_time__gt=since)
    if not lately.filter(user_id=user_id, change_message=sentence).exists():
        record(user_id=user_id, about=about, sentence=sentence)
