from django.db import migrations, models

from marketplace.db.indexes import BuildIndex


class Migration(migrations.Migration):
    # Built while others use the table, which no transaction can do.
    atomic = False

    dependencies = [
        ('scheduling', '0003_slot_coverage'),
    ]

    operations = [
        BuildIndex(
            model_name='timeslot',
            index=models.Index(condition=models.Q(('is_manual', True)), fields=['provider', 'starts_at'], name='slots_by_hand'),
        ),
    ]
