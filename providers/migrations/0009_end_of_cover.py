"""What 0008 declares and looks for in the table of providers, built and asked beside the work."""

from django.db import migrations, models

from marketplace.db.indexes import BuildIndex, EnforceConstraint


class Migration(migrations.Migration):

    atomic = False

    dependencies = [
        ('providers', '0008_applications'),
    ]

    operations = [
        EnforceConstraint('provider', 'cover_is_an_amount'),
        BuildIndex(
            model_name='provider',
            index=models.Index(condition=models.Q(('cover_ends_on__isnull', False), ('status__in', ['approved', 'paused'])), fields=['cover_ends_on'], name='providers_by_end_of_cover'),
        ),
    ]
