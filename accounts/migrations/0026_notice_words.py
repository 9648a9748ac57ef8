"""Operators' own words for notices, kept version by version; operations writes them."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

from marketplace.db.append_only import guard

PERMISSIONS = (("view", "Can view text of a notice"), ("change", "Can change text of a notice"))


def allow(apps, schema_editor):
    # The permissions may not be there yet: on a first installation they are made after all migrations.
    kind, _ = apps.get_model("contenttypes", "ContentType").objects.get_or_create(
        app_label="accounts", model="noticewords"
    )
    group, _ = apps.get_model("auth", "Group").objects.get_or_create(name="operations")
    for act, title in PERMISSIONS:
        permission, _ = apps.get_model("auth", "Permission").objects.get_or_create(
            content_type=kind, codename=f"{act}_noticewords", defaults={"name": title}
        )
        group.permissions.add(permission)


class Migration(migrations.Migration):

    dependencies = [
        ('accounts', '0025_language'),
    ]

    operations = [
        migrations.CreateModel(
            name='NoticeWords',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('key', models.CharField(max_length=60)),
                ('language', models.CharField(max_length=5)),
                ('title', models.CharField(blank=True, max_length=120)),
                ('body', models.TextField(blank=True, max_length=1500)),
                ('written_at', models.DateTimeField()),
                ('written_by', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'verbose_name': 'text of a notice',
                'verbose_name_plural': 'texts of notices',
                'ordering': ['-id'],
                'default_permissions': ('view', 'change'),
                'indexes': [models.Index(fields=['key', 'language', '-id'], name='notice_words_newest')],
                'constraints': [models.CheckConstraint(condition=models.Q(models.Q(('body', ''), ('title', '')), models.Q(models.Q(('title', ''), _negated=True), models.Q(('body', ''), _negated=True)), _connector='OR'), name='notice_words_are_whole')],
            },
        ),
        guard('accounts_noticewords'),
        migrations.RunPython(allow, migrations.RunPython.noop),
    ]
