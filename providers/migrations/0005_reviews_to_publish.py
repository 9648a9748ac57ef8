from django.db import migrations, models
from django.db.models import F

from marketplace.db.indexes import BuildIndex, EnforceConstraint


def say_when_published(apps, schema_editor):
    # Reviews from before were shown as soon as they were written.
    reviews = apps.get_model("providers", "Review").objects
    reviews.filter(publish_due_at__isnull=True).update(published_at=F("created_at"))


class Migration(migrations.Migration):
    atomic = False

    dependencies = [("providers", "0004_two_way_reviews")]

    operations = [
        EnforceConstraint("review", "unpublished_reviews_are_due"),
        BuildIndex(
            model_name="review",
            index=models.Index(
                fields=["publish_due_at"],
                name="reviews_to_publish",
                condition=models.Q(published_at__isnull=True),
            ),
        ),
        migrations.RunPython(say_when_published, migrations.RunPython.noop),
    ]
