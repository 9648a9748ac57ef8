from django.db import migrations, models
from django.db.models.expressions import CombinedExpression

from marketplace.db.indexes import BuildIndex

_STARS = CombinedExpression(
    CombinedExpression(
        CombinedExpression(models.F("rating_sum"), "*", models.Value(20)), "+", models.F("review_count")
    ),
    "/",
    CombinedExpression(models.F("review_count"), "*", models.Value(2)),
)


class Migration(migrations.Migration):
    atomic = False

    dependencies = [("providers", "0005_back_office_indexes")]

    operations = [
        BuildIndex(
            model_name="provider",
            index=models.Index(
                models.OrderBy(
                    models.Case(models.When(review_count=0, then=models.Value(0)), default=_STARS),
                    descending=True,
                ),
                models.F("id"),
                condition=models.Q(("status", "approved")),
                name="listed_best_first",
            ),
        ),
    ]
