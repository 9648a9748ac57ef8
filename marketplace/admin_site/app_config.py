"""Django's registration of the admin."""

from django.contrib.admin.apps import AdminConfig


class AdminSiteConfig(AdminConfig):
    """Django's admin behind the product's own door."""

    default_site = "marketplace.admin_site.site.OperatorSite"
