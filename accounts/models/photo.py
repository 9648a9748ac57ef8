"""Photos of accounts."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext as _


class AccountPhoto(models.Model):
    """The photo of an account, if it has one; ``file`` is the name of a private file."""

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, primary_key=True, related_name="photo"
    )
    file = models.CharField(max_length=120)

    class Meta:
        default_permissions = ()
        indexes = [models.Index(fields=["file"], name="account_photos_by_file")]

    def __str__(self) -> str:
        return _("Photo of {account}").format(account=self.user_id)

    @property
    def version(self) -> str:
        """What tells a photo from the one before it, for the URL."""
        return self.file.rpartition("/")[2][:8]
