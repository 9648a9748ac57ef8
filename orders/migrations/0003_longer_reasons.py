from django.db import migrations, models

from marketplace.db.append_only import guard

# No column that a trigger names can be altered (PostgreSQL), and a rebuilt table has lost them (SQLite).
_guard = guard("orders_orderevent", may_be_emptied=("reason",))


class Migration(migrations.Migration):
    dependencies = [("orders", "0002_folded_streets")]

    operations = [
        migrations.RunPython(_guard.reverse_code, _guard.code),
        # Longer alone: PostgreSQL rewrites nothing.
        migrations.AlterField("orderevent", "reason", models.CharField(blank=True, max_length=260)),
        _guard,
    ]
