"""Django's registration of the admin."""

from django.contrib.admin.apps import AdminConfig


class AdminSiteConfig(AdminConfig):
    """Django's admin, with :class:`~marketplace.admin_site.site.OperatorSite` as its default site."""

    default_site = "marketplace.admin_site.site.OperatorSite"
