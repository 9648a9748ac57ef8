"""What was said about an application can be emptied when its account is erased."""

from django.db import migrations

from marketplace.db.append_only import guard_but_for_emptying


class Migration(migrations.Migration):
    dependencies = [("providers", "0010_review_reports")]

    operations = [guard_but_for_emptying("providers_applicationevent", "note")]
