from django.db import migrations, models

from marketplace.db.indexes import BuildIndex, EnforceConstraint


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
    ]
