import django.db.models.deletion
import django.db.models.functions.text
import django.utils.timezone
import marketplace.db.text_search
import uuid
from django.conf import settings
from django.db import migrations, models

from marketplace.db.append_only import guard


class Migration(migrations.Migration):

    initial = True

    dependencies = [
        ('auth', '0012_alter_user_first_name_max_length'),
        ('sessions', '0001_initial'),
    ]

    operations = [
        migrations.CreateModel(
            name='User',
            fields=[
                ('password', models.CharField(max_length=128, verbose_name='password')),
                ('last_login', models.DateTimeField(blank=True, null=True, verbose_name='last login')),
                ('is_superuser', models.BooleanField(default=False, help_text='Designates that this user has all permissions without explicitly assigning them.', verbose_name='superuser status')),
                ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ('email', models.EmailField(max_length=254, unique=True)),
                ('first_name', models.CharField(max_length=80)),
                ('last_name', models.CharField(blank=True, max_length=80)),
                ('phone', models.CharField(blank=True, max_length=32)),
                ('postal_code', models.CharField(blank=True, db_column='place', db_default='', default='', max_length=4)),
                ('language', models.CharField(blank=True, db_default='', default='', max_length=5)),
                ('email_verified_at', models.DateTimeField(blank=True, null=True)),
                ('is_active', models.BooleanField(default=True)),
                ('is_staff', models.BooleanField(default=False, verbose_name='operator')),
                ('date_joined', models.DateTimeField(default=django.utils.timezone.now)),
                ('groups', models.ManyToManyField(blank=True, help_text='The groups this user belongs to. A user will get all permissions granted to each of their groups.', related_name='user_set', related_query_name='user', to='auth.group', verbose_name='groups')),
                ('user_permissions', models.ManyToManyField(blank=True, help_text='Specific permissions for this user.', related_name='user_set', related_query_name='user', to='auth.permission', verbose_name='user permissions')),
            ],
            options={
                'permissions': [('impersonate_user', 'Can sign in as a customer')],
                'indexes': [
                    models.Index(fields=['-date_joined', '-id'], name='accounts_newest'),
                    models.Index(condition=models.Q(('is_staff', True)), fields=['-date_joined'], name='operators'),
                    models.Index(condition=models.Q(('is_active', False)), fields=['-date_joined'], name='accounts_closed'),
                    marketplace.db.text_search.SearchIndex(marketplace.db.text_search.LowerPrefix('first_name'), name='accounts_by_first_name'),
                    marketplace.db.text_search.SearchIndex(marketplace.db.text_search.LowerPrefix('last_name'), name='accounts_by_last_name'),
                    marketplace.db.text_search.SearchIndex(marketplace.db.text_search.ReversedDigits('phone'), name='accounts_by_phone'),
                ],
                'constraints': [
                    models.UniqueConstraint(django.db.models.functions.text.Lower('email'), name='one_account_per_email'),
                ],
            },
        ),
        migrations.CreateModel(
            name='NotificationChoices',
            fields=[
                ('user', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='notification_choices', serialize=False, to=settings.AUTH_USER_MODEL)),
                ('off', models.JSONField(default=list)),
                ('changed_at', models.DateTimeField()),
            ],
            options={
                'verbose_name_plural': 'notification choices',
                'default_permissions': ('view',),
            },
        ),
        migrations.CreateModel(
            name='PrivacyPreferences',
            fields=[
                ('user', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='privacy_preferences', serialize=False, to=settings.AUTH_USER_MODEL)),
                ('analytics', models.BooleanField(default=True)),
                ('marketing', models.BooleanField(default=False)),
                ('notifications', models.BooleanField(default=True)),
                ('location_tracking', models.BooleanField(default=True)),
                ('data_sharing', models.BooleanField(default=False)),
                ('changed_at', models.DateTimeField()),
            ],
            options={
                'verbose_name_plural': 'privacy preferences',
                'default_permissions': ('view',),
            },
        ),
        migrations.CreateModel(
            name='Address',
            fields=[
                ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ('label', models.CharField(blank=True, max_length=40)),
                ('street', models.CharField(max_length=120)),
                ('city', models.CharField(max_length=80)),
                ('postal_code', models.CharField(max_length=4)),
                ('is_default', models.BooleanField(default=False)),
                ('created_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='addresses', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'verbose_name_plural': 'addresses',
                'constraints': [
                    models.UniqueConstraint(condition=models.Q(('is_default', True)), fields=('user',), name='one_default_address'),
                ],
            },
        ),
        migrations.CreateModel(
            name='ConsentChange',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('topic', models.CharField(choices=[('analytics', 'Analytics'), ('marketing', 'Marketing'), ('notifications', 'Notifications'), ('location_tracking', 'Location tracking'), ('data_sharing', 'Data sharing')], max_length=20)),
                ('was_allowed', models.BooleanField()),
                ('is_allowed', models.BooleanField()),
                ('text_version', models.DateField()),
                ('at', models.DateTimeField()),
                ('user', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='consent_changes', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'default_permissions': ('view',),
                'indexes': [
                    models.Index(fields=['user', 'at'], name='consents_of_account'),
                ],
                'constraints': [
                    models.CheckConstraint(condition=models.Q(('was_allowed', models.F('is_allowed')), _negated=True), name='consent_changes_change'),
                ],
            },
        ),
        migrations.CreateModel(
            name='EmailChange',
            fields=[
                ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ('old_email', models.EmailField(max_length=254)),
                ('new_email', models.EmailField(max_length=254)),
                ('asked_at', models.DateTimeField()),
                ('confirmed_at', models.DateTimeField(blank=True, null=True)),
                ('ended_at', models.DateTimeField(blank=True, null=True)),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='email_changes', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'constraints': [
                    models.UniqueConstraint(condition=models.Q(('confirmed_at', None), ('ended_at', None)), fields=('user',), name='one_email_change_at_a_time'),
                ],
            },
        ),
        migrations.CreateModel(
            name='ErasureRequest',
            fields=[
                ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ('reason', models.CharField(choices=[('asked', 'Its person asked for it'), ('unused', 'Nobody has used it for years'), ('closed', 'It was closed years ago')], max_length=8)),
                ('requested_at', models.DateTimeField()),
                ('due_at', models.DateTimeField()),
                ('withdrawn_at', models.DateTimeField(blank=True, null=True)),
                ('erased_at', models.DateTimeField(blank=True, null=True)),
                ('account', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='erasure_requests', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'default_permissions': ('view',),
                'indexes': [
                    models.Index(fields=['account', '-requested_at'], name='erasures_of_account'),
                    models.Index(condition=models.Q(('erased_at__isnull', True), ('withdrawn_at__isnull', True)), fields=['due_at'], name='erasures_due'),
                ],
                'constraints': [
                    models.UniqueConstraint(condition=models.Q(('erased_at__isnull', True), ('withdrawn_at__isnull', True)), fields=('account',), name='one_open_erasure_per_account'),
                    models.CheckConstraint(condition=models.Q(('withdrawn_at__isnull', True), ('erased_at__isnull', True), _connector='OR'), name='erasure_ends_once'),
                ],
            },
        ),
        migrations.CreateModel(
            name='FailedSignIn',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('account_key', models.CharField(max_length=64)),
                ('address', models.GenericIPAddressField(null=True)),
                ('failed_at', models.DateTimeField()),
            ],
            options={
                'indexes': [models.Index(fields=['account_key', 'failed_at'], name='failed_by_account'), models.Index(fields=['address', 'failed_at'], name='failed_by_address')],
            },
        ),
        migrations.CreateModel(
            name='Impersonation',
            fields=[
                ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ('reason', models.CharField(max_length=160)),
                ('session_key', models.CharField(max_length=40, unique=True)),
                ('began_at', models.DateTimeField()),
                ('ends_at', models.DateTimeField()),
                ('ended_at', models.DateTimeField(blank=True, null=True)),
                ('account', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='impersonated', to=settings.AUTH_USER_MODEL)),
                ('operator', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='impersonations', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'verbose_name': 'sign-in as a customer',
                'verbose_name_plural': 'sign-ins as customers',
                'default_permissions': ('view',),
                'indexes': [
                    models.Index(condition=models.Q(('ended_at__isnull', True)), fields=['ends_at'], name='impersonation_running'),
                    models.Index(fields=['-began_at'], name='impersonations_newest'),
                ],
                'constraints': [
                    models.UniqueConstraint(condition=models.Q(('ended_at__isnull', True)), fields=('operator',), name='one_impersonation_at_a_time'),
                    models.CheckConstraint(condition=models.Q(('ends_at__gt', models.F('began_at'))), name='impersonation_ends_after_it_began'),
                ],
            },
        ),
        migrations.CreateModel(
            name='KnownClient',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('client_key', models.CharField(max_length=64)),
                ('last_used_at', models.DateTimeField()),
                ('user', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='known_clients', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'constraints': [
                    models.UniqueConstraint(fields=('user', 'client_key'), name='one_row_per_known_client'),
                ],
            },
        ),
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
                'indexes': [
                    models.Index(fields=['key', 'language', '-id'], name='notice_words_newest'),
                ],
                'constraints': [
                    models.CheckConstraint(condition=models.Q(models.Q(('body', ''), ('title', '')), models.Q(models.Q(('title', ''), _negated=True), models.Q(('body', ''), _negated=True)), _connector='OR'), name='notice_words_are_whole'),
                ],
            },
        ),
        migrations.CreateModel(
            name='Notification',
            fields=[
                ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ('kind', models.CharField(max_length=40)),
                ('title', models.CharField(max_length=120)),
                ('body', models.CharField(max_length=400)),
                ('link', models.CharField(blank=True, max_length=200)),
                ('dedupe_key', models.CharField(max_length=120)),
                ('created_at', models.DateTimeField()),
                ('read_at', models.DateTimeField(blank=True, null=True)),
                ('user', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='notifications', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'ordering': ['-created_at', '-id'],
                'indexes': [
                    models.Index(fields=['user', '-created_at'], name='notification_newest'),
                    models.Index(fields=['-created_at', '-id'], name='notifications_newest_of_all'),
                    models.Index(fields=['kind', '-created_at'], name='notifications_by_kind'),
                    models.Index(condition=models.Q(('read_at__isnull', True)), fields=['user'], name='notification_unread'),
                ],
                'constraints': [
                    models.UniqueConstraint(fields=('user', 'dedupe_key'), name='one_notice_per_key'),
                ],
            },
        ),
        migrations.CreateModel(
            name='PersonalDataExport',
            fields=[
                ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ('kind', models.CharField(choices=[('full', 'To read, with files'), ('portable', 'For programs')], max_length=10)),
                ('requested_at', models.DateTimeField()),
                ('ready_at', models.DateTimeField(blank=True, null=True)),
                ('expires_at', models.DateTimeField(blank=True, null=True)),
                ('file', models.CharField(blank=True, max_length=120)),
                ('size', models.PositiveBigIntegerField(default=0)),
                ('account', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='data_exports', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'default_permissions': ('view',),
                'indexes': [
                    models.Index(fields=['account', '-requested_at'], name='copies_of_account'),
                    models.Index(condition=models.Q(('file', ''), _negated=True), fields=['expires_at'], name='copies_by_end'),
                    models.Index(condition=models.Q(('file', ''), _negated=True), fields=['file'], name='copies_by_file'),
                ],
                'constraints': [
                    models.UniqueConstraint(condition=models.Q(('ready_at__isnull', True)), fields=('account', 'kind'), name='one_copy_under_way_per_kind'),
                    models.CheckConstraint(condition=models.Q(models.Q(('expires_at__isnull', True), ('file', ''), ('ready_at__isnull', True)), models.Q(('expires_at__isnull', False), ('ready_at__isnull', False), models.Q(('file', ''), _negated=True)), _connector='OR'), name='ready_copies_have_a_file'),
                ],
            },
        ),
        migrations.CreateModel(
            name='SignedInDevice',
            fields=[
                ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ('device', models.CharField(blank=True, max_length=60)),
                ('network', models.CharField(blank=True, max_length=40)),
                ('signed_in_at', models.DateTimeField()),
                ('last_used_at', models.DateTimeField()),
                ('session', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='signed_in_device', to='sessions.session')),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='signed_in_devices', to=settings.AUTH_USER_MODEL)),
            ],
        ),
        migrations.CreateModel(
            name='PushSubscription',
            fields=[
                ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ('endpoint', models.CharField(max_length=1000, unique=True)),
                ('p256dh', models.CharField(max_length=100)),
                ('auth', models.CharField(max_length=40)),
                ('created_at', models.DateTimeField()),
                ('last_used_at', models.DateTimeField(blank=True, null=True)),
                ('device', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='push_subscription', to='accounts.signedindevice')),
            ],
            options={
                'default_permissions': ('view',),
            },
        ),
        migrations.CreateModel(
            name='SupportRequest',
            fields=[
                ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ('name', models.CharField(blank=True, max_length=120)),
                ('email', models.EmailField(blank=True, max_length=254, verbose_name='email')),
                ('category', models.CharField(choices=[('general', 'General'), ('booking', 'Booking'), ('payment', 'Payment'), ('quality', 'Quality'), ('technical', 'Technical'), ('privacy', 'Privacy')], default='general', max_length=12)),
                ('subject', models.CharField(max_length=150)),
                ('message', models.TextField(max_length=5000)),
                ('status', models.CharField(choices=[('open', 'Open'), ('answered', 'Answered'), ('closed', 'Closed')], default='open', max_length=10)),
                ('created_at', models.DateTimeField()),
                ('updated_at', models.DateTimeField()),
                ('waiting_since', models.DateTimeField(blank=True, null=True)),
                ('account', models.ForeignKey(blank=True, db_index=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='support_requests', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'ordering': ['-created_at', '-id'],
                'indexes': [
                    models.Index(fields=['account', '-created_at'], name='support_of_account'),
                    models.Index(fields=['-created_at', '-id'], name='support_newest_of_all'),
                    models.Index(fields=['updated_at'], name='support_by_update'),
                    models.Index(fields=['status', '-created_at'], name='support_by_status'),
                    models.Index(condition=models.Q(('status', 'open')), fields=['waiting_since'], name='support_waiting'),
                ],
                'constraints': [
                    models.CheckConstraint(condition=models.Q(models.Q(('status', 'open'), ('waiting_since__isnull', False)), models.Q(('status__in', ['answered', 'closed']), ('waiting_since__isnull', True)), _connector='OR'), name='open_support_requests_wait'),
                ],
            },
        ),
        migrations.CreateModel(
            name='SupportReply',
            fields=[
                ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ('by_operator', models.BooleanField()),
                ('body', models.TextField(max_length=5000)),
                ('sent_at', models.DateTimeField()),
                ('author', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('request', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='replies', to='accounts.supportrequest')),
            ],
            options={
                'verbose_name_plural': 'support replies',
                'ordering': ['sent_at', 'id'],
                'indexes': [
                    models.Index(fields=['request', 'sent_at'], name='support_thread'),
                ],
            },
        ),
        migrations.CreateModel(
            name='ThrottledAct',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('act', models.CharField(max_length=32)),
                ('address', models.GenericIPAddressField(null=True)),
                ('account_key', models.CharField(blank=True, db_default='', default='', max_length=64)),
                ('at', models.DateTimeField()),
            ],
            options={
                'indexes': [models.Index(fields=['act', 'address', 'at'], name='throttled_act'), models.Index(condition=models.Q(('account_key', ''), _negated=True), fields=['account_key', 'act', 'at'], name='throttled_act_of_account')],
            },
        ),
        migrations.CreateModel(
            name='QuietHours',
            fields=[
                ('user', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='quiet_hours', serialize=False, to=settings.AUTH_USER_MODEL)),
                ('begins', models.TimeField()),
                ('ends', models.TimeField()),
                ('changed_at', models.DateTimeField()),
            ],
            options={
                'verbose_name_plural': 'quiet hours',
                'default_permissions': ('view',),
                'constraints': [models.CheckConstraint(condition=models.Q(('begins', models.F('ends')), _negated=True), name='quiet_hours_end_some_time')],
            },
        ),
        guard("accounts_supportreply", removable=True),
        guard("accounts_consentchange", removable=True),
        guard("accounts_noticewords"),
    ]
