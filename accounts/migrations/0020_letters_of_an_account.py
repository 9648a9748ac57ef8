"""An index for counting the e-mails that an account was asked for."""

from django.db import migrations, models

from marketplace.db.indexes import BuildIndex


class Migration(migrations.Migration):
    atomic = False

    dependencies = [("accounts", "0019_letters_are_counted")]

    operations = [
        BuildIndex(
            model_name="throttledact",
            index=models.Index(
                fields=["account_key", "act", "at"],
                name="throttled_act_of_account",
                condition=~models.Q(account_key=""),
            ),
        ),
    ]
