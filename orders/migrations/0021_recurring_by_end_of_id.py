"""Operators find a recurring booking by the end of its id."""

from django.db import migrations

from marketplace.db.indexes import BuildIndex
from marketplace.db.search import Backwards, SearchIndex


class Migration(migrations.Migration):
    atomic = False

    dependencies = [
        ('orders', '0020_enforce_constraints'),
    ]

    operations = [
        BuildIndex(
            model_name='recurringbooking',
            index=SearchIndex(Backwards('id'), name='recurring_by_end_of_id'),
        ),
    ]
