from django.db import migrations

from marketplace.db.indexes import BuildIndex, DropIndex
from marketplace.db.text_search import FoldedName, SearchIndex


class Migration(migrations.Migration):
    atomic = False

    dependencies = [("accounts", "0003_email_due_at")]

    operations = [
        BuildIndex(
            model_name="user",
            index=SearchIndex(FoldedName("first_name", "last_name"), name="accounts_first_last_name"),
        ),
        DropIndex(model_name="user", name="accounts_first_name_folded"),
        BuildIndex(
            model_name="user",
            index=SearchIndex(FoldedName("last_name", "first_name"), name="accounts_last_first_name"),
        ),
        DropIndex(model_name="user", name="accounts_last_name_folded"),
    ]
