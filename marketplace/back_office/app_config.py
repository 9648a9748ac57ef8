"""Django's registration of the admin."""

from django.contrib.admin.apps import AdminConfig


class BackOfficeConfig(AdminConfig):
    """Django's admin behind the product's own door."""

    default_site = "marketplace.back_office.site.BackOffice"
