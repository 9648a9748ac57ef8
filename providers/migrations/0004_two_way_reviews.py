import uuid

import django.core.validators
import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models
from django.db.models.functions import Now

from marketplace.db.indexes import DeclareConstraint

FROM_1_TO_5 = [django.core.validators.MinValueValidator(1), django.core.validators.MaxValueValidator(5)]
IS_PUBLISHED = models.Q(published_at__isnull=False)
IS_DUE = models.Q(publish_due_at__isnull=False)


class Migration(migrations.Migration):
    dependencies = [
        ("orders", "0014_enforce_bank_references"),
        ("providers", "0003_localities"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AddField("review", "publish_due_at", models.DateTimeField(null=True, blank=True)),
        # The reviews that are there are published by the default, and so are those of the previous release.
        migrations.AddField(
            "review", "published_at", models.DateTimeField(null=True, blank=True, db_default=Now())
        ),
        DeclareConstraint(
            "review",
            models.CheckConstraint(name="unpublished_reviews_are_due", condition=IS_PUBLISHED | IS_DUE),
        ),
        migrations.CreateModel(
            name="CustomerRating",
            fields=[
                (
                    "id",
                    models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False, serialize=False),
                ),
                (
                    "order",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="customer_rating",
                        to="orders.order",
                    ),
                ),
                (
                    "provider",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="customer_ratings",
                        to="providers.provider",
                    ),
                ),
                (
                    "customer",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="ratings",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                ("rating", models.PositiveSmallIntegerField(validators=FROM_1_TO_5)),
                ("created_at", models.DateTimeField()),
                ("published_at", models.DateTimeField(null=True, blank=True)),
                ("publish_due_at", models.DateTimeField()),
            ],
            options={
                "ordering": ["-created_at", "-id"],
                "constraints": [
                    models.CheckConstraint(
                        name="customer_rating_from_1_to_5", condition=models.Q(rating__gte=1, rating__lte=5)
                    )
                ],
                "indexes": [
                    models.Index(
                        fields=["publish_due_at"],
                        name="customer_ratings_to_publish",
                        condition=models.Q(published_at__isnull=True),
                    )
                ],
            },
        ),
    ]
