"""Operators find a recurring booking by the end of its id."""

from django.db import migrations

from marketplace.db.indexes import BuildIndex
from marketplace.db.text_search import ReversedText, SearchIndex


class Migration(migrations.Migration):
    atomic = False

    dependencies = [
        ('orders', '0020_enforce_constraints'),
    ]

    operations = [
        BuildIndex(
            model_name='recurringbooking',
            index=SearchIndex(ReversedText('id'), name='recurring_by_end_of_id'),
        ),
    ]
