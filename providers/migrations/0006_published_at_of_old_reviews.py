from django.db import migrations
from django.db.models import F


def say_when_published(apps, schema_editor):
    # Reviews from before were shown as soon as they were written.
    reviews = apps.get_model("providers", "Review").objects
    reviews.filter(publish_due_at__isnull=True).update(published_at=F("created_at"))


class Migration(migrations.Migration):
    dependencies = [("providers", "0005_reviews_to_publish")]

    operations = [migrations.RunPython(say_when_published, migrations.RunPython.noop)]
