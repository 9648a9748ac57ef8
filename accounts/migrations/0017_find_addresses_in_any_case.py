from django.db import migrations

from marketplace.db.indexes import BuildIndex
from marketplace.db.text_search import AsciiLower, SearchIndex


class Migration(migrations.Migration):
    atomic = False

    dependencies = [("accounts", "0016_reverted_email_changes")]

    operations = [BuildIndex("user", SearchIndex(AsciiLower("email"), name="accounts_by_email"))]
