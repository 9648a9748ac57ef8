from django.db import migrations

from marketplace.db.indexes import BuildIndex, DropIndex
from marketplace.db.text_search import Folded, SearchIndex


class Migration(migrations.Migration):

    atomic = False

    dependencies = [
        ('accounts', '0001_initial'),
    ]

    operations = [
        BuildIndex(
            model_name='user',
            index=SearchIndex(Folded('first_name'), name='accounts_first_name_folded'),
        ),
        DropIndex(
            model_name='user',
            name='accounts_by_first_name',
        ),
        BuildIndex(
            model_name='user',
            index=SearchIndex(Folded('last_name'), name='accounts_last_name_folded'),
        ),
        DropIndex(
            model_name='user',
            name='accounts_by_last_name',
        ),
    ]
